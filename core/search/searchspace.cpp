// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/searchspace.h"

#include "core/estimate/stagetimes.h"
#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/model/layertraits.h"
#include "core/model/shards.h"
#include "core/schedule/schedule.h"
#include "core/words/framework.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>

namespace stagecraft {

namespace {

// Obstacles of the configuration groups that a target excludes.
class Refusals {
public:
    // Adds the obstacles of one more configuration group.
    void add(std::vector<TargetObstacle> obstacles)
    {
        for (const TargetObstacle& obstacle : obstacles) {
            merge(m_all, obstacle);
        }
        if (m_count++ == 0) {
            m_first = obstacles.front();
            m_common = std::move(obstacles);
            return;
        }
        std::erase_if(m_common, [&](const TargetObstacle& common) {
            return std::none_of(obstacles.begin(), obstacles.end(),
                                [&](const TargetObstacle& other) { return other.setting == common.setting; });
        });
    }

    // Returns the obstacle common to all groups, else that of the first; empty without any.
    std::optional<TargetObstacle> cause() const
    {
        if (m_count == 0) {
            return std::nullopt;
        }
        const TargetObstacle& named = m_common.empty() ? *m_first : m_common.front();
        return *std::find_if(m_all.begin(), m_all.end(),
                             [&](const TargetObstacle& each) { return isSame(each, named); });
    }

    std::vector<TargetObstacle> fixed(const Dimensions& varied) const
    {
        std::vector<TargetObstacle> all;
        std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(all), [&](const TargetObstacle& each) {
            const auto dimension = dimensionOf(each.setting);
            return !dimension || !stagecraft::varies(varied, *dimension);
        });
        return all;
    }

private:
    static bool isSame(const TargetObstacle& a, const TargetObstacle& b)
    {
        return a.setting == b.setting && a.value == b.value;
    }

    // Merges the possible values of equal obstacles, which may differ: pipelines support other schedules than one
    // stage.
    static void merge(std::vector<TargetObstacle>& all, const TargetObstacle& obstacle)
    {
        const auto known =
            std::find_if(all.begin(), all.end(), [&](const TargetObstacle& each) { return isSame(each, obstacle); });
        if (known == all.end()) {
            all.push_back(obstacle);
            return;
        }
        for (const Argument& possible : obstacle.possible) {
            if (std::find(known->possible.begin(), known->possible.end(), possible) == known->possible.end()) {
                known->possible.push_back(possible);
            }
        }
    }

    int m_count = 0;
    std::optional<TargetObstacle> m_first;
    std::vector<TargetObstacle> m_common;
    std::vector<TargetObstacle> m_all; // each value of each setting once
};

bool configurationGroupsVary(const Problem& problem, Dimension dimension)
{
    return varies(problem.constraints.vary, dimension) && !hasGivenCosts(problem.model);
}

// True if the size divides the layers, the tokens of a sample, or the experts, depending on the dimension.
bool divides(const Problem& problem, Dimension dimension, int degree)
{
    if (dimension == Dimension::Context) {
        return problem.model.sample == SampleKind::Tokens && problem.workload.sequence % degree == 0;
    }
    return isDivisible(problem.model,
                       dimension == Dimension::Tensor ? Sharding {degree, 1, false} : Sharding {1, degree, false});
}

// Powers of two and divisors of a node also serve other sizes of the model and its samples (sizing.h).
bool mayBe(const Problem& problem, Dimension dimension, int degree)
{
    const auto& groups = problem.cluster.groups;
    return std::has_single_bit(static_cast<unsigned>(degree)) || divides(problem, dimension, degree)
        || std::any_of(groups.begin(), groups.end(),
                       [&](const ClusterGroup& group) { return group.devices_per_node % degree == 0; });
}

int givenDegree(const Problem& problem, Dimension dimension)
{
    const LayerDegrees& degrees = problem.constraints.degrees;
    return dimension == Dimension::Context ? degrees.context
        : dimension == Dimension::Expert   ? degrees.sharding.expert
                                           : degrees.sharding.tensor;
}

// Returns the micro-batch sizes that result from each data-parallel size and this number of micro-batches.
std::vector<std::int64_t> leftMicroBatches(const Problem& problem, std::int64_t number)
{
    const Constraints& given = problem.constraints;
    std::vector<std::int64_t> sizes;
    for (int data = given.data.value_or(1); data <= given.data.value_or(problem.cluster.devices()); ++data) {
        if (problem.workload.global_batch % (number * data) == 0) {
            sizes.push_back(problem.workload.global_batch / (number * data));
        }
    }
    std::reverse(sizes.begin(), sizes.end());
    return sizes;
}

class ConfigurationGroupMaker {
public:
    explicit ConfigurationGroupMaker(const Problem& problem) : m_problem(problem), m_given(problem.constraints) {}

