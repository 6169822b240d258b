// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/gatheredunits.h"
#include "core/memory/allocator/stageblocks.h"
#include "core/memory/allocator/stagelayers.h"
#include "core/memory/crossings.h"
#include "core/memory/replication.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace stagecraft {

// Sends what a stage allocates through a caching allocator: its parameters and buffers at once, then step by step what
// its passes and its optimizer allocate and free, by the layers' traces. Holds references to costs and allocator.
class StageAllocations {
public:
    // The traces of all layers of `range` are known. `allocator` is new.
    StageAllocations(const ChainCosts& costs, LayerRange range, CachingAllocator& allocator,
                     const Replication& replication);
    StageAllocations(const StageAllocations&) = delete;
    StageAllocations& operator=(const StageAllocations&) = delete;

    void step(std::span<const Operation> operations);

    bool outOfMemory() const { return m_blocks.refused(); }

private:
    static constexpr int none = StageBlocks::none;

    // The handles of a micro-batch whose backward pass is still to come.
    struct Flight {
        std::vector<std::vector<int>> layers; // by allocation
        std::vector<int> tensors; // that cross boundaries
        int context = none;
        bool first = false; // of its step
    };

    // Where the gradient of a layer's output comes from, and which its input's is to become.
    struct Neighbors {
        bool owned = false; // a received buffer has it
        int handed = none; // the block that has it already
        std::int64_t next = none; // bytes of the earlier layer's
        bool shared_waits = false; // a shared weight's gradient is not freed here
    };

    // The inputs that go while the layer runs.
    struct Inputs {
        std::vector<int>& tensors;
        std::span<const EarlyRelease> releases;

        bool due(std::size_t event) const { return !releases.empty() && releases.front().event == event; }
        int& next()
        {
            const int tensor = releases.front().tensor;
            releases = releases.subspan(1);
            return tensors[static_cast<std::size_t>(tensor)];
        }
    };

    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    const LayerMemory& memory(int layer) const { return cost(layer).memory; }
    const StageLayer& stageLayer(int layer) const { return m_layers[static_cast<std::size_t>(layer - m_range.first)]; }
    // Gradients that leave with their layer are new in each backward pass; buffers of them are never.
    bool isFirst(const Flight& flight) const { return (flight.first || m_units.divides()) && !m_buffered; }
    const TraceScript& script(int layer, const Flight& flight) const
    {
        return isFirst(flight) ? stageLayer(layer).first : stageLayer(layer).later;
    }
    std::span<const EarlyRelease> releases(int layer, const Flight& flight) const
    {
        return isFirst(flight) ? stageLayer(layer).first_releases : stageLayer(layer).later_releases;
    }
    std::vector<int>& handlesOf(Flight& flight, int layer) const
    {
        return flight.layers[static_cast<std::size_t>(layer - m_range.first)];
    }

    Bytes stateOf(int layer, Bytes parameter) const;
    void makeState(int layer);
    void makeBuffers(const Replication& replication);
    std::vector<int> makeCopy();

    void forwardPass(Flight& flight);
    void runForward(const TraceScript& events, std::vector<int>& handles, std::vector<int>& cached);
    void moveBoundaries(Flight& flight, int layer);
    void backwardPass(Flight& flight);
    int runBackward(const TraceScript& events, std::vector<int>& handles, Neighbors neighbors, Inputs inputs);
    void keepGradients(int layer, const TraceScript& events, std::vector<int>& handles, bool first);
    void keepExcess(int layer, std::vector<int>& excess);

    void optimizerStep();
    void useForAWhile(int count, std::int64_t bytes);

    const ChainCosts& m_costs;
    LayerRange m_range;
    bool m_sends;
    Crossings m_crossings;
    std::int64_t m_wider; // wideningOf()
    std::vector<StageLayer> m_layers;
    bool m_buffered; // gradients are added to buffers
    bool m_widens; // gradients, for the optimizer step
    bool m_shares_state; // with other replicas, of all layers together
    StageBlocks m_blocks;
    GatheredUnits m_units;
    Bytes m_learning; // of parameters that this replica updates, in fp32
    Bytes m_context; // of a micro-batch, for all layers together
    std::map<std::int64_t, Flight> m_flights;
    std::vector<int> m_gradients;
    int m_tied = none;
    bool m_updated = false; // the optimizer's states are there
};

}
