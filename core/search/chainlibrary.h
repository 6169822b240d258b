// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/memorybounds.h"
#include "core/problem/problem.h"
#include "core/search/pipelinebounds.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

// Costs of a chain under one set of run options, with the data for bounds on its plans.
struct LibraryChain {
    explicit LibraryChain(ChainCosts made)
        : costs(std::move(made))
        , upper(upperBoundOf(costs))
        , steps(costs)
        , identical(identicalLayers(costs))
        , upper_identical(identicalLayers(upper))
    {
    }

    ChainCosts costs;
    ChainCosts upper; // upper bounds of the bytes; decide whether plans fit
    StepBounds steps;
    std::vector<IdenticalLayers> identical;
    std::vector<IdenticalLayers> upper_identical;
};

// Options that determine a chain's costs.
struct ChainRunOptions {
    std::int64_t micro_batch;
    LayerDegrees degrees;
    LayerPolicies policies;
    int subnets; // number of subnets that the network is divided into
    int device_group;
    bool combines_passes; // property of the schedule

    friend bool operator==(const ChainRunOptions&, const ChainRunOptions&) = default;
};

using SharedChainCosts = Result<std::shared_ptr<const LibraryChain>>;

// Chains shared by searches over one model and workload. Chains do not depend on what the constraints vary or recommend
// by, on the depth and data-parallel size of plans, or on nodes beyond those whose ranks share layers. Safe from any
// thread.
class ChainCache {
public:
    std::optional<SharedChainCosts> find(const Problem& problem, const ChainRunOptions& run_options);
    void keep(const Problem& problem, const ChainRunOptions& run_options, const SharedChainCosts& chain);

private:
    struct Key {
        ChainRunOptions run_options;
        ClusterGroup group;
        Constraints read;

        friend bool operator==(const Key&, const Key&) = default;
    };
    static Key keyOf(const Problem& problem, const ChainRunOptions& run_options);

    std::mutex m_mutex;
    std::vector<std::pair<Key, SharedChainCosts>> m_chains;
    std::size_t m_layers = 0; // sum over all chains
};

// Costs of a problem's chain, computed once for each set of run options and shared by plans of many data-parallel
// sizes, depths and schedules. Holds references to its arguments. For one thread.
class ChainLibrary {
public:
    // `memory`: chains of earlier searches; may be null.
    ChainLibrary(const Problem& problem, const CostModel& model, ChainCache* memory = nullptr)
        : m_problem(problem), m_model(model), m_memory(memory)
    {
    }

    // Returns the chain as run by a plan with these constraints, which must have a data-parallel size, on a device
    // group of the cluster. Errors: those of chainCosts().
    SharedChainCosts chain(const Constraints& fixed, int device_group = 0);

private:
    const Problem& m_problem;
    const CostModel& m_model;
    ChainCache* m_memory;
    std::vector<std::pair<ChainRunOptions, SharedChainCosts>> m_entries;
};

}
