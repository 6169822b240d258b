// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Temporary objects of the window are freed: dialogs, menus, old undo steps. soak_actions checks the same after
// thousands of random actions.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/held.h"
#include "tests/support/patience.h"
#include "ui/app/workbench.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/timeline/timelinepane.h"

#include <QDialog>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

using namespace stagecraft;
using stagecraft::test::Held;

namespace {

struct Keeper : test::Explorer {
    Held settled()
    {
        (void)comes([this] {
            return bench().isUpToDate() && window.timelinePane()->isUpToDate() && window.sizingPane()->isUpToDate();
        });
        QTest::qWait(100);
        return Held::now();
    }
    PlanningSession session() { return *bench().document().session(); }
    void ask(std::int64_t batch)
    {
        PlanningSession next = session();
        next.problem.workload.global_batch = batch;
        bench().edit(next, bench().newEditId(), QStringLiteral("Batch"));
    }
    void closeWhatIsOpen()
    {
        if (QWidget* menu = QApplication::activePopupWidget()) {
            QTest::keyClick(menu, Qt::Key_Escape);
        }
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
                QTest::keyClick(dialog, Qt::Key_Escape);
            }
        }
    }
};

// Formats "3 more of QAction", ...
QString moreIn(const Held& after, const Held& before)
{
    QStringList more;
    for (const auto& [name, count] : after.objects) {
        const auto then = before.objects.find(name);
        const int was = then == before.objects.end() ? 0 : then->second;
        // Qt creates it for a scroll area on its first event.
        const bool gesture = QLatin1String(name) == QLatin1String("QPanGesture");
        if (count > was && !gesture) {
            more << QStringLiteral("%1 more of %2").arg(count - was).arg(QLatin1String(name));
        }
    }
    return more.join(QStringLiteral(", "));
}

}

class TestLifetimes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dialogsGoWhenTheyAreClosed_data();
    void dialogsGoWhenTheyAreClosed();
    void theMenuOfColumnsGoes();
    void undoIsBounded();
    void aStepOfUndoHoldsOneSession();
};

void TestLifetimes::dialogsGoWhenTheyAreClosed_data()
{
    QTest::addColumn<QString>("opener");
    for (const char* opener : {"How was this computed?", "Keyboard shortcuts", "Commands…", "Manual", "Profile…",
                               "About Stagecraft", "Custom offer…"}) {
        QTest::newRow(opener) << QString::fromUtf8(opener);
    }
}

void TestLifetimes::dialogsGoWhenTheyAreClosed()
{
    QFETCH(const QString, opener);
    Keeper keeper;
    keeper.bench().openExample();
    QVERIFY(keeper.waitForPlans());
    Q_EMIT keeper.field<QToolButton>("offer")->menu()->aboutToShow(); // fills the menu
    QAction* action = keeper.action(opener);
    QVERIFY(action);
    if (opener == QStringLiteral("Profile…") && !keeper.bench().canProfile()) {
        QSKIP("Built without the profiler");
    }
    QVERIFY(action->isEnabled());
    const auto openAndClose = [&] {
        action->trigger();
        QTest::qWait(20);
        const Held open = Held::now();
        keeper.closeWhatIsOpen();
        return open;
    };
    openAndClose(); // the manual's window stays, and widgets create some parts on first use
    const Held before = keeper.settled();
    for (int i = 0; i < 3; ++i) {
        const Held open = openAndClose();
        QVERIFY(open.count() > before.count() || opener == QStringLiteral("Manual")
                || opener == QStringLiteral("About Stagecraft")); // the scripted dialogs replace its box
    }
    QCOMPARE(moreIn(keeper.settled(), before), QString());
}

void TestLifetimes::theMenuOfColumnsGoes()
{
    Keeper keeper;
    QVERIFY(keeper.openTable());
    QHeaderView* header = keeper.window.candidatesPane()->table()->horizontalHeader();
    const auto openAndClose = [&] {
        Q_EMIT header->customContextMenuRequested({5, 5});
        QVERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()));
        keeper.closeWhatIsOpen();
        QVERIFY(!QApplication::activePopupWidget());
    };
    openAndClose();
    const Held before = keeper.settled();
    for (int i = 0; i < 3; ++i) {
        openAndClose();
    }
    QCOMPARE(moreIn(keeper.settled(), before), QString());
}

void TestLifetimes::undoIsBounded()
{
    Keeper keeper;
    QVERIFY(keeper.openTable());
    QUndoStack& stack = keeper.bench().undoStack();
    for (int i = 1; i <= 600; ++i) {
        keeper.ask(1000 + i);
    }
    QCOMPARE(stack.count(), 500);
    while (stack.canUndo()) {
        stack.undo();
    }
    QCOMPARE(keeper.session().problem.workload.global_batch, std::int64_t(1100));
    stack.redo();
    QCOMPARE(keeper.session().problem.workload.global_batch, std::int64_t(1101));
}

void TestLifetimes::aStepOfUndoHoldsOneSession()
{
    Keeper keeper;
    QVERIFY(keeper.openTable());
    constexpr int steps = 400;
    for (int i = 1; i <= steps; ++i) {
        keeper.ask(1000 + i);
    }
    keeper.ask(16);
    const double full = keeper.settled().heap;
    keeper.bench().undoStack().clear();
    const double step = full - keeper.settled().heap;
    const double before = Held::now().heap;
    const std::vector<PlanningSession> sessions(steps, keeper.session());
    const double session = Held::now().heap - before;
    QVERIFY2(session > 1, qPrintable(QString::number(session))); // the session has plans
    QVERIFY2(step < 1.5 * session, qPrintable(QStringLiteral("%1 MiB for %2 of questions").arg(step).arg(session)));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestLifetimes test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_lifetimes.moc"
