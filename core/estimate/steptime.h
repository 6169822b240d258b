// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/estimate/stagetimes.h"

namespace stagecraft {

// What the simulation of a plan needs, whose schedule must be possible (orderOf(planShape())).
PipelineShape planShape(const Plan& plan);
std::vector<StageTimes> planTimes(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                  TimeBound bound = TimeBound::Middle);
// The weights that each stage keeps, by stage.
std::vector<WeightUse> weightUses(const Plan& plan);

// Exchanges of gradients between pipeline ranks that hold the same weights: tied ones, and those of opposed pipelines.
std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                            const OperationOrder& order);

// Simulated step of a plan, whose order is orderOf(planShape()). `timeline` gets what happens, if it is asked for.
SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                           const OperationOrder& order, TimeBound bound = TimeBound::Middle,
                           Timeline* timeline = nullptr);

// What travels, by why: how much shorter the step would be if that alone arrived at once.
struct ExposedCommunication {
    Seconds boundaries; // activations and their gradients between pipeline ranks
    Seconds layers; // between ranks that share layers
    Seconds reductions; // of gradients over replicas
    Seconds exchanges; // of gradients between pipeline ranks that hold the same weights
    Seconds zero; // all that ZeRO 2 and 3 send for parameters and gradients
    Seconds host; // copies to the host and back

    friend bool operator==(const ExposedCommunication&, const ExposedCommunication&) = default;
};
// Simulates the step once for each kind.
ExposedCommunication exposedByKind(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                   const OperationOrder& order, const SimulatedStep& step);

// How much longer the plan's step is than it would be if everything that is sent (boundaries and their gradients, what
// ranks that share layers send, the data-parallel reduction, the tied gradient) arrived at once: the communication that
// no compute hides. `step`: what simulatePlan() says of the plan.
Seconds exposedCommunication(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step);

}
