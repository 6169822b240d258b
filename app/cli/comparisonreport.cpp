// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/comparisonreport.h"

#include "app/cli/figuretext.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/exchange/comparisoncsv.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// Formats runs of equal neighbors with their number: "1x4,2x2 (3)".
std::string inRuns(const std::vector<std::string>& words)
{
    std::vector<std::string> runs;
    for (std::size_t first = 0; first < words.size();) {
        std::size_t last = first;
        while (last < words.size() && words[last] == words[first]) {
            ++last;
        }
        runs.push_back(words[first] + (last - first > 1 ? " (" + std::to_string(last - first) + ")" : ""));
        first = last;
    }
    return listText(runs);
}

std::string remarksOf(const PartitionerComparison& comparison)
{
    std::string text;
    for (const PartitionerRow& row : comparison.rows) {
        const std::string remark = row.hasAnswer() ? describe(row.note) : "no answer: " + describe(row.reason);
        text += remark.empty() ? "" : row.partitioner + ": " + remark + "\n";
    }
    return text;
}

}

std::string comparisonText(const PartitionerComparison& comparison)
{
    if (comparison.rows.empty()) {
        return {};
    }
    TextTable table({{"partitioner"},
                     {"peak", Align::Right},
                     {"vs. ours", Align::Right},
                     {"step time", Align::Right},
                     {"devices", Align::Right},
                     {"TP x DP"},
                     {"split points"},
                     {""}});
    bool bounds = false;
    for (const PartitionerRow& row : comparison.rows) {
        if (!row.hasAnswer()) {
            continue;
        }
        bounds = bounds || row.step_is_bound;
        table.add({row.partitioner, formatBytes(row.peak), row.peak_ratio ? formatNumber(*row.peak_ratio) + "x" : "",
                   (row.step_is_bound ? ">= " : "") + formatSeconds(row.step), std::to_string(row.devices),
                   inRuns(degreesOfStages(row)), listText(splitPointsOfStages(row)), row.fits ? "" : "does not fit"});
    }
    const std::string how = comparison.mode == ComparisonMode::Fair
        ? "same pipeline depth, TP, DP, micro-batch size, schedule and policies; only split points differ"
        : "each chooses pipeline depth, TP, DP and micro-batch size";
    return "Partitioners (" + std::string(nameOf(comparison.mode)) + " comparison): " + how + "\n" + table.text()
        + (bounds ? "Step times marked >= are lower bounds: the time of the slowest stage.\n" : "")
        + remarksOf(comparison);
}

nlohmann::json comparisonJson(const PartitionerComparison& comparison)
{
    auto rows = nlohmann::json::array();
    for (const PartitionerRow& row : comparison.rows) {
        nlohmann::json json {{"partitioner", row.partitioner},
                             {"title", titleWithSource(row)},
                             {"mode", nameOf(comparison.mode)},
                             {"reason", row.hasAnswer() ? nlohmann::json() : encodeJson(row.reason)},
                             {"note", encodeJson(row.note)}};
        if (!row.hasAnswer()) {
            rows.push_back(std::move(json));
            continue;
        }
        json["peak_bytes"] = row.peak.value;
        json["peak_of_ours"] = row.peak_ratio ? nlohmann::json(*row.peak_ratio) : nlohmann::json();
        json["step_seconds"] = row.step.value;
        json["step_is_bound"] = row.step_is_bound;
        json["fits"] = row.fits;
        json["devices"] = row.devices;
        json["micro_batches"] = row.micro_batches;
        json["stages"] = nlohmann::json::array();
        for (const Stage& stage : row.stages) {
            json["stages"].push_back(encodeJson(stage));
        }
        rows.push_back(std::move(json));
    }
    return rows;
}

}
