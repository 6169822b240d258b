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

// Quantity to find; the rest of the problem stays as it is.
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

// Default upper limits of the values tried.
inline constexpr std::int64_t mostSizedBatch = 1 << 20; // samples
inline constexpr std::int64_t mostSizedLayers = 1'000; // repeated layers
inline constexpr std::int64_t mostSizedWidth = 1 << 17;
inline constexpr std::int64_t mostSizedSequence = 1 << 22; // tokens; beyond the model's maximum

inline constexpr std::int64_t mostSizedNodes = 128; // or the problem's nodes, if more
inline constexpr std::int64_t mostNodesOfRun = 1 << 16; // upper limit of a request

// Limits of the total cost and duration of a run, for the middle estimates of its training cost. At least one is set.
struct RunLimits {
    std::optional<Usd> budget;
    std::optional<Seconds> deadline;

    bool any() const { return budget || deadline; }
    friend bool operator==(const RunLimits&, const RunLimits&) = default;
};

struct SizingRequest {
    SizingGoal goal = SizingGoal::Fewest;
    std::vector<Cluster> catalogue; // clusters to choose from, for Cheapest; the problem's cluster is ignored
    // Number of micro-batches per step, for LargestBatch: the micro-batch size grows and the constraints' size is
    // ignored. Empty: the micro-batch size follows the constraints, and the number of micro-batches grows.
    std::optional<std::int64_t> micro_batches;
    std::int64_t multiple = 1; // for LargestBatch, LongestSequence, LargestModel: only multiples of this
    std::optional<std::int64_t> most; // upper limit for the same goals; for Run, in nodes
    bool beyond = false; // LongestSequence: beyond the model's maximum, if it has no learned positions
    ModelScaling scaling = ModelScaling::Depth; // LargestModel
    RunLimits limits; // required for Run; optional for Cheapest, limiting its clusters
};

// A plan at one of the values tried: devices, samples per step, sequence length or image side, repeated layers, width,
// or nodes.
struct SizedPlan {
    std::int64_t value = 0;
    Problem problem; // at that value; for Fewest, Cheapest and Run, the cluster has only the billed nodes
    Plan plan;
    Estimate estimate;
    // Device with the largest shortfall, and the shortfall in bytes, for a plan that does not fit.
    int device = -1;
    Bytes missing;
    std::optional<MissingMeasurements> not_measured; // costs not based on measurements
};

// A cluster of a catalogue, or a number of nodes of one kind. `outcome`: of this cluster's search for the lowest cost
// per step.
struct SizedCluster {
    Cluster cluster;
    Outcome outcome;
    std::optional<SizedPlan> plan; // the cheapest that fits within the limits; else the nearest
    Message obstacle; // reason why there is no plan at all
};

// Result of sizeProblem(). Outcome: Optimal if nothing better exists in the searched set (defined in docs/sizing.md);
// BestFound with the reason; Infeasible if no value fits, with `refused` the nearest; Cancelled.
struct SizingResult {
    SizingGoal goal = SizingGoal::Fewest;
    Outcome outcome;
    // The problem's objective; cost for Cheapest and Run; for Run without a price, time.
    Objective chosen_by = Objective::Memory;
    std::optional<SizedPlan> best; // best plan by `chosen_by` among those that fit at the answer
    // The plan closest to fitting at the next value with the same divisibility as the answer, as searchPlans() reports
    // it there. Empty if no next value has a plan.
    std::optional<SizedPlan> refused;
    // True if the largest value tried fits; memory is then not the limit.
    bool at_limit = false;
    std::int64_t most = 0; // largest value considered
    std::int64_t tried = 0; // number of values tried, over all variants
    std::vector<SizedCluster> clusters; // Cheapest: as in the request; Run: each number of nodes tried
    LayerGroup layers; // repeated layers of the problem's model, for LargestModel by depth
    Seconds elapsed;
};

// True if sizing varies the dimension; excludes those that only a search for one recommended plan decides, such as
// degrees per stage.
bool sizingVaries(Dimension dimension);

// Sizes a problem by exact feasibility: a value counts if some plan of the searchPlans() space fits (degrees,
// micro-batch and all other varied settings are chosen for it), and the answer comes with such a plan. `costs`: of the
// problem's model and sequence. Deterministic. `progress` may be empty; it is called from the calling thread. Errors:
// those of searchPlans(); OptionUnsupported for given split points, degrees per stage, and models that cannot be scaled
// (repeatedLayers(), widthOption(), learned positions, layer policies by index), for Run as sizeRun();
// OptionOutOfRange.
Result<SizingResult> sizeProblem(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                 std::stop_token stop = {}, const std::function<void(SearchProgress)>& progress = {});

// Returns the cost of the run that the problem describes, or of one step, billed as the problem specifies.
TrainingCost trainingCostOf(const SizedPlan& plan);

// Returns the cost per million tokens (or per million samples, if samples have no tokens) by that training cost.
std::optional<Usd> costPerMillion(const SizedPlan& plan);

}
