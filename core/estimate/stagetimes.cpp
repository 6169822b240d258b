// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stagetimes.h"

#include "core/framework/framework.h"
#include "core/hardware/hostlink.h"
#include "core/memory/outofcore/averaging.h"
#include "core/memory/outofcore/swaprate.h"
#include "core/memory/state.h"
#include "core/memory/swappedactivations.h"
#include "core/schedule/schedule.h"
#include "core/simulation/collectivetimes.h"
#include "core/simulation/fsdppass.h"
#include "core/simulation/gradientreduction.h"
#include "core/simulation/hostupdate.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

Seconds bounded(const Timing& timing, TimeBound bound)
{
    switch (bound) {
    case TimeBound::Low:
        return std::max(Seconds(0), timing.median - timing.spread);
    case TimeBound::High:
        return timing.median + timing.spread;
    case TimeBound::Middle:
        break;
    }
    return timing.median;
}

// Devices of a pipeline rank with the same parameters as its device `first`, and those with the same experts.
struct GradientRanks {
    RankGroup all;
    RankGroup experts;
};

GradientRanks gradientRanks(const ClusterGroup& group, int first, const PipelineRankDegrees& degrees)
{
    const int holders = degrees.data * degrees.context;
    // With context parallelism, the ranks of an expert are not evenly strided, but their extent is the same.
    return {stridedRanks(group, first, holders, degrees.tensor),
            stridedRanks(group, first, holders / degrees.expert, degrees.tensor * degrees.expert)};
}

// State of a layer of a stage; of a weight shared by two layers, the first one has everything.
struct OwnState {
    Bytes parameters;
    Bytes gradients;
    double share = 1; // fraction of the layer's optimizer step
};

std::vector<OwnState> ownStates(const ChainCosts& costs, LayerRange range)
{
    std::vector<OwnState> states;
    bool tied = false; // true if tied to an earlier layer
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        OwnState state {layer.memory.parameters, layer.memory.gradients};
        if (tied) {
            state.parameters -= layer.shared_parameters;
            state.gradients -= layer.shared_gradients;
            state.share = layer.memory.gradients > Bytes(0) ? state.gradients / layer.memory.gradients : 1;
        }
        tied = tied || layer.shared_parameters > Bytes(0) || layer.shared_gradients > Bytes(0);
        states.push_back(state);
    }
    return states;
}

// Returns the part of a layer's backward pass that schedules may defer.
Seconds weightGradient(const LayerCost& layer, Seconds backward)
{
    return layer.memory.gradients > Bytes(0) ? (backward - std::min(layer.recompute, backward)) / 2 : Seconds(0);
}

// Returns the last part of a layer's backward pass in a step, which completes the parameter gradients.
Seconds lastBackward(const LayerCost& layer, const StageUse& use, TimeBound bound)
{
    const Seconds backward = bounded(layer.backward, bound);
    return use.split ? weightGradient(layer, backward) : backward + layer.backward_waiting;
}

// All-reduces of a stage's gradients in a step.
struct Reductions {
    Seconds exposed; // after the last backward pass
    std::vector<GradientBucket> buckets; // empty unless StageUse::detailed
};

Reductions reductionsOf(const ChainCosts& costs, LayerRange range, const StageUse& use, TimeBound bound,
                        const GradientRanks& ranks, const std::vector<OwnState>& own)
{
    GradientReduction reduction(ranks.all, use.zero == 1);
    GradientReduction experts(ranks.experts, use.zero == 1);
    for (int l = range.last - 1; l >= range.first; --l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        const Seconds last = lastBackward(layer, use, bound);
        const Bytes gradients = own[static_cast<std::size_t>(l - range.first)].gradients;
        reduction.backward(last, (gradients - layer.experts.gradients) * use.reduced_wider);
        experts.backward(last, layer.experts.gradients * use.reduced_wider);
    }
    // Both use the same links.
    Reductions result {reduction.exposed() + experts.exposed(), {}};
    if (!use.detailed) {
        return result;
    }
    result.buckets = reduction.buckets();
    for (const GradientBucket& bucket : experts.buckets()) {
        result.buckets.push_back(bucket);
    }
    std::stable_sort(result.buckets.begin(), result.buckets.end(),
                     [](const auto& a, const auto& b) { return a.before_end > b.before_end; });
    return result;
}

// True if parameters or gradients of single layers are communicated during the passes.
bool bringsLayers(int zero, const TrainingOptions& training)
{
    return zero >= 2 || training.offload == StateOffload::Parameters;
}

