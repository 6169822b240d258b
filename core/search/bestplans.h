// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// What no plan that fits is better than: seconds of a step, and of nodes.
struct BestBounds {
    Seconds fastest;
    double cheapest = 0;
};

struct BestPlansEffort {
    std::int64_t work = 0; // for each of them: simulated operations and looked-at stages, about
    SearchEffort each; // of one partition
    int devices_per_node = 0; // where plans on fewer nodes cost less; else 0
    std::optional<double> max_slowdown; // of the balanced plan; nothing: that is not looked for
};

struct BestPlans {
    std::vector<ConfiguredPartition> plans; // better than what was known
    BestBounds bounds;
    // Whether no plan that fits and is up to max_slowdown slower than the fastest of these and the known ones has a
    // lower peak than all of them that are.
    bool balanced_proven = false;
};

// The fastest plan that fits, the cheapest one and the one with the lowest peak that is not much slower than the
// fastest, where `known` plans of the space, with these bounds, may not be them. Bounds alone decide which
// configurations are left out, and what is found for a configuration depends on it alone: a space has as good an answer
// as each of its parts, as far as the work suffices. Where it does not, the configurations that practice uses come
// first: all devices, stages of as many blocks, small micro-batches.
BestPlans bestPlans(const PlanSpace& space, const std::vector<ConfiguredPartition>& known, BestBounds bounds,
                    const BestPlansEffort& effort, const std::stop_token& stop);

}
