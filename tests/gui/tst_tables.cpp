// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Common behavior of all tables: pixels after scrolling, the first column, figures, the choice of columns.
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/mainwindow/columnmemory.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/noderows.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/widgets/namecolumn.h"
#include "ui/widgets/tableview.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QToolButton>
#include <QToolTip>

using namespace stagecraft;

namespace {

// Fills a model with names and with more columns of figures than a narrow table can show.
void fill(QStandardItemModel& model, int rows = 12, int columns = 9)
{
    model.setRowCount(rows);
    model.setColumnCount(columns);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            auto* item = new QStandardItem(column == 0 ? QStringLiteral("Plan %1").arg(row)
                                                       : QStringLiteral("%1.%2 ms").arg(row * 7 + column).arg(column));
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            model.setItem(row, column, item);
        }
    }
    for (int column = 0; column < columns; ++column) {
        model.setHorizontalHeaderItem(column, new QStandardItem(QStringLiteral("Title %1").arg(column)));
    }
}

void showTable(QTableView& table, QAbstractItemModel& model)
{
    table.setModel(&model);
    table.resize(360, 240);
    table.resizeColumnsToContents();
    for (int column = 0; column < model.columnCount(); ++column) {
        table.setColumnWidth(column, std::max(table.columnWidth(column), 90));
    }
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
}

// Returns the image on the screen, after comparing it with a full repaint of the window.
QImage onScreen(QWidget& window)
{
    QCoreApplication::processEvents();
    return window.screen()->grabWindow(window.winId()).toImage().convertToFormat(QImage::Format_RGB32);
}

QImage paintedAnew(QWidget& window)
{
    window.update();
    for (QWidget* child : window.findChildren<QWidget*>()) {
        child->update();
    }
    return onScreen(window);
}

}

class TestTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headsOfOneWordAreNotCut();
    void longHeadsAreNotCut();
    void namesAreWhole();
    void columnsFollowNewData();
    void columnsFollowDataThatCameWhileHidden();
    void columnsOfPlansKeepTheirShare();
    void titlesAreCutByTheViewAlone();
    void theSortMarkStandsBesideTheColumnButton();
    void scrollingLeavesNoTornWords_data();
    void scrollingLeavesNoTornWords();
    void theFirstColumnStays();
    void theFirstColumnLeavesRoom();
    void keysAndClicksMeanWhatIsSeen();
    void theHeaderFollowsTheFrozenColumn();
    void figuresAreNeverCut();
    void everyTableOfTheWindowIsOne();
    void columnsAreChosenAndRemembered();
    void chosenColumnsOutlastResults();
    void chosenColumnsAreKeptByName();
    void theLastColumnOnShowIsNotCut();
    void aColumnThatIsNotInSightShowsNothingOfItsFigures();
    void equalDevicesShareARow();
    void theCurrentRowStaysInSight();
};

// A sentence that begins with a figure, such as that of a link, does not push other plans out of view.
void TestTables::columnsOfPlansKeepTheirShare()
{
    QStandardItemModel model;
    fill(model, 3, 3);
    model.item(0, 1)->setText(
        QStringLiteral("300 GB/s, 5.00 us; by a data sheet whose name is long, half of it each way"));
    TableView table(QStringLiteral("table"));
    table.setChoosable(false);
    table.setModel(&model);
    table.resize(360, 240);
    for (int column = 0; column < 3; ++column) {
        table.setColumnWidth(column, 110);
    }
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QTest::qWait(50);
    QCOMPARE(table.columnWidth(1), 110);
    table.setChoosable(true); // as in tables of figures
    model.item(0, 1)->setText(model.item(0, 1)->text() + u'.');
    QTRY_VERIFY(table.columnWidth(1) > 300);
}

