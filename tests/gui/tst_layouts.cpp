// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Named layouts by menu, key and name; each keeps the user's changes, also after a restart, until it is reset.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/settled.h"
#include "tests/gui/shownpanes.h"
#include "tests/support/patience.h"
#include "ui/help/commandpalette.h"
#include "ui/help/help.h"
#include "ui/mainwindow/layouts.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/panefocus.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTableView>

using namespace stagecraft;
using test::actionOf;
using test::dockOf;
using test::panesOf;
using test::shownPanes;

class TestLayouts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachHasItsPanes();
    void theyHaveKeys();
    void theyAreInTheMenuAndThePalette();
    void eachIsAsItWasLeft();
    void theDefaultIsRestored();
    void theDefaultIsThatOfSmallAndLargeWindows();
    void theyAreRememberedAfterARestart();
    void damagedSettingsAreForgotten();
    void presentationHasLargeType();
    void aClosedPaneComesBehindATab();
    void theyWaitForAWorkspace();
    void oneKeyMaximizesAPaneAndPutsAllBack();
    void aClickedTabIsThePaneThatIsMaximized();
};

void TestLayouts::eachHasItsPanes()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    QCOMPARE(window.layouts()->current(), LayoutKind::Explore);
    for (const auto& [kind, panes] : panesOf) {
        actionOf(window, kind)->trigger();
        QCOMPARE(window.layouts()->current(), kind);
        QCOMPARE(shownPanes(window), panes);
        QVERIFY(actionOf(window, kind)->isChecked());
        // Every visible pane is inside the window, and none overlaps another.
        QCoreApplication::processEvents();
        for (const QString& pane : panes) {
            const QDockWidget* dock = dockOf(window, pane.toLatin1().constData());
            QVERIFY(!dock->isFloating());
            QVERIFY2(dock->visibleRegion().isEmpty() || window.rect().contains(dock->geometry()), qPrintable(pane));
        }
    }
    QTRY_VERIFY(!dockOf(window, "tradeoff")->visibleRegion().isEmpty());
}

void TestLayouts::theyHaveKeys()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    for (const auto& [kind, key] :
         {std::pair {LayoutKind::Sizing, Qt::Key_3}, std::pair {LayoutKind::Presentation, Qt::Key_5},
          std::pair {LayoutKind::Profile, Qt::Key_2}, std::pair {LayoutKind::Compare, Qt::Key_4},
          std::pair {LayoutKind::Explore, Qt::Key_1}}) {
        QTest::keyClick(&explorer.window, key, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(explorer.window.layouts()->current(), kind);
    }
}

void TestLayouts::theyAreInTheMenuAndThePalette()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QAction* menu = explorer.action(QStringLiteral("Layout"));
    QVERIFY(menu && menu->menu());
    for (QAction* action : explorer.window.layouts()->actions()) {
        QVERIFY(menu->menu()->actions().contains(action));
    }
    QVERIFY(menu->menu()->actions().contains(explorer.action(QStringLiteral("Restore default layout"))));
    explorer.window.help()->actions().at(1)->trigger();
    auto* palette = explorer.window.findChild<CommandPalette*>();
    QVERIFY(palette);
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("presentation"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(explorer.window.layouts()->current(), LayoutKind::Presentation);
}

void TestLayouts::eachIsAsItWasLeft()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    Layouts& layouts = *window.layouts();
    layouts.choose(LayoutKind::Compare);
    dockOf(window, "tradeoff")->close();
    dockOf(window, "memory")->show();
    const QStringList left = shownPanes(window);
    layouts.choose(LayoutKind::Profile);
    QVERIFY(shownPanes(window) != left);
    layouts.choose(LayoutKind::Compare);
    QCOMPARE(shownPanes(window), left);
    layouts.choose(LayoutKind::Explore);
    QCOMPARE(shownPanes(window), panesOf[0].second); // the other layouts are unchanged
}

