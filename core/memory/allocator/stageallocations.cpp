// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/stageallocations.h"

#include "core/memory/allocator/earlyrelease.h"
#include "core/memory/allocator/tracescript.h"
#include "core/memory/crossings.h"
#include "core/memory/state.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

constexpr int none = -1;
constexpr std::int64_t block = 512;

// Streams, as FSDP2 has them (torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py, FSDPCommContext).
constexpr int computing = 0;
constexpr int gathering = 1;
constexpr int reducing = 2;

// A layer of the stage with what its optimizer step works on.
struct StageLayer {
    TraceScript first;
    TraceScript later;
    std::vector<std::int64_t> parameters; // bytes of the gradients, one a parameter
    int temporaries = 0; // of each parameter's size, while it is updated; 0: `update` in one
    Bytes update;
    bool shared_before = false; // a layer of the stage before it has its shared weight too
    bool shared_behind = false;
    std::vector<EarlyRelease> first_releases; // of inputs, in a step's first backward and in a later one
    std::vector<EarlyRelease> later_releases;
};

// The handles of a micro-batch whose backward pass is still to come.
struct Flight {
    std::vector<std::vector<int>> layers; // by allocation
    std::vector<int> tensors; // that cross boundaries
    int context = none;
    bool first = false; // of its step
};

class StageAllocations {
public:
    StageAllocations(const ChainCosts& costs, LayerRange range, CachingAllocator& allocator,
                     const Replication& replication)
        : m_costs(costs)
        , m_range(range)
        , m_allocator(allocator)
        , m_replication(replication)
        , m_sends(range.last < costs.size())
        , m_crossings(crossingsOf(costs, range))
        , m_wider(bytesOf(NumberType::Fp32) / bytesOf(parameterType(costs.precision)))
    {
        for (int l = range.first; l < range.last; ++l) {
            m_layers.push_back(layerOf(l));
            m_context = std::max(m_context, memory(l).context);
        }
        for (int l = range.first; l < range.last; ++l) {
            makeState(l);
        }
        m_gathered.resize(m_layers.size());
        if (hasMasterWeights(costs.precision) && !divides()) {
            eachParameter([&](std::int64_t bytes) { allocate(bytes * m_wider); });
        }
    }

    bool outOfMemory() const { return m_failed; }

    void step(std::span<const Operation> operations)
    {
        const auto backward = std::find_if(operations.begin(), operations.end(),
                                           [](const Operation& o) { return o.kind == OperationKind::Backward; });
        const std::int64_t first = backward == operations.end() ? none : backward->micro_batch;
        for (const Operation& operation : operations) {
            if (m_failed) {
                return;
            }
            if (operation.kind == OperationKind::Forward) {
                forwardPass(m_flights[operation.micro_batch], operation.micro_batch == first);
            } else {
                const auto flight = m_flights.find(operation.micro_batch);
                backwardPass(flight->second);
                m_flights.erase(flight);
            }
        }
        optimizerStep();
    }

private:
    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    const LayerMemory& memory(int layer) const { return cost(layer).memory; }
    const StageLayer& stageLayer(int layer) const { return m_layers[static_cast<std::size_t>(layer - m_range.first)]; }
    // Gradients that leave with their layer are new in each backward pass.
    const TraceScript& script(int layer, bool first) const
    {
        return first || divides() ? stageLayer(layer).first : stageLayer(layer).later;
    }
    std::vector<int>& handlesOf(Flight& flight, int layer) const
    {
        return flight.layers[static_cast<std::size_t>(layer - m_range.first)];
    }

    bool divides() const { return m_replication.shards_masters; }
    // One replica's part of so many bytes in 16 bits.
    Bytes shard(Bytes bytes) const { return layerShard(bytes, parameterType(m_costs.precision), m_replication.data); }

    int allocate(std::int64_t bytes, int stream = computing)
    {
        const auto handle = m_failed ? std::nullopt : m_allocator.allocate(bytes, stream);
        m_failed = m_failed || !handle;
        return handle.value_or(none);
    }
    int allocate(Bytes bytes, int stream = computing) { return allocate(bytes.value, stream); }
    void free(int& handle) { m_allocator.free(std::exchange(handle, none)); }

