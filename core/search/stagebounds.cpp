// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stagebounds.h"

#include "core/memory/state.h"
#include "core/schedule/schedule.h"
#include "core/search/pipelinebounds.h"
#include "core/simulation/collectivetimes.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace stagecraft {

namespace {

template <typename Of>
std::vector<double> sumsOver(const ChainCosts& costs, Of of)
{
    std::vector<double> sums {0};
    for (const LayerCost& layer : costs.layers) {
        sums.push_back(sums.back() + of(layer));
    }
    return sums;
}

// Counts tied weights for no layer: one layer of the stage has them, but it is not known which.
double ownOptimizer(const LayerCost& layer)
{
    const Bytes gradients = layer.memory.gradients;
    const double own = gradients > Bytes(0) ? (gradients - layer.shared_gradients) / gradients : 1;
    return layer.optimizer.median.value * own;
}

// Returns a device's part of a layer's gradients.
Bytes ownGradients(const LayerCost& layer, const StageUse& use, const PipelineRankDegrees& degrees)
{
    const double share = use.zero > 0 ? 1.0 / (degrees.data * degrees.context) : 1;
    return scaled(layer.memory.gradients - layer.shared_gradients, share);
}

// Returns the seconds of a host optimizer for these gradients once they are there, same as stageTimes().
double hostWork(const ChainCosts& costs, Bytes gradients, const StageUse& use, BytesPerSecond host)
{
    if (use.training.offload == StateOffload::None) {
        return 0;
    }
    const Bytes state = optimizerStateBytes(costs.optimizer, costs.precision, gradients);
    const int passes = hasMasterWeights(costs.precision) ? 2 : 3; // memory passes over the size of the gradients
    const bool back = use.training.offload == StateOffload::Optimizer;
    const Seconds update = (state * 2 + gradients * passes) / use.host_memory;
    return (update + (back ? gradients / host : Seconds(0))).value * boundRounding;
}

Bytes wholeBytes(double bytes)
{
    return Bytes(static_cast<std::int64_t>(bytes));
}

double leastShare(const ConfigurationGroup& config_group)
{
    double share = 1;
    for (int pipeline_ranks = config_group.shallowest; pipeline_ranks <= config_group.deepest; ++pipeline_ranks) {
        share = std::min(share, steadyShare(config_group.fixed.schedule, pipeline_ranks, config_group.micro_batches));
    }
    return share;
}

}

double steadyShare(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches)
{
    const int steps = steadySteps(schedule, pipeline_ranks, micro_batches);
    if (steps == 1) {
        return 1;
    }
    const std::int64_t unit = schedule == ScheduleKind::TiMePReSt ? micro_batches : 1;
    const int measured = steps - 1 - (steps - 1) / 2;
    const double ahead = static_cast<double>(unit * (pipeline_ranks + 1));
    return std::max(0.0, 1 - ahead / (static_cast<double>(micro_batches) * measured));
}

