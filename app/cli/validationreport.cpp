// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/validationreport.h"

#include "app/cli/runsreport.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::size_t mostGroups = 12;
constexpr std::size_t worstShown = 5;
constexpr int barWidth = 24;
constexpr std::array reported {ComparedQuantity::Memory, ComparedQuantity::Step};

std::string amountText(double amount, ComparedQuantity quantity)
{
    return quantity == ComparedQuantity::Memory ? formatBytes(Bytes(static_cast<std::int64_t>(amount)))
                                                : formatSeconds(Seconds(amount));
}

std::string titleOf(RunGrouping grouping)
{
    switch (grouping) {
    case RunGrouping::Tensor:
        return "tensor-parallel size";
    case RunGrouping::Pipeline:
        return "pipeline-parallel size";
    default:
        return std::string(nameOf(grouping));
    }
}

std::vector<double> errorsOf(const std::vector<RunPoint>& points)
{
    std::vector<double> errors;
    for (const RunPoint& point : points) {
        errors.push_back(point.error());
    }
    return errors;
}

// Empty if all runs are in one group.
std::string groupsText(const Validation& validation, const std::vector<RunPoint>& points, RunGrouping grouping)
{
    const auto groups = groupRuns(validation, points, grouping);
    if (groups.size() < 2) {
        return {};
    }
    TextTable table({{"by " + titleOf(grouping)},
                     {"runs", Align::Right},
                     {"mean", Align::Right},
                     {"median", Align::Right},
                     {"90th percentile", Align::Right},
                     {"bias", Align::Right},
                     {"within bounds", Align::Right}});
    for (std::size_t i = 0; i < std::min(groups.size(), mostGroups); ++i) {
        const RunGroup& group = groups[i];
        const ErrorFigures& figures = group.figures;
        table.add({group.name.empty() ? "(unknown)" : group.name, std::to_string(figures.count),
                   percent(figures.mean_error), percent(figures.median_error), percent(figures.p90_error),
                   percent(figures.bias), group.coverage ? percent(*group.coverage) : ""});
    }
    const std::size_t more = groups.size() - std::min(groups.size(), mostGroups);
    return "\n" + table.text() + (more > 0 ? "and " + std::to_string(more) + " more\n" : "");
}

std::string histogramText(const std::vector<RunPoint>& points)
{
    const ErrorHistogram histogram = errorHistogram(errorsOf(points));
    const int most = std::max(
        {1, histogram.below, histogram.above, *std::max_element(histogram.counts.begin(), histogram.counts.end())});
    TextTable table({{"error"}, {"runs", Align::Right}, {""}});
    const auto add = [&](const std::string& range, int count) {
        table.add(
            {range, std::to_string(count), count == 0 ? "" : barText(static_cast<double>(count) / most, barWidth)});
    };
    const auto edge = [&](int bin) { return std::to_string(std::lround(histogram.from(bin) * 100)) + " %"; };
    const int bins = static_cast<int>(histogram.counts.size());
    if (histogram.below > 0) {
        add("below " + edge(0), histogram.below);
    }
    for (int bin = 0; bin < bins; ++bin) {
        add(edge(bin) + " to " + edge(bin + 1), histogram.counts[static_cast<std::size_t>(bin)]);
    }
    if (histogram.above > 0) {
        add("above " + edge(bins), histogram.above);
    }
    return "\n" + table.text();
}

std::string featureText(RunFeature feature)
{
    switch (feature) {
    case RunFeature::MicroBatch:
        return "micro-batch size";
    case RunFeature::Recomputation:
        return "recomputation";
    case RunFeature::Vocabulary:
        return "vocabulary";
    case RunFeature::MemoryKind:
        return "kind of peak";
    }
    return {};
}

std::string causeText(const ErrorCause& cause)
{
    switch (cause.kind) {
    case CauseKind::SlowRun:
        return "a slow run: its pipeline lost far more than its plan explains";
    case CauseKind::RepeatsDiffer:
        return std::to_string(cause.count) + " runs of this configuration differ by " + percent(cause.value);
    case CauseKind::InSample:
        return "its device type was calibrated on runs of this file";
    case CauseKind::FilledIn:
        return featureText(cause.feature) + " missing in its row, assumed as the framework usually does it";
    case CauseKind::WithinBounds:
        return "within the bounds of the prediction";
    }
    return {};
}

std::string worstText(const Validation& validation, const ErrorCauses& causes, const std::vector<RunPoint>& points,
                      ComparedQuantity quantity)
{
    TextTable table({{"line", Align::Right},
                     {"worst runs"},
                     {"measured", Align::Right},
                     {"predicted", Align::Right},
                     {"error", Align::Right},
                     {"known causes"}});
    const auto order = worstFirst(points);
    for (std::size_t i = 0; i < std::min(order.size(), worstShown); ++i) {
        const RunPoint& point = points[order[i]];
        const ValidatedRun& row = validation.rows[point.row];
        std::string words;
        for (const ErrorCause& cause : causes.of(row, quantity)) {
            words += (words.empty() ? "" : "; ") + causeText(cause);
        }
        words = words.empty() ? "unknown" : words;
        table.add({std::to_string(row.run.line), row.run.model, amountText(point.measured, quantity),
                   amountText(point.predicted, quantity), percent(point.error()), words});
    }
    return "\n" + table.text();
}

}

std::string detailsText(const Validation& validation, const ErrorCauses& causes, ComparedQuantity quantity)
{
    const auto points = comparedPoints(validation, quantity);
    if (points.empty()) {
        return {};
    }
    std::string text = histogramText(points);
    for (const auto& [grouping, name] : enumNames<RunGrouping>) {
        text += groupsText(validation, points, grouping);
    }
    return text + worstText(validation, causes, points, quantity);
}

nlohmann::json groupsJson(const Validation& validation)
{
    auto all = nlohmann::json::object();
    for (const ComparedQuantity quantity : reported) {
        const auto points = comparedPoints(validation, quantity);
        auto& groupings = all[std::string(nameOf(quantity))] = nlohmann::json::object();
        for (const auto& [grouping, name] : enumNames<RunGrouping>) {
            auto list = nlohmann::json::array();
            for (const RunGroup& group : groupRuns(validation, points, grouping)) {
                auto json = encodeJson(group.figures);
                json["name"] = group.name;
                json["coverage"] = group.coverage ? nlohmann::json(*group.coverage) : nlohmann::json();
                list.push_back(std::move(json));
            }
            groupings[std::string(name)] = std::move(list);
        }
    }
    return all;
}

nlohmann::json histogramsJson(const Validation& validation)
{
    auto all = nlohmann::json::object();
    for (const ComparedQuantity quantity : reported) {
        const ErrorHistogram histogram = errorHistogram(errorsOf(comparedPoints(validation, quantity)));
        all[std::string(nameOf(quantity))] = {{"width", histogram.width},
                                              {"from", histogram.from(0)},
                                              {"counts", histogram.counts},
                                              {"below", histogram.below},
                                              {"above", histogram.above}};
    }
    return all;
}

nlohmann::json causesJson(const ErrorCauses& causes, const ValidatedRun& row, ComparedQuantity quantity)
{
    auto list = nlohmann::json::array();
    const bool compared = quantity == ComparedQuantity::Memory ? row.memory_skipped.empty() : row.time_skipped.empty();
    if (compared) {
        for (const ErrorCause& cause : causes.of(row, quantity)) {
            list.push_back({{"cause", nameOf(cause.kind)}, {"text", causeText(cause)}});
        }
    }
    return list;
}

}
