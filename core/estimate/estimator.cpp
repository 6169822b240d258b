// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/reservedmemory.h"
#include "core/estimate/steptime.h"
#include "core/estimate/trainingcost.h"
#include "core/framework/limits.h"
#include "core/memory/stagepeaks.h"
#include "core/model/flops.h"
#include "core/schedule/schedule.h"
#include "core/words/common.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

// Replaces the slack by the result of a replay of the stage's allocations.
void replayReserved(DeviceEstimate& device, const ReservedMemory& memory)
{
    device.reserved = memory.reserved;
    device.fragmentation = memory.fragmentation;
    const Bytes sure = memory.reserved + device.libraries + device.context;
    device.device = sure + device.collectives.middle;
    device.device_high = std::max(device.device_high, sure + device.collectives.high);
}

// Estimates the devices of one pipeline rank, whose replicas are equal. `upper`: upper bound of the allocated bytes.
// `known`: cache of replays of its chain, or null.
DeviceEstimate estimatePipelineRank(const Problem& problem, const Plan& plan, const PipelineRankMemory& pipeline_rank,
                                    Bytes upper, const PlanCosts& all_costs, ReservedOptions options,
                                    ChainReplays* known)
{
    const auto first_stage = static_cast<std::size_t>(pipeline_rank.first_stage);
    const Stage& stage = plan.stages[first_stage];
    const ChainCosts& costs = all_costs.of(first_stage);
    const DeviceType& device = problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
    const StagePeak& ledger = pipeline_rank.walk.peak;
    const DeviceMemory memory =
        deviceMemory(costs, device, {ledger.peak, upper},
                     collectiveBytes(costs, device, plan.pipelineRanks(), pipelineRankDegrees(plan, stage)));

    DeviceEstimate result;
    result.stage = stage.pipeline_rank;
    result.device_type = device.name;
    result.peak = ledger.peak;
    result.peak_low = memory.allocated_low;
    result.peak_high = memory.allocated_high;
    result.reserved = memory.reserved;
    result.libraries = memory.libraries;
    result.context = memory.context;
    result.collectives = memory.collectives;
    result.device = memory.device;
    result.device_high = memory.device_high;
    result.host = pipeline_rank.walk.host;
    result.capacity = device.memory - problem.constraints.memory_reserve;
    const Bytes available = result.capacity - result.libraries - result.context - result.collectives.high;
    const auto replayed = options.replay && mayReplay(problem, plan)
        ? replayedMemory(costs, plan, stage, replicationOf(problem, plan, stage), device.kind, ledger.peak, available,
                         options.expandable_segments, known)
        : std::nullopt;
    if (replayed) {
        replayReserved(result, *replayed);
    }
    result.breakdown = ledger.breakdown;
    result.moment = ledger.moment;
    result.fits = result.device_high <= result.capacity;
    return result;
}

// Replays of the chain of the current stage; most stages of a plan share one chain.
class KnownReplays {
public:
    explicit KnownReplays(ReplayCache* memory) : m_memory(memory) {}

    ChainReplays* of(const ChainCosts& costs)
    {
        if (m_memory != nullptr && m_costs != &costs) {
            m_costs = &costs;
            m_replays = m_memory->of(costs);
        }
        return m_replays.get();
    }

private:
    ReplayCache* m_memory;
    const ChainCosts* m_costs = nullptr;
    std::shared_ptr<ChainReplays> m_replays;
};

// Returns the peak throughput of matrix products in the workload's number type. For fp32 this is not the TF32 peak,
// because libtorch disables TF32 by default.
const std::optional<Sourced<FlopsPerSecond>>& peakOf(const DeviceType& device, Precision precision)
{
    switch (precision) {
    case Precision::Bf16Autocast:
    case Precision::Bf16Master:
        return device.peak_bf16;
    case Precision::Fp16:
        return device.peak_fp16;
    case Precision::Fp32:
        break;
    }
    return device.peak_fp32;
}

// Flops of one forward and one backward pass over the batch. Excludes gradients of frozen weights, includes adapters.
Flops flopsOfStep(const Problem& problem)
{
    const Workload& workload = problem.workload;
    if (workload.trainable.kind == TrainableKind::All) {
        return trainingFlops(problem.model, workload.global_batch, workload.sequence);
    }
    const auto trained = trainedModel(problem.model, workload);
    return trained ? trainingFlops(*trained, workload.global_batch, workload.sequence) : Flops(0);
}

