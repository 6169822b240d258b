// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/policy.h"

#include "core/cost/prior/analyticcost.h"
#include "core/framework/framework.h"
#include "core/memory/outofcore/compression.h"
#include "core/model/flops.h"
#include "core/words/estimate.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Share of a layer's forward FLOPs spent in attention's matrix products: the part that grows with the square of the
// sequence.
double scoresShare(const ProfilePoint& point, const ProfilePoint& doubled)
{
    const auto flops = [](const ProfilePoint& p) {
        return forwardFlops(std::get<Program>(p.spec), inputShapes(p)).value;
    };
    const double once = flops(point);
    return once > 0 ? std::clamp((flops(doubled) / 2 - once) / once, 0.0, 1.0) : 0;
}

// Removes saved bytes after the forward pass and recreates them before the backward pass.
void dropSaved(LayerCost& cost, Bytes dropped)
{
    cost.memory.saved -= dropped;
    cost.rematerialised += dropped;
    raiseBackwardPeaks(cost.memory, dropped);
    cost.basis = weaker(cost.basis, Basis::Scaled);
    cost.traces = {};
}

// Drops the saved attention scores and recomputes them before the backward pass.
void dropScores(LayerCost& cost, const LayerCost& eager, const LayerCost& fused, double scores)
{
    const LayerMemory& all = eager.memory;
    if (all.saved <= fused.memory.saved) {
        return; // no scores, or fused already
    }
    dropSaved(cost, scaled(cost.memory.saved, 1 - fused.memory.saved / all.saved));
    cost.recompute = cost.forward.median * scores;
    cost.backward.median += cost.recompute;
}

class PolicyChain {
public:
    PolicyChain(const CostModel& model, const Problem& problem, std::int64_t micro_batch, const Sharding& sharding,
                const Compressor& compressor, const DeviceType& device)
        : m_model(model)
        , m_problem(problem)
        , m_micro_batch(micro_batch)
        , m_sharding(sharding)
        , m_compressor(compressorFor(compressor, problem.workload.precision))
        , m_device(device)
    {
    }

    Result<ChainCosts> with(const LayerPolicies& policies)
    {
        auto costs = m_model.chain(m_micro_batch, m_device, {m_sharding, false, framework()});
        if (!costs || policies.keepsAll()) {
            return costs;
        }
        if (costs->closedForm()) {
            return failure(ErrorCode::OptionUnsupported,
                           {words::estimate::policy_of_table, policiesText(policies), std::string("none")});
        }
        for (const auto& [wanted, change] : {std::pair {LayerPolicy::Full, &PolicyChain::recomputeAll},
                                             std::pair {LayerPolicy::Selective, &PolicyChain::recomputeSelected},
                                             std::pair {LayerPolicy::Swap, &PolicyChain::swap},
                                             std::pair {LayerPolicy::Compress, &PolicyChain::compress}}) {
            if (policies.has(wanted)) {
                if (auto done = (this->*change)(*costs, policies); !done) {
                    return failure(done.error());
                }
            }
        }
        return costs;
    }

private:
    const FrameworkChoice& framework() const { return m_problem.constraints.framework; }

    // Calls change(layer) for the layers with this policy.
    template <typename Change>
    void each(const ChainCosts& costs, const LayerPolicies& policies, LayerPolicy policy, Change change) const
    {
        for (int l = 0; l < costs.size(); ++l) {
            if (policies.of(l) == policy) {
                change(static_cast<std::size_t>(l));
            }
        }
    }

    Result<void> recomputeAll(ChainCosts& costs, const LayerPolicies& policies)
    {
        return recompute(costs, policies, LayerPolicy::Full);
    }

    Result<void> recomputeSelected(ChainCosts& costs, const LayerPolicies& policies)
    {
        return modeOf(framework()).selects_operators ? recompute(costs, policies, LayerPolicy::Selective)
                                                     : recomputeScores(costs, policies);
    }

