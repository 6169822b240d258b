// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/plainpipeline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stagecraft {

namespace {

// Below this number of remaining rounds each round is run.
constexpr std::int64_t fewRounds = 16;
// Relative difference between sums of the same durations in different orders.
constexpr double sumRounding = 1e-14;

bool isChain(const OperationOrder& order)
{
    if (order.steps != 1 || order.pipelines != 1 || order.local_losses
        || std::ssize(order.stages) != order.pipelineRankCount()) {
        return false;
    }
    for (int s = 0; s < order.pipelineRankCount(); ++s) {
        const ScheduledStage& stage = order.stages[static_cast<std::size_t>(s)];
        const bool follows = s == 0 ? stage.before.empty() : stage.before == std::vector {s - 1};
        if (stage.pipeline_rank != s || stage.chain_stage != s || !follows) {
            return false;
        }
    }
    return true;
}

std::int64_t forwardsAhead(const std::vector<Operation>& operations)
{
    return std::find_if(operations.begin(), operations.end(),
                        [](const Operation& operation) { return operation.kind != OperationKind::Forward; })
        - operations.begin();
}

// True if after `ahead` forward passes backward and forward passes alternate, followed by the other backward passes and
// the update.
bool inTurn(const std::vector<Operation>& operations, std::int64_t ahead, std::int64_t micro_batches)
{
    if (ahead < 1 || ahead > micro_batches || std::ssize(operations) != 2 * micro_batches + 1) {
        return false;
    }
    const Operation* next = operations.data();
    const auto isNext = [&](OperationKind kind, std::int64_t micro_batch) {
        const Operation& operation = *next++;
        return operation.kind == kind && !operation.joined && operation.micro_batch == micro_batch;
    };
    bool same = true;
    for (std::int64_t m = 0; m < ahead; ++m) {
        same &= isNext(OperationKind::Forward, m);
    }
    for (std::int64_t m = 0; m + ahead < micro_batches; ++m) {
        same &= isNext(OperationKind::Backward, m);
        same &= isNext(OperationKind::Forward, m + ahead);
    }
    for (std::int64_t m = micro_batches - ahead; m < micro_batches; ++m) {
        same &= isNext(OperationKind::Backward, m);
    }
    return same && isNext(OperationKind::Update, micro_batches - 1);
}

bool inRounds(const OperationOrder& order)
{
    std::int64_t before = order.micro_batches;
    for (const auto& operations : order.pipeline_ranks) {
        const std::int64_t ahead = forwardsAhead(operations);
        if (ahead > before || !inTurn(operations, ahead, order.micro_batches)) {
            return false;
        }
        before = ahead;
    }
    return true;
}

}

bool PlainPipeline::canRun(const PipelineRun& run)
{
    const auto& exchanges = run.exchanges;
    const std::vector<int> ends {0, run.order.pipelineRankCount() - 1};
    return std::none_of(run.times.begin(), run.times.end(),
                        [](const StageTimes& times) { return !times.layers.empty() || !times.host_updates.empty(); })
        && (exchanges.empty() || (exchanges.size() == 1 && exchanges.front().stages == ends))
        && (run.order.inShort() || (isChain(run.order) && inRounds(run.order)));
}

PlainPipeline::PlainPipeline(const PipelineRun& run)
    : m_stages(run.times)
    , m_exchange(run.exchanges.empty() ? nullptr : &run.exchanges.front())
    , m_micro_batches(run.order.micro_batches)
    , m_pipeline_ranks(m_stages.size())
{
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const StageTimes& times = m_stages[s];
        PipelineRank& pipeline_rank = m_pipeline_ranks[s];
        pipeline_rank.forward = (times.forward - times.forward_waiting).value;
        pipeline_rank.forward_waiting = times.forward_waiting.value;
        pipeline_rank.recompute = times.recompute.value;
        pipeline_rank.backward = (times.backward - times.recompute - times.backward_waiting).value;
        pipeline_rank.backward_waiting = times.backward_waiting.value;
        pipeline_rank.transfer = times.transfer.value;
        pipeline_rank.latency = times.latency.value;
        pipeline_rank.ahead = run.order.inShort() ? run.order.ahead[s] : forwardsAhead(run.order.pipeline_ranks[s]);
    }
    makeRings();
}

