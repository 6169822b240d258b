// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Every chart and table of every pane is copied, saved and printed, and the result is read back.
#include "tests/gui/profilesfixture.h"
#include "ui/charts/exportablechart.h"
#include "ui/exports/chartpage.h"
#include "ui/exports/exports.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/devicemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/candidates/listedcandidates.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/profiles/modelpane.h"
#include "ui/panes/sizing/curvetab.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"

#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int colorsOf(const QImage& image)
{
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); x += 2) {
        for (int y = 0; y < image.height(); y += 2) {
            colors << image.pixel(x, y);
        }
    }
    return static_cast<int>(colors.size());
}

// A window with content in all panes: plans, measurements, runs.
struct ExportsExplorer : test::ProfilesExplorer {
    Exports& exports = *window.exports();

    bool openAll()
    {
        if (!openSmall() || !add(profileOf(model(), {1, 2, 4}, {sequenceOfProblem()})) || !waitForPlans()) {
            return false;
        }
        for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            front(*dock);
        }
        if (!openSizing()) {
            return false;
        }
        ValidationPane* pane = window.validationPane();
        front(*window.findChild<QDockWidget*>(QStringLiteral("validationDock")));
        const int runs = pane->runsField()->findText(QStringLiteral("torchtitan"));
        pane->runsField()->setCurrentIndex(runs);
        Q_EMIT pane->runsField()->activated(runs);
        return comes([pane] { return !pane->isBusy() && !pane->isEmptyShown(); })
            && comes([this] { return !window.timelinePane()->isEmptyShown(); });
    }
    bool openSizing()
    {
        SizingPane* sizing = window.sizingPane();
        front(*window.findChild<QDockWidget*>(QStringLiteral("sizingDock")));
        auto* pin = sizing->form()->pinButton();
        if (!comes([&] { return sizing->isUpToDate() && pin->isEnabled(); })) {
            return false;
        }
        pin->click();
        return comes([&] { return sizing->isUpToDate(); });
    }
    static void front(QDockWidget& dock)
    {
        dock.show();
        dock.raise();
        QTest::qWait(30);
    }
    // Makes an item visible as a user would: its dock, its half of the pane, and the item instead of its table or
    // chart.
    bool reveal(QWidget& item)
    {
        for (QWidget* above = &item; above; above = above->parentWidget()) {
            if (auto* dock = qobject_cast<QDockWidget*>(above)) {
                front(*dock);
            } else if (qobject_cast<ModelPane*>(above)) {
                pane->showModel(true);
            } else if (above == measured) {
                pane->showModel(false);
            }
            if (auto* tabs = qobject_cast<QTabWidget*>(above)) {
                for (int page = 0; page < tabs->count(); ++page) {
                    if (tabs->widget(page)->isAncestorOf(&item) || tabs->widget(page) == &item) {
                        tabs->setCurrentIndex(page);
                    }
                }
            }
            if (qobject_cast<CurveTab*>(above)) {
                above->findChild<QToolButton*>(QStringLiteral("curveAsTable"))
                    ->setChecked(qobject_cast<QTableView*>(&item) != nullptr);
            }
            if (auto* pane = qobject_cast<Pane*>(above)) {
                pane->setTableShown(qobject_cast<QTableView*>(&item) != nullptr);
            }
        }
        if (&item == window.validationPane()->results()->groups()) {
            chip(QStringLiteral("Groups"))->click();
        } else if (&item == window.validationPane()->results()->runs()) {
            chip(QStringLiteral("Runs"))->click();
        }
        return QTest::qWaitFor([&item] { return item.isVisible(); }, 2000);
    }
    QToolButton* chip(const QString& text)
    {
        for (QToolButton* button : window.validationPane()->findChildren<QToolButton*>()) {
            if (button->text() == text) {
                return button;
            }
        }
        return nullptr;
    }
    // Right-clicks and selects an entry of the menu.
    bool choose(QWidget& item, const QString& text)
    {
        auto* area = qobject_cast<QAbstractScrollArea*>(&item);
        QWidget* target = area ? area->viewport() : &item;
        bool done = false;
        QTimer::singleShot(0, &window, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
                if (action->text().remove(u'&') == text && action->isEnabled()) {
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                    done = true;
                    return;
                }
            }
            if (menu) {
                menu->close();
            }
        });
        const QPoint at(5, 5);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, target->mapToGlobal(at));
        QApplication::sendEvent(target, &event);
        return done;
    }
    static bool isOffered(const QWidget& item) { return item.actions().last()->isEnabled(); }
    QList<QWidget*> charts() const
    {
        QList<QWidget*> charts;
        for (QWidget* item : exports.items()) {
            if (dynamic_cast<ExportableChart*>(item) && isOffered(*item)) {
                charts << item;
            }
        }
        return charts;
    }
    QList<QTableView*> tables() const
    {
        QList<QTableView*> tables;
        for (QWidget* item : exports.items()) {
            if (auto* table = qobject_cast<QTableView*>(item); table && isOffered(*item)) {
                tables << table;
            }
        }
        return tables;
    }
    QByteArray written(const QString& name, QWidget& item, const QString& text)
    {
        dialogs.file = folder.filePath(name);
        QFile::remove(dialogs.file);
        const bool chosen = choose(item, text);
        (void)QTest::qWaitFor([this] { return QFile::exists(dialogs.file); }, 5000);
        return chosen ? contentOf(dialogs.file) : QByteArray();
    }
};

