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

// Stages that follow each other on one group of devices: an option of a StageTable, and how many.
struct PlacedStages {
    int option = 0;
    int stages = 0;

    friend bool operator==(const PlacedStages&, const PlacedStages&) = default;
};

// Where the stages of a pipeline lie, from the first one on; each option at most once.
using Placement = std::vector<PlacedStages>;

// A plan with its simulated step. `exact`: no plan of its placement is faster.
struct TimedPlan {
    Plan plan;
    Seconds step;
};

// The pipelines of one configuration group over several groups of devices, that fit: those of every placement over two
// groups or more, and the fastest of each. A stage's bytes depend on its group, its layers and its distance from the
// end, so that bounds of steps are found from the end of the pipeline, each suffix of a placement once. Holds
// references to its arguments. For one thread.
class PipelinePlacements {
public:
    // `table`: of the configuration group, an option for each group.
    PipelinePlacements(const ConfigurationGroup& config_group, const StageTable& table);

    // What decides which placements are of interest: whether those with these stages, maybe others before them, are
    // beside the point, whose steps are not below a bound.
    using PrunePredicate = std::function<bool(const Placement&, Seconds)>;
    using Visit = std::function<void(const Placement&, Seconds)>;
    // Visits each placement that some split points may fit in with a bound of its steps, groups that are equal in the
    // order of their indices. `work`: looked-at stages that are left to spend; false where they did not suffice, or
    // when stopped.
    bool forEach(std::int64_t& work, const std::stop_token& stop, const PrunePredicate& prunable,
                 const Visit& visit) const;

    // The fastest plan of a placement whose step is below a limit; branch and bound over its stages from the front, as
    // FastestSearch does. `effort`: simulated operations, which is lowered; `exact`: false where they did not suffice.
    std::optional<TimedPlan> fastest(const Placement& placement, Seconds below, std::int64_t& effort, bool& exact,
                                     const std::stop_token& stop) const;

    std::int64_t operationsOf(const Placement& placement) const; // of one simulated step

private:
    class Walk;
    class Branching;

    // By first layer: of the stages from there to the end, what a step is not below if the last gradient passes the
    // stages before; and if it ends with the longest of these. Infinite where nothing fits.
    struct Reach {
        std::vector<double> drained;
        std::vector<double> ended;
    };

    Reach nothing() const;
    // With one more stage before those of `behind`, the `from_end`-th of a pipeline of `pipeline_ranks` (3: or more).
    Reach extended(const Reach& behind, int option, int from_end, int pipeline_ranks, std::int64_t& work) const;
    double boundOf(const Reach& reach, int first) const;
    std::int64_t inFlightAt(int from_end) const;
    Bytes capacity(int option, int pipeline_ranks) const;

    const ConfigurationGroup& m_config_group;
    const StageTable& m_table;
    std::vector<StageBounds> m_bounds; // by option
    std::vector<int> m_equal_options; // by option: the next one whose group is equal; -1: none
    std::vector<std::vector<Bytes>> m_capacity; // by option, of 1, 2, 3 or more pipeline ranks
    std::vector<double> m_least_before; // of a micro-batch's passes through the layers before an index, on any group
};

}