void TestTables::headsOfOneWordAreNotCut()
{
    QStandardItemModel model;
    fill(model);
    model.setHorizontalHeaderItem(2, new QStandardItem(QStringLiteral("Throughput")));
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.setColumnWidth(2, 50);
    QTRY_VERIFY(table.columnWidth(2)
                > table.horizontalHeader()->fontMetrics().horizontalAdvance(QStringLiteral("Throughput")) + 8);
}

// Long titles are not clipped, including those of the first column and of the last one, which has a button beside its
// title.
void TestTables::longHeadsAreNotCut()
{
    QStandardItemModel model;
    fill(model, 3, 4);
    const QString title = QStringLiteral("Cost per million tokens");
    for (const int column : {0, 2, 3}) {
        model.setHorizontalHeaderItem(column, new QStandardItem(title));
    }
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    const int room = table.horizontalHeader()->fontMetrics().horizontalAdvance(title);
    for (const int column : {0, 2}) {
        table.setColumnWidth(column, 60);
        QTRY_VERIFY(table.columnWidth(column) > room);
    }
    QTRY_VERIFY(table.columnWidth(3) > room + table.columnButton()->width());
}

// A table that scrolls horizontally shows names of 40 letters in full.
void TestTables::namesAreWhole()
{
    const QString name = QStringLiteral("128xH100-80GB@coreweave/HGX-H100:spot");
    QStandardItemModel model;
    fill(model);
    model.item(2, 0)->setText(name);
    TableView table(QStringLiteral("Hardware"));
    auto* names = new NameColumn(&table, 0);
    showTable(table, model);
    names->fit();
    QVERIFY(table.columnWidth(0) > table.fontMetrics().horizontalAdvance(name));
    model.item(2, 0)->setText(name.repeated(4));
    names->fit();
    QVERIFY(table.columnWidth(0) < table.fontMetrics().horizontalAdvance(name.repeated(2)));
}

void TestTables::columnsFollowNewData()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    const QString wide = QStringLiteral("1,234,567,890.123 ms");
    const int room = table.fontMetrics().horizontalAdvance(wide);
    model.item(2, 3)->setText(wide);
    QTRY_VERIFY(table.columnWidth(3) >= room);
    model.item(2, 3)->setText(QStringLiteral("1.2 ms"));
    QTRY_VERIFY(table.columnWidth(3) < room); // other columns become visible
    QVERIFY(table.columnWidth(3) >= table.fontMetrics().horizontalAdvance(QStringLiteral("77.3 ms")));
}

void TestTables::columnsFollowDataThatCameWhileHidden()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.hide();
    const QString wide = QStringLiteral("20.6 GiB to 1,234.5 GiB");
    model.item(2, 3)->setText(wide);
    QTest::qWait(20);
    table.show();
    QTRY_VERIFY(table.columnWidth(3) >= table.fontMetrics().horizontalAdvance(wide));
}

void TestTables::scrollingLeavesNoTornWords_data()
{
    QTest::addColumn<bool>("plain");
    QTest::newRow("a table of the panes") << false;
    QTest::newRow("any table in this style") << true; // dialogs have such tables
}

void TestTables::scrollingLeavesNoTornWords()
{
    QFETCH(bool, plain);
    QStandardItemModel model;
    fill(model);
    const std::unique_ptr<QTableView> table(plain ? new QTableView : new TableView(QStringLiteral("Plans")));
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    showTable(*table, model);
    (void)onScreen(*table);
    for (const int step : {37, 11, 3, 150, -60, 23}) {
        table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->value() + step);
        const QImage scrolled = onScreen(*table);
        QCOMPARE(scrolled, paintedAnew(*table));
    }
}

