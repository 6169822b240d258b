// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/errorcause.h"

#include <QString>

namespace stagecraft {

// The core's words about predictions beside measured runs, in the user's language.

QString causeSentence(const ErrorCause& cause);
QString featureName(RunFeature feature); // "micro-batch"
QString groupingName(RunGrouping grouping); // "Model"
// The name of a group with what it is a name of, where that is only a number: "tensor degree 8".
QString groupName(const RunGroup& group, RunGrouping grouping);

// Values of a quantity with their unit: three figures, and in full.
QString quantityText(double value, ComparedQuantity quantity);
QString exactQuantityText(double value, ComparedQuantity quantity);
QString signedPercentText(double share); // "+12.3 %"

}
