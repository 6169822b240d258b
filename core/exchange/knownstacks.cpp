// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/knownstacks.h"

#include "core/exchange/stackfile.h"

#include <algorithm>
#include <cctype>

namespace stagecraft {

std::vector<FoundStack> withShipped(const std::vector<Stack>& kept)
{
    std::vector<FoundStack> known;
    for (const Stack& stack : kept) {
        known.push_back({stack, "workspace"});
    }
    for (const Stack& stack : shippedStacks()) {
        const bool replaced = std::any_of(known.begin(), known.end(),
                                          [&](const FoundStack& found) { return found.stack.name == stack.name; });
        if (!replaced) {
            known.push_back({stack, "shipped"});
        }
    }
    return known;
}

Result<FoundStack> stackNamed(const std::string& name, const std::vector<FoundStack>& known)
{
    std::string names;
    for (const FoundStack& found : known) {
        if (found.stack.name == name) {
            return found;
        }
        names += (names.empty() ? "" : ", ") + found.stack.name;
    }
    return failure(ErrorCode::StackUnknown, {name, names});
}

StackChoice bestStack(const std::vector<Run>& runs, const std::vector<FoundStack>& known, const std::stop_token& stop)
{
    const auto standing = [](const StackChoice& choice) {
        const bool memory = choice.validation.memory.figures.count > 0;
        const ErrorFigures& figures = memory ? choice.validation.memory.held_out : choice.validation.time.held_out;
        return std::pair {choice.validation.skipped, figures.mean_error};
    };
    std::optional<StackChoice> best;
    for (const FoundStack& found : known) {
        StackChoice choice {found, validateRuns(runs, found.stack, stop)};
        if (!best || standing(choice) < standing(*best)) {
            best = std::move(choice);
        }
        if (stop.stop_requested()) {
            break;
        }
    }
    return *best;
}

bool isStackName(const std::string& name)
{
    return !name.empty() && name.size() <= 64 && !name.ends_with(".json")
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return (c < 0x80 && std::isalnum(c) != 0) || c == '-' || c == '_' || c == '.';
           });
}

}
