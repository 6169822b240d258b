// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/base/message.h"
#include "core/estimate/estimate.h"
#include "core/hardware/offer.h"
#include "core/problem/problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// An amount with what it is by the low and the high bound of the step's time.
struct Dollars {
    Usd middle;
    Usd low;
    Usd high;

    Dollars& operator+=(const Dollars& other);
    friend bool operator==(const Dollars&, const Dollars&) = default;
};

enum class TrainingCostPart { Computing, Preemption, Energy };

template <>
inline constexpr auto enumNames<TrainingCostPart> = std::array {
    std::pair {TrainingCostPart::Computing, std::string_view("computing")},
    std::pair {TrainingCostPart::Preemption, std::string_view("preemption")},
    std::pair {TrainingCostPart::Energy, std::string_view("energy")},
};

struct TrainingCostItem {
    TrainingCostPart part = TrainingCostPart::Computing;
    Dollars amount;
    Basis basis = Basis::Given; // the weakest of what it is a product of
    Message source; // of the price; of preemption: what is assumed

    friend bool operator==(const TrainingCostItem&, const TrainingCostItem&) = default;
};

// What a run takes and costs. Without a price of every node that is used there are times and no amounts.
struct TrainingCost {
    std::int64_t steps = 1;
    std::int64_t amount = 0; // tokens or samples that these steps train with
    int nodes = 0; // with devices of the plan in them
    int devices = 0; // of the plan
    Seconds time; // to train, with what preemption adds; infinite where a checkpoint is never reached
    Seconds time_low;
    Seconds time_high;
    Seconds preemption_time; // its part of `time`
    std::optional<PerHour> preemptions; // of all nodes together, each of which stops the run
    std::optional<UsdPerHour> price; // of all that is billed
    std::vector<TrainingCostItem> lines; // empty without a price
    std::optional<Dollars> total;
    std::optional<Dollars> per_step; // all lines
    std::optional<Dollars> per_million; // tokens or samples
    std::vector<Message> notes; // what is left out, a sentence each

    friend bool operator==(const TrainingCost&, const TrainingCost&) = default;
};

// "$41,200", "$3.72", "$0.00312": three significant figures; "without end" for an endless amount.
std::string formatDollars(Usd amount);

// As formatSeconds(), but in days from two of them; "never" for an endless time.
std::string formatDuration(Seconds time);

// Of a cluster's nodes that this plan has devices in, or of its devices. Nothing where one of these nodes has no price.
std::optional<UsdPerHour> billedPrice(const Cluster& cluster, const Plan& plan, BilledUnit unit = BilledUnit::Nodes);

// What the nodes of one step of this length cost, without preemption and energy. Nothing without a price.
std::optional<Usd> costOfStep(const Cluster& cluster, const Plan& plan, Seconds step);

// Tokens of a step, or samples where the model knows no tokens: what `BillingOptions::amount` counts. At most 2^62.
std::int64_t amountOfStep(const Problem& problem);

// How many times as long training takes where nodes are taken back at this rate, all of them together. Preemptions come
// as a Poisson process, and any of them stops all devices: what was done since the last checkpoint is done again after
// a restart, in which preemptions come too. With M between two of them on average, a checkpoint each t of training that
// takes d, and a restart of R, a stretch between checkpoints takes M e^(R/M) (e^((t + d)/M) - 1) on average (Daly,
// "A higher order estimate of the optimum checkpoint interval for restart dumps", Future Generation Computer Systems
// 22, 2006), against t. At least 1 + d/t; infinity where the exponentials leave the range of numbers.
double preemptionFactor(PerHour rate, const BillingOptions& options);

// Beyond so many times as long a run ends by luck alone: nobody would start it, and its bill is no figure to go by.
inline constexpr double mostPreemptionFactor = 1000;

// False where preemptions make the run take more than that, or for ever.
bool comesToItsEnd(const TrainingCost& training_cost);

// Which of the times around preemption are to be shorter for a run to come to its end at this rate.
struct WaitsTooLong {
    Seconds between; // two preemptions, on average
    bool restart = false;
    bool interval = false;
    bool checkpoint = false;
};

// Those that are longer than nodes stay on average, the longest at least.
WaitsTooLong waitsTooLong(PerHour rate, const BillingOptions& options);

// The bill of a run by this plan, whose estimate this is. Steps are whole. All nodes are billed while they wait for a
// preempted one, and energy is drawn as when they compute: an upper bound of both. Deterministic.
TrainingCost trainingCostOf(const Estimate& estimate, const Plan& plan, const Problem& problem,
                            const BillingOptions& options);

}
