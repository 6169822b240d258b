// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracedata.h"

#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::size_t stepParts = 4096;

struct RankWords {
    Q_DECLARE_TR_FUNCTIONS(Trace)
};

// Returns the devices of a pipeline rank in the order of the stages: first and one past the last.
std::pair<int, int> devicesOf(const Plan& plan, int pipeline_rank)
{
    int first = 0;
    for (int before = 0; before <= pipeline_rank; ++before) {
        int count = 0;
        for (const Stage& stage : plan.stages) {
            count = stage.pipeline_rank == before ? std::max(count, plan.devicesOf(stage)) : count;
        }
        if (before == pipeline_rank) {
            return {first, first + count};
        }
        first += count;
    }
    return {first, first};
}

QString rankName(const Plan& plan, int pipeline_rank)
{
    const auto [first, end] = devicesOf(plan, pipeline_rank);
    const QString rank = countText(pipeline_rank);
    return end - first > 1 ? RankWords::tr("Pipeline rank %1 (devices %2 to %3)").arg(rank).arg(first).arg(end - 1)
                           : RankWords::tr("Pipeline rank %1 (device %2)").arg(rank).arg(first);
}

// Returns the highest allocated peak among the devices of a pipeline rank.
Bytes peakOf(const Estimate& estimate, const Plan& plan, int pipeline_rank)
{
    Bytes peak;
    for (const IdenticalDevices& identical : estimate.devices.pipelineRanks()) {
        const bool isThere =
            plan.stages[static_cast<std::size_t>(identical.first.stage)].pipeline_rank == pipeline_rank;
        peak = isThere ? std::max(peak, identical.first.peak) : peak;
    }
    return peak;
}

// Returns the maximum in bytes for each of equal intervals of the step time.
MemoryCurve sampled(const MemoryOverTime& memory, Seconds end, Bytes libraries)
{
    MemoryCurve curve;
    curve.points.resize(stepParts);
    if (memory.points.empty() || end <= Seconds(0)) {
        return {};
    }
    const auto partOf = [end](Seconds time) {
        const double share = std::clamp(time / end, 0.0, 1.0);
        return std::min(stepParts - 1, static_cast<std::size_t>(share * static_cast<double>(stepParts)));
    };
    for (std::size_t i = 0; i < memory.points.size(); ++i) {
        const MemoryPoint& point = memory.points[i];
        const std::size_t last = i + 1 < memory.points.size() ? partOf(memory.points[i + 1].time) : stepParts - 1;
        for (std::size_t part = partOf(point.time); part <= last; ++part) {
            curve.points[part].highest = std::max(curve.points[part].highest, point.highest + libraries);
        }
    }
    return curve;
}

}

Bytes TracePrediction::over(double from, double to) const
{
    const auto parts = static_cast<double>(step.size());
    const auto first = static_cast<std::size_t>(std::clamp(std::floor(from * parts), 0.0, parts - 1));
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(to * parts), 0.0, parts));
    return step.over(first, std::max(last, first + 1)).highest;
}

std::vector<TracePrediction> tracePredictions(const Plan& plan, const Estimate& estimate, const TimelineData* simulated)
{
    std::vector<TracePrediction> predictions(static_cast<std::size_t>(plan.pipelineRanks()));
    for (const IdenticalDevices& identical : estimate.devices.pipelineRanks()) {
        const DeviceEstimate& device = identical.first;
        const int pipeline_rank = plan.stages[static_cast<std::size_t>(device.stage)].pipeline_rank;
        TracePrediction& prediction = predictions[static_cast<std::size_t>(pipeline_rank)];
        if (device.peak + device.libraries > prediction.peak) {
            prediction.peak = device.peak + device.libraries;
            prediction.libraries = device.libraries;
            prediction.breakdown = device.breakdown;
            prediction.breakdown.workspace += device.libraries;
        }
    }
    for (std::size_t pipeline_rank = 0; pipeline_rank < predictions.size(); ++pipeline_rank) {
        TracePrediction& prediction = predictions[pipeline_rank];
        prediction.pipeline_rank = static_cast<int>(pipeline_rank);
        prediction.name = rankName(plan, prediction.pipeline_rank);
        // Pipelines without a flush simulate several steps, none of which is representative.
        if (simulated && simulated->timeline().steps == 1 && pipeline_rank < simulated->simulated.memory.size()) {
            prediction.step =
                CurvePyramid(sampled(simulated->simulated.memory[pipeline_rank], simulated->timeline().end,
                                     prediction.peak - peakOf(estimate, plan, static_cast<int>(pipeline_rank))));
        }
    }
    return predictions;
}

int likelyPipelineRank(const MemoryTrace& trace, const Plan& plan, const std::vector<TracePrediction>& predictions)
{
    static const QRegularExpression rankInName(QStringLiteral("rank[-_.]?(\\d{1,6})"),
                                               QRegularExpression::CaseInsensitiveOption);
    if (const auto match = rankInName.match(QString::fromStdString(trace.name)); match.hasMatch()) {
        const int device = match.captured(1).toInt();
        for (const TracePrediction& prediction : predictions) {
            const auto [first, end] = devicesOf(plan, prediction.pipeline_rank);
            if (device >= first && device < end) {
                return prediction.pipeline_rank;
            }
        }
    }
    const auto nearest = std::ranges::min_element(predictions, {}, [&](const TracePrediction& prediction) {
        return std::abs((prediction.peak - trace.peak).value);
    });
    return nearest == predictions.end() ? -1 : nearest->pipeline_rank;
}

std::vector<CategoryDifference> categoryDifferences(const MemoryTrace& trace, const TracePrediction* prediction)
{
    std::vector<CategoryDifference> rows;
    const auto predictedOf = [&](TraceCategory category) -> std::optional<Bytes> {
        if (!prediction || prediction->breakdown.total() == Bytes(0)) {
            return std::nullopt;
        }
        const MemoryBreakdown& parts = prediction->breakdown;
        switch (category) {
        case TraceCategory::Parameters:
            return parts.parameters;
        case TraceCategory::Gradients:
            return parts.gradients;
        case TraceCategory::Optimizer:
            return parts.optimizer;
        case TraceCategory::Activations:
            return parts.activations + parts.boundaries;
        case TraceCategory::Communication:
            return parts.communication;
        case TraceCategory::Temporary:
            return parts.workspace + parts.framework;
        case TraceCategory::Unknown:
            break;
        }
        return std::nullopt;
    };
    for (const auto& [category, name] : enumNames<TraceCategory>) {
        const Bytes measured = trace.at_peak[static_cast<std::size_t>(category)];
        const auto predicted = predictedOf(category);
        if (measured > Bytes(0) || predicted.value_or(Bytes(0)) > Bytes(0)) {
            rows.push_back({category, measured, predicted});
        }
    }
    rows.push_back({std::nullopt, trace.peak, prediction ? std::optional(prediction->peak) : std::nullopt});
    return rows;
}

}
