// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/allocator/replaymemory.h"
#include "core/plan/question.h"
#include "core/problem/whatif.h"
#include "core/search/sizing.h"
#include "core/session/document.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A problem and what is known about its costs: what searches of the sizing pane need. Safe to read from any thread.
struct SizingWish {
    Problem problem;
    std::shared_ptr<const Measurements> measurements; // never null
    Probes probes;
    std::shared_ptr<ReplayMemory> replays {}; // what answers before left; may be null
};

// One plan of a problem with its estimate: the recommended one, or of those that do not fit the one of least peak.
struct PlannedProblem {
    Problem problem;
    Plan plan;
    Estimate estimate;
    Outcome outcome;

    friend bool operator==(const PlannedProblem&, const PlannedProblem&) = default;
};

// A point of a curve; without a plan there is `obstacle`.
struct CurvePoint {
    double value = 0; // of the lever
    std::optional<PlannedProblem> planned;
    std::optional<Error> obstacle;

    bool fits() const { return planned && planned->estimate.fits; }
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

// These answer in the calling thread; stopped ones with ErrorCode::Cancelled or an outcome that says so.

// Errors: those of searchPlans(); the search's words where it has no plan at all.
Result<PlannedProblem> planOf(const SizingWish& wish, const std::stop_token& stop);
// As `stagecraft-cli size` answers. Errors: those of sizeProblem().
Result<SizingResult> sizeOf(const SizingWish& wish, const SizingRequest& request, const std::stop_token& stop);
CurvePoint curvePoint(const SizingWish& wish, Lever lever, double value, const std::stop_token& stop);
// A scenario as it is estimated by what is known now. Errors: those of validate(Plan) and estimatePlan().
Result<PlannedProblem> estimateScenario(const Scenario& scenario, const SizingWish& wish);

// What the pane asks about a problem: each question of sizing that can be asked of it.
// Where the problem says how long the run trains, its limits are those of the cheapest cluster, and where any is set
// the fewest nodes for the run are one question more.
std::vector<SizingRequest> sizingRequests(const Problem& problem, const RunLimits& limits = {});

// Whether the limits of the run concern what is asked.
bool keepsLimits(const SizingRequest& request);

// Nodes of every offer that is known, each time as many as it takes for so many devices; before them the cluster
// itself where it has a price.
std::vector<Cluster> offeredClusters(const Cluster& cluster);

// Of the run that its problem tells of, or of a step; billed as the problem says.
Bill billOf(const PlannedProblem& planned);

// Of a million tokens, or samples of models without; nothing without a price.
std::optional<Usd> costPerMillion(const PlannedProblem& planned);

// Of the run that its problem tells of, or of a step; infinite where preemptions keep a run from its end.
Seconds runTimeOf(const PlannedProblem& planned);

}
