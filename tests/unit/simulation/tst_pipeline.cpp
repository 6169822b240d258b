// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pipeline.h"
#include "core/simulation/plainpipeline.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace stagecraft;

class PipelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void orderOf1F1B();
    void inFlightCountMatchesTheOrder();
    void goldenMakespans_data();
    void goldenMakespans();
    void boundsHoldForUnequalStages();
    void plainPipelinesRunAsOthersDo();
    void repeatedRoundsAddUp_data();
    void repeatedRoundsAddUp();
    void linksCarryOneMessageAtATime();
    void tiedWeightsWaitForEachOther();
};

void PipelineTest::orderOf1F1B()
{
    const auto text = [](const std::vector<Operation>& operations) {
        QString all;
        for (const Operation& o : operations) {
            all += QLatin1Char(o.kind == OperationKind::Forward ? 'F' : 'B') + QString::number(o.micro_batch);
        }
        return all;
    };
    const auto kind = ScheduleKind::OneForwardOneBackward;
    QCOMPARE(text(operationsOf(kind, 0, 3, 4)), QStringLiteral("F0F1F2B0F3B1B2B3"));
    QCOMPARE(text(operationsOf(kind, 1, 3, 4)), QStringLiteral("F0F1B0F2B1F3B2B3"));
    QCOMPARE(text(operationsOf(kind, 2, 3, 4)), QStringLiteral("F0B0F1B1F2B2F3B3"));
    QCOMPARE(text(operationsOf(kind, 0, 5, 2)), QStringLiteral("F0F1B0B1"));
    QCOMPARE(text(operationsOf(ScheduleKind::GPipe, 1, 3, 3)), QStringLiteral("F0F1F2B0B1B2"));
}

void PipelineTest::inFlightCountMatchesTheOrder()
{
    for (const auto schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
        for (int stages = 1; stages <= 6; ++stages) {
            for (int stage = 0; stage < stages; ++stage) {
                for (std::int64_t m = 1; m <= 9; ++m) {
                    std::int64_t alive = 0;
                    std::int64_t most = 0;
                    for (const Operation& o : operationsOf(schedule, stage, stages, m)) {
                        alive += o.kind == OperationKind::Forward ? 1 : -1;
                        most = std::max(most, alive);
                    }
                    QCOMPARE(alive, 0);
                    QCOMPARE(most, inFlight(schedule, stage, stages, m));
                }
            }
        }
    }
}

// Equal stages, F=1, B=2, no links: (m + p - 1)(F + B).
void PipelineTest::goldenMakespans_data()
{
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("micro_batches");
    QTest::addColumn<double>("makespan");
    QTest::newRow("4,8") << 4 << 8 << 33.0;
    QTest::newRow("8,32") << 8 << 32 << 117.0;
    QTest::newRow("1,5") << 1 << 5 << 15.0;
    QTest::newRow("4,1") << 4 << 1 << 12.0;
}

void PipelineTest::goldenMakespans()
{
    QFETCH(int, stages);
    QFETCH(int, micro_batches);
    QFETCH(double, makespan);
    StageTimes times;
    times.forward = Seconds(1);
    times.backward = Seconds(2);
    for (const auto schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
        const auto step =
            simulatePipeline(std::vector<StageTimes>(static_cast<std::size_t>(stages), times), schedule, micro_batches);
        QCOMPARE(step.makespan.value, makespan);
        QCOMPARE(step.step.value, makespan);
        const double bubble = (stages - 1.0) / (micro_batches + stages - 1.0); // share of the total, GPipe's convention
        QVERIFY(std::abs(step.bubble_fraction - bubble) < 1e-12);
    }
}

