// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A language with brackets around each translated text: text without them cannot be translated, and text wider than its
// widget leaves too little space for languages longer than English.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/filledpanes.h"
#include "tests/gui/shownwords.h"
#include "tests/gui/untranslated.h"
#include "tests/support/patience.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/offerdialog.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/dialogs/scriptdialog.h"
#include "ui/mainwindow/layouts.h"
#include "ui/mainwindow/readonlynotice.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/problem/offerbutton.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/start/startpage.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/widgets/tablepage.h"
#include "ui/words/messagetext.h"
#include "ui/words/pseudotranslator.h"

#include <QMenu>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::test;

namespace {

struct PseudoExplorer : Explorer {
    PseudoExplorer() { window.resize(1500, 1000); }

    bool openExample()
    {
        Q_EMIT window.startPage()->exampleRequested();
        return waitForPlans();
    }
    void raise(const char* dock)
    {
        window.findChild<QDockWidget*>(QLatin1String(dock))->raise();
        QTest::qWait(80);
    }
};

}

class TestPseudoLanguage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Speaks::code = pseudoLanguage; }
    void textsBecomeLongerAndKeepTheirPlaceholders();
    void everyErrorIsTranslated();
    void theStartPage();
    void everyPane();
    void everyTab();
    void whatIsFolded();
    void everyDialog();
    void comparedRuns();
    void comparedPlans();
    void partitioners();
    void money();
    void everyLayout();
    void whatLaunchersCannotExpress();
    void filesOfTablesAreEnglish();
    void onlyReadable();
};

void TestPseudoLanguage::textsBecomeLongerAndKeepTheirPlaceholders()
{
    QCOMPARE(PseudoTranslator::pseudoText(QStringLiteral("&Open %1 in <b>%n</b>")).count(QStringLiteral("%1")), 1);
    const QString text = PseudoTranslator::pseudoText(QStringLiteral("&Candidates (%Ln of %1)"));
    QVERIFY2(text.startsWith(QStringLiteral("⟦&C")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("%Ln")) && text.endsWith(u'⟧'), qPrintable(text));
    QVERIFY(text.size() >= 23 * 14 / 10);
    QVERIFY(untranslated(text).isEmpty());
    QCOMPARE(untranslated(QStringLiteral("⟦~ ⟦ñ⟧ x⟧, 3 GiB and more")), QStringLiteral(", 3 and more"));
}

void TestPseudoLanguage::everyErrorIsTranslated()
{
    Explorer explorer;
    for (const ErrorCode code : allErrorCodes()) {
        QVERIFY2(phraseText(phraseOf(code)).startsWith(u'⟦'), phraseOf(code).english);
    }
}

void TestPseudoLanguage::theStartPage()
{
    PseudoExplorer explorer;
    Complaints complaints;
    complaints.look(explorer.window);
    complaints.check();
}

void TestPseudoLanguage::everyPane()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    QTest::qWait(200);
    Complaints complaints;
    complaints.look(explorer.window);
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->raise();
        QTest::qWait(80);
        complaints.look(*dock);
    }
    complaints.check();
}

void TestPseudoLanguage::everyTab()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    explorer.raise("sizingDock");
    QVERIFY(comes([&] { return explorer.window.sizingPane()->isUpToDate(); }));
    for (int tab = 0; tab < explorer.window.sizingPane()->tabs()->count(); ++tab) {
        explorer.window.sizingPane()->tabs()->setCurrentIndex(tab);
        QTest::qWait(60);
        complaints.look(*explorer.window.sizingPane());
    }
    explorer.raise("profilesDock");
    QVERIFY(comes([&] { return explorer.window.profilesPane()->isUpToDate(); }));
    for (const bool model : {false, true}) {
        explorer.window.profilesPane()->showModel(model);
        QTest::qWait(60);
        complaints.look(*explorer.window.profilesPane());
    }
    for (Pane* pane :
         {static_cast<Pane*>(explorer.window.memoryPane()), static_cast<Pane*>(explorer.window.tradeoffPane()),
          static_cast<Pane*>(explorer.window.timelinePane())}) {
        pane->setTableShown(true);
        QTest::qWait(60);
        complaints.look(*pane);
    }
    complaints.check();
}

void TestPseudoLanguage::whatIsFolded()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    explorer.field<QToolButton>("moreConstraints")->click();
    auto* trainable = explorer.field<QComboBox>("trainable");
    for (const int kind : {1, 2}) {
        trainable->setCurrentIndex(kind);
        QTest::qWait(60);
        complaints.look(*explorer.window.problemPane());
    }
    complaints.check();
}

void TestPseudoLanguage::everyDialog()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    const Document& document = explorer.bench().document();
    ProfileDialog profile(document.session(), document.measurements());
    profile.findChild<QToolButton*>(QStringLiteral("more"))->click();
    CalibrateDialog calibrate(QStringLiteral("nanotron_150"), Framework::Nanotron, {});
    ScriptDialog script(QStringLiteral("/home/ada/model.pt"));
    for (QDialog* dialog :
         {static_cast<QDialog*>(&profile), static_cast<QDialog*>(&calibrate), static_cast<QDialog*>(&script)}) {
        dialog->show();
        QTest::qWait(100);
        complaints.look(*dialog);
        dialog->hide();
    }
    for (const char* source : {"&How was this computed?", "&Commands…", "&Keyboard shortcuts"}) {
        QAction* action = explorer.action(PseudoTranslator::pseudoText(QString::fromUtf8(source)).remove(u'&'));
        QVERIFY2(action, source);
        action->trigger();
        QTest::qWait(100);
        for (QDialog* dialog : explorer.window.findChildren<QDialog*>()) {
            complaints.look(*dialog);
            dialog->close();
        }
        QTest::qWait(20);
    }
    complaints.check();
}

