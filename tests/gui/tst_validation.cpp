// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Comparison of predictions and measurements: runs are chosen, sorted, selected, filtered, copied, exported, and a
// device type is calibrated.
#include "core/session/userhardware.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "tests/support/runs.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/validation/validatedrunmodel.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"

#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::test;
using namespace stagecraft::testing;

namespace {

// User-defined hardware in a temporary home, removed after each test.
struct UserHardware {
    UserHardware() { QFile::remove(userHardwarePath()); }
    ~UserHardware() { QFile::remove(userHardwarePath()); }
};

struct ValidationExplorer : Explorer {
    ValidationPane* pane = window.validationPane();
    ValidationResults* results = pane->results();

    bool open()
    {
        bench().newWorkspace();
        const bool opened = comes([this] { return bench().document().isOpen(); });
        QTest::keyClick(&window, Qt::Key_7, Qt::AltModifier); // the pane is behind the candidates
        return opened && comes([this] { return !pane->visibleRegion().isEmpty(); });
    }
    bool settle()
    {
        return comes([this] { return !pane->isBusy(); });
    }
    // Selects as a user does: opens the list, finds the entry with the keyboard, and presses Return.
    bool choose(QComboBox* field, const QString& text)
    {
        const int wanted = field->findText(text);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Home);
        for (int presses = 0; field->currentIndex() != wanted && presses < field->count(); ++presses) {
            QTest::keyClick(field, Qt::Key_Down);
        }
        return field->currentIndex() == wanted && settle();
    }
    QToolButton* chip(const QString& text)
    {
        for (QToolButton* button : pane->findChildren<QToolButton*>()) {
            if (button->text() == text) {
                return button;
            }
        }
        return nullptr;
    }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }
    QTableView* runs() const { return results->runs(); }
    QString text(int row, int column) const { return runs()->model()->index(row, column).data().toString(); }
    QString write(const char* name, const std::string& content)
    {
        QFile file(path(name));
        (void)file.open(QIODevice::WriteOnly);
        file.write(content.c_str());
        return file.fileName();
    }
};

}

class TestValidation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyPaneOffersThePublishedRuns();
    void aSetIsChosenAndCompared();
    void tableAndChartSelectTheSameRun();
    void headersSortAndTextFilters();
    void theTableIsCopied();
    void quantitiesAndGroupsAreSwitched();
    void aFileOfTheUsersIsCompared();
    void wrongFilesAreReported();
    void chartsAreExported();
    void aTypeIsCalibratedAndChosen();
    void aReadOnlyWorkspaceCalibratesToo();
    void aCalibrationIsCancelled();
    void thousandsOfRunsDoNotStall();
    void inFrontThePaneHasRoom();
    void theRoomIsNotRemembered();
    void changedTypesAreComparedAgain();
    void causesTakeTheWidthThatIsLeft();
};

void TestValidation::anEmptyPaneOffersThePublishedRuns()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.pane->isEmptyShown());
    QVERIFY(!explorer.pane->calibrateButton()->isEnabled());
    QPushButton* button = explorer.pane->empty()->button();
    QTRY_VERIFY(button->isVisible());
    explorer.click(button);
    QVERIFY(explorer.settle());
    QVERIFY(!explorer.pane->isEmptyShown());
    QVERIFY2(explorer.pane->summary().contains(QStringLiteral("Megatron-Core"))
                 && explorer.pane->summary().contains(QStringLiteral("torchtitan")),
             qPrintable(explorer.pane->summary()));
    QVERIFY(!explorer.runs()->isColumnHidden(ValidatedRunModel::Framework));
    QVERIFY(explorer.runs()->isColumnHidden(ValidatedRunModel::DeviceType)); // the device type of the runs
}

