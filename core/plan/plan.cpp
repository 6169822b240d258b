// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include "core/framework/framework.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

tl::unexpected<Error> invalid(std::string why)
{
    return failure(ErrorCode::PlanInvalid, {std::move(why)});
}

Result<void> validateStage(const Plan& plan, std::size_t index, const Problem& problem)
{
    const Stage& stage = plan.stages[index];
    const std::string name = "stage " + std::to_string(index);
    const int begin = index == 0 ? 0 : plan.stages[index - 1].layers.last;
    if (stage.layers.first != begin || stage.layers.last <= stage.layers.first) {
        return invalid(name + " must begin with layer " + std::to_string(begin) + " and have at least one layer");
    }
    for (const auto& [which, degree] :
         {std::pair {"tensor degree", stage.degrees.tensor}, std::pair {"data degree", stage.degrees.data}}) {
        if (degree < 1 || degree > problem.cluster.devices()) {
            return invalid(name + " has " + which + " " + std::to_string(degree)
                           + "; it must be from 1 to the number of devices");
        }
    }
    if (stage.degrees.data % plan.expert != 0) {
        return invalid("expert degree " + std::to_string(plan.expert) + "; the data degree of " + name + ", "
                       + std::to_string(stage.degrees.data) + ", must be a multiple of it");
    }
    if (stage.device_group < 0 || stage.device_group >= static_cast<int>(problem.cluster.groups.size())) {
        return invalid(name + " is placed on device group " + std::to_string(stage.device_group)
                       + ", which the cluster does not have");
    }
    for (const PolicyRange& range : stage.policies.ranges) {
        if (range.last > static_cast<int>(problem.model.layers.size())) {
            return invalid(name + " has a policy for layer " + std::to_string(range.last - 1) + "; the last one is "
                           + std::to_string(problem.model.layers.size() - 1));
        }
    }
    if (stage.pipeline_rank < 0 || stage.pipeline_rank >= static_cast<int>(plan.stages.size())) {
        return invalid(name + " has pipeline rank " + std::to_string(stage.pipeline_rank)
                       + "; it must be from 0 to the number of stages");
    }
    const int pipeline_rank = pipelineRankOf(plan.schedule, static_cast<int>(index),
                                             static_cast<int>(plan.stages.size()), plan.pipelineRanks());
    if (stage.pipeline_rank != pipeline_rank) {
        return invalid(name + " must have pipeline rank " + std::to_string(pipeline_rank));
    }
    if (stage.micro_batch < 1 || stage.micro_batch > problem.workload.global_batch) {
        return invalid(name + " has micro-batch " + std::to_string(stage.micro_batch));
    }
    // By division: the product of what nobody means leaves the integers.
    const std::int64_t batch = problem.workload.global_batch;
    const std::int64_t samples = batch % stage.micro_batch == 0 ? batch / stage.micro_batch : 0; // of all replicas
    if (samples % stage.degrees.data != 0 || samples / stage.degrees.data != plan.micro_batches) {
        return invalid(name + ": micro-batches (" + std::to_string(plan.micro_batches) + ") x micro-batch ("
                       + std::to_string(stage.micro_batch) + ") x data degree (" + std::to_string(stage.degrees.data)
                       + ") is not the global batch (" + std::to_string(problem.workload.global_batch) + ")");
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
    std::map<int, std::int64_t> by_pipeline_rank; // a pipeline rank's stages run on the same devices
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
    std::map<int, int> taken; // by group
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
        return invalid("state on the host, other uses of replicas or layers that compress what they save; a layer "
                       "table says nothing of what these concern (boundaries can be compressed)");
    }
    if (training.period < 1 || training.period > longestPeriod) {
        return invalid("a period of " + std::to_string(training.period) + " steps");
    }
    if (training.period > 1 && training.replicas == ReplicaUse::Gradients) {
        return invalid("a period of " + std::to_string(training.period)
                       + " steps, but gradients are exchanged in each; averaging and subnets have periods");
    }
    if (training.replicas != ReplicaUse::Gradients
        && (plan.stages.front().degrees.data < 2 || plan.zero_stage > 0 || plan.expert > 1 || plan.context > 1)) {
        return invalid(
            "replicas that use " + std::string(nameOf(training.replicas))
            + "; they must be two or more, each with all of its state (ZeRO stage 0, expert and context degree 1)");
    }
    if (training.replicas != ReplicaUse::Gradients && !plan.hasEqualStages()) {
        return invalid("replicas that use " + std::string(nameOf(training.replicas))
                       + " and stages that differ; all must have the same degrees, on one group of devices");
    }
    const bool whole_replicas =
        plan.zero_stage != 3 && anyStage([&](const Stage& stage) { return stage.degrees.data * plan.context > 1; });
    if (training.offload == StateOffload::Parameters && whole_replicas) {
        return invalid("parameters on the host and replicas with all of them; ZeRO stage 3 divides them");
    }
    if (training.offload != StateOffload::None && training.replicas != ReplicaUse::Gradients) {
        return invalid("state on the host with replicas that use " + std::string(nameOf(training.replicas)));
    }
    const bool compresses = training.compress_boundaries || policiesOf(plan).has(LayerPolicy::Compress);
    if (compresses && training.compressor.kind == CompressorKind::None) {
        return invalid("compression and no compressor, such as quantise:8");
    }
    const bool limits = plan.schedule == ScheduleKind::DappleA || plan.schedule == ScheduleKind::DappleB;
    if (training.in_flight_limit && (!limits || *training.in_flight_limit < 1)) {
        return invalid("a limit of micro-batches in flight; dapple-a and dapple-b have one, from 1 on");
    }
    return {};
}

