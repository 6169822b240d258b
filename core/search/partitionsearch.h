// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/estimate/stagetimes.h"
#include "core/memory/stagepeaks.h"
#include "core/problem/problem.h"
#include "core/search/scheduletable.h"
#include "core/search/searchspace.h"
#include "core/search/stagebounds.h"
#include "core/search/stageranges.h"
#include "core/simulation/pipeline.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A partition with the values that order partitions. `exact`: no better partition exists under the requested limit.
struct Partition {
    std::vector<int> split_points;
    Bytes peak;
    Seconds step;
    std::vector<Bytes> sorted_peaks; // per stage, largest first
    bool exact = true;
    std::int64_t operations = 0; // operations simulated to find it
};

// Effort of PartitionSearch::fastest(): simulated operations after which it returns the best found so far. At least one
// partition is always tried.
struct SearchEffort {
    std::int64_t operations = 10'000'000;
};

// Peak above any real peak.
inline constexpr Bytes noPeak(INT64_MAX);

// Memory limits of stages, for searches over fitting partitions only.
struct StageCapacity {
    const ChainCosts& upper; // upperBoundOf() the chain's costs
    std::vector<Bytes> most; // by number of pipeline ranks: bytes that a device may allocate
    std::shared_ptr<const PassPhaseTable> phases; // phases of `upper`, for schedules with a table
};

struct FastestScratch;

// Searches the partitions of the chain for the plans of one configuration group, on equal devices. Answers are exact
// unless documented otherwise. Keeps references to problem and costs. Safe from any thread.
class PartitionSearch {
public:
    // `costs`: chain costs with the settings of the configuration group. `table`: of the configuration group's
    // schedule; null if that hasClosedForm(). `phases`: of the same chain and replication, with halves if the schedule
    // has them; given if other configuration groups share them. `capacity`: limits of partitions that must fit;
    // partitions beyond them count as above any limit.
    PartitionSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                    std::shared_ptr<const ScheduleTable> table = nullptr,
                    std::shared_ptr<const PassPhaseTable> phases = nullptr, std::optional<StageCapacity> capacity = {});
    PartitionSearch(const PartitionSearch&) = delete;
    PartitionSearch& operator=(const PartitionSearch&) = delete;
    virtual ~PartitionSearch();

    const ConfigurationGroup& configGroup() const { return m_config_group; }
    const ChainCosts& costs() const { return m_costs; }

    // Entry P: the lowest peak over all partitions into P stages, for P = 1 .. most_pipeline_ranks (entry 0 is unused);
    // noPeak if it is above `limit`. Dynamic program over stages from the end: with equal devices the bytes of a stage
    // depend only on its layers and its distance from the end; else (depthCounts()) one program for each P. Empty when
    // stopped. O(most_pipeline_ranks x layers^2), usually O(layers^2 log most_pipeline_ranks): a stage is not extended
    // further once its layers exceed the limit.
    virtual std::vector<Bytes> leastPeaks(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const;

    // Returns the peak of a heuristic partition, at most `limit` and close to the least if stages need more memory with
    // more layers; noPeak if none is found. O(pipeline ranks + layers), a few times.
    Bytes quickPeak(int pipeline_ranks, Bytes limit) const;

    // True if a partition into `pipeline_ranks` stages has no stage above `limit`.
    virtual bool feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const; // true when stopped

    // Returns the fastest partition into `pipeline_ranks` stages with no stage above `limit`; ties: lexicographically
    // smaller sorted peaks, then smaller split points. Empty if there is none, or when stopped. Branch and bound from
    // the first stage, with lower bounds of the simulated step time.
    virtual std::optional<Partition> fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                             std::stop_token stop) const;

    // Returns a lower bound of the step time of any such partition; infinite if there is none. `looked`, if not null,
    // grows by the number of stages examined.
    virtual Seconds fastestBound(int pipeline_ranks, Bytes limit, const std::stop_token& stop,
                                 std::int64_t* looked) const;

    // Returns the largest stage peak of a partition.
    virtual Bytes peakOf(const std::vector<int>& split_points) const;

    // Returns simple split points, such as even stages, with no stage above `limit`; empty if all of them have one.
    virtual std::optional<std::vector<int>> simpleSplitPoints(int pipeline_ranks, Bytes limit) const;

    // Returns a partition with its peaks and simulated step.
    virtual Partition evaluate(const std::vector<int>& split_points) const;

    // True if the search covers every partition.
    virtual bool isExact() const { return true; }

