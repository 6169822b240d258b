// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/chainlibrary.h"
#include "core/search/comparablepeak.h"
#include "core/search/searchspace.h"
#include "core/search/stagetable.h"
#include "core/search/steplowerbound.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Configuration group of plans over several device groups; all stages have the same degrees, regardless of their group.
struct MixedConfigurationGroup {
    ConfigurationGroup config_group;
    std::vector<ParallelismOption> options; // one for each device group that can have a stage
    ComparablePeak bound; // lower bound of the peak over all plans
    StepLowerBound lower_bound; // lower bound of the step and its cost over all plans
};

// All configuration groups of a problem over several device groups that the search supports, in ascending order of
// their peak bounds. Holds references to its arguments. For one thread.
class MixedConfigurationGroups {
public:
    // Errors: if there is no configuration group, the first reason.
    static Result<MixedConfigurationGroups> make(const Problem& problem, const CostModel& model,
                                                 const std::stop_token& stop);

    const std::vector<MixedConfigurationGroup>& all() const { return m_config_groups; }
    std::int64_t size() const { return m_size; } // sum of the depths of all configuration groups
    std::int64_t leftOut() const { return m_left_out; } // number of skipped configuration groups
    // Schedules without a closed form, which the search does not combine with several groups.
    const std::vector<ScheduleKind>& unsearched() const { return m_unsearched; }

    // Returns a new table of the stage costs of a configuration group.
    StageTable tableOf(const MixedConfigurationGroup& config_group);
    // Returns a table with all settings of the configuration group except the tensor-parallel and data-parallel sizes,
    // which each stage chooses. `data`: data-parallel size of the first stage, whose micro-batch is the configuration
    // group's.
    StageTable stageDegreesTableOf(const MixedConfigurationGroup& config_group, std::int64_t micro_batches, int data);

private:
    MixedConfigurationGroups(const Problem& problem, const CostModel& model)
        : m_problem(problem), m_library(problem, model)
    {
    }

    void leaveOut(ScheduleKind schedule);
    void add(ConfigurationGroup config_group, std::optional<Error>& reason);
    Result<MixedConfigurationGroup> withOptions(ConfigurationGroup config_group);
    bool mayLie(const ConfigurationGroup& config_group, int device_group) const;
    ComparablePeak boundOf(const MixedConfigurationGroup& of, const std::vector<const LibraryChain*>& chains) const;
    Problem fixedAs(const MixedConfigurationGroup& config_group) const;

    const Problem& m_problem;
    ChainLibrary m_library;
    std::vector<MixedConfigurationGroup> m_config_groups;
    std::int64_t m_size = 0;
    std::int64_t m_left_out = 0;
    std::vector<ScheduleKind> m_unsearched;
};

}