// A pipeline rank's devices do the work of all its stages, and with opposed pipelines of two that lie apart in the
// chain.
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
            return invalid("stage " + std::to_string(i) + " has other degrees than stage 0 (tensor "
                           + std::to_string(stage.degrees.tensor) + " and " + std::to_string(first.degrees.tensor)
                           + ", data " + std::to_string(stage.degrees.data) + " and "
                           + std::to_string(first.degrees.data) + "); with " + std::string(nameOf(plan.schedule))
                           + " several stages share a pipeline rank's devices, and all must have the same");
        }
        if (stage.device_group != first.device_group && bidirectional_pipelines) {
            return invalid("stage " + std::to_string(i) + " is placed on device group "
                           + std::to_string(stage.device_group) + ", stage 0 on " + std::to_string(first.device_group)
                           + "; with " + std::string(nameOf(plan.schedule)) + " all must lie on one");
        }
        const auto same_pipeline_rank = std::find_if(plan.stages.begin(), plan.stages.end(), [&](const Stage& other) {
            return other.pipeline_rank == stage.pipeline_rank;
        });
        if (same_pipeline_rank->device_group != stage.device_group) {
            return invalid("stage " + std::to_string(i) + " is placed on device group "
                           + std::to_string(stage.device_group) + ", another stage of its pipeline rank on "
                           + std::to_string(same_pipeline_rank->device_group));
        }
    }
    return {};
}

Result<void> validateDevices(const Plan& plan, const Cluster& cluster)
{
    if (plan.devices() > cluster.devices()) {
        return invalid("it needs " + std::to_string(plan.devices()) + " devices, the cluster has "
                       + std::to_string(cluster.devices()));
    }
    std::map<int, std::int64_t> needed; // by group
    for (const DeviceRange& range : deviceRanges(plan)) {
        needed[range.group] += range.count;
    }
    for (const auto& [index, count] : needed) {
        const ClusterGroup& group = cluster.groups[static_cast<std::size_t>(index)];
        if (count > group.devices()) {
            return invalid("it needs " + std::to_string(count) + " devices of group " + std::to_string(index) + " ("
                           + group.device.name + "), which has " + std::to_string(group.devices()));
        }
    }
    return {};
}

}

Result<void> validate(const Plan& plan, const Problem& problem)
{
    if (plan.stages.empty()) {
        return invalid("it has no stages");
    }
    if (plan.micro_batches < 1) {
        return invalid("it has " + std::to_string(plan.micro_batches) + " micro-batches");
    }
    if (plan.zero_stage < 0 || plan.zero_stage > 3) {
        return invalid("ZeRO stage " + std::to_string(plan.zero_stage) + "; it must be from 0 to 3");
    }
    if (plan.zero_stage > 0 && hasGivenCosts(problem.model)) {
        return invalid("ZeRO stage " + std::to_string(plan.zero_stage)
                       + "; a layer table says nothing of what replicas could divide");
    }
    if (plan.context < 1 || plan.context > problem.cluster.devices()) {
        return invalid("context degree " + std::to_string(plan.context)
                       + "; it must be from 1 to the number of devices");
    }
    if (plan.expert < 1) {
        return invalid("expert degree " + std::to_string(plan.expert) + "; it must be 1 or more");
    }
    if (!(plan.expert_capacity >= 1 && plan.expert_capacity <= mostExpertCapacity)) {
        return invalid("an expert's capacity that is not from 1 to " + std::to_string(int(mostExpertCapacity)));
    }
    if (plan.expert > 1 && !knowsZeroWithExperts(problem.constraints.framework.name, plan.zero_stage)) {
        return invalid("ZeRO stage " + std::to_string(plan.zero_stage) + " with expert degree "
                       + std::to_string(plan.expert) + "; experts' optimizer states alone are divided: ZeRO stage 1");
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
        return invalid("the last stage must end with layer " + std::to_string(problem.model.layers.size()));
    }
    if (auto valid = validateSharedPipelineRanks(plan); !valid) {
        return valid;
    }
    return validateDevices(plan, problem.cluster);
}

}