    Result<void> recompute(ChainCosts& costs, const LayerPolicies& policies, LayerPolicy policy)
    {
        const bool selective = policy == LayerPolicy::Selective;
        const auto recomputed = m_model.chain(m_micro_batch, m_device, {m_sharding, true, framework(), selective});
        if (!recomputed) {
            return failure(recomputed.error());
        }
        each(costs, policies, policy, [&](std::size_t l) {
            if (!recomputable(m_problem.model.layers[l].spec)) {
                return;
            }
            LayerCost& cost = costs.layers[l];
            const Bytes kept = cost.memory.saved;
            cost = recomputed->layers[l];
            cost.rematerialised = std::max(Bytes(0), kept - cost.memory.saved);
            const Seconds again = selective ? cost.recompute : cost.forward.median;
            cost.recompute = std::min(again, cost.backward.median);
        });
        costs.basis = weaker(costs.basis, recomputed->basis);
        costs.memory_width = std::max(costs.memory_width, recomputed->memory_width);
        costs.extrapolated = costs.extrapolated || recomputed->extrapolated;
        return {};
    }

    Result<void> recomputeScores(ChainCosts& costs, const LayerPolicies& policies)
    {
        const auto pointsAt = [&](AttentionKind attention, int sequences) {
            Workload workload = m_problem.workload;
            workload.attention = attention;
            workload.sequence *= sequences;
            return chainPoints(m_problem.model, workload, m_micro_batch, {m_sharding, false, framework()});
        };
        const auto eager = pointsAt(AttentionKind::Eager, 1);
        const auto fused = pointsAt(AttentionKind::Sdpa, 1);
        if (m_problem.workload.attention != AttentionKind::Eager || !eager || !fused) {
            return {}; // fused attention keeps no scores
        }
        const auto doubled = pointsAt(AttentionKind::Eager, 2);
        each(costs, policies, LayerPolicy::Selective, [&](std::size_t l) {
            const auto* program = std::get_if<Program>(&(*eager)[l].spec);
            const auto with = program != nullptr ? analyticCost((*eager)[l], m_device) : Result<LayerCost>();
            const auto without = program != nullptr ? analyticCost((*fused)[l], m_device) : Result<LayerCost>();
            if (program != nullptr && with && without) {
                // If the model does not accept the doubled sequence, the FLOPs of attention stay uncounted.
                const double scores = doubled ? scoresShare((*eager)[l], (*doubled)[l]) : 0;
                dropScores(costs.layers[l], *with, *without, scores);
            }
        });
        costs.basis = weaker(costs.basis, Basis::Scaled);
        return {};
    }

    Result<void> swap(ChainCosts& costs, const LayerPolicies& policies)
    {
        each(costs, policies, LayerPolicy::Swap,
             [&](std::size_t l) { costs.layers[l].swap = policies.windowOf(static_cast<int>(l)); });
        costs.swaps = true;
        return {};
    }

    Result<void> compress(ChainCosts& costs, const LayerPolicies& policies)
    {
        const auto codec = codecDevice(m_device, m_problem.workload.precision);
        if (m_compressor.kind == CompressorKind::None || !codec) {
            return failure(ErrorCode::OptionUnsupported,
                           {words::estimate::policy_without_compressor, LayerPolicy::Compress,
                            std::string("none, full, selective, swap")});
        }
        each(costs, policies, LayerPolicy::Compress, [&](std::size_t l) {
            LayerCost& cost = costs.layers[l];
            const Bytes before = cost.memory.saved;
            const CompressedTraffic waiting = compressedTraffic(m_compressor, before, *codec);
            if (waiting.bytes == before) {
                return;
            }
            cost.memory.forward_peak += waiting.bytes;
            dropSaved(cost, before - waiting.bytes);
            cost.forward.median += waiting.codec.encode;
            cost.backward.median += waiting.codec.decode;
        });
        costs.basis = weaker(costs.basis, Basis::Scaled);
        return {};
    }

    const CostModel& m_model;
    const Problem& m_problem;
    std::int64_t m_micro_batch;
    Sharding m_sharding;
    Compressor m_compressor;
    const DeviceType& m_device;
};

}

Result<ChainCosts> chainWithPolicies(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                                     const LayerPolicies& policies, const Sharding& sharding,
                                     const Compressor& compressor, int device_group)
{
    const DeviceType& device = problem.cluster.groups[static_cast<std::size_t>(device_group)].device;
    return PolicyChain(model, problem, micro_batch, sharding, compressor, device).with(policies);
}

}