    std::vector<ConfigurationGroup> make()
    {
        if (auto obstacles = targetObstacles(m_problem, m_problem.target); !obstacles.empty()) {
            m_refusals.add(std::move(obstacles));
            return {};
        }
        const std::vector<int> tensors = triedDegrees(m_problem, Dimension::Tensor);
        const std::vector<int> contexts = triedDegrees(m_problem, Dimension::Context);
        const std::vector<int> experts = triedDegrees(m_problem, Dimension::Expert);
        for (const std::int64_t micro_batch : triedMicroBatches(m_problem)) {
            for (const int tensor : tensors) {
                for (const int context : contexts) {
                    for (const int expert : experts) {
                        for (const bool sequence : flags(tensor)) {
                            Constraints fixed = m_given;
                            fixed.vary.clear();
                            fixed.micro_batch = micro_batch;
                            fixed.micro_batches.reset(); // the configuration group has its own
                            fixed.degrees.sharding = {tensor, expert, sequence};
                            fixed.degrees.context = context;
                            addDataDegrees(fixed);
                        }
                    }
                }
            }
        }
        return std::move(m_config_groups);
    }

    const Refusals& refusals() const { return m_refusals; }

private:
    bool varies(Dimension dimension) const { return configurationGroupsVary(m_problem, dimension); }

    std::vector<bool> flags(int tensor) const
    {
        if (tensor == 1) {
            return {false};
        }
        if (alwaysSequenceParallel(m_problem.target)) {
            return {true};
        }
        return varies(Dimension::Sequence) ? std::vector {false, true}
                                           : std::vector {m_given.degrees.sharding.sequence};
    }

    void addDataDegrees(const Constraints& fixed)
    {
        const int devices = m_problem.cluster.devices() / fixed.degrees.ranks();
        const std::int64_t samples = m_problem.workload.global_batch / fixed.micro_batch;
        for (int data = m_given.data.value_or(1); data <= m_given.data.value_or(devices); ++data) {
            const bool asked = samples / data == m_given.micro_batches.value_or(samples / data);
            if (samples % data == 0 && asked && data % fixed.degrees.sharding.expert == 0) {
                Constraints with_data = fixed;
                with_data.data = data;
                addTraining(with_data, samples / data);
            }
        }
    }

    // Returns the ZeRO stages that the framework supports, or its lowest if none of the requested is; empty if it
    // cannot train with that either.
    std::vector<int> zeroStages(const Constraints& fixed) const
    {
        std::vector<int> stages = anyZeroStages(fixed);
        const int least = leastZeroStage(m_given.framework.name);
        if (varies(Dimension::Zero) && (stages.empty() || stages.back() < least)) {
            const bool possible =
                fixed.degrees.sharding.expert == 1 || knowsZeroWithExperts(m_given.framework.name, least);
            return possible ? std::vector {least} : std::vector<int>();
        }
        const auto refused = [&](int zero) {
            Constraints asked = m_given;
            asked.zero = zero;
            return zeroStageOf(m_given.framework, zero, 1) != zero || !requirePossible(asked);
        };
        if (!std::all_of(stages.begin(), stages.end(), refused)) {
            std::erase_if(stages, refused);
        }
        return stages;
    }

    std::vector<int> anyZeroStages(const Constraints& fixed) const
    {
        const bool experts = fixed.degrees.sharding.expert > 1;
        if (!varies(Dimension::Zero)) {
            const bool possible = !experts || knowsZeroWithExperts(m_given.framework.name, m_given.zero);
            return possible ? std::vector {m_given.zero} : std::vector<int>();
        }
        const bool replicas = *fixed.data * fixed.degrees.context > 1;
        if (m_given.training.offload == StateOffload::Parameters && !varies(Dimension::Offload)) {
            return !replicas ? std::vector {0} : experts ? std::vector<int>() : std::vector {3};
        }
        return !replicas ? std::vector {0} : experts ? std::vector {0, 1} : std::vector {0, 1, 2, 3};
    }

    std::vector<StateOffload> offloads() const
    {
        if (!varies(Dimension::Offload) || !mayOffload(m_problem)) {
            return {m_given.training.offload};
        }
        return {StateOffload::None, StateOffload::Optimizer};
    }

    // Returns schedules with their stages per pipeline rank.
    std::vector<std::pair<ScheduleKind, int>> orders() const
    {
        const bool varied = stagecraft::varies(m_given.vary, Dimension::Interleave);
        const int most = std::min(largestVariedInterleave, static_cast<int>(m_problem.model.layers.size()) / 2);
        std::vector<std::pair<ScheduleKind, int>> all;
        for (const ScheduleKind schedule : triedSchedules(m_problem)) {
            if (!varied || rulesOf(schedule).stages_per_rank != 0) {
                all.emplace_back(schedule, m_given.interleave);
                continue;
            }
            if (!stagecraft::varies(m_given.vary, Dimension::Schedule)) { // one stage per pipeline rank is 1F1B
                all.emplace_back(ScheduleKind::OneForwardOneBackward, m_given.interleave);
            }
            for (int stages = 2; stages <= most; ++stages) {
                all.emplace_back(schedule, stages);
            }
        }
        return all;
    }

