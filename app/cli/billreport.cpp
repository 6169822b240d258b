// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billreport.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace stagecraft {

namespace {

nlohmann::json numberOrNull(double value)
{
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

// Writes "NAME", "NAME_low" and "NAME_high"; null without an amount.
void addDollars(nlohmann::json& json, const std::string& name, const std::optional<Dollars>& amount)
{
    const auto number = [&](Usd Dollars::*part) {
        return amount ? numberOrNull(((*amount).*part).value) : nlohmann::json();
    };
    json[name] = number(&Dollars::middle);
    json[name + "_low"] = number(&Dollars::low);
    json[name + "_high"] = number(&Dollars::high);
}

}

std::string dollarsText(const Dollars& amount)
{
    return formatDollars(amount.middle) + " (" + formatDollars(amount.low) + " to " + formatDollars(amount.high) + ")";
}

std::string runTimesText(const TrainingCost& training_cost)
{
    return formatDuration(training_cost.time) + " (" + formatDuration(training_cost.time_low) + " to "
        + formatDuration(training_cost.time_high) + ")";
}

nlohmann::json trainingCostJson(const TrainingCost& training_cost)
{
    auto lines = nlohmann::json::array();
    for (const TrainingCostItem& line : training_cost.lines) {
        nlohmann::json json {
            {"part", nameOf(line.part)}, {"basis", nameOf(line.basis)}, {"source", encodeJson(line.source)}};
        addDollars(json, "usd", line.amount);
        lines.push_back(json);
    }
    auto notes = nlohmann::json::array();
    for (const Message& note : training_cost.notes) {
        notes.push_back(encodeJson(note));
    }
    nlohmann::json json {{"steps", training_cost.steps},
                         {"amount", training_cost.amount},
                         {"nodes", training_cost.nodes},
                         {"devices", training_cost.devices},
                         {"time_seconds", numberOrNull(training_cost.time.value)},
                         {"time_seconds_low", numberOrNull(training_cost.time_low.value)},
                         {"time_seconds_high", numberOrNull(training_cost.time_high.value)},
                         {"preemption_seconds", numberOrNull(training_cost.preemption_time.value)},
                         {"lines", lines},
                         {"notes", notes}};
    json["preemptions_per_hour"] =
        training_cost.preemptions ? nlohmann::json(training_cost.preemptions->value) : nlohmann::json();
    json["price_usd_per_hour"] = training_cost.price ? nlohmann::json(training_cost.price->value) : nlohmann::json();
    addDollars(json, "total_usd", training_cost.total);
    addDollars(json, "usd_per_step", training_cost.per_step);
    addDollars(json, "usd_per_million", training_cost.per_million);
    return json;
}

}
