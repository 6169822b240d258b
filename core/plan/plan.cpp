// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include <algorithm>
#include <map>

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
    if (stage.layers.first != begin || stage.layers.count() < 1) {
        return invalid(name + " must begin with layer " + std::to_string(begin) + " and have at least one layer");
    }
    if (stage.degrees.tensor < 1 || stage.degrees.tensor > problem.cluster.devices()
        || stage.degrees.tensor != plan.stages.front().degrees.tensor) {
        return invalid(name + " has tensor degree " + std::to_string(stage.degrees.tensor)
                       + "; all stages must have the same, from 1 to the number of devices");
    }
    if (stage.degrees.data < 1 || stage.degrees.data > problem.cluster.devices()
        || stage.degrees.data != plan.stages.front().degrees.data) {
        return invalid(name + " has data degree " + std::to_string(stage.degrees.data)
                       + "; all stages must have the same, from 1 to the number of devices");
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
    const int place =
        placeOf(plan.schedule, static_cast<int>(index), static_cast<int>(plan.stages.size()), plan.places());
    if (stage.place != place) {
        return invalid(name + " must have place " + std::to_string(place));
    }
    if (stage.micro_batch < 1 || stage.micro_batch > problem.workload.global_batch) {
        return invalid(name + " has micro-batch " + std::to_string(stage.micro_batch));
    }
    if (plan.micro_batches > problem.workload.global_batch
        || plan.micro_batches * stage.micro_batch * stage.degrees.data != problem.workload.global_batch) {
        return invalid(name + ": micro-batches (" + std::to_string(plan.micro_batches) + ") x micro-batch ("
                       + std::to_string(stage.micro_batch) + ") x data degree (" + std::to_string(stage.degrees.data)
                       + ") is not the global batch (" + std::to_string(problem.workload.global_batch) + ")");
    }
    return {};
}

}

int Plan::places() const
{
    int most = -1;
    for (const Stage& stage : stages) {
        most = std::max(most, stage.place);
    }
    return most + 1;
}

int Plan::devices() const
{
    std::map<int, std::int64_t> by_place; // a place's stages run on the same devices
    for (const Stage& stage : stages) {
        std::int64_t& devices = by_place[stage.place];
        devices = std::max(devices, std::int64_t(stage.degrees.tensor) * stage.degrees.data * context);
    }
    std::int64_t count = 0;
    for (const auto& [place, devices] : by_place) {
        count += devices;
    }
    return static_cast<int>(std::min<std::int64_t>(count, INT32_MAX));
}

std::vector<int> Plan::cuts() const
{
    std::vector<int> cuts {stages.empty() ? 0 : stages.front().layers.first};
    for (const Stage& stage : stages) {
        cuts.push_back(stage.layers.last);
    }
    return cuts;
}

int placeOf(ScheduleKind schedule, int stage, int stages, int places)
{
    if (schedule == ScheduleKind::ZeroBubbleV) {
        return std::min(stage, stages - 1 - stage);
    }
    return places > 0 ? stage % places : stage;
}

Plan uniformPlan(const std::vector<int>& cuts, int data, std::int64_t micro_batch, std::int64_t micro_batches,
                 ScheduleKind schedule, int zero_stage, std::optional<int> places)
{
    const int stages = static_cast<int>(cuts.size()) - 1;
    Plan plan;
    plan.schedule = schedule;
    plan.zero_stage = zero_stage;
    plan.micro_batches = micro_batches;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const int place = placeOf(schedule, static_cast<int>(i), stages, places.value_or(stages));
        plan.stages.push_back({{cuts[i], cuts[i + 1]}, {1, data}, place, 0, micro_batch});
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

Plan constrainedPlan(const std::vector<int>& cuts, int data, std::int64_t micro_batches, const Constraints& fixed,
                     std::optional<int> places)
{
    const Plan plan = uniformPlan(cuts, data, fixed.micro_batch, micro_batches, fixed.schedule, fixed.zero, places);
    Plan made = withDegrees(withPolicies(plan, fixed.policies), fixed.degrees);
    made.training = fixed.training;
    return made;
}

LayerDegrees layerDegrees(const Plan& plan)
{
    const int tensor = plan.stages.empty() ? 1 : plan.stages.front().degrees.tensor;
    return {{tensor, plan.expert, plan.sequence_parallel}, plan.context, plan.context_kind, plan.expert_capacity};
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
    const int data = plan.stages.front().degrees.data;
    const bool changes = training.offload != StateOffload::None || training.replicas != ReplicaUse::Gradients
        || policiesOf(plan).has(LayerPolicy::Compress);
    if (changes && hasGivenCosts(problem.model)) {
        return invalid(
            "offload, other uses of replicas and compression; a layer table says nothing of what they concern");
    }
    if (training.period < 1 || training.period > longestPeriod) {
        return invalid("a period of " + std::to_string(training.period) + " steps");
    }
    if (training.period > 1 && training.replicas == ReplicaUse::Gradients) {
        return invalid("a period of " + std::to_string(training.period)
                       + " steps, but gradients are exchanged in each; averaging and subnets have periods");
    }
    if (training.replicas != ReplicaUse::Gradients
        && (data < 2 || plan.zero_stage > 0 || plan.expert > 1 || plan.context > 1)) {
        return invalid(
            "replicas that use " + std::string(nameOf(training.replicas))
            + "; they must be two or more, each with all of its state (ZeRO stage 0, expert and context degree 1)");
    }
    if (training.offload == StateOffload::Parameters && data * plan.context > 1 && plan.zero_stage != 3) {
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
    if (const int data = plan.stages.front().degrees.data; plan.expert < 1 || data % plan.expert != 0) {
        return invalid("expert degree " + std::to_string(plan.expert) + "; the data degree, " + std::to_string(data)
                       + ", must be a multiple of it");
    }
    if (!(plan.expert_capacity >= 1 && plan.expert_capacity <= mostExpertCapacity)) {
        return invalid("an expert's capacity that is not from 1 to " + std::to_string(int(mostExpertCapacity)));
    }
    if (plan.zero_stage > 0 && plan.expert > 1) {
        return invalid("ZeRO stage " + std::to_string(plan.zero_stage) + " with expert degree "
                       + std::to_string(plan.expert) + "; dividing experts' state is not known so far");
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
    if (plan.devices() > problem.cluster.devices()) {
        return invalid("it needs " + std::to_string(plan.devices()) + " devices, the cluster has "
                       + std::to_string(problem.cluster.devices()));
    }
    return {};
}

}