std::vector<LayerTimes> layerTimes(const ChainCosts& costs, LayerRange range, TimeBound bound)
{
    std::vector<LayerTimes> layers;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        const Seconds backward = bounded(layer.backward, bound);
        layers.push_back({bounded(layer.forward, bound), backward, std::min(layer.recompute, backward),
                          weightGradient(layer, backward), layer.forward_waiting, layer.backward_waiting});
    }
    return layers;
}

void addSwaps(std::vector<LayerTimes>& layers, const ChainCosts& costs, LayerRange range, BytesPerSecond host)
{
    for (const SwappedActivations& activations : swappedActivations(costs, range)) {
        LayerTimes& layer = layers[static_cast<std::size_t>(activations.layer.layer)];
        layer.window = activations.layer.window;
        layer.shared = activations.layer.shared;
        layer.swap_out = layer.swap_in = activations.total() / host;
    }
}

// Returns the communication of each layer's parameters and gradients during the passes: ZeRO 2 and 3, parameters on the
// host. A tied weight's gradient is reduced once, after its first layer, but each of its layers gathers the weight: the
// ledger frees it in between.
std::vector<FsdpLayer> shardedLayers(const ChainCosts& costs, LayerRange range, const StageUse& use, TimeBound bound,
                                     const GradientRanks& ranks, const std::optional<BytesPerSecond>& host,
                                     const std::vector<OwnState>& own)
{
    std::vector<FsdpLayer> layers;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        FsdpLayer unit {
            bounded(layer.forward, bound) + layer.forward_waiting,
            bounded(layer.backward, bound) + layer.backward_waiting, use.zero == 3 ? layer.memory.parameters : Bytes(0),
            use.zero >= 2 ? own[static_cast<std::size_t>(l - range.first)].gradients * use.reduced_wider : Bytes(0)};
        if (use.training.offload == StateOffload::Parameters && host) {
            unit.fetch = layer.memory.parameters / *host / static_cast<double>(ranks.all.ranks);
        }
        if (ranks.experts != ranks.all) {
            unit.expert_parameters = scaled(unit.parameters, layer.experts.of_parameters);
            unit.expert_gradients = scaled(unit.gradients, layer.experts.of_gradients);
        }
        layers.push_back(unit);
    }
    return layers;
}

// Returns the backward pass. Empty if the stage is simulated layer by layer.
std::optional<FsdpTimes> addSharded(StageTimes& times, const std::vector<FsdpLayer>& sharded,
                                    const FsdpGroups& replicas)
{
    if (!times.layers.empty()) {
        for (std::size_t l = 0; l < sharded.size(); ++l) {
            times.layers[l].fetch = sharded[l].fetch;
            times.layers[l].gather = gatherTime(sharded[l], replicas);
            times.layers[l].scatter = scatterTime(sharded[l], replicas);
        }
        return std::nullopt;
    }
    const FsdpPass pass = fsdpPass(sharded, replicas);
    times.forward += pass.forward.exposed;
    times.forward_waiting += pass.forward.exposed;
    times.backward += pass.backward.exposed;
    times.backward_waiting += pass.backward.exposed;
    return pass.backward;
}

Bytes parametersOf(const std::vector<OwnState>& states)
{
    Bytes sum;
    for (const OwnState& state : states) {
        sum += state.parameters;
    }
    return sum;
}

// True if the hosts of replicas exchange gradients instead of the devices, layer by layer as they arrive.
bool exchangedByHosts(const StageUse& use, const GradientRanks& ranks)
{
    return use.training.offload == StateOffload::PipelinedOptimizer && use.zero == 0
        && use.training.replicas == ReplicaUse::Gradients && ranks.all.nodes > 1 && ranks.experts == ranks.all;
}

