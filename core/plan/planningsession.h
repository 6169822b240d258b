// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// A plan made by the user, by hand or from another plan. It may be invalid for the problem, which can change later.
struct UserPlan {
    std::string name; // unique among the plans
    Plan plan;

    friend bool operator==(const UserPlan&, const UserPlan&) = default;
};

// A problem and one of its plans, pinned for comparison.
struct Scenario {
    std::string name; // unique among the scenarios
    Problem problem;
    Plan plan;

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

// A plan in a comparison: a plan of the planning session's current problem, or of the separate problem of a scenario.
struct Compared {
    std::string name; // may repeat
    Plan plan;
    std::optional<Problem> problem {};

    friend bool operator==(const Compared&, const Compared&) = default;
};

// Plans compared side by side, in column order.
struct Comparison {
    std::vector<Compared> columns {};
    int baseline = 0; // index of the column that the others are measured against; 0 if there are no columns

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

inline constexpr std::size_t mostCompared = 4;

// State of a workspace that undo restores.
struct PlanningSession {
    Problem problem;
    std::vector<UserPlan> plans {};
    std::vector<Scenario> scenarios {};
    Comparison comparison {};

    friend bool operator==(const PlanningSession&, const PlanningSession&) = default;
};

// Returns `wanted`, or else the first of "wanted 2", "wanted 3", ... that no element of `named` has as its name.
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
