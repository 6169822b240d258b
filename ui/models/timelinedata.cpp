// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelinedata.h"

#include "core/exchange/chrometrace.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

// The values of an enumeration whose flags are set, in order.
template <typename Enum, std::size_t count>
std::vector<Enum> setOnes(const std::array<bool, count>& flags)
{
    std::vector<Enum> set;
    for (std::size_t i = 0; i < count; ++i) {
        if (flags[i]) {
            set.push_back(static_cast<Enum>(i));
        }
    }
    return set;
}

void indexSpans(TimelineData& data)
{
    const auto& spans = data.timeline().spans;
    // Contiguous copies sort much faster than indices into the spans.
    std::vector<std::pair<Seconds, std::int32_t>> starts(spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i) {
        starts[i] = {spans[i].start, static_cast<std::int32_t>(i)};
    }
    std::sort(starts.begin(), starts.end());
    data.by_start.resize(spans.size());
    std::transform(starts.begin(), starts.end(), data.by_start.begin(), [](const auto& one) { return one.second; });
    data.row_of.resize(spans.size());
    data.lanes.resize(static_cast<std::size_t>(data.pipelineRanks()));
    std::array<bool, laneCount> used {};
    std::array<bool, enumNames<SpanKind>.size()> kinds {};
    for (std::size_t row = 0; row < data.by_start.size(); ++row) {
        const std::int32_t index = data.by_start[row];
        const Span& span = data.span(index);
        data.row_of[static_cast<std::size_t>(index)] = static_cast<std::int32_t>(row);
        LaneSpans& lane = data.lanes[static_cast<std::size_t>(span.pipeline_rank)][static_cast<std::size_t>(span.lane)];
        lane.spans.push_back(index);
        lane.longest = std::max(lane.longest, span.duration());
        used[static_cast<std::size_t>(span.lane)] = true;
        kinds[static_cast<std::size_t>(span.kind)] = true;
    }
    data.used = setOnes<Lane>(used);
    data.kinds = setOnes<SpanKind>(kinds);
}

}

std::shared_ptr<const TimelineData> makeTimelineData(Plan plan, PlanTimeline simulated, std::vector<Bytes> capacity,
                                                     QStringList layerNames)
{
    auto data = std::make_shared<TimelineData>();
    data->plan = std::move(plan);
    data->simulated = std::move(simulated);
    data->capacity = std::move(capacity);
    data->capacity.resize(static_cast<std::size_t>(data->pipelineRanks()));
    data->layer_names = std::move(layerNames);
    indexSpans(*data);
    data->critical = criticalPath(data->timeline());
    data->is_critical.resize(data->timeline().spans.size());
    for (const std::int32_t index : data->critical) {
        data->is_critical[static_cast<std::size_t>(index)] = true;
    }
    for (const std::string& layers : layersByPipelineRank(data->plan, data->timeline())) {
        data->layers += QString::fromStdString(layers);
    }
    return data;
}

}
