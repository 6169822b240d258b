// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/passphases.h"
#include "core/plan/plan.h"
#include "core/problem/schedulekind.h"
#include "core/schedule/rules.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

namespace stagecraft {

// What a stage holds while its pipeline rank is at work, its own operation's micro-batch not counted.
struct StageOccupancy {
    std::int32_t held = 0; // micro-batches whose forward pass has ended
    std::int32_t halved = 0; // those of them that are between the halves of their backward pass
    bool gradients = false;

    friend auto operator<=>(const StageOccupancy&, const StageOccupancy&) = default;
};

// An operation at which a pipeline rank may have its peak.
struct PipelineRankMoment {
    std::size_t stage = 0; // whose operation it is: which of the pipeline rank's stages
    OperationKind kind = OperationKind::Forward;
    std::vector<StageOccupancy> occupancies; // of each stage of the pipeline rank
};

// What an order makes a pipeline rank hold, whatever its stages are.
struct PipelineRankOccupancy {
    std::vector<int> stages; // of the chain
    std::vector<std::int64_t> copies; // of each one's weights, beside those that are trained
    // All but those that can have no more bytes than another one; with the most micro-batches first, where the highest
    // is.
    std::vector<PipelineRankMoment> moments;
};

// One pipeline depth of a schedule.
struct DepthOccupancy {
    int stages = 0; // of the chain
    std::vector<PipelineRankOccupancy> pipeline_ranks;
};

// Depths that several tables share: from some number of micro-batches on, pipeline ranks hold as much with any.
struct CountedDepths {
    // By schedule, stages a pipeline rank, pipeline ranks and micro-batches that were counted.
    std::map<std::tuple<ScheduleKind, int, int, std::int64_t>, std::shared_ptr<const DepthOccupancy>> depths;
    std::mutex mutex;
};

// What pipeline ranks hold under a schedule with so many micro-batches, by pipeline depth: counted from the schedule's
// own order, the first time a depth is asked for. Safe from any thread.
class ScheduleTable {
public:
    // `interleave`: stages a pipeline rank, of schedules that take any number. `counted`: where there are other tables.
    ScheduleTable(ScheduleKind schedule, int interleave, std::int64_t micro_batches,
                  std::shared_ptr<CountedDepths> counted = nullptr);

    ScheduleKind schedule() const { return m_schedule; }
    const ScheduleRules& rules() const { return m_rules; }
    bool severalStages() const; // at a pipeline rank
    int stages(int pipeline_ranks) const;
    int pipelineRanksOf(int stages) const; // of so many
    PipelineShape shape(int pipeline_ranks) const;
    bool possible(int pipeline_ranks) const;
    // How many depths of these are.
    int possibleBetween(int shallowest, int deepest) const;
    // Of schedules with one stage a pipeline rank: the most micro-batches that a pipeline rank holds at a time.
    std::int64_t inFlight(int pipeline_rank, int pipeline_ranks) const;
    // No pipeline ranks where the depth is not possible.
    const DepthOccupancy& at(int pipeline_ranks) const;

private:
    void findPossible(int pipeline_ranks) const; // for one thread
    std::shared_ptr<const DepthOccupancy> occupancyAt(int pipeline_ranks) const;
    DepthOccupancy count(const PipelineShape& whole, const PipelineShape& counted) const;

    ScheduleKind m_schedule;
    const ScheduleRules& m_rules;
    int m_interleave;
    std::int64_t m_micro_batches;
    std::shared_ptr<CountedDepths> m_counted;
    mutable std::mutex m_mutex;
    mutable std::vector<char> m_possible; // by pipeline ranks, as far as they were asked for
    mutable std::map<int, std::shared_ptr<const DepthOccupancy>> m_depths;
};

// The tables of several searches: what differs in other things has the same. For one thread.
class ScheduleTables {
public:
    std::shared_ptr<const ScheduleTable> table(ScheduleKind schedule, int interleave, std::int64_t micro_batches);

private:
    std::shared_ptr<CountedDepths> m_counted = std::make_shared<CountedDepths>();
    std::map<std::tuple<ScheduleKind, int, std::int64_t>, std::shared_ptr<const ScheduleTable>> m_tables;
};

// Peak bytes of a pipeline rank whose stages have these phases, in the order of `loads.stages`: that of
// walkPipelineRank() over the order. Where that is above `enough`, some number between them: no more was looked at.
Bytes pipelineRankPeak(const PipelineRankOccupancy& occupancy, std::span<const PassPhases* const> stages,
                       Bytes enough = Bytes(INT64_MAX));

}
