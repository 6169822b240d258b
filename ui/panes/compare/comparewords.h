// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparedplan.h"

namespace stagecraft {

// Sentence with the differences of peak and step time from the baseline.
QString comparisonSentence(const std::vector<ComparedPlan>& plans, int baseline);

// The same on one line: with more than two plans, those with the lowest peak and the shortest step.
QString shortComparisonSentence(const std::vector<ComparedPlan>& plans, int baseline);

// Plans that cannot be estimated, with the reasons; empty if there are none.
QString obstaclesText(const std::vector<ComparedPlan>& plans);

}
