// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/scheduletable.h"

#include "core/schedule/schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stagecraft {

namespace {

bool isLoop(ScheduleKind schedule)
{
    return rulesOf(schedule).stages_per_rank == 0;
}

// Occupancy along the operations of one pipeline rank.
class OperationCount {
    static constexpr std::size_t kinds = static_cast<std::size_t>(OperationKind::Update) + 1;

public:
    explicit OperationCount(std::size_t stages) : m_occupancies(stages), m_kept(stages * kinds) {}

    void apply(std::size_t stage, OperationKind kind)
    {
        StageOccupancy& own = m_occupancies[stage];
        switch (kind) {
        case OperationKind::Forward:
            note(stage, kind);
            ++own.held;
            break;
        case OperationKind::Backward:
            --own.held;
            note(stage, kind);
            own.gradients = true;
            break;
        case OperationKind::InputGradient:
            --own.held;
            note(stage, kind);
            ++own.held;
            ++own.halved;
            break;
        case OperationKind::WeightGradient:
            --own.held;
            --own.halved;
            note(stage, kind);
            own.gradients = true;
            break;
        case OperationKind::Update:
            note(stage, kind);
            own.gradients = false;
            break;
        }
    }

    std::vector<PipelineRankMoment> moments() const
    {
        const auto stages = static_cast<std::ptrdiff_t>(m_occupancies.size());
        std::vector<PipelineRankMoment> all;
        for (std::size_t i = 0; i < m_kept.size(); ++i) {
            for (auto row = m_kept[i].begin(); row != m_kept[i].end(); row += stages) {
                all.push_back({i / kinds, static_cast<OperationKind>(i % kinds), {row, row + stages}});
            }
        }
        return all;
    }

private:
    // Keeps the moments that no other moment dominates.
    void note(std::size_t stage, OperationKind kind)
    {
        const std::size_t stages = m_occupancies.size();
        std::vector<StageOccupancy>& kept = m_kept[stage * kinds + static_cast<std::size_t>(kind)];
        for (std::size_t end = kept.size(); end > 0; end -= stages) { // often equal to a recent one
            if (isBelow(m_occupancies.data(), kept.data() + end - stages, stage)) {
                return;
            }
        }
        std::size_t left = 0;
        for (std::size_t row = 0; row < kept.size(); row += stages) {
            if (!isBelow(kept.data() + row, m_occupancies.data(), stage)) {
                std::copy_n(kept.data() + row, left == row ? 0 : stages, kept.data() + left);
                left += stages;
            }
        }
        kept.resize(left);
        kept.insert(kept.end(), m_occupancies.begin(), m_occupancies.end());
    }

    // Passes before and after the first gradients need different bytes, and which need more is unknown.
    bool isBelow(const StageOccupancy* a, const StageOccupancy* b, std::size_t stage) const
    {
        if (a[stage].gradients != b[stage].gradients) {
            return false;
        }
        for (std::size_t i = 0; i < m_occupancies.size(); ++i) {
            if (a[i].held > b[i].held || a[i].halved > b[i].halved || (a[i].gradients && !b[i].gradients)) {
                return false;
            }
        }
        return true;
    }

    std::vector<StageOccupancy> m_occupancies;
    std::vector<std::vector<StageOccupancy>> m_kept; // by stage and operation kind: rows with all stages
};

std::int64_t heldAt(const PipelineRankMoment& moment)
{
    return std::accumulate(
        moment.occupancies.begin(), moment.occupancies.end(), std::int64_t(0),
        [](std::int64_t sum, const StageOccupancy& stage_occupancy) { return sum + stage_occupancy.held; });
}

// Returns a number of micro-batches that shows every occupancy of the pipeline ranks: with more, a full pipeline
// repeats its pattern.
std::int64_t countedMicroBatches(ScheduleKind schedule, const PipelineShape& shape)
{
    if (schedule == ScheduleKind::ZeroBubbleV) { // two periods of its pattern at every pipeline rank
        return std::min(shape.micro_batches, 2 * std::int64_t(shape.pipeline_ranks) + 1);
    }
    const bool fills_at_once = rulesOf(schedule).flushes && rulesOf(schedule).stages_per_rank != 0;
    const std::int64_t enough = std::int64_t(fills_at_once ? 3 : 4) * shape.pipeline_ranks;
    const std::int64_t rest = shape.micro_batches % shape.pipeline_ranks;
    // These hold all micro-batches of a step.
    const bool unlike = schedule == ScheduleKind::GPipe || schedule == ScheduleKind::TiMePReSt
        || (schedule == ScheduleKind::InterleavedRounds && rest != 0);
    return unlike ? shape.micro_batches : std::min(shape.micro_batches, enough + rest);
}

}

ScheduleTable::ScheduleTable(ScheduleKind schedule, int interleave, std::int64_t micro_batches,
                             std::shared_ptr<CountedDepths> counted)
    : m_schedule(schedule)
    , m_rules(rulesOf(schedule))
    , m_interleave(isLoop(schedule) ? interleave : 1)
    , m_micro_batches(micro_batches)
    , m_counted(std::move(counted))
{
}

bool ScheduleTable::severalStages() const
{
    return m_rules.stages_per_rank != 1 || m_rules.pipelines > 1;
}

int ScheduleTable::stages(int pipeline_ranks) const
{
    return pipeline_ranks * stagesPerRank(m_schedule, pipeline_ranks, m_interleave);
}

int ScheduleTable::pipelineRanksOf(int stages) const
{
    return stages == this->stages(1) ? 1 : 2 * stages / this->stages(2);
}