// Returns the fraction of the devices' peak achieved over the whole step.
std::optional<double> modelFlopsUtilisation(const Problem& problem, const Plan& plan, Seconds step)
{
    Flops flops = flopsOfStep(problem);
    if (plan.training.replicas == ReplicaUse::Subnets) { // about 1/n of the network per replica
        flops = flops / static_cast<double>(plan.stages.front().degrees.data);
    }
    FlopsPerSecond peak;
    std::set<int> counted; // pipeline ranks
    for (const Stage& stage : plan.stages) {
        if (!counted.insert(stage.pipeline_rank).second) {
            continue;
        }
        const DeviceType& device = problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
        const auto& own = peakOf(device, problem.workload.precision);
        if (!own) {
            return std::nullopt;
        }
        peak += own->value * static_cast<double>(plan.devicesOf(stage));
    }
    if (flops.value <= 0 || step.value <= 0 || peak.value <= 0) {
        return std::nullopt;
    }
    return flops.value / (peak.value * step.value);
}

void addSpeed(Estimate& estimate, const Problem& problem, const Plan& plan, const PlanCosts& costs,
              const OperationOrder& order)
{
    const SimulatedStep step = simulatePlan(problem, plan, costs, order);
    estimate.step = step.step;
    estimate.step_low = simulatePlan(problem, plan, costs, order, TimeBound::Low).step;
    estimate.step_high = simulatePlan(problem, plan, costs, order, TimeBound::High).step;
    estimate.bubble_fraction = step.bubble_fraction;
    estimate.bubble_of_ideal = step.bubble_of_ideal;
    estimate.exposed_communication = exposedCommunication(problem, plan, costs, order, step);
    if (estimate.step > Seconds(0)) {
        estimate.samples_per_second = static_cast<double>(problem.workload.global_batch) / estimate.step.value;
    }
    if (problem.model.sample == SampleKind::Tokens) {
        estimate.tokens_per_second = estimate.samples_per_second * static_cast<double>(problem.workload.sequence);
    }
    estimate.mfu = modelFlopsUtilisation(problem, plan, estimate.step);
    estimate.cost_per_step = costOfStep(problem.cluster, plan, estimate.step);
}

}

namespace {

double operationsOf(ScheduleKind schedule, const PipelineShape& shape, int layers)
{
    const int passes = rulesOf(schedule).splits_backward ? 3 : 2;
    return static_cast<double>(shape.micro_batches) * std::max(shape.stages, layers) * shape.steps * passes;
}

// Returns the largest number of micro-batches up to that of `shape` that the schedule allows and that can be simulated;
// 0 if there is none.
std::int64_t mostMicroBatches(ScheduleKind schedule, PipelineShape shape, int layers)
{
    const bool possible = checkShape(schedule, shape).has_value();
    while (possible && shape.micro_batches > 0) {
        shape.steps = steadySteps(schedule, shape.pipeline_ranks, shape.micro_batches);
        const double operations = operationsOf(schedule, shape, layers);
        if (operations > static_cast<double>(mostOperations)) {
            const double share = static_cast<double>(mostOperations) / operations;
            const auto fewer = static_cast<std::int64_t>(static_cast<double>(shape.micro_batches) * share);
            shape.micro_batches = std::min(fewer, shape.micro_batches - 1);
        } else if (checkShape(schedule, shape)) {
            return shape.micro_batches;
        } else {
            --shape.micro_batches;
        }
    }
    return 0;
}

}

Result<void> requireEstimable(ScheduleKind schedule, const PipelineShape& shape, int layers)
{
    const double operations = operationsOf(schedule, shape, layers);
    if (operations <= static_cast<double>(mostOperations)) {
        return {};
    }
    const int passes = rulesOf(schedule).splits_backward ? 3 : 2;
    const int each = std::max(shape.stages, layers);
    Message product = layers > 0 ? say(words::estimate::operations_of_layers, shape.micro_batches, each, passes)
                                 : say(words::estimate::operations_of_stages, shape.micro_batches, each, passes);
    if (shape.steps > 1) {
        product = say(words::estimate::times_steps, std::move(product), shape.steps);
    }
    if (const std::int64_t most = mostMicroBatches(schedule, shape, layers); most > 0) {
        product = say(words::estimate::nearest_micro_batches, std::move(product), most);
    }
    return failure(ErrorCode::OptionOutOfRange,
                   {say(words::estimate::operations, std::move(product)),
                    static_cast<std::int64_t>(std::min(operations, 9e18)), 1, mostOperations});
}

