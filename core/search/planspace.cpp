// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/planspace.h"

#include <algorithm>
#include <climits>

namespace stagecraft {

Result<PlanSpace> PlanSpace::make(const Problem& problem, const CostModel& model, const std::stop_token& stop,
                                  std::optional<int> most_devices, ChainMemory* chains)
{
    PlanSpace space;
    space.m_stop = stop;
    ChainLibrary library(problem, model, chains);
    FamilyParts parts;
    std::optional<Error> reason;
    for (PlanFamily& family : planFamilies(problem)) {
        if (stop.stop_requested()) {
            return space;
        }
        family.deepest = std::min(family.deepest, most_devices.value_or(INT_MAX) / family.devices(1));
        if (family.deepest < family.shallowest) {
            continue;
        }
        const auto chain = library.chain(family.fixed);
        if (!chain) {
            reason = reason.value_or(chain.error());
            ++space.m_left_out;
            continue;
        }
        auto search = std::make_shared<FamilySearch>(problem, std::move(family), *chain, parts);
        if (search->deepest() == 0) {
            reason = reason.value_or(*search->tooLong());
            ++space.m_left_out;
            continue;
        }
        search->stopOn(stop);
        space.add(std::move(search));
    }
    if (space.m_families.empty() && !reason) {
        if (const auto obstacle = targetObstacle(problem)) {
            reason = errorOf(*obstacle);
        }
    }
    if (space.m_families.empty() && reason) {
        return failure(*reason);
    }
    return space;
}

std::vector<Configuration> PlanSpace::configurations(int family, Bytes limit) const
{
    std::vector<Configuration> all;
    FamilySearch& search = *m_families[static_cast<std::size_t>(family)];
    for (int pipeline_ranks = search.family().shallowest;
         pipeline_ranks <= search.deepest() && !m_stop.stop_requested(); ++pipeline_ranks) {
        if (search.possible(pipeline_ranks) && (limit == noPeak || !search.exceeds(pipeline_ranks, limit))) {
            all.push_back({family, pipeline_ranks, search.peakBound(pipeline_ranks), search.stepBound(pipeline_ranks)});
        }
    }
    return all;
}

bool PlanSpace::fits(const Configuration& c, const std::vector<int>& cuts) const
{
    FamilySearch& family = search(c);
    return family.partitions(Wanted::Fitting).peakOf(cuts) <= family.fittingPeak(c.pipeline_ranks);
}

PlanSpace PlanSpace::only(const std::function<bool(const PlanFamily&)>& asked) const
{
    PlanSpace part;
    part.m_families = m_families;
    part.m_stop = m_stop;
    for (const Configuration& family : m_deepest) {
        if (asked(this->family(family))) {
            part.m_deepest.push_back(family);
            part.m_size += search(family).depths();
        }
    }
    return part;
}

void PlanSpace::add(std::shared_ptr<FamilySearch> family)
{
    const int index = static_cast<int>(m_families.size());
    const int deepest = family->deepest();
    m_deepest.push_back({index, deepest, family->peakBound(deepest), family->stepBound(deepest)});
    m_size += family->depths();
    m_families.push_back(std::move(family));
}

}
