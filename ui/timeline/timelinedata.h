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

// The spans of one lane of a pipeline rank, by when they begin. What overlaps (a message may set out before the one
// before has arrived) is found by `longest`: no span that begins that much earlier reaches into a window.
struct LaneSpans {
    std::vector<std::int32_t> spans; // indices into Timeline::spans
    Seconds longest;
};

// A simulated plan as the window shows it. Made once, off the window's thread, then only read.
struct TimelineData {
    Plan plan;
    PlanTimeline simulated;
    std::vector<std::array<LaneSpans, laneCount>> lanes; // by pipeline rank
    std::vector<std::int32_t> by_start; // all spans, as the table lists them
    std::vector<std::int32_t> row_of; // of each span in by_start
    std::vector<std::int32_t> critical; // the path, first to last
    std::vector<bool> is_critical; // by span
    std::vector<Lane> used; // lanes that any pipeline rank uses, in order
    std::vector<SpanKind> kinds; // that occur, in order
    QStringList layers; // of each pipeline rank: "0-3"
    std::vector<Bytes> capacity; // of each place's devices, less the reserve; 0: not known
    QStringList layer_names;

    const Timeline& timeline() const { return simulated.timeline; }
    const Span& span(std::int32_t index) const { return simulated.timeline.spans[static_cast<std::size_t>(index)]; }
    int pipelineRanks() const { return simulated.timeline.pipeline_ranks; }
    const LaneSpans& lane(int pipeline_rank, Lane lane) const
    {
        return lanes[static_cast<std::size_t>(pipeline_rank)][static_cast<std::size_t>(lane)];
    }
};

// `capacity`: by pipeline rank, may be short. Sorts all spans: for other threads than the window's.
std::shared_ptr<const TimelineData> makeTimelineData(Plan plan, PlanTimeline simulated, std::vector<Bytes> capacity,
                                                     QStringList layerNames);

}