void TestValidation::aSetIsChosenAndCompared()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    const int compared = explorer.runs()->model()->rowCount();
    QVERIFY(compared > 10);
    QVERIFY2(explorer.pane->summary().startsWith(QStringLiteral("%1 runs with torchtitan: mean error ").arg(compared)),
             qPrintable(explorer.pane->summary()));
    QVERIFY2(!explorer.pane->summary().contains(QStringLiteral("calibrate")), qPrintable(explorer.pane->summary()));
    // Another framework does not support all runs, and the summary gives the reason.
    QVERIFY(explorer.choose(explorer.pane->frameworkField(), QStringLiteral("Megatron-Core")));
    const QString summary = explorer.pane->summary();
    QVERIFY2(summary.contains(QStringLiteral("skipped")), qPrintable(summary));
    // Reasons are counted by runs, so that they add up.
    static const QRegularExpression sentence(QStringLiteral("([\\d,]+) runs skipped: (.*)\\.$"));
    static const QRegularExpression counted(QStringLiteral("\\((\\d+)\\)(?=, |$)"));
    const auto left = sentence.match(summary);
    QVERIFY2(left.hasMatch(), qPrintable(summary));
    int runs = 0;
    for (auto reasons = counted.globalMatch(left.captured(2)); reasons.hasNext();) {
        runs += reasons.next().captured(1).toInt();
    }
    QCOMPARE(runs, left.captured(1).toInt());
}

void TestValidation::tableAndChartSelectTheSameRun()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    AgreementChart* chart = explorer.results->chart();
    QTableView* runs = explorer.runs();
    QTest::mouseClick(runs->viewport(), Qt::LeftButton, {}, runs->visualRect(runs->model()->index(1, 0)).center());
    const int point = explorer.results->current();
    QVERIFY(point >= 0);
    QTest::keyClick(chart, Qt::Key_Right);
    QTest::keyClick(chart, Qt::Key_Left);
    QVERIFY(explorer.results->current() >= 0);
    // The point of the worst row is far from the others, so it is hit alone.
    QTest::keyClick(runs, Qt::Key_Home, Qt::ControlModifier);
    const int worst = explorer.results->current();
    QTest::mouseClick(runs->viewport(), Qt::LeftButton, {}, runs->visualRect(runs->model()->index(1, 0)).center());
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->positionOf(worst));
    QVERIFY(explorer.results->current() >= 0);
    QCOMPARE(runs->currentIndex().row(), runs->selectionModel()->selectedRows().value(0).row());
    QVERIFY(!chart->toolTipAt(chart->positionOf(worst)).isEmpty());
    QVERIFY(chart->toolTipAt(QPoint(1, 1)).isEmpty());
}

void TestValidation::headersSortAndTextFilters()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("nanotron_150")));
    const int all = explorer.runs()->model()->rowCount();
    QVERIFY(all > 50);
    const auto sizeAt = [&](int row) {
        return explorer.runs()
            ->model()
            ->index(row, ValidatedRunModel::Error)
            .data(ValidatedRunModel::SortRole)
            .toDouble();
    };
    QVERIFY(sizeAt(0) >= sizeAt(1) && sizeAt(1) >= sizeAt(all - 1)); // the worst first
    QHeaderView* header = explorer.runs()->horizontalHeader();
    const int x = header->sectionViewportPosition(ValidatedRunModel::Measured) + 20;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    const auto measuredAt = [&](int row) {
        return explorer.runs()
            ->model()
            ->index(row, ValidatedRunModel::Measured)
            .data(ValidatedRunModel::SortRole)
            .toDouble();
    };
    const bool upwards = measuredAt(0) <= measuredAt(all - 1);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    QCOMPARE(measuredAt(0) >= measuredAt(all - 1), upwards);
    explorer.click(explorer.results->filterField());
    QTest::keyClicks(explorer.results->filterField(), QStringLiteral("80B tp32"));
    const int left = explorer.runs()->model()->rowCount();
    QVERIFY(left > 0 && left < all);
    QVERIFY(explorer.text(0, ValidatedRunModel::Degrees).contains(QStringLiteral("TP32")));
    explorer.results->filterField()->clear();
    QCOMPARE(explorer.runs()->model()->rowCount(), all);
}

