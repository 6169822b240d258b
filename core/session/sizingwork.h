// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/replaycache.h"
#include "core/plan/planningsession.h"
#include "core/problem/whatif.h"
#include "core/search/sizing.h"
#include "core/session/document.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Input of the sizing pane's searches: a problem and its known costs. Can be read from any thread.
struct SizingInput {
    Problem problem;
    std::shared_ptr<const Measurements> measurements; // never null
    Probes probes;
    std::shared_ptr<ReplayCache> replays {}; // replays of earlier searches; may be null
};

// A problem with its recommended plan and estimate; if no plan fits, the plan with the lowest peak.
struct PlannedProblem {
    Problem problem;
    Plan plan;
    Estimate estimate;
    Outcome outcome;

    friend bool operator==(const PlannedProblem&, const PlannedProblem&) = default;
};

// A point of a curve: a plan or an obstacle.
struct CurvePoint {
    double value = 0; // value of the what-if parameter
    std::optional<PlannedProblem> planned;
    std::optional<Error> obstacle;

    bool fits() const { return planned && planned->estimate.fits; }
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

// The functions below run in the calling thread. If stopped, they return ErrorCode::Cancelled or a cancelled outcome.

// Errors: those of searchPlans(); OptionUnsupported with the outcome's detail if there is no plan.
Result<PlannedProblem> planOf(const SizingInput& input, const std::stop_token& stop);
// Gives the same results as `stagecraft-cli size`. Errors: those of sizeProblem().
Result<SizingResult> sizeOf(const SizingInput& input, const SizingRequest& request, const std::stop_token& stop);
CurvePoint curvePoint(const SizingInput& input, WhatIfParameter parameter, double value, const std::stop_token& stop);
// Estimates a scenario with the current measurements. Errors: those of validate(Plan) and estimatePlan().
Result<PlannedProblem> estimateScenario(const Scenario& scenario, const SizingInput& input);

// Returns all sizing questions that apply to a problem. With a run length, the limits apply to the cheapest cluster;
// with a limit, the list includes the fewest nodes for the run.
std::vector<SizingRequest> sizingRequests(const Problem& problem, const RunLimits& limits = {});

// True if the answer depends on the run limits.
bool keepsLimits(const SizingRequest& request);

// Returns one cluster for every known offer, with the number of nodes needed for at least as many devices; preceded by
// the given cluster if it has a price.
std::vector<Cluster> offeredClusters(const Cluster& cluster);

// Returns the cost of the training run, or of one step without a run length.
TrainingCost trainingCostOf(const PlannedProblem& planned);

// Returns the cost per million tokens, or samples for models without tokens. Empty without a price.
std::optional<Usd> costPerMillion(const PlannedProblem& planned);

// Returns the time to train, or the step time without a run length; infinite if interruptions prevent the run from
// finishing.
Seconds runTimeOf(const PlannedProblem& planned);

}
