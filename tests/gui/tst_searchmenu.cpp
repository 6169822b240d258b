// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Control of the search: plans after a canceled search are marked as outdated until the search is repeated; shortcuts
// select plans one after another.
#include "tests/gui/explorerfixture.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/jobs/jobspane.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

using namespace stagecraft;

namespace {

// A window with a problem whose next change needs a search of several seconds.
struct Searcher {
    test::Explorer explorer;
    Workbench& bench = explorer.bench();
    CandidatesPane& pane = *explorer.window.candidatesPane();

    void type(const QString& cluster)
    {
        auto* field = explorer.field<QLineEdit>("cluster");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, cluster);
    }
    void any(const char* name)
    {
        auto* field = explorer.field<QComboBox>(name);
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Home);
        for (int i = 0; i < field->count() && field->currentText() != QStringLiteral("Any"); ++i) {
            QTest::keyClick(field, Qt::Key_Down);
        }
        QCOMPARE(field->currentText(), QStringLiteral("Any"));
    }
    void openSlow()
    {
        explorer.window.openPath(test::dataFile("configs/gpt2.json"));
        QVERIFY(explorer.waitForPlans());
        QTest::mouseClick(explorer.field<QToolButton>("moreConstraints"), Qt::LeftButton);
        for (const char* field : {"zero", "policy", "schedule"}) {
            any(field);
        }
        QVERIFY(explorer.waitForPlans());
    }
    // Text of the summary above the plans.
    QString summary()
    {
        QStringList words;
        for (const QLabel* label : pane.findChildren<QLabel*>()) {
            if (label->isVisible()) {
                words << label->text();
            }
        }
        return words.join(u'\n');
    }
    QString status()
    {
        QStringList words;
        for (const QLabel* label : explorer.window.statusBar()->findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(u' ');
    }
    bool saysCancelled() { return summary().contains(QStringLiteral("The search was canceled")); }
};

const QString slow = QStringLiteral("256x8xH100-80GB");

}

class TestSearchMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cancelledPlansSayThatTheyAreOld();
    void theFirstSearchCancelledOffersAnother();
    void plansOneAfterAnother();
};

void TestSearchMenu::cancelledPlansSayThatTheyAreOld()
{
    Searcher searcher;
    searcher.openSlow();
    const auto before = searcher.bench.plans().result();
    searcher.explorer.field<QDockWidget>("jobsDock")->raise();
    searcher.type(slow);
    QPushButton* cancel = searcher.explorer.window.jobsPane()->cancelButton();
    QTRY_VERIFY(searcher.bench.isSearching() && cancel->isEnabled());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!searcher.bench.isSearching());
    QTest::qWait(600); // longer than the delay of the notice about long searches
    QVERIFY(searcher.bench.plans().result() == before);
    QVERIFY(!searcher.bench.isUpToDate());
    QVERIFY2(searcher.saysCancelled(), qPrintable(searcher.summary()));
    QVERIFY(searcher.summary().contains(QStringLiteral("predate your last change")));
    QVERIFY2(!searcher.summary().contains(answerSentence(*before)), qPrintable(searcher.summary()));
    QVERIFY2(searcher.status().contains(QStringLiteral("Search canceled")), qPrintable(searcher.status()));
    QVERIFY(searcher.bench.jobs().job(0)->phase.contains(QStringLiteral("the previous search")));
    // Selecting another plan does not change the state.
    searcher.pane.table()->selectRow(1);
    QVERIFY(searcher.saysCancelled());
    // Restarts the search with the button and with the menu, and cancels it there.
    QPushButton* again = searcher.pane.againButton();
    searcher.explorer.field<QDockWidget>("candidatesDock")->raise();
    QTRY_VERIFY(!again->visibleRegion().isEmpty());
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY(searcher.bench.isSearching() && !again->isVisible());
    QAction* menu = searcher.explorer.action(QStringLiteral("Cancel search"));
    QTRY_VERIFY(menu->isEnabled());
    menu->trigger();
    QVERIFY(searcher.saysCancelled() && again->isVisible());
    // After undo the plans match the problem again.
    searcher.bench.undoStack().undo();
    QVERIFY(searcher.explorer.waitForPlans());
    QVERIFY(!searcher.saysCancelled() && !again->isVisible());
    QVERIFY(searcher.summary().startsWith(answerSentence(*searcher.bench.plans().result()).left(40)));
    QVERIFY(!searcher.status().contains(QStringLiteral("canceled")));
}

void TestSearchMenu::theFirstSearchCancelledOffersAnother()
{
    Searcher searcher;
    searcher.openSlow();
    searcher.type(slow);
    searcher.explorer.dialogs.file = searcher.explorer.path("slow.stagecraft");
    searcher.bench.cancelSearch();
    searcher.explorer.action(QStringLiteral("Save as…"))->trigger();
    QTRY_COMPARE(searcher.bench.document().path(), searcher.explorer.dialogs.file);
    searcher.bench.cancelSearch();
    searcher.bench.newWorkspace();
    QTRY_VERIFY(!searcher.bench.document().session());
    searcher.explorer.window.openPath(searcher.explorer.dialogs.file);
    QTRY_VERIFY(searcher.bench.isSearching() && searcher.bench.document().session());
    searcher.bench.cancelSearch();
    QVERIFY(searcher.pane.isEmptyShown());
    QCOMPARE(searcher.pane.empty()->title(), QStringLiteral("The search was canceled"));
    QPushButton* again = searcher.pane.empty()->button();
    QCOMPARE(again->text(), QStringLiteral("Search again"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY(searcher.bench.isSearching());
    searcher.bench.cancelSearch();
}

void TestSearchMenu::plansOneAfterAnother()
{
    Searcher searcher;
    QVERIFY(searcher.explorer.openTable());
    searcher.explorer.activate();
    const PlanSelection& plans = searcher.bench.plans();
    const int star = plans.currentIndex();
    QVERIFY(plans.current()->has(Label::Recommended));
    QTest::keyClick(&searcher.explorer.window, Qt::Key_PageDown, Qt::AltModifier);
    QTest::keyClick(&searcher.explorer.window, Qt::Key_PageDown, Qt::AltModifier);
    QCOMPARE(searcher.pane.table()->currentIndex().row(), 2);
    QVERIFY(plans.currentIndex() != star);
    QTest::keyClick(&searcher.explorer.window, Qt::Key_PageUp, Qt::AltModifier);
    QCOMPARE(searcher.pane.table()->currentIndex().row(), 1);
    QTest::keyClick(&searcher.explorer.window, Qt::Key_Home, Qt::AltModifier);
    QCOMPARE(plans.currentIndex(), star);
    QTest::keyClick(&searcher.explorer.window, Qt::Key_PageUp, Qt::AltModifier); // there is no previous plan
    QCOMPARE(plans.currentIndex(), star);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestSearchMenu test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_searchmenu.moc"
