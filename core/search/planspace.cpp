// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/planspace.h"

#include <algorithm>
#include <climits>

namespace stagecraft {

Result<PlanSpace> PlanSpace::make(const Problem& problem, const CostModel& model, const std::stop_token& stop,
                                  std::optional<int> most_devices, ChainCache* chains)
{
    PlanSpace space;
    space.m_stop = stop;
    ChainLibrary library(problem, model, chains);
    SharedSearchTables parts;
    std::optional<Error> reason;
    for (ConfigurationGroup& config_group : configurationGroups(problem)) {
        if (stop.stop_requested()) {
            return space;
        }
        config_group.deepest = std::min(config_group.deepest, most_devices.value_or(INT_MAX) / config_group.devices(1));
        if (config_group.deepest < config_group.shallowest) {
            continue;
        }
        const auto chain = library.chain(config_group.fixed);
        if (!chain) {
            reason = reason.value_or(chain.error());
            ++space.m_left_out;
            continue;
        }
        auto search = std::make_shared<ConfigurationSearch>(problem, std::move(config_group), *chain, parts);
        if (search->deepest() == 0) {
            reason = reason.value_or(*search->tooLong());
            ++space.m_left_out;
            continue;
        }
        search->stopOn(stop);
        space.add(std::move(search));
    }
    if (space.m_config_groups.empty() && !reason) {
        if (const auto obstacle = targetObstacle(problem)) {
            reason = errorOf(*obstacle);
        }
    }
    if (space.m_config_groups.empty() && reason) {
        return failure(*reason);
    }
    return space;
}

std::vector<Configuration> PlanSpace::configurations(int config_group, Bytes limit) const
{
    std::vector<Configuration> all;
    ConfigurationSearch& search = *m_config_groups[static_cast<std::size_t>(config_group)];
    for (int pipeline_ranks = search.configGroup().shallowest;
         pipeline_ranks <= search.deepest() && !m_stop.stop_requested(); ++pipeline_ranks) {
        if (search.possible(pipeline_ranks) && (limit == noPeak || !search.exceeds(pipeline_ranks, limit))) {
            all.push_back(
                {config_group, pipeline_ranks, search.peakBound(pipeline_ranks), search.stepBound(pipeline_ranks)});
        }
    }
    return all;
}

bool PlanSpace::fits(const Configuration& c, const std::vector<int>& split_points) const
{
    ConfigurationSearch& config_group = search(c);
    return config_group.partitions(PartitionFilter::Fitting).peakOf(split_points)
        <= config_group.fittingPeak(c.pipeline_ranks);
}

PlanSpace PlanSpace::only(const std::function<bool(const ConfigurationGroup&)>& asked) const
{
    PlanSpace part;
    part.m_config_groups = m_config_groups;
    part.m_stop = m_stop;
    for (const Configuration& config_group : m_deepest) {
        if (asked(this->configGroup(config_group))) {
            part.m_deepest.push_back(config_group);
            part.m_size += search(config_group).depths();
        }
    }
    return part;
}

void PlanSpace::add(std::shared_ptr<ConfigurationSearch> config_group)
{
    const int index = static_cast<int>(m_config_groups.size());
    const int deepest = config_group->deepest();
    m_deepest.push_back({index, deepest, config_group->peakBound(deepest), config_group->stepBound(deepest)});
    m_size += config_group->depths();
    m_config_groups.push_back(std::move(config_group));
}

}
