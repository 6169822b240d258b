// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/ledger.h"

#include "core/memory/state.h"

#include <algorithm>

namespace stagecraft {

namespace {

// The bytes alive in one stage while its operations are walked through.
class Ledger {
public:
    Ledger(const ChainCosts& costs, LayerRange range)
        : m_costs(costs), m_range(range), m_receives(range.first > 0), m_sends(range.last < costs.size())
    {
        for (int l = range.first; l < range.last; ++l) {
            // Tied weights within a stage are one tensor, with one gradient and one state; further layers only point to
            // it.
            const Bytes parameters = memory(l).parameters - (pointsToEarlier(l) ? cost(l).shared_parameters : Bytes(0));
            m_alive.parameters += parameters + memory(l).buffers;
            const Bytes learning = memory(l).gradients - (pointsToEarlier(l) ? cost(l).shared_gradients : Bytes(0));
            m_alive.optimizer += optimizerStateBytes(costs.optimizer, costs.precision, learning);
            m_context = std::max(m_context, memory(l).context);
        }
        record(MemoryPhase::Forward, 0, range.first, {});
    }

    void forward(std::int64_t micro_batch)
    {
        m_alive.activations += m_context;
        m_alive.boundaries += received();
        for (int l = m_range.first; l < m_range.last; ++l) {
            // While a layer runs, its input is referenced even if nobody keeps it.
            const Bytes passing = l > m_range.first && !keptBehind(l - 1) ? memory(l - 1).output : Bytes(0);
            m_alive.boundaries += passing;
            MemoryBreakdown more;
            more.activations = std::min(memory(l).saved, memory(l).forward_peak);
            more.workspace = memory(l).forward_peak - more.activations;
            record(MemoryPhase::Forward, micro_batch, l, more);
            m_alive.boundaries -= passing;
            m_alive.activations += memory(l).saved;
            m_alive.workspace += memory(l).cached;
            m_alive.boundaries += consumerKept(l);
            if (l == m_range.first && !memory(l).keeps_input) {
                m_alive.boundaries -= received();
            }
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
            record(MemoryPhase::Backward, micro_batch, l, more);
            m_alive.activations -= memory(l).saved;
            keepGradients(l);
            if (l == last) {
                m_alive.boundaries -= gradient;
            }
            if (l > m_range.first) {
                m_alive.boundaries -= consumerKept(l - 1);
            } else if (memory(l).keeps_input) {
                m_alive.boundaries -= received();
            }
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

private:
    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    const LayerMemory& memory(int layer) const { return cost(layer).memory; }

    Bytes received() const { return m_receives ? memory(m_range.first - 1).output : Bytes(0); }

    bool keptBehind(int layer) const { return memory(layer).keeps_output || memory(layer + 1).keeps_input; }

    // The boundary behind an inner layer, where only its consumer keeps it (else it is in `saved`, or nobody has it).
    Bytes consumerKept(int layer) const
    {
        const bool inner = layer + 1 < m_range.last;
        return inner && memory(layer + 1).keeps_input && !memory(layer).keeps_output ? memory(layer).output : Bytes(0);
    }

    bool pointsToEarlier(int layer) const
    {
        return cost(layer).shared_parameters > Bytes(0) && sharesWith(m_range.first, layer);
    }
    bool pointsToLater(int layer) const
    {
        return cost(layer).shared_parameters > Bytes(0) && sharesWith(layer + 1, m_range.last);
    }
    bool sharesWith(int first, int last) const
    {
        for (int l = first; l < last; ++l) {
            if (cost(l).shared_parameters > Bytes(0)) {
                return true;
            }
        }
        return false;
    }

    Bytes backwardPeak(int layer) const
    {
        const bool owned = m_sends && layer == m_range.last - 1;
        const Bytes first = owned ? memory(layer).owned_backward_peak : memory(layer).backward_peak;
        if (!m_accumulating) {
            return first;
        }
        const Bytes later = owned ? memory(layer).owned_accumulate_peak : memory(layer).accumulate_peak;
        // A tied weight's gradient stays, as in the first backward, until keepGradients() hands it on.
        const bool waits = pointsToEarlier(layer) && !pointsToLater(layer);
        return waits ? std::max(later, first - (memory(layer).gradients - cost(layer).shared_gradients)) : later;
    }

    // What stays of a layer's parameter gradients after its backward. The gradient of a tied weight waits in the engine
    // until all its layers have added theirs: the last layer of the chain brings it, the first one in the chain hands
    // it to the parameter.
    void keepGradients(int layer)
    {
        const Bytes shared = cost(layer).shared_gradients;
        if (!m_accumulating) {
            m_alive.gradients += memory(layer).gradients - (pointsToLater(layer) ? shared : Bytes(0));
            return;
        }
        if (pointsToEarlier(layer) && !pointsToLater(layer)) {
            m_alive.gradients += shared;
        } else if (pointsToLater(layer) && !pointsToEarlier(layer)) {
            m_alive.gradients -= shared;
        }
    }

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
        m_peak.moment = {phase, micro_batch, layer};
    }

    const ChainCosts& m_costs;
    LayerRange m_range;
    bool m_receives;
    bool m_sends;
    Bytes m_context; // of a micro-batch, for all layers together
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

StagePeak walkLedger(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations)
{
    if (costs.closedForm()) {
        return tablePeak(costs, range, mostInFlight(operations));
    }
    Ledger ledger(costs, range);
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
