// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include "core/framework/framework.h"
#include "core/words/plan.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

tl::unexpected<Error> invalid(Message why)
{
    return failure(ErrorCode::PlanInvalid, {std::move(why)});
}

Result<void> validateStage(const Plan& plan, std::size_t index, const Problem& problem)
{
    const Stage& stage = plan.stages[index];
    const int begin = index == 0 ? 0 : plan.stages[index - 1].layers.last;
    if (stage.layers.first != begin || stage.layers.last <= stage.layers.first) {
        return invalid(say(words::plan::stage_layers, index, begin));
    }
    const int devices = problem.cluster.devices();
    if (const int degree = stage.degrees.tensor; degree < 1 || degree > devices) {
        return invalid(say(words::plan::stage_degree, index, say(words::plan::tensor_degree, degree)));
    }
    if (const int degree = stage.degrees.data; degree < 1 || degree > devices) {
        return invalid(say(words::plan::stage_degree, index, say(words::plan::data_degree, degree)));
    }
    if (stage.degrees.data % plan.expert != 0) {
        return invalid(
            say(words::plan::stage_expert_degree, plan.expert, say(words::plan::stage, index), stage.degrees.data));
    }
    if (stage.device_group < 0 || stage.device_group >= static_cast<int>(problem.cluster.groups.size())) {
        return invalid(say(words::plan::stage_group_unknown, index, stage.device_group));
    }
    for (const PolicyRange& range : stage.policies.ranges) {
        if (range.last > static_cast<int>(problem.model.layers.size())) {
            return invalid(say(words::plan::stage_policy, index, range.last - 1, problem.model.layers.size() - 1));
        }
    }
    if (stage.pipeline_rank < 0 || stage.pipeline_rank >= static_cast<int>(plan.stages.size())) {
        return invalid(say(words::plan::stage_rank_range, index, stage.pipeline_rank));
    }
    const int pipeline_rank = pipelineRankOf(plan.schedule, static_cast<int>(index),
                                             static_cast<int>(plan.stages.size()), plan.pipelineRanks());
    if (stage.pipeline_rank != pipeline_rank) {
        return invalid(say(words::plan::stage_rank, index, pipeline_rank));
    }
    if (stage.micro_batch < 1 || stage.micro_batch > problem.workload.global_batch) {
        return invalid(say(words::plan::stage_micro_batch, index, stage.micro_batch));
    }
    // Division instead of multiplication: the product of absurd values overflows.
    const std::int64_t batch = problem.workload.global_batch;
    // Samples per micro-batch, over all replicas
    const std::int64_t samples = batch % stage.micro_batch == 0 ? batch / stage.micro_batch : 0;
    if (samples % stage.degrees.data != 0 || samples / stage.degrees.data != plan.micro_batches) {
        return invalid(say(words::plan::stage_batch, index, plan.micro_batches, stage.micro_batch, stage.degrees.data,
                           problem.workload.global_batch));
    }
    return {};
}

}

int Plan::pipelineRanks() const
{
    int most = -1;
    for (const Stage& stage : stages) {
        most = std::max(most, stage.pipeline_rank);
    }
    return most < INT32_MAX ? most + 1 : most;
}

int Plan::devices() const
{
    std::map<int, std::int64_t> by_pipeline_rank; // the stages of a pipeline rank run on the same devices
    for (const Stage& stage : stages) {
        std::int64_t& devices = by_pipeline_rank[stage.pipeline_rank];
        devices = std::max(devices, std::int64_t(stage.degrees.tensor) * stage.degrees.data * context);
    }
    std::int64_t count = 0;
    for (const auto& [pipeline_rank, devices] : by_pipeline_rank) {
        count += devices;
    }
    return static_cast<int>(std::min<std::int64_t>(count, INT32_MAX));
}

bool Plan::hasEqualStages() const
{
    return std::all_of(stages.begin(), stages.end(), [this](const Stage& stage) {
        return stage.degrees == stages.front().degrees && stage.device_group == stages.front().device_group;
    });
}

std::vector<int> Plan::splitPoints() const
{
    std::vector<int> split_points {stages.empty() ? 0 : stages.front().layers.first};
    for (const Stage& stage : stages) {
        split_points.push_back(stage.layers.last);
    }
    return split_points;
}

int pipelineRankOf(ScheduleKind schedule, int stage, int stages, int pipeline_ranks)
{
    if (schedule == ScheduleKind::ZeroBubbleV) {
        return std::min(stage, stages - 1 - stage);
    }
    return pipeline_ranks > 0 ? stage % pipeline_ranks : stage;
}

