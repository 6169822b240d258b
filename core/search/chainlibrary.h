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

// A chain run in one way, and what bounds of its plans are made of.
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
    ChainCosts upper; // bound of their bytes, by which plans fit
    StepBounds steps;
    std::vector<IdenticalLayers> identical;
    std::vector<IdenticalLayers> upper_identical;
};

// One way of running a chain.
struct ChainRunOptions {
    std::int64_t micro_batch;
    LayerDegrees degrees;
    LayerPolicies policies;
    int subnets; // that the network is dealt to
    int device_group;
    bool combines_passes; // of the schedule

    friend bool operator==(const ChainRunOptions&, const ChainRunOptions&) = default;
};

using SharedChainCosts = Result<std::shared_ptr<const LibraryChain>>;

// Chains that questions about one model and workload have in common: none changes by what they vary and recommend by,
// by plans' depths and degrees of data, or by nodes beyond those that share layers. Safe from any thread.
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
    std::size_t m_layers = 0; // of all chains
};

// The costs of a problem's chain, each way of running it made once: plans of many degrees, depths and schedules share
// them. Holds references to its arguments. For one thread.
class ChainLibrary {
public:
    // `memory`: chains of other questions; may be null.
    ChainLibrary(const Problem& problem, const CostModel& model, ChainCache* memory = nullptr)
        : m_problem(problem), m_model(model), m_memory(memory)
    {
    }

    // As a plan with these constraints, which have a data degree, runs it on a group of the cluster: chainCosts(),
    // whose errors it has.
    SharedChainCosts chain(const Constraints& fixed, int device_group = 0);

private:
    const Problem& m_problem;
    const CostModel& m_model;
    ChainCache* m_memory;
    std::vector<std::pair<ChainRunOptions, SharedChainCosts>> m_entries;
};

}