QStringList cellsOf(const QString& line)
{
    QStringList cells {QString()};
    bool quoted = false;
    for (const QChar c : line) {
        if (c == u'"') {
            quoted = !quoted;
        } else if (c == u',' && !quoted) {
            cells << QString();
        } else {
            cells.last() += c;
        }
    }
    return cells;
}

}

class TestExports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyChartIsWrittenInEveryFormat();
    void everyChartAndTableIsCopied();
    void everyTableIsWrittenInFull();
    void everythingIsPrinted();
    void aDarkWindowGivesLightCharts();
    void theWindowActsOnTheFocusedPane();
    void nothingIsOfferedOfEmptyPanes();
    void failuresAreReportedAndLeaveTheFile();
    void candidatesAreCopiedInFull();
    void panesThatLieBehindAreExported_data();
    void panesThatLieBehindAreExported();
    void nothingToDrawIsReported();
    void aCommandThatReadsAPlanComesWithIt();
    void manyCandidatesAreExportedFromTheListed();
};

void TestExports::everyChartIsWrittenInEveryFormat()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    QVERIFY(explorer.charts().size() >= 9); // seven panes; the validation has two charts and both together
    for (QWidget* chart : explorer.charts()) {
        QVERIFY(!chart->accessibleName().isEmpty());
        const QString save = QStringLiteral("Save chart as…");
        QVERIFY2(explorer.reveal(*chart), qPrintable(chart->accessibleName()));
        const QSize size = dynamic_cast<ExportableChart*>(chart)->exportSize();
        const auto png = QImage::fromData(explorer.written(QStringLiteral("chart.png"), *chart, save), "PNG");
        QCOMPARE(png.width(), 2 * size.width());
        QVERIFY(png.height() > 2 * size.height()); // plus the text above
        QVERIFY2(colorsOf(png) > 8, qPrintable(chart->accessibleName()));
        QCOMPARE(png.pixelColor(2, 2), QColor(Qt::white));
        const QByteArray svg = explorer.written(QStringLiteral("chart.svg"), *chart, save);
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(svg.contains("<rect") && svg.contains(chart->accessibleName().toHtmlEscaped().toUtf8()));
        const QByteArray pdf = explorer.written(QStringLiteral("chart.pdf"), *chart, save);
        QVERIFY(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF") && pdf.size() > 2000);
    }
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestExports::everyChartAndTableIsCopied()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    for (QWidget* chart : explorer.charts()) {
        QVERIFY(explorer.reveal(*chart));
        QApplication::clipboard()->clear();
        QVERIFY2(explorer.choose(*chart, QStringLiteral("Copy chart")), qPrintable(chart->accessibleName()));
        QCOMPARE(QApplication::clipboard()->image().width(),
                 2 * dynamic_cast<ExportableChart*>(chart)->exportSize().width());
        const auto* clip = QApplication::clipboard()->mimeData();
        QVERIFY(QSvgRenderer(clip->data(QStringLiteral("image/svg+xml"))).isValid());
    }
    for (QTableView* table : explorer.tables()) {
        QVERIFY2(explorer.reveal(*table), qPrintable(table->accessibleName()));
        QApplication::clipboard()->clear();
        explorer.activate();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), table->model()->rowCount() + 1);
    }
}

