// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/memorybounds.h"
#include "core/problem/problem.h"
#include "core/search/familybounds.h"

#include <memory>
#include <utility>
#include <vector>

namespace stagecraft {

// A chain run in one way, and what bounds of its plans are made of.
struct LibraryChain {
    explicit LibraryChain(ChainCosts made)
        : costs(std::move(made))
        , upper(upperBoundOf(costs))
        , steps(costs)
        , alike(alikeLayers(costs))
        , upper_alike(alikeLayers(upper))
    {
    }

    ChainCosts costs;
    ChainCosts upper; // bound of their bytes, by which plans fit
    StepBounds steps;
    std::vector<AlikeLayers> alike;
    std::vector<AlikeLayers> upper_alike;
};

// The costs of a problem's chain, each way of running it made once: plans of many degrees, depths and schedules share
// them. Holds references to its arguments. For one thread.
class ChainLibrary {
public:
    ChainLibrary(const Problem& problem, const CostModel& model) : m_problem(problem), m_model(model) {}

    // As a plan with these constraints, which have a data degree, runs it on a group of the cluster: chainCosts(),
    // whose errors it has.
    Result<std::shared_ptr<const LibraryChain>> chain(const Constraints& fixed, int device_group = 0);

private:
    struct Entry {
        std::int64_t micro_batch;
        LayerDegrees degrees;
        LayerPolicies policies;
        int subnets; // that the network is dealt to
        int device_group;
        bool combines_passes; // of the schedule
        Result<std::shared_ptr<const LibraryChain>> costs;
    };

    const Problem& m_problem;
    const CostModel& m_model;
    std::vector<Entry> m_entries;
};

}
