// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// A plan in a few lines, as rich text. `training_cost`: of the run; null: unknown.
QString tradeoffCard(const Candidate& candidate, const TrainingCost* training_cost);

}
