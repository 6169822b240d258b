// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// From the start page to plans, and through all views of plans, with clicks and keys.
#include "tests/gui/explorerfixture.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/start/startpage.h"
#include "ui/panes/tradeoff/tradeoffpane.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace stagecraft;

namespace {

QAbstractButton* buttonNamed(QWidget& parent, const QString& text)
{
    for (QAbstractButton* button : parent.findChildren<QAbstractButton*>()) {
        if (button->text() == text) {
            return button;
        }
    }
    return nullptr;
}

void clickRow(QTableView* table, int row)
{
    const QModelIndex index = table->model()->index(row, 1);
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
}

}

class TestExplore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startsWithWaysToBegin();
    void aModelFromTheStartPageBringsPlans();
    void aRowSelectsEverywhere();
    void aPointSelectsEverywhere();
    void keysWalkThroughThePoints();
    void hoveringShowsACard();
    void draggingZoomsAndEscapeShowsAll();
    void barsShowExactBytes();
    void textAndChipsFilter();
    void headersSort();
    void theCurrentRowIsTheSelectedPlan();
    void picturesHaveTables();
    void docksCanBeClosedAndRestored();
};

void TestExplore::startsWithWaysToBegin()
{
    test::Explorer explorer;
    QVERIFY(explorer.window.startPage()->isVisible());
    for (const QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        QVERIFY(!dock->isVisible());
    }
    QVERIFY(buttonNamed(*explorer.window.startPage(), QStringLiteral("New from a model")));
    QVERIFY(buttonNamed(*explorer.window.startPage(), QStringLiteral("Open a workspace")));
    // Without a workspace there is nothing to save, export or measure.
    for (const char* text : {"Save as…", "Profile…", "Plan as JSON…"}) {
        QVERIFY2(!explorer.action(QString::fromUtf8(text))->isEnabled(), text);
    }
}

void TestExplore::aModelFromTheStartPageBringsPlans()
{
    test::Explorer explorer;
    explorer.dialogs.file = test::dataFile("sixteen-layers.csv");
    QTest::mouseClick(buttonNamed(*explorer.window.startPage(), QStringLiteral("New from a model")), Qt::LeftButton);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(!explorer.window.startPage()->isVisible());
    const QTableView* table = explorer.window.candidatesPane()->table();
    QVERIFY(table->isVisible());
    QVERIFY(table->model()->rowCount() > 3);
    QCOMPARE(table->model()->index(0, CandidateModel::Plan).data().toString(), QStringLiteral("Recommended"));
    QCOMPARE(table->currentIndex().row(), 0); // the recommended plan is selected first
    QVERIFY(explorer.window.windowTitle().contains(QStringLiteral("sixteen-layers")));
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestExplore::aRowSelectsEverywhere()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QTableView* table = explorer.window.candidatesPane()->table();
    for (const int row : {2, 1, 3}) {
        clickRow(table, row);
        QCOMPARE(explorer.bench().plans().currentIndex(), row);
        const Candidate& candidate = *explorer.bench().plans().current();
        QCOMPARE(explorer.window.memoryPane()->bars()->layout().rows.size(), candidate.estimate.devices.size());
        QVERIFY(explorer.window.memoryPane()->bars()->layout().rows[0].estimate == candidate.estimate.devices[0]);
        QCOMPARE(explorer.window.tradeoffPane()->table()->currentIndex().row(), row);
    }
}

