// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/base/error.h"
#include "core/schedule/schedule.h"
#include "core/simulation/pipeline.h"

#include <QtTest>

#include <map>
#include <random>
#include <set>

using namespace stagecraft;

namespace {

QString nameOfKind(ScheduleKind kind)
{
    const std::string_view name = nameOf(kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

// A shape for p pipeline ranks and m micro-batches with the schedule's stages: v per pipeline rank, if it supports
// several.
PipelineShape shapeOf(ScheduleKind kind, int p, std::int64_t m, int v = 2)
{
    const int each = rulesOf(kind).stages_per_rank;
    return {p, p * (each == 0 ? v : each), m, steadySteps(kind, p, m)};
}

// The nearest shape that the schedule supports.
PipelineShape possibleShape(ScheduleKind kind, int p, std::int64_t m, int v)
{
    if (rulesOf(kind).pipelines == 2) {
        p += p % 2;
        m = kind == ScheduleKind::Chimera ? p * (1 + m % 4) : 2 * (p + m);
    } else if (kind == ScheduleKind::Interleaved || kind == ScheduleKind::Combined) {
        m = p * (1 + m % 5);
    } else if (kind == ScheduleKind::InterleavedRounds) {
        m = m < p ? m : m / p * p;
    } else if (kind == ScheduleKind::TwoBufferedWeights) {
        m = std::max<std::int64_t>(m, p);
    }
    return shapeOf(kind, p, m, v);
}

// Stages with times F and B per pipeline rank: each of v stages on a pipeline rank takes a v-th.
std::vector<StageTimes> evenTimes(const PipelineShape& shape, double forward, double backward)
{
    const double parts = static_cast<double>(shape.stages) / shape.pipeline_ranks;
    StageTimes times;
    times.forward = Seconds(forward / parts);
    times.backward = Seconds(backward / parts);
    times.weight_gradient = Seconds(backward / 2 / parts);
    return std::vector<StageTimes>(static_cast<std::size_t>(shape.stages), times);
}

struct Simulated {
    OperationOrder order;
    SimulatedStep step;
};

Simulated simulated(ScheduleKind kind, int p, std::int64_t m, int v = 2, double forward = 1, double backward = 2)
{
    const PipelineShape shape = shapeOf(kind, p, m, v);
    Simulated result {orderOf(kind, shape).value(), {}};
    result.step = simulate({result.order, evenTimes(shape, forward, backward)});
    return result;
}

// Stages with inputs from up to three earlier ones each.
std::vector<std::vector<int>> randomGraph(std::mt19937& random, int stages)
{
    std::vector<std::vector<int>> graph(static_cast<std::size_t>(stages));
    for (int stage = 1; stage < stages; ++stage) {
        std::set<int> before;
        for (unsigned i = random() % 4; i > 0; --i) {
            before.insert(static_cast<int>(random() % static_cast<unsigned>(stage)));
        }
        graph[static_cast<std::size_t>(stage)].assign(before.begin(), before.end());
    }
    return graph;
}

bool isMessage(SpanKind kind)
{
    return kind == SpanKind::SendActivation || kind == SpanKind::SendGradient;
}

// Number of messages that an operation sends to other pipeline ranks when it ends.
std::int64_t messagesOf(const OperationOrder& order, const Operation& operation)
{
    const bool down = operation.kind == OperationKind::Forward;
    const bool up = (operation.kind == OperationKind::Backward || operation.kind == OperationKind::InputGradient)
        && !order.local_losses;
    const ScheduledStage& stage = order.stages[static_cast<std::size_t>(operation.stage)];
    std::int64_t count = 0;
    if (down || up) {
        for (const int other : down ? stage.after : stage.before) {
            count += order.stages[static_cast<std::size_t>(other)].pipeline_rank != stage.pipeline_rank ? 1 : 0;
        }
    }
    return count;
}

// True if, on a chain, no pass begins before the message that it needs has arrived.
bool nothingIsUsedBeforeItArrives(const OperationOrder& order, const Timeline& timeline)
{
    const auto key = [](const Span& span) { return std::pair(span.stage, span.micro_batch); };
    std::map<std::pair<int, std::int64_t>, Seconds> down; // by the sender's stage
    std::map<std::pair<int, std::int64_t>, Seconds> up;
    for (const Span& span : timeline.spans) {
        if (isMessage(span.kind)) {
            (span.kind == SpanKind::SendActivation ? down : up)[key(span)] = span.end;
        }
    }
    return std::all_of(timeline.spans.begin(), timeline.spans.end(), [&](const Span& span) {
        const bool forward = span.kind == SpanKind::Forward;
        const bool backward =
            (span.kind == SpanKind::Backward || span.kind == SpanKind::InputGradient) && !order.local_losses;
        if (!forward && !backward) {
            return true;
        }
        const auto& from = forward ? down : up;
        const auto message = from.find({span.stage + (forward ? -1 : 1), span.micro_batch});
        return message == from.end() || span.start >= message->second;
    });
}

// Maximum number of mini-batches in flight for the only stage of a pipeline rank: with a forward pass begun, and
// backward passes to come.
std::int64_t mostMiniBatchesInFlight(const OperationOrder& order, int pipeline_rank, std::int64_t micro_batches)
{
    std::map<std::int64_t, std::int64_t> in_flight; // by mini-batch
    std::size_t most = 0;
    for (const Operation& operation : order.pipeline_ranks[static_cast<std::size_t>(pipeline_rank)]) {
        const std::int64_t of = operation.micro_batch / micro_batches;
        if (operation.kind == OperationKind::Forward) {
            ++in_flight[of];
        } else if (operation.kind == OperationKind::Backward && --in_flight[of] == 0) {
            in_flight.erase(of);
        }
        most = std::max(most, in_flight.size());
    }
    return static_cast<std::int64_t>(most);
}

}

class SchedulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenMakespansAndPeaks_data();
    void goldenMakespansAndPeaks();
    void chimeraFillsItsBubbles();
    void dualPipeHasItsPublishedBubble();
    void naiveModelParallelismIsOneAtATime();
    void streamsHaveNoBubble();
    void streamsAreAsFastAsTheirSlowestStage();
    void localLossesWaitForNobody();
    void branchesRunAtTheSameTime();
    void everyOrderIsCompleteAndEnds();
    void shortOrdersSayTheSame();
    void inFlightMeetsItsFormula();
    void impossibleShapesAreRefused_data();
    void impossibleShapesAreRefused();
    void weightsAreAsOldAsPublished();
    void dappleKeepsItsLimit();
};

// F = 1, B = 2 (I = W = 1): reference values for every implementation of these schedules.
void SchedulesTest::goldenMakespansAndPeaks_data()
{
    using Kind = ScheduleKind;
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("v");
    QTest::addColumn<double>("makespan");
    QTest::addColumn<double>("inner_idle"); // -1: not checked
    QTest::addColumn<QList<double>>("peaks"); // by pipeline rank; empty: not checked; one value: all pipeline ranks
    const auto row = [](const char* name, Kind kind, int p, int m, int v, double makespan, double idle,
                        const QList<double>& peaks) {
        QTest::newRow(name) << static_cast<int>(kind) << p << m << v << makespan << idle << peaks;
    };
    const QList<double> eight {8, 7, 6, 5, 4, 3, 2, 1};
    row("gpipe 4,8", Kind::GPipe, 4, 8, 1, 33, -1, {8});
    row("1f1b 4,8", Kind::OneForwardOneBackward, 4, 8, 1, 33, -1, {4, 3, 2, 1});
    row("dapple-a 4,8", Kind::DappleA, 4, 8, 1, 33, -1, {4, 3, 2, 1});
    row("dapple-b 4,8", Kind::DappleB, 4, 8, 1, 33, -1, {7, 5, 3, 1});
    row("interleaved 4,8 v=2", Kind::Interleaved, 4, 8, 2, 28.5, -1, {5.5, 4.5, 3.5, 2.5});
    row("interleaved 4,8 v=4", Kind::Interleaved, 4, 8, 4, 26.25, -1, {4.75, 4.25, 3.75, 3.25});
    row("interleaved-rounds 4,8 v=2", Kind::InterleavedRounds, 4, 8, 2, 28.5, -1, {5.5, 4.5, 3.5, 2.5});
    row("zb-h1 4,8", Kind::ZeroBubbleH1, 4, 8, 1, 27, -1, {4});
    row("zb-h2 4,8", Kind::ZeroBubbleH2, 4, 8, 1, 27, 0, {7});
    row("zbv 4,8", Kind::ZeroBubbleV, 4, 8, 2, 25.5, 0, {4});
    row("gpipe 8,32", Kind::GPipe, 8, 32, 1, 117, -1, {32});
    row("1f1b 8,32", Kind::OneForwardOneBackward, 8, 32, 1, 117, -1, eight);
    row("combined-1f1b 4,8 v=2", Kind::Combined, 4, 8, 2, 28.5, -1, {6, 5, 4, 3});
    row("interleaved 8,32 v=2", Kind::Interleaved, 8, 32, 2, 106.5, -1, {11.5, 10.5, 9.5, 8.5, 7.5, 6.5, 5.5, 4.5});
    row("interleaved 8,32 v=4", Kind::Interleaved, 8, 32, 4, 101.25, -1,
        {9.75, 9.25, 8.75, 8.25, 7.75, 7.25, 6.75, 6.25});
    row("zb-h1 8,32", Kind::ZeroBubbleH1, 8, 32, 1, 103, -1, {8});
    row("zb-h2 8,32", Kind::ZeroBubbleH2, 8, 32, 1, 103, 0, {15});
    row("zbv 8,32", Kind::ZeroBubbleV, 8, 32, 2, 99.5, 0, {8});
}

void SchedulesTest::goldenMakespansAndPeaks()
{
    QFETCH(int, kind);
    QFETCH(int, p);
    QFETCH(int, m);
    QFETCH(int, v);
    QFETCH(double, makespan);
    QFETCH(double, inner_idle);
    QFETCH(QList<double>, peaks);
    const Simulated run = simulated(static_cast<ScheduleKind>(kind), p, m, v);
    QCOMPARE(run.step.makespan.value, makespan);
    if (inner_idle >= 0) {
        QVERIFY(std::abs(run.step.inner_idle.value - inner_idle) < 1e-9);
    }
    const auto found = mostInFlightByRank(run.order);
    for (int pipeline_rank = 0; pipeline_rank < p; ++pipeline_rank) {
        QCOMPARE(found[static_cast<std::size_t>(pipeline_rank)],
                 peaks.size() == 1 ? peaks.front() : peaks[pipeline_rank]);
    }
    // Both conventions of the bubble describe the same idle time.
    const double ideal = 3.0 * m;
    QVERIFY(std::abs(run.step.bubble_fraction - (1 - ideal / makespan)) < 1e-9);
    QVERIFY(std::abs(run.step.bubble_of_ideal - (makespan / ideal - 1)) < 1e-9);
}

// Chimera fills its bubbles: idle (p - 2) B for B = F and for B = 2 F; p/2 + 1 to p micro-batches in flight, most in
// the middle.
void SchedulesTest::chimeraFillsItsBubbles()
{
    for (const auto& [p, backward, makespan] :
         {std::tuple {4, 1.0, 10.0}, std::tuple {4, 2.0, 16.0}, std::tuple {8, 1.0, 22.0}, std::tuple {8, 2.0, 36.0}}) {
        const Simulated run = simulated(ScheduleKind::Chimera, p, p, 1, 1, backward);
        QCOMPARE(run.step.makespan.value, makespan);
        for (int pipeline_rank = 0; pipeline_rank < p; ++pipeline_rank) {
            const int inwards = std::min(pipeline_rank, p - 1 - pipeline_rank);
            QCOMPARE(mostInFlightByRank(run.order)[static_cast<std::size_t>(pipeline_rank)], p / 2 + 1.0 + inwards);
        }
    }
    // Two consecutive units: bubbles accumulate between them unless F = B.
    const Simulated two = simulated(ScheduleKind::Chimera, 4, 8);
    QVERIFY(std::abs(two.step.bubble_fraction - 0.20) < 0.005);
}

// DualPipe has its published bubble: (p/2 - 1)(F&B + B - 3 W) idle, where F&B takes as long as both; p + 1
// micro-batches in flight.
void SchedulesTest::dualPipeHasItsPublishedBubble()
{
    for (const int p : {2, 4, 8, 16}) {
        const Simulated run = simulated(ScheduleKind::DualPipe, p, 4 * p);
        const double idle = run.step.makespan.value - 3.0 * 4 * p;
        QCOMPARE(idle, (p / 2 - 1) * (3.0 + 2.0 - 3.0));
        for (const double peak : mostInFlightByRank(run.order)) {
            QVERIFY2(peak <= p + 1, qPrintable(QString::number(peak)));
        }
    }
}

void SchedulesTest::naiveModelParallelismIsOneAtATime()
{
    const Simulated run = simulated(ScheduleKind::Sequential, 4, 6);
    QCOMPARE(run.step.makespan.value, 4 * 6 * 3.0);
    QVERIFY(std::abs(run.step.bubble_fraction - 3.0 / 4) < 1e-12); // (p - 1) / p
    QCOMPARE(mostInFlight(run.order), std::vector<std::int64_t>(4, 1));
}

// Streams have no bubble: once the pipeline is full, the slowest stage never waits.
void SchedulesTest::streamsHaveNoBubble()
{
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        if (rulesOf(kind).flushes) {
            continue;
        }
        for (const auto& [p, m] : {std::pair {4, 8}, std::pair {8, 32}, std::pair {1, 3}, std::pair {6, 6}}) {
            const Simulated run = simulated(kind, p, m);
            QVERIFY2(std::abs(run.step.step.value - 3 * m) < 1e-9, qPrintable(nameOfKind(kind)));
            QVERIFY(run.step.bubble_fraction < 1e-9);
        }
    }
}