    void addTraining(const Constraints& fixed, std::int64_t micro_batches)
    {
        const int layers = static_cast<int>(m_problem.model.layers.size());
        ConfigurationGroup config_group {fixed, micro_batches, 1, 1};
        config_group.deepest = std::min(layers, m_problem.cluster.devices() / config_group.devices(1));
        if (m_given.pipeline) {
            config_group.shallowest = *m_given.pipeline;
            config_group.deepest = std::min(config_group.deepest, *m_given.pipeline);
        }
        if (!requireKnown(m_given.framework, 1, fixed.degrees)
            || !requireReplicas(m_given.framework, *fixed.data * fixed.degrees.context)) {
            return;
        }
        if (!requireKnown(m_given.framework, 2, fixed.degrees)
            || !requirePipelineRanks(m_given.framework, m_problem.model, 2)) {
            config_group.deepest = 1;
        }
        if (config_group.shallowest > config_group.deepest) {
            return;
        }
        for (const int zero : zeroStages(fixed)) {
            for (const ConfigurationGroup& part : byDepth(config_group, zero)) {
                addSettings(part);
            }
        }
    }

    // Splits a group by depth if the framework shards state differently in pipelines than with one pipeline rank.
    std::vector<ConfigurationGroup> byDepth(ConfigurationGroup config_group, int zero) const
    {
        config_group.fixed.zero = zeroStageOf(m_given.framework, zero, config_group.shallowest);
        if (config_group.shallowest == 1 && config_group.deepest > 1) {
            ConfigurationGroup deeper = config_group;
            deeper.fixed.zero = zeroStageOf(m_given.framework, zero, config_group.deepest);
            deeper.shallowest = 2;
            if (deeper.fixed.zero != config_group.fixed.zero) {
                config_group.deepest = 1;
                return {std::move(config_group), std::move(deeper)};
            }
        }
        return {std::move(config_group)};
    }

    void addSettings(ConfigurationGroup config_group)
    {
        for (const LayerPolicy recomputation : triedRecomputations(m_problem)) {
            if (!isKnownWith(config_group.fixed.degrees, recomputation)) {
                continue;
            }
            for (const StateOffload offload : offloads()) {
                for (const auto& [schedule, interleave] : orders()) {
                    config_group.fixed.policies.usual = recomputation;
                    config_group.fixed.training.offload = offload;
                    config_group.fixed.schedule = schedule;
                    config_group.fixed.interleave = interleave;
                    addForTarget(config_group);
                }
            }
        }
    }

    // True if the framework supports these settings, or rejects all settings, in which case the error gives the reason.
    bool isKnownWith(const LayerDegrees& degrees, LayerPolicy recomputation) const
    {
        Constraints asked = m_given;
        asked.degrees = degrees;
        asked.policies.usual = recomputation;
        return requirePossible(asked) || !requirePossible(m_given);
    }

    void addForTarget(ConfigurationGroup config_group)
    {
        if (m_problem.target == Target::Any) {
            m_config_groups.push_back(std::move(config_group));
            return;
        }
        // Target support depends on whether there is more than one pipeline rank, but not on how many.
        if (config_group.shallowest == 1 && !canExpress(config_group.fixed, 1)) {
            config_group.shallowest = 2;
        }
        if (config_group.deepest > 1 && !canExpress(config_group.fixed, 2)) {
            config_group.deepest = 1;
        }
        if (config_group.shallowest > config_group.deepest) {
            return;
        }
        const auto& methods = methodsOf(config_group.fixed.degrees.sharding.tensor);
        for (const PartitionMethod& method : methods) {
            config_group.stages = method.stages();
            m_config_groups.push_back(config_group);
        }
        if (methods.empty()) {
            m_config_groups.push_back(std::move(config_group));
        }
    }

    bool canExpress(const Constraints& fixed, int pipeline_ranks)
    {
        auto obstacles = targetObstacles(m_problem, settingsOf(fixed, pipeline_ranks), m_problem.target);
        const LayerPolicies& policies = fixed.policies;
        if (obstacles.empty()
            && !commonPolicy(m_problem.model, policies)) { // if supported at all, the split points decide
            obstacles.push_back({m_problem.target,
                                 TargetSetting::SearchedPolicy,
                                 policiesText(policies),
                                 {words::framework::one_policy_or_cuts}});
        }
        if (obstacles.empty()) {
            return true;
        }
        m_refusals.add(std::move(obstacles));
        return false;
    }