void TestExplore::aPointSelectsEverywhere()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    TradeoffChart* chart = explorer.window.tradeoffPane()->chart();
    const auto result = explorer.bench().plans().result();
    // Clicks points that are away from the recommended plan's.
    int clicked = 0;
    for (int i = static_cast<int>(result->candidates.size()) - 1; i > 0 && clicked < 3; --i) {
        const QPoint at = chart->positionOf(i);
        if ((at - chart->positionOf(0)).manhattanLength() < 40) {
            continue;
        }
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, at);
        const int now = explorer.bench().plans().currentIndex();
        QVERIFY((chart->positionOf(now) - at).manhattanLength() <= 2); // this point, or one that covers it
        const QTableView* table = explorer.window.candidatesPane()->table();
        QCOMPARE(table->currentIndex().row(), now);
        QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
        QVERIFY(explorer.window.memoryPane()->bars()->layout().rows[0].estimate
                == result->candidates[static_cast<std::size_t>(now)].estimate.devices[0]);
        ++clicked;
    }
    QVERIFY(clicked > 0);
    // A click outside all points changes nothing.
    const int before = explorer.bench().plans().currentIndex();
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, QPoint(chart->width() - 4, chart->height() - 4));
    QCOMPARE(explorer.bench().plans().currentIndex(), before);
}

void TestExplore::keysWalkThroughThePoints()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    TradeoffChart* chart = explorer.window.tradeoffPane()->chart();
    chart->setFocus();
    double before = explorer.bench().plans().current()->estimate.samples_per_second;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(chart, Qt::Key_Right);
        const double now = explorer.bench().plans().current()->estimate.samples_per_second;
        QVERIFY(now >= before);
        before = now;
    }
    for (int i = 0; i < 100; ++i) {
        QTest::keyClick(chart, Qt::Key_Left);
    }
    for (const Candidate& candidate : explorer.bench().plans().result()->candidates) {
        QVERIFY(explorer.bench().plans().current()->estimate.samples_per_second
                <= candidate.estimate.samples_per_second);
    }
}

void TestExplore::hoveringShowsACard()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    TradeoffChart* chart = explorer.window.tradeoffPane()->chart();
    QTest::mouseMove(chart->viewport(), chart->positionOf(0));
    QTRY_VERIFY(chart->cardText().contains(QStringLiteral("Recommended")));
    QVERIFY(chart->cardText().contains(QStringLiteral("samples/s")));
    QTest::mouseMove(chart->viewport(), QPoint(3, chart->height() - 3));
    QTRY_COMPARE(chart->cardText(), QString());
}

void TestExplore::draggingZoomsAndEscapeShowsAll()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    TradeoffChart* chart = explorer.window.tradeoffPane()->chart();
    const QPoint star = chart->positionOf(0);
    const int selected = explorer.bench().plans().currentIndex();
    QTest::mousePress(chart->viewport(), Qt::LeftButton, {}, star - QPoint(30, 30));
    for (int way = 5; way <= 60; way += 5) {
        // mouseMove() does not hold the button down, so the event is synthesized.
        const QPointF at = star - QPoint(30, 30) + QPoint(way, way);
        QMouseEvent move(QEvent::MouseMove, at, chart->viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(chart->viewport(), &move);
    }
    QTest::mouseRelease(chart->viewport(), Qt::LeftButton, {}, star + QPoint(30, 30));
    QTRY_VERIFY(chart->isZoomed());
    QCOMPARE(explorer.bench().plans().currentIndex(), selected); // a drag does not select
    QTest::keyClick(chart, Qt::Key_Escape);
    QTRY_VERIFY(!chart->isZoomed());
}

void TestExplore::barsShowExactBytes()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MemoryBars* bars = explorer.window.memoryPane()->bars();
    const DeviceEstimate& device = explorer.bench().plans().current()->estimate.devices[0];
    QString tip;
    for (int y = 0; y < bars->viewport()->height() && tip.isEmpty(); ++y) {
        const QPoint at(static_cast<int>(bars->layout().metrics.left) + 2, y);
        if (const auto hit = bars->hitAt(at); hit && hit->part) {
            tip = bars->toolTipAt(at);
        }
    }
    QVERIFY2(tip.contains(QStringLiteral("Parameters")), qPrintable(tip));
    QVERIFY(tip.contains(QLocale().toString(static_cast<qlonglong>(device.breakdown.parameters.value))));
    QVERIFY(tip.contains(QLocale().toString(static_cast<qlonglong>(device.peak.value))));
}