// Streams are as fast as their slowest stage, for stages of any times: no step is shorter than the work of its busiest
// pipeline rank, and more steps give the same result.
void SchedulesTest::streamsAreAsFastAsTheirSlowestStage()
{
    std::mt19937 random(8);
    const auto time = [&] { return Seconds(std::uniform_real_distribution<double>(0.1, 4)(random)); };
    for (int round = 0; round < 250; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        if (rulesOf(kind).flushes) {
            continue;
        }
        const int pipeline_ranks = 1 + static_cast<int>(random() % 6);
        const std::int64_t m = pipeline_ranks + static_cast<std::int64_t>(random() % 8); // minimum for 2BW
        PipelineShape shape {pipeline_ranks, pipeline_ranks, m, steadySteps(kind, pipeline_ranks, m)};
        std::vector<StageTimes> times = evenTimes(shape, 1, 2);
        double busiest = 0;
        for (StageTimes& stage : times) {
            stage.forward = time();
            stage.backward = time();
            stage.optimizer = time() / 10.0;
            const double updates = rulesOf(kind).weights(shape, 0).versions > 0 ? stage.optimizer.value : 0;
            busiest = std::max(busiest, static_cast<double>(m) * (stage.forward + stage.backward).value + updates);
        }
        const double step = simulate({orderOf(kind, shape).value(), times}).step.value;
        shape.steps *= 4;
        const double longer = simulate({orderOf(kind, shape).value(), times}).step.value;
        const QByteArray reported =
            QStringLiteral("%1, %2 pipeline ranks, %3 micro-batches: %4, %5 of more steps, busiest %6")
                .arg(nameOfKind(kind))
                .arg(pipeline_ranks)
                .arg(m)
                .arg(step)
                .arg(longer)
                .arg(busiest)
                .toUtf8();
        QVERIFY2(step > busiest * (1 - 1e-9), reported.constData());
        QVERIFY2(std::abs(step / longer - 1) < 0.01, reported.constData());
    }
}

