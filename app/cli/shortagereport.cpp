// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/shortagereport.h"

#include "app/cli/profilereport.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/measuring/plan.h"
#include "core/memory/state.h"

#include <map>
#include <set>

namespace stagecraft {

namespace {

std::string placeOf(const ProfilePoint& point)
{
    const std::string run_options = argumentText(runOptionWords(point));
    return "micro-batch size " + std::to_string(point.micro_batch) + ", sequence " + std::to_string(point.sequence)
        + (run_options.empty() ? "" : ", " + run_options);
}

bool isSmallEnough(ProfilePoint point, int tensor, Bytes memory)
{
    point.sharding.tensor = tensor;
    const auto state = trainingStateBytes(point);
    return state && *state <= memory;
}

// Advice on settings at which the layer's training state needs at most half of the memory.
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
            return "try --tensor " + std::to_string(tensor) + ", which measures the shard of one rank";
        }
    }
    return "try an --optimizer or --precision with less state, or a device with more memory";
}

}

std::string shortageText(const Model& model, const ProfileRequest& request, const ProfileOutcome& outcome)
{
    std::map<std::string, const Measurement*> answers; // by point; the last one applies
    std::set<const Measurement*> earlier;
    for (const Measurement& measurement : outcome.reused) {
        answers[pointKey(measurement.point)] = &measurement;
        earlier.insert(&measurement);
    }
    for (const Measurement& measurement : outcome.measured) {
        answers[pointKey(measurement.point)] = &measurement;
    }
    std::map<std::string, const Measurement*> shortages; // smallest shortage of each layer, by signature
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
    bool hopeful = false; // true if a layer may fit once other programs free memory
    for (const auto& [signature, measurement] : shortages) {
        // States the free memory if known, because it was the limit, not the capacity of the device.
        const std::string memory = measurement->free_memory > Bytes(0) ? "memory" : formatBytes(outcome.device.memory);
        text += layerText(model, measurement->point.spec) + " does not fit in the " + memory + " of "
            + outcome.device.name + " at " + placeOf(measurement->point) + " (" + describe(measurement->message)
            + (earlier.contains(measurement) ? "; from an earlier profile" : "") + "). ";
        const auto places = instead.find(signature);
        text += places != instead.end()
            ? "Measured instead: " + places->second + ".\n"
            : "No smaller point was measured: " + adviceFor(measurement->point, outcome.device.memory) + ".\n";
        const ProfilePoint& point = measurement->point;
        hopeful =
            hopeful || (!outcome.device.isDry() && isSmallEnough(point, point.sharding.tensor, outcome.device.memory));
    }
    if (hopeful) {
        text += "If other programs used the memory, free it and run the same command again; --retry repeats these "
                "points in "
                "any case.\n";
    }
    return text;
}

}
