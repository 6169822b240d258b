// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/hostcopies.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/probe/fixedbytes.h"
#include "core/runtime/probe/timedcalls.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAException.h>
#endif

#include <cstring>
#include <memory>
#include <thread>

namespace stagecraft {

namespace {

constexpr Bytes leastCopied(std::int64_t(64) << 10);
constexpr Bytes most(std::int64_t(256) << 20);

// A source and a target buffer for one direction; undefined if the direction is not measured.
struct Buffers {
    torch::Tensor from;
    torch::Tensor to;

    void copyOnCpu() const
    {
        std::memcpy(to.mutable_data_ptr(), from.const_data_ptr(), static_cast<std::size_t>(from.nbytes()));
    }
};

// Copies of one size, in one or both directions, for repeated timing.
class Copies {
public:
    virtual ~Copies() = default;
    virtual void run() = 0;
};

bool goesThere(CopyDirection direction)
{
    return direction != CopyDirection::FromDevice;
}

bool comesBack(CopyDirection direction)
{
    return direction != CopyDirection::ToDevice;
}

class CpuCopies final : public Copies {
public:
    CpuCopies(CopyDirection direction, Bytes size)
        : m_direction(direction)
        , m_there(goesThere(direction) ? buffersOf(size) : Buffers {})
        , m_back(comesBack(direction) ? buffersOf(size) : Buffers {})
    {
    }

    void run() override
    {
        if (m_direction == CopyDirection::BothDirections) {
            std::thread other([this] { m_back.copyOnCpu(); });
            m_there.copyOnCpu();
            other.join();
        } else {
            (goesThere(m_direction) ? m_there : m_back).copyOnCpu();
        }
    }

private:
    static Buffers buffersOf(Bytes size)
    {
        return {torch::ones({size.value}, torch::kUInt8), torch::zeros({size.value}, torch::kUInt8)};
    }

    CopyDirection m_direction;
    Buffers m_there;
    Buffers m_back;
};

#ifdef STAGECRAFT_CUDA
// Runs each direction in a separate stream; the current stream, which the stopwatch uses, waits for both.
class CudaCopies final : public Copies {
public:
    CudaCopies(const RuntimeDevice& device, CopyDirection direction, Bytes size)
        : m_direction(direction)
        , m_there(goesThere(direction) ? Buffers {onHost(size), onDevice(device, size)} : Buffers {})
        , m_back(comesBack(direction) ? Buffers {onDevice(device, size), onHost(size)} : Buffers {})
        , m_up(at::cuda::getStreamFromPool(false, static_cast<c10::DeviceIndex>(device.index)))
        , m_down(at::cuda::getStreamFromPool(false, static_cast<c10::DeviceIndex>(device.index)))
    {
    }
    // The buffers must outlive the queued copies, even after a failed call.
    ~CudaCopies() override
    {
        cudaStreamSynchronize(m_up);
        cudaStreamSynchronize(m_down);
    }

    void run() override
    {
        m_begin.record();
        if (goesThere(m_direction)) {
            copy(m_there, cudaMemcpyHostToDevice, m_up, m_up_done);
        }
        if (comesBack(m_direction)) {
            copy(m_back, cudaMemcpyDeviceToHost, m_down, m_down_done);
        }
    }

private:
    static torch::Tensor onHost(Bytes size)
    {
        return torch::ones({size.value}, torch::dtype(torch::kUInt8).pinned_memory(true));
    }
    static torch::Tensor onDevice(const RuntimeDevice& device, Bytes size)
    {
        return torch::zeros({size.value}, torch::dtype(torch::kUInt8).device(torchDevice(device)));
    }
    void copy(const Buffers& buffers, cudaMemcpyKind kind, const at::cuda::CUDAStream& stream,
              at::cuda::CUDAEvent& done)
    {
        m_begin.block(stream);
        C10_CUDA_CHECK(cudaMemcpyAsync(buffers.to.mutable_data_ptr(), buffers.from.const_data_ptr(),
                                       static_cast<std::size_t>(buffers.from.nbytes()), kind, stream));
        done.record(stream);
        done.block(at::cuda::getCurrentCUDAStream());
    }

    CopyDirection m_direction;
    Buffers m_there;
    Buffers m_back;
    at::cuda::CUDAStream m_up;
    at::cuda::CUDAStream m_down;
    at::cuda::CUDAEvent m_begin;
    at::cuda::CUDAEvent m_up_done;
    at::cuda::CUDAEvent m_down_done;
};
#endif

std::unique_ptr<Copies> makeCopies([[maybe_unused]] const RuntimeDevice& device, CopyDirection direction, Bytes size)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        return std::make_unique<CudaCopies>(device, direction, size);
    }
#endif
    return std::make_unique<CpuCopies>(direction, size);
}

Seconds measureCopy(const RuntimeDevice& device, CopyDirection direction, Bytes size, Seconds time, DeviceProbe& probe)
{
    const c10::InferenceMode inference;
    const auto copies = makeCopies(device, direction, size);
    const Timing call = timeOfCalls(*makeStopwatch(device.description.kind), time, [&] { copies->run(); });
    const int directions = direction == CopyDirection::BothDirections ? 2 : 1;
    const auto [rate, spread] = rateOf<BytesPerSecond>(static_cast<double>(size.value) * directions, call);
    probe.copies.push_back({direction, size, rate, spread});
    return call.median;
}

Message subjectOf(CopyDirection direction, Bytes size)
{
    const std::int64_t kibibytes = size.value >> 10;
    switch (direction) {
    case CopyDirection::ToDevice:
        return say(words::worker::copies_to_device, kibibytes);
    case CopyDirection::FromDevice:
        return say(words::worker::copies_from_device, kibibytes);
    case CopyDirection::BothDirections:
        return say(words::worker::copies_both_ways, kibibytes);
    }
    return {};
}

}

std::vector<ProbeSeries> copySeries(const RuntimeDevice& device)
{
    std::vector<ProbeSeries> all;
    const Bytes free_memory = std::min(freeBytesOn(device), availableHostMemory() / 4);
    for (const CopyDirection direction :
         {CopyDirection::ToDevice, CopyDirection::FromDevice, CopyDirection::BothDirections}) {
        ProbeSeries series {ProbePart::Copies, 0.7, {}};
        for (Bytes size = leastCopied; size <= most && size * 4 <= free_memory; size = size * 16) {
            series.steps.push_back(
                {subjectOf(direction, size), static_cast<double>(size.value),
                 [=](DeviceProbe& probe, Seconds time) { return measureCopy(device, direction, size, time, probe); }});
        }
        all.push_back(std::move(series));
    }
    return all;
}

}