// The title of a column that is scrolled partly out of view is clipped by the view but not elided.
void TestTables::titlesAreCutByTheViewAlone()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    QHeaderView* header = table.horizontalHeader();
    const int column = table.columnAt(table.viewport()->width() - 1);
    const auto title = [&](int from, int to) { // pixels of the section
        const int left = header->sectionViewportPosition(column);
        return header->viewport()->grab(QRect(left + from, 0, to - from, header->height())).toImage();
    };
    const int width = table.columnWidth(column);
    const int begins = table.viewport()->width() - header->sectionViewportPosition(column);
    QVERIFY(begins > 0 && begins < width - 10);
    const QImage beginning = title(0, begins);
    // The tooltip has the full title.
    const QPoint at(table.viewport()->width() - begins + 4, header->height() / 2);
    QHelpEvent help(QEvent::ToolTip, at, header->viewport()->mapToGlobal(at));
    QApplication::sendEvent(header->viewport(), &help);
    QVERIFY2(QToolTip::text().contains(QStringLiteral("Title %1").arg(column)), qPrintable(QToolTip::text()));
    table.horizontalScrollBar()->setValue(width - begins);
    QCOMPARE(beginning, title(0, begins));
    const int hidden = width / 2; // behind the first column
    const QImage end = title(hidden, width);
    table.horizontalScrollBar()->setValue(table.horizontalScrollBar()->value() + header->sectionViewportPosition(column)
                                          + hidden - table.frozenWidth());
    QCOMPARE(header->sectionViewportPosition(column) + hidden, table.frozenWidth());
    QCOMPARE(title(hidden, width), end);
}

void TestTables::theSortMarkStandsBesideTheColumnButton()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.horizontalScrollBar()->setValue(table.horizontalScrollBar()->maximum());
    QHeaderView* header = table.horizontalHeader();
    const int button = table.columnButton()->width();
    QVERIFY(table.columnButton()->isVisible());
    const auto below = [&] {
        return header->viewport()
            ->grab(QRect(header->viewport()->width() - button, 0, button, header->height()))
            .toImage();
    };
    const QImage before = below();
    header->setSortIndicatorShown(true);
    header->setSortIndicator(model.columnCount() - 1, Qt::AscendingOrder);
    QCOMPARE(below(), before);
}

void TestTables::theFirstColumnStays()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    QCOMPARE(table.frozenWidth(), 0);
    const int width = table.columnWidth(0);
    const QImage before = onScreen(table).copy(0, 0, width - 2, table.horizontalHeader()->height() + 100);
    table.horizontalScrollBar()->setValue(130);
    QCOMPARE(table.frozenWidth(), width);
    const QRect area = table.visualRect(model.index(2, 0));
    QCOMPARE(area.left(), 0);
    QCOMPARE(area.width(), width);
    QCOMPARE(table.indexAt(area.center()), model.index(2, 0));
    QVERIFY(table.indexAt(QPoint(width + 4, area.center().y())).column() > 0);
    QCOMPARE(onScreen(table).copy(0, 0, width - 2, table.horizontalHeader()->height() + 100), before);
    // The frozen cell of a selected row is selected, too.
    table.selectRow(2);
    const QRgb chosen = onScreen(table).pixel(3, table.horizontalHeader()->height() + area.center().y());
    const QRgb other =
        onScreen(table).pixel(3, table.horizontalHeader()->height() + table.visualRect(model.index(4, 0)).center().y());
    QVERIFY(chosen != other);
}

// A name column that needs most of a narrow pane is not frozen and scrolls with the others.
void TestTables::theFirstColumnLeavesRoom()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.setColumnWidth(0, 300);
    table.horizontalScrollBar()->setValue(130);
    QCOMPARE(table.frozenWidth(), 0);
    QCOMPARE(table.visualRect(model.index(0, 0)).left(), -130);
}

void TestTables::keysAndClicksMeanWhatIsSeen()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.horizontalScrollBar()->setValue(200);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(model.index(3, 0)).center());
    QCOMPARE(table.currentIndex(), model.index(3, 0));
    QCOMPARE(table.horizontalScrollBar()->value(), 200); // it was visible
    for (int column = 1; column < model.columnCount(); ++column) {
        QTest::keyClick(&table, Qt::Key_Right);
        QCOMPARE(table.currentIndex().column(), column);
    }
    for (int column = model.columnCount() - 2; column > 0; --column) {
        QTest::keyClick(&table, Qt::Key_Left);
        QVERIFY2(table.visualRect(table.currentIndex()).left() >= table.frozenWidth(),
                 qPrintable(QString::number(column)));
    }
    table.horizontalScrollBar()->setValue(200);
    QTest::keyClick(&table, Qt::Key_Home);
    QCOMPARE(table.horizontalScrollBar()->value(), 0);
}

