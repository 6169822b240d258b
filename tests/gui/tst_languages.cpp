// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The window in each of its languages: no text is clipped, every menu entry has a unique mnemonic, fields parse the
// language's numbers, and files for other programs do not change.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/filledpanes.h"
#include "tests/gui/settled.h"
#include "tests/gui/shownwords.h"
#include "ui/app/commandline.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/offerdialog.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/mainwindow/languagemenu.h"
#include "ui/mainwindow/layouts.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/start/startpage.h"

#include <QClipboard>
#include <QMenuBar>
#include <QTabWidget>
#include <QTranslator>

using namespace stagecraft;
using namespace stagecraft::test;

namespace {

QChar mnemonicOf(const QString& text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&(\\w)"));
    const auto match = mnemonic.match(text);
    return match.hasMatch() ? match.captured(1).at(0).toLower() : QChar();
}

// Returns mnemonics that several entries share: "open and other: o".
QStringList doubles(const QStringList& texts)
{
    QHash<QChar, QString> taken;
    QStringList all;
    for (const QString& text : texts) {
        const QChar letter = mnemonicOf(text);
        if (letter.isNull()) {
            continue;
        }
        if (taken.contains(letter)) {
            all << QStringLiteral("%1 and %2: %3").arg(taken[letter], text, letter);
        }
        taken[letter] = text;
    }
    return all;
}

QStringList textsOf(const QList<QAction*>& actions)
{
    QStringList texts;
    for (const QAction* action : actions) {
        texts << action->text();
    }
    return texts;
}

// Installed as the last translator: receives only texts without a translation.
class MissingTexts : public QTranslator {
public:
    mutable QSet<QString> asked;

    QString translate(const char* context, const char* source, const char*, int) const override
    {
        // Contexts of Qt begin with a Q, such as widgets, or are names of Qt's concepts.
        const QString where = QString::fromUtf8(context);
        if (where.startsWith(QStringLiteral("stagecraft")) || own.contains(where)) {
            asked << where + QStringLiteral(": ") + QString::fromUtf8(source);
        }
        return {};
    }
    bool isEmpty() const override { return false; }

    const QStringList own {
        QStringLiteral("AnyChoice"),    QStringLiteral("Breakdown"),      QStringLiteral("CauseText"),
        QStringLiteral("Compare"),      QStringLiteral("Comparison"),     QStringLiteral("Money"),
        QStringLiteral("Partitioners"), QStringLiteral("Core"),           QStringLiteral("ErrorText"),
        QStringLiteral("Formulas"),     QStringLiteral("Legend"),         QStringLiteral("MemoryBars"),
        QStringLiteral("MemoryPart"),   QStringLiteral("MeasuredSeries"), QStringLiteral("MemoryRow"),
        QStringLiteral("Numbers"),      QStringLiteral("PeakWords"),      QStringLiteral("PlanRole"),
        QStringLiteral("PlanDetails"),  QStringLiteral("ProblemPane"),    QStringLiteral("Sizing"),
        QStringLiteral("Timeline"),     QStringLiteral("QTableView"),     QStringLiteral("Words"),
    };
};

struct Speaker {
    explicit Speaker(const QString& code) { Speaks::code = code; }
    ~Speaker() { Speaks::code = QStringLiteral("en"); }
};

}

class TestLanguages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCut_data() { languages(); }
    void nothingIsCut();
    void menusHaveALetterForEachEntry_data() { languages(); }
    void menusHaveALetterForEachEntry();
    void dialogsHaveALetterForEachField_data() { languages(); }
    void dialogsHaveALetterForEachField();
    void everyTextIsFound();
    void fieldsReadTheLanguagesNumbers();
    void tablesAndCommandsArePrograms();
    void theChoiceIsKeptAndSaid();

private:
    static void languages()
    {
        QTest::addColumn<QString>("code");
        for (const QString& code : language::available()) {
            QTest::newRow(qPrintable(code)) << code;
        }
    }
};

void TestLanguages::nothingIsCut()
{
    QFETCH(QString, code);
    const Speaker speaker(code);
    Explorer explorer;
    Q_EMIT explorer.window.startPage()->exampleRequested();
    QVERIFY(explorer.waitForPlans());
    QVERIFY(payForARun(explorer) && comparePlans(explorer, 2) && comparePartitioners(explorer));
    QStringList cut;
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->raise();
        QVERIFY(settle(explorer.window));
        cut << clippedTexts(*dock);
        for (QTabWidget* tabs : dock->findChildren<QTabWidget*>()) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QVERIFY(settle(explorer.window));
                cut << clippedTexts(*dock);
            }
        }
    }
    for (QAction* layout : explorer.window.layouts()->actions()) {
        layout->trigger();
        QVERIFY(settle(explorer.window));
        cut << clippedTexts(explorer.window);
    }
    cut.removeDuplicates();
    for (const QString& text : std::as_const(cut)) {
        qInfo("%s", qPrintable(text));
    }
    QVERIFY(cut.isEmpty());
}

void TestLanguages::menusHaveALetterForEachEntry()
{
    QFETCH(QString, code);
    const Speaker speaker(code);
    Explorer explorer;
    QStringList twice = doubles(textsOf(explorer.window.menuBar()->actions()));
    for (const QMenu* menu : explorer.window.findChildren<QMenu*>()) {
        twice << doubles(textsOf(menu->actions()));
    }
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
}

