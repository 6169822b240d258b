// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The timeline pane with real clicks, wheels and keys.
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "tests/support/timelines.h"
#include "ui/charts/legend.h"
#include "ui/panes/timeline/timelineminimap.h"
#include "ui/panes/timeline/timelinemodel.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/timeline/timelinewords.h"
#include "ui/style/operationcolors.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

using namespace stagecraft;

namespace {

std::shared_ptr<const TimelineData> dataOf(const PipelineShape& shape)
{
    const auto kind = ScheduleKind::OneForwardOneBackward;
    return makeTimelineData(testing::planOf(kind, shape), testing::timelineOf(kind, shape),
                            std::vector<Bytes>(static_cast<std::size_t>(shape.pipeline_ranks), gibibytes(3)), {});
}

struct Shown {
    test::Explorer explorer;
    TimelinePane& pane = *explorer.window.timelinePane();
    TimelineChart& chart = *pane.chart();

    bool open() { return explorer.openTable() && waitForTimeline(); }
    bool waitForTimeline()
    {
        return comes([this] { return pane.isUpToDate() && !pane.isEmptyShown(); });
    }
    const TimelineData& data() { return *chart.layout().data; }
    Seconds shown() { return chart.layout().axis.to - chart.layout().axis.from; }
    // Returns the first span of a kind on a pipeline rank.
    std::int32_t find(SpanKind kind, int pipeline_rank)
    {
        for (const std::int32_t index : data().by_start) {
            if (data().span(index).kind == kind && data().span(index).pipeline_rank == pipeline_rank) {
                return index;
            }
        }
        return -1;
    }
    void click(std::int32_t span)
    {
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, chart.areaOf(span).center());
    }
    void wheel(int turn, const QPoint& at, Qt::KeyboardModifiers modifiers = {})
    {
        QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
    }
};

}

class TestTimeline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followsTheSelectedPlan();
    void idleTimeStaysVisibleZoomedOut();
    void legendSwatchesDiffer();
    void fewRowsFillAHighPane();
    void aClickSaysWhatWasWaitedFor();
    void theCriticalPathIsShownOnDemand();
    void wheelAndDragMoveThroughTime();
    void aRulerMeasuresBetweenTwoPoints();
    void theMinimapShowsAndMovesWhatIsOnShow();
    void keysReachEverything();
    void theTableHasTheSameContent();
    void exportsATrace();
    void emptyWithoutAPlan();
    void figuresOnHover();
};

void TestTimeline::followsTheSelectedPlan()
{
    Shown shown;
    QVERIFY(shown.open());
    PlanSelection& plans = shown.explorer.bench().plans();
    QCOMPARE(shown.data().plan, plans.current()->plan);
    QVERIFY(shown.chart.accessibleDescription().startsWith(QStringLiteral("Step time")));
    const auto& candidates = plans.result()->candidates;
    // After several changes in a row the last plan is shown.
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        plans.select(static_cast<int>(i));
    }
    QVERIFY(shown.waitForTimeline());
    QCOMPARE(shown.data().plan, candidates.back().plan);
    QCOMPARE(shown.data().pipelineRanks(), static_cast<int>(candidates.back().plan.stages.size()));
}

// Pipeline rank 0 computes 2 % of the time, pipeline rank 1 nearly all of it, in 20,000 passes each.
std::shared_ptr<const TimelineData> mostlyIdleData()
{
    PlanTimeline simulated;
    simulated.timeline.pipeline_ranks = 2;
    simulated.timeline.end = Seconds(20);
    for (int i = 0; i < 20000; ++i) {
        const Seconds start(i * 1e-3);
        simulated.timeline.spans.push_back(
            {SpanKind::Forward, Lane::Compute, 0, 0, i, start, start + Seconds(0.02e-3)});
        simulated.timeline.spans.push_back({SpanKind::Forward, Lane::Compute, 1, 1, i, start, start + Seconds(1e-3)});
    }
    return makeTimelineData({}, simulated, {}, {});
}

