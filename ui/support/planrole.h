// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// What a plan is to the reader: decides its colour, its shape and its badge in every view. The first that applies.
enum class PlanRole { Recommended, Own, Balanced, Fastest, Cheapest, Front, Baseline, Other };

PlanRole roleOf(const Candidate& candidate);

// True for plans of another partitioner, which are shown for comparison.
bool isBaseline(const Candidate& candidate);

// True for plans of the user's own.
bool isOwn(const Candidate& candidate);

// "DeepSpeed uniform" of "deepspeed-uniform": as its authors write it.
QString partitionerName(const std::string& partitioner);

// "Recommended", "Uniform": the badge's text in the user's language; a baseline has its own name, and so has a plan of
// the user's.
QString planName(const Candidate& candidate);

// All of them: "Recommended, fastest, on the front".
QString planLabels(const Candidate& candidate);

// "P4 T2+S D2": pipeline depth and data degree; tensor, context and expert degrees where they are not 1. "P3 T1,2,2
// D4,2,2" where stages differ.
QString degreesText(const Plan& plan);

// "Stage 1: layers 0-4".
QString stagesText(const Plan& plan);

// Where the chain of layers is split, from its first layer to its end: "0, 21, 41, 61, 82". Of many stages how many
// layers each has.
QString splitPointsText(const Plan& plan);
// The same for a cell, shortened by whole entries: "2, 37 × 1, … (40 stages)".
QString shortSplitPointsText(const Plan& plan);

}
