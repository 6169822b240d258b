// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/shortagereport.h"

#include "app/cli/profilereport.h"
#include "core/base/format.h"
#include "core/measuring/plan.h"
#include "core/memory/state.h"

#include <map>

namespace stagecraft {

namespace {

std::string placeOf(const ProfilePoint& point)
{
    const std::string way = wayInWords(point);
    return "micro-batch " + std::to_string(point.micro_batch) + ", sequence " + std::to_string(point.sequence)
        + (way.empty() ? "" : ", " + way);
}

bool isSmallEnough(ProfilePoint point, int tensor, Bytes memory)
{
    point.sharding.tensor = tensor;
    const auto state = trainingStateBytes(point);
    return state && *state <= memory;
}

// What of the layer would fit by the bytes that are known without running it, half of the memory left to its samples.
std::string adviceFor(const ProfilePoint& point, Bytes memory)
{
    constexpr int mostRanks = 64;
    const Bytes half = memory / 2;
    if (isSmallEnough(point, point.sharding.tensor, half)) {
        return "try a smaller --micro-batch or a shorter --sequence";
    }
    for (int tensor = 2 * point.sharding.tensor; tensor <= mostRanks; tensor *= 2) {
        if (isSmallEnough(point, tensor, half)) {
            return "--tensor " + std::to_string(tensor) + " would measure one rank's share of it";
        }
    }
    return "a smaller --optimizer or --precision, or a device with more memory, may do";
}

}

std::string shortageText(const Model& model, const ProfileRequest& request, const ProfileOutcome& outcome)
{
    std::map<std::string, const Measurement*> answers; // by point; the later one counts
    for (const auto* measurements : {&outcome.reused, &outcome.measured}) {
        for (const Measurement& measurement : *measurements) {
            answers[pointKey(measurement.point)] = &measurement;
        }
    }
    std::map<std::string, const Measurement*> shortages; // the smallest of each layer, by signature
    std::map<std::string, std::string> instead;
    for (const ProfilePoint& point : pointsOf(request)) { // the smallest first
        const auto found = answers.find(pointKey(point));
        if (found == answers.end() || point.isCheck()) {
            continue;
        }
        const std::string signature = signatureOf(point.spec);
        if (found->second->status == MeasurementStatus::OutOfMemory) {
            shortages.emplace(signature, found->second);
        } else if (found->second->status == MeasurementStatus::Done) {
            std::string& places = instead[signature];
            places += (places.empty() ? "" : "; ") + placeOf(point);
        }
    }
    std::string text;
    for (const auto& [signature, measurement] : shortages) {
        text += layerText(model, measurement->point.spec) + " does not fit into the "
            + formatBytes(outcome.device.memory) + " of " + outcome.device.name + " at " + placeOf(measurement->point)
            + " (" + measurement->message + "). ";
        const auto places = instead.find(signature);
        text += places != instead.end()
            ? "Measured of it instead: " + places->second + ".\n"
            : "Nothing smaller of it was measured: " + adviceFor(measurement->point, outcome.device.memory) + ".\n";
    }
    return text;
}

}
