// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/measurelayer.h"

#include "core/memory/state.h"
#include "core/runtime/failures.h"
#include "core/runtime/guardedrun.h"
#include "core/runtime/layerrun.h"
#include "core/runtime/stagerun.h"
#include "core/runtime/timestamp.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#include <optional>

namespace stagecraft {

namespace {

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
    run.measureInputRelease(measurement.memory);
    run.measureOptimizer(measurement.memory);
    run.recordTraces(measurement);
    measurement.allocated_peak = meter->highestPeak();
    measurement.reserved_peak = meter->reservedPeak();
    if (!device.description.isDry()) { // a dry device has no times
        measurement.repeats = run.measureTimes(*makeStopwatch(kind), timing, measurement);
    }
    return {};
}

Measurement unmeasured(const ProfilePoint& point, const RuntimeDevice& device)
{
    Measurement measurement;
    measurement.point = point;
    measurement.device = device.description;
    measurement.measured_at = utcNow();
    return measurement;
}

} // namespace

// Running the point would first take all memory from other processes of the machine.
std::optional<Measurement> refuseLayer(const ProfilePoint& point, const RuntimeDevice& device)
{
    const Bytes available = availableMemory(device);
    const auto state = trainingStateBytes(point);
    if (!state || *state <= available) {
        return std::nullopt;
    }
    Measurement measurement = unmeasured(point, device);
    measurement.status = MeasurementStatus::OutOfMemory;
    measurement.message = say(words::worker::state_too_large, *state, available, memoryLimit(device));
    measurement.free_memory = available;
    return measurement;
}

Result<Measurement> measureLayer(const ProfilePoint& point, const RuntimeDevice& device, Seconds timing)
{
    const Bytes available = availableMemory(device);
    Measurement measurement = unmeasured(point, device);
    const auto outcome = runWithin(device, available, [&] {
        return point.isCheck() ? measureStage(point, device, measurement) : measure(point, device, timing, measurement);
    });
    if (!outcome) {
        return failure(outcome.error());
    }
    measurement.status = outcome->status;
    measurement.message = outcome->message;
    if (measurement.status == MeasurementStatus::OutOfMemory) {
        measurement.free_memory = available;
    }
    if (measurement.status != MeasurementStatus::Done) {
        measurement.memory = {};
        measurement.trace = {};
        measurement.later_trace = {};
        measurement.allocated_peak = {};
        measurement.reserved_peak = {};
    }
    return measurement;
}

} // namespace stagecraft
