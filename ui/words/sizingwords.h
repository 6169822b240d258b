// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/whatif.h"
#include "core/search/sizingsentences.h"

#include <QString>

namespace stagecraft {

// Sizing answers of the core, translated.

QString sizingText(const Message& sentence);

// "Fewest devices".
QString goalName(const SizingRequest& request);

// The complete answer in sentences.
QString answerText(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// "PP4 TP1 DP2, 1F1B, 4 × 1 sample: peak 21.4 GiB, 9.10 samples/s".
QString planText(const SizedPlan& plan);
// The plan of an answer with its objective: "Fastest that fits: PP4 TP1 DP2, ...".
QString proofText(const SizingResult& result);

// "9.10 tokens/s", or samples/s for models without tokens.
QString rateText(const Estimate& estimate);
double rateOf(const Estimate& estimate); // value of rateText()
QString rateUnit(SampleKind sample); // "tokens/s"

// "per million tokens" or "per million samples".
QString perMillionName(SampleKind sample);

// Bounds of the total cost (`whole`) or of the cost per million, then the costs not included, one line each. Empty
// without a price.
QString trainingCostBounds(const TrainingCost& training_cost, bool whole);
QString timeBounds(const TrainingCost& training_cost); // "Between 45.8 days and 130 days"

QString whatIfParameterName(WhatIfParameter parameter, SampleKind sample); // "Memory of a device"
QString whatIfParameterMeaning(WhatIfParameter parameter, SampleKind sample); // one sentence
QString whatIfValueText(WhatIfParameter parameter, double value); // "40.0 GiB"

}
