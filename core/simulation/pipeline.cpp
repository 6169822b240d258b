// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pipeline.h"

#include "core/simulation/pipelineengine.h"
#include "core/simulation/plainpipeline.h"

#include <algorithm>

namespace stagecraft {

namespace {

// Sums over the operations of all pipeline ranks: compute time, and largest inner idle time.
struct Use {
    double busy = 0;
    double inner_idle = 0;
};

template <typename Engine>
Use useOf(int pipeline_ranks, const Engine& engine)
{
    Use use;
    for (int p = 0; p < pipeline_ranks; ++p) {
        use.busy += engine.busy(p);
        use.inner_idle = std::max(use.inner_idle, engine.lastPass(p) - engine.firstStart(p) - engine.busy(p));
    }
    return use;
}

// Returns the result of a finished run.
template <typename Engine>
SimulatedStep stepOf(const OperationOrder& order, const Engine& engine, std::optional<double> period = {})
{
    SimulatedStep result;
    const int pipeline_ranks = order.pipelineRankCount();
    const Use use = useOf(pipeline_ranks, engine);
    double busy = use.busy;
    for (int p = 0; p < pipeline_ranks; ++p) {
        result.makespan = std::max(result.makespan, Seconds(engine.lastPass(p)));
        result.step = std::max(result.step, Seconds(engine.end(p)));
    }
    if (period) { // time from one update to the next in the steady state
        result.step = result.makespan = Seconds(*period);
        busy /= order.steps;
    }
    const double available = result.makespan.value * pipeline_ranks;
    if (available > 0 && busy > 0) {
        result.bubble_fraction = std::max(0.0, 1 - busy / available);
        result.bubble_of_ideal = std::max(0.0, available / busy - 1);
    }
    result.inner_idle = Seconds(std::max(0.0, use.inner_idle));
    return result;
}

}

SimulatedStep simulate(const PipelineRun& run, Timeline* timeline)
{
    if (timeline == nullptr && PlainPipeline::canRun(run)) {
        PlainPipeline pipeline(run);
        pipeline.run();
        return stepOf(run.order, pipeline);
    }
    if (run.order.inShort()) {
        return simulate({writtenOut(run.order), run.times, run.exchanges}, timeline);
    }
    PipelineEngine engine(run, timeline);
    engine.run();
    const auto period = run.order.steps > 1 ? std::optional(engine.period()) : std::nullopt;
    const SimulatedStep result = stepOf(run.order, engine, period);
    if (timeline != nullptr) {
        timeline->pipeline_ranks = run.order.pipelineRankCount();
        timeline->steps = run.order.steps;
        timeline->end = {};
        for (const Span& span : timeline->spans) {
            timeline->end = std::max(timeline->end, span.end);
        }
    }
    return result;
}

std::vector<GradientExchange> exchangesOf(const OperationOrder& order, const std::vector<Seconds>& replicas,
                                          std::optional<Seconds> tied_exchange)
{
    const int chain = static_cast<int>(order.stages.size()) / order.pipelines;
    std::vector<GradientExchange> exchanges;
    const auto copiesOf = [&](int stage) {
        std::vector<int> copies;
        for (int pipeline = 0; pipeline < order.pipelines; ++pipeline) {
            copies.push_back(pipeline * chain + stage);
        }
        return copies;
    };
    const bool tied = tied_exchange && chain > 1;
    if (tied) { // the ends of the chain wait for each other in all pipelines
        GradientExchange ends {copiesOf(0), *tied_exchange};
        for (const int copy : copiesOf(chain - 1)) {
            ends.stages.push_back(copy);
        }
        exchanges.push_back(std::move(ends));
    }
    for (int stage = 0; stage < chain; ++stage) {
        const bool end = tied && (stage == 0 || stage + 1 == chain);
        if (order.pipelines > 1 && !replicas.empty() && !end) {
            exchanges.push_back({copiesOf(stage), replicas[static_cast<std::size_t>(stage)]});
        }
    }
    return exchanges;
}

SimulatedStep simulatePipeline(const std::vector<StageTimes>& stages, ScheduleKind schedule, std::int64_t micro_batches,
                               std::optional<Seconds> tied_exchange)
{
    const int count = static_cast<int>(stages.size());
    const PipelineShape shape {count, count, micro_batches, steadySteps(schedule, count, micro_batches)};
    const OperationOrder order = shortOrderOf(schedule, shape).value();
    return simulate({order, stages, exchangesOf(order, {}, tied_exchange)});
}

}
