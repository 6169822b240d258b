// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Small windows and screens: panes become tabs, no text is clipped, and the large arrangement is restored.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/overlaps.h"
#include "tests/gui/settled.h"
#include "tests/gui/shownpanes.h"
#include "tests/support/patience.h"
#include "ui/mainwindow/screenfit.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/candidates/pickcards.h"
#include "ui/panes/panefocus.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/validation/validationpane.h"

#include <QComboBox>
#include <QScreen>
#include <QTabBar>
#include <QTableView>

using namespace stagecraft;
using test::dockOf;
using test::leastSizes;
using test::panesOf;
using test::shownPanes;

class TestSmallWindows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void smallWindowsAreNotCrowded();
    void smallScreensHavePanesAsTabs_data();
    void smallScreensHavePanesAsTabs();
    void everyLayoutFitsTheSmallestScreen();
    void panesComeBackWithTheirRoom();
    void aPaneInFrontStaysThereInASmallerWindow();
    void aSmallWindowThatShrinksKeepsItsPanesApart_data();
    void aSmallWindowThatShrinksKeepsItsPanesApart();
    void aSmallWindowLeavesTheLargeLayoutAlone();
    void resultsLeaveASmallWindowAsItIs();
    void theTableKeepsRowsInALowWindow();
    void windowsOpenWithinTheirScreen();
};

void TestSmallWindows::smallWindowsAreNotCrowded()
{
    constexpr int fewestLetters = 20;
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    window.resize(1216, 680);
    QStringList found;
    for (QAction* layout : window.layouts()->actions()) {
        layout->trigger();
        QVERIFY(test::settle(window));
        for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (!dock->isHidden()) {
                dock->raise();
                QVERIFY(test::settle(window));
                found << test::crowded(*dock, fewestLetters);
            }
        }
    }
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void TestSmallWindows::smallScreensHavePanesAsTabs_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("places"); // number of tab areas that the panes share
    QTest::newRow("1280 x 720") << screenfit::within(QSize(1440, 900), QSize(1280, 720)) << 3;
    QTest::newRow("1920 x 1080 at 200 %") << screenfit::within(QSize(1440, 900), QSize(960, 540)) << 2;
    QTest::newRow("1440 x 900") << QSize(1440, 900) << 6;
}

void TestSmallWindows::smallScreensHavePanesAsTabs()
{
    QFETCH(QSize, size);
    QFETCH(int, places);
    test::Explorer explorer;
    explorer.window.resize(size);
    QVERIFY(explorer.openTable());
    QVERIFY(test::settle(explorer.window));
    QCOMPARE(explorer.window.size(), size);
    int seen = 0;
    for (const QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        if (!dock->visibleRegion().isEmpty()) {
            ++seen;
            QVERIFY2(explorer.window.rect().contains(dock->geometry()), qPrintable(dock->objectName()));
            QVERIFY2(dock->widget()->height() >= 170 && dock->widget()->width() >= 200, qPrintable(dock->objectName()));
        }
    }
    QCOMPARE(seen, places);
    QVERIFY(!dockOf(explorer.window, "candidates")->visibleRegion().isEmpty());
    QCOMPARE(shownPanes(explorer.window), panesOf.front().second);
}

void TestSmallWindows::everyLayoutFitsTheSmallestScreen()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    const QSize size = screenfit::within(screenfit::smallestScreen, screenfit::smallestScreen);
    window.resize(size);
    for (QAction* layout : window.layouts()->actions()) {
        layout->trigger();
        QVERIFY(test::settle(window));
        QCOMPARE(window.size(), size);
        for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (!dock->isHidden()) {
                dock->raise();
                QVERIFY(test::settle(window));
                const QSize least = window.minimumSizeHint().expandedTo(window.minimumSize());
                QVERIFY2(least.width() <= size.width() && least.height() <= size.height(),
                         qPrintable(QStringLiteral("%1 with %2: %3 x %4\n%5")
                                        .arg(layout->text(), dock->objectName())
                                        .arg(least.width())
                                        .arg(least.height())
                                        .arg(leastSizes(window))));
            }
        }
    }
}

// A window that becomes small arranges its panes as tabs; one that grows again restores their places.
void TestSmallWindows::panesComeBackWithTheirRoom()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    dockOf(window, "jobs")->close();
    QTRY_VERIFY(window.layouts()->isNoted());
    const QStringList before = shownPanes(window);
    const QRect memory = dockOf(window, "memory")->geometry();
    QVERIFY(!window.layouts()->isTight());
    window.resize(1000, 600);
    QTRY_VERIFY(window.layouts()->isTight());
    window.resize(1400, 880);
    QTRY_VERIFY(!window.layouts()->isTight());
    QCOMPARE(shownPanes(window), before);
    QTRY_COMPARE(dockOf(window, "memory")->geometry(), memory);
}

