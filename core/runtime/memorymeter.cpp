// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/memorymeter.h"

#include "core/runtime/failures.h"
#include "core/words/worker.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#ifdef STAGECRAFT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace stagecraft {

namespace {

// Numbers allocations by address. Thread-safe.
class TraceRecorder {
public:
    void start()
    {
        const std::lock_guard lock(m_mutex);
        m_on = true;
        m_trace = {};
        m_numbers.clear();
        m_allocations = 0;
    }
    void allocated(std::uintptr_t address, std::int64_t size)
    {
        const std::lock_guard lock(m_mutex);
        if (m_on && size > 0) {
            m_numbers[address] = ++m_allocations;
            m_trace.events.push_back(size);
        }
    }
    void freed(std::uintptr_t address)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_numbers.find(address); m_on && known != m_numbers.end()) {
            m_trace.events.push_back(-known->second);
            m_numbers.erase(known);
        }
    }
    std::int64_t events() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<std::int64_t>(m_trace.events.size());
    }
    AllocationTrace take()
    {
        const std::lock_guard lock(m_mutex);
        m_on = false;
        m_numbers.clear();
        return std::exchange(m_trace, {});
    }

private:
    mutable std::mutex m_mutex;
    bool m_on = false;
    AllocationTrace m_trace;
    std::map<std::uintptr_t, std::int64_t> m_numbers;
    std::int64_t m_allocations = 0;
};

// Receives the CPU allocator's reports, possibly from several threads.
class AllocationReport final : public c10::MemoryReportingInfoBase {
public:
    void reportMemoryUsage(void* address, std::int64_t size, std::size_t, std::size_t, c10::Device device) override
    {
        if (!device.is_cpu()) {
            return;
        }
        const auto at = reinterpret_cast<std::uintptr_t>(address);
        size > 0 ? trace.allocated(at, size) : trace.freed(at);
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

    TraceRecorder trace;

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
    void startTrace() override { m_report->trace.start(); }
    std::int64_t tracedEvents() const override { return m_report->trace.events(); }
    AllocationTrace takeTrace() override { return m_report->trace.take(); }
    Bytes footprint(Bytes size) const override { return size; }

private:
    std::shared_ptr<AllocationReport> m_report = std::make_shared<AllocationReport>();
    c10::DebugInfoGuard m_guard {c10::DebugInfoKind::PROFILER_STATE, m_report};
};

#ifdef STAGECRAFT_CUDA
// The caching allocator keeps trace callbacks forever, so there is one recorder per device, attached once.
TraceRecorder& cudaTrace(c10::DeviceIndex index)
{
    static std::mutex mutex;
    static std::map<c10::DeviceIndex, std::unique_ptr<TraceRecorder>> recorders;
    const std::lock_guard lock(mutex);
    std::unique_ptr<TraceRecorder>& recorder = recorders[index];
    if (!recorder) {
        recorder = std::make_unique<TraceRecorder>();
        using Entry = c10::cuda::CUDACachingAllocator::TraceEntry;
        c10::cuda::CUDACachingAllocator::attachAllocatorTraceTracker([to = recorder.get(), index](const Entry& entry) {
            if (entry.device_ != index) {
                return;
            }
            if (entry.action_ == Entry::ALLOC) {
                to->allocated(static_cast<std::uintptr_t>(entry.addr_), static_cast<std::int64_t>(entry.size_));
            } else if (entry.action_ == Entry::FREE_REQUESTED) {
                to->freed(static_cast<std::uintptr_t>(entry.addr_));
            }
        });
    }
    return *recorder;
}

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
        // Resetting clears all peaks.
        m_highest = highestPeak();
        m_reserved = reservedPeak();
        c10::cuda::CUDACachingAllocator::resetPeakStats(m_index);
    }
    Bytes highestPeak() const override { return std::max(m_highest, peak()); }
    Bytes reservedPeak() const override { return std::max(m_reserved, Bytes(stats().reserved_bytes[0].peak)); }
    void startTrace() override { cudaTrace(m_index).start(); }
    std::int64_t tracedEvents() const override { return cudaTrace(m_index).events(); }
    AllocationTrace takeTrace() override { return cudaTrace(m_index).take(); }
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
    if (kind != DeviceKind::Cpu) {
        throw WorkFailure(words::worker::built_without_cuda);
    }
    return std::make_unique<CpuMeter>();
}

}
