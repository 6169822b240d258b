// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/stageledger.h"

#include "core/memory/breakdownparts.h"
#include "core/memory/state.h"

#include <algorithm>

namespace stagecraft {

StageLedger::StageLedger(const ChainCosts& costs, LayerRange range, const Replication& replication, std::int64_t copies)
    : m_costs(costs)
    , m_range(range)
    , m_divided(replication.divided())
    , m_buffered(replication.buffered())
    , m_whole(replication.makesWholeGradients())
    , m_updates(replication.offload == StateOffload::None)
    , m_fused(replication.shards_masters)
    , m_sends(range.last < costs.size())
    , m_in_buffers(replication.boundary_buffers > 0)
    , m_crossings(crossingsOf(costs, range, m_in_buffers))
    , m_kept(static_cast<std::size_t>(range.count()))
    , m_excess(m_crossings.tensors.size())
{
    for (const Crossing& tensor : m_crossings.tensors) {
        if (tensor.kept_from >= range.first && tensor.kept_from < range.last && !tensor.saved) {
            m_kept[static_cast<std::size_t>(tensor.kept_from - range.first)] += tensor.bytes;
        }
    }
    Bytes learning;
    Bytes experts;
    for (int l = range.first; l < range.last; ++l) {
        // Tied weights within a stage are one tensor with one gradient and one state; later layers only reference it.
        const bool points = pointsToEarlier(l);
        const Bytes parameters = memory(l).parameters - (points ? cost(l).shared_parameters : Bytes(0));
        const Bytes gradients = memory(l).gradients - (points ? cost(l).shared_gradients : Bytes(0));
        const LayerShare share = shareOf(replication, costs.precision, parameters, gradients, cost(l).experts,
                                         cost(l).others_gradients, cost(l).divided_low);
        m_context = std::max(m_context, memory(l).context);
        m_alive.framework = std::max(m_alive.framework, memory(l).persistent);
        m_shares.push_back(share);
        m_shares.back().again = cost(l).rematerialised > Bytes(0) ? share.again : Bytes(0);
        // All of a tied weight is gathered for each of its layers.
        m_shares.back().gathered =
            shareOf(replication, costs.precision, memory(l).parameters, {}, cost(l).experts).gathered;
    }
    settleStage(m_shares, replication, costs.precision, !m_sends);
    for (int l = range.first; l < range.last; ++l) {
        m_alive.parameters += share(l).parameters + memory(l).buffers;
        m_host += share(l).host;
        m_alive.gradients += share(l).buffers;
        m_alive.communication += share(l).copies;
        learning += share(l).divided;
        experts += share(l).experts;
    }
    if (m_in_buffers) {
        m_alive.communication += receivedBytes(costs, range) * replication.boundary_buffers;
        m_result = resultOf(costs, range);
    }
    m_buffers = m_alive.gradients;
    m_alive.parameters += m_alive.parameters * copies;
    const Bytes optimizer = optimizerShare(replication, costs.optimizer, costs.precision, learning, experts);
    (m_updates ? m_alive.optimizer : m_host) += optimizer;
    m_accumulating = m_buffered;
    record(MemoryPhase::Forward, 0, range.first, {});
}

void StageLedger::forward(std::int64_t micro_batch)
{
    m_alive.activations += m_context;
    for (const int tensor : m_crossings.taken(m_range.first)) {
        m_alive.boundaries += m_crossings.crossing(tensor).bytes;
    }
    for (int l = m_range.first; l < m_range.last; ++l) {
        applySwaps(l - m_range.first);
        MemoryBreakdown more;
        more.activations = std::min(memory(l).saved, memory(l).forward_peak);
        more.workspace = memory(l).forward_peak - more.activations;
        more.communication = gatheredForward(l);
        record(MemoryPhase::Forward, micro_batch, l, more);
        m_alive.activations += memory(l).saved;
        m_alive.workspace += memory(l).cached;
        // The output is referenced until the next layer has run, even if no graph keeps it; inputs that are not passed
        // on are freed.
        for (const int tensor : m_crossings.given(l)) {
            if (!m_crossings.takes(l, tensor) && !m_crossings.crossing(tensor).saved) {
                m_alive.boundaries += m_crossings.crossing(tensor).bytes;
            }
        }
        for (const int tensor : m_crossings.taken(l)) {
            if (!m_crossings.gives(l, tensor)) {
                dropReference(tensor);
            }
        }
    }
    for (const int tensor : m_crossings.given(m_range.last - 1)) { // sent
        dropReference(tensor);
    }
    m_alive.boundaries += m_result;
    m_alive.workspace = {};
}

void StageLedger::backward(std::int64_t micro_batch)
{
    passBack(micro_batch, true, true);
}

void StageLedger::inputGradient(std::int64_t micro_batch)
{
    passBack(micro_batch, true, false);
}

void StageLedger::weightGradient(std::int64_t micro_batch)
{
    passBack(micro_batch, false, true);
}

void StageLedger::passBack(std::int64_t micro_batch, bool inputs, bool weights)
{
    const int last = m_range.last - 1;
    // Received if the next stage computes a gradient; alive through the last layer's backward pass.
    const Bytes gradient = m_sends && inputs && !m_in_buffers ? memory(m_range.last).input_gradient : Bytes(0);
    m_alive.boundaries += gradient;
    for (int l = last; l >= m_range.first; --l) {
        applySwaps(last - l);
        MemoryBreakdown more;
        more.workspace = inputs ? backwardPeak(l) : memory(l).gradients;
        const bool loss = m_fused && l == last && !m_sends;
        const Bytes before = l > m_range.first ? share(l - 1).gathered : Bytes(0);
        more.communication = share(l).gathered + share(l).again + (loss ? Bytes(0) : before);
        record(MemoryPhase::Backward, micro_batch, l, more);
        if (inputs && !weights) { // needed by the second half too
            m_alive.activations += cost(l).rematerialised;
        }
        if (l == last) {
            m_alive.boundaries -= gradient;
        }
        if (weights) {
            m_alive.activations -= memory(l).saved + (inputs ? Bytes(0) : cost(l).rematerialised);
            finishReduction();
            dropKept(l);
            if (share(l).leaving > Bytes(0)) {
                MemoryBreakdown leaving;
                leaving.communication = share(l).leaving + before + (m_accumulating ? Bytes(0) : share(l).widened);
                leaving.workspace = memory(l).input_gradient;
                record(MemoryPhase::Backward, micro_batch, l, leaving);
            }
            keepGradients(l);
        }
        if (inputs) {
            keepExcess(l);
        }
    }
    for (Bytes& excess : m_excess) {
        m_alive.boundaries -= std::exchange(excess, Bytes(0));
    }
    if (inputs && m_in_buffers && m_range.first > 0) { // the gradient stays until the next one has been sent
        const Bytes sent = memory(m_range.first).input_gradient;
        m_alive.boundaries += sent - std::exchange(m_sent, sent);
    }
    if (!weights) {
        return;
    }
    m_alive.boundaries -= m_result;
    if (m_divided >= 2) { // the first layer's reduction overlaps with no other layer
        record(MemoryPhase::Backward, micro_batch, m_range.first, {});
        finishReduction();
    }
    m_alive.activations -= m_context;
    m_accumulating = true;
}

// The bytes kept by the layer's graph are freed with it.
void StageLedger::dropKept(int layer)
{
    m_alive.boundaries -= m_kept[static_cast<std::size_t>(layer - m_range.first)];
}

void StageLedger::update(std::int64_t micro_batch)
{
    m_alive.boundaries -= std::exchange(m_sent, Bytes(0));
    for (int l = m_range.first; l < m_range.last; ++l) {
        MemoryBreakdown more;
        more.workspace = (m_updates && !m_fused ? memory(l).optimizer_peak : Bytes(0)) + share(l).update;
        record(MemoryPhase::OptimizerStep, micro_batch, l, more);
    }
    m_alive.gradients = m_buffers;
    if (m_accumulating) {
        m_alive.communication -= m_shares.back().pending;
    }
    m_accumulating = m_buffered;
}

void StageLedger::apply(const Operation& operation, std::span<const SwappedBytes> swapped_bytes)
{
    m_swapped_bytes = swapped_bytes;
    switch (operation.kind) {
    case OperationKind::Forward:
        return forward(operation.micro_batch);
    case OperationKind::Backward:
        return backward(operation.micro_batch);
    case OperationKind::InputGradient:
        return inputGradient(operation.micro_batch);
    case OperationKind::WeightGradient:
        return weightGradient(operation.micro_batch);
    case OperationKind::Update:
        return update(operation.micro_batch);
    }
}

// A pass's changes depend only on whether gradients exist, not on the other live bytes.
void StageLedger::repeat(const MemoryBreakdown& before, std::int64_t times)
{
    for (const auto part : breakdownParts) {
        m_alive.*part += (m_alive.*part - before.*part) * times;
    }
}

void StageLedger::applySwaps(int pass)
{
    for (; !m_swapped_bytes.empty() && m_swapped_bytes.front().pass <= pass;
         m_swapped_bytes = m_swapped_bytes.subspan(1)) {
        m_alive.activations += m_swapped_bytes.front().saved;
        m_alive.boundaries += m_swapped_bytes.front().inputs;
    }
}

void StageLedger::dropReference(int tensor)
{
    if (!m_crossings.crossing(tensor).kept()) {
        m_alive.boundaries -= m_crossings.crossing(tensor).bytes;
    }
}

void StageLedger::keepExcess(int layer)
{
    const auto& inputs = memory(layer).inputs;
    const auto set = [&](int tensor, Bytes excess) {
        Bytes& known = m_excess[static_cast<std::size_t>(tensor)];
        m_alive.boundaries += excess - known;
        known = excess;
    };
    for (const int tensor : m_crossings.given(layer)) {
        if (!m_crossings.takes(layer, tensor)) {
            set(tensor, Bytes(0));
        }
    }
    for (std::size_t i = 0; i < std::min(inputs.size(), m_crossings.taken(layer).size()); ++i) {
        if (inputs[i].gradient > Bytes(0)) {
            set(m_crossings.taken(layer)[i], std::max(Bytes(0), inputs[i].gradient - inputs[i].bytes));
        }
    }
}

bool StageLedger::pointsToEarlier(int layer) const
{
    return cost(layer).shared_parameters > Bytes(0) && sharesParameters(m_costs, {m_range.first, layer});
}

bool StageLedger::pointsToLater(int layer) const
{
    return cost(layer).shared_parameters > Bytes(0) && sharesParameters(m_costs, {layer + 1, m_range.last});
}

Bytes StageLedger::backwardPeak(int layer) const
{
    const bool owned = m_sends && layer == m_range.last - 1;
    const Bytes first = owned ? memory(layer).owned_backward_peak - inputRelease(layer, &InputRelease::owned_first)
                              : memory(layer).backward_peak - inputRelease(layer, &InputRelease::first);
    if (!m_accumulating || m_whole) {
        return first;
    }
    const Bytes later = owned ? memory(layer).owned_accumulate_peak - inputRelease(layer, &InputRelease::owned_later)
                              : memory(layer).accumulate_peak - inputRelease(layer, &InputRelease::later);
    // The gradient of a tied weight stays, as in the first backward pass, until keepGradients() passes it on.
    const bool waits = pointsToEarlier(layer) && !pointsToLater(layer);
    return waits ? std::max(later, first - (memory(layer).gradients - cost(layer).shared_gradients)) : later;
}

Bytes StageLedger::inputRelease(int layer, Bytes InputRelease::*variant) const
{
    Bytes sum;
    const auto& inputs = memory(layer).inputs;
    for (std::size_t i = 1; i < std::min(inputs.size(), m_crossings.taken(layer).size()); ++i) {
        const Crossing& tensor = m_crossings.crossing(m_crossings.taken(layer)[i]);
        sum += tensor.kept_from == layer && !tensor.saved ? inputs[i].input_release.*variant : Bytes(0);
    }
    return sum;
}

void StageLedger::keepGradients(int layer)
{
    const Bytes shared = cost(layer).shared_gradients;
    const bool brings = pointsToEarlier(layer) && !pointsToLater(layer);
    const bool takes = pointsToLater(layer) && !pointsToEarlier(layer);
    if (m_divided >= 2) {
        reduce(layer);
    } else if (m_fused) {
        m_alive.gradients += m_accumulating ? Bytes(0) : share(layer).gradients;
    } else if (!m_accumulating) {
        m_alive.gradients += memory(layer).gradients - (pointsToLater(layer) ? shared : Bytes(0));
        m_alive.communication += share(layer).pending;
        return;
    }
    m_alive.gradients += brings ? shared : Bytes(0);
    m_alive.gradients -= takes ? shared : Bytes(0);
}

Bytes StageLedger::gatheredForward(int layer) const
{
    const LayerShare& own = share(layer);
    const Bytes next = layer + 1 < m_range.last ? share(layer + 1).gathered : Bytes(0);
    return own.gathered + (m_fused ? own.received : next);
}

void StageLedger::reduce(int layer)
{
    m_reducing = share(layer).bucket + (m_accumulating ? share(layer).reduced : Bytes(0));
    m_alive.communication += m_reducing;
    if (!m_accumulating) {
        m_alive.gradients += share(layer).gradients;
    }
}

void StageLedger::record(MemoryPhase phase, std::int64_t micro_batch, int layer, const MemoryBreakdown& more)
{
    const Bytes bytes = m_alive.total() + more.total();
    if (m_recorded && bytes <= m_peak.peak) {
        return;
    }
    m_recorded = true;
    m_peak.peak = bytes;
    m_peak.breakdown = m_alive;
    m_peak.breakdown.activations += more.activations;
    m_peak.breakdown.workspace += more.workspace;
    m_peak.breakdown.communication += more.communication;
    m_peak.moment = {phase, micro_batch, layer};
}

}
