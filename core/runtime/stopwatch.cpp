// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/stopwatch.h"

#include "core/runtime/failures.h"
#include "core/words/worker.h"

#ifdef STAGECRAFT_CUDA
#include <ATen/cuda/CUDAEvent.h>
#endif

#include <c10/util/Exception.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace stagecraft {

namespace {

class CpuStopwatch final : public Stopwatch {
public:
    void lap() override { m_laps.push_back(Clock::now()); }
    std::vector<Seconds> take() override
    {
        std::vector<Seconds> times;
        for (std::size_t i = 1; i < m_laps.size(); ++i) {
            times.emplace_back(std::chrono::duration<double>(m_laps[i] - m_laps[i - 1]).count());
        }
        m_laps.clear();
        return times;
    }

private:
    using Clock = std::chrono::steady_clock;
    std::vector<Clock::time_point> m_laps;
};

#ifdef STAGECRAFT_CUDA
class CudaStopwatch final : public Stopwatch {
public:
    void lap() override
    {
        m_laps.emplace_back(cudaEventDefault);
        m_laps.back().record();
    }
    std::vector<Seconds> take() override
    {
        std::vector<Seconds> times;
        for (std::size_t i = 1; i < m_laps.size(); ++i) {
            m_laps[i].synchronize();
            times.emplace_back(m_laps[i - 1].elapsed_time(m_laps[i]) * 1e-3);
        }
        m_laps.clear();
        return times;
    }

private:
    std::vector<at::cuda::CUDAEvent> m_laps;
};
#endif

// Returns the quantile of `sorted` at a rank between 0 and 1.
Seconds quantile(const std::vector<Seconds>& sorted, double rank)
{
    const double at = rank * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

}

std::unique_ptr<Stopwatch> makeStopwatch(DeviceKind kind)
{
#ifdef STAGECRAFT_CUDA
    if (kind == DeviceKind::Cuda) {
        return std::make_unique<CudaStopwatch>();
    }
#endif
    if (kind != DeviceKind::Cpu) {
        throw WorkFailure(words::worker::built_without_cuda);
    }
    return std::make_unique<CpuStopwatch>();
}

Timing timingOf(std::vector<Seconds> values)
{
    std::sort(values.begin(), values.end());
    return {quantile(values, 0.5), (quantile(values, 0.75) - quantile(values, 0.25)) * 0.5};
}

}
