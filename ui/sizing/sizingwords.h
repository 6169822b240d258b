// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/whatif.h"
#include "core/search/sizingwords.h"

#include <QString>

namespace stagecraft {

// The core's answers in the user's language.

// The template as it stands in the program, untranslated; equals the core's sizingTemplate().
const char* sizingSourceText(SizingPhrase phrase);

QString sizingText(const SizingSentence& sentence);

// "Fewest devices".
QString questionName(const SizingRequest& request);

// All that a result says, in sentences.
QString answerText(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// A plan and what it takes: "PP4 TP1 DP2, 1F1B, 4 × 1 sample: peak 21.4 GiB, 9.10 samples/s".
QString planText(const SizedPlan& plan);
// That of an answer, and which of the plans there it is: "Fastest that fits: PP4 TP1 DP2, ...".
QString proofText(const SizingResult& result);

// "9.10 tokens/s", or samples of models without.
QString rateText(const Estimate& estimate);
double rateOf(const Estimate& estimate); // the same figure
QString rateUnit(SampleKind sample); // "tokens/s"

// "per million tokens" or "per million samples".
QString perMillionName(SampleKind sample);

// Bounds of a bill's amount, of the whole run or of a million tokens, and what it leaves out, a line each. Empty
// without a price.
QString billBounds(const Bill& bill, bool whole);
QString timeBounds(const Bill& bill); // "Between 45.8 days and 130 days"

QString leverName(Lever lever, SampleKind sample); // "Memory of a device"
QString leverMeaning(Lever lever, SampleKind sample); // one sentence
QString leverText(Lever lever, double value); // "40.0 GiB"

}
