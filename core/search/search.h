// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/estimate.h"
#include "core/problem/problem.h"
#include "core/search/searchedrange.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

enum class Label { Recommended, Balanced, Fastest, Cheapest, Front };

template <>
inline constexpr auto enumNames<Label> = std::array {
    std::pair {Label::Recommended, std::string_view("recommended")},
    std::pair {Label::Balanced, std::string_view("balanced")},
    std::pair {Label::Fastest, std::string_view("fastest")},
    std::pair {Label::Cheapest, std::string_view("cheapest")},
    std::pair {Label::Front, std::string_view("front")},
};

// A plan that the search presents. `partitioner`: "stagecraft" for the exact search, "given", "own", else the
// baseline's name.
struct Candidate {
    std::string partitioner;
    std::vector<Label> labels;
    Plan plan;
    Estimate estimate;
    std::string name {}; // name of a user-defined plan (estimateUserPlans()); else empty
    std::vector<std::string> also {}; // other partitioners that produce the same plan

    bool has(Label label) const;
    void addPartitioner(const std::string& other); // adds a partitioner that produces the same plan
    friend bool operator==(const Candidate&, const Candidate&) = default;
};

enum class OutcomeKind { Optimal, BestFound, Infeasible, Cancelled };

template <>
inline constexpr auto enumNames<OutcomeKind> = std::array {
    std::pair {OutcomeKind::Optimal, std::string_view("optimal")},
    std::pair {OutcomeKind::BestFound, std::string_view("best_found")},
    std::pair {OutcomeKind::Infeasible, std::string_view("infeasible")},
    std::pair {OutcomeKind::Cancelled, std::string_view("cancelled")},
};

// Outcome of a search. Infeasible: no plan found fits. The first candidate is then the plan closest to fitting; its
// `device` would need `missing` more bytes, by estimatePlan().
struct Outcome {
    OutcomeKind kind = OutcomeKind::Optimal;
    int device = -1;
    Bytes missing;
    Message detail; // for "best found": the limit that was reached
    // For "best found" if the lowest peak may be missing: lower bound of the peak; else 0.
    Bytes bound {};
    // Set if orders of groups were skipped: no plan has a peak below this plan's divided by (1 + gap), in the measure
    // by which peaks are compared.
    std::optional<double> gap {};

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Proof that `peak` is minimal, whichever plan is recommended: a search below `peak` found no plan (that fits, if any
// fits). `bottleneck` is the stage with the peak. With unequal devices, peaks are compared as shares of device
// capacity: `peak` is that of the fullest device, and no plan has a smaller largest share.
struct Certificate {
    Bytes peak;
    int bottleneck = -1;
    bool less_is_infeasible = false;
    std::optional<double> share {}; // share of the device's capacity; set if shares are compared

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

struct SearchResult {
    Outcome outcome;
    Certificate certificate;
    std::vector<Candidate> candidates; // the recommended one first, then by peak
    // True if the Pareto front among the candidates labeled Front is complete: in peak and step, and in cost per step
    // if nodes have a price. False if completing it would take too long.
    bool front_complete = true;
    // Lower bounds of step time and cost per step of any plan that fits; equal to the fastest and the cheapest
    // candidate's values if these are proven optimal. Empty if no bound is known (given split points, degrees per stage
    // or policies per layer, several stages per pipeline rank); `cheapest_bound` also without prices.
    std::optional<Seconds> fastest_bound;
    std::optional<Usd> cheapest_bound;
    // True if the balanced candidate is proven to have the lowest peak of all plans that fit and take at most
    // max_slowdown times as long as the fastest one that fits.
    bool balanced_proven = false;
    // Combinations of all settings except split points: depth, data-parallel size and what varies.
    std::int64_t configurations = 0;
    // Configuration groups skipped because the layers or their costs do not allow them, or, on several device groups,
    // because no search covers their schedules.
    std::int64_t left_out = 0;
    Seconds elapsed;
    std::optional<MissingMeasurements> missing; // measurements that the recommended plan lacks
    // Tried values that the proofs and bounds above are limited to; dimensions not listed here are covered completely.
    std::vector<SearchedRange> ranges {};

    const Candidate* recommended() const;
    const Candidate* labeled(Label label) const; // null if there is none
    // True if no plan that fits is faster, or cheaper, than the candidate with the label.
    bool provenFastest() const;
    bool provenCheapest() const;
    // Lowers the certificate to the lowest peak of the candidates: if the lowest peak is not proven, a plan found for
    // its step may have a lower one.
    void lowerCertificate();
};

struct SearchProgress {
    std::int64_t done = 0;
    std::int64_t total = 0;
};

// Checks that a search supports the problem. Errors: OptionUnsupported, those of validateForPlanning() and
// requireRates().
Result<void> validateForSearch(const Problem& problem);

class ChainCache;
class ReplayCache;

// Options of a search that are not part of the problem.
struct SearchOptions {
    // Replays kept from earlier searches, as an edit leaves most of them valid. Null: none are kept.
    ReplayCache* replays = nullptr;
    // For the objectives memory and throughput: finds only the recommended plan and its by-products, without
    // alternatives, step bounds or labels. It is the plan that a full search recommends; for throughput, a plan about
    // as fast if the search must be partial.
    bool recommended_alone = false;
    // Upper limit of a plan's devices, for clusters with one group.
    std::optional<int> most_devices {};
    // Chains shared with other searches on the same model and workload. Null: none.
    ChainCache* chains = nullptr;
    // Work for each of the fastest, cheapest and balanced plan if sweeps leave them open, for clusters with one group;
    // in simulated operations and examined stages, approximately. Large enough that a less constrained problem has no
    // worse answer: seconds.
    std::int64_t work = 100'000'000;
};

// Searches plans and recommends one by the constraints' objective. Memory: the lowest peak memory over all devices,
// over split points, pipeline depth, data-parallel size and what the constraints vary (configurationGroups()); ties:
// faster; lexicographically smaller sorted peaks; fewer devices; smaller split points; exact. Balanced: the lowest peak
// of those that fit and take at most max_slowdown times as long as the fastest; ties: faster. Throughput: the fastest
// that fits; cost: the lowest cost per step that fits; ties: lowest peak. All three are exact if the outcome is
// optimal. Also returns alternatives: the Pareto front of peak and step from the fastest that fits on (sweepFront()),
// with prices that of peak, step and cost (sweepCosts()), plans found on the way, and the uniform partition. With a
// target, searches only plans that it supports. Deterministic. `progress` may be empty; it is called from the calling
// thread. Errors: those of validate(), OptionUnsupported for cost without prices, and if the target supports no plan or
// not the given split points, NotMeasured, LayerTooLarge.
Result<SearchResult> searchPlans(const Problem& problem, const CostModel& costs, std::stop_token stop = {},
                                 const std::function<void(SearchProgress)>& progress = {},
                                 const SearchOptions& options = {});

}
