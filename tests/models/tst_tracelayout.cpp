// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Geometry of a recorded run's chart, and the prediction that it is compared with.
#include "tests/models/plans.h"
#include "ui/panes/memory/tracelayout.h"
#include "ui/panes/memory/tracewords.h"

#include <QLocale>
#include <QTest>

#include <algorithm>

using namespace stagecraft;

namespace {

// A sawtooth: the memory in each step of 1,000 events rises to the step number in MiB, and falls.
std::shared_ptr<const TraceData> saw(int steps, std::int64_t each = 1)
{
    MemoryTrace trace;
    trace.name = "saw.pickle";
    trace.curve.events_per_point = each;
    trace.events = 1000 * steps;
    for (std::int64_t event = 0; event < trace.events; event += each) {
        const std::int64_t within = event % 1000;
        const Bytes high((event / 1000 + 1) * (within < 500 ? within : 1000 - within) << 11);
        trace.curve.points.push_back({event * 10, high / 2, high, Bytes(1 << 30)});
        if (high > trace.peak) {
            trace.peak = high;
            trace.peak_event = event;
        }
    }
    for (int step = 0; step <= steps; ++step) {
        trace.steps.push_back(1000 * step);
    }
    return std::make_shared<const TraceData>(std::make_shared<const MemoryTrace>(std::move(trace)));
}

TraceLayout layoutOf(std::shared_ptr<const TraceData> data)
{
    TraceLayout layout;
    layout.data = std::move(data);
    layout.to = layout.extent();
    layout.plot = QRectF(50, 20, 400, 200);
    layout.end = Bytes(1 << 30);
    return layout;
}

TracePrediction halves(Bytes first, Bytes second)
{
    MemoryCurve curve;
    for (int i = 0; i < 100; ++i) {
        curve.points.push_back({0, {}, i < 50 ? first : second, {}});
    }
    TracePrediction prediction;
    prediction.peak = std::max(first, second);
    prediction.step = CurvePyramid(curve);
    return prediction;
}

}

class TestTraceLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void aColumnAPixel();
    void noEventIsLost();
    void zoomKeepsThePointer();
    void nothingBeyondTheRun();
    void timeHasTheSamePeak();
    void predictionsLieOverTheirSteps();
    void narrowStepsHaveNoPrediction();
    void differencesAddUp();
    void theLikelyRank();
    void framesOfTheProgramComeFirst();
};

void TestTraceLayout::aColumnAPixel()
{
    for (const int steps : {1, 10, 200}) {
        for (const TraceUnit unit : {TraceUnit::Events, TraceUnit::Time}) {
            TraceLayout layout = layoutOf(saw(steps));
            layout.unit = unit;
            layout.to = layout.extent();
            const auto columns = layout.columns();
            QCOMPARE(columns.size(), 400U);
            QCOMPARE(columns.front().x, 50.0);
        }
    }
    QVERIFY(TraceLayout().columns().empty());
}

void TestTraceLayout::noEventIsLost()
{
    const TraceLayout layout = layoutOf(saw(200));
    const auto columns = layout.columns();
    const auto highest =
        std::ranges::max_element(columns, {}, [](const TraceColumn& column) { return column.memory.highest; });
    QCOMPARE(highest->memory.highest, layout.data->trace->peak);
}

void TestTraceLayout::zoomKeepsThePointer()
{
    TraceLayout layout = layoutOf(saw(20));
    const qreal x = 170;
    for (int i = 0; i < 5; ++i) {
        const double before = layout.positionAt(x);
        layout = layout.zoomed(0.7, x);
        QVERIFY(std::abs(layout.positionAt(x) - before) < 1e-6);
    }
    QCOMPARE(layout.xOf(layout.positionAt(200)), 200.0);
}

void TestTraceLayout::nothingBeyondTheRun()
{
    TraceLayout layout = layoutOf(saw(20)).zoomed(0.25, 250);
    layout = layout.panned(1e9);
    QCOMPARE(layout.to, 20000.0);
    layout = layout.panned(-1e9);
    QCOMPARE(layout.from, 0.0);
    for (int i = 0; i < 200; ++i) {
        layout = layout.zoomed(0.5, 60);
    }
    QCOMPARE(layout.to - layout.from, 50.0); // eight pixels per event
    layout = layout.zoomed(1e9, 60);
    QCOMPARE(layout.from, 0.0);
    QCOMPARE(layout.to, 20000.0);
}

void TestTraceLayout::timeHasTheSamePeak()
{
    TraceLayout layout = layoutOf(saw(20, 4));
    layout.unit = TraceUnit::Time;
    layout.to = layout.extent();
    const std::size_t point = layout.pointAt(layout.positionOf(layout.data->trace->peak_event) + 1);
    QCOMPARE(layout.data->trace->curve.points[point].highest, layout.data->trace->peak);
    QVERIFY(layout.positionOf(0) == 0 && layout.positionOf(10'000) < layout.positionOf(10'004));
}

