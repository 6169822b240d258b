// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/money.h"
#include "ui/sizing/sizingwork.h"

#include <QString>

#include <vector>

namespace stagecraft {

// What is known of a column of the comparison.
struct ComparedPlan {
    QString title;
    QString copied_title; // in files: the same in English
    Problem problem;
    Plan plan;
    std::optional<Estimate> estimate; // nothing while it is on its way, and where there is an obstacle
    std::optional<Error> obstacle; // why the problem does not allow the plan, or nothing can be told of it
    std::optional<Bill> bill; // as soon as there is an estimate; of the run, or of a step where none is given

    bool isPending() const { return !estimate && !obstacle; }
};

// Title and degrees, in a line each, unless the title begins with them.
QString columnHeading(const QString& title, const Plan& plan);
// A name with so many letters at most, the last of which stands for those that are left out.
QString shortened(const QString& name, int letters);

// Each column with its estimate under its own problem, or under the wish's where it has none, and with the bill of the
// wish's run, billed as that says: one run for all. Safe from any thread.
std::vector<ComparedPlan> estimateCompared(const Comparison& comparison, const SizingWish& wish,
                                           const std::stop_token& stop);

}
