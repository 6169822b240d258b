// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/stageallocations.h"

#include "core/memory/state.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

StageAllocations::StageAllocations(const ChainCosts& costs, LayerRange range, CachingAllocator& allocator,
                                   const Replication& replication)
    : m_costs(costs)
    , m_range(range)
    , m_sends(range.last < costs.size())
    , m_crossings(crossingsOf(costs, range))
    , m_wider(wideningOf(costs))
    , m_layers(stageLayersOf(costs, range, m_crossings))
    , m_buffered(replication.buffered())
    , m_widens(replication.widens_gradients)
    , m_shares_state(replication.divided() > 0 && !replication.shards_masters)
    , m_blocks(allocator)
    , m_units(costs, range, m_layers, replication, m_blocks)
{
    for (int l = range.first; l < range.last; ++l) {
        m_context = std::max(m_context, memory(l).context);
    }
    for (int l = range.first; l < range.last; ++l) {
        makeState(l);
    }
    if (!m_units.divides()) {
        makeBuffers(replication);
    }
}

void StageAllocations::step(std::span<const Operation> operations)
{
    const auto backward = std::find_if(operations.begin(), operations.end(),
                                       [](const Operation& o) { return o.kind == OperationKind::Backward; });
    const std::int64_t first = backward == operations.end() ? none : backward->micro_batch;
    for (const Operation& operation : operations) {
        if (outOfMemory()) {
            return;
        }
        if (operation.kind == OperationKind::Forward) {
            Flight& flight = m_flights[operation.micro_batch];
            flight.first = operation.micro_batch == first;
            forwardPass(flight);
        } else {
            const auto flight = m_flights.find(operation.micro_batch);
            backwardPass(flight->second);
            m_flights.erase(flight);
        }
    }
    optimizerStep();
}

// Returns the bytes of a parameter that are allocated throughout.
Bytes StageAllocations::stateOf(int layer, Bytes parameter) const
{
    return m_units.divides() ? m_units.shard(layer, parameter) : parameter;
}

// Allocates a tensor for each trainable parameter, one for all others, one for all buffers.
void StageAllocations::makeState(int layer)
{
    const bool points = stageLayer(layer).shared_before;
    Bytes others = memory(layer).parameters - (points ? cost(layer).shared_parameters : Bytes(0));
    for (const std::int64_t bytes : stageLayer(layer).parameters) {
        const std::int64_t own = std::min(bytes, others.value);
        m_blocks.allocate(stateOf(layer, Bytes(own)));
        others -= Bytes(own);
    }
    m_blocks.allocate(stateOf(layer, others));
    m_blocks.allocate(memory(layer).buffers);
}

// Allocates the same buffers as the ledger: persistent framework memory, gradient buffers, this replica's fp32 copies
// of parameters.
void StageAllocations::makeBuffers(const Replication& replication)
{
    LayerShare all;
    Bytes persistent;
    for (int l = m_range.first; l < m_range.last; ++l) {
        const bool points = stageLayer(l).shared_before;
        const Bytes gradients = memory(l).gradients - (points ? cost(l).shared_gradients : Bytes(0));
        const LayerShare share = shareOf(replication, m_costs.precision, {}, gradients, cost(l).experts);
        all.buffers += share.buffers;
        all.copies += share.copies;
        all.divided += share.divided;
        all.experts += share.experts;
        persistent = std::max(persistent, memory(l).persistent - cost(l).untraced);
    }
    for (const Bytes bytes : {persistent, all.buffers, all.copies}) {
        m_blocks.allocate(bytes);
    }
    m_learning = learningShare(replication, m_costs.precision, all.divided, all.experts) * m_wider;
    if (hasMasterWeights(m_costs.precision)) {
        makeCopy();
    }
}

// Allocates fp32 tensors for the parameters that this replica updates, one by one: it has whole tensors of those that
// it updates in part.
std::vector<int> StageAllocations::makeCopy()
{
    std::vector<int> made;
    Bytes left = m_learning;
    for (const StageLayer& layer : m_layers) {
        for (const std::int64_t bytes : layer.parameters) {
            const Bytes own = std::min(left, Bytes(bytes * m_wider));
            made.push_back(m_blocks.allocate(own));
            left -= own;
        }
    }
    made.push_back(m_blocks.allocate(left));
    return made;
}