// Bounds hold for unequal stages: the lower bound prunes the search and must never exceed the true value, for any
// stages. GPipe has an exact formula.
void PipelineTest::boundsHoldForUnequalStages()
{
    std::mt19937 random(1);
    const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (int round = 0; round < 20000; ++round) {
        const auto count = static_cast<std::size_t>(1 + upTo(7));
        const int m = 1 + upTo(11);
        std::vector<StageTimes> stages(count);
        for (StageTimes& stage : stages) {
            stage.forward = Seconds(1 + upTo(9));
            stage.backward = Seconds(1 + upTo(9));
            stage.reduction = Seconds(upTo(6));
            stage.optimizer = Seconds(upTo(4));
        }
        double lower = 0;
        double forward = 0;
        double backward = 0;
        double most_forward = 0;
        double most_backward = 0;
        for (const StageTimes& s : stages) {
            const double work = m * (s.forward + s.backward).value;
            lower = std::max(lower, forward + work + std::max(backward, (s.reduction + s.optimizer).value));
            forward += s.forward.value;
            backward += s.backward.value;
            most_forward = std::max(most_forward, s.forward.value);
            most_backward = std::max(most_backward, s.backward.value);
        }
        const double upper = forward + backward + (m - 1) * (most_forward + most_backward);
        const auto pipe = simulatePipeline(stages, ScheduleKind::OneForwardOneBackward, m);
        QVERIFY(lower <= pipe.step.value + 1e-9);
        QVERIFY(pipe.makespan.value <= upper + 1e-9);
        if (m >= static_cast<int>(count)) {
            QCOMPARE(simulatePipeline(stages, ScheduleKind::GPipe, m).makespan.value, upper);
        }
    }
}

namespace {

// Random times of a pipeline's stages, some of them 0.
class RandomTimes {
public:
    explicit RandomTimes(unsigned seed) : m_random(seed) {}

    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    // Returns a time that is not 0 in `chance` of 4 cases.
    Seconds some(int chance) { return Seconds(below(4) < chance ? below(1000) / 777.0 : 0.0); }

    StageTimes stage()
    {
        StageTimes stage;
        stage.forward_waiting = some(1);
        stage.forward = stage.forward_waiting + some(4);
        stage.backward_waiting = some(1);
        stage.recompute = some(2);
        stage.backward = stage.backward_waiting + stage.recompute + some(4);
        stage.transfer = some(2);
        stage.latency = some(2);
        stage.reduction = some(3);
        stage.optimizer = some(3);
        stage.parameters = some(2);
        return stage;
    }

private:
    std::mt19937 m_random;
};

constexpr std::array plainSchedules {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe, ScheduleKind::Sequential,
                                     ScheduleKind::DappleA, ScheduleKind::DappleB};

}

// Plain pipelines run like others: the step with a timeline equals that without one, to the bit unless rounds are
// repeated.
void PipelineTest::plainPipelinesRunAsOthersDo()
{
    RandomTimes random(3);
    for (int round = 0; round < 3000; ++round) {
        const auto schedule = plainSchedules[static_cast<std::size_t>(random.below(5))];
        const int count = 1 + random.below(7);
        const std::int64_t micro_batches = 1 + random.below(12);
        std::vector<StageTimes> stages(static_cast<std::size_t>(count));
        for (StageTimes& stage : stages) {
            stage = random.stage();
            if (round % 3 == 0) {
                stage.reduction = Seconds(0);
            }
            for (int bucket = random.below(4); round % 5 == 0 && bucket > 0; --bucket) {
                stage.buckets.push_back({random.some(3) * 0.3, random.some(3)});
            }
        }
        const auto tied = round % 4 == 0 ? std::optional(random.some(3)) : std::nullopt;
        const auto order = orderOf(schedule, {count, count, micro_batches}).value();
        const PipelineRun run {order, stages, exchangesOf(order, {}, tied)};
        QVERIFY(PlainPipeline::canRun(run));
        Timeline timeline; // only the engine writes it
        QVERIFY(simulate(run) == simulate(run, &timeline));
        const auto in_short = shortOrderOf(schedule, {count, count, micro_batches}).value();
        Timeline written;
        QVERIFY(simulate({in_short, stages, run.exchanges}) == simulate(run));
        QVERIFY(simulate({in_short, stages, run.exchanges}, &written) == simulate(run));
        QCOMPARE(written.spans.size(), timeline.spans.size());
    }
}

void PipelineTest::repeatedRoundsAddUp_data()
{
    QTest::addColumn<bool>("identical"); // most stages, like those of a network's equal blocks
    QTest::addColumn<bool>("many"); // many pipeline ranks and micro-batches
    QTest::newRow("few unlike ranks") << false << false;
    QTest::newRow("few like ranks") << true << false;
    QTest::newRow("many unlike ranks") << false << true;
    QTest::newRow("many like ranks") << true << true;
}

