// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Memory of each device: breakdown of a bar, expanded nodes, two plans in comparison, and bounds.
#include "tests/gui/explorerfixture.h"
#include "tests/models/plans.h"
#include "ui/dialogs/breakdowndialog.h"
#include "ui/panes/compare/comparing.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/noderows.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/stages/stagestrip.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/words/peakwords.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QTreeWidget>

using namespace stagecraft;

namespace {

struct Looker : test::Explorer {
    MemoryBars* bars = window.memoryPane()->bars();

    bool openOn(const QString& cluster)
    {
        if (!openTable()) {
            return false;
        }
        auto* line = field<QLineEdit>("cluster");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, cluster);
        QTest::keyClick(line, Qt::Key_Return);
        return waitForPlans();
    }
    void clickBar(int row, int fromLeft = 3)
    {
        const QRect area = bars->rowRect(row);
        const QPoint at(static_cast<int>(bars->layout().metrics.left) + fromLeft, area.center().y());
        QTest::mouseClick(bars->viewport(), Qt::LeftButton, {}, at);
    }
    BreakdownDialog* breakdown() { return window.findChild<BreakdownDialog*>(); }
    // Selects a plan with several stages.
    int pipeline()
    {
        const auto& all = bench().plans().result()->candidates;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].plan.stages.size() > 2) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }
};

}

class TestMemoryPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBarOpensTheLayersThatMakeIt();
    void keysOpenThemToo();
    void stagesAreSelectedTogether();
    void equalDevicesShareABar();
    void nodesStandForManyDevices();
    void nodesAreCountedThroughTheCluster();
    void twoPlansStandBesideEachOther();
    void boundsAreWhiskers();
    void whatDoesNotFitNamesTheBoundThatDecides();
    void barsComeBeforeTheLegend();
    void exportedBarsHaveNoStateOfTheScreen();
};