    StageLayer layerOf(int l) const
    {
        StageLayer layer;
        layer.first = scriptOf(cost(l), cost(l).traces->first);
        layer.later = scriptOf(cost(l), cost(l).traces->later);
        const bool shares = cost(l).shared_parameters > Bytes(0);
        layer.shared_before = shares && sharesParameters(m_costs, {m_range.first, l});
        layer.shared_behind = shares && sharesParameters(m_costs, {l + 1, m_range.last});
        layer.update = memory(l).optimizer_peak;
        const bool owned = m_sends && l == m_range.last - 1;
        layer.first_releases = earlyReleases(
            layer.first, owned, earlyInputs(l, owned ? &BackwardRelief::owned_first : &BackwardRelief::first));
        layer.later_releases = earlyReleases(
            layer.later, owned, earlyInputs(l, owned ? &BackwardRelief::owned_later : &BackwardRelief::later));
        std::int64_t largest = 0;
        for (const int left : layer.first.left) {
            const auto at = static_cast<std::size_t>(left);
            largest = std::max(largest, layer.first.sizes[at] * m_wider);
            // The first of the layers that share a weight updates it.
            if (!layer.shared_before || layer.first.roles[at] != AllocationRole::SharedGradient) {
                layer.parameters.push_back(layer.first.sizes[at]);
            }
        }
        if (largest > 0) {
            const auto count = std::llround(static_cast<double>(layer.update.value) / static_cast<double>(largest));
            const std::int64_t off = std::abs(layer.update.value - count * largest);
            layer.temporaries = off <= (count + 2) * block ? static_cast<int>(count) : 0;
        }
        return layer;
    }

    // As the ledger has it: what of the inputs that the layer's graph alone holds goes early.
    std::vector<EarlyInput> earlyInputs(int l, Bytes BackwardRelief::*variant) const
    {
        const auto& inputs = memory(l).inputs;
        const std::vector<int>& taken = m_crossings.taken(l);
        std::vector<EarlyInput> early;
        for (std::size_t i = 0; i < taken.size() && i < std::max<std::size_t>(1, inputs.size()); ++i) {
            const Crossing& tensor = m_crossings.crossing(taken[i]);
            const Bytes relief = i > 0 ? inputs[i].relief.*variant : cost(l).applied_relief.*variant;
            if (tensor.kept_from == l && !tensor.saved) {
                early.push_back({taken[i], tensor.bytes, relief});
            }
        }
        return early;
    }

    template <typename Visit>
    void eachParameter(Visit visit) const
    {
        for (const StageLayer& layer : m_layers) {
            for (const std::int64_t bytes : layer.parameters) {
                visit(bytes);
            }
        }
    }

    // What of a parameter is there throughout.
    Bytes stateOf(Bytes parameter) const { return divides() ? shard(parameter) * m_wider : parameter; }

    // A tensor for each parameter that learns, one for all others, one for all buffers.
    void makeState(int l)
    {
        const bool points = stageLayer(l).shared_before;
        Bytes others = memory(l).parameters - (points ? cost(l).shared_parameters : Bytes(0));
        for (const std::int64_t bytes : stageLayer(l).parameters) {
            const std::int64_t own = std::min(bytes, others.value);
            allocate(stateOf(Bytes(own)));
            others -= Bytes(own);
        }
        allocate(stateOf(others));
        allocate(memory(l).buffers);
    }

    void forwardPass(Flight& flight, bool first)
    {
        flight.first = first;
        flight.context = allocate(m_context);
        flight.tensors.assign(m_crossings.tensors.size(), none);
        flight.layers.resize(m_layers.size());
        const auto tensor = [&](int t) -> int& { return flight.tensors[static_cast<std::size_t>(t)]; };
        const auto drop = [&](int t) {
            if (!m_crossings.crossing(t).kept()) {
                free(tensor(t));
            }
        };
        for (const int t : m_crossings.taken(m_range.first)) {
            tensor(t) = allocate(m_crossings.crossing(t).bytes);
        }
        std::vector<int> cached;
        for (int l = m_range.first; l < m_range.last; ++l) {
            const TraceScript& events = script(l, first);
            std::vector<int>& handles = handlesOf(flight, l);
            gatherForward(l);
            runForward(events, handles, cached);
            if (!keepsHead(l)) {
                letGo(l);
            }
            for (std::size_t i = 0; i < m_crossings.given(l).size(); ++i) {
                const int t = m_crossings.given(l)[i];
                if (m_crossings.takes(l, t) || m_crossings.crossing(t).saved) {
                    continue;
                }
                const int output = i < events.outputs.size() ? events.outputs[i] : none;
                tensor(t) = output >= 0 ? std::exchange(handles[static_cast<std::size_t>(output)], none)
                                        : allocate(m_crossings.crossing(t).bytes);
            }
            for (const int t : m_crossings.taken(l)) {
                if (!m_crossings.gives(l, t)) {
                    drop(t);
                }
            }
        }
        for (const int t : m_crossings.given(m_range.last - 1)) { // sent
            drop(t);
        }
        std::for_each(cached.begin(), cached.end(), [&](int& handle) { free(handle); });
    }