// Cell by cell, exported tables contain the copied text of the model, with unrounded figures without units.
void TestExports::everyTableIsWrittenInFull()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    QVERIFY(explorer.tables().size() >= 9);
    for (QTableView* table : explorer.tables()) {
        QVERIFY2(explorer.reveal(*table), qPrintable(table->accessibleName()));
        const QString text =
            QString::fromUtf8(explorer.written(QStringLiteral("table.csv"), *table, QStringLiteral("Save table as…")));
        const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
        const QAbstractItemModel& model = *table->model();
        QCOMPARE(lines.size(), model.rowCount() + 1);
        QVERIFY2(lines.size() > 1, qPrintable(table->accessibleName()));
        QList<int> shown;
        for (int place = 0; place < model.columnCount(); ++place) {
            if (const int column = table->horizontalHeader()->logicalIndex(place); !table->isColumnHidden(column)) {
                shown << column;
            }
        }
        for (int column = 0; table->property(copiesHidden).toBool() && column < model.columnCount(); ++column) {
            if (table->isColumnHidden(column)) {
                shown << column;
            }
        }
        for (int row = 0; row < model.rowCount(); ++row) {
            const QStringList cells = cellsOf(lines[row + 1]);
            QStringList expected;
            for (const int column : shown) {
                const QModelIndex cell = model.index(row, column);
                const QVariant copied = cell.data(copyRole);
                const QVariant reported = copied.isValid() ? copied : cell.data();
                expected += reported.typeId() == QMetaType::QStringList ? reported.toStringList()
                                                                        : QStringList {reported.toString()};
            }
            QCOMPARE(cells, expected);
            QVERIFY2(!cells.join(u',').contains(QStringLiteral(" GiB")), qPrintable(lines[row + 1])); // but a cluster's
        }
    }
    const auto device = explorer.bench().plans().current()->estimate.devices.front();
    const QAbstractItemModel* devices = explorer.window.memoryPane()->table()->model();
    QCOMPARE(devices->index(0, DeviceModel::Capacity).data(copyRole).toString(),
             QString::number(device.capacity.value));
    QCOMPARE(devices->index(0, DeviceModel::FirstPart).data(copyRole).toString(),
             QString::number(device.breakdown.parameters.value));
}

void TestExports::everythingIsPrinted()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    for (QWidget* item : explorer.exports.items()) {
        if (!ExportsExplorer::isOffered(*item)) {
            continue;
        }
        const bool table = qobject_cast<QTableView*>(item);
        QVERIFY2(explorer.reveal(*item), qPrintable(item->accessibleName()));
        const QByteArray pdf =
            explorer.written(QStringLiteral("print.pdf"), *item,
                             table ? QStringLiteral("Print table…") : QStringLiteral("Print chart…"));
        QVERIFY2(pdf.startsWith("%PDF-") && pdf.size() > 1500, qPrintable(item->accessibleName()));
        QCOMPARE(explorer.dialogs.asked.last(), item->accessibleName());
    }
    QCOMPARE(explorer.dialogs.reported, QStringList());
    explorer.dialogs.file = explorer.path("no such folder/print.pdf");
    QTest::ignoreMessage(QtWarningMsg, "QPainter::begin(): Returned false");
    explorer.exports.print(*explorer.window.memoryPane()->bars());
    QCOMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY(explorer.dialogs.reported[0].contains(QStringLiteral("no such folder/print.pdf")));
}