void SchedulesTest::localLossesWaitForNobody()
{
    const PipelineShape shape {3, 3, 5, 1};
    const auto order = orderOf(ScheduleKind::LocalLearning, shape).value();
    std::vector<StageTimes> times = evenTimes(shape, 1, 2);
    times.back().forward = times.back().backward = Seconds(10); // slows no stage before it
    Timeline timeline;
    simulate({order, times}, &timeline);
    for (const Span& span : timeline.spans) {
        if (span.stage == 0 && span.kind == SpanKind::Backward) {
            QCOMPARE(span.end.value, 3.0 * static_cast<double>(span.micro_batch + 1));
        }
    }
}

// Branches run at the same time: a diamond of four stages is three deep, (m + 3 - 1)(F + B), with three micro-batches
// in flight at its start.
void SchedulesTest::branchesRunAtTheSameTime()
{
    PipelineShape shape {4, 4, 8, 1};
    shape.graph = {{}, {0}, {0}, {1, 2}};
    const auto order = orderOf(ScheduleKind::GraphPipe, shape).value();
    QCOMPARE(simulate({order, evenTimes(shape, 1, 2)}).makespan.value, 10 * 3.0);
    QCOMPARE(mostInFlight(order), (std::vector<std::int64_t> {3, 2, 2, 1}));
    shape.graph.clear(); // without branches it is 1F1B
    QCOMPARE(simulate({orderOf(ScheduleKind::GraphPipe, shape).value(), evenTimes(shape, 1, 2)}).makespan.value, 33.0);
}