void TestValidation::theTableIsCopied()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    explorer.results->copyAction()->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), explorer.runs()->model()->rowCount() + 1);
    QVERIFY2(lines[0].contains(QStringLiteral("Measured (bytes)")), qPrintable(lines[0]));
}

void TestValidation::quantitiesAndGroupsAreSwitched()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("seqsel_table5")));
    // Step times only.
    QVERIFY(!explorer.chip(QStringLiteral("Memory"))->isEnabled());
    QVERIFY(explorer.text(0, ValidatedRunModel::Measured).endsWith(u's'));
    explorer.click(explorer.chip(QStringLiteral("Tokens/s")));
    QVERIFY(explorer.text(0, ValidatedRunModel::Measured).endsWith(QStringLiteral("tokens/s")));
    explorer.click(explorer.chip(QStringLiteral("Groups")));
    QVERIFY(explorer.results->groups()->isVisible());
    QCOMPARE(explorer.results->groups()->model()->rowCount(), 4); // 22 B, 175 B, 530 B, 1 T
}

void TestValidation::aFileOfTheUsersIsCompared()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    explorer.dialogs.file = explorer.write("own.csv", header + rowText("8") + rowText("9"));
    explorer.click(explorer.pane->openButton());
    QCOMPARE(explorer.dialogs.asked, QStringList({QStringLiteral("Open measured runs")}));
    QVERIFY(explorer.settle());
    QCOMPARE(explorer.pane->runsField()->currentText(), QStringLiteral("own.csv"));
    QCOMPARE(explorer.runs()->model()->rowCount(), 2);
}

void TestValidation::wrongFilesAreReported()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    explorer.pane->compareFile(explorer.write("bad.csv", "no,such,columns\n1,2,3\n"));
    QVERIFY(explorer.settle());
    QVERIFY(explorer.pane->isEmptyShown());
    QCOMPARE(explorer.pane->empty()->title(), QStringLiteral("Cannot compare these runs"));
    QVERIFY(explorer.pane->empty()->accessibleDescription().contains(QStringLiteral("line 1")));
    // A row that cannot be used does not affect the others.
    explorer.pane->compareFile(explorer.write("messy.csv", header + rowText("much") + rowText("8")));
    QVERIFY(explorer.settle());
    QVERIFY(!explorer.pane->isEmptyShown());
    QCOMPARE(explorer.runs()->model()->rowCount(), 1);
}

void TestValidation::chartsAreExported()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QAction* action = explorer.action(QStringLiteral("Predicted against measured as an image…"));
    QVERIFY(!action->isEnabled());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    for (const char* name : {"chart.png", "chart.svg"}) {
        explorer.dialogs.file = explorer.path(name);
        action->trigger();
        QTRY_VERIFY(QFile(explorer.path(name)).size() > 1000);
    }
    const QString title = QImage(explorer.path("chart.png")).text(QStringLiteral("Title"));
    QVERIFY2(title.contains(QStringLiteral(" – ")) && title.contains(QStringLiteral("Llama"), Qt::CaseInsensitive)
                 && title.contains(QStringLiteral("H100")),
             qPrintable(title));
}