    void runForward(const TraceScript& events, std::vector<int>& handles, std::vector<int>& cached)
    {
        handles.clear();
        handles.reserve(events.sizes.size());
        for (const std::int64_t event : events.forward) {
            if (event > 0) {
                handles.push_back(allocate(event));
                continue;
            }
            const auto at = static_cast<std::size_t>(-event - 1);
            if (events.roles[at] == AllocationRole::Cached) {
                cached.push_back(std::exchange(handles[at], none));
            } else if (events.roles[at] != AllocationRole::Output) {
                free(handles[at]);
            }
        }
    }

    void backwardPass(Flight& flight)
    {
        const int last = m_range.last - 1;
        int received = m_sends ? allocate(memory(m_range.last).input_gradient) : none;
        int handed = none; // the input gradient of the layer before in this walk
        std::vector<int> excess(m_crossings.tensors.size(), none);
        for (int l = last; l >= m_range.first && !m_failed; --l) {
            const TraceScript& events = script(l, flight.first);
            const std::int64_t next = l > m_range.first ? script(l - 1, flight.first).incoming : none;
            const bool waits = !flight.first && sharedWaits(stageLayer(l));
            gatherBackward(l);
            handed = runBackward(events, handlesOf(flight, l), {m_sends && l == last, handed, next, waits},
                                 {flight.tensors, releases(l, flight.first || divides())});
            if (divides()) {
                gatherNext(l);
                reduceGradients(l, handlesOf(flight, l), flight.first);
            } else {
                keepGradients(l, events, handlesOf(flight, l), flight.first);
            }
            free(received);
            for (std::size_t t = 0; t < flight.tensors.size(); ++t) {
                if (m_crossings.tensors[t].kept_from == l && !m_crossings.tensors[t].saved) {
                    free(flight.tensors[t]);
                }
            }
            keepExcess(l, excess);
        }
        endReduction();
        free(handed);
        std::for_each(excess.begin(), excess.end(), [&](int& handle) { free(handle); });
        free(flight.context);
    }

    // Where the gradient of a layer's output comes from, and which its input's is to become.
    struct Neighbours {
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

    std::span<const EarlyRelease> releases(int layer, bool first) const
    {
        return first ? stageLayer(layer).first_releases : stageLayer(layer).later_releases;
    }

    // The layer's input gradient, where the earlier layer goes on with it.
    int runBackward(const TraceScript& events, std::vector<int>& handles, Neighbours neighbours, Inputs inputs)
    {
        int passed = none;
        for (std::size_t e = 0; e < events.backward.size(); ++e) {
            const std::int64_t event = events.backward[e];
            while (inputs.due(e)) {
                free(inputs.next());
            }
            if (event > 0) {
                const AllocationRole role = events.roles[handles.size()];
                const bool incoming = role == AllocationRole::OutputGradient;
                if (role == AllocationRole::StandIn || (incoming && neighbours.owned)) {
                    handles.push_back(none);
                } else if (incoming && neighbours.handed != none) {
                    handles.push_back(std::exchange(neighbours.handed, none));
                } else {
                    handles.push_back(allocate(event));
                }
                continue;
            }
            const auto at = static_cast<std::size_t>(-event - 1);
            const AllocationRole role = events.roles[at];
            if (role == AllocationRole::InputGradient && events.sizes[at] == neighbours.next) {
                passed = std::exchange(handles[at], none);
            } else if (role != AllocationRole::SharedGradient || !neighbours.shared_waits) {
                free(handles[at]);
            }
        }
        free(neighbours.handed);
        return passed;
    }

    static bool sharedWaits(const StageLayer& layer) { return layer.shared_before && !layer.shared_behind; }

