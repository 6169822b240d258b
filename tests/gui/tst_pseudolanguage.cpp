// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// In a language with brackets around each translated text: what shows without them cannot be translated, and what is
// wider than its widget has too little room for languages longer than English.
#include "core/hardware/catalogue.h"
#include "tests/gui/explorerfixture.h"
#include "tests/gui/shownwords.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/dialogs/scriptdialog.h"
#include "ui/mainwindow/measurementspane.h"
#include "ui/mainwindow/memorypane.h"
#include "ui/mainwindow/problempane.h"
#include "ui/mainwindow/profilespane.h"
#include "ui/mainwindow/startpage.h"
#include "ui/mainwindow/timelinepane.h"
#include "ui/mainwindow/tradeoffpane.h"
#include "ui/mainwindow/validationpane.h"
#include "ui/sizing/sizingpane.h"
#include "ui/support/errortext.h"
#include "ui/support/pseudotranslator.h"

#include <QTabWidget>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::test;

namespace {

// What is the same in every language: units, names of things and of those who made them, paths, commands.
const char* const names[] {
    // units
    "GiB|MiB|KiB|TiB|GB/s|ms|µs|min|FLOP/s|[GTMP]?FLOPs?|GHz|kW|kWh|Gb/s|TFLOPS",
    // kinds of numbers, algorithms, schedules
    "fp32|fp16|bf16|SGD|AdamW?|DDP|ZeRO|MFU|NCCL|LoRA|SDPA|1F1B|GPipe|DAPPLE [AB]|ZB-H[12]|ZBV|Chimera|DualPipe|"
    "PipeDream(-2BW)?|SpecTrain|XPipe|TiMePReSt|PPLL|GraphPipe|JSON|YAML|PNG|SVG|PDF|CSV|CPUs?|GPUs?",
    // frameworks, makers, devices
    "libtorch|Megatron-LM|[Mm]egatron|[Dd]eep[Ss]peed|torchtitan|nanotron\\w*|NVIDIA|AMD|Intel(\\(R\\))?|Xeon(\\(R\\))?"
    "|Processor|"
    "English|Deutsch|Stagecraft|Qt",
    // degrees: "P4 T2+S C2 D1 E8"
    "[PTCDE]\\d+(,\\d+)*(\\+S)?",
    // models, layers, files and keys
    "Llama-[\\d.]+B|megatron_\\w+|seqsel_\\w+|torchtitan\\w*|(resources/models/"
    ")?gpt2\\.json|gpt2(-small)?|sixteen-layers|wte|wpe|h\\d*|ln_f|lm_head|config\\.json|docs/"
    "\\w+\\.md|\\*?\\.\\w+|\\w+\\.csv(:\\d+)?|zoo:[\\w?=&.-]*",
    "block|embedding|head|/[-./\\w]+|@ [\\d.]+GHz|\\d+x[-\\w.]*@[-\\w/.:]+|uniform|\\d+xcpu:\\d+GiB|cpu:MEMORY",
    // a date of the C locale, keys
    "\\d+ [A-Z][a-z]{2} \\d{4} [\\d:]+",
    "Ctrl|Shift|Alt|Return|Esc|Del|PgUp|PgDown|Home|End|Space|F\\d+",
};

// The sources of the catalogue's figures, which are quoted as they are, or its names; the longest first.
QStringList ofTheCatalogue(const std::function<std::string(const CatalogueEntry&)>& part)
{
    QStringList words;
    for (const CatalogueEntry& entry : catalogue().entries) {
        words << QString::fromStdString(part(entry));
    }
    std::sort(words.begin(), words.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return words;
}

// Between brackets, however deep, tags and the names above; what is left should have no words.
QString untranslated(QString text)
{
    static const QRegularExpression inner(QStringLiteral("⟦[^⟦⟧]*⟧"));
    static const QRegularExpression tag(QStringLiteral("<[^>]*>|&\\w+;|&"));
    static const QRegularExpression word(QStringLiteral("\\p{L}{2,}"));
    for (QString before; before != text;) {
        before = text;
        text.replace(inner, QStringLiteral(" "));
    }
    text.remove(tag);
    static const QStringList sources = ofTheCatalogue([](const auto& entry) { return entry.device.memory.source; });
    static const QStringList devices = ofTheCatalogue([](const auto& entry) { return entry.device.name; });
    for (const QString& source : sources) {
        text.remove(source);
    }
    for (const char* name : names) {
        static QHash<const char*, QRegularExpression> patterns;
        if (!patterns.contains(name)) {
            patterns[name] =
                QRegularExpression(QStringLiteral("(?<![\\w-])(?:%1)(?![\\w-])").arg(QString::fromUtf8(name)));
        }
        text.remove(patterns[name]);
    }
    for (const QString& device : devices) {
        text.remove(device);
    }
    return text.contains(word) ? text.simplified() : QString();
}

struct Complaints {
    QStringList all;

    void look(const QWidget& widget)
    {
        QCoreApplication::processEvents();
        for (const ShownText& shown : shownTexts(widget)) {
            if (const QString left = untranslated(shown.text); !left.isEmpty()) {
                add(QStringLiteral("%1 shows \"%2\"").arg(shown.where, left.left(120)));
            }
        }
        for (const QString& text : clippedTexts(widget)) {
            add(text);
        }
    }
    void add(const QString& complaint)
    {
        if (!all.contains(complaint)) {
            all << complaint;
        }
    }
    void check() const
    {
        for (const QString& complaint : all) {
            qInfo("%s", qPrintable(complaint));
        }
        QVERIFY2(all.isEmpty(), qPrintable(QStringLiteral("%1 texts").arg(all.size())));
    }
};

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
        QVERIFY2(errorTemplateText(code).startsWith(u'⟦'), errorSourceText(code));
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
    QVERIFY(QTest::qWaitFor([&] { return explorer.window.sizingPane()->isUpToDate(); }, 60000));
    for (int tab = 0; tab < explorer.window.sizingPane()->tabs()->count(); ++tab) {
        explorer.window.sizingPane()->tabs()->setCurrentIndex(tab);
        QTest::qWait(60);
        complaints.look(*explorer.window.sizingPane());
    }
    explorer.raise("profilesDock");
    QVERIFY(QTest::qWaitFor([&] { return explorer.window.profilesPane()->isUpToDate(); }, 20000));
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
    ProfileDialog profile(document.question(), document.measurements());
    profile.findChild<QToolButton*>(QStringLiteral("more"))->click();
    CalibrateDialog calibrate(QStringLiteral("nanotron_150"), {QStringLiteral("nanotron")});
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
    QVERIFY(QTest::qWaitFor([&] { return !pane->isBusy(); }, 60000));
    QTest::qWait(60);
    Complaints complaints;
    complaints.look(*pane);
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