void TestTraceLayout::predictionsLieOverTheirSteps()
{
    const TraceLayout layout = layoutOf(saw(4)); // 100 pixels per step
    const auto columns = layout.columns(halves(Bytes(1000), Bytes(3000)));
    QCOMPARE(columns.size(), 400U);
    QCOMPARE(std::ranges::count_if(columns, &PredictedColumn::begins), 4);
    QCOMPARE(columns[20].highest, Bytes(1000));
    QCOMPARE(columns[80].highest, Bytes(3000));
    QCOMPARE(columns[220].highest, Bytes(1000));
    // A part of a step shows the corresponding part of its prediction.
    const auto part = layout.showing(500, 1000).columns(halves(Bytes(1000), Bytes(3000)));
    QVERIFY(std::ranges::all_of(part, [](const PredictedColumn& one) { return one.highest == Bytes(3000); }));
    QVERIFY(layout.columns(TracePrediction()).empty());
}

void TestTraceLayout::narrowStepsHaveNoPrediction()
{
    QVERIFY(layoutOf(saw(200)).columns(halves(Bytes(1), Bytes(2))).empty());
}

void TestTraceLayout::differencesAddUp()
{
    MemoryTrace trace;
    trace.peak = Bytes(1000);
    trace.at_peak[static_cast<std::size_t>(TraceCategory::Parameters)] = Bytes(600);
    trace.at_peak[static_cast<std::size_t>(TraceCategory::Unknown)] = Bytes(400);
    TracePrediction prediction;
    prediction.breakdown.parameters = Bytes(600);
    prediction.breakdown.activations = Bytes(200);
    prediction.breakdown.boundaries = Bytes(100);
    prediction.peak = prediction.breakdown.total();
    const auto rows = categoryDifferences(trace, &prediction);
    QCOMPARE(rows.size(), 4U);
    QCOMPARE(rows[1].category, TraceCategory::Activations);
    QCOMPARE(rows[1].predicted, Bytes(300));
    QVERIFY(!rows[2].predicted); // unknown memory has no prediction
    QVERIFY(!rows[3].category);
    Bytes measured;
    Bytes predicted;
    for (std::size_t i = 0; i < 3; ++i) {
        measured += rows[i].measured;
        predicted += rows[i].predicted.value_or(Bytes(0));
    }
    QCOMPARE(rows[3].measured, measured);
    QCOMPARE(rows[3].predicted, predicted);
    QCOMPARE(categoryDifferences(trace, nullptr).back().predicted, std::nullopt);
    QCOMPARE(differenceText(Bytes(1000), Bytes(900)), QStringLiteral("−100 B (−10.0 %)"));
}

void TestTraceLayout::theLikelyRank()
{
    Plan plan;
    for (int pipeline_rank = 0; pipeline_rank < 2; ++pipeline_rank) {
        Stage stage;
        stage.layers = {pipeline_rank, pipeline_rank + 1};
        stage.pipeline_rank = pipeline_rank;
        stage.degrees.data = 4;
        plan.stages.push_back(stage);
    }
    std::vector<TracePrediction> predictions(2);
    predictions[0].peak = Bytes(100);
    predictions[1].pipeline_rank = 1;
    predictions[1].peak = Bytes(200);
    MemoryTrace trace;
    trace.peak = Bytes(120);
    trace.name = "run.pickle";
    QCOMPARE(likelyPipelineRank(trace, plan, predictions), 0); // the nearest peak
    trace.name = "mem_rank_6.pickle";
    QCOMPARE(likelyPipelineRank(trace, plan, predictions), 1);
    trace.name = "rank99.pickle"; // no such device
    QCOMPARE(likelyPipelineRank(trace, plan, predictions), 0);
    QCOMPARE(likelyPipelineRank(trace, plan, {}), -1);
}

void TestTraceLayout::framesOfTheProgramComeFirst()
{
    const TraceFrame linear {"forward", "site-packages/torch/nn/modules/linear.py", 134};
    const TraceFrame layer {"forward", "/home/ada/model/layer.py", 28};
    QCOMPARE(stackText({linear, layer, layer}), QStringLiteral("layer.py:28 forward ‹ layer.py:28 forward"));
    QCOMPARE(stackText({linear}), QStringLiteral("linear.py:134 forward"));
    QCOMPARE(stackText({}), QStringLiteral("No stack trace"));
    QVERIFY(wholeStackText({linear, layer}).contains("/home/ada/model/layer.py:28 forward"));
}

QTEST_GUILESS_MAIN(TestTraceLayout)
#include "tst_tracelayout.moc"