void TestSmallWindows::aPaneInFrontStaysThereInASmallerWindow()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    QDockWidget* dock = dockOf(window, "validation");
    dock->raise();
    QTRY_VERIFY(!dock->visibleRegion().isEmpty());
    QVERIFY(!window.layouts()->isTight());
    window.resize(1000, 600);
    QTRY_VERIFY(window.layouts()->isTight());
    QTRY_VERIFY(!dock->visibleRegion().isEmpty());
    window.resize(1400, 880);
    QTRY_VERIFY(!window.layouts()->isTight());
    QTRY_VERIFY(!dock->visibleRegion().isEmpty());
}

void TestSmallWindows::aSmallWindowThatShrinksKeepsItsPanesApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1100 x 560") << QSize(1100, 560);
    QTest::newRow("952 x 500") << QSize(952, 500);
}

// A window that shrinks keeps its panes apart like one that opens at that size: two rows of panes become one area, and
// two again.
void TestSmallWindows::aSmallWindowThatShrinksKeepsItsPanesApart()
{
    QFETCH(QSize, size);
    test::Explorer explorer;
    explorer.window.resize(1272, 740);
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    QVERIFY(test::settle(window));
    const auto inOnePlace = [&] {
        return window.tabifiedDockWidgets(dockOf(window, "memory")).contains(dockOf(window, "candidates"));
    };
    QVERIFY(window.layouts()->isTight() && !inOnePlace());
    window.resize(size);
    QTRY_VERIFY(inOnePlace());
    QVERIFY(test::settle(window));
    QCOMPARE(window.size(), size);
    QVERIFY2(window.minimumSizeHint().height() <= size.height(), qPrintable(leastSizes(window)));
    window.resize(1272, 740);
    QTRY_VERIFY(!inOnePlace());
    QCOMPARE(shownPanes(window), panesOf.front().second);
}

// A workspace opened and closed in a small window does not change the arrangement for large windows.
void TestSmallWindows::aSmallWindowLeavesTheLargeLayoutAlone()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    test::ScriptedDialogs dialogs;
    const auto memoryIn = [&](QSize size) -> QSize {
        MainWindow window(settings, dialogs);
        window.resize(size);
        window.show();
        window.openPath(test::dataFile("sixteen-layers.csv"));
        if (!comes([&] { return window.workbench().planState() == Workbench::PlanState::Planned; })
            || !test::settle(window)) {
            return {};
        }
        const QSize memory = dockOf(window, "memory")->size();
        window.close();
        return memory;
    };
    const QSize before = memoryIn({1900, 1000});
    QVERIFY(before.width() > 300);
    QVERIFY(!memoryIn({952, 500}).isEmpty());
    QCOMPARE(memoryIn({1900, 1000}), before);
}

// Results of measured runs in the validation pane do not rearrange a small window: the pane stays in front, and a lower
// pane scrolls.
void TestSmallWindows::resultsLeaveASmallWindowAsItIs()
{
    test::Explorer explorer;
    explorer.window.resize(1280, 680);
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    QDockWidget* validation = dockOf(window, "validation");
    panefocus::raise(*validation);
    QVERIFY(test::settle(window));
    const QSize before = validation->size();
    auto* runs = validation->findChild<QComboBox*>(QStringLiteral("measuredRuns"));
    QVERIFY(runs);
    runs->setFocus();
    QTest::keyClick(runs, Qt::Key_Down);
    auto* pane = qobject_cast<ValidationPane*>(validation->widget());
    QVERIFY(pane && comes([&] { return !pane->isEmptyShown(); }));
    QVERIFY(test::settle(window));
    QVERIFY(!validation->visibleRegion().isEmpty());
    QCOMPARE(validation->size(), before);
    QVERIFY(dockOf(window, "sizing")->visibleRegion().isEmpty());
    QCOMPARE(window.findChildren<SizingPane*>().front()->isUpToDate(), true);
}

void TestSmallWindows::theTableKeepsRowsInALowWindow()
{
    test::Explorer explorer;
    explorer.window.resize(952, 500);
    QVERIFY(explorer.openTable());
    QVERIFY(test::settle(explorer.window));
    const CandidatesPane* pane = explorer.window.candidatesPane();
    QVERIFY2(pane->table()->viewport()->height() >= 2 * pane->table()->rowHeight(0),
             qPrintable(QString::number(pane->table()->viewport()->height())));
    for (const auto& [pick, name] : enumNames<Pick>) { // hidden cards can be scrolled to, and are not clipped
        QVERIFY(pane->picks()->rect().contains(pane->picks()->card(pick)->geometry()));
    }
}

void TestSmallWindows::windowsOpenWithinTheirScreen()
{
    QCOMPARE(screenfit::within(QSize(1440, 900), QSize(1920, 1080)), QSize(1440, 900));
    for (const QSize screen : {QSize(1280, 720), QSize(960, 540), QSize(1366, 768)}) {
        const QSize size = screenfit::within(QSize(1440, 900), screen);
        QVERIFY(size.width() < screen.width() && size.height() <= screen.height() - 30);
    }
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    test::ScriptedDialogs dialogs;
    const MainWindow window(settings, dialogs);
    const QSize available = window.screen()->availableSize().expandedTo(window.minimumSize());
    QVERIFY(window.width() <= available.width() && window.height() <= available.height());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestSmallWindows test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_smallwindows.moc"