Plan uniformPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batch, std::int64_t micro_batches,
                 ScheduleKind schedule, int zero_stage, std::optional<int> pipeline_ranks)
{
    const int stages = static_cast<int>(split_points.size()) - 1;
    Plan plan;
    plan.schedule = schedule;
    plan.zero_stage = zero_stage;
    plan.micro_batches = micro_batches;
    for (std::size_t i = 0; i + 1 < split_points.size(); ++i) {
        const int pipeline_rank =
            pipelineRankOf(schedule, static_cast<int>(i), stages, pipeline_ranks.value_or(stages));
        plan.stages.push_back({{split_points[i], split_points[i + 1]}, {1, data}, pipeline_rank, 0, micro_batch});
    }
    return plan;
}

Plan withPolicies(Plan plan, const LayerPolicies& policies)
{
    for (Stage& stage : plan.stages) {
        stage.policies = policies;
    }
    return plan;
}

std::vector<DeviceRange> deviceRanges(const Plan& plan)
{
    std::vector<std::optional<DeviceRange>> ranges(static_cast<std::size_t>(plan.pipelineRanks()));
    std::map<int, int> taken; // devices assigned so far, by group
    for (const Stage& stage : plan.stages) {
        auto& range = ranges[static_cast<std::size_t>(stage.pipeline_rank)];
        if (!range) {
            int& next = taken[stage.device_group];
            range = DeviceRange {stage.device_group, next, plan.devicesOf(stage)};
            next += range->count;
        }
    }
    std::vector<DeviceRange> all;
    for (const auto& range : ranges) {
        all.push_back(range.value_or(DeviceRange {0, 0, 0}));
    }
    return all;
}

Plan withDegrees(Plan plan, const LayerDegrees& degrees)
{
    plan.sequence_parallel = degrees.sharding.sequence;
    plan.context = degrees.context;
    plan.context_kind = degrees.context_kind;
    plan.expert = degrees.sharding.expert;
    plan.expert_capacity = degrees.capacity;
    for (Stage& stage : plan.stages) {
        stage.degrees.tensor = degrees.sharding.tensor;
    }
    return plan;
}

Plan constrainedPlan(const std::vector<int>& split_points, int data, std::int64_t micro_batches,
                     const Constraints& fixed, std::optional<int> pipeline_ranks)
{
    const int zero =
        zeroStageOf(fixed.framework, fixed.zero, pipeline_ranks.value_or(static_cast<int>(split_points.size()) - 1));
    const Plan plan =
        uniformPlan(split_points, data, fixed.micro_batch, micro_batches, fixed.schedule, zero, pipeline_ranks);
    Plan made = withDegrees(withPolicies(plan, fixed.policies), fixed.degrees);
    made.training = fixed.training;
    return made;
}

LayerDegrees layerDegrees(const Plan& plan, const Stage& stage)
{
    return {{stage.degrees.tensor, plan.expert, plan.sequence_parallel},
            plan.context,
            plan.context_kind,
            plan.expert_capacity};
}

LayerPolicies policiesOf(const Plan& plan)
{
    const bool equal = std::all_of(plan.stages.begin(), plan.stages.end(),
                                   [&](const Stage& stage) { return stage.policies == plan.stages.front().policies; });
    if (equal && !plan.stages.empty()) {
        return plan.stages.front().policies;
    }
    LayerPolicies all;
    for (const Stage& stage : plan.stages) {
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            const LayerPolicy policy = stage.policies.of(l);
            addPolicy(all, {policy, l, l + 1, stage.policies.windowOf(l)});
        }
    }
    return all;
}

bool approximates(const Plan& plan)
{
    return plan.training.replicas != ReplicaUse::Gradients || plan.training.compress_boundaries
        || policiesOf(plan).has(LayerPolicy::Compress);
}