void TestValidation::aTypeIsCalibratedAndChosen()
{
    const UserHardware kept;
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("seqsel_table5")));
    explorer.click(explorer.pane->calibrateButton());
    QTRY_VERIFY(explorer.window.findChild<CalibrateDialog*>());
    auto* dialog = explorer.window.findChild<CalibrateDialog*>();
    QCOMPARE(dialog->frameworkField()->currentText(), QStringLiteral("Megatron-Core")); // the framework of the runs
    QCOMPARE(dialog->baseField()->currentText(), QStringLiteral("Most common device type of the runs"));
    QVERIFY(dialog->baseField()->findText(QStringLiteral("A100-80GB")) > 0);
    QVERIFY(!dialog->startButton()->isEnabled());
    for (const char* wrong : {"two words", "8x"}) {
        dialog->nameField()->clear();
        QTest::keyClicks(dialog->nameField(), QLatin1String(wrong));
        QVERIFY2(!dialog->startButton()->isEnabled() && !dialog->message().isEmpty(), wrong);
    }
    dialog->nameField()->clear();
    QTest::keyClicks(dialog->nameField(), QStringLiteral("A100-80GB"));
    QVERIFY2(dialog->message().contains(QStringLiteral("overrides it")), qPrintable(dialog->message()));
    dialog->nameField()->clear();
    QTest::keyClicks(dialog->nameField(), QStringLiteral("A100-ours"));
    explorer.click(dialog->startButton());
    QVERIFY(explorer.settle());
    QTRY_COMPARE(explorer.pane->typeField()->currentText(), QStringLiteral("A100-ours (user-defined)"));
    const QString news = explorer.pane->message();
    QVERIFY2(news.startsWith(
                 QStringLiteral("Calibrated A100-ours and saved it as a user-defined device type: step time error "))
                 && news.contains(QStringLiteral("cross-validated (8 runs)"))
                 && news.endsWith(QStringLiteral("Restart Stagecraft to use it in clusters.")),
             qPrintable(news));
    // The runs are compared with the new type at once; the summary states that they are in-sample.
    QVERIFY(explorer.settle());
    QVERIFY2(explorer.pane->summary().contains(
                 QStringLiteral("8 runs are in-sample: their device type was calibrated on them.")),
             qPrintable(explorer.pane->summary()));
    QVERIFY(!explorer.runs()->isColumnHidden(ValidatedRunModel::DeviceType));
    // The new type is stored where the next start of the program, and the command line, find it.
    const auto own = userHardware();
    QVERIFY(own && own->size() == 1);
    QCOMPARE(own->front().device.name, std::string("A100-ours"));
    QVERIFY(own->front().device.in_training.has_value());
    explorer.pane->compareFile(explorer.path("no such.csv")); // a file that cannot be read leaves the message unchanged
    QVERIFY(explorer.settle());
    QVERIFY(explorer.pane->isEmptyShown());
    QCOMPARE(explorer.pane->message(), QString());
    QVERIFY(!explorer.pane->calibrateButton()->isEnabled());
}

// A window with a read-only workspace can calibrate, because the type is stored elsewhere; it replaces a type with the
// same name.
void TestValidation::aReadOnlyWorkspaceCalibratesToo()
{
    const UserHardware kept;
    CatalogueEntry old = *catalogue().find("A100-80GB");
    old.device.name = "A100-ours";
    old.aliases.clear();
    QVERIFY(writeUserHardware({old}));
    ValidationExplorer first; // opens the workspace for writing
    QVERIFY(first.open());
    const QString path = first.path("shared.stagecraft");
    first.bench().saveAs(path);
    QTRY_COMPARE(first.bench().document().path(), path);
    ValidationExplorer explorer;
    explorer.bench().openWorkspace(path);
    QVERIFY(comes([&] { return explorer.bench().document().path() == path; }));
    QVERIFY(explorer.bench().document().isReadOnly());
    QTest::keyClick(&explorer.window, Qt::Key_7, Qt::AltModifier);
    QTRY_VERIFY(explorer.pane->typeField()->findText(QStringLiteral("A100-ours (user-defined)")) > 0);
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("seqsel_table5")));
    QVERIFY(explorer.pane->calibrateButton()->isEnabled());
    explorer.click(explorer.pane->calibrateButton());
    QTRY_VERIFY(explorer.window.findChild<CalibrateDialog*>());
    auto* dialog = explorer.window.findChild<CalibrateDialog*>();
    QTest::keyClicks(dialog->nameField(), QStringLiteral("A100-ours"));
    QVERIFY2(dialog->message().contains(QStringLiteral("replaces it")), qPrintable(dialog->message()));
    explorer.click(dialog->startButton());
    QVERIFY(explorer.settle());
    QTRY_VERIFY(explorer.pane->message().contains(QStringLiteral("Calibrated")));
    const auto own = userHardware();
    QVERIFY(own && own->size() == 1 && own->front().device.in_training != old.device.in_training);
}

