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

// Of what a chain's layers are predicted to take, and of what they take at most.
template <typename Part>
struct PredictedAndUpper {
    std::shared_ptr<const Part> predicted;
    std::shared_ptr<const Part> upper;
};

// What configuration groups of one search have in common is made once. For one thread.
class SharedSearchTables {
public:
    std::shared_ptr<const ScheduleTable> table(const ConfigurationGroup& config_group);
    // Those of the last chain, replication and number of micro-batches are kept, for each schedule.
    PredictedAndUpper<PeakBounds> bounds(const LibraryChain& chain, const Replication& replication, ScheduleKind closed,
                                         std::int64_t micro_batches, int deepest);
    // Those of the last chain and replication are kept.
    PredictedAndUpper<PassPhaseTable> phases(const LibraryChain& chain, const Replication& replication, bool halves);

private:
    ScheduleTables m_tables;
    std::tuple<const LibraryChain*, Replication, std::int64_t, int> m_last {};
    std::map<ScheduleKind, PredictedAndUpper<PeakBounds>> m_bounds; // of the last
    std::pair<const LibraryChain*, Replication> m_last_phases {};
    std::array<PredictedAndUpper<PassPhaseTable>, 2> m_phases; // of the last, without halves and with them
};

// Which partitions are searched: all, or those of which each device has room for its upper bound, as estimates have it.
// Nearest: all, by what the devices take at most, in the place of their predicted peaks.
enum class PartitionFilter { Any, Fitting, Nearest };

// The partitions of one configuration group, prepared only as far as somebody asks. Holds a reference to the problem.
// For one thread.
class ConfigurationSearch {
public:
    ConfigurationSearch(const Problem& problem, ConfigurationGroup config_group,
                        std::shared_ptr<const LibraryChain> chain, SharedSearchTables& parts);

    // A request ends what bounds reckon: exceeds() then excludes nothing more.
    void stopOn(std::stop_token stop) { m_stop = std::move(stop); }

    const ConfigurationGroup& configGroup() const { return m_config_group; }
    const ChainCosts& costs() const { return m_chain->costs; }

    // Deepest pipeline that can be told of and estimated; 0 if none can.
    int deepest() const { return m_config_group.deepest; }
    // Why it is not the configuration group's own; nothing if it is.
    const std::optional<Error>& tooLong() const { return m_too_long; }
    // Whether the schedule can have so many pipeline ranks.
    bool possible(int pipeline_ranks) const;
    int depths() const; // that are possible, from the shallowest to the deepest
    int stages(int pipeline_ranks) const; // of the chain
    // So many layers and pipeline ranks that a low limit pays before all split points are looked at:
    // PartitionSearch::quickPeak().
    bool hasManyPartitions(int pipeline_ranks) const;
    // Whether no partition is missed: PartitionSearch::isExact().
    bool isExact() const { return !m_table || !m_table->severalStages(); }

    // No plan with so many pipeline ranks, nor with fewer, has a lower peak, or a shorter step.
    Bytes peakBound(int pipeline_ranks);
    Seconds stepBound(int pipeline_ranks) const;
    // True if all plans of so many pipeline ranks have a higher peak: closer than peakBound(), and quickly told.
    bool exceeds(int pipeline_ranks, Bytes limit);
    // True if all plans of the configuration group have.
    bool exceeds(Bytes limit);
    // As peakBound() of that depth, and up to `limit` as close as is known.
    Bytes closePeakBound(int pipeline_ranks, Bytes limit);

    // The most bytes, by their upper bound, with which a device fits, as estimates have it: collectives take memory,
    // too. A higher peak does not fit.
    Bytes fittingPeak(int pipeline_ranks);
    // What that leaves beside a bound of what the fullest device of any plan takes at most; none fits where negative.
    Bytes headroomBound(int pipeline_ranks);
    // Exact where it is up to `limit`, else more than that. Empty when stopped.
    std::optional<Bytes> leastPeak(int pipeline_ranks, Bytes limit, PartitionFilter wanted,
                                   const std::stop_token& stop);
    const PartitionSearch& partitions(PartitionFilter wanted);

    Plan planOf(const std::vector<int>& split_points) const;

private:
    struct Searched {
        std::unique_ptr<PartitionSearch> partitions;
        std::vector<Bytes> least; // by pipeline ranks, up to the limit
        Bytes limit {-1};
    };

    StageCapacity stageCapacity();
    Searched& searched(PartitionFilter wanted) { return m_searched[static_cast<std::size_t>(wanted)]; }
    void keepEstimable();

    const Problem& m_problem;
    ConfigurationGroup m_config_group;
    std::shared_ptr<const LibraryChain> m_chain;
    Seconds m_exchange; // of a micro-batch, between replicas
    std::optional<Error> m_too_long;
    std::stop_token m_stop;
    std::shared_ptr<const ScheduleTable> m_table; // where the schedule has no closed form
    PredictedAndUpper<PassPhaseTable> m_phases; // with the table
    PredictedAndUpper<PeakBounds> m_bounds;
    std::array<Searched, 3> m_searched; // by what is wanted
    std::vector<Bytes> m_fitting; // by pipeline ranks; where not asked yet noPeak
};

}
