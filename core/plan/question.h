// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/problem/problem.h"

#include <string>
#include <vector>

namespace stagecraft {

// A plan that the user made, by hand or from another one. It need not be one that the problem allows: that may change
// after it was made.
struct OwnPlan {
    std::string name; // different from those of the others
    Plan plan;

    friend bool operator==(const OwnPlan&, const OwnPlan&) = default;
};

// What was pinned to compare with: a problem as it was, and one of its plans.
struct Scenario {
    std::string name; // different from those of the others
    Problem problem;
    Plan plan;

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

// All that a workspace asks, and undo restores.
struct Question {
    Problem problem;
    std::vector<OwnPlan> plans {};
    std::vector<Scenario> scenarios {};

    friend bool operator==(const Question&, const Question&) = default;
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
