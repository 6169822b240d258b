// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan.h"
#include "core/search/stagebounds.h"
#include "core/search/stagetable.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Consecutive stages on one group of devices: an option of a StageTable, and the number of stages.
struct PlacedStages {
    int option = 0;
    int stages = 0;

    friend bool operator==(const PlacedStages&, const PlacedStages&) = default;
};

// Device groups of a pipeline's stages, from the first stage on; each option at most once.
using Placement = std::vector<PlacedStages>;

// A plan with its simulated step time.
struct TimedPlan {
    Plan plan;
    Seconds step;
};

// Searches the fitting pipelines of one configuration group over several device groups: every placement on two or more
// groups, and the fastest plan of each. The bytes of a stage depend on its group, its layers and its distance from the
// end, so step bounds are computed from the end of the pipeline, once for each suffix of a placement. Keeps references
// to its arguments. For one thread.
class PipelinePlacements {
public:
    // `table`: of the configuration group, with one option per device group.
    PipelinePlacements(const ConfigurationGroup& config_group, const StageTable& table);

    // True if placements that end with these stages, perhaps after others, can be skipped, given the lower bound of
    // their step times.
    using PrunePredicate = std::function<bool(const Placement&, Seconds)>;
    using Visit = std::function<void(const Placement&, Seconds)>;
    // Visits each placement that may fit for some split points, with a lower bound of its step time; equal groups only
    // in the order of their indices. `work`: budget of stages to examine, decremented. Returns false if the budget ran
    // out, or when stopped.
    bool forEach(std::int64_t& work, const std::stop_token& stop, const PrunePredicate& prunable,
                 const Visit& visit) const;

    // Returns the fastest plan of a placement with a step time below `below`: branch and bound from the first stage,
    // like FastestSearch. `effort`: budget of simulated operations, decremented. `exact`: set to false if the budget
    // ran out.
    std::optional<TimedPlan> fastest(const Placement& placement, Seconds below, std::int64_t& effort, bool& exact,
                                     const std::stop_token& stop) const;

    std::int64_t operationsOf(const Placement& placement) const; // operations of one simulated step

private:
    class Walk;
    class Branching;

    // Lower bounds of the step time by first layer, for the stages from there to the end: `drained` if the last
    // gradient passes the stages before, `ended` if the step ends with the longest of these stages. Infinite if nothing
    // fits.
    struct Reach {
        std::vector<double> drained;
        std::vector<double> ended;
    };

    Reach nothing() const;
    // Adds a stage before those of `behind`, as the `from_end`-th of a pipeline of `pipeline_ranks` (3: three or more).
    Reach extended(const Reach& behind, int option, int from_end, int pipeline_ranks, std::int64_t& work) const;
    double boundOf(const Reach& reach, int first) const;
    std::int64_t inFlightAt(int from_end) const;
    Bytes capacity(int option, int pipeline_ranks) const;

    const ConfigurationGroup& m_config_group;
    const StageTable& m_table;
    std::vector<StageBounds> m_bounds; // by option
    std::vector<int> m_equal_options; // by option: the next option with an equal group; -1 if none
    std::vector<std::vector<Bytes>> m_capacity; // by option, for 1, 2, 3 or more pipeline ranks
    // Seconds of both passes of a micro-batch through the layers before an index, least over the groups.
    std::vector<double> m_least_before;
};

}