// Exported bars show no selection, hover or other state of the screen.
void TestMemoryPane::exportedBarsHaveNoStateOfTheScreen()
{
    Looker looker;
    QVERIFY(looker.openTable());
    const auto exported = [&] {
        QImage image(looker.bars->exportSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        looker.bars->exportTo(painter);
        return image;
    };
    looker.bars->setCurrent(-1);
    const QImage shown = looker.bars->viewport()->grab().toImage();
    const QImage before = exported();
    looker.bars->setCurrent(0);
    QVERIFY(looker.bars->viewport()->grab().toImage() != shown);
    QCOMPARE(exported(), before);
}

void TestMemoryPane::aBarOpensTheLayersThatMakeIt()
{
    Looker looker;
    QVERIFY(looker.openTable());
    looker.bench().plans().select(looker.pipeline());
    const DeviceEstimate device = looker.bench().plans().current()->estimate.devices[1];
    QVERIFY(device.stage > 0);
    looker.clickBar(1);
    QCOMPARE(looker.bench().plans().currentStage(), device.stage);
    BreakdownDialog* dialog = looker.breakdown();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY(dialog->tree()->topLevelItemCount() > 2);
    const QTreeWidgetItem* peak = dialog->tree()->topLevelItem(0);
    QVERIFY2(peak->text(0).contains(QStringLiteral("of device 1")), qPrintable(peak->text(0)));
    QVERIFY(peak->text(1).contains(QLocale().toString(static_cast<qlonglong>(device.peak.value))));
    const QTreeWidgetItem* layers = dialog->tree()->topLevelItem(1);
    QCOMPARE(layers->text(1), QStringLiteral("Stage %1").arg(device.stage));
    QVERIFY(layers->isExpanded());
    const LayerRange range =
        looker.bench().plans().current()->plan.stages[static_cast<std::size_t>(device.stage)].layers;
    QVERIFY(layers->childCount() >= range.count()); // plus the remainder that the layers do not explain
    dialog->close();
    QTest::qWait(10);
    // A click beside the bar only selects.
    const QRect row = looker.bars->rowRect(0);
    QTest::mouseClick(looker.bars->viewport(), Qt::LeftButton, {}, QPoint(4, row.center().y()));
    QCOMPARE(looker.bench().plans().currentStage(), 0);
    QVERIFY(!looker.breakdown());
}

void TestMemoryPane::keysOpenThemToo()
{
    Looker looker;
    QVERIFY(looker.openTable());
    looker.activate();
    looker.bench().plans().select(looker.pipeline());
    looker.bars->setFocus(Qt::TabFocusReason);
    QCOMPARE(looker.bars->current(), 0);
    QTest::keyClick(looker.bars, Qt::Key_Down);
    QCOMPARE(looker.bars->current(), 1);
    QVERIFY(looker.bench().plans().currentStage() > 0);
    QTest::keyClick(looker.bars, Qt::Key_Return);
    QVERIFY(looker.breakdown());
    QTRY_VERIFY(looker.breakdown()->tree()->topLevelItemCount() > 2);
    QVERIFY(looker.breakdown()->tree()->topLevelItem(0)->text(0).contains(QStringLiteral("of device 1")));
}

void TestMemoryPane::stagesAreSelectedTogether()
{
    Looker looker;
    QVERIFY(looker.openTable());
    looker.bench().plans().select(looker.pipeline());
    const QRect row = looker.bars->rowRect(2);
    QTest::mouseClick(looker.bars->viewport(), Qt::LeftButton, {}, QPoint(4, row.center().y()));
    const int stage = looker.bars->layout().rows[2].estimate.stage;
    QVERIFY(stage > 0);
    QCOMPARE(looker.window.stagesPane()->strip()->current(), stage);
    // A stage that is selected in the strip is selected as a bar here.
    QTest::keyClick(looker.window.stagesPane()->strip(), Qt::Key_Left);
    const int before = looker.window.stagesPane()->strip()->current();
    QCOMPARE(before, stage - 1);
    QCOMPARE(looker.bars->layout().rows[static_cast<std::size_t>(looker.bars->current())].estimate.stage, before);
}

void TestMemoryPane::equalDevicesShareABar()
{
    Looker looker;
    QVERIFY(looker.openOn(QStringLiteral("16x8xcpu:8GiB")));
    const auto& all = looker.bench().plans().result()->candidates;
    const auto wide = std::find_if(all.begin(), all.end(), [](const Candidate& candidate) {
        return candidate.estimate.devices.size() > 64 && candidate.plan.stages.size() > 1;
    });
    QVERIFY(wide != all.end());
    looker.bench().plans().select(static_cast<int>(wide - all.begin()));
    const auto rows = [&] { return looker.bars->layout().rows; };
    const auto groups = equalDevices(wide->estimate.devices);
    const auto inside = static_cast<std::size_t>(groups[1].count);
    QVERIFY(groups.size() < 20 && inside > 1);
    QCOMPARE(rows().size(), groups.size());
    QCOMPARE(rows()[1].label, deviceLabel(groups[1].first, groups[1].count));
    looker.clickBar(1);
    QCOMPARE(rows().size(), groups.size() + inside);
    QCOMPARE(rows()[2].label, QStringLiteral("Device %1").arg(groups[1].first));
    QVERIFY(!looker.breakdown());
    looker.clickBar(2);
    QVERIFY(looker.breakdown());
    looker.breakdown()->close();
    QTest::qWait(10);
    looker.clickBar(1); // collapses it
    QCOMPARE(rows().size(), groups.size());
    QTest::keyClick(looker.bars, Qt::Key_Return);
    QCOMPARE(rows().size(), groups.size() + inside);
    // Other bars start collapsed; so does this one when its plan is displayed again.
    const auto other = std::find_if(all.begin(), all.end(), [&](const Candidate& candidate) {
        const auto first = static_cast<int>(groups[1].first);
        const auto others = equalDevices(candidate.estimate.devices);
        return others != groups && std::any_of(others.begin(), others.end(), [&](const DeviceGroup& group) {
                   return group.first == first && group.count > 1;
               });
    });
    QVERIFY(other != all.end());
    looker.bench().plans().select(static_cast<int>(other - all.begin()));
    const std::vector<MemoryRow> others = rows();
    QVERIFY(std::none_of(others.begin(), others.end(), [](const MemoryRow& row) { return row.opened; }));
    looker.bench().plans().select(static_cast<int>(wide - all.begin()));
    QCOMPARE(rows().size(), groups.size());
}

void TestMemoryPane::nodesStandForManyDevices()
{
    const auto devices = test::plansFrom("stagecraft recommended 80 1 4 8 2")->candidates[0].estimate.devices;
    QCOMPARE(equalDevices(devices).size(), std::size_t(80)); // all devices differ
    std::vector<int> nodes;
    for (int device = 0; device < 80; ++device) {
        nodes.push_back(device / 8);
    }
    QCOMPARE(nodeRows(devices, nodes, {}).size(), std::size_t(10));
    const auto opened = nodeRows(devices, nodes, {1});
    QCOMPARE(opened.size(), std::size_t(18));
    QCOMPARE(opened[1].label, QStringLiteral("Node 1 × 8"));
    QCOMPARE(opened[1].device, 8); // the fullest device
    QCOMPARE(opened[2].label, QStringLiteral("Device 8"));
}

void TestMemoryPane::nodesAreCountedThroughTheCluster()
{
    const Cluster cluster = *parseCluster("2x4xcpu:8GiB+3x2xcpu:16GiB");
    Plan plan = uniformPlan({0, 1, 2}, 6, 1, 1, ScheduleKind::GPipe);
    plan.stages[1].device_group = 1;
    QCOMPARE(nodesOf(plan, cluster), (std::vector<int> {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

void TestMemoryPane::twoPlansStandBesideEachOther()
{
    Looker looker;
    QVERIFY(looker.openTable());
    auto* beside = looker.field<QComboBox>("beside");
    QVERIFY(!beside->isVisible()); // the comparison is empty
    TradeoffChart* chart = looker.window.tradeoffPane()->chart();
    const int star = looker.bench().plans().currentIndex();
    int other = -1; // plan whose point is not covered
    for (int i = 0; i < static_cast<int>(chart->cloud().points().size()); ++i) {
        if (i != star && chart->candidateAt(chart->positionOf(i)) == i) {
            other = i;
        }
    }
    QVERIFY(other >= 0);
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, Qt::ControlModifier, chart->positionOf(other));
    QVERIFY(beside->isVisible());
    beside->setFocus();
    QTest::keyClick(beside, Qt::Key_Down);
    QVERIFY(looker.waitForPlans());
    const auto result = looker.bench().plans().result();
    const auto& mine = result->candidates[static_cast<std::size_t>(star)].estimate.devices;
    const auto& theirs = result->candidates[static_cast<std::size_t>(other)].estimate.devices;
    const auto rows = [&] { return looker.bars->layout().rows; };
    QCOMPARE(rows().size(), mine.size() + theirs.size());
    QVERIFY(rows()[0].estimate == mine[0] && rows()[1].estimate == theirs[0]);
    QCOMPARE(looker.window.memoryPane()->table()->model()->rowCount(), static_cast<int>(mine.size() + theirs.size()));
    // A click on a bar of the other plan opens that plan's layers.
    looker.clickBar(1);
    QVERIFY(looker.breakdown());
    QVERIFY(looker.breakdown()->windowTitle().contains(
        degreesText(result->candidates[static_cast<std::size_t>(other)].plan)));
    looker.breakdown()->close();
    QTest::qWait(10);
    looker.bench().undoStack().undo(); // removes it from the comparison
    QTRY_COMPARE(rows().size(), mine.size());
    QVERIFY(!beside->isVisible());
}

void TestMemoryPane::boundsAreWhiskers()
{
    std::vector<DeviceEstimate> devices =
        test::plansFrom("stagecraft recommended 2 1 4 8 2")->candidates[0].estimate.devices.all();
    MemoryBars bars;
    bars.resize(700, 300);
    bars.setDevices(devices, {});
    const QImage without = bars.grab().toImage();
    QVERIFY(!bars.layout().bounds(0));
    devices[0].peak_low = gibibytes(3.5);
    devices[0].peak_high = gibibytes(4.5);
    bars.setDevices(devices, {});
    const auto bounds = bars.layout().bounds(0);
    QVERIFY(bounds);
    QVERIFY(std::fabs(bounds->x1() - bars.layout().xOf(gibibytes(3.5).value * 1.0)) < 0.01);
    QVERIFY(std::fabs(bounds->x2() - bars.layout().xOf(gibibytes(4.5).value * 1.0)) < 0.01);
    QVERIFY(!bars.layout().bounds(1));
    QVERIFY(bars.grab().toImage() != without);
    // Names of parts never overlap a whisker, and use the wider of the spaces beside it.
    const MemoryBarsLayout& layout = bars.layout();
    int beside = 0;
    for (const auto& segment : layout.segments(0)) {
        const QRectF room = layout.nameRoom(0, segment);
        QVERIFY(segment.area.contains(room) || room.isEmpty());
        QVERIFY(room.right() <= bounds->x1() || room.left() >= bounds->x2());
        beside += segment.area.left() < bounds->x2() && segment.area.right() > bounds->x1() ? 1 : 0;
    }
    QVERIFY(beside > 0);
    const auto untouched = layout.segments(1).front();
    QCOMPARE(layout.nameRoom(1, untouched), untouched.area);
}

// The number, color and accessible description of a bar refer to the same bound.
void TestMemoryPane::whatDoesNotFitNamesTheBoundThatDecides()
{
    DeviceEstimate device =
        test::plansFrom("stagecraft recommended 2 1 4 8 2")->candidates[0].estimate.devices.all().front();
    device.capacity = gibibytes(79.1);
    device.peak = gibibytes(57.9);
    device.device_high = gibibytes(84.1);
    device.fits = false;
    const QString words = QStringLiteral("upper bound 84.1 GiB exceeds 79.1 GiB");
    QCOMPARE(fillWords(device), words);
    MemoryBars bars;
    bars.setDevices({device}, {});
    QVERIFY2(bars.accessibleDescription().contains(words), qPrintable(bars.accessibleDescription()));
    QVERIFY(!bars.accessibleDescription().contains(QStringLiteral("73")));
    QCOMPARE(overWords(device), QStringLiteral("upper bound 84.1 GiB, 5.00 GiB over capacity"));
    device.device_high = gibibytes(71.2);
    device.fits = true;
    bars.setDevices({device}, {});
    QVERIFY2(bars.accessibleDescription().contains(QStringLiteral("upper bound 90")),
             qPrintable(bars.accessibleDescription()));
}

void TestMemoryPane::barsComeBeforeTheLegend()
{
    MemoryBars bars;
    bars.setDevices(test::plansFrom("stagecraft recommended 2 1 4 8 2")->candidates[0].estimate.devices.all(), {});
    bars.resize(300, 400);
    bars.show();
    const int top = bars.rowRect(0).top();
    bars.resize(300, 104);
    QTest::qWait(10);
    QVERIFY2(bars.rowRect(0).top() < top, "the legend is still there");
    QVERIFY(bars.rowRect(0).bottom() < bars.viewport()->height());
    QVERIFY(bars.hitAt(bars.rowRect(0).center()));
    bars.resize(300, 72); // minimum size: a row and its axis
    QTest::qWait(10);
    QVERIFY(bars.hitAt(bars.rowRect(0).center()));
    QVERIFY(bars.rowRect(0).bottom() < bars.viewport()->height());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestMemoryPane test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_memorypane.moc"
