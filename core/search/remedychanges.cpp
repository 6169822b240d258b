// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedychanges.h"

#include "core/base/format.h"
#include "core/estimate/stagetimes.h"
#include "core/framework/framework.h"
#include "core/model/layertraits.h"
#include "core/problem/whatif.h"
#include "core/search/searchspace.h"
#include "core/search/targets.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int lastZeroStage = 3;
constexpr double closely = 0.1; // half-width of an accurate memory model's bounds, relative

// True if tensor-parallel ranks exist or are possible.
bool mayHaveTensorRanks(const Problem& problem)
{
    return !tensorBeyondNode(problem).empty() || triedDegrees(problem, Dimension::Tensor).back() > 1;
}

// Returns successive doublings that divide the tokens of a sample and leave devices for fixed sizes.
std::vector<std::string> contextValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    std::vector<std::string> values;
    if (problem.cluster.groups.size() != 1 || problem.model.sample != SampleKind::Tokens
        || problem.workload.attention == AttentionKind::Eager || varies(constraints.vary, Dimension::Context)) {
        return values;
    }
    const bool free = varies(constraints.vary, Dimension::Tensor);
    const std::int64_t stages = constraints.split_points ? std::ssize(*constraints.split_points) - 1
                                                         : std::int64_t(constraints.pipeline.value_or(1));
    const std::int64_t each = stages * constraints.data.value_or(1) * (free ? 1 : constraints.degrees.sharding.tensor);
    for (std::int64_t degree = 2 * std::int64_t(constraints.degrees.context);
         degree * each <= problem.cluster.devices(); degree *= 2) {
        if (problem.workload.sequence % degree == 0) {
            values.push_back(std::to_string(degree));
        }
    }
    return values;
}

std::vector<std::string> sequenceValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const bool open = !constraints.degrees.sharding.sequence && !varies(constraints.vary, Dimension::Sequence)
        && !alwaysSequenceParallel(problem.target);
    return open && problem.model.sample == SampleKind::Tokens && mayHaveTensorRanks(problem)
        ? std::vector<std::string> {"on"}
        : std::vector<std::string>();
}

// Returns the stronger recomputation policies. Selective recomputation drops attention scores, which fused attention
// does not store, or the framework's selection.
std::vector<std::string> recomputeValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const LayerPolicies& policies = constraints.policies;
    if (varies(constraints.vary, Dimension::Recompute) || varies(constraints.vary, Dimension::RecomputeLayers)
        || policies == LayerPolicies {LayerPolicy::Full, {}} || policies.has(LayerPolicy::Compress)) {
        return {};
    }
    const bool scores = problem.workload.attention == AttentionKind::Eager && usesAttention(problem.model);
    const bool selects = modeOf(constraints.framework).selects_operators;
    std::vector<std::string> values;
    if (policies.keepsAll() && (scores || selects)) {
        values.emplace_back(nameOf(LayerPolicy::Selective));
    }
    values.emplace_back(nameOf(LayerPolicy::Full));
    return values;
}

std::vector<std::string> zeroValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const bool experts = constraints.degrees.sharding.expert > 1 || varies(constraints.vary, Dimension::Expert);
    const bool replicas = constraints.data.value_or(problem.cluster.devices()) > 1 || constraints.degrees.context > 1
        || varies(constraints.vary, Dimension::Context) || !contextValues(problem).empty();
    std::vector<std::string> values;
    if (!varies(constraints.vary, Dimension::Zero) && replicas) {
        for (int stage = constraints.zero + 1; stage <= (experts ? 1 : lastZeroStage); ++stage) {
            values.push_back(std::to_string(stage));
        }
    }
    return values;
}

// Returns successive halvings that divide the batch.
std::vector<std::string> microBatchValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    std::vector<std::string> values;
    if (constraints.micro_batches || varies(constraints.vary, Dimension::MicroBatch)) {
        return values;
    }
    for (std::int64_t size = constraints.micro_batch / 2; size >= 1; size /= 2) {
        if (problem.workload.global_batch % (size * constraints.data.value_or(1)) == 0) {
            values.push_back(std::to_string(size));
        }
    }
    return values;
}

std::vector<std::string> microBatchesValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    std::vector<std::string> values;
    const std::int64_t batch = problem.workload.global_batch;
    const std::int64_t first = 2 * constraints.micro_batches.value_or(batch);
    for (std::int64_t number = first; number <= batch; number *= 2) {
        if (batch % (number * constraints.data.value_or(1)) == 0) {
            values.push_back(std::to_string(number));
        }
    }
    return values;
}