// Share of a lane's pixels that are nearer to the operation's color than to the background.
double busyShare(const QImage& image, const QRect& lane, const QPalette& palette)
{
    const auto distance = [](const QColor& a, const QColor& b) {
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
    };
    const QColor forward = theme::operation(SpanKind::Forward, palette);
    int busy = 0;
    for (int x = lane.left(); x < lane.right(); ++x) {
        const QColor pixel = image.pixelColor(x, lane.center().y());
        busy += distance(pixel, forward) < distance(pixel, palette.color(QPalette::Base)) ? 1 : 0;
    }
    return busy / static_cast<double>(lane.width());
}

void TestTimeline::idleTimeStaysVisibleZoomedOut()
{
    TimelineChart chart;
    chart.setData(mostlyIdleData());
    chart.resize(chart.exportSize()); // the picture uses the chart's layout
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QImage exported(chart.exportSize(), QImage::Format_RGB32);
    QPainter painter(&exported);
    chart.exportTo(painter);
    painter.end();
    QImage shown(chart.viewport()->size(), QImage::Format_RGB32);
    chart.viewport()->render(&shown);
    const auto laneOf = [&](int pipeline_rank) {
        QRect lane = chart.areaOf(pipeline_rank); // the first pass of each pipeline rank
        lane.setWidth(static_cast<int>(chart.layout().axis.right - chart.layout().axis.left) - 2);
        return lane;
    };
    for (const QImage& image : {exported, shown}) {
        QVERIFY(busyShare(image, laneOf(0), chart.palette()) < 0.05);
        QVERIFY(busyShare(image, laneOf(1), chart.palette()) > 0.95);
    }
}

void TestTimeline::legendSwatchesDiffer()
{
    const QPalette palette = theme::lightPalette();
    QList<QImage> seen;
    for (std::size_t kind = 0; kind < enumNames<SpanKind>.size(); ++kind) {
        constexpr int side = static_cast<int>(LegendLayout::mark);
        QImage swatch(side, side, QImage::Format_RGB32);
        QPainter painter(&swatch);
        theme::fillOperation(painter, QRectF(swatch.rect()), static_cast<SpanKind>(kind),
                             theme::operation(static_cast<SpanKind>(kind), palette));
        painter.end();
        QVERIFY2(!seen.contains(swatch), enumNames<SpanKind>[kind].second.data());
        seen << swatch;
    }
}

void TestTimeline::fewRowsFillAHighPane()
{
    TimelineChart chart;
    chart.setData(dataOf({4, 4, 8}));
    chart.resize(700, 300);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const QSize exported = chart.exportSize();
    const qreal least = chart.layout().height();
    chart.resize(700, static_cast<int>(2 * least));
    QTRY_VERIFY(chart.layout().height() > 1.5 * least);
    QCOMPARE(chart.verticalScrollBar()->maximum(), 0);
    QCOMPARE(chart.exportSize(), exported); // the picture does not depend on the pane
}

void TestTimeline::aClickSaysWhatWasWaitedFor()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({3, 3, 5}));
    QTest::qWait(20);
    QVERIFY(!shown.pane.waitedButton()->isVisible());
    const std::int32_t forward = shown.find(SpanKind::Forward, 1);
    shown.click(forward);
    QCOMPARE(shown.chart.current(), forward);
    QCOMPARE(shown.pane.line()->text(), spanSentence(shown.data(), forward));
    QVERIFY(shown.pane.line()->text().contains(QStringLiteral("Send activation, micro-batch 0")));
    QTRY_VERIFY(shown.pane.waitedButton()->isVisible());
    QTest::mouseClick(shown.pane.waitedButton(), Qt::LeftButton);
    QCOMPARE(shown.chart.current(), shown.data().span(forward).waited_for);
    // A click outside all operations clears the selection.
    QTest::mouseClick(shown.chart.viewport(), Qt::LeftButton, {}, QPoint(3, shown.chart.areaOf(forward).center().y()));
    QCOMPARE(shown.chart.current(), -1);
}