// Every order is complete and ends: every micro-batch passes every stage of its pipeline once forward and once
// backward, a stage is updated once per step (or per micro-batch), every message arrives, and no order blocks.
void SchedulesTest::everyOrderIsCompleteAndEnds()
{
    std::mt19937 random(6);
    const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (int round = 0; round < 4000; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        PipelineShape shape = possibleShape(kind, 1 + upTo(15), 1 + upTo(63), 2 + upTo(3));
        if (kind == ScheduleKind::GraphPipe && upTo(3) > 0) {
            shape.graph = randomGraph(random, shape.stages);
        }
        const auto order = orderOf(kind, shape);
        QVERIFY2(order, qPrintable(nameOfKind(kind)));
        const std::int64_t all = shape.micro_batches * shape.steps;
        std::map<std::pair<int, std::int64_t>, int> seen; // passes by chain stage and micro-batch: F 1, I 2, W 4
        std::int64_t messages = 0;
        std::vector<std::int64_t> updates(order->stages.size());
        for (int pipeline_rank = 0; pipeline_rank < order->pipelineRankCount(); ++pipeline_rank) {
            for (const Operation& operation : order->pipeline_ranks[static_cast<std::size_t>(pipeline_rank)]) {
                const ScheduledStage& stage = order->stages[static_cast<std::size_t>(operation.stage)];
                QCOMPARE(stage.pipeline_rank, pipeline_rank);
                int& passes = seen[{stage.chain_stage, operation.micro_batch}];
                messages += messagesOf(*order, operation);
                switch (operation.kind) {
                case OperationKind::Forward:
                    QCOMPARE(std::exchange(passes, 1), 0);
                    break;
                case OperationKind::Backward:
                    QCOMPARE(std::exchange(passes, 7), 1);
                    break;
                case OperationKind::InputGradient:
                    QCOMPARE(std::exchange(passes, 3), 1);
                    break;
                case OperationKind::WeightGradient:
                    QCOMPARE(std::exchange(passes, 7), 3);
                    break;
                case OperationKind::Update:
                    ++updates[static_cast<std::size_t>(operation.stage)];
                    break;
                }
            }
        }
        QCOMPARE(static_cast<std::int64_t>(seen.size()), shape.stages * all);
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](const auto& entry) { return entry.second == 7; }));
        QVERIFY(std::all_of(updates.begin(), updates.end(),
                            [&](std::int64_t count) { return count == shape.steps || count == all; }));
        std::vector<StageTimes> times = evenTimes(shape, 1, 2);
        for (StageTimes& stage : times) {
            stage.forward = Seconds(1 + upTo(9));
            stage.transfer = Seconds(1 + upTo(2)); // so that each message is recorded
            stage.latency = Seconds(upTo(1));
            const SwapWindow window {static_cast<int>(upTo(2)), static_cast<int>(upTo(2))};
            LayerTimes layer {stage.forward, stage.backward, {}, stage.weight_gradient};
            layer.window = window;
            layer.swap_out = Seconds(upTo(3));
            layer.swap_in = Seconds(upTo(3));
            stage.layers = {layer};
        }
        Timeline timeline;
        const std::optional<Seconds> tied = upTo(1) == 0 ? std::optional(Seconds(upTo(2))) : std::nullopt;
        const std::vector<Seconds> replicas(static_cast<std::size_t>(shape.stages), Seconds(1));
        simulate({*order, times, exchangesOf(*order, replicas, tied)}, &timeline);
        std::size_t computed = 0;
        std::int64_t sent = 0;
        for (const Span& span : timeline.spans) {
            computed += computes(span.kind) ? 1 : 0;
            sent += isMessage(span.kind) ? 1 : 0;
            QVERIFY(span.waited_for < &span - timeline.spans.data());
        }
        QVERIFY2(computed == order->operationCount(), qPrintable(nameOfKind(kind)));
        QVERIFY2(sent == messages, qPrintable(nameOfKind(kind)));
        if (shape.graph.empty()) {
            QVERIFY2(nothingIsUsedBeforeItArrives(*order, timeline), qPrintable(nameOfKind(kind)));
        }
    }
}

