// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/mixedfamilies.h"

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

// Of as many operations as a plan of it may have.
Result<void> requireSimulable(const PlanFamily& family, int layers)
{
    const Constraints& fixed = family.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    const PipelineShape shape {family.deepest, family.deepest, family.micro_batches};
    return requireEstimable(fixed.schedule, shape, by_layer ? layers : 0);
}

}

Result<MixedFamilies> MixedFamilies::make(const Problem& problem, const CostModel& model, const std::stop_token& stop)
{
    MixedFamilies families(problem, model);
    std::optional<Error> reason;
    for (PlanFamily& family : planFamilies(problem)) {
        if (stop.stop_requested()) {
            return families;
        }
        if (hasClosedForm(family.fixed.schedule)) {
            families.add(std::move(family), reason);
        } else {
            families.leaveOut(family.fixed.schedule);
        }
    }
    if (families.m_families.empty() && reason) {
        return failure(*reason);
    }
    std::stable_sort(families.m_families.begin(), families.m_families.end(),
                     [](const MixedFamily& a, const MixedFamily& b) { return a.bound < b.bound; });
    return families;
}

void MixedFamilies::leaveOut(ScheduleKind schedule)
{
    ++m_left_out;
    if (std::find(m_unsearched.begin(), m_unsearched.end(), schedule) == m_unsearched.end()) {
        m_unsearched.push_back(schedule);
    }
}

void MixedFamilies::add(PlanFamily family, std::optional<Error>& reason)
{
    auto made = withOptions(std::move(family));
    if (!made) {
        reason = reason.value_or(made.error());
        ++m_left_out;
    } else if (!made->options.empty()) {
        m_size += made->family.deepest - made->family.shallowest + 1;
        m_families.push_back(*std::move(made));
    }
}

// Whether a stage of a family may lie on a group, whose nodes may be smaller than others.
bool MixedFamilies::mayLie(const PlanFamily& family, int device_group) const
{
    const ClusterGroup& group = groupOf(m_problem, device_group);
    const LayerDegrees& degrees = family.fixed.degrees;
    const auto within = [&](Dimension dimension, int degree) {
        return !varies(m_problem.constraints.vary, dimension)
            || degree <= largestVariedDegree(m_problem, dimension, group);
    };
    return family.devices(1) <= group.devices() && within(Dimension::Tensor, degrees.sharding.tensor)
        && within(Dimension::Context, degrees.context);
}

// Without options where the devices or the depth do not allow any. Errors: why no group can have its stages.
Result<MixedFamily> MixedFamilies::withOptions(PlanFamily family)
{
    MixedFamily made {std::move(family), {}, {}, {}};
    std::vector<FloorGroup> groups;
    const Constraints& fixed = made.family.fixed;
    const int layers = static_cast<int>(m_problem.model.layers.size());
    std::vector<const LibraryChain*> chains;
    std::optional<Error> reason;
    int pipeline_ranks = 0;
    for (int group = 0; group < static_cast<int>(m_problem.cluster.groups.size()); ++group) {
        if (!mayLie(made.family, group)) {
            continue;
        }
        const auto chain = m_library.chain(fixed, group);
        const auto rates = requireRates(m_problem, fixed.policies, fixed.training, group);
        if (!chain || !rates) {
            reason = reason.value_or(chain ? rates.error() : chain.error());
            continue;
        }
        made.options.push_back({{fixed.degrees.sharding.tensor, made.family.data()}, group});
        chains.push_back(chain->get());
        groups.push_back({chains.back(), &groupOf(m_problem, group)});
        pipeline_ranks += groupOf(m_problem, group).devices() / made.family.devices(1);
    }
    made.family.deepest = std::min({made.family.deepest, layers, pipeline_ranks});
    if (made.options.empty() || made.family.deepest < made.family.shallowest) {
        made.options.clear();
        return reason ? Result<MixedFamily>(failure(*reason)) : made;
    }
    if (auto simulable = requireSimulable(made.family, layers); !simulable) {
        return failure(simulable.error());
    }
    made.bound = boundOf(made, chains);
    made.floor = stepFloor(made.family, groups);
    return made;
}

// That of the bytes over the largest capacity. Where groups have layers of other bytes than others, none is known.
Load MixedFamilies::boundOf(const MixedFamily& of, const std::vector<const LibraryChain*>& chains) const
{
    const ChainCosts& costs = chains.front()->costs;
    Bytes largest(1);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (!equalBytes(chains[i]->costs, costs)) {
            return {};
        }
        largest = std::max(largest, scaleOf(m_problem, of.options[i].device_group, measureOf(m_problem)));
    }
    const PlanFamily& family = of.family;
    const PeakBounds bounds(costs, chains.front()->alike,
                            replicationOf(family.fixed, family.data(), family.micro_batches), family.fixed.schedule,
                            family.micro_batches, family.deepest);
    return {bounds.least(family.deepest), largest};
}

Problem MixedFamilies::fixedAs(const MixedFamily& family) const
{
    Problem fixed = m_problem;
    fixed.constraints = family.family.fixed;
    return fixed;
}

StageTable MixedFamilies::tableOf(const MixedFamily& family)
{
    const PlanFamily& of = family.family;
    return StageTable::makeMixed(fixedAs(family), m_library, of.fixed.micro_batch * of.data(), of.micro_batches,
                                 family.options);
}

StageTable MixedFamilies::spreadTableOf(const MixedFamily& family, std::int64_t micro_batches, int data)
{
    const Problem fixed = fixedAs(family);
    const std::int64_t samples = fixed.constraints.micro_batch * data;
    std::vector<SpreadOption> options;
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