void TestExports::aDarkWindowGivesLightCharts()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    QList<QByteArray> light;
    for (QWidget* chart : explorer.charts()) {
        light << ChartPage(*chart).file(ChartFormat::Png);
    }
    theme::apply(Appearance::Dark);
    QTest::qWait(50);
    for (int i = 0; i < light.size(); ++i) {
        QWidget& chart = *explorer.charts()[i];
        const QColor before = chart.palette().color(QPalette::Base);
        QCOMPARE(QImage::fromData(ChartPage(chart).file(ChartFormat::Png)), QImage::fromData(light[i]));
        QCOMPARE(chart.palette().color(QPalette::Base), before); // the window stays dark
        QVERIFY(theme::isDark(chart.palette()));
    }
    theme::apply(Appearance::Light);
}

void TestExports::theWindowActsOnTheFocusedPane()
{
    ExportsExplorer explorer;
    QVERIFY(explorer.openAll());
    const auto copied = [&](QWidget& focus) {
        (void)explorer.reveal(focus);
        explorer.activate();
        focus.setFocus();
        QApplication::clipboard()->clear();
        QTest::keyClick(&explorer.window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        return explorer.exports.current();
    };
    QTableView* candidates = explorer.window.candidatesPane()->table();
    QCOMPARE(copied(*candidates), candidates);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("Plan,")));
    MemoryBars* bars = explorer.window.memoryPane()->bars();
    QCOMPARE(copied(*bars), bars);
    QVERIFY(!QApplication::clipboard()->image().isNull());
    // A button of the pane has the focus: the export applies to its chart.
    QTest::mouseClick(bars, Qt::LeftButton, {}, QPoint(2, 2));
    explorer.window.memoryPane()->tableButton()->setFocus();
    QCOMPARE(explorer.exports.current(), bars);
    explorer.dialogs.file = explorer.path("focused.svg");
    QTest::keyClick(&explorer.window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
    QVERIFY(contentOf(explorer.dialogs.file).contains("Memory per device"));
}

void TestExports::nothingIsOfferedOfEmptyPanes()
{
    test::Explorer explorer;
    QVERIFY(!explorer.window.exports()->saveAction()->isEnabled());
    QVERIFY(explorer.openTable());
    QVERIFY(explorer.window.exports()->saveAction()->isEnabled());
    QVERIFY(!explorer.window.validationPane()->results()->runs()->actions().last()->isEnabled());
    QVERIFY(explorer.window.candidatesPane()->table()->actions().last()->isEnabled());
}

void TestExports::failuresAreReportedAndLeaveTheFile()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    Exports& exports = *explorer.window.exports();
    QWidget& bars = *explorer.window.memoryPane()->bars();
    explorer.dialogs.file = explorer.path("no such folder/chart.png");
    exports.save(bars);
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported[0].contains(QStringLiteral("no such folder/chart.png")),
             qPrintable(explorer.dialogs.reported[0]));
    QFile kept(explorer.path("kept.gif"));
    QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("a picture") > 0);
    kept.close();
    explorer.dialogs.file = kept.fileName();
    exports.save(bars);
    QCOMPARE(explorer.dialogs.reported.size(), 2);
    QVERIFY(explorer.dialogs.reported[1].contains(QStringLiteral(".png, .svg or .pdf")));
    QCOMPARE(contentOf(kept.fileName()), QByteArray("a picture"));
    QVERIFY(QDir().mkpath(explorer.path("folder.csv"))); // a folder cannot be overwritten by a file
    explorer.dialogs.file = explorer.path("folder.csv");
    exports.save(*explorer.window.candidatesPane()->table());
    QTRY_COMPARE(explorer.dialogs.reported.size(), 3);
    QVERIFY(explorer.dialogs.reported[2].contains(QStringLiteral("folder.csv")));
    QVERIFY(QFileInfo(explorer.dialogs.file).isDir());
}

