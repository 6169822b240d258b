// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/chainlibrary.h"
#include "core/search/partitionsearch.h"
#include "core/search/schedulebounds.h"
#include "core/search/scheduletable.h"
#include "core/search/searchspace.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <tuple>
#include <utility>
#include <vector>

namespace stagecraft {

// Pair of the same data for predicted costs and for their upper bounds.
template <typename Part>
struct PredictedAndUpper {
    std::shared_ptr<const Part> predicted;
    std::shared_ptr<const Part> upper;
};

// Tables shared by the configuration groups of one search, each computed once. For one thread.
class SharedSearchTables {
public:
    std::shared_ptr<const ScheduleTable> table(const ConfigurationGroup& config_group);
    // Caches only the bounds of the last chain, replication, number of micro-batches and depth, for each schedule.
    PredictedAndUpper<PeakBounds> bounds(const LibraryChain& chain, const Replication& replication, ScheduleKind closed,
                                         std::int64_t micro_batches, int deepest);
    // Caches only the phases of the last chain and replication.
    PredictedAndUpper<PassPhaseTable> phases(const LibraryChain& chain, const Replication& replication, bool halves);

private:
    ScheduleTables m_tables;
    std::tuple<const LibraryChain*, Replication, std::int64_t, int> m_last {};
    std::map<ScheduleKind, PredictedAndUpper<PeakBounds>> m_bounds; // for m_last
    std::pair<const LibraryChain*, Replication> m_last_phases {};
    std::array<PredictedAndUpper<PassPhaseTable>, 2> m_phases; // for m_last_phases, without and with backward halves
};

// Partitions to search: all, or those in which the upper bound of every device fits its memory, as in estimates.
// Nearest: all, with upper bounds in place of predicted peaks.
enum class PartitionFilter { Any, Fitting, Nearest };

// Partitions of one configuration group, prepared on demand. Holds a reference to the problem. For one thread.
class ConfigurationSearch {
public:
    ConfigurationSearch(const Problem& problem, ConfigurationGroup config_group,
                        std::shared_ptr<const LibraryChain> chain, SharedSearchTables& parts);

    // Sets a token that stops the computation of bounds: exceeds() then excludes nothing more.
    void stopOn(std::stop_token stop) { m_stop = std::move(stop); }

    const ConfigurationGroup& configGroup() const { return m_config_group; }
    const ChainCosts& costs() const { return m_chain->costs; }

    // Returns the deepest pipeline that the schedule allows and that can be estimated; 0 if there is none.
    int deepest() const { return m_config_group.deepest; }
    // Returns why deepest() is less than the depth of the configuration group; empty if it is not.
    const std::optional<Error>& tooLong() const { return m_too_long; }
    // True if the schedule allows this number of pipeline ranks.
    bool possible(int pipeline_ranks) const;
    int depths() const; // number of possible depths
    int stages(int pipeline_ranks) const; // total number of stages of the chain
    // True if there are so many layers and pipeline ranks that lowering the limit first (PartitionSearch::quickPeak())
    // is faster than searching all split points at once.
    bool hasManyPartitions(int pipeline_ranks) const;
    // True if the search misses no partition: PartitionSearch::isExact().
    bool isExact() const { return !m_table || !m_table->severalStages(); }

    // Lower bounds of the peak and the step of all plans with this number of pipeline ranks or fewer.
    Bytes peakBound(int pipeline_ranks);
    Seconds stepBound(int pipeline_ranks) const;
    // True if all plans with this number of pipeline ranks exceed the limit: tighter than peakBound(), and quick.
    bool exceeds(int pipeline_ranks, Bytes limit);
    // True if all plans of the configuration group exceed the limit.
    bool exceeds(Bytes limit);
    // Returns a lower bound like peakBound() for that depth, as tight as is known up to `limit`.
    Bytes closePeakBound(int pipeline_ranks, Bytes limit);

    // Returns the largest upper bound of a peak with which a device fits, as in estimates: collectives need memory,
    // too.
    Bytes fittingPeak(int pipeline_ranks);
    // Returns the headroom that fittingPeak() leaves above a lower bound of the fullest device's upper-bound peak, over
    // all plans; no plan fits if it is negative.
    Bytes headroomBound(int pipeline_ranks);
    // Returns the lowest peak: exact if it is at most `limit`, else a value above `limit`. Empty when stopped.
    std::optional<Bytes> leastPeak(int pipeline_ranks, Bytes limit, PartitionFilter wanted,
                                   const std::stop_token& stop);
    const PartitionSearch& partitions(PartitionFilter wanted);

    Plan planOf(const std::vector<int>& split_points) const;

private:
    struct Searched {
        std::unique_ptr<PartitionSearch> partitions;
        std::vector<Bytes> least; // by pipeline ranks; peaks above `limit` are noPeak
        Bytes limit {-1};
    };

    StageCapacity stageCapacity();
    Searched& searched(PartitionFilter wanted) { return m_searched[static_cast<std::size_t>(wanted)]; }
    void keepEstimable();

    const Problem& m_problem;
    ConfigurationGroup m_config_group;
    std::shared_ptr<const LibraryChain> m_chain;
    Seconds m_exchange; // per micro-batch, between replicas
    std::optional<Error> m_too_long;
    std::stop_token m_stop;
    std::shared_ptr<const ScheduleTable> m_table; // null if the schedule has a closed form
    PredictedAndUpper<PassPhaseTable> m_phases; // only with m_table
    PredictedAndUpper<PeakBounds> m_bounds;
    std::array<Searched, 3> m_searched; // by PartitionFilter
    std::vector<Bytes> m_fitting; // by pipeline ranks; noPeak until requested
};

}