// Repeated rounds add up: for any number of rounds added at once, all results equal the engine's, up to rounding.
void PipelineTest::repeatedRoundsAddUp()
{
    QFETCH(bool, identical);
    QFETCH(bool, many);
    RandomTimes random(11);
    std::int64_t repeated = 0;
    const auto equal = [](double a, double b) { return std::abs(a - b) <= 1e-11 * std::max(std::abs(a), 1.0); };
    for (int round = 0; round < (many ? 150 : 1500); ++round) {
        const auto schedule = plainSchedules[static_cast<std::size_t>(random.below(5))];
        const int count = 1 + random.below(many ? 40 : 9);
        const std::int64_t micro_batches = 1 + random.below(many ? 1200 : 150);
        std::vector<StageTimes> stages(static_cast<std::size_t>(count), random.stage());
        for (StageTimes& stage : stages) {
            stage = identical && random.below(5) > 0 ? stage : random.stage();
        }
        PipelineShape shape {count, count, micro_batches};
        if (random.below(3) == 0) {
            shape.in_flight_limit = 1 + random.below(count);
        }
        const auto order = orderOf(schedule, shape).value();
        const PipelineRun run {order, stages, exchangesOf(order, {}, random.some(1))};
        QVERIFY(PlainPipeline::canRun(run));
        PlainPipeline plain(run);
        plain.run();
        repeated += plain.repeated();
        Timeline timeline;
        const SimulatedStep full = simulate(run, &timeline);
        const SimulatedStep step = simulate(run);
        QVERIFY(equal(step.step.value, full.step.value));
        QVERIFY(equal(step.makespan.value, full.makespan.value));
        QVERIFY(equal(step.bubble_fraction, full.bubble_fraction));
        QVERIFY(equal(step.bubble_of_ideal, full.bubble_of_ideal));
        QVERIFY(std::abs((step.inner_idle - full.inner_idle).value) <= 1e-11 * full.makespan.value);
        if (plain.repeated() == 0) {
            QVERIFY(step == full);
        }
    }
    QVERIFY(repeated > (many ? 10'000 : 20'000));
}

void PipelineTest::linksCarryOneMessageAtATime()
{
    // Two stages without work on the second: three messages of 5 s each are sent one after another, forward passes
    // every second.
    StageTimes first;
    first.forward = Seconds(1);
    first.transfer = Seconds(5);
    first.latency = Seconds(0.5);
    StageTimes second;
    const auto step = simulatePipeline({first, second}, ScheduleKind::GPipe, 3);
    // Activations arrive at 6.5, 11.5 and 16.5; then three gradients are sent one after another, the last arriving 15.5
    // later.
    QCOMPARE(step.makespan.value, 32.0);
}

void PipelineTest::tiedWeightsWaitForEachOther()
{
    StageTimes stage;
    stage.forward = Seconds(1);
    stage.backward = Seconds(1);
    stage.optimizer = Seconds(1);
    const std::vector<StageTimes> stages(2, stage);
    const auto apart = simulatePipeline(stages, ScheduleKind::OneForwardOneBackward, 1);
    const auto tied = simulatePipeline(stages, ScheduleKind::OneForwardOneBackward, 1, Seconds(3));
    QCOMPARE(apart.step.value, 5.0); // F F B B and the first stage's optimizer
    QCOMPARE(tied.step.value, 8.0);
    // Even without duration: the second stage's gradients are ready at 3, its longer optimizer step waits until 4.
    std::vector<StageTimes> unequal = stages;
    unequal.back().optimizer = Seconds(3);
    QCOMPARE(simulatePipeline(unequal, ScheduleKind::OneForwardOneBackward, 1).step.value, 6.0);
    QCOMPARE(simulatePipeline(unequal, ScheduleKind::OneForwardOneBackward, 1, Seconds(0)).step.value, 7.0);
}

QTEST_APPLESS_MAIN(PipelineTest)
#include "tst_pipeline.moc"
