// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/simulation/pipeline.h"

#include <optional>

namespace stagecraft {

// Which end of the measured times to use: median less spread, median, median and spread.
enum class TimeBound { Low, Middle, High };

// Times of the layers [first, last) as one stage of `data` replicas; `place` of `places` decides which links it uses.
// Device s*data + r holds replica r of place s, so that replicas lie side by side. The gradients are all-reduced in
// buckets beside the last backward pass (core/simulation/gradientreduction.h). Safe from any thread; no errors.
StageTimes stageTimes(const ChainCosts& costs, LayerRange range, int data, int place, int places,
                      const ClusterGroup& group, TimeBound bound = TimeBound::Middle);

// Time in which first and last stage all-reduce the gradient of tied weights, each replica with its like; none if the
// chain has no such weights or only one stage.
std::optional<Seconds> tiedExchange(const ChainCosts& costs, int data, int places, const ClusterGroup& group);

// Simulated step of a plan.
SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                           TimeBound bound = TimeBound::Middle);

// How much longer the plan's step is than it would be if everything that is sent (boundaries and their gradients, the
// data-parallel reduction, the tied gradient) arrived at once: the communication that no compute hides.
// `step`: what simulatePlan() says of the plan.
Seconds exposedCommunication(const Problem& problem, const Plan& plan, const ChainCosts& costs,
                             const SimulatedStep& step);

}
