// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/crossings.h"
#include "core/memory/ledger.h"
#include "core/memory/replication.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stagecraft {

// Saved activations that have left by a pass of an operation's layers, or are on their way back: bytes more on the
// device.
struct SwappedBytes {
    int pass = 0; // from 0, in the order of the operation's passes
    Bytes saved;
    Bytes inputs;
};

// The bytes alive in one stage while its operations are walked through, one by one. Holds a reference to the costs; not
// for layer tables. `range` is a part of the chain that `costs` describes.
class StageLedger {
public:
    // `copies`: of the parameters, beside those that are trained: stale or predicted versions.
    StageLedger(const ChainCosts& costs, LayerRange range, const Replication& replication, std::int64_t copies = 0);

    // Passes of one micro-batch over the whole stage.
    void forward(std::int64_t micro_batch);
    void backward(std::int64_t micro_batch);
    // The two halves of a backward pass. What the forward pass saved counts until the second: what the first frees of
    // it makes room for the gradients that the second needs (of a transformer's block 34 and 32 bytes per token and
    // width: Qi et al. 2024, "Zero Bubble Pipeline Parallelism"). What the first computes again, the second needs too.
    void inputGradient(std::int64_t micro_batch);
    void weightGradient(std::int64_t micro_batch);
    // The optimizer step, after which gradients go that do not lie in buffers.
    void update(std::int64_t micro_batch = 0);
    // `swapped_bytes`: of saved activations of the pipeline rank, whichever of its stages they belong to, by pass. They
    // count here, so that what is alive may be less than nothing: only the pipeline rank's sum is what it has.
    void apply(const Operation& operation, std::span<const SwappedBytes> swapped_bytes = {});

    // As if operations that changed what was alive from `before` to what it is had come so many times more. They must
    // be whole passes; with backward passes among them, gradients must have been there before (accumulates()).
    void repeat(const MemoryBreakdown& before, std::int64_t times);
    bool accumulates() const { return m_accumulating; }

    // Of its state, in the host's memory throughout.
    Bytes stateOnHost() const { return m_host; }

    const MemoryBreakdown& alive() const { return m_alive; }
    const StagePeak& peak() const { return m_peak; }
    // The highest point since the last call.
    StagePeak takePeak()
    {
        m_recorded = false;
        return std::exchange(m_peak, {});
    }

private:
    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    const LayerMemory& memory(int layer) const { return cost(layer).memory; }
    const LayerShare& share(int layer) const { return m_shares[static_cast<std::size_t>(layer - m_range.first)]; }

    void passBack(std::int64_t micro_batch, bool inputs, bool weights);
    void applySwaps(int pass);
    void dropReference(int tensor);
    void dropKept(int layer);
    // The gradient of a tensor may be a view of a larger one (a concatenation's), which lives until the layer before
    // that works on the tensor, or made it, has added its own.
    void keepExcess(int layer);
    bool pointsToEarlier(int layer) const;
    bool pointsToLater(int layer) const;
    Bytes backwardPeak(int layer) const;
    // Of several tensors that a layer takes those go early that nobody holds but its graph.
    Bytes inputRelease(int layer, Bytes InputRelease::*variant) const;
    // What stays of a layer's parameter gradients after its backward. The gradient of a tied weight waits in the engine
    // until all its layers have added theirs: the last layer of the chain brings it, the first one in the chain hands
    // it to the parameter.
    void keepGradients(int layer);
    // A layer's gradients leave for the other replicas; what comes back stays, or is added to what is there.
    void reduce(int layer);
    void record(MemoryPhase phase, std::int64_t micro_batch, int layer, const MemoryBreakdown& more);
    // Of parameters, beside a layer's forward pass.
    Bytes gatheredForward(int layer) const;
    void finishReduction() { m_alive.communication -= std::exchange(m_reducing, Bytes(0)); }

    const ChainCosts& m_costs;
    LayerRange m_range;
    int m_divided; // ZeRO stage
    bool m_buffered; // gradients lie in buffers that stay
    bool m_whole; // Replication::makesWholeGradients()
    bool m_updates; // the optimizer runs on the device
    bool m_fused; // its step needs no temporaries (Replication::shards_masters)
    bool m_sends;
    bool m_in_buffers; // what comes from other stages (Replication::boundary_buffers)
    Crossings m_crossings;
    std::vector<LayerShare> m_shares; // by layer of the stage
    std::vector<Bytes> m_kept; // by layer of the stage: what the backward pass no longer needs behind it
    std::vector<Bytes> m_excess; // of each crossing tensor's gradient
    Bytes m_context; // of a micro-batch, for all layers together
    Bytes m_result; // what a pass gives, if it stays until its backward pass has ended
    Bytes m_sent; // the gradient that went to the stage before, if it is still there
    Bytes m_reducing; // gradients on their way to the other replicas, and what comes back
    bool m_accumulating = false; // gradients exist: not the first backward of the step
    Bytes m_buffers; // of gradients, throughout
    Bytes m_host;
    std::span<const SwappedBytes> m_swapped_bytes; // of the present operation, those that are left
    MemoryBreakdown m_alive;
    StagePeak m_peak;
    bool m_recorded = false; // since the last call of takePeak()
};

}
