// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/shortagereport.h"

#include "app/cli/profilereport.h"
#include "core/base/format.h"
#include "core/measuring/plan.h"
#include "core/memory/state.h"

#include <map>
#include <set>

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
    const bool fewer = point.micro_batch > 1;
    const bool shorter = point.sequence > 1;
    if ((fewer || shorter) && isSmallEnough(point, point.sharding.tensor, half)) {
        return std::string("try ") + (fewer ? "a smaller --micro-batch" : "") + (fewer && shorter ? " or " : "")
            + (shorter ? "a shorter --sequence" : "");
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
    std::set<const Measurement*> earlier;
    for (const Measurement& measurement : outcome.reused) {
        answers[pointKey(measurement.point)] = &measurement;
        earlier.insert(&measurement);
    }
    for (const Measurement& measurement : outcome.measured) {
        answers[pointKey(measurement.point)] = &measurement;
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
    bool hopeful = false; // what runs out of memory may do so because other programs have it
    for (const auto& [signature, measurement] : shortages) {
        // Where what was free is known, the message says it: that, not the device's memory, is what was too little.
        const std::string memory = measurement->room > Bytes(0) ? "memory" : formatBytes(outcome.device.memory);
        text += layerText(model, measurement->point.spec) + " does not fit into the " + memory + " of "
            + outcome.device.name + " at " + placeOf(measurement->point) + " (" + measurement->message
            + (earlier.contains(measurement) ? "; found before" : "") + "). ";
        const auto places = instead.find(signature);
        text += places != instead.end()
            ? "Measured of it instead: " + places->second + ".\n"
            : "Nothing smaller of it was measured: " + adviceFor(measurement->point, outcome.device.memory) + ".\n";
        const ProfilePoint& point = measurement->point;
        hopeful =
            hopeful || (!outcome.device.isDry() && isSmallEnough(point, point.sharding.tensor, outcome.device.memory));
    }
    if (hopeful) {
        text += "If other programs had taken the memory: the same command tries again once clearly more is free, with "
                "--retry in any case.\n";
    }
    return text;
}

}
