// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/plancosts.h"
#include "core/estimate/stagetimes.h"

namespace stagecraft {

// Inputs of a plan's simulation. Its schedule must be possible (orderOf(planShape())).
PipelineShape planShape(const Plan& plan);
std::vector<StageTimes> planTimes(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                  TimeBound bound = TimeBound::Middle);
// Returns the weight versions that each stage keeps, by stage.
std::vector<WeightUse> weightUses(const Plan& plan);

// Returns the gradient exchanges between pipeline ranks with the same weights: tied weights and bidirectional
// pipelines.
std::vector<GradientExchange> planExchanges(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                            const OperationOrder& order);

// Simulates a step of a plan with order orderOf(planShape()). `timeline`: receives the operations; may be null.
SimulatedStep simulatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                           const OperationOrder& order, TimeBound bound = TimeBound::Middle,
                           Timeline* timeline = nullptr);

// Exposed communication by kind: reduction of the step time if only that kind were instantaneous.
struct ExposedCommunication {
    Seconds boundaries; // activations and their gradients between pipeline ranks
    Seconds layers; // between ranks that share layers (TP, CP, EP)
    Seconds reductions; // gradients over replicas
    Seconds exchanges; // gradients between pipeline ranks with the same weights
    Seconds zero; // all parameter and gradient communication of ZeRO 2 and 3
    Seconds host; // copies to and from the host

    friend bool operator==(const ExposedCommunication&, const ExposedCommunication&) = default;
};
// Simulates the step once per kind.
ExposedCommunication exposedByKind(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                                   const OperationOrder& order, const SimulatedStep& step);

// Returns the exposed communication: the reduction of the step time if all communication (boundaries and their
// gradients, collectives within layers, the data-parallel reduction, the tied gradient) were instantaneous. `step`: the
// result of simulatePlan() for the plan.
Seconds exposedCommunication(const Problem& problem, const Plan& plan, const PlanCosts& costs,
                             const OperationOrder& order, const SimulatedStep& step);

}
