// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"

#include "core/memory/crossings.h"
#include "core/memory/state.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

// The bytes alive in one stage while its operations are walked through.
class Ledger {
public:
    Ledger(const ChainCosts& costs, LayerRange range, const Replication& replication)
        : m_costs(costs)
        , m_range(range)
        , m_divided(replication.divided())
        , m_buffered(replication.buffered())
        , m_sends(range.last < costs.size())
        , m_crossings(crossingsOf(costs, range))
        , m_excess(m_crossings.tensors.size())
    {
        Bytes learning;
        for (int l = range.first; l < range.last; ++l) {
            // Tied weights within a stage are one tensor, with one gradient and one state; further layers only point to
            // it.
            const bool points = pointsToEarlier(l);
            const Bytes parameters = memory(l).parameters - (points ? cost(l).shared_parameters : Bytes(0));
            const Bytes gradients = memory(l).gradients - (points ? cost(l).shared_gradients : Bytes(0));
            const LayerShare share = shareOf(replication, costs.precision, parameters, gradients);
            m_alive.parameters += share.parameters + memory(l).buffers;
            m_alive.gradients += share.buffers;
            m_alive.communication += share.copies;
            learning += share.divided;
            m_context = std::max(m_context, memory(l).context);
            m_shares.push_back(share);
            // The whole of a tied weight is gathered for each of its layers.
            m_shares.back().gathered = shareOf(replication, costs.precision, memory(l).parameters, {}).gathered;
        }
        m_alive.optimizer = optimizerStateBytes(costs.optimizer, costs.precision,
                                                learningShare(replication, costs.precision, learning));
        m_accumulating = m_buffered;
        record(MemoryPhase::Forward, 0, range.first, {});
    }

