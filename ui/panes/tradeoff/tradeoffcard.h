// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// Describes a plan in a few lines of rich text. `training_cost`: cost of the run; null if unknown.
QString tradeoffCard(const Candidate& candidate, const TrainingCost* training_cost);

}
