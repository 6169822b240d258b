// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/mixedconfigurations.h"

#include "core/estimate/estimator.h"
#include "core/estimate/stagetimes.h"
#include "core/memory/replication.h"
#include "core/memory/stagepeaks.h"

#include <algorithm>

namespace stagecraft {

namespace {

const ClusterGroup& groupOf(const Problem& problem, int device_group)
{
    return problem.cluster.groups[static_cast<std::size_t>(device_group)];
}

bool equalBytes(const ChainCosts& a, const ChainCosts& b)
{
    return a.closedForm() == b.closedForm()
        && std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(),
                      [](const LayerCost& x, const LayerCost& y) { return x.memory == y.memory; });
}

// Errors: a plan of the configuration group may have too many operations to simulate.
Result<void> requireSimulable(const ConfigurationGroup& config_group, int layers)
{
    const Constraints& fixed = config_group.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    const PipelineShape shape {config_group.deepest, config_group.deepest, config_group.micro_batches};
    return requireEstimable(fixed.schedule, shape, by_layer ? layers : 0);
}

}

Result<MixedConfigurationGroups> MixedConfigurationGroups::make(const Problem& problem, const CostModel& model,
                                                                const std::stop_token& stop)
{
    MixedConfigurationGroups config_groups(problem, model);
    std::optional<Error> reason;
    for (ConfigurationGroup& config_group : configurationGroups(problem)) {
        if (stop.stop_requested()) {
            return config_groups;
        }
        if (hasClosedForm(config_group.fixed.schedule)) {
            config_groups.add(std::move(config_group), reason);
        } else {
            config_groups.leaveOut(config_group.fixed.schedule);
        }
    }
    if (config_groups.m_config_groups.empty() && reason) {
        return failure(*reason);
    }
    std::stable_sort(
        config_groups.m_config_groups.begin(), config_groups.m_config_groups.end(),
        [](const MixedConfigurationGroup& a, const MixedConfigurationGroup& b) { return a.bound < b.bound; });
    return config_groups;
}

void MixedConfigurationGroups::leaveOut(ScheduleKind schedule)
{
    ++m_left_out;
    if (std::find(m_unsearched.begin(), m_unsearched.end(), schedule) == m_unsearched.end()) {
        m_unsearched.push_back(schedule);
    }
}

void MixedConfigurationGroups::add(ConfigurationGroup config_group, std::optional<Error>& reason)
{
    auto made = withOptions(std::move(config_group));
    if (!made) {
        reason = reason.value_or(made.error());
        ++m_left_out;
    } else if (!made->options.empty()) {
        m_size += made->config_group.deepest - made->config_group.shallowest + 1;
        m_config_groups.push_back(*std::move(made));
    }
}

// True if a stage of a configuration group may use a device group, whose nodes may be smaller than others.
bool MixedConfigurationGroups::mayLie(const ConfigurationGroup& config_group, int device_group) const
{
    const ClusterGroup& group = groupOf(m_problem, device_group);
    const LayerDegrees& degrees = config_group.fixed.degrees;
    const auto within = [&](Dimension dimension, int degree) {
        return !varies(m_problem.constraints.vary, dimension)
            || degree <= largestVariedDegree(m_problem, dimension, group);
    };
    return config_group.devices(1) <= group.devices() && within(Dimension::Tensor, degrees.sharding.tensor)
        && within(Dimension::Context, degrees.context);
}

// Without options if the devices or the depth allow none. Errors: the reason why no group can have its stages.
Result<MixedConfigurationGroup> MixedConfigurationGroups::withOptions(ConfigurationGroup config_group)
{
    MixedConfigurationGroup made {std::move(config_group), {}, {}, {}};
    std::vector<StepBoundGroup> groups;
    const Constraints& fixed = made.config_group.fixed;
    const int layers = static_cast<int>(m_problem.model.layers.size());
    std::vector<const LibraryChain*> chains;
    std::optional<Error> reason;
    int pipeline_ranks = 0;
    for (int group = 0; group < static_cast<int>(m_problem.cluster.groups.size()); ++group) {
        if (!mayLie(made.config_group, group)) {
            continue;
        }
        const auto chain = m_library.chain(fixed, group);
        const auto rates = requireRates(m_problem, fixed.policies, fixed.training, group);
        if (!chain || !rates) {
            reason = reason.value_or(chain ? rates.error() : chain.error());
            continue;
        }
        made.options.push_back({{fixed.degrees.sharding.tensor, made.config_group.data()}, group});
        chains.push_back(chain->get());
        groups.push_back({chains.back(), &groupOf(m_problem, group)});
        pipeline_ranks += groupOf(m_problem, group).devices() / made.config_group.devices(1);
    }
    made.config_group.deepest = std::min({made.config_group.deepest, layers, pipeline_ranks});
    if (made.options.empty() || made.config_group.deepest < made.config_group.shallowest) {
        made.options.clear();
        return reason ? Result<MixedConfigurationGroup>(failure(*reason)) : made;
    }
    if (auto simulable = requireSimulable(made.config_group, layers); !simulable) {
        return failure(simulable.error());
    }
    made.bound = boundOf(made, chains);
    made.lower_bound = stepLowerBound(made.config_group, groups);
    return made;
}

// Returns the bound of the bytes divided by the largest capacity; 0 if the layers' bytes differ between groups.
ComparablePeak MixedConfigurationGroups::boundOf(const MixedConfigurationGroup& of,
                                                 const std::vector<const LibraryChain*>& chains) const
{
    const ChainCosts& costs = chains.front()->costs;
    Bytes largest(1);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (!equalBytes(chains[i]->costs, costs)) {
            return {};
        }
        largest = std::max(largest, scaleOf(m_problem, of.options[i].device_group, measureOf(m_problem)));
    }
    const ConfigurationGroup& config_group = of.config_group;
    const PeakBounds bounds(costs, chains.front()->identical,
                            replicationOf(config_group.fixed, config_group.data(), config_group.micro_batches),
                            config_group.fixed.schedule, config_group.micro_batches, config_group.deepest);
    return {bounds.least(config_group.deepest), largest};
}

Problem MixedConfigurationGroups::fixedAs(const MixedConfigurationGroup& config_group) const
{
    Problem fixed = m_problem;
    fixed.constraints = config_group.config_group.fixed;
    return fixed;
}

StageTable MixedConfigurationGroups::tableOf(const MixedConfigurationGroup& config_group)
{
    const ConfigurationGroup& of = config_group.config_group;
    return StageTable::makeMixed(fixedAs(config_group), m_library, of.fixed.micro_batch * of.data(), of.micro_batches,
                                 config_group.options);
}

StageTable MixedConfigurationGroups::stageDegreesTableOf(const MixedConfigurationGroup& config_group,
                                                         std::int64_t micro_batches, int data)
{
    const Problem fixed = fixedAs(config_group);
    const std::int64_t samples = fixed.constraints.micro_batch * data;
    std::vector<ParallelismOption> options;
    for (int group = 0; group < static_cast<int>(fixed.cluster.groups.size()); ++group) {
        if (!requireRates(fixed, fixed.constraints.policies, fixed.constraints.training, group)) {
            continue;
        }
        for (const Degrees& degrees : stageOptions(fixed, samples, group)) {
            options.push_back({degrees, group});
        }
    }
    return StageTable::makeMixed(fixed, m_library, samples, micro_batches, options);
}

}