// Optimizer step on the host, for this device's share.
std::vector<HostUpdateStep> hostUpdates(const ChainCosts& costs, LayerRange range, const StageUse& use,
                                        const GradientRanks& ranks, TimeBound bound, BytesPerSecond host,
                                        const std::vector<OwnState>& own)
{
    const double share = use.zero > 0 ? 1.0 / ranks.all.ranks : 1;
    const int parameter_passes = hasMasterWeights(costs.precision) ? 1 : 2; // written, or read as well
    HostRates rates {host, use.host_memory};
    double sums = 0; // passes over the gradients that sum the shards of a host's replicas
    if (exchangedByHosts(use, ranks)) {
        const double each = ranks.all.least;
        rates.hosts = ranks.all.nodes;
        rates.network = {ranks.all.between.bandwidth * each, ranks.all.between.latency};
        rates.phase = gradientBucket;
        sums = each > 1 ? (each + 1) / each : 0;
    }
    std::vector<HostUpdateLayer> layers;
    for (int l = range.last - 1; l >= range.first; --l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        const Bytes gradients = scaled(own[static_cast<std::size_t>(l - range.first)].gradients, share);
        const Bytes state = optimizerStateBytes(costs.optimizer, costs.precision, gradients);
        const bool back = use.training.offload != StateOffload::Parameters;
        layers.push_back({lastBackward(layer, use, bound), gradients,
                          state * 2 + gradients * (1 + parameter_passes) + scaled(gradients, sums),
                          back ? gradients : Bytes(0)});
    }
    return hostUpdateSteps(layers, rates, use.training.offload == StateOffload::PipelinedOptimizer);
}

// Returns the time per step of a parameter exchange every `period` steps.
Seconds parameterExchange(Bytes parameters, const TrainingOptions& training, const RankGroup& replicas)
{
    const Seconds exchange =
        training.replicas == ReplicaUse::Averaging ? allReduce(parameters, replicas) : allToAll(parameters, replicas);
    return averagingTime(exchange, training.period);
}

// Returns the bytes sent for a boundary: activations forward, their gradients backward.
CompressedTraffic boundaryTraffic(const StageUse& use, const DeviceType& type, Bytes boundary)
{
    const auto device =
        use.training.compress_boundaries ? codecDevice(type, use.precision) : std::optional<CodecDevice>();
    return device ? compressedTraffic(compressorFor(use.training.compressor, use.precision), boundary, *device)
                  : CompressedTraffic {boundary, {}};
}

// Adds the transfers to and from the adjacent pipeline ranks, and the codecs at both ends.
void addBoundaries(StageTimes& times, const ChainCosts& costs, LayerRange range, int devices,
                   const StageLocation& where, const DeviceType& device, const StageUse& use)
{
    const auto outputOf = [](const ChainCosts& chain, int layer) {
        return chain.layers[static_cast<std::size_t>(layer)].memory.output;
    };
    const auto codecOf = [&](int layer) { return boundaryTraffic(use, device, outputOf(costs, layer)).codec; };
    if (where.receives) {
        const CodecTime codec = codecOf(range.first - 1);
        times.forward += codec.decode;
        times.backward += codec.encode;
    }
    if (where.next) {
        const CodecTime codec = codecOf(range.last - 1);
        times.forward += codec.encode;
        times.backward += codec.decode;
        const ChainCosts& there = where.next->costs != nullptr ? *where.next->costs : costs;
        const Bytes message = boundaryMessage(outputOf(costs, range.last - 1), devices, outputOf(there, range.last - 1),
                                              where.next->devices);
        times.transfer = boundaryTraffic(use, device, message).bytes / where.next->link.bandwidth;
        times.latency = where.next->link.latency;
    }
}

}

LinkSpeed slowestPair(const ClusterGroup& group, const DeviceRange& one, const DeviceRange& other)
{
    return speedOf(linkBetween(group, std::min(one.first, other.first), std::max(one.last(), other.last())));
}

LinkSpeed slowestPair(const Cluster& cluster, const DeviceRange& one, const DeviceRange& other)
{
    const ClusterGroup& group = cluster.groups[static_cast<std::size_t>(one.group)];
    if (one.group == other.group) {
        return slowestPair(group, one, other);
    }
    const Link& mine = group.network;
    const Link& theirs = cluster.groups[static_cast<std::size_t>(other.group)].network;
    return {std::min(mine.bandwidth, theirs.bandwidth), std::max(mine.latency, theirs.latency)};
}

Bytes boundaryMessage(Bytes before, int devices_before, Bytes behind, int devices_behind)
{
    const auto sent = [](Bytes needed, int receivers, int senders) {
        const double share = static_cast<double>(needed.value) * receivers / senders;
        return std::max(needed, Bytes(static_cast<std::int64_t>(share)));
    };
    return std::max(sent(behind, devices_behind, devices_before), sent(before, devices_before, devices_behind));
}

