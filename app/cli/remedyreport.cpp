// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remedyreport.h"

#include "app/cli/figuretext.h"
#include "app/cli/planreport.h"
#include "app/cli/progressline.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stagecraft {

namespace {

std::string rateText(const Estimate& estimate)
{
    return estimate.tokens_per_second > 0 ? sampleRateText(estimate.tokens_per_second) + " tokens/s"
                                          : sampleRateText(estimate.samples_per_second) + " samples/s";
}

// Text of changes without options: a cluster read from a file.
std::string changesText(const Remedy& remedy)
{
    std::string text;
    for (const RemedyChange& change : remedy.changes) {
        text += (text.empty() ? "" : ", ") + std::string(nameOf(change.kind)) + " " + change.value;
    }
    return text;
}

}

std::optional<std::vector<Remedy>> remediesOf(const Problem& problem, const CostModel& costs,
                                              const std::stop_token& stop)
{
    ProgressLine line;
    auto remedies = findRemedies(problem, costs, stop, [&line](SearchProgress progress) {
        line.show(progress.done, 0, "searching for settings that make a plan fit", Seconds(-1)); // the total is unknown
    });
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(remedies));
}

std::string remediesText(const std::vector<Remedy>& remedies)
{
    if (remedies.empty()) {
        return "No tried change of settings or number of nodes makes a plan fit.\n";
    }
    TextTable table({{"add to the command"},
                     {"plan"},
                     {"device memory", Align::Right},
                     {"headroom", Align::Right},
                     {"throughput", Align::Right},
                     {"vs. first", Align::Right}});
    bool all_options = true;
    for (const Remedy& remedy : remedies) {
        const DeviceEstimate& fullest = *fullestDevice(remedy.estimate);
        const auto options = commandOptions(remedy.changes, remedy.problem);
        all_options = all_options && options;
        table.add({options.value_or(changesText(remedy)), planName(remedy.plan),
                   formatBytes(fullest.device_high) + " of " + formatBytes(fullest.capacity),
                   formatBytes(remedy.headroom), rateText(remedy.estimate), speedText(remedy.slowdown)});
    }
    const char* const by_hand =
        "For rows without options, change the number of nodes in the cluster file and the other settings with the "
        "options of the same names.\n";
    return "Changes that make a plan fit (more devices last):\n" + table.text() + (all_options ? "" : by_hand);
}

nlohmann::json remediesJson(const std::vector<Remedy>& remedies)
{
    auto all = nlohmann::json::array();
    for (const Remedy& remedy : remedies) {
        auto changes = nlohmann::json::array();
        for (const RemedyChange& change : remedy.changes) {
            changes.push_back({{"setting", nameOf(change.kind)}, {"value", change.value}});
        }
        const auto options = commandOptions(remedy.changes, remedy.problem);
        const Estimate& estimate = remedy.estimate;
        all.push_back({{"changes", std::move(changes)},
                       {"options", options ? nlohmann::json(*options) : nlohmann::json()},
                       {"plan", encodeJson(remedy.plan)},
                       {"peak_bytes", estimate.peak.value},
                       {"headroom_bytes", remedy.headroom.value},
                       {"step_seconds", estimate.step.value},
                       {"samples_per_second", estimate.samples_per_second},
                       {"tokens_per_second", estimate.tokens_per_second},
                       {"slowdown", remedy.slowdown}});
    }
    return all;
}

}
