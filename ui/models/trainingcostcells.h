// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"

#include <QVariant>

namespace stagecraft {

// Cost and time-to-train cells of the candidates table, by columns and roles of CandidateModel.

bool isTrainingCostColumn(int column);

// Value of a cell in one of these columns; `training_cost` is null if unknown. Returns an invalid QVariant for other
// roles.
QVariant trainingCostCell(int column, int role, const TrainingCost* training_cost);

}