// Short orders are equivalent: the omitted part follows from the schedule's rules.
void SchedulesTest::shortOrdersSayTheSame()
{
    std::mt19937 random(8);
    int in_short = 0;
    for (int round = 0; round < 2000; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        PipelineShape shape = possibleShape(kind, 1 + static_cast<int>(random() % 12),
                                            1 + static_cast<int>(random() % 40), 2 + static_cast<int>(random() % 3));
        if (random() % 3 == 0) {
            shape.in_flight_limit = 1 + static_cast<std::int64_t>(random() % 8);
        }
        const OperationOrder whole = orderOf(kind, shape).value();
        const OperationOrder order = shortOrderOf(kind, shape).value();
        QCOMPARE(order.inShort(), rulesOf(kind).in_rounds);
        QVERIFY(std::is_sorted(order.ahead.rbegin(), order.ahead.rend()));
        in_short += order.inShort() ? 1 : 0;
        const OperationOrder written = order.inShort() ? writtenOut(order) : order;
        QVERIFY(!written.inShort());
        QVERIFY2(written.pipeline_ranks == whole.pipeline_ranks, qPrintable(nameOfKind(kind)));
        QCOMPARE(written.stages.size(), whole.stages.size());
        QCOMPARE(written.micro_batches, whole.micro_batches);
        QCOMPARE(written.steps, whole.steps);
        QCOMPARE(written.pipelines, whole.pipelines);
        for (int pipeline_rank = 0; order.inShort() && pipeline_rank < order.pipelineRankCount(); ++pipeline_rank) {
            QCOMPARE(roundsOf(order, pipeline_rank).size(),
                     whole.pipeline_ranks[static_cast<std::size_t>(pipeline_rank)].size());
        }
    }
    QVERIFY(in_short > 300);
    QVERIFY(!shortOrderOf(ScheduleKind::OneForwardOneBackward, {2, 4, 1}));
}