namespace {

Result<void> validateTraining(const Plan& plan, const Problem& problem)
{
    const TrainingOptions& training = plan.training;
    const auto anyStage = [&](auto is) { return std::any_of(plan.stages.begin(), plan.stages.end(), is); };
    const bool changes = training.offload != StateOffload::None || training.replicas != ReplicaUse::Gradients
        || policiesOf(plan).has(LayerPolicy::Compress);
    if (changes && hasGivenCosts(problem.model)) {
        return invalid(words::plan::training_of_table);
    }
    if (training.period < 1 || training.period > longestPeriod) {
        return invalid(say(words::plan::period, training.period));
    }
    if (training.period > 1 && training.replicas == ReplicaUse::Gradients) {
        return invalid(say(words::plan::period_of_gradients, training.period));
    }
    if (training.replicas != ReplicaUse::Gradients
        && (plan.stages.front().degrees.data < 2 || plan.zero_stage > 0 || plan.expert > 1 || plan.context > 1)) {
        return invalid(say(words::plan::replicas_whole, training.replicas));
    }
    if (training.replicas != ReplicaUse::Gradients && !plan.hasEqualStages()) {
        return invalid(say(words::plan::replicas_equal, training.replicas));
    }
    const bool whole_replicas =
        plan.zero_stage != 3 && anyStage([&](const Stage& stage) { return stage.degrees.data * plan.context > 1; });
    if (training.offload == StateOffload::Parameters && whole_replicas) {
        return invalid(words::plan::parameters_on_host);
    }
    if (training.offload != StateOffload::None && training.replicas != ReplicaUse::Gradients) {
        return invalid(say(words::plan::state_on_host, training.replicas));
    }
    const bool compresses = training.compress_boundaries || policiesOf(plan).has(LayerPolicy::Compress);
    if (compresses && training.compressor.kind == CompressorKind::None) {
        return invalid(words::plan::no_compressor);
    }
    const bool limits = plan.schedule == ScheduleKind::DappleA || plan.schedule == ScheduleKind::DappleB;
    if (training.in_flight_limit && (!limits || *training.in_flight_limit < 1)) {
        return invalid(words::plan::in_flight_limit);
    }
    return {};
}

// The devices of a pipeline rank run all its stages; in bidirectional pipelines, these include two stages that are
// apart in the chain.
Result<void> validateSharedPipelineRanks(const Plan& plan)
{
    if (plan.hasEqualStages()) {
        return {};
    }
    const bool bidirectional_pipelines =
        plan.schedule == ScheduleKind::Chimera || plan.schedule == ScheduleKind::DualPipe;
    const Stage& first = plan.stages.front();
    for (std::size_t i = 1; i < plan.stages.size(); ++i) {
        const Stage& stage = plan.stages[i];
        const bool one_each = !bidirectional_pipelines && plan.pipelineRanks() == static_cast<int>(plan.stages.size());
        if (stage.degrees != first.degrees && !one_each) {
            return invalid(say(words::plan::stages_differ, i, stage.degrees.tensor, first.degrees.tensor,
                               stage.degrees.data, first.degrees.data, plan.schedule));
        }
        if (stage.device_group != first.device_group && bidirectional_pipelines) {
            return invalid(
                say(words::plan::stages_on_groups, i, stage.device_group, first.device_group, plan.schedule));
        }
        const auto same_pipeline_rank = std::find_if(plan.stages.begin(), plan.stages.end(), [&](const Stage& other) {
            return other.pipeline_rank == stage.pipeline_rank;
        });
        if (same_pipeline_rank->device_group != stage.device_group) {
            return invalid(say(words::plan::rank_on_groups, i, stage.device_group, same_pipeline_rank->device_group));
        }
    }
    return {};
}

Result<void> validateDevices(const Plan& plan, const Cluster& cluster)
{
    if (plan.devices() > cluster.devices()) {
        return invalid(say(words::plan::devices_needed, plan.devices(), cluster.devices()));
    }
    std::map<int, std::int64_t> needed; // devices, by group
    for (const DeviceRange& range : deviceRanges(plan)) {
        needed[range.group] += range.count;
    }
    for (const auto& [index, count] : needed) {
        const ClusterGroup& group = cluster.groups[static_cast<std::size_t>(index)];
        if (count > group.devices()) {
            return invalid(say(words::plan::group_devices_needed, count, index, group.device.name, group.devices()));
        }
    }
    return {};
}

}

Result<void> validate(const Plan& plan, const Problem& problem)
{
    if (plan.stages.empty()) {
        return invalid(words::plan::no_stages);
    }
    if (plan.micro_batches < 1) {
        return invalid(say(words::plan::micro_batches, plan.micro_batches));
    }
    if (plan.zero_stage < 0 || plan.zero_stage > 3) {
        return invalid(say(words::plan::zero_range, plan.zero_stage));
    }
    if (plan.zero_stage > 0 && hasGivenCosts(problem.model)) {
        return invalid(say(words::plan::zero_of_table, plan.zero_stage));
    }
    if (plan.context < 1 || plan.context > problem.cluster.devices()) {
        return invalid(say(words::plan::context_degree, plan.context));
    }
    if (plan.expert < 1) {
        return invalid(say(words::plan::expert_degree, plan.expert));
    }
    if (!(plan.expert_capacity >= 1 && plan.expert_capacity <= mostExpertCapacity)) {
        return invalid(say(words::plan::expert_capacity, static_cast<int>(mostExpertCapacity)));
    }
    if (plan.expert > 1 && !knowsZeroWithExperts(problem.constraints.framework.name, plan.zero_stage)) {
        return invalid(say(words::plan::zero_with_experts, plan.zero_stage, plan.expert));
    }
    if (auto valid = validateTraining(plan, problem); !valid) {
        return valid;
    }
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        if (auto checked = validateStage(plan, i, problem); !checked) {
            return checked;
        }
    }
    if (plan.stages.back().layers.last != static_cast<int>(problem.model.layers.size())) {
        return invalid(say(words::plan::last_stage, problem.model.layers.size()));
    }
    if (auto valid = validateSharedPipelineRanks(plan); !valid) {
        return valid;
    }
    return validateDevices(plan, problem.cluster);
}

}
