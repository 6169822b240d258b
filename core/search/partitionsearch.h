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

// A partition with what orders it. `exact`: nothing better exists under the limit that it was asked for.
struct Partition {
    std::vector<int> split_points;
    Bytes peak;
    Seconds step;
    std::vector<Bytes> sorted_peaks; // of the stages, largest first
    bool exact = true;
    std::int64_t operations = 0; // that were simulated to find it
};

// How long PartitionSearch::fastest() tries: simulated operations after which it keeps what it has. One partition is
// always tried.
struct SearchEffort {
    std::int64_t operations = 10'000'000;
};

// More than any peak.
inline constexpr Bytes noPeak(INT64_MAX);

// What the stages of partitions must have room for, where only those that fit are searched.
struct StageCapacity {
    const ChainCosts& upper; // upperBoundOf() the chain's costs
    std::vector<Bytes> most; // by pipeline ranks: what a device may allocate to fit
    std::shared_ptr<const PassPhaseTable> phases; // of `upper`, with a table
};

struct FastestScratch;

// Searches the partitions of the chain for the plans of one configuration group, on equal devices. All answers are
// exact unless they say otherwise. Holds references to problem and costs. Safe from any thread.
class PartitionSearch {
public:
    // `costs`: of the chain as the configuration group runs it. `table`: of the configuration group's schedule; empty
    // where that hasClosedForm(). `phases`: of the same chain and replication, with halves if the schedule has them;
    // where other configuration groups share them. `capacity`: of partitions that must fit; what has no room is above
    // any limit.
    PartitionSearch(const Problem& problem, ConfigurationGroup config_group, const ChainCosts& costs,
                    std::shared_ptr<const ScheduleTable> table = nullptr,
                    std::shared_ptr<const PassPhaseTable> phases = nullptr, std::optional<StageCapacity> capacity = {});
    PartitionSearch(const PartitionSearch&) = delete;
    PartitionSearch& operator=(const PartitionSearch&) = delete;
    virtual ~PartitionSearch();

    const ConfigurationGroup& configGroup() const { return m_config_group; }
    const ChainCosts& costs() const { return m_costs; }

