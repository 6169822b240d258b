// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The timeline's arithmetic and its table, without widgets.
#include "tests/support/timelines.h"
#include "ui/panes/timeline/timelinelayout.h"
#include "ui/panes/timeline/timelinemodel.h"
#include "ui/panes/timeline/timelinewords.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace stagecraft;

namespace {

std::shared_ptr<const TimelineData> dataOf(ScheduleKind schedule, const PipelineShape& shape, bool swaps = false,
                                           double capacity = 0)
{
    return makeTimelineData(testing::planOf(schedule, shape), testing::timelineOf(schedule, shape, swaps),
                            std::vector<Bytes>(static_cast<std::size_t>(shape.pipeline_ranks), gibibytes(capacity)),
                            {});
}

TimelineLayout layoutOf(const std::shared_ptr<const TimelineData>& data, qreal width = 800)
{
    return TimelineLayout::build(data, width, {100, 20, 20, 6, 36, 10}, Seconds(0), data->timeline().end);
}

bool near(double a, double b)
{
    return std::fabs(a - b) < 1e-9;
}

const auto oneForwardOneBackward = ScheduleKind::OneForwardOneBackward;

}

class TestTimelineLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void timeMapsToPixelsAndBack();
    void zoomKeepsTheMomentUnderThePointer();
    void nothingBesideTheStepIsShown();
    void rowsAndLanesDoNotOverlap();
    void fewRowsAreStretched();
    void hitTestFindsEverySpan();
    void narrowSpansAreGathered();
    void gatheredPixelsKeepTheirIdleTime();
    void overlappingSpansAreAllShown();
    void onlyWhatIsInTheWindowIsShown();
    void memoryKeepsItsPeakAtAnyScale();
    void memoryScaleShowsACapacityThatIsNear();
    void theTableKeepsTheRulesOfModels();
    void rowsOfTheTableAreSpans();
    void sentencesSayWhatWasWaitedFor();
    void manySpansAreQuick();
};

void TestTimelineLayout::timeMapsToPixelsAndBack()
{
    const TimeAxis axis {Seconds(2), Seconds(4), 100, 300};
    QVERIFY(near(axis.mapTimeToX(Seconds(2)), 100));
    QVERIFY(near(axis.mapTimeToX(Seconds(4)), 300));
    QVERIFY(near(axis.mapTimeToX(Seconds(1)), 0));
    for (const double x : {100.0, 123.4, 299.0}) {
        QVERIFY(near(axis.mapTimeToX(axis.mapXToTime(x)), x));
    }
    QVERIFY(near(axis.pixel().value, 0.01));
}

void TestTimelineLayout::zoomKeepsTheMomentUnderThePointer()
{
    const TimeAxis axis {Seconds(2), Seconds(4), 100, 300};
    const TimeAxis closer = axis.zoomed(0.5, 150, Seconds(10));
    QVERIFY(near((closer.to - closer.from).value, 1));
    QVERIFY(near(closer.mapXToTime(150).value, axis.mapXToTime(150).value));
    const TimeAxis all = axis.zoomed(100, 150, Seconds(10));
    QVERIFY(near(all.from.value, 0) && near(all.to.value, 10));
}

void TestTimelineLayout::nothingBesideTheStepIsShown()
{
    const TimeAxis axis {Seconds(2), Seconds(4), 100, 300};
    QVERIFY(near(axis.panned(Seconds(-5), Seconds(10)).from.value, 0));
    QVERIFY(near(axis.panned(Seconds(50), Seconds(10)).to.value, 10));
    QVERIFY(near(axis.panned(Seconds(1), Seconds(10)).from.value, 3));
    const TimeAxis moved = axis.showing(Seconds(7), Seconds(7.5), Seconds(10));
    QVERIFY(moved.from <= Seconds(7) && moved.to >= Seconds(7.5));
    QVERIFY(near((moved.to - moved.from).value, 2)); // not zoomed in
    QVERIFY(near(axis.showing(Seconds(2.5), Seconds(3), Seconds(10)).from.value, 2)); // visible: nothing moves
    const TimeAxis wide = axis.showing(Seconds(1), Seconds(7), Seconds(10));
    QVERIFY(wide.from <= Seconds(1) && wide.to >= Seconds(7));
}

