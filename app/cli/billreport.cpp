// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billreport.h"

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

std::string runTimesText(const Bill& bill)
{
    return formatDuration(bill.time) + " (" + formatDuration(bill.time_low) + " to " + formatDuration(bill.time_high)
        + ")";
}

nlohmann::json billJson(const Bill& bill)
{
    auto lines = nlohmann::json::array();
    for (const BillLine& line : bill.lines) {
        nlohmann::json json {{"part", nameOf(line.part)}, {"basis", nameOf(line.basis)}, {"source", line.source}};
        addDollars(json, "usd", line.amount);
        lines.push_back(json);
    }
    nlohmann::json json {{"steps", bill.steps},
                         {"amount", bill.amount},
                         {"nodes", bill.nodes},
                         {"devices", bill.devices},
                         {"time_seconds", numberOrNull(bill.time.value)},
                         {"time_seconds_low", numberOrNull(bill.time_low.value)},
                         {"time_seconds_high", numberOrNull(bill.time_high.value)},
                         {"preemption_seconds", numberOrNull(bill.preemption_time.value)},
                         {"lines", lines},
                         {"notes", bill.notes}};
    json["preemptions_per_hour"] = bill.preemptions ? nlohmann::json(bill.preemptions->value) : nlohmann::json();
    json["price_usd_per_hour"] = bill.price ? nlohmann::json(bill.price->value) : nlohmann::json();
    addDollars(json, "total_usd", bill.total);
    addDollars(json, "usd_per_step", bill.per_step);
    addDollars(json, "usd_per_million", bill.per_million);
    return json;
}

}