void TestLayouts::theDefaultIsRestored()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    actionOf(window, LayoutKind::Compare)->trigger();
    dockOf(window, "tradeoff")->close();
    dockOf(window, "compare")->setFloating(true);
    QVERIFY(shownPanes(window) != panesOf[3].second);
    explorer.action(QStringLiteral("Restore default layout"))->trigger();
    QCOMPARE(shownPanes(window), panesOf[3].second);
    QVERIFY(!dockOf(window, "compare")->isFloating());
    QCOMPARE(window.layouts()->current(), LayoutKind::Compare);
}

// Small and large windows have separate arrangements; each is restored when its size applies, and the default resets
// both.
void TestLayouts::theDefaultIsThatOfSmallAndLargeWindows()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    MainWindow& window = explorer.window;
    Layouts& layouts = *window.layouts();
    const auto resize = [&](QSize size, bool tight) {
        window.resize(size);
        return QTest::qWaitFor([&] { return layouts.isTight() == tight; });
    };
    dockOf(window, "memory")->close();
    QTRY_VERIFY(layouts.isNoted());
    QVERIFY(resize({1200, 680}, true));
    const auto isTabbed = [&] {
        return window.tabifiedDockWidgets(dockOf(window, "tradeoff")).contains(dockOf(window, "candidates"));
    };
    QVERIFY(isTabbed());
    dockOf(window, "jobs")->close();
    dockOf(window, "tradeoff")->setFloating(true);
    layouts.remember();
    explorer.action(QStringLiteral("Restore default layout"))->trigger();
    QVERIFY(layouts.isTight() && isTabbed());
    QCOMPARE(shownPanes(window), panesOf.front().second);
    QVERIFY(resize({1400, 880}, false));
    QCOMPARE(shownPanes(window), panesOf.front().second);
    QVERIFY(!isTabbed());
    // The same applies to a window that has just become small: panes are still side by side.
    dockOf(window, "jobs")->close();
    QTRY_VERIFY(layouts.isNoted());
    QVERIFY(resize({1200, 680}, true) && resize({1400, 880}, false));
    window.resize({1200, 680});
    explorer.action(QStringLiteral("Restore default layout"))->trigger();
    QTRY_VERIFY(layouts.isTight());
    QVERIFY(isTabbed());
    QCOMPARE(shownPanes(window), panesOf.front().second);
}

void TestLayouts::theyAreRememberedAfterARestart()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    test::ScriptedDialogs dialogs;
    QStringList left;
    const auto open = [&](MainWindow& window) {
        window.resize(1400, 880);
        window.show();
        window.openPath(test::dataFile("sixteen-layers.csv"));
        return comes([&] { return window.workbench().planState() == Workbench::PlanState::Planned; });
    };
    {
        MainWindow window(settings, dialogs);
        QVERIFY(open(window));
        window.layouts()->choose(LayoutKind::Sizing);
        dockOf(window, "plan")->close();
        left = shownPanes(window);
        window.close();
    }
    Settings again(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(again, dialogs);
    QVERIFY(open(window));
    QCOMPARE(window.layouts()->current(), LayoutKind::Sizing);
    QVERIFY(actionOf(window, LayoutKind::Sizing)->isChecked());
    QCOMPARE(shownPanes(window), left);
}

void TestLayouts::damagedSettingsAreForgotten()
{
    test::Explorer explorer;
    explorer.settings.setValue(Setting::CurrentLayout, QStringLiteral("no such layout"));
    explorer.settings.setValue(
        Setting::WindowLayouts,
        QVariantMap {{QStringLiteral("explore"), QByteArray("not a state")}, {QStringLiteral("compare"), 7}});
    QVERIFY(explorer.openTable());
    QCOMPARE(explorer.window.layouts()->current(), LayoutKind::Explore);
    QCOMPARE(shownPanes(explorer.window), panesOf[0].second);
    explorer.window.layouts()->choose(LayoutKind::Compare);
    QCOMPARE(shownPanes(explorer.window), panesOf[3].second);
}

