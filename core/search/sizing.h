// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/model/scaling.h"
#include "core/search/search.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// What to look for, where everything else of a problem is as it is.
enum class SizingGoal { Fewest, Cheapest, LargestBatch, LongestSequence, LargestModel, Run };

template <>
inline constexpr auto enumNames<SizingGoal> = std::array {
    std::pair {SizingGoal::Fewest, std::string_view("fewest")},
    std::pair {SizingGoal::Cheapest, std::string_view("cheapest")},
    std::pair {SizingGoal::LargestBatch, std::string_view("largest-batch")},
    std::pair {SizingGoal::LongestSequence, std::string_view("longest-sequence")},
    std::pair {SizingGoal::LargestModel, std::string_view("largest-model")},
    std::pair {SizingGoal::Run, std::string_view("run")},
};

// How far is looked where nobody says how far.
inline constexpr std::int64_t mostSizedBatch = 1 << 20; // samples
inline constexpr std::int64_t mostSizedLayers = 1'000; // of the repeated ones
inline constexpr std::int64_t mostSizedWidth = 1 << 17;
inline constexpr std::int64_t mostSizedSequence = 1 << 22; // beyond what the model says

inline constexpr std::int64_t mostSizedNodes = 128; // or the problem's own, if these are more
inline constexpr std::int64_t mostNodesOfRun = 1 << 16; // that a request may name

// What the whole run may cost and take, at the middle of its bill. At least one of both.
struct RunLimits {
    std::optional<Usd> budget;
    std::optional<Seconds> deadline;

    bool any() const { return budget || deadline; }
    friend bool operator==(const RunLimits&, const RunLimits&) = default;
};

struct SizingRequest {
    SizingGoal goal = SizingGoal::Fewest;
    std::vector<Cluster> catalogue; // Cheapest: of which one is chosen; the problem's is not asked for
    // LargestBatch: of a step; then the micro-batch is what grows, in the place of the constraints'. Empty: it is as
    // the constraints have or vary it, and the number of micro-batches grows.
    std::optional<std::int64_t> micro_batches;
    std::int64_t multiple = 1; // Largest and longest: only multiples of it
    std::optional<std::int64_t> most; // the same, and Run, in nodes: no more than that
    bool beyond = false; // LongestSequence: longer than the model says, where it has no learned positions
    ModelScaling scaling = ModelScaling::Depth; // LargestModel
    RunLimits limits; // Run; of Cheapest, which may have none: of its clusters those that keep them
};

// A plan at one of the values that were tried: devices, samples of a step, sequence length or image side, layers of the
// repeated kind, width, nodes.
struct SizedPlan {
    std::int64_t value = 0;
    Problem problem; // with that value; for Fewest, Cheapest and Run the cluster has only the nodes that are paid for
    Plan plan;
    Estimate estimate;
    // Of a plan that does not fit: the device that lacks the most, and how much.
    int device = -1;
    Bytes missing;
    std::optional<MissingMeasurements> not_measured; // what its costs rest on instead
};

// A cluster of a catalogue, or so many nodes of a kind. Outcome: of its own search, for the plan with the lowest cost
// of a step.
struct SizedCluster {
    Cluster cluster;
    Outcome outcome;
    std::optional<SizedPlan> plan; // the cheapest that fits and keeps the limits; without one the nearest
    Message obstacle; // why there is none at all
};

// Outcome: Optimal where nothing better exists among what was searched (docs/sizing.md says what that is); BestFound
// with the reason; Infeasible: no value fits, and `refused` is the nearest to one; Cancelled.
struct SizingResult {
    SizingGoal goal = SizingGoal::Fewest;
    Outcome outcome;
    // The problem's objective; of Cheapest and Run cost, without a price of Run the time.
    Objective chosen_by = Objective::Memory;
    std::optional<SizedPlan> best; // of the plans that fit at the answer the one by `chosen_by`
    // At the next value that is as well divided as the answer, the plan that lacks least, of which searchPlans() tells
    // there. Empty where no next value has a plan.
    std::optional<SizedPlan> refused;
    // The largest value that was looked for fits: it is no limit of memory.
    bool at_limit = false;
    std::int64_t most = 0; // the largest value that was looked for
    std::int64_t tried = 0; // values, of every way to spread the layers
    std::vector<SizedCluster> clusters; // Cheapest: as the request has them; Run: each number of nodes that was tried
    LayerGroup layers; // LargestModel by depth: of the problem's model, those repeated
    Seconds elapsed;
};

// What sizing varies: not what only a search for one recommended plan decides, such as degrees of each stage.
bool sizingVaries(Dimension dimension);

// Exact feasibility: a value counts if some plan of the space of searchPlans() fits (so that degrees, micro-batch and
// whatever else varies are chosen for it), and the answer comes with one. `costs`: of the problem's model and sequence.
// Deterministic. `progress` may be empty; it is called from the calling thread. Errors: those of searchPlans();
// OptionUnsupported for split points that are given, degrees of each stage, and what cannot be scaled
// (repeatedLayers(), widthOption(), learned positions, layers' policies by index), for Run as sizeRun() has it;
// OptionOutOfRange.
Result<SizingResult> sizeProblem(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                 std::stop_token stop = {}, const std::function<void(SearchProgress)>& progress = {});

// Of the run that the problem tells of, or of a step; billed as the problem says.
TrainingCost trainingCostOf(const SizedPlan& plan);

// What a million tokens cost (where samples are of tokens; else a million samples) by that training cost.
std::optional<Usd> costPerMillion(const SizedPlan& plan);

}
