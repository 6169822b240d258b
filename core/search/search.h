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

// A plan that the search found worth showing. `partitioner`: "stagecraft" for the exact search, "given", "own", else
// the baseline's name.
struct Candidate {
    std::string partitioner;
    std::vector<Label> labels;
    Plan plan;
    Estimate estimate;
    std::string name {}; // of a plan of the user's own (estimateUserPlans()); else empty
    std::vector<std::string> also {}; // other partitioners that make the same plan

    bool has(Label label) const;
    void addPartitioner(const std::string& other); // one more that makes it
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

// How a search ended. Infeasible: no plan found fits. Of the one that lacks least, the first candidate, `device` would
// need `missing` more bytes, as estimatePlan() tells.
struct Outcome {
    OutcomeKind kind = OutcomeKind::Optimal;
    int device = -1;
    Bytes missing;
    Message detail; // for "best found": what was limited
    // For "best found" where the least peak may be missing: none is lower than that; else 0.
    Bytes bound {};
    // And where orders of groups were left out: no plan has a lower peak than a (1 + gap)-th of this one's, by the
    // measure that they are compared by.
    std::optional<double> gap {};

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Why nothing lower than `peak` exists, whichever plan is recommended: `bottleneck` is the stage that has it, and a
// search for peak - 1 byte found no plan (that fits, where one does). Of unlike devices, compared by shares of their
// capacity: the peak of the device that is fullest by that; and no plan has all of its devices less full.
struct Certificate {
    Bytes peak;
    int bottleneck = -1;
    bool less_is_infeasible = false;
    std::optional<double> share {}; // of the device's capacity, where shares are compared

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

struct SearchResult {
    Outcome outcome;
    Certificate certificate;
    std::vector<Candidate> candidates; // the recommended one first, then by peak
    // True if nothing is missing between the candidates labeled as the front: of peak and step, and of what a step
    // costs where nodes have a price. False where that would take too long.
    bool front_complete = true;
    // No plan that fits has a shorter step, or one that costs less: the fastest and the cheapest candidate's own where
    // they are proved. Nothing where no such bound is known (given split points, degrees or policies that stages or
    // layers have of their own, several stages a pipeline rank), and without prices.
    std::optional<Seconds> fastest_bound;
    std::optional<Usd> cheapest_bound;
    // True where it is proved that the balanced candidate has the least peak of all plans that fit and take at most
    // max_slowdown times as long as the fastest one that fits.
    bool balanced_proven = false;
    std::int64_t configurations = 0; // all that a plan has but its split points: depth, data degree and what varies
    // Beside these: configuration groups that the layers or their costs do not allow, or, over several
    // groups of devices, whose schedules no such search has.
    std::int64_t left_out = 0;
    Seconds elapsed;
    std::optional<MissingMeasurements> missing; // what the recommended plan rests on instead of measurements
    // What is proved and bounded above is so of plans with these values; of what varies and is not here, with any.
    std::vector<SearchedRange> ranges {};

    const Candidate* recommended() const;
    const Candidate* labeled(Label label) const; // null if there is none
    // Whether no plan that fits is faster, or cheaper, than the candidate that has the label.
    bool provenFastest() const;
    bool provenCheapest() const;
    // Where the least peak is not proved, a plan that was found for its step may have a lower one: the certificate is
    // of that then.
    void lowerCertificate();
};

struct SearchProgress {
    std::int64_t done = 0;
    std::int64_t total = 0;
};

// What of a question no search can answer. Errors: OptionUnsupported, those of validateForPlanning() and
// requireRates().
Result<void> validateForSearch(const Problem& problem);

class ChainCache;
class ReplayCache;

// Of a search, beside the question.
struct SearchOptions {
    // What searches before it replayed: an edit leaves most as it was. Null: nothing is kept.
    ReplayCache* replays = nullptr;
    // Where the objective is memory or throughput: only the recommended plan, and what is found with it, without others
    // to compare with, bounds of steps or labels. It is the one that a whole search recommends; of throughput, where a
    // search in part has to do, about as fast a plan.
    bool recommended_alone = false;
    // Of clusters of one group: plans that take no more devices.
    std::optional<int> most_devices {};
    // Chains of other questions about the same model and workload. Null: none.
    ChainCache* chains = nullptr;
    // Of clusters of one group: for the fastest, the cheapest and the balanced plan each, where sweeps leave them open;
    // simulated operations and looked-at stages, about. So much that no freer question has a worse answer: seconds.
    std::int64_t work = 100'000'000;
};

// Recommends by the constraints' objective. Memory: least peak memory over all devices, over split points, pipeline
// depth, data degree and what the constraints vary (configurationGroups()), within what they fix; ties: faster;
// lexicographically smaller sorted peaks; fewer devices; smaller split points; exact. Balanced: the least peak of those
// that fit and take at most max_slowdown times as long as the fastest; ties: faster. Throughput: the fastest that fits;
// cost: the cheapest that fits by its cost per step; ties: least peak. All three are exact where the outcome is
// optimal. Beside it the plans that a reader compares with: the front of peak and step from the fastest that fits on
// (sweepFront()), with prices that of peak, step and cost (sweepCosts()), what was found on the way to them, and the
// uniform partition. Deterministic. `progress` may be empty; it is called from the calling thread. With a target, over
// the plans alone that it can be told. Errors: those of validate(), OptionUnsupported for cost without prices,
// OptionUnsupported where the target can be told of none or not of the given split points, NotMeasured, LayerTooLarge.
Result<SearchResult> searchPlans(const Problem& problem, const CostModel& costs, std::stop_token stop = {},
                                 const std::function<void(SearchProgress)>& progress = {},
                                 const SearchOptions& options = {});

}