void TestTimeline::theCriticalPathIsShownOnDemand()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({4, 4, 8}));
    QTest::qWait(20);
    const std::int32_t idle = [&] {
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(shown.data().is_critical.size()); ++i) {
            if (shown.data().span(i).lane == Lane::Compute && !shown.data().is_critical[static_cast<std::size_t>(i)]) {
                return i;
            }
        }
        return -1;
    }();
    QVERIFY(idle >= 0);
    const auto colorOf = [&](std::int32_t span) {
        const QRect area = shown.chart.areaOf(span);
        const QImage image = shown.chart.viewport()->grab().toImage();
        return image.pixelColor((area.topLeft() + QPoint(2, 2)) * image.devicePixelRatio());
    };
    const std::int32_t critical = shown.data().critical.front();
    const QColor before = colorOf(idle);
    const QColor kept = colorOf(critical);
    QTest::mouseClick(shown.pane.criticalChip(), Qt::LeftButton);
    QVERIFY(shown.chart.isCriticalShown());
    QVERIFY(colorOf(idle) != before); // faded
    QCOMPARE(colorOf(critical), kept);
    QVERIFY(shown.pane.line()->text().startsWith(QStringLiteral("The critical path has")));
}

void TestTimeline::wheelAndDragMoveThroughTime()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({8, 8, 32}));
    QTest::qWait(20);
    const Seconds all = shown.shown();
    const QPoint at = shown.chart.viewport()->rect().center();
    const Seconds under = shown.chart.layout().axis.mapXToTime(at.x());
    shown.wheel(360, at);
    QVERIFY(shown.shown() < all * 0.6);
    QVERIFY(std::abs((shown.chart.layout().axis.mapXToTime(at.x()) - under).value) < 1e-9);
    const Seconds from = shown.chart.layout().axis.from;
    QTest::mousePress(shown.chart.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseMove(shown.chart.viewport(), at - QPoint(60, 20));
    QTest::mouseRelease(shown.chart.viewport(), Qt::LeftButton, {}, at - QPoint(60, 20));
    QVERIFY(shown.chart.layout().axis.from > from);
    QVERIFY(shown.chart.verticalScrollBar()->value() > 0);
    QCOMPARE(shown.chart.current(), -1); // a drag does not select
    const Seconds later = shown.chart.layout().axis.from;
    shown.wheel(120, at, Qt::ShiftModifier);
    QVERIFY(shown.chart.layout().axis.from < later);
    shown.wheel(-12000, at);
    QCOMPARE(shown.shown().value, all.value);
}

void TestTimeline::aRulerMeasuresBetweenTwoPoints()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({4, 4, 8}));
    QTest::qWait(20);
    const TimeAxis axis = shown.chart.layout().axis;
    const QPoint from(static_cast<int>(axis.left) + 40, shown.chart.viewport()->height() / 2);
    const QPoint to = from + QPoint(100, 0);
    QTest::mousePress(shown.chart.viewport(), Qt::LeftButton, Qt::ShiftModifier, from);
    QMouseEvent move(QEvent::MouseMove, to, shown.chart.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::ShiftModifier);
    QCoreApplication::sendEvent(shown.chart.viewport(), &move);
    QTest::mouseRelease(shown.chart.viewport(), Qt::LeftButton, Qt::ShiftModifier, to);
    QVERIFY(shown.chart.ruler().has_value());
    QCOMPARE(shown.chart.ruler()->length().value, (axis.pixel() * 100).value);
    QVERIFY(shown.chart.layout().axis.from == axis.from); // the view did not move
    QVERIFY2(shown.pane.line()->text().startsWith(QStringLiteral("Ruler: ")), qPrintable(shown.pane.line()->text()));
    QTest::keyClick(&shown.chart, Qt::Key_Escape);
    QVERIFY(!shown.chart.ruler());
    // The keys measure from the start of one operation to the end of another.
    const std::int32_t first = shown.find(SpanKind::Forward, 0);
    const std::int32_t last = shown.find(SpanKind::Backward, 3);
    shown.chart.setCurrent(first);
    QTest::keyClick(&shown.chart, Qt::Key_R);
    shown.chart.setCurrent(last);
    QTest::keyClick(&shown.chart, Qt::Key_R);
    QCOMPARE(shown.chart.ruler()->length().value, (shown.data().span(last).end - shown.data().span(first).start).value);
}

