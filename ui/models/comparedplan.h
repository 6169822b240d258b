// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/session/sizingwork.h"

#include <QString>

#include <vector>

namespace stagecraft {

// A column of the comparison with its estimate.
struct ComparedPlan {
    QString title;
    QString copied_title; // in English, for files
    Problem problem;
    Plan plan;
    std::optional<Estimate> estimate; // empty while pending, or if there is an obstacle
    std::optional<Error> obstacle; // reason why the plan cannot be estimated
    // cost of the run, or of one step without a run length; set with the estimate
    std::optional<TrainingCost> training_cost;

    bool isPending() const { return !estimate && !obstacle; }
};

// Title and parallelism on separate lines; only the title if it begins with the parallelism.
QString columnHeading(const QString& title, const Plan& plan);
// The name, elided to `letters` characters.
QString shortened(const QString& name, int letters);

// Estimates each column for its own problem, or for the problem of `input`. All columns are billed for the run of
// `input`. Thread-safe.
std::vector<ComparedPlan> estimateCompared(const Comparison& comparison, const SizingInput& input,
                                           const std::stop_token& stop);

}