// The candidates table shows "1 × 512" and bounds in a cell: its file has each number, and hidden columns too.
void TestExports::candidatesAreCopiedInFull()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QTest::mouseClick(explorer.window.candidatesPane()->table()->viewport(), Qt::LeftButton, {}, QPoint(20, 8));
    explorer.action(QStringLiteral("Copy table as CSV"))->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    const QStringList titles = cellsOf(lines.first());
    const auto& candidates = explorer.bench().plans().result()->candidates;
    QCOMPARE(lines.size(), static_cast<qsizetype>(candidates.size()) + 1);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const QStringList cells = cellsOf(lines[static_cast<qsizetype>(i) + 1]);
        QCOMPARE(cells.size(), titles.size());
        const auto cell = [&](const char* title) { return cells.value(titles.indexOf(QLatin1String(title))); };
        const Estimate& estimate = candidates[i].estimate;
        QCOMPARE(cell("Micro-batch size"), QString::number(candidates[i].plan.microBatch()));
        QCOMPARE(cell("Number of micro-batches"), QString::number(candidates[i].plan.micro_batches));
        QCOMPARE(cell("ZeRO"), QString::number(candidates[i].plan.zero_stage));
        QCOMPARE(cell("Peak lower bound (bytes)"), QString::number(estimate.peak_low.value));
        QCOMPARE(cell("Peak upper bound (bytes)"), QString::number(estimate.peak_high.value));
        QCOMPARE(cell("Step time lower bound (s)"), copiedNumber(estimate.step_low.value));
        QCOMPARE(cell("Step time upper bound (s)"), copiedNumber(estimate.step_high.value));
        QCOMPARE(cell("MFU (fraction)"), estimate.mfu ? copiedNumber(*estimate.mfu) : QString());
    }
    // Columns are shown by the program, and by the header's menu.
    QTableView* table = explorer.window.candidatesPane()->table();
    const bool bounds = std::any_of(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
        return candidate.estimate.peak_low < candidate.estimate.peak_high;
    });
    QCOMPARE(!table->isColumnHidden(CandidateModel::PeakBounds), bounds);
    QVERIFY(table->isColumnHidden(CandidateModel::Mfu)); // no MFU is known here
    Q_EMIT table->horizontalHeader()->customContextMenuRequested(QPoint(5, 5));
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    for (QAction* action : menu->actions()) {
        if (action->text() == QStringLiteral("MFU")) {
            action->trigger();
        }
    }
    menu->close();
    QVERIFY(!table->isColumnHidden(CandidateModel::Mfu));
}

void TestExports::panesThatLieBehindAreExported_data()
{
    QTest::addColumn<QString>("action");
    for (const char* action : {"Timeline as an image…", "Sizing curve as an image…", "Partitioners as an image…"}) {
        QTest::newRow(action) << QString::fromUtf8(action);
    }
}

// Panes that only work while visible come to the front, and their picture is written when it is ready.
void TestExports::panesThatLieBehindAreExported()
{
    QFETCH(QString, action);
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    for (const char* dock : {"timelineDock", "sizingDock", "partitionersDock"}) {
        explorer.field<QDockWidget>(dock)->hide();
    }
    explorer.dialogs.file = explorer.path("chart.png");
    QAction* wanted = explorer.action(action);
    QVERIFY(wanted && wanted->isEnabled());
    wanted->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(explorer.dialogs.file), patient(60000));
    QTRY_VERIFY(colorsOf(QImage(explorer.dialogs.file)) > 8);
    QCOMPARE(explorer.dialogs.asked.size(), 1);
}

