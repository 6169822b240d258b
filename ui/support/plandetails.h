// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

#include <vector>

namespace stagecraft {

// All that is to be said of a plan, in words.

struct PlanDetail {
    QString what; // "Step"; empty: the words stand for themselves
    QString words;
    QString how; // formula and source of a figure; else empty
};

struct PlanDetailGroup {
    QString title;
    std::vector<PlanDetail> details;
};

// What the plan does, the three peaks of its fullest device and its times with their bounds, the bill (as billDetails()
// has it), what the figures rest on and what is to be known of them, and which stage has which layers. No group is
// empty.
std::vector<PlanDetailGroup> planDetails(const Candidate& candidate, const std::vector<PlanDetailGroup>& bill = {});

// What of a plan its degrees do not say: "1F1B · 2 × 8 · ZeRO 1 · Recompute".
QString optionsText(const Plan& plan);

QString activationsText(const Plan& plan); // "Keep all", "full@1-12"

}
