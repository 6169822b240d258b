// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/schedule.h"

#include "core/schedule/kinds/kinds.h"
#include "core/words/common.h"
#include "core/words/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int maxPipelineRanks = 1 << 20;

// Returns the steps in which a pipeline without a flush fills, or drains: until each pipeline rank has processed its
// micro-batches in flight.
int fillingSteps(const ScheduleRules& rules, int pipeline_ranks, std::int64_t micro_batches)
{
    const std::int64_t unit = rules.whole_mini_batches ? 1 : micro_batches;
    return static_cast<int>((pipeline_ranks + unit - 1) / unit) + 1;
}

// Returns an order without the operations.
OperationOrder emptyOrder(const ScheduleRules& rules, const PipelineShape& shape)
{
    OperationOrder order;
    order.stages = rules.stages(shape);
    order.local_losses = rules.local_losses;
    order.pipelines = rules.pipelines;
    order.steps = shape.steps;
    order.draining_steps = rules.flushes ? 0 : fillingSteps(rules, shape.pipeline_ranks, shape.micro_batches);
    order.micro_batches = shape.micro_batches * shape.steps;
    order.pipeline_ranks.resize(static_cast<std::size_t>(shape.pipeline_ranks));
    return order;
}

OperationOrder uncheckedOrder(const ScheduleRules& rules, const PipelineShape& shape)
{
    OperationOrder order = emptyOrder(rules, shape);
    for (int pipeline_rank = 0; pipeline_rank < shape.pipeline_ranks; ++pipeline_rank) {
        order.pipeline_ranks[static_cast<std::size_t>(pipeline_rank)] = rules.operations(shape, pipeline_rank);
    }
    return order;
}

PipelineShape chainShape(ScheduleKind schedule, int stages, std::int64_t micro_batches)
{
    return {stages, stages, micro_batches, steadySteps(schedule, stages, micro_batches)};
}

}

const ScheduleRules& rulesOf(ScheduleKind schedule)
{
    switch (schedule) {
    case ScheduleKind::GPipe:
        return schedules::gpipe;
    case ScheduleKind::Sequential:
        return schedules::sequential;
    case ScheduleKind::DappleA:
        return schedules::dappleA;
    case ScheduleKind::DappleB:
        return schedules::dappleB;
    case ScheduleKind::Interleaved:
        return schedules::interleaved;
    case ScheduleKind::InterleavedRounds:
        return schedules::interleavedRounds;
    case ScheduleKind::Combined:
        return schedules::combined;
    case ScheduleKind::ZeroBubbleH1:
        return schedules::zeroBubbleH1;
    case ScheduleKind::ZeroBubbleH2:
        return schedules::zeroBubbleH2;
    case ScheduleKind::ZeroBubbleV:
        return schedules::zeroBubbleV;
    case ScheduleKind::Chimera:
        return schedules::chimera;
    case ScheduleKind::DualPipe:
        return schedules::dualPipe;
    case ScheduleKind::PipeDream:
        return schedules::pipeDream;
    case ScheduleKind::PipeDreamVertical:
        return schedules::pipeDreamVertical;
    case ScheduleKind::TwoBufferedWeights:
        return schedules::twoBufferedWeights;
    case ScheduleKind::SpecTrain:
        return schedules::specTrain;
    case ScheduleKind::XPipe:
        return schedules::xPipe;
    case ScheduleKind::TiMePReSt:
        return schedules::timePreSt;
    case ScheduleKind::LocalLearning:
        return schedules::localLearning;
    case ScheduleKind::GraphPipe:
        return schedules::graphPipe;
    case ScheduleKind::OneForwardOneBackward:
        break;
    }
    return schedules::oneForwardOneBackward;
}

Result<void> checkShape(ScheduleKind schedule, const PipelineShape& shape)
{
    const auto within = [](const PhraseOf<0>& what, std::int64_t value, std::int64_t most) -> Result<void> {
        if (value >= 1 && value <= most) {
            return {};
        }
        return failure(ErrorCode::OptionOutOfRange, {what, value, 1, most});
    };
    for (const auto& checked :
         {within(words::common::pipeline_ranks, shape.pipeline_ranks, maxPipelineRanks),
          within(words::schedule::number_of_stages, shape.stages, maxPipelineRanks),
          within(words::common::micro_batches, shape.micro_batches, INT32_MAX / std::max(1, shape.steps))}) {
        if (!checked) {
            return checked;
        }
    }
    if (const auto refusal = rulesOf(schedule).refusal(shape)) {
        return failure(ErrorCode::ScheduleImpossible,
                       {schedule, refusal->reason, refusal->nearest.empty() ? words::common::none : refusal->nearest});
    }
    return {};
}

int stagesPerRank(ScheduleKind schedule, int pipeline_ranks, int interleave)
{
    const ScheduleRules& rules = rulesOf(schedule);
    const bool alone = pipeline_ranks == 1 && rules.combines_passes;
    return rules.stages_per_rank != 0 ? rules.stages_per_rank : alone ? 1 : interleave;
}

Result<OperationOrder> orderOf(ScheduleKind schedule, const PipelineShape& shape)
{
    if (auto checked = checkShape(schedule, shape); !checked) {
        return failure(checked.error());
    }
    return uncheckedOrder(rulesOf(schedule), shape);
}

Result<OperationOrder> shortOrderOf(ScheduleKind schedule, const PipelineShape& shape)
{
    const ScheduleRules& rules = rulesOf(schedule);
    if (!rules.in_rounds) {
        return orderOf(schedule, shape);
    }
    if (auto checked = checkShape(schedule, shape); !checked) {
        return failure(checked.error());
    }
    OperationOrder order = emptyOrder(rules, shape);
    for (int pipeline_rank = 0; pipeline_rank < shape.pipeline_ranks; ++pipeline_rank) {
        order.ahead.push_back(rules.in_flight(shape, pipeline_rank));
    }
    return order;
}

std::vector<Operation> operationsOf(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches)
{
    std::vector<Operation> operations =
        rulesOf(schedule).operations(chainShape(schedule, stages, micro_batches), stage);
    std::erase_if(operations, [](const Operation& operation) { return operation.kind == OperationKind::Update; });
    for (Operation& operation : operations) {
        operation.stage = 0;
    }
    return operations;
}

std::int64_t inFlight(ScheduleKind schedule, int stage, int stages, std::int64_t micro_batches)
{
    const ScheduleRules& rules = rulesOf(schedule);
    const PipelineShape shape = chainShape(schedule, stages, micro_batches);
    if (rules.in_flight != nullptr) {
        return rules.in_flight(shape, stage);
    }
    return mostInFlight(uncheckedOrder(rules, shape))[static_cast<std::size_t>(stage)];
}

int steadySteps(ScheduleKind schedule, int pipeline_ranks, std::int64_t micro_batches)
{
    // The pipeline fills and drains, and reaches its steady state after as many steps again.
    const ScheduleRules& rules = rulesOf(schedule);
    return rules.flushes ? 1 : 3 * fillingSteps(rules, pipeline_ranks, micro_batches) + measuredSteps;
}

}