void TestTables::theHeaderFollowsTheFrozenColumn()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.setSortingEnabled(true);
    table.horizontalScrollBar()->setValue(130);
    QHeaderView* header = table.horizontalHeader();
    QSignalSpy sorted(header, &QHeaderView::sortIndicatorChanged);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(30, header->height() / 2));
    QCOMPARE(sorted.size(), 1);
    QCOMPARE(sorted.front().front().toInt(), 0);
    // The end of the frozen column can be dragged at its visible position.
    const int width = table.columnWidth(0);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, QPoint(width - 2, header->height() / 2));
    const QPointF to(width + 30, header->height() / 2.0);
    QMouseEvent move(QEvent::MouseMove, to, header->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(header->viewport(), &move);
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, to.toPoint());
    QCOMPARE(table.columnWidth(0), width + 32);
}

void TestTables::figuresAreNeverCut()
{
    QStandardItemModel model;
    fill(model, 400);
    const QString wide = QStringLiteral("1,234,567,890.123 ms");
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    const int room = table.fontMetrics().horizontalAdvance(wide);
    QVERIFY(table.columnWidth(3) < room);
    model.item(2, 3)->setText(wide);
    QTRY_VERIFY(table.columnWidth(3) >= room);
    table.setColumnWidth(3, 50); // a width set by dragging is replaced by that of the figures
    QTRY_VERIFY(table.columnWidth(3) >= room);
    // A wide figure becomes visible only by scrolling.
    model.item(300, 5)->setText(wide);
    table.scrollTo(model.index(300, 0));
    QTRY_VERIFY(table.columnWidth(5) >= room);
    // Short texts are shown in full too, such as the source of figures.
    const QString words = QStringLiteral("dry run, time measured (tables)");
    model.item(300, 4)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    model.item(300, 4)->setText(words);
    QTRY_VERIFY(table.columnWidth(4) >= table.fontMetrics().horizontalAdvance(words));
    // Long names may be elided: they have a tooltip, and a table for them would be too wide.
    model.item(300, 0)->setText(QString(200, u'n'));
    table.setColumnWidth(0, 80);
    QTest::qWait(20);
    QCOMPARE(table.columnWidth(0), 80);
}

// A card or a sentence that appears above the table does not hide the current row.
void TestTables::theCurrentRowStaysInSight()
{
    QStandardItemModel model;
    fill(model, 40);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    const auto hidden = [&] {
        return std::max(table.visualRect(table.currentIndex()).bottom() - table.viewport()->height() + 1, 0);
    };
    const int last = table.rowAt(table.viewport()->height() - 1) - 1;
    table.selectRow(last);
    QCOMPARE(hidden(), 0);
    table.resize(table.width(), table.height() - 3 * table.rowHeight(0));
    QTRY_VERIFY(table.viewport()->height() < (last + 1) * table.rowHeight(0));
    QCOMPARE(hidden(), 0);
    // A current row that the user has scrolled out of view is not scrolled back.
    table.verticalScrollBar()->setValue(0);
    table.resize(table.width(), table.height() - table.rowHeight(0));
    QCoreApplication::processEvents();
    QCOMPARE(table.verticalScrollBar()->value(), 0);
}

void TestTables::everyTableOfTheWindowIsOne()
{
    test::Explorer explorer;
    for (const QTableView* table : explorer.window.findChildren<QTableView*>()) {
        QVERIFY2(qobject_cast<const TableView*>(table), qPrintable(table->accessibleName()));
    }
}