// A chart that cannot be drawn is reported, and nothing is written later.
void TestExports::nothingToDrawIsReported()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    Problem problem = explorer.bench().document().session()->problem;
    problem.workload.global_batch = 300'000;
    explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("Many micro-batches"));
    QVERIFY(explorer.waitForPlans());
    QTRY_VERIFY(explorer.window.timelinePane()->isUpToDate() && explorer.window.timelinePane()->isEmptyShown());
    explorer.dialogs.file = explorer.path("chart.png");
    explorer.action(QStringLiteral("Timeline as an image…"))->trigger();
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported.front().contains(QStringLiteral("Timeline")),
             qPrintable(explorer.dialogs.reported.front()));
    explorer.bench().undoStack().undo();
    QTRY_VERIFY(!explorer.window.timelinePane()->isEmptyShown());
    QVERIFY(!QFile::exists(explorer.dialogs.file));
}

// Options cannot express stages that differ, so the command is copied together with its plan file.
void TestExports::aCommandThatReadsAPlanComesWithIt()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* cluster = explorer.field<QLineEdit>("cluster");
    cluster->setFocus();
    cluster->selectAll();
    QTest::keyClicks(cluster, QStringLiteral("2xcpu:8GiB+2xcpu:16GiB"));
    QTest::keyClick(cluster, Qt::Key_Return);
    QVERIFY(explorer.waitForPlans());
    const auto& candidates = explorer.bench().plans().result()->candidates;
    const auto mixed = std::find_if(candidates.begin(), candidates.end(),
                                    [](const Candidate& candidate) { return !candidate.plan.hasEqualStages(); });
    QVERIFY(mixed != candidates.end());
    explorer.bench().plans().select(static_cast<int>(mixed - candidates.begin()));
    QApplication::clipboard()->setText(QStringLiteral("before"));
    QAction* copy = explorer.action(QStringLiteral("Copy plan as command line"));
    copy->trigger(); // without a file name nothing is copied, because the command would refer to a missing file
    QCOMPARE(explorer.dialogs.asked, QStringList {QStringLiteral("Save the plan file that the command reads")});
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
    explorer.dialogs.file = explorer.path("my plan.json");
    copy->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(explorer.dialogs.file), patient(10000));
    const QString command = QApplication::clipboard()->text();
    QVERIFY2(command.contains(QStringLiteral(" --plan '%1'").arg(explorer.dialogs.file)), qPrintable(command));
    QVERIFY(contentOf(explorer.dialogs.file).contains("stages"));
}

void TestExports::manyCandidatesAreExportedFromTheListed()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QTableView* table = explorer.window.candidatesPane()->table();
    auto* line = explorer.field<QLabel>("foremost");
    QVERIFY(line->isHidden());
    auto many = std::make_shared<SearchResult>(*explorer.bench().plans().result());
    const std::vector<Candidate> few = many->candidates;
    Candidate plain = few.back();
    plain.labels.clear();
    plain.also.clear();
    plain.partitioner = "stagecraft";
    while (many->candidates.size() <= mostListed) {
        plain.estimate.peak += Bytes(1);
        many->candidates.push_back(plain);
    }
    explorer.bench().plans().setResult(many, {}, explorer.bench().plans().session());
    QVERIFY(table->model()->rowCount() <= static_cast<int>(few.size()) + 1);
    QVERIFY(table->model()->rowCount() > 0);
    QVERIFY(!line->isHidden());
    QVERIFY(line->text().startsWith(QStringLiteral("Showing %1 of 5,001 plans: ").arg(table->model()->rowCount())));
    auto again = std::make_shared<SearchResult>(*many);
    again->candidates = few;
    explorer.bench().plans().setResult(again, {}, explorer.bench().plans().session());
    QCOMPARE(table->model()->rowCount(), static_cast<int>(few.size()));
    QVERIFY(line->isHidden());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestExports exports;
    return QTest::qExec(&exports, argc, argv);
}
#include "tst_exports.moc"