    // Entry P: the least peak over all partitions into P stages, for P = 1 .. most_pipeline_ranks (entry 0 is unused);
    // noPeak where it is above `limit`. Dynamic program over stages from the end: with equal devices the bytes of a
    // stage depend on its layers and its distance from the end only, else (depthCounts()) one for each P. Empty when
    // stopped. O(most_pipeline_ranks x layers^2), usually O(layers^2 log most_pipeline_ranks): a stage is not tried
    // longer once what it has takes too much.
    virtual std::vector<Bytes> leastPeaks(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const;

    // The peak of some partition, which is up to `limit` and close to the least where stages take more the more layers
    // they have; noPeak where none is found. O(pipeline ranks + layers), a few times.
    Bytes quickPeak(int pipeline_ranks, Bytes limit) const;

    // True if a partition into `pipeline_ranks` stages has no stage above `limit`.
    virtual bool feasible(int pipeline_ranks, Bytes limit, const std::stop_token& stop) const; // true when stopped

    // The fastest partition into `pipeline_ranks` stages with no stage above `limit` (of equals the one with
    // lexicographically smaller sorted peaks, then smaller split points); none if there is none or when stopped. Branch
    // and bound: stages from the front, bounded by times that the simulated step cannot beat.
    virtual std::optional<Partition> fastest(int pipeline_ranks, Bytes limit, SearchEffort effort,
                                             std::stop_token stop) const;

    // No shorter than that is the step of any such partition; infinite where there is none. `looked`, if any, grows by
    // the stages that were looked at.
    virtual Seconds fastestBound(int pipeline_ranks, Bytes limit, const std::stop_token& stop,
                                 std::int64_t* looked) const;

    // The largest of a given partition.
    virtual Bytes peakOf(const std::vector<int>& split_points) const;

    // Of split points that everybody tries first, as even stages, some with no stage above the limit; none where all
    // have one.
    virtual std::optional<std::vector<int>> simpleSplitPoints(int pipeline_ranks, Bytes limit) const;

    // A given partition.
    virtual Partition evaluate(const std::vector<int>& split_points) const;

    // Whether no partition is missed.
    virtual bool isExact() const { return true; }

protected:
    int layers() const { return m_costs.size(); }
    std::int64_t microBatches() const { return m_config_group.micro_batches; }
    bool mayBe(int from_end, int pipeline_ranks, LayerRange range) const; // one of the configuration group's stages
    const Problem& problem() const { return m_problem; }
    std::int64_t operationsOf(int pipeline_ranks) const; // of a simulated step
    // Of configuration groups with a table.
    const ScheduleTable& table() const { return *m_table; }
    const PassPhaseTable& phases() const { return *m_phases; }
    const std::optional<StageCapacity>& capacity() const { return m_capacity; }

private:
    friend class FastestSearch;

    // feasible(), by the layers at which stages may end, from the front, where most micro-batches are in flight: what
    // is not feasible mostly ends there. `looked` grows by the stages that were looked at.
    bool reachesEnd(int pipeline_ranks, Bytes limit, const std::stop_token& stop, std::int64_t& looked) const;
    // Stages filled from the front up to `limit`; noPeak where layers are left.
    Bytes filledPeak(int pipeline_ranks, Bytes limit) const;
    std::int64_t inFlightAt(int from_end) const { return m_in_flight[static_cast<std::size_t>(from_end)]; }
    // Where stages may begin that keep a limit, as far as bytes that grow with stages tell.
    struct Begins {
        int earliest = 0;
        int latest = 0;
    };
    // Entry k: of the last k stages, of most_pipeline_ranks or fewer: what is left must go into those before.
    // `longest`: what the bound of a stage may be, in seconds. `depth`: of pipelines, 0 of any.
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<Begins> beginsOf(int most_pipeline_ranks, Bytes limit, double longest, int depth) const;
    // Entry i, where the stage may begin: least peak up to `limit` of the layers from i on as the last k of
    // `pipeline_ranks` stages, from that of the last k - 1 (`behind`). `depth`: of the pipeline, if it is deeper and a
    // stage's bytes do not depend on that.
    std::vector<Bytes> withStageBefore(const std::vector<Bytes>& behind, int k, int pipeline_ranks, int depth,
                                       Begins begins, Bytes limit, const std::stop_token& stop) const;
    // Of a stage that begins before these ends: the first that takes as much as what is behind it, as far as bytes that
    // grow with stages tell.
    int evenEnd(const std::vector<Bytes>& behind, int k, int depth, LayerRange ends) const;
    // leastPeaks() where the configuration group may not have all stages: one dynamic program for each depth, over the
    // split points that the stages behind leave open alone.
    std::vector<Bytes> leastPeaksOfStages(int most_pipeline_ranks, Bytes limit, const std::stop_token& stop) const;
    bool depthCounts() const { return m_table != nullptr; }
    // What a device of so many pipeline ranks may allocate; the largest number where it need not fit.
    Bytes capacityOf(int pipeline_ranks) const
    {
        return m_capacity ? m_capacity->most[static_cast<std::size_t>(pipeline_ranks)] : noPeak;
    }
    bool fits(int from_end, int pipeline_ranks, LayerRange range) const;
    // Whether a stage's bytes are those of StagePeaks, wherever it lies.
    bool countsByRange() const { return !m_table && !m_config_group.stages; }
    // noPeak of what the configuration group may not have or what has no room.
    Bytes stagePeak(int from_end, int pipeline_ranks, LayerRange range) const;
    Bytes stageBytes(int from_end, int pipeline_ranks, LayerRange range) const;
    // Of no stage that has these layers and maybe others before and behind the peak is lower, in pipelines of
    // `pipeline_ranks`, or of any depth: 0.
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
    std::vector<std::int64_t> m_in_flight; // by distance from the end; where the depth counts, the least
    StagePeaks m_peaks;
    std::optional<StageCapacity> m_capacity;
    std::unique_ptr<const StagePeaks> m_upper; // with `m_capacity`
    std::shared_ptr<const ScheduleTable> m_table;
    std::shared_ptr<const PassPhaseTable> m_phases; // with the table
    StageUse m_use;
    StageBounds m_bounds;
    mutable std::vector<std::atomic<const DepthOccupancy*>>
        m_depths; // of the table, by pipeline ranks, as far as asked for
    std::unique_ptr<FastestScratch> m_scratch;
};

}
