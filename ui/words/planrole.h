// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// The role of a plan determines its color, shape and badge in every view. The first role that applies counts.
enum class PlanRole { Recommended, UserDefined, Balanced, Fastest, Cheapest, Front, Baseline, Other };

PlanRole roleOf(const Candidate& candidate);

// True for plans of another partitioner, which are shown for comparison.
bool isBaseline(const Candidate& candidate);

// True for user-defined plans.
bool isUserDefined(const Candidate& candidate);

// Spelling of the authors: "DeepSpeed uniform" for "deepspeed-uniform".
QString partitionerName(const std::string& partitioner);

// Text of the badge in the user's language: "Recommended". Baselines and user-defined plans have names: "Uniform".
QString planName(const Candidate& candidate);

// All labels: "Recommended, fastest, Pareto-optimal".
QString planLabels(const Candidate& candidate);

// Parallelism: "PP4 TP8 DP2 +SP", in full "PP4 VPP2 TP8 CP2 DP8 EP4 +SP". PP counts pipeline ranks and VPP stages per
// pipeline rank. VPP, CP, EP and +SP appear only if used. "PP3 TP1,2,2 DP4,2,2" if stages differ.
QString degreesText(const Plan& plan);

// "Stage 1: layers 0-4".
QString stagesText(const Plan& plan);

// Split points of the chain of layers, including both ends: "0, 21, 41, 61, 82". For many stages: layers per stage.
QString splitPointsText(const Plan& plan);
// Split points for a table cell, shortened by whole entries: "2, 37 × 1, … (40 stages)".
QString shortSplitPointsText(const Plan& plan);

}