// Reserves rings for the inputs that the previous pipeline rank sends ahead: the difference of their initial forward
// passes, and one more within a round.
void PlainPipeline::makeRings()
{
    std::size_t all = 0;
    m_waiting = true;
    for (std::size_t s = 1; s < m_pipeline_ranks.size(); ++s) {
        PipelineRank& pipeline_rank = m_pipeline_ranks[s];
        m_waiting = m_waiting && pipeline_rank.ahead < m_pipeline_ranks[s - 1].ahead;
        pipeline_rank.ring = all;
        pipeline_rank.capacity = static_cast<std::size_t>(m_pipeline_ranks[s - 1].ahead - pipeline_rank.ahead) + 1;
        all += pipeline_rank.capacity;
    }
    m_inputs.resize(all);
}

void PlainPipeline::run()
{
    warmUp();
    for (std::int64_t round = 0; round < m_micro_batches; ++round) {
        runRound(round);
        round += repeat(round);
    }
    for (std::size_t s = 0; s < m_pipeline_ranks.size(); ++s) {
        reduce(s);
    }
    if (m_exchange != nullptr) {
        exchange();
    }
    for (std::size_t s = 0; s < m_pipeline_ranks.size(); ++s) {
        update(s);
    }
}

void PlainPipeline::warmUp()
{
    std::vector<double> arrived(static_cast<std::size_t>(m_pipeline_ranks.front().ahead), 0.0);
    for (PipelineRank& pipeline_rank : m_pipeline_ranks) {
        const auto ahead = static_cast<std::size_t>(pipeline_rank.ahead);
        for (std::size_t m = ahead; m < arrived.size(); ++m) { // inputs of later rounds
            m_inputs[pipeline_rank.ring + pipeline_rank.newest++] = arrived[m];
        }
        pipeline_rank.first_start = arrived.front();
        arrived.resize(ahead);
        for (double& time : arrived) {
            time = forward(pipeline_rank, time);
        }
    }
}

// Returns the arrival time at the next pipeline rank.
double PlainPipeline::forward(PipelineRank& pipeline_rank, double arrived) const
{
    const double begin = std::max(arrived, pipeline_rank.clock);
    pipeline_rank.clock = begin + pipeline_rank.forward + pipeline_rank.forward_waiting;
    pipeline_rank.busy += pipeline_rank.clock - begin;
    pipeline_rank.down = std::max(pipeline_rank.down, pipeline_rank.clock) + pipeline_rank.transfer;
    return pipeline_rank.down + pipeline_rank.latency;
}

// Runs a round. If inputs wait at each pipeline rank, a forward pass does not depend on the previous rank's forward
// pass of this round and runs during the backward passes, which wait for each other.
void PlainPipeline::runRound(std::int64_t round)
{
    double arrived = 0;
    for (std::size_t s = m_pipeline_ranks.size(); s-- > 0;) {
        arrived = backward(s, arrived);
        if (m_waiting) {
            forwardOf(s, round);
        }
    }
    for (std::size_t s = 0; s < m_pipeline_ranks.size() && !m_waiting; ++s) {
        forwardOf(s, round);
    }
}

// Returns the arrival time of the gradient at the previous pipeline rank.
double PlainPipeline::backward(std::size_t index, double arrived)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[index];
    const double begin = std::max(arrived, pipeline_rank.clock);
    pipeline_rank.clock = begin + pipeline_rank.recompute + pipeline_rank.backward + pipeline_rank.backward_waiting;
    pipeline_rank.busy += pipeline_rank.clock - begin;
    if (index == 0) {
        return 0;
    }
    const PipelineRank& before = m_pipeline_ranks[index - 1];
    pipeline_rank.up = std::max(pipeline_rank.up, pipeline_rank.clock) + before.transfer;
    return pipeline_rank.up + before.latency;
}

void PlainPipeline::forwardOf(std::size_t index, std::int64_t round)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[index];
    if (round + pipeline_rank.ahead >= m_micro_batches) {
        return;
    }
    double arrived = 0;
    if (index > 0) {
        arrived = m_inputs[pipeline_rank.ring + pipeline_rank.oldest];
        pipeline_rank.oldest = pipeline_rank.oldest + 1 == pipeline_rank.capacity ? 0 : pipeline_rank.oldest + 1;
    }
    arrived = forward(pipeline_rank, arrived);
    if (index + 1 < m_pipeline_ranks.size()) {
        PipelineRank& next = m_pipeline_ranks[index + 1];
        m_inputs[next.ring + next.newest] = arrived;
        next.newest = next.newest + 1 == next.capacity ? 0 : next.newest + 1;
    }
}

