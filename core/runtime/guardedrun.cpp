// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/guardedrun.h"

#include "core/runtime/dryprocess.h"
#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#ifdef STAGECRAFT_CUDA
#include <cuda_runtime_api.h>
#endif

#include <optional>

namespace stagecraft {

constexpr std::uint64_t seed = 20260101;

Bytes availableMemory(const RuntimeDevice& device)
{
    if (device.description.kind == DeviceKind::Cpu) {
        return availableHostMemory();
    }
#ifdef STAGECRAFT_CUDA
    releaseCached(device);
    std::size_t free = 0;
    std::size_t total = 0;
    if (cudaSetDevice(device.index) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess) {
        return Bytes(static_cast<std::int64_t>(free));
    }
#endif
    return device.description.memory;
}

Message memoryLimit(const RuntimeDevice& device)
{
    return device.description.kind == DeviceKind::Cpu ? freeHostMemory().limit : words::worker::device_memory;
}

Result<RunOutcome> runWithin(const RuntimeDevice& device, Bytes available, const std::function<Result<void>()>& work)
{
    const bool on_host = device.description.kind == DeviceKind::Cpu;
    const Message limited_by = memoryLimit(device);
    std::optional<HostMemoryLimit> limit;
    if (on_host) {
        limit.emplace();
    }
    Result<void> done;
    const auto failed = runGuarded([&] {
        torch::manual_seed(seed);
        done = work();
    });
    if (!done) {
        return failure(done.error());
    }
    if (std::string refused = takeDryRefusals(); !refused.empty()) {
        releaseCached(device);
        return RunOutcome {MeasurementStatus::Failed, say(words::worker::gpu_needed, std::move(refused))};
    }
    if (!failed) {
        return RunOutcome {};
    }
    releaseCached(device);
    if (!failed->out_of_memory) {
        return RunOutcome {MeasurementStatus::Failed, failed->message};
    }
    return RunOutcome {MeasurementStatus::OutOfMemory,
                       say(words::worker::more_than_free, available, limited_by, failed->message)};
}

}
