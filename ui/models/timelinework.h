// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/search/search.h"
#include "core/session/document.h"
#include "ui/models/timelinedata.h"

namespace stagecraft {

// Limit for display: larger timelines would need gigabytes.
inline constexpr double mostTimelineSpans = 4e6;

// Approximate number of spans of a simulated step.
double timelineSpans(const Plan& plan);

// Input of a simulation on another thread.
struct TimelineInput {
    std::shared_ptr<const PlanningSession> session;
    std::shared_ptr<const Measurements> measurements;
    Probes probes;
    Plan plan;
    std::vector<Bytes> capacity; // by pipeline rank
};

// Input for a candidate of `session`, which is not null.
TimelineInput timelineInput(std::shared_ptr<const PlanningSession> session, const Document& document,
                            const Candidate& candidate);

// Simulates a step of the plan. Errors: those of planCosts() and planTimeline(). Safe from any thread.
Result<std::shared_ptr<const TimelineData>> simulatedTimeline(const TimelineInput& input);

}
