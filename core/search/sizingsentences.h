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

// What a result says, for command line and window.
struct SizingAnswer {
    Message head; // the answer, or why there is none
    std::optional<Message> cost; // of the plan that proves it, where it has a price
    std::optional<Message> run; // what the whole run costs and takes, where its length is told
    std::optional<Message> price; // whose it is, where the problem has none
    std::vector<Message> left_out; // of these amounts (TrainingCost::notes)
    std::optional<Message> next; // what the next value lacks
    std::optional<Message> reservation; // where there may be better ones
};

// Of a result that was not cancelled. `problem` and `request` as they were asked.
SizingAnswer sizingAnswer(const Problem& problem, const SizingRequest& request, const SizingResult& result);

// The sentence with its amounts of money and its times as these write them.
Message withAmounts(Message sentence, const std::function<std::string(Usd)>& money,
                    const std::function<std::string(Seconds)>& time);

// Whole nodes that the plan's devices lie on.
int nodesOf(const SizedPlan& plan);

}