void SchedulesTest::inFlightMeetsItsFormula()
{
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
        const PipelineShape shape =
            possibleShape(kind, 1 + static_cast<int>(random() % 16), 1 + static_cast<std::int64_t>(random() % 64),
                          2 + static_cast<int>(random() % 3));
        const auto counted = orderOf(kind, shape).value();
        const auto most = mostInFlight(counted);
        if (const auto formula = rulesOf(kind).in_flight) {
            for (int s = 0; s < shape.stages; ++s) {
                QVERIFY2(formula(shape, s) == most[static_cast<std::size_t>(s)], qPrintable(nameOfKind(kind)));
            }
        }
        if (kind == ScheduleKind::Interleaved || kind == ScheduleKind::Combined) {
            const int early = kind == ScheduleKind::Combined ? 1 : 0;
            const auto p = shape.pipeline_ranks;
            const auto v = shape.stages / p;
            const auto whole = mostInFlightByRank(counted);
            for (int r = 0; r < p; ++r) {
                const auto formula =
                    std::min<std::int64_t>(shape.micro_batches * v, 2 * (p - r - 1) + (v - 1) * p + 1 + early);
                QCOMPARE(whole[static_cast<std::size_t>(r)], static_cast<double>(formula) / v);
            }
        }
    }
}

