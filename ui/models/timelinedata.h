// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/plantimeline.h"
#include "core/plan/plan.h"

#include <QStringList>

#include <array>
#include <memory>
#include <vector>

namespace stagecraft {

inline constexpr std::size_t laneCount = enumNames<Lane>.size();

// The spans of one lane of a pipeline rank, by start time. Spans may overlap (a message can start before the previous
// one has arrived): a span that starts more than `longest` before a window does not reach into it.
struct LaneSpans {
    std::vector<std::int32_t> spans; // indices into Timeline::spans
    Seconds longest;
};

// A simulated plan prepared for display. Created once off the GUI thread, then read-only.
struct TimelineData {
    Plan plan;
    PlanTimeline simulated;
    std::vector<std::array<LaneSpans, laneCount>> lanes; // by pipeline rank
    std::vector<std::int32_t> by_start; // all spans in the order of the table
    std::vector<std::int32_t> row_of; // position of each span in by_start
    std::vector<std::int32_t> critical; // critical path, first to last
    std::vector<bool> is_critical; // by span
    std::vector<Lane> used; // lanes that any pipeline rank uses, in order
    std::vector<SpanKind> kinds; // kinds that occur, in order
    QStringList layers; // by pipeline rank: "0-3"
    // capacity of the devices of each pipeline rank, minus the memory reserve; 0 if unknown
    std::vector<Bytes> capacity;
    QStringList layer_names;

    const Timeline& timeline() const { return simulated.timeline; }
    const Span& span(std::int32_t index) const { return simulated.timeline.spans[static_cast<std::size_t>(index)]; }
    int pipelineRanks() const { return simulated.timeline.pipeline_ranks; }
    const LaneSpans& lane(int pipeline_rank, Lane lane) const
    {
        return lanes[static_cast<std::size_t>(pipeline_rank)][static_cast<std::size_t>(lane)];
    }
};

// `capacity`: by pipeline rank, may be short. Sorts all spans, so call it off the GUI thread.
std::shared_ptr<const TimelineData> makeTimelineData(Plan plan, PlanTimeline simulated, std::vector<Bytes> capacity,
                                                     QStringList layerNames);

}