void TestTimelineLayout::rowsAndLanesDoNotOverlap()
{
    const auto data = dataOf(oneForwardOneBackward, {4, 4, 8}, true);
    const TimelineLayout layout = layoutOf(data);
    QCOMPARE(data->used.size(), 6U);
    qreal bottom = 0;
    for (int pipeline_rank = 0; pipeline_rank < 4; ++pipeline_rank) {
        QCOMPARE(layout.rowArea(pipeline_rank).top(), pipeline_rank * layout.rowHeight());
        for (const Lane lane : data->used) {
            const QRectF area = layout.laneArea(pipeline_rank, lane);
            QVERIFY(area.top() >= bottom && area.height() > 0);
            bottom = area.bottom();
        }
        QVERIFY(layout.memoryArea(pipeline_rank).top() >= bottom);
        bottom = layout.memoryArea(pipeline_rank).bottom();
        QVERIFY(bottom <= layout.rowArea(pipeline_rank).bottom());
    }
    QCOMPARE(layout.rowsIn(QRectF(0, layout.rowHeight() * 1.5, 1, layout.rowHeight())), std::pair(1, 3));
}

void TestTimelineLayout::fewRowsAreStretched()
{
    const TimelineLayout least = layoutOf(dataOf(oneForwardOneBackward, {4, 4, 8}, true));
    TimelineLayout layout = least;
    layout.stretchRows(least.height() / 2);
    QCOMPARE(layout.height(), least.height()); // rows that do not fit scroll
    const qreal room = least.height() * 1.7;
    layout.stretchRows(room);
    QVERIFY(layout.height() <= room);
    QVERIFY(layout.height() > room - 4 * (3 + layout.strips())); // except for rounding to whole pixels
    QVERIFY(layout.memoryArea(3).bottom() <= layout.rowArea(3).bottom());
    QVERIFY(layout.memoryArea(3).top() >= layout.laneArea(3, layout.data->used.back()).bottom());
    layout = least;
    layout.stretchRows(least.height() * 100);
    QVERIFY(layout.height() <= least.height() * 3);
}

void TestTimelineLayout::hitTestFindsEverySpan()
{
    const auto data = dataOf(oneForwardOneBackward, {3, 3, 5});
    const TimelineLayout layout = layoutOf(data);
    const auto& spans = data->timeline().spans;
    int computed = 0;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(spans.size()); ++i) {
        const auto hit = layout.hit(layout.spanArea(i).center());
        QVERIFY(hit);
        QCOMPARE(hit->pipeline_rank, data->span(i).pipeline_rank);
        QVERIFY(hit->lane == data->span(i).lane);
        if (data->span(i).lane == Lane::Compute) {
            QCOMPARE(hit->span, i);
            ++computed;
        }
    }
    QCOMPARE(computed, 3 * (5 + 5 + 1));
    QVERIFY(!layout.hit({50, 5})); // the labels
    QVERIFY(!layout.hit({400, layout.height() + 1}));
    const auto idle =
        layout.hit({layout.axis.mapTimeToX(Seconds(0.5e-3)), layout.laneArea(2, Lane::Compute).center().y()});
    QVERIFY(idle && idle->span == -1
            && idle->lane == Lane::Compute); // the last pipeline rank waits for the first message
    const auto memory = layout.hit(layout.memoryArea(1).center());
    QVERIFY(memory && memory->memory && memory->pipeline_rank == 1);
}

// Zoomed out, a lane has at most two boxes per pixel, and the busy time is still visible.
void TestTimelineLayout::narrowSpansAreGathered()
{
    const auto data = dataOf(oneForwardOneBackward, {2, 2, 4000});
    const TimelineLayout layout = layoutOf(data, 400);
    const auto pieces = layout.pieces(0, Lane::Compute);
    QVERIFY(data->lane(0, Lane::Compute).spans.size() > 8000);
    QVERIFY(!pieces.empty());
    QVERIFY(pieces.size() <= 2 * static_cast<std::size_t>(layout.axis.right - layout.axis.left));
    qreal covered = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        QVERIFY(i == 0 || pieces[i].left >= pieces[i - 1].right - 1e-6);
        covered += pieces[i].right - pieces[i].left;
        QVERIFY(pieces[i].span == -1);
        // Backward takes twice as long as forward: both are visible in proportion.
        const auto share = [&](SpanKind kind) { return pieces[i].shares[static_cast<std::size_t>(kind)]; };
        const bool steady = i > 0 && i + 1 < pieces.size();
        QVERIFY(!steady || std::abs(share(SpanKind::Backward) - 2 * share(SpanKind::Forward)) < 0.1);
    }
    QVERIFY(pieces.size() < 20); // no moire pattern
    QVERIFY(covered > 0.98 * (layout.axis.right - layout.axis.left));
    TimelineLayout close = layout;
    close.axis = layout.axis.zoomed(1e-3, 200, data->timeline().end);
    QVERIFY(close.pieces(0, Lane::Compute).size() < 20);
    for (const TimelinePiece& piece : close.pieces(0, Lane::Compute)) {
        QVERIFY(piece.span >= 0);
    }
}

