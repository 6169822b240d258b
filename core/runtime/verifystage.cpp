// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/verifystage.h"

#include "core/runtime/guardedrun.h"
#include "core/runtime/stagerun.h"
#include "core/runtime/timestamp.h"

namespace stagecraft {

Result<StageMeasurement> verifyStage(const VerifyRequest& request, const RuntimeDevice& device, Seconds enough)
{
    const auto points = pointsOf(request);
    if (!points) {
        return failure(points.error());
    }
    const auto operations =
        operationsOf(request.schedule, request.pipeline_rank, request.pipeline_ranks, request.micro_batches);
    StageMeasurement measurement;
    measurement.device = device.description;
    measurement.measured_at = utcNow();
    const auto outcome = runWithin(device, availableMemory(device), [&]() -> Result<void> {
        const auto figures = runStage(*points, operations, device, enough);
        if (!figures) {
            return failure(figures.error());
        }
        measurement.allocated_peak = figures->peak;
        measurement.reserved_peak = figures->reserved_peak;
        measurement.step = figures->step;
        measurement.repeats = figures->repeats;
        return {};
    });
    if (!outcome) {
        return failure(outcome.error());
    }
    measurement.status = outcome->status;
    measurement.message = outcome->message;
    return measurement;
}

}
