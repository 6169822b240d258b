// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "pending.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

std::string spaced(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

}

std::vector<MeasuringStep> pendingSteps(const WorkerRequest& request, Bytes free_memory)
{
    std::set<std::string> failed;
    for (const Measurement& measurement : request.known) {
        if (measurement.status == MeasurementStatus::Failed) {
            failed.insert(pointKey(measurement.point));
        }
    }
    std::vector<MeasuringStep> steps = remainingSteps(request.profile, request.known, free_memory);
    std::erase_if(steps, [&](const MeasuringStep& step) { return failed.contains(pointKey(step.point)); });
    return steps;
}

void forgetOtherDevices(WorkerRequest& request, const MeasuredDevice& device)
{
    std::erase_if(request.known, [&](const Measurement& m) { return !measureIdentically(m.device, device); });
}

void forgetFailures(WorkerRequest& request)
{
    std::erase_if(request.known, [](const Measurement& m) { return m.status == MeasurementStatus::Failed; });
}

std::string pointInWords(const ProfilePoint& point, SampleKind sample)
{
    std::string words = spaced(kindName(point.spec));
    if (point.following) {
        words += " and " + spaced(kindName(*point.following));
    }
    words += ", micro-batch " + std::to_string(point.micro_batch)
        + (sample == SampleKind::Image ? ", side " : ", sequence ") + std::to_string(point.sequence);
    const std::string run_options = runOptionsText(point);
    return run_options.empty() ? words : words + ", " + run_options;
}

}
