// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/search/sizing.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Sentences about a sizing result, for the command line and the window.
struct SizingAnswer {
    Message head; // the answer, or the reason why there is none
    std::optional<Message> cost; // cost of the plan that proves the answer, if it has a price
    std::optional<Message> run; // cost and time of the whole run, if its length is given
    std::optional<Message> price; // source of the price, if the problem has none
    std::vector<Message> left_out; // costs that the amounts exclude (TrainingCost::notes)
    std::optional<Message> next; // shortfall at the next value
    std::optional<Message> reservation; // limits of the proof
};

// Needs a result that was not cancelled. `problem` and `request` as passed to the sizing.
SizingAnswer sizingAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// Formats the amounts of money and the times in the sentence with these functions.
Message withAmounts(Message sentence, const std::function<std::string(Usd)>& money,
                    const std::function<std::string(Seconds)>& time);

// Returns the number of whole nodes that the plan uses.
int nodesOf(const SizedPlan& plan);

}
