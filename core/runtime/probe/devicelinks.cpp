// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/devicelinks.h"

#ifdef STAGECRAFT_CUDA

#include "core/runtime/probe/fixedbytes.h"
#include "core/runtime/probe/timedcalls.h"
#include "core/words/worker.h"

#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/PeerToPeerAccess.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/csrc/cuda/nccl.h>
#include <torch/torch.h>

namespace stagecraft {

namespace {

constexpr Bytes fewBytes(256);
constexpr Bytes linkSize(std::int64_t(64) << 20);
constexpr Bytes leastReduce(std::int64_t(1) << 20);
constexpr Bytes mostReduce(std::int64_t(256) << 20);

int deviceCount(const RuntimeDevice& device)
{
    return device.description.kind == DeviceKind::Cuda ? static_cast<int>(torch::cuda::device_count()) : 0;
}

c10::DeviceIndex indexOf(int device)
{
    return static_cast<c10::DeviceIndex>(device);
}

torch::Tensor bytesOn(int device, Bytes size)
{
    return torch::zeros({size.value}, torch::dtype(torch::kUInt8).device(torch::kCUDA, indexOf(device)));
}

Timing timeOfCopy(int from, int to, Bytes size, Seconds most)
{
    const c10::cuda::CUDAGuard current(indexOf(from));
    const torch::Tensor source = bytesOn(from, size);
    const torch::Tensor target = bytesOn(to, size);
    at::cuda::getCurrentCUDAStream(indexOf(to)).synchronize(); // wait until the target exists
    const auto stream = at::cuda::getCurrentCUDAStream(indexOf(from));
    return timeOfCalls(*makeStopwatch(DeviceKind::Cuda), most, [&] {
        C10_CUDA_CHECK(cudaMemcpyPeerAsync(target.mutable_data_ptr(), to, source.const_data_ptr(), from,
                                           static_cast<std::size_t>(size.value), stream));
    });
}

Seconds measureLink(int from, int to, Seconds most, DeviceProbe& probe)
{
    const c10::InferenceMode inference;
    DeviceLink link {from, to, at::cuda::get_p2p_access(indexOf(from), indexOf(to)), linkSize, {}, {}, {}};
    link.latency = timeOfCopy(from, to, fewBytes, most * 0.25).median;
    const Timing call = timeOfCopy(from, to, linkSize, most * 0.75);
    std::tie(link.rate, link.spread) = rateOf<BytesPerSecond>(static_cast<double>(linkSize.value), call);
    probe.links.push_back(link);
    return call.median;
}

Seconds measureAllReduce(const RuntimeDevice& device, int devices, Bytes size, Seconds most, DeviceProbe& probe)
{
    const c10::InferenceMode inference;
    const Bytes outside = takenOutsideAllocator(device);
    constexpr auto element = static_cast<std::int64_t>(sizeof(float));
    std::vector<torch::Tensor> buffers;
    for (int i = 0; i < devices; ++i) {
        buffers.push_back(torch::zeros({size.value / element}, torch::device({torch::kCUDA, indexOf(i)})));
    }
    for (int i = 0; i < devices; ++i) {
        at::cuda::getCurrentCUDAStream(indexOf(i)).synchronize();
    }
    const Timing call =
        timeOfCalls(*makeStopwatch(DeviceKind::Cuda), most, [&] { torch::cuda::nccl::all_reduce(buffers, buffers); });
    for (int i = 0; i < devices; ++i) {
        at::cuda::getCurrentCUDAStream(indexOf(i)).synchronize();
    }
    if (!probe.fixed.collectives) {
        probe.fixed.collectives = std::max(Bytes(0), takenOutsideAllocator(device) - outside);
    }
    probe.all_reduces.push_back({devices, size, call});
    return call.median;
}

}

std::vector<ProbeSeries> linkSeries(const RuntimeDevice& device)
{
    std::vector<ProbeSeries> all;
    const int devices = deviceCount(device);
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            if (from != to) {
                const auto measure = [=](DeviceProbe& probe, Seconds most) {
                    return measureLink(from, to, most, probe);
                };
                const Message subject = say(words::worker::copies_between, from, to);
                all.push_back({ProbePart::Links, 0.2, {{subject, 1, measure}}});
            }
        }
    }
    return all;
}

std::vector<ProbeSeries> allReduceSeries(const RuntimeDevice& device)
{
    const int devices = deviceCount(device);
    if (devices < 2) {
        return {};
    }
    ProbeSeries series {ProbePart::AllReduce, 1, {}};
    for (Bytes size = leastReduce; size <= mostReduce && size * 2 <= freeBytesOn(device); size = size * 4) {
        series.steps.push_back(
            {say(words::worker::all_reduce_devices, devices, size.value >> 20), static_cast<double>(size.value),
             [=](DeviceProbe& probe, Seconds most) { return measureAllReduce(device, devices, size, most, probe); }});
    }
    return {std::move(series)};
}

}

#else

namespace stagecraft {

std::vector<ProbeSeries> linkSeries(const RuntimeDevice&)
{
    return {};
}

std::vector<ProbeSeries> allReduceSeries(const RuntimeDevice&)
{
    return {};
}

}

#endif