namespace {

// Host memory bandwidth of a node for the optimizer; assumed: two sockets with eight channels of DDR4-3200 each achieve
// about half of their combined 410 GB/s.
constexpr BytesPerSecond assumedHostMemory(200e9);

BytesPerSecond nodeMemory(const Problem& problem)
{
    return problem.constraints.host_memory_bandwidth.value_or(assumedHostMemory);
}

const ClusterGroup& groupOf(const Problem& problem, int device_group)
{
    return problem.cluster.groups[static_cast<std::size_t>(device_group)];
}

StageUse stageUse(const Problem& problem, ScheduleKind schedule, int zero, const TrainingOptions& training,
                  const ClusterGroup& group)
{
    const double devices = group.devices_per_node;
    StageUse use {zero,     rulesOf(schedule).splits_backward, false,
                  training, nodeMemory(problem) / devices,     problem.workload.precision};
    // fp32 buffers are reduced as they are (start_grad_sync() in megatron/core/distributed/param_and_grad_buffer.py).
    const bool wide = zero < 2 && gradientsOf(problem.constraints) == GradientHandling::WideBuffers;
    if (wide || modeOf(problem.constraints.framework).shards_masters) {
        use.reduced_wider = bytesOf(NumberType::Fp32) / bytesOf(parameterType(use.precision));
    }
    return use;
}

}

double optimizerShare(const StageUse& use, const PipelineRankDegrees& degrees, const LayerCost& layer)
{
    if (use.training.offload != StateOffload::None) {
        return 0;
    }
    if (use.zero == 0) {
        return 1;
    }
    const double experts = layer.memory.gradients > Bytes(0) ? layer.experts.gradients / layer.memory.gradients : 0;
    return (1 + experts * (degrees.expert - 1)) / (degrees.data * degrees.context);
}

StageUse stageUse(const Problem& problem, const Plan& plan, int device_group)
{
    return stageUse(problem, plan.schedule, plan.zero_stage, plan.training, groupOf(problem, device_group));
}

StageUse stageUse(const Problem& problem, const Constraints& fixed)
{
    return stageUse(problem, fixed.schedule, fixed.zero, fixed.training, groupOf(problem, 0));
}

bool simulatedByLayer(const LayerPolicies& policies, int zero, const TrainingOptions& training)
{
    return policies.has(LayerPolicy::Swap) || bringsLayers(zero, training);
}

PipelineRankDegrees pipelineRankDegrees(const Plan& plan, const Stage& stage)
{
    return pipelineRankDegrees(layerDegrees(plan, stage), stage.degrees.data);
}

PipelineRankDegrees pipelineRankDegrees(const LayerDegrees& degrees, int data)
{
    return {data, degrees.sharding.tensor, degrees.context, degrees.sharding.expert};
}

StageLocation equalPipelineRank(const ClusterGroup& group, const PipelineRankDegrees& degrees, int pipeline_rank,
                                std::optional<int> next)
{
    const int devices = degrees.devices();
    const DeviceRange own {0, pipeline_rank * devices, devices};
    StageLocation where {own.first};
    if (next) {
        where.next = NextPipelineRank {slowestPair(group, own, {0, *next * devices, devices}), devices};
    }
    return where;
}

namespace {

// Returns the times of the layers' passes, including collectives within layers.
StageTimes passTimes(const ChainCosts& costs, LayerRange range, const std::vector<OwnState>& own, const StageUse& use,
                     const PipelineRankDegrees& degrees, TimeBound bound)
{
    StageTimes times;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = costs.layers[static_cast<std::size_t>(l)];
        const Seconds backward = bounded(layer.backward, bound);
        times.forward += bounded(layer.forward, bound);
        times.backward += backward;
        times.forward_waiting += layer.forward_waiting;
        times.backward_waiting += layer.backward_waiting;
        times.recompute += std::min(layer.recompute, backward);
        times.weight_gradient += weightGradient(layer, backward);
        times.optimizer += bounded(layer.optimizer, bound) * own[static_cast<std::size_t>(l - range.first)].share
            * optimizerShare(use, degrees, layer);
    }
    times.forward += times.forward_waiting;
    times.backward += times.backward_waiting;
    return times;
}

}