    const std::vector<PartitionMethod>& methodsOf(int tensor)
    {
        const auto [at, fresh] = m_methods.try_emplace(tensor);
        if (fresh) {
            at->second = partitionMethods(m_problem, m_problem.target, tensor, m_problem.cluster.devices());
        }
        return at->second;
    }

    const Problem& m_problem;
    const Constraints& m_given;
    std::vector<ConfigurationGroup> m_config_groups;
    std::map<int, std::vector<PartitionMethod>> m_methods; // by tensor-parallel size
    Refusals m_refusals;
};

}

int largestVariedDegree(const Problem& problem, Dimension dimension, const ClusterGroup& group)
{
    if (dimension != Dimension::Tensor || varies(problem.constraints.vary, Dimension::TensorAcrossNodes)) {
        return group.devices();
    }
    // Nodes with one device leave no other size to try.
    return group.devices_per_node > 1 ? group.devices_per_node : std::min(usualNode, group.devices());
}

bool mayOffload(const Problem& problem)
{
    Constraints offloaded = problem.constraints;
    offloaded.training.offload = StateOffload::Optimizer;
    return hostBandwidth(problem) && requirePossible(offloaded);
}

std::vector<int> triedDegrees(const Problem& problem, Dimension dimension)
{
    if (!configurationGroupsVary(problem, dimension)) {
        return {givenDegree(problem, dimension)};
    }
    if (dimension == Dimension::Expert && !hasExperts(problem.model)) {
        return {1};
    }
    std::vector<int> degrees;
    int most = 1;
    for (const ClusterGroup& group : problem.cluster.groups) {
        most = std::max(most, largestVariedDegree(problem, dimension, group));
    }
    for (int degree = 1; degree <= most; ++degree) {
        if (mayBe(problem, dimension, degree)) {
            degrees.push_back(degree);
        }
    }
    return degrees;
}

std::vector<std::int64_t> triedMicroBatches(const Problem& problem)
{
    const Constraints& given = problem.constraints;
    if (given.micro_batches) {
        return leftMicroBatches(problem, *given.micro_batches);
    }
    std::vector<std::int64_t> sizes {given.micro_batch};
    const std::int64_t batch = problem.workload.global_batch;
    for (std::int64_t size = 1; configurationGroupsVary(problem, Dimension::MicroBatch) && size * size <= batch;
         ++size) {
        if (batch % size == 0) {
            sizes.insert(sizes.end(), {size, batch / size});
        }
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<ScheduleKind> triedSchedules(const Problem& problem)
{
    if (!varies(problem.constraints.vary, Dimension::Schedule)) {
        return {problem.constraints.schedule};
    }
    const bool experts =
        problem.constraints.degrees.sharding.expert > 1 || varies(problem.constraints.vary, Dimension::Expert);
    std::vector<ScheduleKind> kinds;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        // On a chain without a separate limit, the first two run like 1F1B; PyTorch's interleaving rule equals
        // Megatron-LM's if the micro-batches are a multiple of the pipeline ranks. Combined schedules overlap expert
        // communication, so they only matter with experts.
        const bool identical = kind == ScheduleKind::DappleA || kind == ScheduleKind::GraphPipe
            || (kind == ScheduleKind::InterleavedRounds && problem.target == Target::Any)
            || (rulesOf(kind).combines_passes && !experts);
        if (!rulesOf(kind).changes_training && !identical) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

// Selective recomputation drops attention scores, which fused attention does not store.
std::vector<LayerPolicy> triedRecomputations(const Problem& problem)
{
    if (!configurationGroupsVary(problem, Dimension::Recompute)) {
        return configurationGroupsVary(problem, Dimension::RecomputeLayers)
            ? std::vector {LayerPolicy::Keep, LayerPolicy::Full}
            : std::vector {problem.constraints.policies.usual};
    }
    return problem.workload.attention == AttentionKind::Eager || modeOf(problem.constraints.framework).selects_operators
        ? std::vector {LayerPolicy::Keep, LayerPolicy::Selective, LayerPolicy::Full}
        : std::vector {LayerPolicy::Keep, LayerPolicy::Full};
}

std::vector<ConfigurationGroup> configurationGroups(const Problem& problem)
{
    return ConfigurationGroupMaker(problem).make();
}

std::optional<TargetObstacle> targetObstacle(const Problem& problem)
{
    ConfigurationGroupMaker maker(problem);
    return maker.make().empty() ? maker.refusals().cause() : std::nullopt;
}

std::vector<TargetObstacle> leftOutByTarget(const Problem& problem)
{
    ConfigurationGroupMaker maker(problem);
    return maker.make().empty() ? std::vector<TargetObstacle>() : maker.refusals().fixed(problem.constraints.vary);
}

}