void TestTables::columnsAreChosenAndRemembered()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    test::ScriptedDialogs dialogs;
    const auto open = [&](const auto& then) {
        MainWindow window(settings, dialogs);
        window.resize(1400, 880);
        window.show();
        window.openPath(test::dataFile("sixteen-layers.csv"));
        QVERIFY(comes([&] { return window.workbench().planState() == Workbench::PlanState::Planned; }));
        then(window);
    };
    open([](MainWindow& window) {
        TableView* table = window.candidatesPane()->table();
        QVERIFY(!table->isColumnHidden(CandidateModel::Bubble) && table->isColumnHidden(CandidateModel::Devices));
        QTest::mouseClick(table->columnButton(), Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QStringList offered;
        for (QAction* action : menu->actions()) {
            offered << action->text();
            if (action->text() == QStringLiteral("Bubble") || action->text() == QStringLiteral("Devices")) {
                action->trigger();
            }
        }
        menu->close();
        QVERIFY(!offered.contains(QStringLiteral("Plan"))); // the frozen column identifies the row
        QVERIFY(!offered.join(u' ').contains(QStringLiteral("Cost"))); // there are no prices
        QVERIFY(table->isColumnHidden(CandidateModel::Bubble) && !table->isColumnHidden(CandidateModel::Devices));
        window.memoryPane()->table()->setFocus();
    });
    open([](MainWindow& window) {
        const TableView* table = window.candidatesPane()->table();
        QVERIFY(table->isColumnHidden(CandidateModel::Bubble) && !table->isColumnHidden(CandidateModel::Devices));
    });
}

// Chosen columns are kept in every table, regardless of the next result.
void TestTables::chosenColumnsOutlastResults()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* table = qobject_cast<TableView*>(explorer.window.tradeoffPane()->table());
    QVERIFY(table && table->isColumnHidden(CandidateModel::Bubble));
    table->chooseColumn(CandidateModel::Bubble, true);
    table->chooseColumn(CandidateModel::Peak, false);
    Problem smaller = explorer.bench().document().session()->problem;
    smaller.cluster = parseCluster("2xcpu:8GiB").value();
    explorer.bench().edit(smaller, explorer.bench().newEditId(), QStringLiteral("Smaller"));
    QVERIFY(explorer.waitForPlans());
    QVERIFY(!table->isColumnHidden(CandidateModel::Bubble) && table->isColumnHidden(CandidateModel::Peak));
}

// Choices are stored by name, so a column that a later version adds does not change them.
void TestTables::chosenColumnsAreKeptByName()
{
    test::Explorer explorer;
    const QString begin = QStringLiteral("candidatesPane/0|stagecraft::CandidateModel/");
    explorer.settings.setValue(
        Setting::TableColumns,
        QStringList {begin + QStringLiteral("Bubble=shown"), begin + QStringLiteral("7=hidden")});
    rememberColumns(explorer.window, explorer.settings);
    QVERIFY(explorer.openTable());
    TableView* candidates = explorer.window.candidatesPane()->table();
    QVERIFY(!candidates->isColumnHidden(CandidateModel::Bubble));
    QVERIFY(!candidates->isColumnHidden(CandidateModel::Peak)); // column numbers are from an earlier version
    candidates->chooseColumn(CandidateModel::Mfu, false);
    QVERIFY(
        explorer.settings.value(Setting::TableColumns).toStringList().contains(begin + QStringLiteral("Mfu=hidden")));
    for (TableView* table : explorer.window.findChildren<TableView*>()) {
        if (!table->isChoosable() || !table->model()) {
            continue;
        }
        for (int column = 1; column < table->model()->columnCount(); ++column) {
            table->chooseColumn(column, true);
        }
        for (const auto& [column, shown] : table->chosenColumns()) {
            QVERIFY2(column.section(u'/', -1).at(0).isLetter(), qPrintable(column));
        }
    }
}

