// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/search/search.h"
#include "core/session/document.h"
#include "ui/timeline/timelinedata.h"

namespace stagecraft {

// More are not simulated for the eye: they would take gigabytes.
inline constexpr double mostTimelineSpans = 4e6;

// About as many spans as a simulated step of the plan has.
double timelineSpans(const Plan& plan);

// What a simulation takes along to another thread.
struct TimelineWish {
    std::shared_ptr<const Question> question;
    std::shared_ptr<const Measurements> measurements;
    Probes probes;
    Plan plan;
    std::vector<Bytes> capacity; // by pipeline rank
};

// Of a candidate for this question, which is not null.
TimelineWish timelineWish(std::shared_ptr<const Question> question, const Document& document,
                          const Candidate& candidate);

// Simulates a step of the plan. Errors: those of planCosts() and planTimeline(). Safe from any thread.
Result<std::shared_ptr<const TimelineData>> simulatedTimeline(const TimelineWish& wish);

}
