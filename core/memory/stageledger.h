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

// Change of device bytes before a pass of an operation's layers: negative when a copy out to the host ends, positive
// when a copy back begins.
struct SwappedBytes {
    int pass = 0; // index among the operation's passes, in order
    Bytes saved;
    Bytes inputs;
};

// Ledger of the bytes alive in one stage, advanced operation by operation. Keeps a reference to the costs; does not
// support layer tables. `range` is a part of the chain that `costs` describes.
class StageLedger {
public:
    // `copies`: parameter versions (stale or predicted) besides the trained one.
    StageLedger(const ChainCosts& costs, LayerRange range, const Replication& replication, std::int64_t copies = 0);

    // Passes of one micro-batch over the whole stage.
    void forward(std::int64_t micro_batch);
    void backward(std::int64_t micro_batch);
    // The two halves of a backward pass. Saved activations count until the second half ends: the memory that the first
    // half frees goes to the gradients that the second half needs (for a transformer block 34 and 32 bytes per token
    // and width: Qi et al. 2024, "Zero Bubble Pipeline Parallelism"). Recomputed activations serve both halves.
    void inputGradient(std::int64_t micro_batch);
    void weightGradient(std::int64_t micro_batch);
    // The optimizer step. It frees the gradients that are not in persistent buffers.
    void update(std::int64_t micro_batch = 0);
    // `swapped_bytes`: changes of the pipeline rank's saved activations, by pass, for any of its stages. They all count
    // here, so a single ledger may go below zero: only the sum over the pipeline rank is meaningful.
    void apply(const Operation& operation, std::span<const SwappedBytes> swapped_bytes = {});

    // Adds `times` repetitions of the operations that took the ledger from `before` to its present state. They must be
    // whole passes; if backward passes are among them, gradients must have existed before (accumulates()).
    void repeat(const MemoryBreakdown& before, std::int64_t times);
    bool accumulates() const { return m_accumulating; }

    // State bytes that stay in host memory throughout.
    Bytes stateOnHost() const { return m_host; }

    const MemoryBreakdown& alive() const { return m_alive; }
    const StagePeak& peak() const { return m_peak; }
    // Returns the peak since the last call, and resets it.
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
    // Counts the bytes by which the gradients of a layer's inputs exceed the inputs: such a gradient may be a view of a
    // larger tensor (of a concatenation), which lives until the earlier layer that uses or produced the input has added
    // its own gradient.
    void keepExcess(int layer);
    bool pointsToEarlier(int layer) const;
    bool pointsToLater(int layer) const;
    Bytes backwardPeak(int layer) const;
    // Returns the backward-peak reduction from side inputs that only this layer's graph keeps, and that are freed
    // early.
    Bytes inputRelease(int layer, Bytes InputRelease::*variant) const;
    // Adds the parameter gradients that stay after a layer's backward pass. Autograd holds the gradient of a tied
    // weight until all its layers have contributed: the last layer of the chain produces it, the first one accumulates
    // it into the parameter.
    void keepGradients(int layer);
    // Starts the reduction of a layer's gradients over the replicas; the result stays or is added to existing
    // gradients.
    void reduce(int layer);
    void record(MemoryPhase phase, std::int64_t micro_batch, int layer, const MemoryBreakdown& more);
    // Bytes of gathered parameters during a layer's forward pass.
    Bytes gatheredForward(int layer) const;
    void finishReduction() { m_alive.communication -= std::exchange(m_reducing, Bytes(0)); }

    const ChainCosts& m_costs;
    LayerRange m_range;
    int m_divided; // ZeRO stage
    bool m_buffered; // gradients are in persistent buffers
    bool m_whole; // Replication::makesWholeGradients()
    bool m_updates; // the optimizer runs on the device
    bool m_fused; // the optimizer step needs no temporaries (Replication::shards_masters)
    bool m_sends;
    bool m_in_buffers; // inputs from other stages are in buffers (Replication::boundary_buffers)
    Crossings m_crossings;
    std::vector<LayerShare> m_shares; // one per layer of the stage
    // One per layer of the stage: input bytes that its graph keeps until its backward pass has ended.
    std::vector<Bytes> m_kept;
    std::vector<Bytes> m_excess; // one per crossing tensor: bytes by which its gradient exceeds it
    Bytes m_context; // per micro-batch, shared by all layers
    Bytes m_result; // output of a pass, if it stays until the backward pass has ended
    Bytes m_sent; // gradient sent to the previous stage, while it is still allocated
    Bytes m_reducing; // gradients being reduced over the replicas, and the result
    bool m_accumulating = false; // gradients exist: not the first backward of the step
    Bytes m_buffers; // persistent gradient buffers
    Bytes m_host;
    std::span<const SwappedBytes> m_swapped_bytes; // remaining changes of the current operation
    MemoryBreakdown m_alive;
    StagePeak m_peak;
    bool m_recorded = false; // a point was recorded since the last takePeak()
};

}