    // The gradient of a tied weight waits in the engine until all its layers have added theirs.
    void keepGradients(int l, const TraceScript& events, std::vector<int>& handles, bool first)
    {
        const StageLayer& layer = stageLayer(l);
        for (std::size_t i = 0; i < handles.size(); ++i) {
            if (handles[i] == none) {
                continue;
            }
            const bool shared = events.roles[i] == AllocationRole::SharedGradient;
            if (shared && !first && sharedWaits(layer)) {
                m_tied = std::exchange(handles[i], none);
            } else if (first && !(shared && layer.shared_behind)) {
                m_gradients.push_back(std::exchange(handles[i], none));
            } else {
                free(handles[i]);
            }
        }
        if (!first && layer.shared_behind && !layer.shared_before) {
            free(m_tied);
        }
    }

    // As the ledger has it: what a side input's gradient is larger than the input, until the layer before has added its
    // own.
    void keepExcess(int l, std::vector<int>& excess)
    {
        const auto& inputs = memory(l).inputs;
        const auto handle = [&](int tensor) -> int& { return excess[static_cast<std::size_t>(tensor)]; };
        for (const int tensor : m_crossings.given(l)) {
            if (!m_crossings.takes(l, tensor)) {
                free(handle(tensor));
            }
        }
        for (std::size_t i = 0; i < std::min(inputs.size(), m_crossings.taken(l).size()); ++i) {
            if (inputs[i].gradient > Bytes(0)) {
                free(handle(m_crossings.taken(l)[i]));
                handle(m_crossings.taken(l)[i]) = allocate(std::max(Bytes(0), inputs[i].gradient - inputs[i].bytes));
            }
        }
    }

    // The last layer of all ends in the loss, behind the unit whose parameters it has.
    bool endsInLoss(int l) const { return !m_sends && l == m_range.last - 1; }
    bool keepsHead(int l) const { return m_replication.keeps_head && endsInLoss(l); }

    // What the gathering of a layer's parameters gives: FSDP2's foreach_all_gather().
    int gather(int l)
    {
        int own = allocate(shard(memory(l).parameters), gathering);
        const int all = allocate(shard(memory(l).parameters) * m_replication.data, gathering);
        free(own);
        return all;
    }

    // The parameters themselves, one by one, of what the gathering gave.
    void copyOut(int l)
    {
        Bytes others = memory(l).parameters;
        std::vector<int>& handles = m_gathered[static_cast<std::size_t>(l - m_range.first)];
        for (const std::int64_t bytes : stageLayer(l).parameters) {
            handles.push_back(allocate(bytes));
            others -= Bytes(bytes);
        }
        handles.push_back(allocate(std::max(others, Bytes(0))));
    }
    void letGo(int l)
    {
        std::vector<int>& handles = m_gathered[static_cast<std::size_t>(l - m_range.first)];
        std::for_each(handles.begin(), handles.end(), [&](int& handle) { free(handle); });
        handles.clear();
    }

    // What one layer gathered is there until the next one has; the last of all lets it go before the loss.
    void gatherForward(int l)
    {
        if (!divides()) {
            return;
        }
        const int gathered = gather(l);
        free(m_received);
        copyOut(l);
        m_received = gathered;
        if (l == m_range.last - 1) {
            free(m_received);
        }
        if (endsInLoss(l) && !keepsHead(l)) {
            letGo(l);
        }
    }

    // Each layer finds its parameters gathered by the one behind, and gathers those of the one before, which the last
    // of all does when the loss is done.
    void gatherBackward(int l)
    {
        if (!divides() || endsInLoss(l)) {
            return;
        }
        if (m_received == none) {
            m_received = gather(l);
        }
        copyOut(l);
        free(m_received);
        gatherNext(l);
    }
    void gatherNext(int l)
    {
        if (m_received == none && l > m_range.first) {
            m_received = gather(l - 1);
        }
    }

    // In fp32, beside what the layer behind had reduced; a replica's part is added to what is there.
    void reduceGradients(int l, std::vector<int>& handles, bool first)
    {
        letGo(l);
        endReduction();
        const Bytes part = shard(memory(l).gradients) * m_wider;
        m_bucket = allocate(part * m_replication.data);
        m_reduced = allocate(part, reducing);
        std::for_each(handles.begin(), handles.end(), [&](int& handle) { free(handle); });
        if (first) {
            m_gradients.push_back(std::exchange(m_reduced, none));
        }
    }
    void endReduction()
    {
        free(m_bucket);
        free(m_reduced);
    }