void TestExplore::textAndChipsFilter()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    CandidatesPane* pane = explorer.window.candidatesPane();
    const int all = pane->table()->model()->rowCount();
    QTest::keyClick(&explorer.window, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(pane->filterField()->hasFocus());
    QTest::keyClicks(pane->filterField(), QStringLiteral("uniform"));
    const int uniform = pane->table()->model()->rowCount();
    QVERIFY(uniform > 0 && uniform < all);
    pane->filterField()->clear();
    QCOMPARE(pane->table()->model()->rowCount(), all);
    // The recommended plan is selected again when the filter shows it.
    QCOMPARE(pane->table()->currentIndex().data().toString(), QStringLiteral("Recommended"));
    auto* baselines = buttonNamed(*pane, QStringLiteral("Baselines"));
    QTest::mouseClick(baselines, Qt::LeftButton);
    QVERIFY(pane->table()->model()->rowCount() < all);
    QTest::keyClick(baselines, Qt::Key_Space);
    QCOMPARE(pane->table()->model()->rowCount(), all);
}

void TestExplore::headersSort()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QTableView* table = explorer.window.candidatesPane()->table();
    const QHeaderView* header = table->horizontalHeader();
    const int x = header->sectionViewportPosition(CandidateModel::Step) + 8;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    double before = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const double step = table->model()->index(row, CandidateModel::Step).data(CandidateModel::SortRole).toDouble();
        QVERIFY(step >= before);
        before = step;
    }
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(),
             QStringLiteral("Recommended")); // the selection follows its row
    clickRow(table, 0);
    const Candidate* fastest = explorer.bench().plans().current();
    for (const Candidate& candidate : explorer.bench().plans().result()->candidates) {
        QVERIFY(fastest->estimate.step <= candidate.estimate.step);
    }
}

// The selected plan is the table's current row, even with several selected rows: otherwise a click on the previous
// current row would have no effect.
void TestExplore::theCurrentRowIsTheSelectedPlan()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QTableView* table = explorer.window.candidatesPane()->table();
    clickRow(table, 0);
    const int first = explorer.bench().plans().currentIndex();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      table->visualRect(table->model()->index(3, 0)).center());
    QCOMPARE(table->selectionModel()->selectedRows().size(), 4);
    const int last = explorer.bench().plans().currentIndex();
    QVERIFY(last != first);
    explorer.bench().plans().select(first);
    QCOMPARE(table->currentIndex().row(), 0);
    QCOMPARE(table->selectionModel()->selectedRows().size(), 4);
    clickRow(table, 3);
    QCOMPARE(explorer.bench().plans().currentIndex(), last);
}

void TestExplore::picturesHaveTables()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MemoryPane* memory = explorer.window.memoryPane();
    QVERIFY(memory->bars()->isVisible());
    QTest::mouseClick(memory->tableButton(), Qt::LeftButton);
    QVERIFY(memory->table()->isVisible() && !memory->bars()->isVisible());
    QCOMPARE(memory->table()->model()->rowCount(),
             static_cast<int>(explorer.bench().plans().current()->estimate.devices.size()));
    TradeoffPane* tradeoff = explorer.window.tradeoffPane();
    QTest::mouseClick(tradeoff->tableButton(), Qt::LeftButton);
    QVERIFY(tradeoff->table()->isVisible());
    QTest::keyClick(tradeoff->table(), Qt::Key_Down);
    QCOMPARE(explorer.bench().plans().currentIndex(), 1);
}

void TestExplore::docksCanBeClosedAndRestored()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* jobs = explorer.field<QDockWidget>("jobsDock");
    QVERIFY(jobs->isVisible());
    jobs->toggleViewAction()->trigger();
    QVERIFY(!jobs->isVisible());
    explorer.action(QStringLiteral("Restore default layout"))->trigger();
    QTRY_VERIFY(jobs->isVisible());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestExplore explore;
    return QTest::qExec(&explore, argc, argv);
}
#include "tst_explore.moc"
