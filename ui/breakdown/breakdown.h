// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/steptime.h"
#include "core/search/search.h"
#include "core/session/document.h"

#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// How the figures of a plan come about: the terms that make each, with formula and source.

struct BreakdownTerm {
    QString what;
    QString value; // bytes and counts: exact
    QString how; // formula and source; may be empty
    std::optional<Seconds> time {}; // of a time, not rounded; `value` has the digits that bounds leave certain
};

// With so many digits of a time.
BreakdownTerm timeTerm(const QString& what, Seconds time, int figures, const QString& how);

struct BreakdownFigure {
    QString title; // "Peak memory"
    QString value;
    QString how;
    std::vector<BreakdownTerm> terms;
};

struct BreakdownWish {
    std::shared_ptr<const Question> question; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    Probes probes; // or null
    Candidate candidate;
    int device = -1; // of the estimate's; -1: that with the peak, and the fullest
};

// Peak by parts and by layers, the peaks of the fullest device (of one where it is told: first), step by what it waits
// for, throughput, cost. Simulates the step several times: for other threads than the window's. Errors: those of
// planCosts() and orderOf().
Result<std::vector<BreakdownFigure>> breakdownOf(const BreakdownWish& wish);

}
