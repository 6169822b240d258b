// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinedata.h"

#include "core/exchange/chrometrace.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace stagecraft {

namespace {

void indexSpans(TimelineData& data)
{
    const auto& spans = data.timeline().spans;
    data.by_start.resize(spans.size());
    std::iota(data.by_start.begin(), data.by_start.end(), 0);
    std::stable_sort(data.by_start.begin(), data.by_start.end(),
                     [&](std::int32_t a, std::int32_t b) { return data.span(a).start < data.span(b).start; });
    data.row_of.resize(spans.size());
    data.lanes.resize(static_cast<std::size_t>(data.places()));
    std::set<Lane> used;
    std::set<SpanKind> kinds;
    for (std::size_t row = 0; row < data.by_start.size(); ++row) {
        const std::int32_t index = data.by_start[row];
        const Span& span = data.span(index);
        data.row_of[static_cast<std::size_t>(index)] = static_cast<std::int32_t>(row);
        LaneSpans& lane = data.lanes[static_cast<std::size_t>(span.place)][static_cast<std::size_t>(span.lane)];
        lane.spans.push_back(index);
        lane.longest = std::max(lane.longest, span.duration());
        used.insert(span.lane);
        kinds.insert(span.kind);
    }
    data.used.assign(used.begin(), used.end());
    data.kinds.assign(kinds.begin(), kinds.end());
}

}

std::optional<StackFigures> stackFigures(const Estimate& estimate, const Plan& plan)
{
    if (!estimate.stack) {
        return std::nullopt;
    }
    StackFigures figures;
    figures.stack = QString::fromStdString(estimate.stack->name);
    figures.kind = estimate.stack->memory_kind;
    figures.peaks.resize(static_cast<std::size_t>(plan.places()));
    for (const DeviceEstimate& device : estimate.devices) {
        Bytes& peak =
            figures.peaks[static_cast<std::size_t>(plan.stages[static_cast<std::size_t>(device.stage)].place)];
        peak = std::max(peak, device.peak);
    }
    if (estimate.stack->tells_time) {
        figures.step = estimate.step;
        figures.bubble_fraction = estimate.bubble_fraction;
    }
    return figures;
}

std::shared_ptr<const TimelineData> makeTimelineData(Plan plan, PlanTimeline simulated, std::vector<Bytes> capacity,
                                                     QStringList layerNames, std::optional<StackFigures> stack)
{
    auto data = std::make_shared<TimelineData>();
    data->plan = std::move(plan);
    data->simulated = std::move(simulated);
    data->capacity = std::move(capacity);
    data->capacity.resize(static_cast<std::size_t>(data->places()));
    data->layer_names = std::move(layerNames);
    data->stack = std::move(stack);
    indexSpans(*data);
    data->critical = criticalPath(data->timeline());
    data->critical_shares = criticalShares(data->timeline());
    data->is_critical.resize(data->timeline().spans.size());
    for (const std::int32_t index : data->critical) {
        data->is_critical[static_cast<std::size_t>(index)] = true;
    }
    for (const std::string& layers : layersByPlace(data->plan, data->timeline())) {
        data->layers += QString::fromStdString(layers);
    }
    return data;
}

}
