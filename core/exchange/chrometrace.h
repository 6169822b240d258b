// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plantimeline.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr std::string_view timelineFormat = "stagecraft-timeline";
inline constexpr int timelineFormatVersion = 1;

// Returns the layers of each pipeline rank of a timeline, as ranges with both ends: "0-3", "0-3, 12-15", "5". By
// pipeline rank.
std::vector<std::string> layersByPipelineRank(const Plan& plan, const Timeline& timeline);

// Writes a simulated step as Chrome trace JSON (Trace Event Format, object form; docs/formats.md), for Perfetto and
// chrome://tracing. One process per pipeline rank, one thread per lane, times in microseconds with nanosecond
// resolution, and two counters of allocated bytes per pipeline rank. Overlapping spans of a lane get separate threads.
// Linear in spans and points (sorting apart); no errors; safe from any thread.
std::string chromeTrace(const Plan& plan, const PlanTimeline& timeline);

}