void TestTimeline::theMinimapShowsAndMovesWhatIsOnShow()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({4, 4, 8}));
    QTest::qWait(20);
    TimelineMinimap& map = *shown.pane.minimap();
    QVERIFY(!map.isVisible()); // the chart shows the whole step
    const TimeAxis whole = shown.chart.layout().axis;
    shown.wheel(600, shown.chart.viewport()->rect().center());
    QTRY_VERIFY(map.isVisible());
    QVERIFY(map.frame().width() < (whole.right - whole.left) / 2);
    const Seconds all = shown.data().timeline().end;
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(static_cast<int>(whole.right) - 2, map.height() / 2));
    QVERIFY(shown.chart.layout().axis.to == all); // the end of the step
    QVERIFY(std::abs(map.frame().right() - whole.right) < 1.5);
    const Seconds length = shown.shown();
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(static_cast<int>(whole.left + whole.right) / 2, 5));
    QVERIFY(std::abs((shown.shown() - length).value) < 1e-9); // panned, not zoomed
    const Seconds middle = (shown.chart.layout().axis.from + shown.chart.layout().axis.to) / 2.0;
    QVERIFY(std::abs(middle / all - 0.5) < 0.01);
    const QImage picture = map.grab().toImage();
    QSet<QRgb> colors;
    for (int x = 0; x < picture.width(); ++x) {
        colors << picture.pixel(x, picture.height() / 2);
    }
    QVERIFY(colors.size() > 4); // passes, idle time, the frame and the area outside of it
    QTest::keyClick(&shown.chart, Qt::Key_Home);
    QTRY_VERIFY(!map.isVisible());
}