void SchedulesTest::impossibleShapesAreRefused_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("pipeline_ranks");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("micro_batches");
    QTest::addColumn<QString>("nearest");
    const auto row = [](ScheduleKind kind, int pipeline_ranks, int stages, int m, const char* nearest) {
        QTest::addRow("%s %d %d %d", qPrintable(nameOfKind(kind)), pipeline_ranks, stages, m)
            << static_cast<int>(kind) << pipeline_ranks << stages << m << QString::fromUtf8(nearest);
    };
    using Kind = ScheduleKind;
    row(Kind::Interleaved, 4, 8, 10, "12 micro-batches, or the schedule interleaved-rounds");
    row(Kind::Interleaved, 4, 4, 8, "8 stages");
    row(Kind::Interleaved, 4, 9, 8, "8 stages");
    row(Kind::InterleavedRounds, 4, 8, 11, "12 micro-batches");
    row(Kind::Combined, 4, 8, 10, "12 micro-batches");
    row(Kind::Combined, 2, 2, 4, "4 stages");
    row(Kind::Chimera, 3, 3, 6, "4 pipeline ranks");
    row(Kind::Chimera, 4, 4, 6, "8 micro-batches");
    row(Kind::DualPipe, 5, 5, 20, "6 pipeline ranks");
    row(Kind::DualPipe, 4, 4, 6, "8 micro-batches");
    row(Kind::DualPipe, 4, 4, 9, "10 micro-batches");
    row(Kind::ZeroBubbleV, 4, 4, 8, "8 stages");
    row(Kind::OneForwardOneBackward, 4, 8, 8, "4 stages");
    row(Kind::TwoBufferedWeights, 4, 4, 3, "4 micro-batches");
}

