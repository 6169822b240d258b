// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/chainlibrary.h"

#include "core/estimate/plancosts.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t mostLayers = 30'000; // of chains that are kept

const SharedChainCosts* chainOf(const std::vector<std::pair<ChainWay, SharedChainCosts>>& chains, const ChainWay& way)
{
    const auto known = std::find_if(chains.begin(), chains.end(), [&](const auto& each) { return each.first == way; });
    return known == chains.end() ? nullptr : &known->second;
}

Constraints withoutWishes(Constraints constraints)
{
    constraints.vary.clear();
    constraints.objective = Objective::Memory;
    return constraints;
}

}

ChainMemory::Question* ChainMemory::of(const Problem& problem)
{
    const Constraints constraints = withoutWishes(problem.constraints);
    const auto known = std::find_if(m_questions.begin(), m_questions.end(), [&](const Question& question) {
        return question.constraints == constraints && question.target == problem.target
            && question.cluster == problem.cluster;
    });
    return known == m_questions.end() ? nullptr : &*known;
}

std::optional<SharedChainCosts> ChainMemory::find(const Problem& problem, const ChainWay& way)
{
    const std::lock_guard lock(m_mutex);
    const Question* question = of(problem);
    const SharedChainCosts* chain = question == nullptr ? nullptr : chainOf(question->chains, way);
    return chain == nullptr ? std::nullopt : std::optional(*chain);
}

void ChainMemory::keep(const Problem& problem, const ChainWay& way, const SharedChainCosts& chain)
{
    const std::lock_guard lock(m_mutex);
    m_layers += problem.model.layers.size();
    if (m_layers > mostLayers) {
        m_questions.clear();
        m_layers = problem.model.layers.size();
    }
    Question* question = of(problem);
    if (question == nullptr) {
        m_questions.push_front({problem.cluster, withoutWishes(problem.constraints), problem.target, {}});
        question = &m_questions.front();
    }
    question->chains.emplace_back(way, chain);
}

SharedChainCosts ChainLibrary::chain(const Constraints& fixed, int device_group)
{
    const int subnets = fixed.training.replicas == ReplicaUse::Subnets ? *fixed.data : 1;
    const bool combines = rulesOf(fixed.schedule).combines_passes;
    const ChainWay way {fixed.micro_batch, fixed.degrees, fixed.policies, subnets, device_group, combines};
    if (const SharedChainCosts* known = chainOf(m_entries, way)) {
        return *known;
    }
    auto chain = m_memory == nullptr ? std::nullopt : m_memory->find(m_problem, way);
    if (!chain) {
        auto made = chainCosts(m_model, m_problem, way.micro_batch,
                               {way.policies, way.degrees, fixed.training, subnets, device_group, 0, combines});
        chain = std::move(made).map(
            [](ChainCosts&& costs) { return std::make_shared<const LibraryChain>(std::move(costs)); });
        if (m_memory != nullptr) {
            m_memory->keep(m_problem, way, *chain);
        }
    }
    m_entries.emplace_back(way, *chain);
    return *chain;
}

}