// One second per pixel, each with one forward pass of `busy` seconds.
TimelineLayout layoutOfPasses(double busy, double begin)
{
    PlanTimeline simulated;
    simulated.timeline.pipeline_ranks = 1;
    simulated.timeline.end = Seconds(280);
    for (int i = 0; i < 279; ++i) {
        const Seconds start(i + begin);
        simulated.timeline.spans.push_back({SpanKind::Forward, Lane::Compute, 0, 0, i, start, start + Seconds(busy)});
    }
    return layoutOf(makeTimelineData({}, simulated, {}, {}), 400);
}

void TestTimelineLayout::gatheredPixelsKeepTheirIdleTime()
{
    for (const double busy : {0.02, 0.5, 0.9}) {
        for (const double begin : {0.05, 0.7}) { // within a pixel, or across a pixel edge
            double covered = 0;
            for (const TimelinePiece& piece : layoutOfPasses(busy, begin).pieces(0, Lane::Compute)) {
                QCOMPARE(piece.span, -1);
                QVERIFY(piece.busy() > 0 && piece.busy() <= 1);
                covered += piece.busy() * (piece.right - piece.left);
            }
            QVERIFY2(std::abs(covered / 279 - busy) < 0.02, qPrintable(QString::number(covered / 279)));
        }
    }
}

// A message may start before the previous one has arrived; all are shown.
void TestTimelineLayout::overlappingSpansAreAllShown()
{
    PlanTimeline simulated;
    simulated.timeline.pipeline_ranks = 1;
    simulated.timeline.end = Seconds(10);
    simulated.timeline.spans = {{SpanKind::SendActivation, Lane::SendDown, 0, 0, 0, Seconds(0), Seconds(9)},
                                {SpanKind::SendActivation, Lane::SendDown, 0, 0, 1, Seconds(1), Seconds(2)},
                                {SpanKind::SendActivation, Lane::SendDown, 0, 0, 2, Seconds(3), Seconds(4)}};
    const auto data = makeTimelineData({}, simulated, {}, {});
    TimelineLayout layout = layoutOf(data);
    QCOMPARE(layout.pieces(0, Lane::SendDown).size(), 3U);
    QCOMPARE(layout.spanAt(0, Lane::SendDown, Seconds(3.5), Seconds(0)), 2); // the span that began last
    QCOMPARE(layout.spanAt(0, Lane::SendDown, Seconds(6), Seconds(0)), 0);
    QCOMPARE(layout.spanAt(0, Lane::SendDown, Seconds(9.5), Seconds(0)), -1);
    QCOMPARE(layout.spanAt(0, Lane::SendDown, Seconds(9.5), Seconds(1)), 0);
    layout.axis = {Seconds(5), Seconds(8), layout.axis.left, layout.axis.right};
    const auto pieces = layout.pieces(0, Lane::SendDown);
    QCOMPARE(pieces.size(), 1U);
    QVERIFY(near(pieces[0].left, layout.axis.left) && near(pieces[0].right, layout.axis.right));
}

void TestTimelineLayout::onlyWhatIsInTheWindowIsShown()
{
    const auto data = dataOf(oneForwardOneBackward, {2, 2, 50});
    TimelineLayout layout = layoutOf(data);
    layout.axis = {Seconds(20e-3), Seconds(24e-3), layout.axis.left, layout.axis.right};
    for (const Lane lane : data->used) {
        for (const TimelinePiece& piece : layout.pieces(0, lane)) {
            QVERIFY(piece.left >= layout.axis.left - 1e-9 && piece.right <= layout.axis.right + 1e-9);
            const Span& span = data->span(piece.span);
            QVERIFY(span.end >= Seconds(20e-3) && span.start <= Seconds(24e-3));
        }
    }
}

void TestTimelineLayout::memoryKeepsItsPeakAtAnyScale()
{
    const auto data = dataOf(oneForwardOneBackward, {3, 3, 2000});
    const TimelineLayout layout = layoutOf(data, 300);
    for (int pipeline_rank = 0; pipeline_rank < 3; ++pipeline_rank) {
        const MemoryOverTime& memory = data->simulated.memory[static_cast<std::size_t>(pipeline_rank)];
        const auto columns = layout.memoryColumns(pipeline_rank);
        QVERIFY(columns.size() <= 200);
        Bytes highest;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            highest = std::max(highest, columns[i].highest);
            QVERIFY(i == 0 || columns[i].x > columns[i - 1].x);
        }
        QVERIFY(highest == memory.peak);
        const MemoryPoint* point = layout.memoryAt(pipeline_rank, memory.points[memory.peak_at].time);
        QVERIFY(point && point->highest == memory.peak);
        QVERIFY(layout.yOf(pipeline_rank, memory.peak) >= layout.memoryArea(pipeline_rank).top());
    }
    QVERIFY(!layout.memoryAt(0, Seconds(-1)));
}