void TestPseudoLanguage::comparedRuns()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    explorer.raise("validationDock");
    ValidationPane* pane = explorer.window.validationPane();
    const int index = pane->runsField()->findText(QStringLiteral("nanotron_150"));
    QVERIFY(index >= 0);
    pane->runsField()->setCurrentIndex(index);
    Q_EMIT pane->runsField()->activated(index);
    QVERIFY(comes([&] { return !pane->isBusy(); }));
    QTest::qWait(60);
    Complaints complaints;
    complaints.look(*pane);
    complaints.check();
}

void TestPseudoLanguage::comparedPlans()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    ComparePane& pane = *explorer.window.comparePane();
    explorer.raise("compareDock");
    complaints.look(pane);
    for (int count = 1; count <= 2; ++count) {
        QVERIFY(comparePlans(explorer, count));
        complaints.look(pane);
        complaints.lookAt(explorer.window.statusBar()->currentMessage());
    }
    pane.setTableShown(true);
    QTest::qWait(60);
    complaints.look(pane);
    complaints.check();
}

void TestPseudoLanguage::partitioners()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    PartitionersPane& pane = *explorer.window.partitionersPane();
    for (const int mode : {0, 1}) {
        pane.modeField()->setCurrentIndex(mode);
        QVERIFY(comparePartitioners(explorer));
        for (const bool table : {false, true}) {
            pane.setTableShown(table);
            QTest::qWait(60);
            complaints.look(pane);
        }
    }
    complaints.check();
}

void TestPseudoLanguage::money()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    QVERIFY(payForARun(explorer));
    complaints.look(*explorer.window.problemPane());
    complaints.look(*explorer.window.candidatesPane());
    explorer.raise("planDock");
    complaints.look(*explorer.window.planPane());
    auto* offers = explorer.window.findChild<OfferButton*>();
    offers->menu()->popup(QPoint(0, 0));
    QTest::qWait(60);
    complaints.look(*offers);
    complaints.look(*offers->menu());
    offers->menu()->close();
    OfferDialog dialog(explorer.bench().document().session()->problem.cluster.groups.front());
    dialog.show();
    QTest::qWait(60);
    complaints.look(dialog);
    complaints.check();
}

void TestPseudoLanguage::everyLayout()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    for (QAction* layout : explorer.window.layouts()->actions()) {
        layout->trigger();
        QTest::qWait(200);
        complaints.look(explorer.window);
    }
    complaints.check();
}

void TestPseudoLanguage::whatLaunchersCannotExpress()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    Complaints complaints;
    for (const char* source : {"Megatron-&LM arguments…", "D&eepSpeed settings…", "Torchtita&n settings…"}) {
        explorer.dialogs.file = explorer.path("launcher.txt");
        explorer.dialogs.reported.clear();
        QAction* action = explorer.action(PseudoTranslator::pseudoText(QString::fromUtf8(source)).remove(u'&'));
        QVERIFY2(action, source);
        action->trigger();
        QVERIFY2(comes([&] { return !explorer.dialogs.reported.isEmpty(); }), source);
        for (const QString& reported : explorer.dialogs.reported.join(u'\n').split(u'\n')) {
            complaints.lookAt(reported);
        }
    }
    complaints.check();
}

void TestPseudoLanguage::filesOfTablesAreEnglish()
{
    PseudoExplorer explorer;
    QVERIFY(explorer.openExample());
    QVERIFY(payForARun(explorer));
    for (const char* dock : {"sizingDock", "profilesDock", "stagesDock", "timelineDock", "planDock"}) {
        explorer.raise(dock);
    }
    explorer.raise("sizingDock");
    QVERIFY(comes([&] { return explorer.window.sizingPane()->isUpToDate(); }));
    QVERIFY(comparePartitioners(explorer));
    QVERIFY(comparePlans(explorer, 2));
    int filled = 0;
    for (const QTableView* table : explorer.window.findChildren<QTableView*>()) {
        if (!table->model() || table->accessibleName().isEmpty()) {
            continue;
        }
        const QString csv = tableCsv(*table);
        QVERIFY2(!csv.contains(u'⟦'), qPrintable(table->accessibleName() + u'\n' + csv));
        filled += table->model()->rowCount() > 0 ? 1 : 0;
    }
    QVERIFY2(filled >= 10, qPrintable(QString::number(filled)));
    const QString candidates = tableCsv(*explorer.window.candidatesPane()->findChild<QTableView*>());
    QVERIFY2(candidates.startsWith(QStringLiteral("Plan,Parallelism,Peak memory (bytes),Tokens/s,Step time (s),Cost "
                                                  "per step ($),Schedule,Micro-batch size,")),
             qPrintable(candidates.left(200)));
    QVERIFY(candidates.contains(QStringLiteral("\n\"Recommended, "))
            || candidates.contains(QStringLiteral("\nRecommended")));
}

void TestPseudoLanguage::onlyReadable()
{
    PseudoExplorer first;
    QVERIFY(first.openExample());
    const QString file = first.path("shared.stagecraft");
    first.dialogs.file = file;
    first.action(PseudoTranslator::pseudoText(QStringLiteral("Save &as…")).remove(u'&'))->trigger();
    QVERIFY(comes([&] { return first.bench().document().path() == file; }));
    PseudoExplorer second;
    second.window.openPath(file);
    QVERIFY(comes([&] { return second.bench().document().isReadOnly(); }));
    auto* notice = second.window.findChild<ReadOnlyNotice*>();
    QTRY_VERIFY(notice->isVisible());
    Complaints complaints;
    complaints.look(*notice);
    complaints.check();
}

int main(int argc, char** argv)
{
    const Home home;
    QApplication application(argc, argv);
    TestPseudoLanguage test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_pseudolanguage.moc"