void TestValidation::aCalibrationIsCancelled()
{
    const UserHardware kept;
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("nanotron_150")));
    explorer.click(explorer.pane->calibrateButton());
    QTRY_VERIFY(explorer.window.findChild<CalibrateDialog*>());
    auto* dialog = explorer.window.findChild<CalibrateDialog*>();
    QTest::keyClicks(dialog->nameField(), QStringLiteral("never"));
    explorer.click(dialog->startButton());
    QVERIFY(explorer.pane->isBusy());
    QVERIFY(!explorer.pane->calibrateButton()->isEnabled()); // one calibration at a time
    explorer.click(explorer.pane->cancelButton());
    QVERIFY(explorer.settle());
    QVERIFY(explorer.pane->typeField()->findData(QStringLiteral("never")) < 0);
    QVERIFY(explorer.pane->message().isEmpty());
    QCOMPARE(explorer.bench().jobs().job(0)->state, JobState::Cancelled);
    QVERIFY(userHardware()->empty());
}

void TestValidation::thousandsOfRunsDoNotStall()
{
    std::string rows;
    for (int i = 0; i < 3000; ++i) {
        rows += shardedRow(std::to_string(5 + i % 997 * 0.07), i % 2 == 0 ? 4 : 2, 8 + i % 53);
    }
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    explorer.pane->compareFile(explorer.write("many.csv", header + rows));
    QVERIFY(explorer.settle());
    QCOMPARE(explorer.runs()->model()->rowCount(), 3000);
    // Hovering reuses the cached pixmap and draws no point again.
    AgreementChart* chart = explorer.results->chart();
    (void)chart->grab();
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < 20; ++i) {
        QTest::mouseMove(chart, QPoint(60 + 7 * i, 80));
        chart->repaint();
    }
    QVERIFY2(clock.elapsed() < 20 * 50, qPrintable(QString::number(clock.elapsed())));
}

// The pane in front gets the height that it needs at the cost of the panes below, whose height is restored later.
void TestValidation::inFrontThePaneHasRoom()
{
    ValidationExplorer explorer;
    explorer.bench().newWorkspace();
    QTRY_VERIFY(explorer.window.candidatesPane()->isVisible());
    QTest::qWait(50);
    const int candidates = explorer.window.candidatesPane()->height();
    const int memory = explorer.window.memoryPane()->height();
    QVERIFY(explorer.open());
    QTRY_VERIFY2(explorer.pane->height() >= candidates + 80, qPrintable(QString::number(explorer.pane->height())));
    QVERIFY(explorer.window.memoryPane()->height() < memory);
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("nanotron_150")));
    QVERIFY(explorer.results->chart()->height() >= 220);
    QVERIFY(explorer.runs()->viewport()->height() >= 3 * explorer.runs()->rowHeight(0));
    QTest::keyClick(&explorer.window, Qt::Key_2, Qt::AltModifier);
    QTRY_COMPARE(explorer.window.candidatesPane()->height(), candidates);
    QCOMPARE(explorer.window.memoryPane()->height(), memory);
    // Enlarges again, and resets with the layout's command.
    QTest::keyClick(&explorer.window, Qt::Key_7, Qt::AltModifier);
    QTRY_VERIFY(explorer.pane->height() >= candidates + 80);
    // A window that grows gives the pane its full height.
    explorer.window.resize(1400, 1100);
    QTRY_VERIFY2(explorer.pane->height() >= 580, qPrintable(QString::number(explorer.pane->height())));
    explorer.window.resize(1400, 880);
    QTRY_VERIFY(explorer.pane->height() < 580);
    explorer.action(QStringLiteral("Restore default layout"))->trigger();
    QTRY_COMPARE(explorer.window.memoryPane()->height(), memory);
}

