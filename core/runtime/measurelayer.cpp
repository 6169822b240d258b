// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/measurelayer.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/layerrun.h"
#include "core/runtime/stagerun.h"
#include "core/runtime/timestamp.h"

#include <torch/torch.h>

#include <optional>

namespace stagecraft {

namespace {

constexpr std::uint64_t seed = 20260101;

Result<void> measure(const ProfilePoint& point, const RuntimeDevice& device, Seconds timing, Measurement& measurement)
{
    const auto shard = shardAt(point);
    if (!shard) {
        return failure(shard.error());
    }
    const DeviceKind kind = device.description.kind;
    const torch::Device place = torchDevice(device);
    const auto meter = startMeter(kind, device.index);
    SharedTensors shared;
    auto layer = buildLayer(*shard, {point.attention, point.precision, place}, shared);
    if (!layer) {
        return failure(layer.error());
    }
    LayerRun run(point, *shard, place, *meter, *std::move(layer));
    shared.clear();
    run.warmUp(measurement.memory);
    run.measureKept(measurement.memory);
    run.measurePeaks(measurement.memory);
    run.measureOptimizer(measurement.memory);
    measurement.trace = run.recordTrace();
    measurement.allocated_peak = meter->highestPeak();
    measurement.reserved_peak = meter->reservedPeak();
    measurement.repeats = run.measureTimes(*makeStopwatch(kind), timing, measurement);
    return {};
}

}

Result<Measurement> measureLayer(const ProfilePoint& point, const RuntimeDevice& device, Seconds timing)
{
    Measurement measurement;
    measurement.point = point;
    measurement.device = device.description;
    measurement.measured_at = utcNow();

    std::optional<HostMemoryLimit> limit;
    if (device.description.kind == DeviceKind::Cpu) {
        limit.emplace();
    }
    std::optional<Error> error;
    const auto failed = runGuarded([&] {
        torch::manual_seed(seed);
        const auto done =
            point.isCheck() ? measureStage(point, device, measurement) : measure(point, device, timing, measurement);
        if (!done) {
            error = done.error();
        }
    });
    if (error) {
        return failure(*error);
    }
    if (failed) {
        measurement.status = failed->out_of_memory ? MeasurementStatus::OutOfMemory : MeasurementStatus::Failed;
        measurement.message = failed->message;
        measurement.memory = {};
        measurement.trace = {};
        measurement.allocated_peak = {};
        measurement.reserved_peak = {};
        releaseCached(device);
    }
    return measurement;
}

}
