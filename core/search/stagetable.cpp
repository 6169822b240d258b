// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stagetable.h"

#include "core/estimate/collectivebytes.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/stagetimes.h"
#include "core/memory/state.h"
#include "core/schedule/schedule.h"
#include "core/search/searchspace.h"
#include "core/simulation/collectivetimes.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

template <typename Value, typename Of>
std::vector<Value> sumsBefore(int count, Of of)
{
    std::vector<Value> sums(static_cast<std::size_t>(count) + 1, Value(0));
    for (std::size_t l = 0; l + 1 < sums.size(); ++l) {
        sums[l + 1] = sums[l] + of(l);
    }
    return sums;
}

template <typename Value>
Value within(const std::vector<Value>& sums, LayerRange range)
{
    return sums[static_cast<std::size_t>(range.last)] - sums[static_cast<std::size_t>(range.first)];
}

// Returns the constraints of a stage with these degrees, for `samples` over all its replicas.
Constraints constraintsFor(const Problem& problem, std::int64_t samples, const Degrees& degrees)
{
    Constraints fixed = problem.constraints;
    fixed.vary.clear();
    fixed.micro_batch = samples / degrees.data;
    fixed.data = degrees.data;
    fixed.degrees.sharding.tensor = degrees.tensor;
    fixed.degrees.sharding.sequence = fixed.degrees.sharding.sequence && degrees.tensor > 1;
    return fixed;
}

}

StageTable::Option StageTable::makeOption(const Problem& problem, const ParallelismOption& parallelism,
                                          std::int64_t micro_batches, std::shared_ptr<const LibraryChain> chain)
{
    const Degrees& degrees = parallelism.degrees;
    const Constraints& fixed = problem.constraints;
    const int replicas = degrees.data * fixed.degrees.context;
    Option option;
    option.degrees = degrees;
    option.device_group = parallelism.device_group;
    option.devices = degrees.tensor * replicas;
    option.chain = std::move(chain);
    const ChainCosts& costs = option.chain->costs;
    const Replication replication = replicationOf(fixed, degrees.data, micro_batches);
    option.peaks = std::make_shared<const StagePeaks>(costs, replication);
    option.upper = std::make_shared<const StagePeaks>(option.chain->upper, replication);
    const auto memory = [&](std::size_t l) -> const LayerMemory& { return costs.layers[l].memory; };
    const auto share = [&](std::size_t l) {
        return shareOf(replication, costs.precision, memory(l).parameters, memory(l).gradients, costs.layers[l].experts,
                       costs.layers[l].others_gradients, costs.layers[l].divided_low);
    };
    const StageUse use = stageUse(problem, fixed);
    const PipelineRankDegrees pipeline_rank = pipelineRankDegrees(fixed.degrees, degrees.data);
    const int count = costs.size();
    option.forward = sumsBefore<double>(
        count, [&](std::size_t l) { return (costs.layers[l].forward.median + costs.layers[l].forward_waiting).value; });
    option.backward = sumsBefore<double>(count, [&](std::size_t l) {
        return (costs.layers[l].backward.median + costs.layers[l].backward_waiting).value;
    });
    option.optimizer = sumsBefore<double>(count, [&](std::size_t l) {
        return costs.layers[l].optimizer.median.value * optimizerShare(use, pipeline_rank, costs.layers[l]);
    });
    option.parameters = sumsBefore<std::int64_t>(count, [&](std::size_t l) { return memory(l).parameters.value; });
    option.gradients = sumsBefore<std::int64_t>(count, [&](std::size_t l) { return memory(l).gradients.value; });
    if (costs.closedForm()) {
        option.state = sumsBefore<std::int64_t>(count, [&](std::size_t l) { return costs.table[l].state.value; });
        option.saved = sumsBefore<std::int64_t>(count, [&](std::size_t l) { return costs.table[l].saved.value; });
        return option;
    }
    option.state = sumsBefore<std::int64_t>(count, [&](std::size_t l) {
        const LayerShare of_layer = share(l);
        const Bytes optimizer = fixed.training.offload == StateOffload::None
            ? optimizerShare(replication, costs.optimizer, costs.precision, of_layer.divided, of_layer.experts)
            : Bytes(0);
        return (of_layer.parameters + memory(l).buffers + of_layer.buffers + of_layer.copies + optimizer).value;
    });
    option.saved = sumsBefore<std::int64_t>(count, [&](std::size_t l) { return memory(l).saved.value; });
    return option;
}

Result<StageTable> StageTable::make(const Problem& problem, const CostModel& model, std::int64_t samples,
                                    std::int64_t micro_batches, const std::vector<Degrees>& options)
{
    ChainLibrary library(problem, model);
    for (const Degrees& degrees : options) {
        if (const auto chain = library.chain(constraintsFor(problem, samples, degrees)); !chain) {
            return failure(chain.error());
        }
    }
    return make(problem, library, samples, micro_batches, options);
}

StageTable StageTable::make(const Problem& problem, ChainLibrary& library, std::int64_t samples,
                            std::int64_t micro_batches, const std::vector<Degrees>& options)
{
    std::vector<ParallelismOption> on_first_group;
    for (const Degrees& degrees : options) {
        on_first_group.push_back({degrees, 0});
    }
    return makeMixed(problem, library, samples, micro_batches, on_first_group);
}

