// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stackestimate.h"
#include "ui/breakdown/breakdown.h"
#include "ui/support/memoryparts.h"

namespace stagecraft {

// The same of a plan whose figures are a stack's: from its formulas and corrections, not from the layers' costs.

// How a part of the peak comes about by the stack's formulas.
QString stackFormulaOf(MemoryPart part);

// What each layer of the peak's stage takes, and each correction; all of it adds up to the peak.
BreakdownFigure stackLayersOf(const BreakdownWish& wish, const StackParts& parts, const DeviceEstimate& device);

// What a step goes to; the terms but the bounds add up to it.
BreakdownFigure stackStepOf(const Estimate& estimate, const StepTerms& step);

}
