// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/comparablepeak.h"
#include "core/search/stagetable.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// Partition of a pipeline whose stages may have different degrees.
struct StagePartition {
    std::vector<PartitionStage> stages;
    Bytes peak; // largest over its devices
    int devices = 0; // total of all stages
    ComparablePeak comparable_peak {}; // largest over its devices
};

// Limits that every stage must meet.
struct StageLimit {
    ComparablePeak comparable_peak {Bytes(INT64_MAX)};
    Seconds work {1e300}; // per step: all forward and backward passes, and the optimizer
    bool fitting = false; // true if the stage must also fit its devices, as in estimates
    bool below = false; // true if the peak must be below `comparable_peak`, not equal
};

// Scope of a DegreeSearch.
struct SearchedPipelines {
    std::optional<int> pipeline_ranks {}; // number of stages; empty for any number
    std::optional<int> first_data {}; // DP size of the first stage, which has the problem's micro-batch; empty for any
    PeakMeasure measure = PeakMeasure::Bytes;
    // Order in which the pipeline visits the device groups of the cluster: the stages of a group are consecutive, and
    // groups may be skipped. If empty, stages may use any group and all devices are counted together: the same result
    // for one group, a lower bound for several.
    std::vector<int> order {};
};

// Relative tolerance of the longest work of a stage when it only decides among plans with equal peaks.
inline constexpr double workTolerance = 0.01;

// Searches pipelines whose stages may have different degrees, on equal devices or on groups of devices (docs/search.md,
// "Degrees of each stage", "Mixed clusters"). The later stages matter only through the number of devices they use in a
// group, independently of earlier groups, so a dynamic program from the end finds the fewest devices of the current
// group for the layers from each one on and each number of remaining stages: exact in what it minimizes, for any layer
// costs. Holds a reference to the table. Safe from any thread.
class DegreeSearch {
public:
    DegreeSearch(const StageTable& table, SearchedPipelines pipelines);
    DegreeSearch(const StageTable& table, std::optional<int> pipeline_ranks, std::optional<int> first_data)
        : DegreeSearch(table, SearchedPipelines {pipeline_ranks, first_data})
    {
    }

    // Returns the pipeline that uses the fewest devices of the first group. Empty if there are not enough devices, or
    // when stopped.
    std::optional<StagePartition> fewestDevices(const StageLimit& limit, const std::stop_token& stop) const;

    // Returns some pipeline under the limit.
    std::optional<StagePartition> any(const StageLimit& limit, const std::stop_token& stop) const;

    // Returns the pipeline with the lowest comparable peak under `limit`, exact to the byte, by bisection.
    std::optional<StagePartition> leastPeak(const StageLimit& limit, const std::stop_token& stop) const;

    // Returns the pipeline that minimizes the longest work of a stage, within a relative tolerance, by bisection.
    std::optional<StagePartition> leastWork(StageLimit limit, double relative, const std::stop_token& stop) const;

    // Returns, of the pipelines with the peak of leastPeak(), the one that minimizes the longest work, within
    // workTolerance.
    std::optional<StagePartition> quickLeastPeak(StageLimit limit, const std::stop_token& stop) const;

    Seconds workOf(const PartitionStage& stage) const;
    Seconds longestWork(const StagePartition& partition) const; // maximum over the stages

private:
    struct Choice {
        int devices = 0; // used in this option group by the layers from here on; noDevices if impossible
        int option = -1; // -1 if the stages of the next option group begin here
        int last = 0;
    };
    using Level = std::vector<std::vector<Choice>>; // by option group and first layer

    // Options that share a set of devices.
    struct OptionGroup {
        std::vector<int> options;
        int devices = 0;
    };
    // Depths with the same communicator memory, and so the same capacity of each device.
    struct Depths {
        std::optional<int> pipeline_ranks; // exact number; empty for any
        std::vector<Bytes> fitting; // by option
    };
    // Limits in bytes, by option.
    struct Limits {
        std::vector<Bytes> comparable_peak;
        std::vector<Bytes> all; // minimum of the peak limit and the fitting peak
        std::vector<Bytes> capacity; // limit of a stage's upper bound; empty if stages need not fit
        Seconds work;
    };

    class LevelMaker;

    void addDepths();
    Limits limitsOf(const StageLimit& limit, const Depths& depths) const;
    ComparablePeak comparablePeakOf(Bytes peak, int option) const
    {
        return {peak, m_scales[static_cast<std::size_t>(option)]};
    }
    // `any`: returns the first pipeline found, with any number of devices. `rejected`: lowered to the lowest comparable
    // peak that exceeded the peak limit.
    std::optional<StagePartition> search(const StageLimit& limit, bool any, ComparablePeak& rejected,
                                         const std::stop_token& stop) const;
    std::optional<StagePartition> search(const Depths& depths, const Limits& limits, bool any, ComparablePeak& rejected,
                                         const std::stop_token& stop) const;
    StagePartition partitionOf(const std::vector<Level>& levels, std::size_t level, bool repeats) const;
    // Returns a limit between `refused`, below which there is no pipeline, and `found`.
    StageLimit between(StageLimit limit, const ComparablePeak& refused, const ComparablePeak& found) const;

    const StageTable& m_table;
    SearchedPipelines m_pipelines;
    std::vector<OptionGroup> m_option_groups; // in pipeline order
    int m_most = 0; // largest number of stages
    std::vector<Bytes> m_scales; // by option
    std::vector<Depths> m_depths;
    std::vector<std::int64_t> m_in_flight; // by distance from the end of the pipeline
};

}
