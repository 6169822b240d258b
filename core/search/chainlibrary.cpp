// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/chainlibrary.h"

#include "core/estimate/plancosts.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t mostLayers = 30'000; // sum over the cached chains

}

// Includes everything that chainCosts() reads from a problem besides its model and workload. Caps the number of nodes
// at the number of ranks that share layers: more nodes do not change their placement.
ChainCache::Key ChainCache::keyOf(const Problem& problem, const ChainRunOptions& run_options)
{
    const Constraints& constraints = problem.constraints;
    Key key {run_options, problem.cluster.groups[static_cast<std::size_t>(run_options.device_group)], {}};
    key.group.nodes = std::min(key.group.nodes, run_options.degrees.ranks() * run_options.degrees.sharding.expert);
    key.group.price_per_node.reset();
    key.group.offer.reset();
    key.read.framework = constraints.framework;
    key.read.zero = constraints.zero;
    key.read.policies = constraints.policies;
    key.read.training = constraints.training;
    return key;
}

std::optional<SharedChainCosts> ChainCache::find(const Problem& problem, const ChainRunOptions& run_options)
{
    const Key key = keyOf(problem, run_options);
    const std::lock_guard lock(m_mutex);
    const auto known =
        std::find_if(m_chains.begin(), m_chains.end(), [&](const auto& each) { return each.first == key; });
    return known == m_chains.end() ? std::nullopt : std::optional(known->second);
}

void ChainCache::keep(const Problem& problem, const ChainRunOptions& run_options, const SharedChainCosts& chain)
{
    Key key = keyOf(problem, run_options);
    const std::lock_guard lock(m_mutex);
    m_layers += problem.model.layers.size();
    if (m_layers > mostLayers) {
        m_chains.clear();
        m_layers = problem.model.layers.size();
    }
    m_chains.emplace_back(std::move(key), chain);
}

SharedChainCosts ChainLibrary::chain(const Constraints& fixed, int device_group)
{
    const int subnets = fixed.training.replicas == ReplicaUse::Subnets ? *fixed.data : 1;
    const bool combines = rulesOf(fixed.schedule).combines_passes;
    const ChainRunOptions run_options {fixed.micro_batch, fixed.degrees, fixed.policies,
                                       subnets,           device_group,  combines};
    const auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const auto& each) { return each.first == run_options; });
    if (known != m_entries.end()) {
        return known->second;
    }
    auto chain = m_memory == nullptr ? std::nullopt : m_memory->find(m_problem, run_options);
    if (!chain) {
        auto made =
            chainCosts(m_model, m_problem, run_options.micro_batch,
                       {run_options.policies, run_options.degrees, fixed.training, subnets, device_group, 0, combines});
        chain = std::move(made).map(
            [](ChainCosts&& costs) { return std::make_shared<const LibraryChain>(std::move(costs)); });
        if (m_memory != nullptr) {
            m_memory->keep(m_problem, run_options, *chain);
        }
    }
    m_entries.emplace_back(run_options, *chain);
    return *chain;
}

}
