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

// Replays the allocations of a stage on a caching allocator: parameters and buffers at once, then step by step the
// allocations and frees of passes and optimizer, by the layers' traces. Keeps references to costs and allocator.
class StageAllocations {
public:
    // Needs the traces of all layers of `range` and a new `allocator`.
    StageAllocations(const ChainCosts& costs, LayerRange range, CachingAllocator& allocator,
                     const Replication& replication);
    StageAllocations(const StageAllocations&) = delete;
    StageAllocations& operator=(const StageAllocations&) = delete;

    void step(std::span<const Operation> operations);

    bool outOfMemory() const { return m_blocks.refused(); }

private:
    static constexpr int none = StageBlocks::none;

    // Block handles of a micro-batch in flight.
    struct Flight {
        std::vector<std::vector<int>> layers; // [layer of the stage][allocation]
        std::vector<int> tensors; // boundary tensors
        int context = none;
        bool first = false; // the step's first backward pass is this one
    };

    // Source of a layer's output gradient, and use of its input gradient.
    struct Neighbors {
        bool owned = false; // the output's gradient is in a receive buffer
        int handed = none; // block that has the output's gradient already
        std::int64_t next = none; // output-gradient bytes of the earlier layer
        bool shared_waits = false; // the gradient of a shared weight is not freed here
    };

    // Inputs that are freed while the layer's backward pass runs.
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
    // True if the backward pass allocates gradients: a step's first one, or every one if each layer reduces and frees
    // its gradients; never if persistent buffers accumulate them.
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
    bool m_buffered; // gradients are added to persistent buffers
    bool m_widens; // gradients are widened for the optimizer step
    bool m_shares_state; // optimizer state of all layers together is sharded over the replicas
    StageBlocks m_blocks;
    GatheredUnits m_units;
    Bytes m_learning; // fp32 bytes of the parameters that this replica updates
    Bytes m_context; // per micro-batch, shared by all layers
    std::map<std::int64_t, Flight> m_flights;
    std::vector<int> m_gradients;
    int m_tied = none;
    bool m_updated = false; // optimizer states are allocated
};

}
