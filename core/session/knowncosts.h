// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/session/document.h"

#include <optional>

namespace stagecraft {

// What a workspace knows of a problem's costs, put together for searches and estimates of it.
struct KnownCosts {
    CostModel costs;
    std::optional<FoundStack> found; // that the problem names

    const Stack* stack() const { return found ? &found->stack : nullptr; }
};

// `measurements` is not null; the other two may be. Safe to call from any thread. Errors: StackUnknown.
Result<KnownCosts> knownCosts(const Problem& problem, const std::shared_ptr<const Measurements>& measurements,
                              const Probes& probes, const Stacks& stacks);

}
