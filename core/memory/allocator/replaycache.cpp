// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/replaycache.h"

#include "core/memory/crossings.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t mostChains = 16;
constexpr std::size_t mostStages = 4096; // per chain

// Compares the fields of a layer that a replay reads; times are not among them.
bool allocatesIdentically(const LayerCost& a, const LayerCost& b)
{
    return a.memory == b.memory && a.shared_parameters == b.shared_parameters
        && a.shared_gradients == b.shared_gradients && a.applied_input_release == b.applied_input_release
        && a.traces == b.traces;
}

}

ChainReplays::ChainReplays(const ChainCosts& costs)
    : m_layers(costs.layers), m_optimizer(costs.optimizer), m_precision(costs.precision)
{
    const bool plain = isPlain(costs);
    for (auto layer = m_layers.begin(); layer != m_layers.end(); ++layer) {
        const auto identical = std::find_if(m_layers.begin(), layer, [&](const LayerCost& before) {
            return plain && allocatesIdentically(before, *layer);
        });
        m_identical.push_back(static_cast<int>(identical - m_layers.begin()));
    }
}

// Returns the first stage whose layers allocate identically, including the next layer, which supplies a gradient.
int ChainReplays::firstIdentical(LayerRange range) const
{
    const auto begin = m_identical.begin() + range.first;
    const auto end = m_identical.begin() + std::min(range.last + 1, static_cast<int>(m_identical.size()));
    return static_cast<int>(std::search(m_identical.begin(), end, begin, end) - m_identical.begin());
}

bool ChainReplays::isOf(const ChainCosts& costs) const
{
    return m_optimizer == costs.optimizer && m_precision == costs.precision
        && std::equal(m_layers.begin(), m_layers.end(), costs.layers.begin(), costs.layers.end(), allocatesIdentically);
}

std::optional<StageReplay> ChainReplays::of(const ChainCosts& costs, const ReplayedStage& stage,
                                            const AllocatorOptions& options)
{
    const auto& [range, schedule, pipeline_rank, pipeline_ranks, micro_batches, replication] = stage;
    // A 1F1B replay depends on the number of later stages but not of earlier ones, and only on the micro-batches that
    // it replays.
    const bool by_end = schedule == ScheduleKind::OneForwardOneBackward;
    const std::int64_t count =
        by_end ? replayedMicroBatches(pipeline_rank, pipeline_ranks, micro_batches) : micro_batches;
    // Replicas with whole state and separate gradients are all identical.
    const bool plain = replication.divided() == 0 && replication.gradients == GradientHandling::Eager;
    const Key key {firstIdentical(range),
                   range.count(),
                   schedule,
                   pipeline_ranks - pipeline_rank,
                   by_end ? 0 : pipeline_ranks,
                   count,
                   options.expandable_segments,
                   options.limit.value_or(Bytes(-1)).value,
                   plain ? Replication {} : replication};
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_replays.find(key); known != m_replays.end()) {
            return known->second;
        }
    }
    auto replay =
        replayStage(costs, range, schedule, pipeline_rank, pipeline_ranks, micro_batches, options, replication);
    const std::lock_guard lock(m_mutex);
    if (m_replays.size() >= mostStages) {
        m_replays.clear();
    }
    m_replays.emplace(key, replay);
    return replay;
}

std::shared_ptr<ChainReplays> ReplayCache::of(const ChainCosts& costs)
{
    const std::lock_guard lock(m_mutex);
    auto known = std::find_if(m_chains.begin(), m_chains.end(), [&](const auto& chain) { return chain->isOf(costs); });
    if (known == m_chains.end()) {
        m_chains.push_front(std::make_shared<ChainReplays>(costs));
        m_chains.resize(std::min(m_chains.size(), mostChains));
        known = m_chains.begin();
    }
    m_chains.splice(m_chains.begin(), m_chains, known);
    return m_chains.front();
}

}
