// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/errorcause.h"

#include <QString>

namespace stagecraft {

// Texts of the comparison of predictions with measured runs, in the user's language.

QString causeSentence(const ErrorCause& cause);
QString featureName(RunFeature feature); // "micro-batch size"
QString groupingName(RunGrouping grouping); // "Model"
// Name of a group; numbers get their meaning: "TP8".
QString groupName(const RunGroup& group, RunGrouping grouping);

// Value with its unit: with three significant figures, and in full.
QString quantityText(double value, ComparedQuantity quantity);
QString exactQuantityText(double value, ComparedQuantity quantity);
QString signedPercentText(double share); // "+12.3 %"

}