    // Parameter by parameter: in the first step the optimizer's states, then what only the update needs.
    void optimizerStep()
    {
        const int copies = static_cast<int>(optimizerStateBytes(m_costs.optimizer, Precision::Fp32, Bytes(1)).value);
        for (const StageLayer& layer : m_layers) {
            for (const std::int64_t bytes : layer.parameters) {
                for (int c = 0; c < copies && !m_updated; ++c) {
                    allocate((divides() ? shard(Bytes(bytes)) : Bytes(bytes)) * m_wider);
                }
                useForAWhile(divides() ? 0 : layer.temporaries, bytes * m_wider);
            }
            useForAWhile(layer.temporaries == 0 && !divides() ? 1 : 0, layer.update.value);
        }
        m_updated = true;
        std::for_each(m_gradients.begin(), m_gradients.end(), [&](int& handle) { free(handle); });
        m_gradients.clear();
    }

    void useForAWhile(int count, std::int64_t bytes)
    {
        std::vector<int> handles;
        for (int i = 0; i < count; ++i) {
            handles.push_back(allocate(bytes));
        }
        std::for_each(handles.begin(), handles.end(), [&](int& handle) { free(handle); });
    }

    const ChainCosts& m_costs;
    LayerRange m_range;
    CachingAllocator& m_allocator;
    Replication m_replication;
    bool m_sends;
    Crossings m_crossings;
    std::int64_t m_wider; // bytes of a number in fp32 over those of a parameter's
    std::vector<StageLayer> m_layers;
    Bytes m_context; // of a micro-batch, for all layers together
    std::map<std::int64_t, Flight> m_flights;
    std::vector<int> m_gradients;
    int m_tied = none;
    std::vector<std::vector<int>> m_gathered; // by layer of the stage
    int m_received = none; // what a gathering gave
    int m_bucket = none; // what is being reduced, and what that gives where it is added to what is there
    int m_reduced = none;
    bool m_updated = false; // the optimizer's states are there
    bool m_failed = false;
};

}

bool canReplay(const ChainCosts& costs, LayerRange range)
{
    const auto known = [](const LayerCost& cost) { return static_cast<bool>(cost.traces); };
    return !costs.closedForm()
        && std::all_of(costs.layers.begin() + range.first, costs.layers.begin() + range.last, known);
}

StageReplay replayOperations(const ChainCosts& costs, LayerRange range, std::span<const Operation> operations,
                             CachingAllocator& allocator, const Replication& replication)
{
    StageAllocations stage(costs, range, allocator, replication);
    stage.step(operations);
    const Bytes reserved = allocator.peaks().reserved;
    allocator.restartPeaks();
    stage.step(operations);
    StageReplay replay;
    replay.peaks = allocator.peaks();
    replay.peaks.reserved = std::max(replay.peaks.reserved, reserved);
    replay.reserved_at_end = allocator.now().reserved;
    replay.fragmentation = allocator.fragmentation();
    replay.out_of_memory = stage.outOfMemory();
    return replay;
}

std::int64_t replayedMicroBatches(int place, int places, std::int64_t micro_batches)
{
    const std::int64_t in_flight = inFlight(ScheduleKind::OneForwardOneBackward, place, places, micro_batches);
    return std::min(micro_batches, 2 * in_flight + 2);
}

std::optional<StageReplay> replayStage(const ChainCosts& costs, LayerRange range, ScheduleKind schedule, int place,
                                       int places, std::int64_t micro_batches, const AllocatorOptions& options,
                                       const Replication& replication)
{
    if (!canReplay(costs, range)) {
        return std::nullopt;
    }
    const auto replay = [&](std::int64_t count) {
        CachingAllocator allocator(options);
        return replayOperations(costs, range, operationsOf(schedule, place, places, count), allocator, replication);
    };
    constexpr std::int64_t most = 64;
    if (schedule == ScheduleKind::OneForwardOneBackward) {
        return replay(replayedMicroBatches(place, places, micro_batches));
    }
    StageReplay result = replay(std::min(micro_batches, most));
    if (micro_batches <= most || result.out_of_memory) {
        return result;
    }
    const StageReplay half = replay(most / 2);
    const auto grow = [&](Bytes& bytes, Bytes before) {
        bytes += (bytes - before) * (micro_batches - most) / (most / 2);
    };
    grow(result.peaks.requested, half.peaks.requested);
    grow(result.peaks.allocated, half.peaks.allocated);
    grow(result.peaks.reserved, half.peaks.reserved);
    grow(result.reserved_at_end, half.reserved_at_end);
    result.out_of_memory = options.limit && result.peaks.reserved > *options.limit;
    return result;
}

}
