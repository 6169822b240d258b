// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// A plan that the user made, by hand or from another one. It need not be one that the problem allows: that may change
// after it was made.
struct UserPlan {
    std::string name; // different from those of the others
    Plan plan;

    friend bool operator==(const UserPlan&, const UserPlan&) = default;
};

// What was pinned to compare with: a problem as it was, and one of its plans.
struct Scenario {
    std::string name; // different from those of the others
    Problem problem;
    Plan plan;

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

// One that is held beside others: a plan of the planning session's problem, whatever that becomes, or one with the
// problem of its own that a scenario had.
struct Compared {
    std::string name; // others may have the same
    Plan plan;
    std::optional<Problem> problem {};

    friend bool operator==(const Compared&, const Compared&) = default;
};

// Plans side by side, in the order of their columns.
struct Comparison {
    std::vector<Compared> columns {};
    int baseline = 0; // the column that the others are measured against; 0 where there is none

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

inline constexpr std::size_t mostCompared = 4;

// All that a workspace asks, and undo restores.
struct PlanningSession {
    Problem problem;
    std::vector<UserPlan> plans {};
    std::vector<Scenario> scenarios {};
    Comparison comparison {};

    friend bool operator==(const PlanningSession&, const PlanningSession&) = default;
};

// "Mine", "Mine 2", ...: the first of these that no name of `named` is.
template <typename Named>
std::string freeName(const std::vector<Named>& named, const std::string& wanted)
{
    const auto taken = [&](const std::string& name) {
        for (const Named& one : named) {
            if (one.name == name) {
                return true;
            }
        }
        return false;
    };
    std::string name = wanted;
    for (int number = 2; taken(name); ++number) {
        name = wanted + " " + std::to_string(number);
    }
    return name;
}

}
