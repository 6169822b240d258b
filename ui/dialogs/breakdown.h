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

// The terms of each figure of a plan, with formulas and sources.

struct BreakdownTerm {
    QString what;
    QString value; // bytes and counts: exact
    QString how; // formula and source; may be empty
    std::optional<Seconds> time {}; // unrounded, for times; `value` has the digits that the bounds warrant
};

// A term for a time, shown with `figures` significant figures.
BreakdownTerm timeTerm(const QString& what, Seconds time, int figures, const QString& how);

struct BreakdownFigure {
    QString title; // "Peak memory"
    QString value;
    QString how;
    std::vector<BreakdownTerm> terms;
};

struct BreakdownInput {
    std::shared_ptr<const PlanningSession> session; // not null
    std::shared_ptr<const Measurements> measurements; // not null
    Probes probes; // null if not measured
    Candidate candidate;
    int device = -1; // index into the estimate's devices; -1: the device with the highest peak, and the fullest one
};

// Peak by memory category and by layer, device memory of the fullest device (or of `wish.device`), step time with its
// exposed communication, throughput and cost. Simulates the step several times, so call it off the GUI thread. Errors:
// those of planCosts() and orderOf().
Result<std::vector<BreakdownFigure>> breakdownOf(const BreakdownInput& input);

}