// The columns after it are hidden.
void TestTables::theLastColumnOnShowIsNotCut()
{
    QStandardItemModel model;
    fill(model, 12, 5);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    table.setColumnPriority(4, false);
    const QString wide = QStringLiteral("1,234,567,890.123,456 ms");
    model.item(2, 3)->setText(wide);
    table.resize(300, 240);
    QTRY_VERIFY(table.columnWidth(3) >= table.fontMetrics().horizontalAdvance(wide));
    const int button = table.columnButton()->width();
    QVERIFY(table.horizontalHeader()->sectionSizeHint(3)
            >= table.fontMetrics().horizontalAdvance(QStringLiteral("Title 3")) + button);
}

// A column whose figures do not fit shows neither an ellipsis nor some shorter figures.
void TestTables::aColumnThatIsNotInSightShowsNothingOfItsFigures()
{
    QStandardItemModel model;
    fill(model);
    TableView table(QStringLiteral("Plans"));
    showTable(table, model);
    const int cut = table.columnAt(table.viewport()->width() - 1);
    model.item(1, cut)->setText(QStringLiteral("0 %"));
    const auto seen = [&](int column) {
        const int left = table.columnViewportPosition(column);
        return QRect(left, 0, std::min(table.columnWidth(column), table.viewport()->width() - left), 100);
    };
    QVERIFY(seen(cut).width() > 30 && seen(cut).width() < table.columnWidth(cut) - 4);
    const auto colors = [&](const QRect& area) {
        const QImage image = table.viewport()->grab(area).toImage();
        QSet<QRgb> found;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y) {
                found << image.pixel(x, y);
            }
        }
        return found.size();
    };
    QCOMPARE(colors(seen(cut)), 1); // the background
    QVERIFY(colors(seen(cut - 1)) > 1);
    table.horizontalScrollBar()->setValue(table.columnWidth(cut) - seen(cut).width());
    QVERIFY(colors(seen(cut)) > 1);
}

void TestTables::equalDevicesShareARow()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const auto& all = explorer.bench().plans().result()->candidates;
    const auto wide = std::find_if(all.begin(), all.end(), [](const Candidate& candidate) {
        return candidate.plan.stages.size() == 1 && candidate.estimate.devices.size() == 4;
    });
    QVERIFY(wide != all.end());
    explorer.bench().plans().select(static_cast<int>(wide - all.begin()));
    MemoryBars* bars = explorer.window.memoryPane()->bars();
    QCOMPARE(bars->layout().rows.size(), std::size_t(1));
    QCOMPARE(bars->layout().rows[0].label, QStringLiteral("Devices 0–3 (4)"));
    const QAbstractItemModel* table = explorer.window.memoryPane()->table()->model();
    QCOMPARE(table->rowCount(), 1);
    QCOMPARE(table->index(0, 0).data().toString(), QStringLiteral("0–3 (4 × cpu)"));
    // An expanded row shows one bar per device.
    const QRect row = bars->rowRect(0);
    QTest::mouseClick(bars->viewport(), Qt::LeftButton, {},
                      QPoint(static_cast<int>(bars->layout().metrics.left) + 3, row.center().y()));
    QCOMPARE(bars->layout().rows.size(), std::size_t(5));
    QCOMPARE(bars->layout().rows[4].label, QStringLiteral("Device 3"));
    // In mixed clusters rows contain the type.
    const DeviceEstimates& identical = wide->estimate.devices;
    std::vector<DeviceEstimate> mixed(identical.begin(), identical.end());
    mixed[3].device_type = "H100-80GB";
    const auto rows = equalRows(mixed, {{0, 3}, {3, 1}}, {});
    QCOMPARE(rows.at(0).label, QStringLiteral("Devices 0–2 (3 × cpu)"));
    QCOMPARE(rows.at(1).label, QStringLiteral("Device 3 (H100-80GB)"));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestTables test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_tables.moc"