std::vector<std::string> offloadValues(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const bool open =
        constraints.training.offload == StateOffload::None && !varies(constraints.vary, Dimension::Offload);
    return open && mayOffload(problem) ? std::vector {std::string(nameOf(StateOffload::Optimizer))}
                                       : std::vector<std::string>();
}

void applyChange(Problem& problem, const RemedyChange& change)
{
    Constraints& constraints = problem.constraints;
    switch (change.kind) {
    case RemedyKind::Attention:
        problem.workload.attention = *fromName<AttentionKind>(change.value);
        return;
    case RemedyKind::Tensor:
        constraints.degrees.sharding.tensor = std::stoi(change.value);
        std::erase(constraints.vary, Dimension::Tensor);
        return;
    case RemedyKind::Context:
        constraints.degrees.context = std::stoi(change.value);
        return;
    case RemedyKind::SequenceParallel:
        constraints.degrees.sharding.sequence = change.value == "on";
        return;
    case RemedyKind::Recompute:
        constraints.policies = {*fromName<LayerPolicy>(change.value), {}};
        return;
    case RemedyKind::Zero:
        constraints.zero = std::stoi(change.value);
        return;
    case RemedyKind::MicroBatch:
        constraints.micro_batch = std::stoll(change.value);
        return;
    case RemedyKind::MicroBatches:
        constraints.micro_batches = std::stoll(change.value);
        return;
    case RemedyKind::Offload:
        constraints.training.offload = *fromName<StateOffload>(change.value);
        return;
    case RemedyKind::Framework:
        useFramework(problem, *fromName<Framework>(change.value));
        return;
    case RemedyKind::Nodes:
        if (auto larger =
                withWhatIfValue(problem, WhatIfParameter::Nodes, static_cast<double>(std::stoll(change.value)))) {
            problem = *std::move(larger);
        }
        return;
    }
}

Dimension dimensionOf(RemedyKind kind)
{
    switch (kind) {
    case RemedyKind::Context:
        return Dimension::Context;
    case RemedyKind::SequenceParallel:
        return Dimension::Sequence;
    case RemedyKind::Recompute:
        return Dimension::Recompute;
    case RemedyKind::Zero:
        return Dimension::Zero;
    case RemedyKind::Offload:
        return Dimension::Offload;
    default:
        return Dimension::MicroBatch;
    }
}

// Returns the plan's value in the syntax of a change.
std::string valueIn(const Plan& plan, RemedyKind kind)
{
    switch (kind) {
    case RemedyKind::Context:
        return std::to_string(plan.context);
    case RemedyKind::SequenceParallel:
        return plan.sequence_parallel ? "on" : "off";
    case RemedyKind::Recompute:
        return policiesText(policiesOf(plan));
    case RemedyKind::Zero:
        return std::to_string(plan.zero_stage);
    case RemedyKind::Offload:
        return std::string(nameOf(plan.training.offload));
    case RemedyKind::MicroBatches:
        return std::to_string(plan.micro_batches);
    default:
        return std::to_string(plan.microBatch());
    }
}

std::string optionOf(const RemedyChange& change, const Problem& changed)
{
    switch (change.kind) {
    case RemedyKind::Attention:
        return "--attention " + change.value;
    case RemedyKind::Tensor:
        return "--tensor " + change.value;
    case RemedyKind::Context:
        return "--context " + change.value;
    case RemedyKind::SequenceParallel:
        return "--sequence-parallel";
    case RemedyKind::Recompute:
        return "--policy " + change.value;
    case RemedyKind::Zero:
        return "--zero " + change.value;
    case RemedyKind::MicroBatch:
        return "--micro-batch " + change.value;
    case RemedyKind::MicroBatches:
        return "--micro-batches " + change.value;
    case RemedyKind::Offload:
        return "--offload " + change.value;
    case RemedyKind::Framework:
        return "--framework " + change.value;
    case RemedyKind::Nodes:
        break;
    }
    return "--cluster " + shellWord(changed.cluster.name);
}

}

bool hasChange(const std::vector<RemedyChange>& changes, RemedyKind kind)
{
    return std::any_of(changes.begin(), changes.end(), [kind](const RemedyChange& each) { return each.kind == kind; });
}