void TestTimelineLayout::memoryScaleShowsACapacityThatIsNear()
{
    QVERIFY(layoutOf(dataOf(oneForwardOneBackward, {2, 2, 4}, false, 3)).memory_end > gibibytes(3));
    QVERIFY(layoutOf(dataOf(oneForwardOneBackward, {2, 2, 4}, false, 80)).memory_end < gibibytes(8));
}

void TestTimelineLayout::theTableKeepsTheRulesOfModels()
{
    TimelineModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setData(dataOf(ScheduleKind::ZeroBubbleH1, {3, 3, 6}));
    QVERIFY(model.rowCount() > 50);
    model.setData(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.spanOf(0), -1);
}

void TestTimelineLayout::rowsOfTheTableAreSpans()
{
    const auto data = dataOf(oneForwardOneBackward, {2, 2, 2});
    TimelineModel model;
    model.setData(data);
    QCOMPARE(model.rowCount(), static_cast<int>(data->timeline().spans.size()));
    Seconds before;
    for (int row = 0; row < model.rowCount(); ++row) {
        const std::int32_t span = model.spanOf(row);
        QCOMPARE(model.rowOf(span), row);
        QVERIFY(data->span(span).start >= before);
        before = data->span(span).start;
        for (int column = 0; column < TimelineModel::ColumnCount; ++column) {
            QVERIFY(column == TimelineModel::WaitedFor || !model.index(row, column).data().toString().isEmpty());
        }
    }
    QCOMPARE(model.index(0, TimelineModel::Operation).data().toString(), QStringLiteral("Forward"));
    QCOMPARE(model.index(0, TimelineModel::Duration).data().toString(), QStringLiteral("1.00 ms"));
    QCOMPARE(model.index(0, TimelineModel::Duration).data(Qt::ToolTipRole).toString(), QStringLiteral("0.001 s"));
    QVERIFY(model.index(0, TimelineModel::WaitedFor).data().toString().isEmpty());
}

void TestTimelineLayout::sentencesSayWhatWasWaitedFor()
{
    const auto data = dataOf(oneForwardOneBackward, {2, 2, 1});
    const TimelineLayout layout = layoutOf(data);
    const std::int32_t second = layout.spanAt(1, Lane::Compute, Seconds(1.5e-3), Seconds(0));
    QVERIFY(second >= 0);
    const QString sentence = spanSentence(*data, second);
    QVERIFY2(sentence.startsWith(QStringLiteral("Forward, micro-batch 0, stage 1 on pipeline rank 1: 1.00 ms")),
             qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("Send activation, micro-batch 0, stage 0 on pipeline rank 0")),
             qPrintable(sentence));
    QVERIFY(
        spanSentence(*data, data->critical.front()).endsWith(QStringLiteral("It did not wait for another operation.")));
    QCOMPARE(rulerText({Seconds(45.8123), Seconds(45.8126)}),
             QStringLiteral("Ruler: 300 µs, from 45.8123 s to 45.8126 s of the step.")); // not "45.8 s to 45.8 s"
    QVERIFY(timelineSummary(*data).startsWith(QStringLiteral("Step time")));
    QVERIFY(criticalText(*data).contains(QStringLiteral("backward")));
}

// A repaint and a table query with 65,000 spans are quick.
void TestTimelineLayout::manySpansAreQuick()
{
    const auto data = dataOf(oneForwardOneBackward, {16, 16, 1050});
    QVERIFY(data->timeline().spans.size() >= 65000);
    QElapsedTimer timer;
    timer.start();
    const TimelineLayout layout = layoutOf(data, 1000);
    std::size_t boxes = 0;
    for (int pipeline_rank = 0; pipeline_rank < 16; ++pipeline_rank) {
        for (const Lane lane : data->used) {
            boxes += layout.pieces(pipeline_rank, lane).size();
        }
        boxes += layout.memoryColumns(pipeline_rank).size();
    }
    TimelineModel model;
    model.setData(data);
    for (int row = 0; row < 60; ++row) {
        for (int column = 0; column < TimelineModel::ColumnCount; ++column) {
            (void)model.index(row * 1000, column).data();
        }
    }
    qInfo("%zu boxes of %zu spans and a page of the table in %.2f ms", boxes, data->timeline().spans.size(),
          static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    QVERIFY(boxes < 16 * 6 * 2000);
}

QTEST_GUILESS_MAIN(TestTimelineLayout)
#include "tst_timelinelayout.moc"
