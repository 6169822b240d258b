// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/stagetable.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A pipeline whose stages are spread each in its own way.
struct StagePartition {
    std::vector<PartitionStage> stages;
    Bytes peak; // the largest of its devices
    int devices = 0; // all together
    ComparablePeak comparable_peak {}; // the largest of its devices
};

// What every stage must keep.
struct StageLimit {
    ComparablePeak comparable_peak {Bytes(INT64_MAX)};
    Seconds work {1e300}; // all forward and backward passes of a step, and the optimizer
    bool fitting = false; // its devices have room for it, as estimates have it
    bool below = false; // less than `comparable_peak`
};

// Which pipelines a DegreeSearch is over.
struct SearchedPipelines {
    std::optional<int> pipeline_ranks {}; // stages; none: as many as are best
    std::optional<int> first_data {}; // data degree of the first stage, whose is the problem's micro-batch; none: any
    PeakMeasure measure = PeakMeasure::Bytes;
    // Groups of the cluster as the pipeline comes to them: the stages of one follow each other, and it may pass groups
    // by. Empty: stages lie on any groups, whose devices are counted together; of one group the same, of several what
    // no pipeline is better than.
    std::vector<int> order {};
};

// How close the longest work of a stage is to the least, where it only decides among equals.
inline constexpr double workTolerance = 0.01;

// Searches pipelines whose stages have degrees of their own, on equal devices or on groups of them (docs/search.md,
// "Degrees of each stage", "Mixed clusters"). How many devices of a group the stages behind take is all that matters of
// them, and the groups before do not care, so that the fewest devices of the group at hand for the layers from one on,
// with so many stages left, can be found from the end: exact in what it minimises, whatever the layers cost. Holds a
// reference to the table. Safe from any thread.
class DegreeSearch {
public:
    DegreeSearch(const StageTable& table, SearchedPipelines pipelines);
    DegreeSearch(const StageTable& table, std::optional<int> pipeline_ranks, std::optional<int> first_data)
        : DegreeSearch(table, SearchedPipelines {pipeline_ranks, first_data})
    {
    }

    // Of the first of the groups. Nothing where the devices do not suffice, or when stopped.
    std::optional<StagePartition> fewestDevices(const StageLimit& limit, const std::stop_token& stop) const;

    // Some pipeline under the limit.
    std::optional<StagePartition> any(const StageLimit& limit, const std::stop_token& stop) const;

    // The lowest comparable peak under `limit`, to the byte: bisection between what was found and what was refused.
    std::optional<StagePartition> leastPeak(const StageLimit& limit, const std::stop_token& stop) const;

    // The least of the longest work of a stage, within `relative` of it: bisection.
    std::optional<StagePartition> leastWork(StageLimit limit, double relative, const std::stop_token& stop) const;

    // leastPeak(), and of the pipelines that have it one with leastWork(), within workTolerance.
    std::optional<StagePartition> quickLeastPeak(StageLimit limit, const std::stop_token& stop) const;

    Seconds workOf(const PartitionStage& stage) const;
    Seconds longestWork(const StagePartition& partition) const; // of its stages

private:
    struct Choice {
        int devices = 0; // of this turn's, of the layers from here on; more than there are: none
        int option = -1; // none: the next turn's stages begin here
        int last = 0;
    };
    using Level = std::vector<std::vector<Choice>>; // by turn and first layer

    // Options whose devices are counted together.
    struct OptionGroup {
        std::vector<int> options;
        int devices = 0;
    };
    // Pipelines that share what communicators take: its devices' room does not depend on more.
    struct Depths {
        std::optional<int> pipeline_ranks; // exactly so many; none: any
        std::vector<Bytes> fitting; // by option
    };
    // A limit in bytes, by option.
    struct Limits {
        std::vector<Bytes> comparable_peak;
        std::vector<Bytes> all; // fitting, too
        std::vector<Bytes> capacity; // of what a stage allocates at most; empty where stages need not fit
        Seconds work;
    };

    class LevelMaker;

    void addDepths();
    Limits limitsOf(const StageLimit& limit, const Depths& depths) const;
    ComparablePeak comparablePeakOf(Bytes peak, int option) const
    {
        return {peak, m_scales[static_cast<std::size_t>(option)]};
    }
    // `any`: the first that is found, with whatever devices. `rejected`: lowered to the lowest comparable peak that the
    // limit of the comparable peak refused.
    std::optional<StagePartition> search(const StageLimit& limit, bool any, ComparablePeak& rejected,
                                         const std::stop_token& stop) const;
    std::optional<StagePartition> search(const Depths& depths, const Limits& limits, bool any, ComparablePeak& rejected,
                                         const std::stop_token& stop) const;
    StagePartition partitionOf(const std::vector<Level>& levels, std::size_t level, bool repeats) const;
    // A limit between `refused`, which no pipeline is below, and what was found.
    StageLimit between(StageLimit limit, const ComparablePeak& refused, const ComparablePeak& found) const;

    const StageTable& m_table;
    SearchedPipelines m_pipelines;
    std::vector<OptionGroup> m_option_groups; // in the order of the pipeline
    int m_most = 0; // stages
    std::vector<Bytes> m_scales; // by option
    std::vector<Depths> m_depths;
    std::vector<std::int64_t> m_in_flight; // by distance from the end
};

}