protected:
    int layers() const { return m_costs.size(); }
    std::int64_t microBatches() const { return m_config_group.micro_batches; }
    // True if it is a stage of the configuration group.
    bool mayBe(int from_end, int pipeline_ranks, LayerRange range) const;
    const Problem& problem() const { return m_problem; }
    std::int64_t operationsOf(int pipeline_ranks) const; // operations of a simulated step
    // For configuration groups with a table only.
    const ScheduleTable& table() const { return *m_table; }
    const PassPhaseTable& phases() const { return *m_phases; }
    const std::optional<StageCapacity>& capacity() const { return m_capacity; }

private:
    friend class FastestSearch;

    // Implements feasible() by forward reachability of stage ends. Infeasible cases mostly fail in the first stages,
    // where most micro-batches are in flight. `looked` grows by the number of stages examined.
    bool reachesEnd(int pipeline_ranks, Bytes limit, const std::stop_token& stop, std::int64_t& looked) const;
    // Fills stages from the front up to `limit`; returns noPeak if layers remain.
    Bytes filledPeak(int pipeline_ranks, Bytes limit) const;
    std::int64_t inFlightAt(int from_end) const { return m_in_flight[static_cast<std::size_t>(from_end)]; }
    // Range of the first layers of stages that stay within a limit, by the bytes that grow with a stage.
    struct Begins {
        int earliest = 0;
        int latest = 0;
    };
    // Entry k: begin range of the last k stages of at most most_pipeline_ranks; the remaining layers must fit in the
    // stages before. `longest`: upper limit of a stage's time bound, in seconds. `depth`: number of pipeline ranks; 0
    // for any.
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<Begins> beginsOf(int most_pipeline_ranks, Bytes limit, double longest, int depth) const;
    // Entry i, within `begins`: lowest peak, up to `limit`, of the layers from i on as the last k of `pipeline_ranks`
    // stages, from that of the last k - 1 (`behind`). `depth`: number of pipeline ranks, if the pipeline is deeper and
    // the bytes of a stage do not depend on it.
    std::vector<Bytes> withStageBefore(const std::vector<Bytes>& behind, int k, int pipeline_ranks, int depth,
                                       Begins begins, Bytes limit, const std::stop_token& stop) const;
    // Returns the first end in `ends` at which the stage needs as many bytes as the stages behind it, by the bytes that
    // grow with a stage.
    int evenEnd(const std::vector<Bytes>& behind, int k, int depth, LayerRange ends) const;
    // Implements leastPeaks() for configuration groups that restrict their stages: one dynamic program per depth, over
    // the split points that the later stages can reach.
    std::vector<Bytes> leastPeaksOfStages(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const;
    bool depthCounts() const { return m_table != nullptr; }
    // Bytes that a device may allocate at this depth; noPeak if plans need not fit.
    Bytes capacityOf(int pipeline_ranks) const
    {
        return m_capacity ? m_capacity->most[static_cast<std::size_t>(pipeline_ranks)] : noPeak;
    }
    bool fits(int from_end, int pipeline_ranks, LayerRange range) const;
    // True if the bytes of a stage follow from StagePeaks alone, independent of its pipeline rank.
    bool countsByRange() const { return !m_table && !m_config_group.stages; }
    // Returns noPeak for a stage that the configuration group excludes, or that exceeds the capacity.
    Bytes stagePeak(int from_end, int pipeline_ranks, LayerRange range) const;
    Bytes stageBytes(int from_end, int pipeline_ranks, LayerRange range) const;
    // Lower bound of the peak of every stage that contains these layers, in pipelines of `pipeline_ranks`; 0: of any
    // depth.
    Bytes stageLeast(int from_end, LayerRange range, int pipeline_ranks) const;
    const DepthOccupancy& occupancyAt(int pipeline_ranks) const;
    StageTimes times(LayerRange range, int pipeline_rank, int pipeline_ranks) const;
    Bytes tablePeak(const PassPhaseTable& table, int from_end, int pipeline_ranks, LayerRange range) const;
    Seconds stepOf(const std::vector<int>& split_points) const;
    PipelineRankDegrees degrees() const
    {
        return pipelineRankDegrees(m_config_group.fixed.degrees, m_config_group.data());
    }

    const Problem& m_problem;
    ConfigurationGroup m_config_group;
    const ChainCosts& m_costs;
    std::vector<std::int64_t> m_in_flight; // by distance from the end; the minimum over depths if the depth counts
    StagePeaks m_peaks;
    std::optional<StageCapacity> m_capacity;
    std::unique_ptr<const StagePeaks> m_upper; // with `m_capacity`
    std::shared_ptr<const ScheduleTable> m_table;
    std::shared_ptr<const PassPhaseTable> m_phases; // with the table
    StageUse m_use;
    StageBounds m_bounds;
    mutable std::vector<std::atomic<const DepthOccupancy*>>
        m_depths; // by number of pipeline ranks; filled from the table on demand
    std::unique_ptr<FastestScratch> m_scratch;
};

}