StageTimes stageTimes(const ChainCosts& costs, LayerRange range, const PipelineRankDegrees& degrees,
                      StageLocation where, const ClusterGroup& group, const StageUse& use, TimeBound bound)
{
    const auto own = ownStates(costs, range);
    StageTimes times = passTimes(costs, range, own, use, degrees, bound);
    const bool sharded = bringsLayers(use.zero, use.training);
    if (costs.swaps || (sharded && use.detailed)) {
        times.layers = layerTimes(costs, range, bound);
    }
    if (costs.swaps && where.host) {
        addSwaps(times.layers, costs, range, *where.host);
    }
    addBoundaries(times, costs, range, degrees.devices(), where, group.device, use);
    const GradientRanks ranks = gradientRanks(group, where.first, degrees);
    std::optional<FsdpTimes> pass;
    if (sharded) {
        pass = addSharded(times, shardedLayers(costs, range, use, bound, ranks, where.host, own),
                          {ranks.all, ranks.experts});
    }
    if (use.training.offload != StateOffload::None && where.host) {
        auto steps = hostUpdates(costs, range, use, ranks, bound, *where.host, own);
        for (std::size_t i = 0; pass && i < steps.size(); ++i) { // not before a layer's gradients are reduced
            steps[i].before_end = pass->total - pass->done[i];
        }
        const bool detailed = use.detailed || !times.layers.empty();
        times.optimizer = detailed ? Seconds(0) : hostUpdateTail(steps);
        times.host_updates = detailed ? std::move(steps) : std::vector<HostUpdateStep>();
    }
    if (use.zero == 1 || use.zero == 2) {
        Bytes experts;
        for (int l = range.first; l < range.last; ++l) {
            experts += costs.layers[static_cast<std::size_t>(l)].experts.gradients; // as many bytes as parameters
        }
        times.parameters = allGather(parametersOf(own) - experts, ranks.all);
        times.parameters += experts > Bytes(0) ? allGather(experts, ranks.experts) : Seconds(0);
    }
    if (sharded) {
        return times;
    }
    if (ranks.all.ranks < 2 || exchangedByHosts(use, ranks)) {
        return times;
    }
    if (use.training.replicas != ReplicaUse::Gradients) {
        times.parameters = parameterExchange(parametersOf(own), use.training, ranks.all);
        return times;
    }
    Reductions reductions = reductionsOf(costs, range, use, bound, ranks, own);
    times.reduction = reductions.exposed;
    times.buckets = std::move(reductions.buckets);
    return times;
}

Bytes reducedShare(Bytes gradients, int zero, const PipelineRankDegrees& degrees)
{
    const int holders = zero > 0 ? degrees.data * degrees.context : 1;
    return Bytes((gradients.value + holders - 1) / holders);
}

Bytes tiedGradients(const ChainCosts& costs)
{
    return costs.layers.empty() ? Bytes(0) : costs.layers.back().shared_gradients;
}

std::optional<Seconds> tiedExchange(Bytes tied, int pipeline_ranks, const LinkSpeed& link)
{
    return pipeline_ranks < 2 || tied == Bytes(0) ? std::nullopt : std::optional(flatAllReduce(tied, 2, link));
}

std::optional<BytesPerSecond> hostBandwidth(const Problem& problem, int device_group)
{
    const ClusterGroup& group = groupOf(problem, device_group);
    const auto& given = problem.constraints.host_bandwidth;
    const auto known = hostBandwidth(group.device);
    if (given && !problem.constraints.host_memory_bandwidth) {
        return given;
    }
    if (!given && !known) {
        return std::nullopt;
    }
    const BytesPerSecond link = given ? *given : known->value;
    // Devices of a node copy at the same time and share its memory bandwidth.
    return swapRate({.device_memory = group.device.memory_bandwidth ? group.device.memory_bandwidth->value : link,
                     .link = link,
                     .host_memory = nodeMemory(problem),
                     .devices_on_memory = group.devices_per_node})
        .to_host;
}

// Copies to the host and codecs need known rates.
Result<void> requireRates(const Problem& problem, const LayerPolicies& policies, const TrainingOptions& training,
                          int device_group)
{
    const auto refused = [](const Message& what, const Argument& given, const Argument& possible) {
        return failure(ErrorCode::OptionUnsupported, {what, given, possible});
    };
    if (!hostBandwidth(problem, device_group)) {
        if (policies.has(LayerPolicy::Swap)) {
            return refused(words::estimate::policy_without_bandwidth, LayerPolicy::Swap,
                           std::string("none, full, selective"));
        }
        if (training.offload != StateOffload::None) {
            return refused(words::estimate::offload_without_bandwidth, training.offload, std::string("none"));
        }
    }
    const Compressor& compressor = training.compressor;
    const Precision precision = problem.workload.precision;
    if (compressor.kind != CompressorKind::None && !makesSmaller(compressorFor(compressor, precision))) {
        return refused(words::estimate::compressor_useless, compressorText(compressor),
                       words::estimate::useful_compressor);
    }
    if (compressor.kind != CompressorKind::None && !codecDevice(groupOf(problem, device_group).device, precision)) {
        return refused(words::estimate::compressor_without_bandwidth, compressorText(compressor), std::string("none"));
    }
    return {};
}

}
