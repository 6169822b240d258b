// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cost/stacks/validation.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// A stack and where it came from: "shipped", "workspace" or "file".
struct FoundStack {
    Stack stack;
    std::string origin;
};

// All stacks that may be used by name: those of a workspace, then the shipped ones of other names.
std::vector<FoundStack> withShipped(const std::vector<Stack>& kept);

// One of them by its name. Errors: StackUnknown, with the names that there are.
Result<FoundStack> stackNamed(const std::string& name, const std::vector<FoundStack>& known);

// A stack with what it says of some runs.
struct StackChoice {
    FoundStack found;
    Validation validation;
};

// The stack that can be compared with most of the runs, of equal ones that with the least held-out error. `known` is
// not empty. Where a stop is requested, any of them with what is there by then. Safe from any thread.
StackChoice bestStack(const std::vector<Run>& runs, const std::vector<FoundStack>& known,
                      const std::stop_token& stop = {});

// Whether a stack may have this name, which becomes a word of the command line: letters, digits, - _ and . (but no
// ".json" at its end), at most 64.
bool isStackName(const std::string& name);

}
