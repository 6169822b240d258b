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

// Micro-batches held by a stage during an operation of its pipeline rank, without that operation's micro-batch.
struct StageOccupancy {
    std::int32_t held = 0; // micro-batches after their forward pass
    std::int32_t halved = 0; // those between the halves of their backward pass
    bool gradients = false;

    friend auto operator<=>(const StageOccupancy&, const StageOccupancy&) = default;
};

// An operation at which a pipeline rank may reach its peak.
struct PipelineRankMoment {
    std::size_t stage = 0; // stage of the operation: index among the pipeline rank's stages
    OperationKind kind = OperationKind::Forward;
    std::vector<StageOccupancy> occupancies; // per stage of the pipeline rank
};

// Occupancy of a pipeline rank under a schedule, independent of the layers of its stages.
struct PipelineRankOccupancy {
    std::vector<int> stages; // indices in the chain of stages
    std::vector<std::int64_t> copies; // copies of each stage's weights, besides the trained ones
    // Moments without those that never have more bytes than another; most micro-batches first, as the peak is likely
    // there.
    std::vector<PipelineRankMoment> moments;
};

// Occupancy of one pipeline depth of a schedule.
struct DepthOccupancy {
    int stages = 0; // number of stages
    std::vector<PipelineRankOccupancy> pipeline_ranks;
};

// Depths shared by several tables: from some number of micro-batches on, the occupancy no longer changes.
struct CountedDepths {
    // Keyed by schedule, stages per pipeline rank, pipeline ranks, and micro-batches counted.
    std::map<std::tuple<ScheduleKind, int, int, std::int64_t>, std::shared_ptr<const DepthOccupancy>> depths;
    std::mutex mutex;
};

// Occupancy of pipeline ranks under a schedule, by pipeline depth: counted from the schedule's own order at the first
// request for a depth. Safe from any thread.
class ScheduleTable {
public:
    // `interleave`: stages per pipeline rank, for schedules that accept any number. `counted`: shared with other
    // tables; may be null.
    ScheduleTable(ScheduleKind schedule, int interleave, std::int64_t micro_batches,
                  std::shared_ptr<CountedDepths> counted = nullptr);

    ScheduleKind schedule() const { return m_schedule; }
    const ScheduleRules& rules() const { return m_rules; }
    bool severalStages() const; // several stages per pipeline rank
    int stages(int pipeline_ranks) const;
    int pipelineRanksOf(int stages) const; // pipeline ranks of a pipeline with this many stages
    PipelineShape shape(int pipeline_ranks) const;
    bool possible(int pipeline_ranks) const;
    // Counts the possible depths from `shallowest` to `deepest`.
    int possibleBetween(int shallowest, int deepest) const;
    // Returns the maximum number of micro-batches in flight at a pipeline rank, for schedules with one stage per
    // pipeline rank.
    std::int64_t inFlight(int pipeline_rank, int pipeline_ranks) const;
    // Empty if the depth is not possible.
    const DepthOccupancy& at(int pipeline_ranks) const;

private:
    void findPossible(int pipeline_ranks) const; // caller holds the mutex
    std::shared_ptr<const DepthOccupancy> occupancyAt(int pipeline_ranks) const;
    DepthOccupancy count(const PipelineShape& whole, const PipelineShape& counted) const;

    ScheduleKind m_schedule;
    const ScheduleRules& m_rules;
    int m_interleave;
    std::int64_t m_micro_batches;
    std::shared_ptr<CountedDepths> m_counted;
    mutable std::mutex m_mutex;
    mutable std::vector<char> m_possible; // by number of pipeline ranks; filled on demand
    mutable std::map<int, std::shared_ptr<const DepthOccupancy>> m_depths;
};

// Tables shared by several searches whose other settings differ. For one thread.
class ScheduleTables {
public:
    std::shared_ptr<const ScheduleTable> table(ScheduleKind schedule, int interleave, std::int64_t micro_batches);

private:
    std::shared_ptr<CountedDepths> m_counted = std::make_shared<CountedDepths>();
    std::map<std::tuple<ScheduleKind, int, std::int64_t>, std::shared_ptr<const ScheduleTable>> m_tables;
};

// Returns the peak bytes of a pipeline rank whose stages have these phases, in the order of `occupancy.stages`: the
// result of walkPipelineRank() over the order. Once above `enough`, returns any value in between and stops early.
Bytes pipelineRankPeak(const PipelineRankOccupancy& occupancy, std::span<const PassPhases* const> stages,
                       Bytes enough = Bytes(INT64_MAX));

}