    void forward(std::int64_t micro_batch)
    {
        m_alive.activations += m_context;
        for (const int tensor : m_crossings.taken(m_range.first)) {
            m_alive.boundaries += m_crossings.crossing(tensor).bytes;
        }
        for (int l = m_range.first; l < m_range.last; ++l) {
            MemoryBreakdown more;
            more.activations = std::min(memory(l).saved, memory(l).forward_peak);
            more.workspace = memory(l).forward_peak - more.activations;
            more.communication = share(l).gathered + (l + 1 < m_range.last ? share(l + 1).gathered : Bytes(0));
            record(MemoryPhase::Forward, micro_batch, l, more);
            m_alive.activations += memory(l).saved;
            m_alive.workspace += memory(l).cached;
            // What it gives is referenced until the next layer has run, even if nobody keeps it; what it took and does
            // not hand on goes.
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
        m_alive.workspace = {};
    }

    void backward(std::int64_t micro_batch)
    {
        const int last = m_range.last - 1;
        // Received where the next stage has learnt something; alive through the last layer's backward.
        const Bytes gradient = m_sends ? memory(m_range.last).input_gradient : Bytes(0);
        m_alive.boundaries += gradient;
        for (int l = last; l >= m_range.first; --l) {
            MemoryBreakdown more;
            more.workspace = backwardPeak(l);
            more.communication = share(l).gathered + (l > m_range.first ? share(l - 1).gathered : Bytes(0));
            record(MemoryPhase::Backward, micro_batch, l, more);
            m_alive.activations -= memory(l).saved;
            finishReduction();
            keepGradients(l);
            if (l == last) {
                m_alive.boundaries -= gradient;
            }
            for (const Crossing& tensor : m_crossings.tensors) {
                if (tensor.kept_from == l && !tensor.saved) {
                    m_alive.boundaries -= tensor.bytes;
                }
            }
            keepExcess(l);
        }
        for (Bytes& excess : m_excess) {
            m_alive.boundaries -= std::exchange(excess, Bytes(0));
        }
        if (m_divided >= 2) { // the first layer's reduction has no layer to hide behind
            record(MemoryPhase::Backward, micro_batch, m_range.first, {});
            finishReduction();
        }
        m_alive.activations -= m_context;
        m_accumulating = true;
    }

    void optimizerStep()
    {
        for (int l = m_range.first; l < m_range.last; ++l) {
            MemoryBreakdown more;
            more.workspace = memory(l).optimizer_peak;
            record(MemoryPhase::OptimizerStep, 0, l, more);
        }
    }

    const StagePeak& peak() const { return m_peak; }
    Bytes alive() const { return m_alive.total(); }
    // The highest point since the last call.
    Bytes takeHighest() { return std::exchange(m_peak, {}).peak; }

private:
    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    const LayerMemory& memory(int layer) const { return cost(layer).memory; }
    const LayerShare& share(int layer) const { return m_shares[static_cast<std::size_t>(layer - m_range.first)]; }

    void dropReference(int tensor)
    {
        if (!m_crossings.crossing(tensor).kept()) {
            m_alive.boundaries -= m_crossings.crossing(tensor).bytes;
        }
    }

    // The gradient of a tensor may be a view of a larger one (a concatenation's), which lives until the layer before
    // that works on the tensor, or made it, has added its own.
    void keepExcess(int layer)
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

    bool pointsToEarlier(int layer) const
    {
        return cost(layer).shared_parameters > Bytes(0) && sharesParameters(m_costs, {m_range.first, layer});
    }
    bool pointsToLater(int layer) const
    {
        return cost(layer).shared_parameters > Bytes(0) && sharesParameters(m_costs, {layer + 1, m_range.last});
    }
    Bytes backwardPeak(int layer) const
    {
        const bool owned = m_sends && layer == m_range.last - 1;
        const Bytes first = owned ? memory(layer).owned_backward_peak - relief(layer, &BackwardRelief::owned_first)
                                  : memory(layer).backward_peak - relief(layer, &BackwardRelief::first);
        if (!m_accumulating || m_divided >= 2) { // whole gradients are never there before
            return first;
        }
        const Bytes later = owned ? memory(layer).owned_accumulate_peak - relief(layer, &BackwardRelief::owned_later)
                                  : memory(layer).accumulate_peak - relief(layer, &BackwardRelief::later);
        // A tied weight's gradient stays, as in the first backward, until keepGradients() hands it on.
        const bool waits = pointsToEarlier(layer) && !pointsToLater(layer);
        return waits ? std::max(later, first - (memory(layer).gradients - cost(layer).shared_gradients)) : later;
    }

    // Of several tensors that a layer takes those go early that nobody holds but its graph.
    Bytes relief(int layer, Bytes BackwardRelief::*variant) const
    {
        Bytes sum;
        const auto& inputs = memory(layer).inputs;
        for (std::size_t i = 1; i < std::min(inputs.size(), m_crossings.taken(layer).size()); ++i) {
            const Crossing& tensor = m_crossings.crossing(m_crossings.taken(layer)[i]);
            sum += tensor.kept_from == layer && !tensor.saved ? inputs[i].relief.*variant : Bytes(0);
        }
        return sum;
    }

    // What stays of a layer's parameter gradients after its backward. The gradient of a tied weight waits in the engine
    // until all its layers have added theirs: the last layer of the chain brings it, the first one in the chain hands
    // it to the parameter.
    void keepGradients(int layer)
    {
        const Bytes shared = cost(layer).shared_gradients;
        const bool brings = pointsToEarlier(layer) && !pointsToLater(layer);
        const bool takes = pointsToLater(layer) && !pointsToEarlier(layer);
        if (m_divided >= 2) {
            reduce(layer);
        } else if (!m_accumulating) {
            m_alive.gradients += memory(layer).gradients - (pointsToLater(layer) ? shared : Bytes(0));
            return;
        }
        m_alive.gradients += brings ? shared : Bytes(0);
        m_alive.gradients -= takes ? shared : Bytes(0);
    }

    // A layer's gradients leave for the other replicas; what comes back stays, or is added to what is there.
    void reduce(int layer)
    {
        m_reducing = share(layer).bucket + (m_accumulating ? share(layer).reduced : Bytes(0));
        m_alive.communication += m_reducing;
        if (!m_accumulating) {
            m_alive.gradients += share(layer).gradients;
        }
    }

    void finishReduction() { m_alive.communication -= std::exchange(m_reducing, Bytes(0)); }

    void record(MemoryPhase phase, std::int64_t micro_batch, int layer, const MemoryBreakdown& more)
    {
        const Bytes bytes = m_alive.total() + more.total();
        if (bytes <= m_peak.peak) {
            return;
        }
        m_peak.peak = bytes;
        m_peak.breakdown = m_alive;
        m_peak.breakdown.activations += more.activations;
        m_peak.breakdown.workspace += more.workspace;
        m_peak.breakdown.communication += more.communication;
        m_peak.moment = {phase, micro_batch, layer};
    }

    const ChainCosts& m_costs;
    LayerRange m_range;
    int m_divided; // ZeRO stage
    bool m_buffered; // gradients lie in buffers that stay
    bool m_sends;
    Crossings m_crossings;
    std::vector<LayerShare> m_shares; // by layer of the stage
    std::vector<Bytes> m_excess; // of each crossing tensor's gradient
    Bytes m_context; // of a micro-batch, for all layers together
    Bytes m_reducing; // gradients on their way to the other replicas, and what comes back
    bool m_accumulating = false; // gradients exist: not the first backward of the step
    MemoryBreakdown m_alive;
    StagePeak m_peak;
};

// The closed form that defines layer tables (docs/formats.md).
StagePeak tablePeak(const ChainCosts& costs, LayerRange range, std::int64_t in_flight)
{
    const auto row = [&](int layer) -> const TableRow& { return costs.table[static_cast<std::size_t>(layer)]; };
    StagePeak result;
    MemoryBreakdown& bytes = result.breakdown;
    for (int l = range.first; l < range.last; ++l) {
        const Bytes copy(row(l).parameters * 4);
        const Bytes parameters = std::min(row(l).state, copy);
        const Bytes gradients = std::min(row(l).state - parameters, copy);
        bytes.parameters += parameters;
        bytes.gradients += gradients;
        bytes.optimizer += row(l).state - parameters - gradients;
        bytes.activations += row(l).saved * in_flight;
        if (row(l).transient > bytes.workspace) {
            bytes.workspace = row(l).transient;
            result.moment.layer = l;
        }
        const bool inner = l + 1 < range.last;
        if (inner && (row(l).keeps_output || row(l + 1).keeps_input)) {
            bytes.boundaries += row(l).output * in_flight;
        }
    }
    if (range.first > 0) {
        const Bytes received = row(range.first - 1).output;
        bytes.boundaries += received * (row(range.first).keeps_input ? in_flight : 1);
        bytes.communication += received; // the gradient that is sent back
    }
    if (range.last < static_cast<int>(costs.table.size())) {
        bytes.communication += row(range.last - 1).output; // the gradient that is received
    }
    result.peak = bytes.total();
    result.moment.phase = MemoryPhase::Backward;
    result.moment.layer = std::max(result.moment.layer, range.first);
    return result;
}

std::int64_t mostInFlight(std::span<const Operation> operations)
{
    std::int64_t alive = 0;
    std::int64_t most = 0;
    for (const Operation& operation : operations) {
        alive += operation.kind == OperationKind::Forward ? 1 : -1;
        most = std::max(most, alive);
    }
    return most;
}

}

StagePhases phasesOf(const ChainCosts& costs, LayerRange range, const Replication& replication)
{
    Ledger ledger(costs, range, replication);
    StagePhases phases;
    phases.state = ledger.alive();
    ledger.takeHighest();
    ledger.forward(0);
    phases.forward = ledger.takeHighest() - phases.state;
    phases.held = ledger.alive() - phases.state;
    ledger.backward(0);
    phases.backward = ledger.takeHighest() - phases.state;
    phases.gradients = ledger.alive() - phases.state;
    ledger.forward(1);
    ledger.takeHighest();
    ledger.backward(1);
    phases.accumulate = ledger.takeHighest() - ledger.alive();
    ledger.optimizerStep();
    phases.update = ledger.takeHighest() - ledger.alive();
    return phases;
}

StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                     const Replication& replication)
{
    if (costs.closedForm()) {
        return tablePeak(costs, range, mostInFlight(operations));
    }
    Ledger ledger(costs, range, replication);
    for (const Operation& operation : operations) {
        if (operation.kind == OperationKind::Forward) {
            ledger.forward(operation.micro_batch);
        } else {
            ledger.backward(operation.micro_batch);
        }
    }
    ledger.optimizerStep();
    return ledger.peak();
}

}