// Visits all times that the next round depends on, in a fixed order, until `function` returns false. The missing links
// at the ends of the chain are left out.
template <typename Function>
bool PlainPipeline::eachTime(const Function& function)
{
    for (std::size_t s = 0; s < m_pipeline_ranks.size(); ++s) {
        PipelineRank& pipeline_rank = m_pipeline_ranks[s];
        if (!function(pipeline_rank.clock) || (s + 1 < m_pipeline_ranks.size() && !function(pipeline_rank.down))
            || (s > 0 && !function(pipeline_rank.up))) {
            return false;
        }
        for (std::size_t i = pipeline_rank.oldest; i != pipeline_rank.newest;
             i = i + 1 == pipeline_rank.capacity ? 0 : i + 1) {
            if (!function(m_inputs[pipeline_rank.ring + i])) {
                return false;
            }
        }
    }
    return true;
}

// Called after a round; returns the number of rounds added as repetitions since the snapshot. The distance between
// snapshots doubles (Brent 1980, "An improved Monte Carlo factorization algorithm"), so that any period is found.
std::int64_t PlainPipeline::repeat(std::int64_t round)
{
    const std::int64_t left =
        // Rounds in which all pipeline ranks have both passes.
        m_micro_batches - m_pipeline_ranks.front().ahead - 1 - round;
    if (left < fewRounds) {
        return 0;
    }
    if (m_snapshot.times.empty()) {
        takeSnapshot(round);
        return 0;
    }
    const std::int64_t since = round - m_snapshot.round;
    if (!isLaterByOneTime()) {
        if (since > m_snapshot.round) {
            takeSnapshot(round);
        }
        return 0;
    }
    const std::int64_t times = left / since;
    addSinceSnapshot(static_cast<double>(times));
    m_repeated += times * since;
    return times * since;
}

bool PlainPipeline::isLaterByOneTime()
{
    const double later = m_pipeline_ranks.front().clock - m_snapshot.times.front();
    auto before = m_snapshot.times.begin();
    return eachTime([&](double time) { return std::abs(time - *before++ - later) <= sumRounding * time; });
}

void PlainPipeline::addSinceSnapshot(double times)
{
    const double later = (m_pipeline_ranks.front().clock - m_snapshot.times.front()) * times;
    eachTime([&](double& time) {
        time += later;
        return true;
    });
    for (std::size_t s = 0; s < m_pipeline_ranks.size(); ++s) {
        m_pipeline_ranks[s].busy += (m_pipeline_ranks[s].busy - m_snapshot.busy[s]) * times;
    }
}

void PlainPipeline::takeSnapshot(std::int64_t round)
{
    m_snapshot.round = round;
    m_snapshot.times.clear();
    m_snapshot.busy.clear();
    eachTime([&](double time) {
        m_snapshot.times.push_back(time);
        return true;
    });
    for (const PipelineRank& pipeline_rank : m_pipeline_ranks) {
        m_snapshot.busy.push_back(pipeline_rank.busy);
    }
}

void PlainPipeline::reduce(std::size_t index)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[index];
    const StageTimes& times = m_stages[index];
    pipeline_rank.last_pass = pipeline_rank.clock;
    for (const GradientBucket& bucket : times.buckets) {
        pipeline_rank.collective =
            std::max(pipeline_rank.collective, pipeline_rank.clock - bucket.before_end.value) + bucket.time.value;
    }
    if (times.buckets.empty() && times.reduction > Seconds(0)) {
        pipeline_rank.collective = pipeline_rank.clock + times.reduction.value;
    }
    pipeline_rank.gradients = std::max(pipeline_rank.clock, pipeline_rank.collective);
    pipeline_rank.end = pipeline_rank.gradients;
}

// Exchange between the ends of the chain, after both have their gradients and no other collective.
void PlainPipeline::exchange()
{
    PipelineRank& first = m_pipeline_ranks.front();
    PipelineRank& last = m_pipeline_ranks.back();
    const bool takes = m_exchange->time > Seconds(0);
    const double ready = std::max(first.gradients, last.gradients);
    const double begin = takes ? std::max({ready, first.collective, last.collective}) : ready;
    for (PipelineRank* pipeline_rank : {&first, &last}) {
        pipeline_rank->gradients = begin + m_exchange->time.value;
        if (takes) {
            pipeline_rank->collective = pipeline_rank->gradients;
        }
        pipeline_rank->end = std::max(pipeline_rank->end, pipeline_rank->gradients);
    }
}

void PlainPipeline::update(std::size_t index)
{
    PipelineRank& pipeline_rank = m_pipeline_ranks[index];
    const StageTimes& times = m_stages[index];
    pipeline_rank.clock = std::max(pipeline_rank.clock, pipeline_rank.gradients) + times.optimizer.value;
    if (times.parameters > Seconds(0)) {
        pipeline_rank.clock = std::max(pipeline_rank.clock, pipeline_rank.collective) + times.parameters.value;
    }
    pipeline_rank.end = std::max(pipeline_rank.end, pipeline_rank.clock);
}

}
