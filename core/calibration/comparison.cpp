// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace stagecraft {

namespace {

constexpr std::array widths {0.01, 0.02, 0.05, 0.1, 0.2, 0.5};
constexpr int mostBins = 24;
constexpr double held = 0.95; // share of the errors that the bins cover

std::optional<RunPoint> memoryPoint(const ValidatedRun& row)
{
    if (!row.memory_skipped.empty()) {
        return std::nullopt;
    }
    const auto bytes = [](Bytes amount) { return static_cast<double>(amount.value); };
    return RunPoint {0, bytes(*row.run.peak), bytes(row.peak.value), bytes(row.peak.low), bytes(row.peak.high)};
}

std::optional<RunPoint> stepPoint(const ValidatedRun& row)
{
    if (!row.time_skipped.empty()) {
        return std::nullopt;
    }
    return RunPoint {0, row.measured_step->value, row.step.value.value, row.step.low.value, row.step.high.value};
}

// The bounds are swapped, as a short step is a high speed.
std::optional<RunPoint> speedPoint(const ValidatedRun& row)
{
    const auto point = stepPoint(row);
    if (!point || row.tokens <= 0) {
        return std::nullopt;
    }
    return RunPoint {0, row.tokens / point->measured, row.tokens / point->predicted, row.tokens / point->high,
                     row.tokens / point->low};
}

std::int64_t degreeOf(const Run& run, RunGrouping grouping)
{
    return (grouping == RunGrouping::Tensor ? run.tensor : run.pipeline).value_or(1);
}

std::string nameIn(const ValidatedRun& row, RunGrouping grouping)
{
    switch (grouping) {
    case RunGrouping::Model:
        return row.run.model;
    case RunGrouping::Device:
        return row.run.device;
    case RunGrouping::Framework:
        return std::string(nameOf(row.framework));
    case RunGrouping::Tensor:
    case RunGrouping::Pipeline:
        break;
    }
    return std::to_string(degreeOf(row.run, grouping));
}

std::vector<RunPoint> pick(const std::vector<RunPoint>& points, const std::vector<std::size_t>& some)
{
    std::vector<RunPoint> picked;
    for (const std::size_t i : some) {
        picked.push_back(points[i]);
    }
    return picked;
}

}

std::vector<RunPoint> comparedPoints(const Validation& validation, ComparedQuantity quantity)
{
    const auto pointOf = quantity == ComparedQuantity::Memory ? memoryPoint
        : quantity == ComparedQuantity::Step                  ? stepPoint
                                                              : speedPoint;
    std::vector<RunPoint> points;
    for (std::size_t row = 0; row < validation.rows.size(); ++row) {
        if (auto point = pointOf(validation.rows[row])) {
            point->row = row;
            points.push_back(*point);
        }
    }
    return points;
}

ErrorFigures figuresOf(const std::vector<RunPoint>& points)
{
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const RunPoint& point : points) {
        predicted.push_back(point.predicted);
        measured.push_back(point.measured);
    }
    return errorFigures(predicted, measured);
}

std::optional<double> coverageOf(const std::vector<RunPoint>& points)
{
    int inside = 0;
    for (const RunPoint& point : points) {
        inside += point.low <= point.measured && point.measured <= point.high ? 1 : 0;
    }
    return points.empty() ? std::nullopt
                          : std::optional(static_cast<double>(inside) / static_cast<double>(points.size()));
}

std::vector<std::size_t> worstFirst(const std::vector<RunPoint>& points)
{
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(points[a].error()) > std::abs(points[b].error());
    });
    return order;
}

std::vector<RunGroup> groupRuns(const Validation& validation, const std::vector<RunPoint>& points, RunGrouping grouping)
{
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t i = 0; i < points.size(); ++i) {
        byName[nameIn(validation.rows[points[i].row], grouping)].push_back(i);
    }
    std::vector<RunGroup> groups;
    for (auto& [name, members] : byName) {
        const auto some = pick(points, members);
        groups.push_back({name, std::move(members), figuresOf(some), coverageOf(some)});
    }
    const bool degrees = grouping == RunGrouping::Tensor || grouping == RunGrouping::Pipeline;
    std::stable_sort(groups.begin(), groups.end(), [&](const RunGroup& a, const RunGroup& b) {
        if (!degrees) {
            return a.points.size() > b.points.size();
        }
        const auto degree = [&](const RunGroup& group) {
            return degreeOf(validation.rows[points[group.points.front()].row].run, grouping);
        };
        return degree(a) < degree(b);
    });
    return groups;
}

int ErrorHistogram::binOf(double error) const
{
    const auto bins = static_cast<double>(counts.size());
    if (std::isnan(error)) {
        return static_cast<int>(counts.size());
    }
    // Clamped before the conversion, as an int cannot represent every quotient.
    return static_cast<int>(std::clamp(std::floor(error / width) + negative, -1.0, bins));
}

ErrorHistogram errorHistogram(const std::vector<double>& errors)
{
    ErrorHistogram histogram;
    double reach = widths.front() * 2; // at least a few bins even if all errors are tiny
    if (!errors.empty()) {
        std::vector<double> sizes;
        for (const double error : errors) {
            sizes.push_back(std::abs(error));
        }
        reach = std::max(reach, quantile(std::move(sizes), held));
    }
    histogram.width = widths.back();
    for (const double width : widths) {
        if (reach <= width * mostBins / 2) {
            histogram.width = width;
            break;
        }
    }
    const double half = std::min(std::floor(reach / histogram.width) + 1, mostBins / 2.0);
    histogram.negative = static_cast<int>(std::min(half, std::ceil(1 / histogram.width)));
    histogram.counts.assign(static_cast<std::size_t>(histogram.negative) + static_cast<std::size_t>(half), 0);
    for (const double error : errors) {
        const int bin = histogram.binOf(error);
        if (bin < 0) {
            ++histogram.below;
        } else if (bin >= static_cast<int>(histogram.counts.size())) {
            ++histogram.above;
        } else {
            ++histogram.counts[static_cast<std::size_t>(bin)];
        }
    }
    return histogram;
}

}