void TestTimeline::keysReachEverything()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({8, 8, 16}));
    QTest::qWait(20);
    shown.chart.setFocus();
    const Seconds all = shown.shown();
    QTest::keyClick(&shown.chart, Qt::Key_Plus);
    QVERIFY(shown.shown() < all);
    const Seconds from = shown.chart.layout().axis.from;
    QTest::keyClick(&shown.chart, Qt::Key_Right);
    QVERIFY(shown.chart.layout().axis.from > from);
    QTest::keyClick(&shown.chart, Qt::Key_Left);
    QTest::keyClick(&shown.chart, Qt::Key_Minus);
    QTest::keyClick(&shown.chart, Qt::Key_Equal);
    QTest::keyClick(&shown.chart, Qt::Key_Home);
    QCOMPARE(shown.shown().value, all.value);
    QTest::keyClick(&shown.chart, Qt::Key_PageDown);
    QVERIFY(shown.chart.verticalScrollBar()->value() > 0);
    // Keys move from operation to operation, and back along the operations that they waited for.
    QTest::keyClick(&shown.chart, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(shown.chart.current(), shown.data().lane(0, Lane::Compute).spans[0]);
    QCOMPARE(shown.chart.verticalScrollBar()->value(), 0); // scrolled into view
    QTest::keyClick(&shown.chart, Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(shown.chart.current(), shown.data().lane(0, Lane::Compute).spans[1]);
    QTest::keyClick(&shown.chart, Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(shown.data().span(shown.chart.current()).pipeline_rank, 1);
    const std::int32_t before = shown.data().span(shown.chart.current()).waited_for;
    QVERIFY(before >= 0);
    QTest::keyClick(&shown.chart, Qt::Key_Return);
    QCOMPARE(shown.chart.current(), before);
    QTest::keyClick(&shown.chart, Qt::Key_Escape);
    QCOMPARE(shown.chart.current(), -1);
}

void TestTimeline::theTableHasTheSameContent()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({16, 16, 1050})); // more than 65,000 operations
    QVERIFY(shown.data().timeline().spans.size() >= 65000);
    QTest::mouseClick(shown.pane.tableButton(), Qt::LeftButton);
    QTRY_VERIFY(shown.pane.table()->isVisible());
    const auto* model = qobject_cast<const TimelineModel*>(shown.pane.table()->model());
    QCOMPARE(model->rowCount(), static_cast<int>(shown.data().timeline().spans.size()));
    shown.pane.table()->setFocus();
    QElapsedTimer timer;
    timer.start();
    QTest::keyClick(shown.pane.table(), Qt::Key_End, Qt::ControlModifier);
    shown.pane.table()->viewport()->grab();
    qInfo("to the last of %d rows in %.1f ms", model->rowCount(), static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    QCOMPARE(shown.chart.current(), shown.data().by_start.back());
    QTest::mouseClick(shown.pane.tableButton(), Qt::LeftButton);
    const Span& last = shown.data().span(shown.chart.current());
    QVERIFY(shown.chart.layout().axis.to >= last.end); // visible
    shown.chart.setCurrent(shown.data().by_start[5]);
    QCOMPARE(shown.pane.table()->currentIndex().row(), 5);
}

void TestTimeline::exportsATrace()
{
    Shown shown;
    QVERIFY(shown.open());
    const QString path = shown.explorer.path("timeline.json");
    shown.explorer.dialogs.file = path;
    shown.pane.traceAction()->trigger();
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject trace = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(trace["traceEvents"].toArray().size() > static_cast<qsizetype>(shown.data().timeline().spans.size()));
    const QString table = shown.explorer.path("memory.csv");
    shown.explorer.dialogs.file = table;
    shown.pane.memoryAction()->trigger();
    QTRY_VERIFY(QFile::exists(table));
    shown.explorer.dialogs.file = shown.explorer.path("none/such/timeline.json");
    shown.pane.traceAction()->trigger();
    QTRY_COMPARE(shown.explorer.dialogs.reported.size(), 1);
    shown.explorer.dialogs.file = shown.explorer.path("timeline.png");
    shown.explorer.action(QStringLiteral("Timeline as an image…"))->trigger();
    QTRY_VERIFY(QFile::exists(shown.explorer.path("timeline.png")));
}

void TestTimeline::emptyWithoutAPlan()
{
    test::Explorer explorer;
    const TimelinePane& pane = *explorer.window.timelinePane();
    explorer.bench().newWorkspace();
    QTRY_VERIFY(explorer.bench().document().isOpen());
    QVERIFY(pane.isEmptyShown());
    QCOMPARE(pane.empty()->title(), QStringLiteral("No plan selected"));
    QVERIFY(!pane.criticalChip()->isVisible());
    QVERIFY(!pane.traceAction()->isEnabled());
}

void TestTimeline::figuresOnHover()
{
    Shown shown;
    QVERIFY(shown.open());
    shown.pane.showTimeline(dataOf({3, 3, 5}));
    QTest::qWait(20);
    const std::int32_t forward = shown.find(SpanKind::Forward, 0);
    const QPoint at = shown.chart.areaOf(forward).center();
    QVERIFY(shown.chart.toolTipAt(at).contains(QStringLiteral("Duration: 0.001 s")));
    const QPointF memory = shown.chart.layout().memoryArea(0).center();
    const qreal header = shown.chart.areaOf(forward).top() - shown.chart.layout().laneArea(0, Lane::Compute).top();
    const QString text = shown.chart.toolTipAt((memory + QPointF(0, header)).toPoint());
    QVERIFY2(text.contains(QStringLiteral("bytes)")) && text.contains(QStringLiteral("Capacity: 3.00 GiB")),
             qPrintable(text));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestTimeline test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_timeline.moc"
