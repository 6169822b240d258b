// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparedplan.h"

namespace stagecraft {

// The comparison in a sentence: by how much peak and step of the others differ from the baseline's.
QString comparisonSentence(const std::vector<ComparedPlan>& plans, int baseline);

// Which columns their problem does not allow, and why; empty: none.
QString obstaclesText(const std::vector<ComparedPlan>& plans);

}
