// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/memorymeter.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#ifdef STAGECRAFT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <algorithm>
#include <mutex>

namespace stagecraft {

namespace {

// Receives the CPU allocator's reports. They may come from several threads.
class AllocationReport final : public c10::MemoryReportingInfoBase {
public:
    void reportMemoryUsage(void*, std::int64_t size, std::size_t, std::size_t, c10::Device device) override
    {
        if (!device.is_cpu()) {
            return;
        }
        const std::lock_guard lock(m_mutex);
        m_alive += size;
        m_peak = std::max(m_peak, m_alive);
        m_highest = std::max(m_highest, m_alive);
    }
    bool memoryProfilingEnabled() const override { return true; }

    std::int64_t alive() const
    {
        const std::lock_guard lock(m_mutex);
        return m_alive;
    }
    std::int64_t peak() const
    {
        const std::lock_guard lock(m_mutex);
        return m_peak;
    }
    std::int64_t highest() const
    {
        const std::lock_guard lock(m_mutex);
        return m_highest;
    }
    void mark()
    {
        const std::lock_guard lock(m_mutex);
        m_peak = m_alive;
    }

private:
    mutable std::mutex m_mutex;
    std::int64_t m_alive = 0;
    std::int64_t m_peak = 0;
    std::int64_t m_highest = 0;
};

class CpuMeter final : public MemoryMeter {
public:
    Bytes alive() const override { return Bytes(m_report->alive()); }
    Bytes peak() const override { return Bytes(m_report->peak()); }
    void mark() override { m_report->mark(); }
    Bytes highestPeak() const override { return Bytes(m_report->highest()); }
    Bytes reservedPeak() const override { return highestPeak(); }
    Bytes footprint(Bytes size) const override { return size; }

private:
    std::shared_ptr<AllocationReport> m_report = std::make_shared<AllocationReport>();
    c10::DebugInfoGuard m_guard {c10::DebugInfoKind::PROFILER_STATE, m_report};
};

#ifdef STAGECRAFT_CUDA
class CudaMeter final : public MemoryMeter {
public:
    explicit CudaMeter(int index) : m_index(static_cast<c10::DeviceIndex>(index))
    {
        c10::cuda::CUDACachingAllocator::emptyCache();
        c10::cuda::CUDACachingAllocator::resetPeakStats(m_index);
    }

    Bytes alive() const override { return Bytes(allocated().current); }
    Bytes peak() const override { return Bytes(allocated().peak); }
    void mark() override
    {
        // Resetting forgets all peaks.
        m_highest = highestPeak();
        m_reserved = reservedPeak();
        c10::cuda::CUDACachingAllocator::resetPeakStats(m_index);
    }
    Bytes highestPeak() const override { return std::max(m_highest, peak()); }
    Bytes reservedPeak() const override { return std::max(m_reserved, Bytes(stats().reserved_bytes[0].peak)); }
    Bytes footprint(Bytes size) const override
    {
        constexpr std::int64_t block = 512;
        return Bytes((size.value + block - 1) / block * block);
    }

private:
    c10::CachingDeviceAllocator::DeviceStats stats() const
    {
        return c10::cuda::CUDACachingAllocator::getDeviceStats(m_index);
    }
    c10::CachingAllocator::Stat allocated() const { return stats().allocated_bytes[0]; }

    c10::DeviceIndex m_index;
    Bytes m_highest;
    Bytes m_reserved;
};
#endif

}

std::unique_ptr<MemoryMeter> startMeter(DeviceKind kind, [[maybe_unused]] int index)
{
#ifdef STAGECRAFT_CUDA
    if (kind == DeviceKind::Cuda) {
        return std::make_unique<CudaMeter>(index);
    }
#endif
    TORCH_CHECK(kind == DeviceKind::Cpu, "built without CUDA");
    return std::make_unique<CpuMeter>();
}

}