void StageAllocations::forwardPass(Flight& flight)
{
    flight.context = m_blocks.allocate(m_context);
    flight.tensors.assign(m_crossings.tensors.size(), none);
    flight.layers.resize(m_layers.size());
    for (const int t : m_crossings.taken(m_range.first)) {
        flight.tensors[static_cast<std::size_t>(t)] = m_blocks.allocate(m_crossings.crossing(t).bytes);
    }
    std::vector<int> cached;
    for (int l = m_range.first; l < m_range.last; ++l) {
        m_units.beforeForward(l);
        runForward(script(l, flight), handlesOf(flight, l), cached);
        m_units.afterForward(l);
        moveBoundaries(flight, l);
    }
    for (const int t : m_crossings.given(m_range.last - 1)) { // sent
        if (!m_crossings.crossing(t).kept()) {
            m_blocks.free(flight.tensors[static_cast<std::size_t>(t)]);
        }
    }
    m_blocks.free(cached);
}

void StageAllocations::runForward(const TraceScript& events, std::vector<int>& handles, std::vector<int>& cached)
{
    handles.clear();
    handles.reserve(events.sizes.size());
    for (const std::int64_t event : events.forward) {
        if (event > 0) {
            handles.push_back(m_blocks.allocate(event));
            continue;
        }
        const auto at = static_cast<std::size_t>(-event - 1);
        if (events.roles[at] == AllocationRole::Cached) {
            cached.push_back(std::exchange(handles[at], none));
        } else if (events.roles[at] != AllocationRole::Output) {
            m_blocks.free(handles[at]);
        }
    }
}

// Called after a layer's forward pass: stores its outputs and frees inputs that no graph keeps.
void StageAllocations::moveBoundaries(Flight& flight, int layer)
{
    const TraceScript& events = script(layer, flight);
    std::vector<int>& handles = handlesOf(flight, layer);
    for (std::size_t i = 0; i < m_crossings.given(layer).size(); ++i) {
        const int t = m_crossings.given(layer)[i];
        if (m_crossings.takes(layer, t) || m_crossings.crossing(t).saved) {
            continue;
        }
        const int output = i < events.outputs.size() ? events.outputs[i] : none;
        flight.tensors[static_cast<std::size_t>(t)] = output >= 0
            ? std::exchange(handles[static_cast<std::size_t>(output)], none)
            : m_blocks.allocate(m_crossings.crossing(t).bytes);
    }
    for (const int t : m_crossings.taken(layer)) {
        if (!m_crossings.gives(layer, t) && !m_crossings.crossing(t).kept()) {
            m_blocks.free(flight.tensors[static_cast<std::size_t>(t)]);
        }
    }
}

void StageAllocations::backwardPass(Flight& flight)
{
    const int last = m_range.last - 1;
    int received = m_sends ? m_blocks.allocate(memory(m_range.last).input_gradient) : none;
    int handed = none; // input gradient of the layer processed before
    std::vector<int> excess(m_crossings.tensors.size(), none);
    for (int l = last; l >= m_range.first && !outOfMemory(); --l) {
        const TraceScript& events = script(l, flight);
        const std::int64_t next = l > m_range.first ? script(l - 1, flight).incoming : none;
        const bool waits = !isFirst(flight) && stageLayer(l).sharedWaits();
        std::vector<int>& handles = handlesOf(flight, l);
        m_units.beforeBackward(l);
        handed = runBackward(events, handles, {m_sends && l == last, handed, next, waits},
                             {flight.tensors, releases(l, flight)});
        if (!m_units.divides()) {
            keepGradients(l, events, handles, isFirst(flight));
        } else if (const int gradient = m_units.reduce(l, handles, flight.first); gradient != none) {
            m_gradients.push_back(gradient);
        }
        m_blocks.free(received);
        for (std::size_t t = 0; t < flight.tensors.size(); ++t) {
            if (m_crossings.tensors[t].kept_from == l && !m_crossings.tensors[t].saved) {
                m_blocks.free(flight.tensors[t]);
            }
        }
        keepExcess(l, excess);
    }
    m_units.endBackward();
    m_blocks.free(handed);
    m_blocks.free(excess);
    m_blocks.free(flight.context);
}