PipelineShape ScheduleTable::shape(int pipeline_ranks) const
{
    return {pipeline_ranks, stages(pipeline_ranks), m_micro_batches,
            steadySteps(m_schedule, pipeline_ranks, m_micro_batches)};
}

bool ScheduleTable::possible(int pipeline_ranks) const
{
    const std::lock_guard lock(m_mutex);
    findPossible(pipeline_ranks);
    return m_possible[static_cast<std::size_t>(std::max(0, pipeline_ranks))] != 0;
}

int ScheduleTable::possibleBetween(int shallowest, int deepest) const
{
    if (shallowest > deepest) {
        return 0;
    }
    const std::lock_guard lock(m_mutex);
    findPossible(deepest);
    return static_cast<int>(std::count(m_possible.begin() + shallowest, m_possible.begin() + deepest + 1, 1));
}

void ScheduleTable::findPossible(int pipeline_ranks) const
{
    for (int depth = static_cast<int>(m_possible.size()); depth <= pipeline_ranks || depth == 0; ++depth) {
        const bool several = depth > 1 || (depth == 1 && !severalStages());
        m_possible.push_back(several && checkShape(m_schedule, shape(depth)) ? 1 : 0);
    }
}

std::int64_t ScheduleTable::inFlight(int pipeline_rank, int pipeline_ranks) const
{
    return stagecraft::inFlight(m_schedule, pipeline_rank, pipeline_ranks, m_micro_batches);
}

const DepthOccupancy& ScheduleTable::at(int pipeline_ranks) const
{
    const bool is_possible = possible(pipeline_ranks);
    const std::lock_guard lock(m_mutex);
    auto& known = m_depths[pipeline_ranks];
    if (!known) {
        known = is_possible ? occupancyAt(pipeline_ranks) : std::make_shared<const DepthOccupancy>();
    }
    return *known;
}

std::shared_ptr<const DepthOccupancy> ScheduleTable::occupancyAt(int pipeline_ranks) const
{
    const PipelineShape whole = shape(pipeline_ranks);
    PipelineShape counted = whole;
    counted.micro_batches = countedMicroBatches(m_schedule, whole);
    counted.steps = steadySteps(m_schedule, pipeline_ranks, counted.micro_batches);
    if (!checkShape(m_schedule, counted)) {
        counted = whole;
    }
    // With stale weights, the copies of weights depend on the whole step.
    if (!m_counted || m_rules.changes_training) {
        return std::make_shared<const DepthOccupancy>(count(whole, counted));
    }
    const std::lock_guard lock(m_counted->mutex);
    auto& known = m_counted->depths[{m_schedule, m_interleave, pipeline_ranks, counted.micro_batches}];
    if (!known) {
        known = std::make_shared<const DepthOccupancy>(count(whole, counted));
    }
    return known;
}

DepthOccupancy ScheduleTable::count(const PipelineShape& whole, const PipelineShape& counted) const
{
    DepthOccupancy depth {whole.stages,
                          std::vector<PipelineRankOccupancy>(static_cast<std::size_t>(whole.pipeline_ranks))};
    std::vector<std::size_t> index; // index of each stage at its pipeline rank
    for (const ScheduledStage& stage : m_rules.stages(whole)) {
        PipelineRankOccupancy& pipeline_rank = depth.pipeline_ranks[static_cast<std::size_t>(stage.pipeline_rank)];
        index.push_back(pipeline_rank.stages.size());
        const WeightUse weights = m_rules.weights(whole, stage.chain_stage);
        pipeline_rank.stages.push_back(stage.chain_stage);
        pipeline_rank.copies.push_back(weights.versions - 1 + weights.predicted);
    }
    for (int p = 0; p < whole.pipeline_ranks; ++p) {
        PipelineRankOccupancy& pipeline_rank = depth.pipeline_ranks[static_cast<std::size_t>(p)];
        OperationCount count(pipeline_rank.stages.size());
        for (const Operation& operation : m_rules.operations(counted, p)) {
            count.apply(index[static_cast<std::size_t>(operation.stage)], operation.kind);
        }
        pipeline_rank.moments = count.moments();
        std::stable_sort(
            pipeline_rank.moments.begin(), pipeline_rank.moments.end(),
            [](const PipelineRankMoment& a, const PipelineRankMoment& b) { return heldAt(a) > heldAt(b); });
    }
    return depth;
}

std::shared_ptr<const ScheduleTable> ScheduleTables::table(ScheduleKind schedule, int interleave,
                                                           std::int64_t micro_batches)
{
    auto& known = m_tables[{schedule, interleave, micro_batches}];
    if (!known) {
        known = std::make_shared<const ScheduleTable>(schedule, interleave, micro_batches, m_counted);
    }
    return known;
}

Bytes pipelineRankPeak(const PipelineRankOccupancy& occupancy, std::span<const PassPhases* const> stages, Bytes enough)
{
    Bytes state;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        state += stages[i]->state + stages[i]->parameters * occupancy.copies[i];
    }
    Bytes most;
    for (const PipelineRankMoment& moment : occupancy.moments) {
        Bytes bytes = stages[moment.stage]->of(moment.kind, moment.occupancies[moment.stage].gradients);
        for (std::size_t i = 0; i < stages.size(); ++i) {
            const StageOccupancy& stage_occupancy = moment.occupancies[i];
            const PassPhases& phases = *stages[i];
            bytes += phases.held * stage_occupancy.held + phases.halved * stage_occupancy.halved
                + (stage_occupancy.gradients ? phases.gradients : Bytes(0));
        }
        most = std::max(most, bytes);
        if (state + most > enough) {
            break;
        }
    }
    return state + most;
}

}