StageTable StageTable::makeMixed(const Problem& problem, ChainLibrary& library, std::int64_t samples,
                                 std::int64_t micro_batches, const std::vector<ParallelismOption>& options)
{
    StageTable table;
    table.m_problem = std::make_shared<const Problem>(problem);
    table.m_layers = static_cast<int>(problem.model.layers.size());
    table.m_samples = samples;
    table.m_micro_batches = micro_batches;
    Problem pipelined = problem; // its stages are on several pipeline ranks
    pipelined.constraints.zero = zeroStageOf(problem.constraints.framework, problem.constraints.zero, 2);
    for (const ParallelismOption& option : options) {
        if (const auto chain = library.chain(constraintsFor(problem, samples, option.degrees), option.device_group)) {
            table.m_options.push_back(makeOption(pipelined, option, micro_batches, *chain));
        }
    }
    return table;
}

Bytes StageTable::peak(LayerRange range, int option, int from_end, int pipeline_ranks) const
{
    const auto in_flight =
        inFlight(m_problem->constraints.schedule, pipeline_ranks - from_end, pipeline_ranks, m_micro_batches);
    return peakInFlight(range, option, in_flight);
}

Bytes StageTable::peakInFlight(LayerRange range, int option, std::int64_t in_flight) const
{
    return at(option).peaks->peak(range, in_flight, m_micro_batches);
}

Bytes StageTable::leastInFlight(LayerRange range, int option, std::int64_t in_flight) const
{
    return at(option).peaks->least(range, in_flight, m_micro_batches);
}

bool StageTable::fits(LayerRange range, int option, std::int64_t in_flight, Bytes capacity) const
{
    return at(option).upper->peak(range, in_flight, m_micro_batches) <= capacity;
}

Bytes StageTable::fitting(int option, int pipeline_ranks) const
{
    const DeviceType& device = group(option).device;
    const Bytes capacity = device.memory - m_problem->constraints.memory_reserve;
    LayerDegrees option_degrees = m_problem->constraints.degrees;
    option_degrees.sharding.tensor = degrees(option).tensor;
    const CollectiveBytes collectives = collectiveBytes(costs(option), device, pipeline_ranks,
                                                        pipelineRankDegrees(option_degrees, degrees(option).data));
    return largestFittingPeak(costs(option), device, capacity, collectives);
}

Seconds StageTable::forward(LayerRange range, int option) const
{
    return Seconds(within(at(option).forward, range));
}

Seconds StageTable::backward(LayerRange range, int option) const
{
    return Seconds(within(at(option).backward, range));
}

Seconds StageTable::optimizer(LayerRange range, int option) const
{
    return Seconds(within(at(option).optimizer, range));
}

Seconds StageTable::reduction(LayerRange range, int option) const
{
    const int replicas = degrees(option).data * m_problem->constraints.degrees.context;
    return allReduce(gradients(range, option), stridedRanks(group(option), 0, replicas, degrees(option).tensor));
}

Seconds StageTable::transfer(int split_point, int from, int to) const
{
    const ClusterGroup& own = group(from);
    const ClusterGroup& other = group(to);
    const bool one = deviceGroup(from) == deviceGroup(to);
    const bool near = one && devicesOf(from) + devicesOf(to) <= own.devices_per_node;
    const bool slower = other.network.bandwidth < own.network.bandwidth; // the slower of the two networks
    const Link& link = near ? own.intra_node : (slower ? other.network : own.network);
    // A device sends to all devices that need its samples, and a device receives what it needs.
    const auto most = [&](int sender, int receiver) {
        const double needed = static_cast<double>(boundary(split_point, receiver).value);
        const double shared = needed * devicesOf(receiver) / devicesOf(sender);
        return std::max(needed, shared);
    };
    return link.latency + Bytes(static_cast<std::int64_t>(std::max(most(from, to), most(to, from)))) / link.bandwidth;
}

Bytes StageTable::parameters(LayerRange range, int option) const
{
    return Bytes(within(at(option).parameters, range));
}

Bytes StageTable::gradients(LayerRange range, int option) const
{
    return Bytes(within(at(option).gradients, range));
}

Bytes StageTable::state(LayerRange range, int option) const
{
    return Bytes(within(at(option).state, range));
}

Bytes StageTable::saved(LayerRange range, int option) const
{
    return Bytes(within(at(option).saved, range));
}

Bytes StageTable::boundary(int split_point, int option) const
{
    const ChainCosts& chain = costs(option);
    const auto before = static_cast<std::size_t>(split_point) - 1;
    return chain.closedForm() ? chain.table[before].output : chain.layers[before].memory.output;
}

std::vector<Degrees> stageOptions(const Problem& problem, std::int64_t samples, int device_group)
{
    const LayerDegrees& fixed = problem.constraints.degrees;
    const ClusterGroup& group = problem.cluster.groups[static_cast<std::size_t>(device_group)];
    std::vector<Degrees> options;
    for (int tensor = 1; tensor <= largestVariedDegree(problem, Dimension::Tensor, group); tensor *= 2) {
        for (int data = 1; data <= samples && tensor * fixed.context * data <= group.devices(); ++data) {
            if (samples % data == 0 && data % fixed.sharding.expert == 0) {
                options.push_back({tensor, data});
            }
        }
    }
    return options;
}

}
