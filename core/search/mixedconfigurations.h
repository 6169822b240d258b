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

// A configuration group of plans over several groups of devices: its stages have the same degrees wherever they lie.
struct MixedConfigurationGroup {
    ConfigurationGroup config_group;
    std::vector<ParallelismOption> options; // one for each group that can have a stage
    ComparablePeak bound; // no plan has a lower one
    StepLowerBound lower_bound; // no plan has a shorter or a cheaper step
};

// All configuration groups of a problem over several groups that can be told of, by their bounds. Holds references to
// its arguments. For one thread.
class MixedConfigurationGroups {
public:
    // Errors: where there is no configuration group the first reason that one of them has.
    static Result<MixedConfigurationGroups> make(const Problem& problem, const CostModel& model,
                                                 const std::stop_token& stop);

    const std::vector<MixedConfigurationGroup>& all() const { return m_config_groups; }
    std::int64_t size() const { return m_size; } // depths of all configuration groups
    std::int64_t leftOut() const { return m_left_out; } // configuration groups that are none of these
    // Schedules without a closed form, of which plans over several groups are not searched for.
    const std::vector<ScheduleKind>& unsearched() const { return m_unsearched; }

    // What the stages of a configuration group take. Made anew with each call.
    StageTable tableOf(const MixedConfigurationGroup& config_group);
    // The same where all but its tensor and data degrees are as the configuration group has it, and those are each
    // stage's own. `data`: of the first stage, whose is the micro-batch.
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
