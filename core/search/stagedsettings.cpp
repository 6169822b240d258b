// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/stagedsettings.h"

#include "core/memory/stagepeaks.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

// Work in layers x devices, roughly the time of one search: 35 ms for 98 layers on 1,024 devices.
constexpr std::int64_t mostWork = 1'000'000;
constexpr std::size_t mostSettings = 256;

// Returns the settings common to all stages.
Constraints settingsOf(const PlanSpace& space, const Problem& problem, const Configuration& config_group)
{
    const Constraints& asked = problem.constraints;
    Constraints settings = space.configGroup(config_group).fixed;
    Sharding& sharding = settings.degrees.sharding;
    if (sharding.tensor == 1 && !varies(asked.vary, Dimension::Sequence)) {
        sharding.sequence = asked.degrees.sharding.sequence; // matters for other stages
    }
    sharding.tensor = 1; // chosen per stage
    settings.pipeline = asked.pipeline;
    if (!asked.micro_batches) { // else the micro-batch size follows from the data-parallel size
        settings.data = asked.data;
    }
    return settings;
}

// Returns the ZeRO stages to try: configuration groups without replicas only have ZeRO stage 0, but individual degrees
// can have replicas.
std::vector<int> zeroStages(const Problem& problem, const Constraints& settings)
{
    const bool varied = varies(problem.constraints.vary, Dimension::Zero);
    if (!varied) {
        return {settings.zero};
    }
    if (settings.degrees.sharding.expert > 1) {
        return {0, 1};
    }
    return settings.training.offload == StateOffload::Parameters ? std::vector {0, 3} : std::vector {0, 1, 2, 3};
}

// Returns the settings to search; `most` + 1 entries if there are more than `most`.
std::vector<Constraints> allSettings(const PlanSpace& space, const Problem& problem, const Configuration& best,
                                     std::size_t most)
{
    std::vector<Constraints> all;
    const auto add = [&](const Constraints& settings) {
        if (hasClosedForm(settings.schedule) && std::find(all.begin(), all.end(), settings) == all.end()) {
            all.push_back(settings);
        }
    };
    add(settingsOf(space, problem, best));
    std::vector<Configuration> config_groups = space.configGroups();
    std::stable_sort(config_groups.begin(), config_groups.end(),
                     [](const Configuration& a, const Configuration& b) { return a.peak_bound < b.peak_bound; });
    for (const Configuration& config_group : config_groups) {
        if (all.size() > most) {
            break;
        }
        Constraints settings = settingsOf(space, problem, config_group);
        for (const int zero : zeroStages(problem, settings)) {
            settings.zero = zero;
            add(settings);
        }
    }
    return all;
}

}

StagedSettingsPlans searchStagedSettings(const PlanSpace& space, const Problem& problem, const CostModel& model,
                                         const Configuration& best, Bytes below, const std::stop_token& stop)
{
    StagedSettingsPlans found;
    const std::int64_t each = std::int64_t {space.search(best).costs().size()} * problem.cluster.devices();
    const auto most = std::min(mostSettings, static_cast<std::size_t>(std::max<std::int64_t>(1, mostWork / each)));
    const std::vector<Constraints> all = allSettings(space, problem, best, most);
    for (std::size_t i = 0; i < all.size() && i < most && !stop.stop_requested(); ++i) {
        Problem fixed = problem;
        fixed.constraints = all[i];
        ChainLibrary library(fixed, model);
        StageDegreesPlans plans = searchStageDegrees(fixed, library, below, stop);
        if (plans.least) {
            below = plans.least->peak;
            found.plans.least = std::move(plans.least);
        }
        if (i == 0) {
            found.plans.quick = std::move(plans.quick);
        }
    }
    found.complete = all.size() <= most;
    return found;
}

}
