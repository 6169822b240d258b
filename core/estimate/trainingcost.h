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

// Amount at the predicted step time and at its lower and upper bound.
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
    Basis basis = Basis::Given; // the weakest basis of its factors
    Message source; // source of the price; for preemption: the assumptions

    friend bool operator==(const TrainingCostItem&, const TrainingCostItem&) = default;
};

// Time and cost of a training run. Without a price of every used node it has times but no amounts.
struct TrainingCost {
    std::int64_t steps = 1;
    std::int64_t amount = 0; // tokens or samples trained in these steps
    int nodes = 0; // nodes with devices of the plan
    int devices = 0; // devices of the plan
    Seconds time; // time to train, including preemption; infinite if no checkpoint is ever reached
    Seconds time_low;
    Seconds time_high;
    Seconds preemption_time; // part of `time` due to preemption
    std::optional<PerHour> preemptions; // rate over all nodes together; each preemption stops the run
    std::optional<UsdPerHour> price; // price of everything billed
    std::vector<TrainingCostItem> lines; // empty without a price
    std::optional<Dollars> total;
    std::optional<Dollars> per_step; // sum of all lines
    std::optional<Dollars> per_million; // per million tokens or samples
    std::vector<Message> notes; // omitted items, one sentence each

    friend bool operator==(const TrainingCost&, const TrainingCost&) = default;
};

// Returns a text such as "$41,200", "$3.72" or "$0.00312" (three significant figures); "without end" if infinite.
std::string formatDollars(Usd amount);

// Formats as formatSeconds(), but in days from two days on; "never" if infinite.
std::string formatDuration(Seconds time);

// Returns the price of the nodes with devices of this plan, or of these devices. Empty if one of the nodes has no
// price.
std::optional<UsdPerHour> billedPrice(const Cluster& cluster, const Plan& plan, BilledUnit unit = BilledUnit::Nodes);

// Returns the cost of the nodes for one step of this length, without preemption and energy. Empty without a price.
std::optional<Usd> costOfStep(const Cluster& cluster, const Plan& plan, Seconds step);

// Returns the tokens per step, or samples for models without tokens: the unit of `BillingOptions::amount`. At most
// 2^62.
std::int64_t amountOfStep(const Problem& problem);

// Returns the factor by which preemption at this rate, over all nodes together, extends training. Preemptions are a
// Poisson process; each stops all devices, and the work since the last checkpoint is repeated after a restart, which
// may be preempted too. With a mean time M between preemptions, a checkpoint of duration d after each t of training,
// and a restart of R, an interval between checkpoints takes M e^(R/M) (e^((t + d)/M) - 1) on average (Daly, "A higher
// order estimate of the optimum checkpoint interval for restart dumps", Future Generation Computer Systems 22, 2006),
// compared with t. At least 1 + d/t; infinity if the exponentials overflow.
double preemptionFactor(PerHour rate, const BillingOptions& options);

// Limit of the preemption factor. A run that takes longer finishes only by luck, so its cost is meaningless.
inline constexpr double mostPreemptionFactor = 1000;

// Returns false if preemption extends the run by more than mostPreemptionFactor, or forever.
bool runFinishes(const TrainingCost& training_cost);

// Times to shorten so that a run finishes at this rate of preemptions.
struct WaitsTooLong {
    Seconds between; // mean time between two preemptions
    bool restart = false;
    bool interval = false;
    bool checkpoint = false;
};

// Returns the times longer than the mean time between preemptions; at least the longest of them.
WaitsTooLong waitsTooLong(PerHour rate, const BillingOptions& options);

// Returns the cost of a run of this plan. `estimate`: estimate of the plan. Counts whole steps. Bills all nodes while
// they wait for a preempted one, at full power: an upper bound of both. Deterministic.
TrainingCost trainingCostOf(const Estimate& estimate, const Plan& plan, const Problem& problem,
                            const BillingOptions& options);

}