std::vector<RemedySetting> remedySettings(const Problem& problem)
{
    std::vector<RemedySetting> settings;
    if (hasGivenCosts(problem.model)) {
        return settings; // a table's costs are for the settings that it was made with
    }
    for (auto& [kind, values] : {std::pair {RemedyKind::Context, contextValues(problem)},
                                 std::pair {RemedyKind::SequenceParallel, sequenceValues(problem)},
                                 std::pair {RemedyKind::Recompute, recomputeValues(problem)},
                                 std::pair {RemedyKind::Zero, zeroValues(problem)},
                                 std::pair {RemedyKind::MicroBatch, microBatchValues(problem)},
                                 std::pair {RemedyKind::MicroBatches, microBatchesValues(problem)},
                                 std::pair {RemedyKind::Offload, offloadValues(problem)}}) {
        if (!values.empty()) {
            settings.push_back({kind, values});
        }
    }
    return settings;
}

std::vector<std::vector<RemedyChange>> otherFrameworks(const Problem& problem)
{
    const Framework own = problem.constraints.framework.name;
    std::vector<std::vector<RemedyChange>> all;
    if (hasGivenCosts(problem.model) || problem.model.sample != SampleKind::Tokens) {
        return all;
    }
    for (const auto& [framework, name] : enumNames<Framework>) {
        const bool reported =
            problem.target == Target::Any || problem.target == targetOf(own) || problem.target == targetOf(framework);
        if (framework == own || !reported || modeOf({framework}).memory_width.value_or(0) > closely) {
            continue;
        }
        all.push_back({{RemedyKind::Framework, std::string(name)}});
    }
    return all;
}

std::vector<std::string> tensorBeyondNode(const Problem& problem)
{
    const auto& groups = problem.cluster.groups;
    const Dimensions& open = problem.constraints.vary;
    std::vector<std::string> values;
    if (groups.size() != 1 || hasGivenCosts(problem.model) || !varies(open, Dimension::Tensor)
        || varies(open, Dimension::StageDegrees)) {
        return values;
    }
    const int searched = largestVariedDegree(problem, Dimension::Tensor, groups.front());
    for (std::int64_t degree = 2 * std::int64_t(searched); degree <= groups.front().devices(); degree *= 2) {
        values.push_back(std::to_string(degree));
    }
    return values;
}

Problem withChanges(Problem problem, const std::vector<RemedyChange>& changes)
{
    for (const RemedyChange& change : changes) {
        applyChange(problem, change);
    }
    return problem;
}

Problem withOpen(Problem problem, const std::vector<RemedySetting>& settings)
{
    for (const RemedySetting& setting : settings) {
        if (setting.kind == RemedyKind::MicroBatches) {
            continue; // a search does not vary the number of micro-batches
        }
        problem.constraints.vary.push_back(dimensionOf(setting.kind));
    }
    return problem;
}

std::vector<RemedyChange> changesOf(const Plan& plan, const std::vector<RemedySetting>& settings,
                                    const Problem& problem)
{
    std::vector<RemedyChange> changes;
    for (const RemedySetting& setting : settings) {
        const RemedyChange change {setting.kind, valueIn(plan, setting.kind)};
        if (withChanges(problem, {change}) != problem) {
            changes.push_back(change);
        }
    }
    return changes;
}

std::optional<std::string> commandOptions(const std::vector<RemedyChange>& changes, const Problem& changed)
{
    if (hasChange(changes, RemedyKind::Nodes)) {
        const auto read = parseCluster(changed.cluster.name);
        if (!read || read->groups != changed.cluster.groups) {
            return std::nullopt;
        }
    }
    std::string text;
    const auto add = [&text](const std::string& option) { text += (text.empty() ? "" : " ") + option; };
    const bool framework = hasChange(changes, RemedyKind::Framework);
    for (const RemedyChange& change : changes) {
        if (change.kind != RemedyKind::Zero || !framework) {
            add(optionOf(change, changed));
        }
        // States the ZeRO stage with a framework change: the command may set another, or leave it to the previous
        // framework.
        const int zero = changed.constraints.zero;
        const bool said = zero > 0 && !varies(changed.constraints.vary, Dimension::Zero);
        if (change.kind == RemedyKind::Framework && (said || hasChange(changes, RemedyKind::Zero))) {
            add("--zero " + std::to_string(zero));
        }
    }
    return text;
}

}
