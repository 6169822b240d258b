// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/simulation/pipeline.h"

#include <vector>

namespace stagecraft {

// Which end of the measured times to use: median less spread, median, median and spread.
enum class TimeBound { Low, Middle, High };

// Times of the layers [first, last) as one stage of `data` replicas; `place` of `places` decides which links it uses.
// Device s*data + r holds replica r of place s, so that replicas lie side by side.
// Ring all-reduce of the gradients: 2 (d-1)/d bytes over bandwidth and 2 (d-1) latencies (Patarasu and Yuan 2009), not
// overlapped.
StageTimes stageTimes(const ChainCosts& costs, LayerRange range, int data, int place, int places,
                      const ClusterGroup& group, TimeBound bound = TimeBound::Middle);

// Time in which first and last stage exchange the gradient of tied weights; zero if the chain has none or only one
// stage.
Seconds tiedExchange(const ChainCosts& costs, int data, int places, const ClusterGroup& group);

// Simulated step of a plan.
SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                           TimeBound bound = TimeBound::Middle);

}
