// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "pending.h"

#include "core/words/worker.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

// The kind of a TorchScript layer is the name of its class.
Argument kindInWords(const LayerSpec& spec)
{
    std::string kind = kindName(spec);
    if (const Phrase* phrase = findPhrase("kind." + kind)) {
        return Message(*phrase, {});
    }
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
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

Message pointInWords(const ProfilePoint& point, SampleKind sample)
{
    Argument kind = kindInWords(point.spec);
    if (point.following) {
        kind = say(words::worker::pair, std::move(kind), kindInWords(*point.following));
    }
    Message message = sample == SampleKind::Image
        ? say(words::worker::point_image, std::move(kind), point.micro_batch, point.sequence)
        : say(words::worker::point_tokens, std::move(kind), point.micro_batch, point.sequence);
    ArgumentList run_options = runOptionWords(point);
    return run_options.empty() ? message : say(words::worker::point_with, std::move(message), std::move(run_options));
}

}
