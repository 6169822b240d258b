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

// The layers that each pipeline rank of a timeline works on, first and last: "0-3", "0-3, 12-15", "5". By pipeline
// rank.
std::vector<std::string> layersByPipelineRank(const Plan& plan, const Timeline& timeline);

// A simulated step as Chrome trace JSON (Trace Event Format, the object form; docs/formats.md), for Perfetto and
// chrome://tracing: a process a pipeline rank, a thread a lane, times in microseconds to the nanosecond, two counters
// of allocated bytes a pipeline rank. Spans of a lane that overlap get threads of their own. Linear in spans and points
// (sorting apart); no errors; safe from any thread.
std::string chromeTrace(const Plan& plan, const PlanTimeline& timeline);

}