void TestLanguages::dialogsHaveALetterForEachField()
{
    QFETCH(QString, code);
    const Speaker speaker(code);
    Explorer explorer;
    Q_EMIT explorer.window.startPage()->exampleRequested();
    QVERIFY(explorer.waitForPlans());
    const Document& document = explorer.bench().document();
    ProfileDialog profile(document.session(), document.measurements());
    profile.findChild<QToolButton*>(QStringLiteral("more"))->click();
    CalibrateDialog calibrate(QStringLiteral("nanotron_150"), Framework::Nanotron, {});
    OfferDialog offer(document.session()->problem.cluster.groups.front());
    for (QDialog* dialog :
         {static_cast<QDialog*>(&profile), static_cast<QDialog*>(&calibrate), static_cast<QDialog*>(&offer)}) {
        dialog->show();
        QVERIFY(settle(*dialog));
        QStringList texts;
        for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
            if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->isVisibleTo(dialog)) {
                texts << (label->buddy() ? label->text() : QString());
            } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                texts << (button->isVisibleTo(dialog) ? button->text() : QString());
            }
        }
        QVERIFY(texts.size() > 5);
        const QStringList twice = doubles(texts);
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
    }
}

// Every text is found under the context in which the program looks it up, which lupdate cannot always derive from the
// sources.
void TestLanguages::everyTextIsFound()
{
    MissingTexts missing;
    QCoreApplication::installTranslator(&missing);
    (void)QCoreApplication::translate("Words", "nobody says this");
    QCOMPARE(missing.asked.size(), 1);
    missing.asked.clear();
    const Speaker speaker(QStringLiteral("de"));
    Explorer explorer;
    Q_EMIT explorer.window.startPage()->exampleRequested();
    QVERIFY(explorer.waitForPlans());
    QVERIFY(payForARun(explorer) && comparePlans(explorer, 2) && comparePartitioners(explorer));
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->raise();
        QTest::qWait(60);
        (void)dock->grab();
        (void)shownTexts(*dock);
    }
    const Document& document = explorer.bench().document();
    ProfileDialog profile(document.session(), document.measurements());
    CalibrateDialog calibrate(QStringLiteral("nanotron_150"), Framework::Nanotron, {});
    OfferDialog offer(document.session()->problem.cluster.groups.front());
    QCoreApplication::removeTranslator(&missing);
    for (const QString& text : std::as_const(missing.asked)) {
        qInfo("%s", qPrintable(text));
    }
    QVERIFY(missing.asked.isEmpty());
}

void TestLanguages::fieldsReadTheLanguagesNumbers()
{
    const Speaker speaker(QStringLiteral("de"));
    Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* memory = explorer.field<QDoubleSpinBox>("lever2");
    QVERIFY(memory);
    memory->setFocus();
    memory->selectAll();
    QTest::keyClicks(memory, QStringLiteral("2,5"));
    memory->interpretText();
    QCOMPARE(memory->value(), 2.5);
    QVERIFY2(memory->text().startsWith(QStringLiteral("2,5")), qPrintable(memory->text()));
}

void TestLanguages::tablesAndCommandsArePrograms()
{
    static const QRegularExpression workspace(QStringLiteral("untitled-\\d+"));
    QStringList copied[2];
    for (const bool german : {false, true}) {
        const Speaker speaker(german ? QStringLiteral("de") : QStringLiteral("en"));
        Explorer explorer;
        QVERIFY(explorer.openTable());
        explorer.window.candidatesPane()->copyTableAction()->trigger();
        copied[german] = QApplication::clipboard()->text().split(u'\n').mid(1);
        explorer.window.candidatesPane()->copyCommandAction()->trigger();
        copied[german] << QApplication::clipboard()->text().remove(workspace);
    }
    static const QRegularExpression words(QStringLiteral("[^\\d.,]"));
    QCOMPARE(copied[0].size(), copied[1].size());
    QVERIFY(copied[0].size() > 2);
    QCOMPARE(copied[1].last(), copied[0].last());
    for (qsizetype i = 0; i + 1 < copied[0].size(); ++i) { // equal figures next to translated names
        QCOMPARE(QString(copied[1][i]).remove(words), QString(copied[0][i]).remove(words));
    }
}

void TestLanguages::theChoiceIsKeptAndSaid()
{
    Explorer explorer;
    QCOMPARE(explorer.settings.value(Setting::Language).toString(), QStringLiteral("system"));
    QAction* german = explorer.action(QStringLiteral("Deutsch"));
    QVERIFY(german && german->isCheckable() && !german->isChecked());
    german->trigger();
    QCOMPARE(explorer.settings.value(Setting::Language).toString(), QStringLiteral("de"));
    QCOMPARE(explorer.dialogs.informed.size(), 1);
    QVERIFY2(explorer.dialogs.informed.first().contains(QStringLiteral("Deutsch")),
             qPrintable(explorer.dialogs.informed.first()));
    explorer.action(QStringLiteral("English"))->trigger(); // the current language
    QCOMPARE(explorer.dialogs.informed.size(), 1);
}

int main(int argc, char** argv)
{
    const Home home;
    QApplication application(argc, argv);
    TestLanguages test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_languages.moc"