Result<void> requireCountable(const ChainCosts& costs, ScheduleKind schedule, std::int64_t micro_batches)
{
    constexpr double most = 4e18;
    double state = 0;
    double pass = 0;
    for (const LayerCost& layer : costs.layers) {
        const LayerMemory& memory = layer.memory;
        for (const Bytes bytes : {memory.parameters, memory.buffers, memory.optimizer_state, memory.gradients}) {
            state += static_cast<double>(bytes.value);
        }
        for (const Bytes bytes : {memory.saved, memory.context, memory.input, memory.output, memory.cached,
                                  memory.forward_peak, memory.backward_peak, memory.optimizer_peak}) {
            pass += static_cast<double>(bytes.value);
        }
    }
    const int stages = std::max(1, costs.size());
    const std::int64_t in_flight = hasClosedForm(schedule) ? inFlight(schedule, 0, stages, micro_batches)
                                                           : std::min<std::int64_t>(micro_batches, 8 * stages);
    const double bytes = state + pass * static_cast<double>(in_flight);
    return bytes > most ? failure(ErrorCode::OptionOutOfRange, {words::common::bytes_of_all, bytes, 0.0, most})
                        : Result<void>();
}

Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const PlanCosts& costs, ReservedOptions options)
{
    if (auto valid = validateForPlanning(problem); !valid) {
        return failure(valid.error());
    }
    if (auto valid = validate(plan, problem); !valid) {
        return failure(valid.error());
    }
    Constraints asked = problem.constraints;
    asked.zero = plan.zero_stage;
    asked.schedule = plan.schedule;
    asked.training = plan.training;
    asked.policies = policiesOf(plan);
    asked.degrees = layerDegrees(plan, plan.stages.front());
    if (auto possible = requirePossible(asked); !possible) {
        return failure(possible.error());
    }
    const FrameworkChoice& framework = problem.constraints.framework;
    if (auto known = requireKnown(framework, plan.pipelineRanks(), layerDegrees(plan, plan.stages.front())); !known) {
        return failure(known.error());
    }
    if (auto known = requirePipelineRanks(framework, problem.model, plan.pipelineRanks()); !known) {
        return failure(known.error());
    }
    for (const Stage& stage : plan.stages) {
        if (auto known = requireReplicas(framework, stage.degrees.data * plan.context); !known) {
            return failure(known.error());
        }
    }
    if (auto known = requireZeroStage(framework, plan.zero_stage, plan.pipelineRanks()); !known) {
        return failure(known.error());
    }
    const LayerPolicies policies = policiesOf(plan);
    const bool by_layer = simulatedByLayer(policies, plan.zero_stage, plan.training);
    if (auto estimable = requireEstimable(plan.schedule, planShape(plan), by_layer ? costs.of(0).size() : 0);
        !estimable) {
        return failure(estimable.error());
    }
    const auto order = shortOrderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    for (const Stage& stage : plan.stages) {
        if (auto known = requireRates(problem, policies, plan.training, stage.device_group); !known) {
            return failure(known.error());
        }
    }
    for (const auto& chain : costs.chains()) {
        if (auto countable = requireCountable(*chain, plan.schedule, plan.micro_batches); !countable) {
            return failure(countable.error());
        }
    }
    Estimate estimate;
    estimate.fits = true;
    KnownReplays known(options.replay && mayReplay(problem, plan) ? options.memory : nullptr);
    std::vector<IdenticalDevices> pipeline_ranks;
    const auto upper = pipelineRankMemories(problem, plan, upperBoundOf(costs), *order, WalkDetail::Peak);
    for (const PipelineRankMemory& pipeline_rank :
         pipelineRankMemories(problem, plan, costs, *order, WalkDetail::Peak)) {
        ChainReplays* replays = known.of(costs.of(static_cast<std::size_t>(pipeline_rank.first_stage)));
        const Bytes most = upper[pipeline_ranks.size()].walk.peak.peak;
        DeviceEstimate device = estimatePipelineRank(problem, plan, pipeline_rank, most, costs, options, replays);
        estimate.peak = std::max(estimate.peak, device.peak);
        estimate.peak_low = std::max(estimate.peak_low, device.peak_low);
        estimate.peak_high = std::max(estimate.peak_high, device.peak_high);
        estimate.fits = estimate.fits && device.fits;
        const PipelineRankDegrees degrees =
            pipelineRankDegrees(plan, plan.stages[static_cast<std::size_t>(pipeline_rank.first_stage)]);
        pipeline_ranks.push_back({std::move(device), degrees.devices() / degrees.ranks(), degrees.ranks()});
    }
    estimate.devices = DeviceEstimates(std::move(pipeline_ranks));
    addSpeed(estimate, problem, plan, costs, *order);
    estimate.memory_basis = costs.basis();
    // The time of a plan with communication also depends on link speeds: tables and calibrations measure them;
    // otherwise they come from data sheets.
    const bool of_links = costs.timeBasis() == Basis::Tables || costs.timeBasis() == Basis::Calibrated;
    estimate.time_basis = plan.devices() > 1 && !of_links ? Basis::Analytic : costs.timeBasis();
    estimate.extrapolated = costs.extrapolated();
    return estimate;
}

Result<Estimate> estimatePlan(const Problem& problem, const Plan& plan, const CostModel& model, ReservedOptions options)
{
    if (problem.cluster.groups.empty()) {
        return failure(ErrorCode::OptionUnsupported, {words::estimate::device_groups, 0, 1});
    }
    const auto costs = planCosts(model, problem, plan);
    if (!costs) {
        return failure(costs.error());
    }
    return estimatePlan(problem, plan, *costs, options);
}

}