// Impossible shapes are rejected with the reason and the nearest possible shape, which does work.
void SchedulesTest::impossibleShapesAreRefused()
{
    QFETCH(int, kind);
    QFETCH(int, pipeline_ranks);
    QFETCH(int, stages);
    QFETCH(int, micro_batches);
    QFETCH(QString, nearest);
    const auto order = orderOf(static_cast<ScheduleKind>(kind), {pipeline_ranks, stages, micro_batches});
    QVERIFY(!order);
    QCOMPARE(order.error().code, ErrorCode::ScheduleImpossible);
    QCOMPARE(QString::fromStdString(argumentText(order.error().arguments.back())), nearest);
    const int amount = nearest.section(QLatin1Char(' '), 0, 0).toInt();
    const QString what = nearest.section(QLatin1Char(' '), 1, 1);
    PipelineShape mended {pipeline_ranks, stages, micro_batches};
    if (what.startsWith(QLatin1String("micro"))) {
        mended.micro_batches = amount;
    } else {
        mended.stages = amount;
        mended.pipeline_ranks = what == QLatin1String("pipeline") ? amount : pipeline_ranks;
        mended.micro_batches = 4 * amount;
    }
    QVERIFY(orderOf(static_cast<ScheduleKind>(kind), mended));
    QVERIFY(!orderOf(ScheduleKind::OneForwardOneBackward, {0, 0, 1}));
}

void SchedulesTest::weightsAreAsOldAsPublished()
{
    const auto of = [](ScheduleKind kind, int stage, int p = 4, std::int64_t m = 8) {
        return rulesOf(kind).weights(shapeOf(kind, p, m), stage);
    };
    for (int s = 0; s < 4; ++s) {
        QCOMPARE(of(ScheduleKind::PipeDream, s), (WeightUse {.versions = 4 - s, .staleness = 3 - s}));
        QCOMPARE(of(ScheduleKind::PipeDreamVertical, s).staleness, 3);
        QCOMPARE(of(ScheduleKind::TwoBufferedWeights, s), (WeightUse {.versions = 2, .staleness = 1}));
        QCOMPARE(of(ScheduleKind::TiMePReSt, s), (WeightUse {.versions = 1, .staleness = 3 - s}));
        QCOMPARE(of(ScheduleKind::OneForwardOneBackward, s), WeightUse {});
    }
    const std::vector<std::int64_t> forward {3, 2, 2, 1};
    const std::vector<std::int64_t> backward {0, 0, 1, 1};
    for (int k = 0; k < 4; ++k) {
        const WeightUse use = of(ScheduleKind::SpecTrain, k);
        QCOMPARE(use.forward_distance, forward[static_cast<std::size_t>(k)]);
        QCOMPARE(use.backward_distance, backward[static_cast<std::size_t>(k)]);
        QCOMPARE(use.predicted, 1);
    }
    QCOMPARE(of(ScheduleKind::XPipe, 0).forward_distance, 1); // three micro-batches ahead, eight per mini-batch
    QCOMPARE(of(ScheduleKind::XPipe, 0, 8, 2).forward_distance, 4);
    QCOMPARE(of(ScheduleKind::XPipe, 3).predicted, 0);
    for (const auto& [p, m] : {std::pair {4, 8}, std::pair {8, 2}, std::pair {6, 3}, std::pair {5, 1}}) {
        const PipelineShape shape = shapeOf(ScheduleKind::XPipe, p, m);
        for (int s = 0; s < p; ++s) { // one copy for each mini-batch in flight
            const std::int64_t most = mostMiniBatchesInFlight(orderOf(ScheduleKind::XPipe, shape).value(), s, m);
            QCOMPARE(of(ScheduleKind::XPipe, s, p, m).predicted, most > 1 ? most : 0);
        }
    }
}

void SchedulesTest::dappleKeepsItsLimit()
{
    for (const ScheduleKind kind : {ScheduleKind::DappleA, ScheduleKind::DappleB}) {
        for (int limit = 1; limit <= 9; ++limit) {
            PipelineShape shape {4, 4, 8};
            shape.in_flight_limit = limit;
            const auto most = mostInFlight(orderOf(kind, shape).value());
            QVERIFY(*std::max_element(most.begin(), most.end()) <= limit);
        }
    }
}

QTEST_APPLESS_MAIN(SchedulesTest)
#include "tst_schedules.moc"