StageBounds::StageBounds(const ChainCosts& costs, const ConfigurationGroup& config_group, const ClusterGroup& group,
                         const StageUse& use, std::optional<BytesPerSecond> host)
    : m_micro_batches(static_cast<double>(config_group.micro_batches))
    , m_rules(rulesOf(config_group.fixed.schedule))
    , m_share(leastShare(config_group))
    , m_zero(config_group.fixed.zero)
    , m_waits(use.training.offload == StateOffload::Optimizer)
    , m_by_hosts(use.training.offload == StateOffload::PipelinedOptimizer && m_zero == 0)
    , m_reduces(config_group.fixed.training.replicas == ReplicaUse::Gradients
                && config_group.fixed.degrees.sharding.expert == 1)
    , m_replicas(stridedRanks(group, 0, config_group.data() * config_group.fixed.degrees.context,
                              config_group.fixed.degrees.sharding.tensor))
    , m_forward(sumsOver(costs, [](const LayerCost& l) { return (l.forward.median + l.forward_waiting).value; }))
    , m_backward(sumsOver(costs, [](const LayerCost& l) { return (l.backward.median + l.backward_waiting).value; }))
    , m_parameters(sumsOver(
          costs,
          [](const LayerCost& l) { return static_cast<double>((l.memory.parameters - l.shared_parameters).value); }))
    , m_gradients(sumsOver(costs, [&use](const LayerCost& l) {
        return static_cast<double>(((l.memory.gradients - l.shared_gradients) * use.reduced_wider).value);
    }))
{
    const PipelineRankDegrees degrees = pipelineRankDegrees(config_group.fixed.degrees, config_group.data());
    m_optimizer =
        sumsOver(costs, [&](const LayerCost& l) { return ownOptimizer(l) * optimizerShare(use, degrees, l); });
    m_host = sumsOver(costs, [&](const LayerCost& l) {
        return host ? hostWork(costs, ownGradients(l, use, degrees), use, *host) : 0.0;
    });
    const bool exchanges = m_reduces && m_zero >= 2;
    const auto gather = [&](const LayerCost& l) {
        return exchanges && m_zero == 3 ? allGather(l.memory.parameters, m_replicas).value : 0.0;
    };
    m_exchange_backward = sumsOver(costs, [&](const LayerCost& l) {
        const Bytes own = l.memory.gradients - l.shared_gradients;
        return gather(l) + (exchanges ? reduceScatter(own * use.reduced_wider, m_replicas).value : 0.0);
    });
    const std::vector<double> forward = sumsOver(costs, gather);
    std::transform(forward.begin(), forward.end(), m_exchange_backward.begin(), std::back_inserter(m_exchange),
                   std::plus<>());
}

double StageBounds::between(const std::vector<double>& sums, LayerRange range) const
{
    return sums[static_cast<std::size_t>(range.last)] - sums[static_cast<std::size_t>(range.first)];
}

double StageBounds::own(LayerRange range) const
{
    return m_share * std::max(passes(range), m_micro_batches * between(m_exchange, range));
}

double StageBounds::passes(LayerRange range) const
{
    return m_micro_batches * (forward(range) + backward(range));
}

double StageBounds::passed(LayerRange range) const
{
    return before(range) + m_share * passes(range) + drain(range);
}

double StageBounds::before(LayerRange range) const
{
    return m_rules.flushes ? m_forward[static_cast<std::size_t>(range.first)] : 0;
}

double StageBounds::done(LayerRange range) const
{
    return before(range) + own(range);
}

double StageBounds::drain(LayerRange range) const
{
    const bool waited = m_rules.flushes && !m_rules.splits_backward;
    return waited ? m_backward[static_cast<std::size_t>(range.first)] : 0;
}

double StageBounds::work(LayerRange range) const
{
    return done(range) + drain(range);
}

double StageBounds::after(LayerRange range) const
{
    const double host = between(m_host, range);
    // Time that the last backward pass can overlap.
    const double hidden = std::max(backward(range), between(m_exchange_backward, range));
    double after = between(m_optimizer, range) + (m_waits ? host : std::max(0.0, host - hidden));
    if (m_replicas.ranks > 1 && m_reduces) {
        // One message of all bytes takes no longer than the buckets.
        const Bytes gradients = wholeBytes(between(m_gradients, range));
        if (m_zero < 2 && !m_by_hosts) {
            const Seconds reduction =
                m_zero == 1 ? reduceScatter(gradients, m_replicas) : allReduce(gradients, m_replicas);
            after += std::max(0.0, reduction.value - backward(range));
        }
        if (m_zero == 1 || m_zero == 2) {
            after += allGather(wholeBytes(between(m_parameters, range)), m_replicas).value;
        }
    }
    return after;
}

double StageBounds::least(LayerRange range) const
{
    return done(range) + (m_rules.flushes ? std::max(drain(range), after(range)) : 0);
}

}
