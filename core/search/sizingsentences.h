// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizing.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stagecraft {

// What sizing counts.
enum class SizingUnit { Devices, WholeNodes, Samples, Tokens, Pixels, Layers, Width };

struct SizingAmount {
    std::int64_t value = 0;
    SizingUnit unit = SizingUnit::Devices;

    friend bool operator==(const SizingAmount&, const SizingAmount&) = default;
};

// The sentences of answers, one template each.
enum class SizingPhrase {
    Fewest,
    Cheapest,
    LargestBatch,
    LongestSequence,
    DeepestModel,
    WidestModel,
    CostOfTokens,
    CostOfSamples,
    WholeRun,
    NextTooLarge,
    NextNotFound,
    NoneFewer,
    NoLimit,
    NoneLarger,
    NoneLargerFor,
    BestFound,
    NothingFits,
    NoPlan,
    RunWithinBoth,
    RunWithinBudget,
    RunWithinDeadline,
    RunTooLong,
    RunTooExpensive,
    NoNodesWithinLimits,
    NoNodesInTime,
    RunPrice,
    CheapestWithin,
    CheapestWithinBoth,
    NoClusterWithinLimits,
    NoClusterInTime,
};

inline constexpr int sizingPhrases = static_cast<int>(SizingPhrase::NoClusterInTime) + 1;

// A count without unit, an amount, a rounded number, bytes, dollars, a time of days, or words of the core in English.
using SizingFigure = std::variant<std::int64_t, SizingAmount, double, Bytes, Usd, Seconds, std::string>;

struct SizingSentence {
    SizingPhrase phrase = SizingPhrase::Fewest;
    std::vector<SizingFigure> figures; // for %1, %2, ... of the template

    friend bool operator==(const SizingSentence&, const SizingSentence&) = default;
};

// What a result says, for command line and window.
struct SizingAnswer {
    SizingSentence head; // the answer, or why there is none
    std::optional<SizingSentence> cost; // of the plan that proves it, where it has a price
    std::optional<SizingSentence> run; // what the whole run costs and takes, where its length is told
    std::optional<SizingSentence> price; // whose it is, where the problem has none
    std::vector<std::string> left_out; // of these amounts (TrainingCost::notes): sentences in English
    std::optional<SizingSentence> next; // what the next value lacks
    std::optional<SizingSentence> reservation; // where there may be better ones
};

// Of a result that was not cancelled. `problem` and `request` as they were asked.
SizingAnswer sizingAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// In English, with %1, %2, ... for figures; it ends without a full stop.
std::string_view sizingTemplate(SizingPhrase phrase);

// The sentence in English.
std::string describe(const SizingSentence& sentence);

// Whole nodes that the plan's devices lie on.
int nodesOf(const SizedPlan& plan);

}
