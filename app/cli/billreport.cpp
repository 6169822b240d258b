// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billreport.h"

#include "core/base/format.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace stagecraft {

namespace {

constexpr double secondsPerDay = 86400;

nlohmann::json numberOrNull(double value)
{
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

// "NAME", "NAME_low" and "NAME_high"; null where there are none.
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

std::string dollarsText(Usd amount)
{
    if (!std::isfinite(amount.value)) {
        return "without end";
    }
    if (amount.value < 1000) {
        return "$" + formatNumber(amount.value);
    }
    if (amount.value >= 1e15) { // nobody reads so many digits
        std::array<char, 32> text {};
        std::snprintf(text.data(), text.size(), "$%.2e", amount.value);
        return text.data();
    }
    const double unit = std::pow(10, std::floor(std::log10(amount.value)) - 2);
    std::string digits = std::to_string(std::llround(std::round(amount.value / unit) * unit));
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return "$" + digits;
}

std::string dollarsText(const Dollars& amount)
{
    return dollarsText(amount.middle) + " (" + dollarsText(amount.low) + " to " + dollarsText(amount.high) + ")";
}

std::string runTimeText(Seconds time)
{
    if (!std::isfinite(time.value)) {
        return "never";
    }
    const double days = time.value / secondsPerDay;
    return days < 2 || days > 36525 ? formatSeconds(time) : formatNumber(days) + " days";
}

std::string runTimesText(const Bill& bill)
{
    return runTimeText(bill.time) + " (" + runTimeText(bill.time_low) + " to " + runTimeText(bill.time_high) + ")";
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