void TestLayouts::presentationHasLargeType()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const QWidget* table = explorer.window.candidatesPane()->table();
    const double usual = table->font().pointSizeF();
    explorer.window.layouts()->choose(LayoutKind::Presentation);
    QVERIFY(table->font().pointSizeF() > usual * 1.3);
    QVERIFY(dockOf(explorer.window, "memory")->widget()->font().pointSizeF() > usual * 1.3);
    explorer.window.layouts()->choose(LayoutKind::Explore);
    QCOMPARE(table->font().pointSizeF(), usual);
}

void TestLayouts::aClosedPaneComesBehindATab()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    explorer.window.layouts()->choose(LayoutKind::Compare);
    QDockWidget* memory = dockOf(explorer.window, "memory");
    QVERIFY(memory->isHidden());
    QTest::keyClick(&explorer.window, Qt::Key_4, Qt::AltModifier); // shortcut of the pane
    QTRY_VERIFY(!memory->isHidden());
    QVERIFY(explorer.window.tabifiedDockWidgets(memory).contains(dockOf(explorer.window, "candidates")));
}

void TestLayouts::theyWaitForAWorkspace()
{
    test::Explorer explorer;
    for (const QAction* action : explorer.window.layouts()->actions()) {
        QVERIFY(!action->isEnabled());
    }
    QVERIFY(explorer.openTable());
    for (const QAction* action : explorer.window.layouts()->actions()) {
        QVERIFY(action->isEnabled());
    }
}

void TestLayouts::aClickedTabIsThePaneThatIsMaximized()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    MainWindow& window = explorer.window;
    panefocus::into(*dockOf(window, "candidates"));
    QDockWidget* behind = nullptr;
    for (auto* dock : window.findChildren<QDockWidget*>()) {
        behind = panefocus::isBehind(*dock) && dock->windowTitle() == QStringLiteral("Compare") ? dock : behind;
    }
    QVERIFY(behind);
    bool clicked = false;
    for (auto* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < tabs->count() && !clicked; ++tab) {
            if (tabs->isVisible() && tabs->tabText(tab) == behind->windowTitle()) {
                QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
                clicked = true;
            }
        }
    }
    QVERIFY(clicked);
    QTRY_VERIFY(!panefocus::isBehind(*behind));
    QTRY_VERIFY(behind->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(test::settle(window));
    QCOMPARE(shownPanes(window), QStringList {QStringLiteral("compare")});
}

void TestLayouts::oneKeyMaximizesAPaneAndPutsAllBack()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    MainWindow& window = explorer.window;
    QDockWidget* memory = dockOf(window, "memory");
    const QRect before = memory->geometry();
    const QStringList all = shownPanes(window);
    panefocus::into(*memory);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(test::settle(window));
    QCOMPARE(shownPanes(window), QStringList {QStringLiteral("memory")});
    QVERIFY(memory->width() > window.width() * 9 / 10 && memory->height() > window.height() / 2);
    QVERIFY(explorer.action(QStringLiteral("Maximize pane"))->isChecked());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(test::settle(window));
    QCOMPARE(shownPanes(window), all);
    QCOMPARE(memory->geometry(), before);
    QVERIFY(!explorer.action(QStringLiteral("Maximize pane"))->isChecked());
    // The same applies if the pane was closed meanwhile; another pane is then shown, not closed.
    panefocus::into(*memory);
    explorer.action(QStringLiteral("Maximize pane"))->trigger();
    memory->close();
    explorer.action(QStringLiteral("Maximize pane"))->trigger();
    QCOMPARE(shownPanes(window), all);
    panefocus::into(*memory);
    explorer.action(QStringLiteral("Maximize pane"))->trigger();
    QCOMPARE(shownPanes(window), QStringList {QStringLiteral("memory")});
    explorer.action(QStringLiteral("Candidates"))->trigger();
    QCOMPARE(shownPanes(window), all);
    // Another layout, and the next start, also show all panes.
    panefocus::into(*memory);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    actionOf(window, LayoutKind::Sizing)->trigger();
    actionOf(window, LayoutKind::Explore)->trigger();
    QCOMPARE(shownPanes(window), all);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestLayouts test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_layouts.moc"