// Returns the layer's input gradient if the earlier layer continues with it.
int StageAllocations::runBackward(const TraceScript& events, std::vector<int>& handles, Neighbors neighbors,
                                  Inputs inputs)
{
    int passed = none;
    for (std::size_t e = 0; e < events.backward.size(); ++e) {
        const std::int64_t event = events.backward[e];
        while (inputs.due(e)) {
            m_blocks.free(inputs.next());
        }
        if (event > 0) {
            const AllocationRole role = events.roles[handles.size()];
            const bool incoming = role == AllocationRole::OutputGradient;
            if (role == AllocationRole::StandIn || (incoming && neighbors.owned)) {
                handles.push_back(none);
            } else if (incoming && neighbors.handed != none) {
                handles.push_back(std::exchange(neighbors.handed, none));
            } else {
                handles.push_back(m_blocks.allocate(event));
            }
            continue;
        }
        const auto at = static_cast<std::size_t>(-event - 1);
        const AllocationRole role = events.roles[at];
        if (role == AllocationRole::InputGradient && events.sizes[at] == neighbors.next) {
            passed = std::exchange(handles[at], none);
        } else if (role != AllocationRole::SharedGradient || !neighbors.shared_waits) {
            m_blocks.free(handles[at]);
        }
    }
    m_blocks.free(neighbors.handed);
    return passed;
}

// Autograd holds the gradient of a tied weight until all its layers have contributed.
void StageAllocations::keepGradients(int layer, const TraceScript& events, std::vector<int>& handles, bool first)
{
    const StageLayer& of = stageLayer(layer);
    for (std::size_t i = 0; i < handles.size(); ++i) {
        if (handles[i] == none) {
            continue;
        }
        const bool shared = events.roles[i] == AllocationRole::SharedGradient;
        if (shared && !first && of.sharedWaits()) {
            m_tied = std::exchange(handles[i], none);
        } else if (first && !(shared && of.shared_behind)) {
            m_gradients.push_back(std::exchange(handles[i], none));
        } else {
            m_blocks.free(handles[i]);
        }
    }
    if (!first && of.shared_behind && !of.shared_before) {
        m_blocks.free(m_tied);
    }
}

// Allocates the same bytes as the ledger: those by which a side input's gradient exceeds the input, until the earlier
// layer has added its own gradient.
void StageAllocations::keepExcess(int layer, std::vector<int>& excess)
{
    const auto& inputs = memory(layer).inputs;
    const auto handle = [&](int tensor) -> int& { return excess[static_cast<std::size_t>(tensor)]; };
    for (const int tensor : m_crossings.given(layer)) {
        if (!m_crossings.takes(layer, tensor)) {
            m_blocks.free(handle(tensor));
        }
    }
    for (std::size_t i = 0; i < std::min(inputs.size(), m_crossings.taken(layer).size()); ++i) {
        if (inputs[i].gradient > Bytes(0)) {
            int& own = handle(m_crossings.taken(layer)[i]);
            m_blocks.free(own);
            own = m_blocks.allocate(std::max(Bytes(0), inputs[i].gradient - inputs[i].bytes));
        }
    }
}

// Allocates, parameter by parameter, the optimizer states in the first step, then the temporaries of the update.
void StageAllocations::optimizerStep()
{
    const int copies = static_cast<int>(optimizerStateBytes(m_costs.optimizer, Precision::Fp32, Bytes(1)).value);
    const bool divides = m_units.divides();
    for (int c = 0; c < copies && !m_updated && m_shares_state; ++c) {
        makeCopy();
    }
    std::vector<int> widened = m_widens ? makeCopy() : std::vector<int>();
    for (int l = m_range.first; l < m_range.last; ++l) {
        const StageLayer& layer = stageLayer(l);
        for (const std::int64_t bytes : layer.parameters) {
            for (int c = 0; c < copies && !m_updated && !m_shares_state; ++c) {
                m_blocks.allocate(divides ? m_units.shard(l, Bytes(bytes)) : Bytes(bytes) * m_wider);
            }
            useForAWhile(divides ? 0 : layer.temporaries, bytes * m_wider);
        }
        useForAWhile(layer.temporaries == 0 && !divides ? 1 : 0, layer.update.value);
    }
    m_updated = true;
    m_blocks.free(widened);
    m_blocks.free(m_gradients);
    m_gradients.clear();
}

void StageAllocations::useForAWhile(int count, std::int64_t bytes)
{
    std::vector<int> handles;
    for (int i = 0; i < count; ++i) {
        handles.push_back(m_blocks.allocate(bytes));
    }
    m_blocks.free(handles);
}

}