// The stored layout does not contain the enlargement.
void TestValidation::theRoomIsNotRemembered()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    ScriptedDialogs dialogs;
    Settings settings(file);
    int memory = 0;
    for (const bool first : {true, false}) {
        MainWindow window(settings, dialogs);
        window.resize(1400, 880);
        window.show();
        window.workbench().newWorkspace();
        QTRY_VERIFY(window.memoryPane()->isVisible());
        if (!first) {
            QTest::qWait(50);
            QTest::keyClick(&window, Qt::Key_2, Qt::AltModifier);
            QTRY_COMPARE(window.memoryPane()->height(), memory);
            continue;
        }
        QTest::qWait(50);
        memory = window.memoryPane()->height();
        QTest::keyClick(&window, Qt::Key_7, Qt::AltModifier);
        QTRY_VERIFY(window.memoryPane()->height() < memory);
        window.close();
    }
}

// User-defined types that another program changed are reloaded when the pane is shown, and the runs are compared again.
void TestValidation::changedTypesAreComparedAgain()
{
    const UserHardware kept;
    CatalogueEntry own = *catalogue().find("H100-80GB");
    own.device.name = "H100-ours";
    own.aliases.clear();
    QVERIFY(writeUserHardware({own}));
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    QTRY_VERIFY(explorer.pane->typeField()->findText(QStringLiteral("H100-ours (user-defined)")) > 0);
    QVERIFY(explorer.choose(explorer.pane->typeField(), QStringLiteral("H100-ours (user-defined)")));
    QVERIFY(!explorer.runs()->isColumnHidden(ValidatedRunModel::DeviceType));
    QSignalSpy refreshed(explorer.pane, &ValidationPane::refreshed);
    const auto look = [&] {
        QTest::keyClick(&explorer.window, Qt::Key_2, Qt::AltModifier);
        QTest::keyClick(&explorer.window, Qt::Key_7, Qt::AltModifier);
    };
    look();
    QTest::qWait(200);
    QCOMPARE(refreshed.size(), 0); // nothing changed
    own.network.bandwidth = BytesPerSecond(own.network.bandwidth.value / 2);
    QVERIFY(writeUserHardware({own}));
    look();
    QTRY_COMPARE(refreshed.size(), 1);
    // If the type was removed, the types of the runs apply.
    QVERIFY(writeUserHardware({}));
    look();
    QTRY_COMPARE(refreshed.size(), 2);
    QCOMPARE(explorer.pane->typeField()->currentText(), QStringLiteral("From each run"));
    QVERIFY(explorer.runs()->isColumnHidden(ValidatedRunModel::DeviceType));
}

void TestValidation::causesTakeTheWidthThatIsLeft()
{
    ValidationExplorer explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.choose(explorer.pane->runsField(), QStringLiteral("torchtitan")));
    const QHeaderView* header = explorer.runs()->horizontalHeader();
    const int least = header->sectionSize(ValidatedRunModel::Cause);
    explorer.window.resize(2600, 880);
    QTRY_VERIFY(header->sectionSize(ValidatedRunModel::Cause) > least);
    QCOMPARE(header->length(), explorer.runs()->viewport()->width());
    // A width set by the user is kept.
    explorer.runs()->setColumnWidth(ValidatedRunModel::Cause, least + 7);
    explorer.window.resize(2500, 880);
    QTest::qWait(50);
    QCOMPARE(header->sectionSize(ValidatedRunModel::Cause), least + 7);
}

int main(int argc, char** argv)
{
    const Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestValidation test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_validation.moc"
