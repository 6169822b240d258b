// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Fields keep typed input regardless of results that arrive; an invalid field shows its error and affects no other;
// names of any length and letters do not change the window.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/grayed.h"
#include "tests/support/patience.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/widgets/inlinemessage.h"

#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTextDocument>
#include <QUndoStack>

#include <algorithm>

using namespace stagecraft;
using stagecraft::test::isGray;

namespace {

void type(QWidget* field, const QString& text)
{
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
}

// A window with a user-defined plan of a table with sixteen layers.
struct Writer {
    test::Explorer explorer;
    ProblemPane& pane = *explorer.window.problemPane();

    bool open(const char* dock = "stagesDock")
    {
        if (!explorer.openTable()) {
            return false;
        }
        Workbench& bench = explorer.bench();
        bench.addUserPlan(bench.plans().current()->plan, QStringLiteral("Mine"), QStringLiteral("Keep"));
        explorer.field<QDockWidget>(dock)->raise();
        explorer.activate();
        return explorer.waitForPlans();
    }
    // Repeats the answer, as after each measurement of a running profile.
    bool answerAgain()
    {
        QSignalSpy answers(&explorer.bench().plans(), &PlanSelection::resultChanged);
        Q_EMIT explorer.bench().document().measurementsChanged();
        return comes([&] { return !answers.isEmpty(); }) && explorer.waitForPlans();
    }
    const PlanningSession& session() { return *explorer.bench().document().session(); }
    const Problem& problem() { return session().problem; }
    std::string ownName() { return session().plans.front().name; }
};

}

class TestFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHalfTypedNameOutlivesAnswers();
    void halfTypedReplicasOutliveAnswers();
    void aHalfTypedWhatIfValueOutlivesMeasurements();
    void aRefusedFieldStandsAlone();
    void aRefusalStandsBelowItsField_data();
    void aRefusalStandsBelowItsField();
    void whatIsRefusedOutlivesOtherEdits();
    void invalidFieldsApplyOnceTheyAreValid();
    void anInvalidEndLeavesNothingOfItsBeginning_data();
    void anInvalidEndLeavesNothingOfItsBeginning();
    void pricesAreRefusedWhereTheyAreTyped();
    void undoReachesWhatIsTyped();
    void undoByKeysReachesTheFieldWithTheFocus();
    void undoByKeysIsOfLettersWhereTheyAreNoEdit();
    void aFileDroppedOnAFieldIsOpened();
    void anotherModelLeavesTheTarget();
    void aComparedPlanTakesItsNewName();
    void namesHaveALimit();
    void anEmptiedNameComesBack();
    void namesAreNoHtml();
    void longNamesLeaveTheWindowAsItIs();
    void longNamesOfFilesLeaveTheWindowAsItIs();
    void scenariosKeepTheirNamesToo();
};

void TestFields::aHalfTypedNameOutlivesAnswers()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QStringLiteral("Half typed"));
    QVERIFY(writer.answerAgain());
    QCOMPARE(name->text(), QStringLiteral("Half typed"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(writer.ownName(), std::string("Half typed"));
    // Undo of the name updates the field.
    writer.explorer.bench().undoStack().undo();
    writer.explorer.bench().plans().pickUserPlan("Mine");
    QVERIFY(writer.explorer.waitForPlans());
    QCOMPARE(name->text(), QStringLiteral("Mine"));
}

void TestFields::halfTypedReplicasOutliveAnswers()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* data = writer.explorer.field<QSpinBox>("stageData");
    type(data, QStringLiteral("2"));
    QVERIFY(writer.answerAgain());
    QCOMPARE(data->text(), QStringLiteral("2"));
    QVERIFY(writer.session().plans.front().plan.stages.front().degrees.data != 2);
    QTest::keyClick(data, Qt::Key_Return);
    const QString refusal = writer.explorer.window.stagesPane()->refusal();
    QVERIFY2(writer.session().plans.front().plan.stages.front().degrees.data == 2
                 || refusal.contains(QStringLiteral("2 replicas")),
             qPrintable(refusal));
    QCOMPARE(data->text(), QStringLiteral("2")); // valid or not
}

void TestFields::aHalfTypedWhatIfValueOutlivesMeasurements()
{
    Writer writer;
    QVERIFY(writer.open("sizingDock"));
    SizingPane& sizing = *writer.explorer.window.sizingPane();
    QTRY_VERIFY_WITH_TIMEOUT(sizing.isUpToDate(), patient(120000));
    for (const char* parameter : {"lever0", "lever2", "lever5"}) { // nodes, memory, price
        auto* number = writer.explorer.field<QDoubleSpinBox>(parameter);
        const QString before = number->text();
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, QStringLiteral("7"));
        const QString typed = number->text();
        QVERIFY(typed != before);
        Q_EMIT writer.explorer.bench().document().measurementsChanged();
        QTRY_VERIFY_WITH_TIMEOUT(sizing.isUpToDate(), patient(120000));
        QCOMPARE(number->text(), typed);
        QTest::keyClick(number, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(sizing.isUpToDate(), patient(120000));
        QCOMPARE(number->value(), 7.0);
    }
    QCOMPARE(sizing.form()->refusal(), QString());
}

void TestFields::aRefusedFieldStandsAlone()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    type(cluster, QStringLiteral("nonsense"));
    auto* batch = writer.explorer.field<QSpinBox>("globalBatch");
    type(batch, QStringLiteral("32"));
    QCOMPARE(writer.problem().workload.global_batch, 32);
    QCOMPARE(writer.problem().cluster.name, std::string("4xcpu:8GiB"));
    QCOMPARE(cluster->text(), QStringLiteral("nonsense"));
    const QString words = writer.pane.clusterMessage();
    QVERIFY2(words.contains(QStringLiteral("is not a cluster"))
                 && words.contains(QStringLiteral("Plans use 4xcpu:8GiB")),
             qPrintable(words));
    QCOMPARE(writer.pane.workloadMessage(), QString());
    // The same applies to a number that does not divide, and to a constraint.
    auto* micro = writer.explorer.field<QSpinBox>("microBatch");
    type(micro, QStringLiteral("5"));
    type(writer.explorer.field<QSpinBox>("pipeline"), QStringLiteral("9"));
    type(writer.explorer.field<QSpinBox>("slowdown"), QStringLiteral("40"));
    QCOMPARE(writer.problem().constraints.max_slowdown, 1.4);
    QCOMPARE(writer.problem().constraints.micro_batch, 1);
    QVERIFY(!writer.problem().constraints.pipeline);
    QVERIFY(writer.pane.workloadMessage().contains(QStringLiteral("must be a multiple")));
    QVERIFY(writer.pane.constraintsMessage().contains(QStringLiteral("pipeline depth")));
    QCOMPARE(micro->value(), 5);
}

void TestFields::aRefusalStandsBelowItsField_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("below"); // the next field
    QTest::addColumn<QString>("words");
    QTest::newRow("sequence") << QStringLiteral("4096") << QStringLiteral("microBatch")
                              << QStringLiteral("The sequence length is 4,096 but must be between 1 and 1,024.\n"
                                                "Plans use 512 until this is fixed.");
    QTest::newRow("microBatch") << QStringLiteral("17") << QStringLiteral("microBatches")
                                << QStringLiteral("The micro-batch size is 17 but must be between 1 and 16.\n"
                                                  "Plans use 1 until this is fixed.");
    QTest::newRow("microBatches") << QStringLiteral("17") << QStringLiteral("optimizer")
                                  << QStringLiteral("The number of micro-batches is 17 but must be between 1 and 16.\n"
                                                    "Plans use the previous setting until this is fixed.");
}

void TestFields::aRefusalStandsBelowItsField()
{
    QFETCH(QString, typed);
    QFETCH(QString, below);
    QFETCH(QString, words);
    test::Explorer explorer;
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(explorer.waitForPlans());
    ProblemPane& pane = *explorer.window.problemPane();
    auto* field = explorer.field<QSpinBox>(QTest::currentDataTag());
    const Problem before = explorer.bench().document().session()->problem;
    type(field, typed);
    QVERIFY(explorer.bench().document().session()->problem == before);
    QCOMPARE(pane.workloadMessage(), words);
    const auto messages = pane.findChildren<InlineMessage*>();
    const auto shown = std::find_if(messages.begin(), messages.end(),
                                    [&](const InlineMessage* message) { return message->text() == words; });
    QVERIFY(shown != messages.end());
    const auto heightOf = [](const QWidget* widget) { return widget->mapToGlobal(QPoint()).y(); };
    const auto* next = explorer.field<QWidget>(below.toLatin1().constData());
    QTRY_VERIFY(heightOf(*shown) > heightOf(field) && heightOf(*shown) < heightOf(next));
    // The plans are outdated and grayed until the field is valid.
    const QWidget* table = explorer.window.candidatesPane()->table();
    QTRY_VERIFY(isGray(*table));
    type(field, QStringLiteral("1"));
    QCOMPARE(pane.workloadMessage(), QString());
    QVERIFY(explorer.waitForPlans());
    QTRY_VERIFY(!isGray(*table));
}

void TestFields::whatIsRefusedOutlivesOtherEdits()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    auto* amount = writer.explorer.field<QLineEdit>("amount");
    auto* micro = writer.explorer.field<QSpinBox>("microBatch");
    type(cluster, QStringLiteral("nonsense"));
    type(amount, QStringLiteral("many"));
    type(micro, QStringLiteral("5"));
    writer.explorer.window.candidatesPane()->table()->setFocus();
    QTest::keyClick(&writer.explorer.window, Qt::Key_D, Qt::ControlModifier); // adds the plan to the comparison
    QTRY_COMPARE(writer.session().comparison.columns.size(), std::size_t(1));
    QCOMPARE(cluster->text(), QStringLiteral("nonsense"));
    QCOMPARE(amount->text(), QStringLiteral("many"));
    QCOMPARE(micro->value(), 5);
    QVERIFY(!writer.pane.clusterMessage().isEmpty() && !writer.pane.moneyMessage().isEmpty());
    QVERIFY(!writer.pane.workloadMessage().isEmpty());
    // Another workspace starts without it.
    writer.explorer.bench().newFromModel(test::dataFile("models/gpt2-tiny.json"));
    QVERIFY(writer.explorer.waitForPlans());
    QTRY_COMPARE(cluster->text(), QString::fromStdString(writer.problem().cluster.name));
    QCOMPARE(amount->text(), QString());
    QCOMPARE(writer.pane.clusterMessage(), QString());
    QCOMPARE(writer.pane.workloadMessage(), QString());
}

void TestFields::invalidFieldsApplyOnceTheyAreValid()
{
    Writer writer;
    QVERIFY(writer.open());
    type(writer.explorer.field<QSpinBox>("microBatch"), QStringLiteral("5"));
    QVERIFY(!writer.pane.workloadMessage().isEmpty());
    type(writer.explorer.field<QSpinBox>("globalBatch"), QStringLiteral("20"));
    QCOMPARE(writer.pane.workloadMessage(), QString());
    QCOMPARE(writer.problem().workload.global_batch, 20);
    QCOMPARE(writer.problem().constraints.micro_batch, 5);
}

void TestFields::anInvalidEndLeavesNothingOfItsBeginning_data()
{
    QTest::addColumn<QString>("typed");
    for (const char* typed : {"9e18", "1e30", "9223372036854775807", "3 B x"}) {
        QTest::newRow(typed) << QString::fromLatin1(typed);
    }
}

void TestFields::anInvalidEndLeavesNothingOfItsBeginning()
{
    QFETCH(QString, typed);
    Writer writer;
    QVERIFY(writer.open());
    auto* amount = writer.explorer.field<QLineEdit>("amount");
    type(amount, QStringLiteral("4000"));
    QCOMPARE(writer.problem().billing.amount, 4000);
    writer.explorer.field<QSpinBox>("globalBatch")->setFocus();
    const int steps = writer.explorer.bench().undoStack().count();
    type(amount, typed);
    QCOMPARE(writer.problem().billing.amount, 4000);
    QCOMPARE(amount->text(), typed);
    QVERIFY(!writer.pane.moneyMessage().isEmpty());
    QCOMPARE(writer.explorer.bench().undoStack().count(), steps);
}

void TestFields::pricesAreRefusedWhereTheyAreTyped()
{
    Writer writer;
    QVERIFY(writer.open());
    const Problem before = writer.problem();
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    type(cluster, QStringLiteral("4xcpu:8GiB@1e20"));
    QVERIFY2(writer.pane.clusterMessage().contains(QStringLiteral("The price of a node")),
             qPrintable(writer.pane.clusterMessage()));
    QVERIFY(writer.problem() == before);
    QVERIFY(writer.explorer.waitForPlans());
    QVERIFY(!writer.explorer.bench().plans().result()->candidates.empty());
    QCOMPARE(writer.pane.searchMessage(), QString());
    type(cluster, QStringLiteral("4xcpu:8GiB@2"));
    QCOMPARE(writer.pane.clusterMessage(), QString());
    QCOMPARE(writer.problem().cluster.name, std::string("4xcpu:8GiB@2"));
}

void TestFields::undoReachesWhatIsTyped()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* batch = writer.explorer.field<QSpinBox>("globalBatch");
    type(batch, QStringLiteral("64"));
    type(writer.explorer.field<QLineEdit>("cluster"), QStringLiteral("nonsense"));
    writer.explorer.bench().undoStack().undo();
    QCOMPARE(batch->value(), 16);
    QCOMPARE(writer.problem().workload.global_batch, 16);
    QCOMPARE(writer.explorer.field<QLineEdit>("cluster")->text(), QStringLiteral("nonsense"));
    writer.explorer.bench().undoStack().redo();
    QCOMPARE(batch->value(), 64);
}

void TestFields::undoByKeysReachesTheFieldWithTheFocus()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* batch = writer.explorer.field<QSpinBox>("globalBatch");
    batch->setFocus();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(batch, Qt::Key_Up);
    }
    QCOMPARE(writer.problem().workload.global_batch, 19);
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    const QString before = cluster->text();
    type(cluster, QStringLiteral("4xcpu:64GiB"));
    QCOMPARE(writer.problem().cluster.name, std::string("4xcpu:64GiB"));
    QTest::keyClick(cluster, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(cluster->text(), before);
    QCOMPARE(writer.problem().workload.global_batch, 19);
    QTest::keyClick(cluster, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(batch->value(), 16);
    QCOMPARE(writer.problem().workload.global_batch, 16);
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(batch->value(), 19);
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(batch->value(), 16);
    // A plan's name becomes an edit with Return.
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QStringLiteral("Third"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(writer.ownName(), std::string("Third"));
    QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(writer.ownName(), std::string("Mine"));
}

void TestFields::undoByKeysIsOfLettersWhereTheyAreNoEdit()
{
    Writer writer;
    QVERIFY(writer.open());
    const int steps = writer.explorer.bench().undoStack().index();
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QStringLiteral("Half"));
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    for (int i = 0; i < 6 && name->text() != QStringLiteral("Mine"); ++i) {
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
    }
    QCOMPARE(name->text(), QStringLiteral("Mine"));
    QCOMPARE(writer.explorer.bench().undoStack().index(), steps);
    const QString before = cluster->text();
    type(cluster, QStringLiteral("?"));
    QVERIFY(!writer.pane.clusterMessage().isEmpty());
    QTest::keyClick(cluster, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(cluster->text(), before);
    QVERIFY(writer.pane.clusterMessage().isEmpty());
    QCOMPARE(writer.ownName(), std::string("Mine"));
}

// File managers send the URL of a file, and also its path as text; a field must open the file.
void TestFields::aFileDroppedOnAFieldIsOpened()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* cluster = writer.explorer.field<QLineEdit>("cluster");
    const QString before = cluster->text();
    const QString path = writer.explorer.path("dropped.csv");
    QVERIFY(QFile::copy(test::dataFile("sixteen-layers.csv"), path));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    data.setText(path);
    QDragEnterEvent over(QPoint(3, 3), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    over.ignore();
    QVERIFY(QApplication::sendEvent(cluster, &over));
    QVERIFY(over.isAccepted()); // accepted by the window
    QDropEvent drop(QPointF(3, 3), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(cluster, &drop); // is sent to the widget that accepted the drag
    QCOMPARE(cluster->text(), before);
    QVERIFY(comes([&] { return QString::fromStdString(writer.problem().model.source) == path; }));
    // The field accepts other text.
    QMimeData text;
    text.setText(QStringLiteral("8x"));
    QDragEnterEvent letters(QPoint(3, 3), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    letters.ignore();
    QApplication::sendEvent(cluster, &letters);
    QVERIFY(letters.isAccepted());
}

void TestFields::anotherModelLeavesTheTarget()
{
    Writer writer;
    QVERIFY(writer.open());
    Problem problem = writer.problem();
    problem.target = Target::DeepSpeed;
    writer.explorer.bench().edit(problem, writer.explorer.bench().newEditId(), QStringLiteral("Target"));
    writer.explorer.bench().chooseModel(QStringLiteral("zoo:gpt2"));
    QVERIFY(comes([&] { return writer.problem().model.source == "zoo:gpt2"; }));
    QVERIFY(writer.problem().target == Target::DeepSpeed);
}

void TestFields::aComparedPlanTakesItsNewName()
{
    Writer writer;
    QVERIFY(writer.open());
    const auto result = writer.explorer.bench().plans().result();
    const auto own = std::find_if(result->candidates.begin(), result->candidates.end(),
                                  [](const Candidate& candidate) { return candidate.name == "Mine"; });
    QVERIFY(own != result->candidates.end());
    writer.explorer.window.comparing().add(Candidate(*own));
    QCOMPARE(writer.session().comparison.columns.size(), std::size_t(1));
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QStringLiteral("Third"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(writer.session().comparison.columns.front().name, std::string("Third"));
}

void TestFields::namesHaveALimit()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QString(300, u'x'));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(writer.ownName(), std::string(100, 'x'));
}

void TestFields::anEmptiedNameComesBack()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* name = writer.explorer.field<QLineEdit>("planName");
    name->setFocus();
    name->selectAll();
    QTest::keyClick(name, Qt::Key_Delete);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(name->text(), QStringLiteral("Mine"));
    QCOMPARE(writer.ownName(), std::string("Mine"));
    const QString words = writer.explorer.window.stagesPane()->refusal();
    QVERIFY2(words.contains(QStringLiteral("The length of a name is 0")), qPrintable(words));
    type(name, QStringLiteral("Ours"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(writer.ownName(), std::string("Ours"));
    QCOMPARE(writer.explorer.window.stagesPane()->refusal(), QString());
}

void TestFields::namesAreNoHtml()
{
    Writer writer;
    QVERIFY(writer.open());
    auto* name = writer.explorer.field<QLineEdit>("planName");
    type(name, QStringLiteral("<h1>Mine</h1>"));
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(writer.explorer.waitForPlans());
    const QAbstractItemModel* plans = writer.explorer.window.candidatesPane()->table()->model();
    bool found = false;
    for (int row = 0; row < plans->rowCount(); ++row) {
        const QString tip = plans->index(row, CandidateModel::Plan).data(Qt::ToolTipRole).toString();
        QTextDocument shown;
        shown.setHtml(tip);
        QVERIFY(!Qt::mightBeRichText(tip) || !tip.contains(QStringLiteral("<h1>")));
        found = found || (Qt::mightBeRichText(tip) && shown.toPlainText().contains(QStringLiteral("<h1>Mine</h1>")));
    }
    QVERIFY(found);
}

void TestFields::longNamesLeaveTheWindowAsItIs()
{
    QList<int> widths;
    for (const int length : {1, 5000}) { // an older file may contain the longer one
        Writer writer;
        QVERIFY(writer.open());
        Workbench& bench = writer.explorer.bench();
        bench.addUserPlan(bench.plans().current()->plan, QString(length, u'W'), QStringLiteral("Keep"));
        PlanningSession session = writer.session();
        const std::string name(static_cast<std::size_t>(length), 'W');
        session.scenarios.push_back({name, session.problem, session.plans.back().plan});
        session.comparison.columns.push_back({name, session.plans.back().plan, {}});
        bench.edit(session, bench.newEditId(), QStringLiteral("Pin"));
        QVERIFY(writer.explorer.waitForPlans());
        for (QDockWidget* dock : writer.explorer.window.findChildren<QDockWidget*>()) {
            dock->raise();
            QTest::qWait(60);
            QVERIFY2(dock->minimumSizeHint().width() < 1000, qPrintable(dock->objectName()));
        }
        writer.explorer.field<QDockWidget>("stagesDock")->raise();
        QTest::qWait(60);
        widths << writer.explorer.window.minimumSizeHint().width();
    }
    QCOMPARE(widths.first(), widths.last());
}

void TestFields::longNamesOfFilesLeaveTheWindowAsItIs()
{
    test::Explorer explorer;
    const QString path = explorer.path((std::string(200, 'm') + ".csv").c_str());
    QFile table(path);
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                "forward_seconds,backward_seconds\n");
    for (const char letter : {'a', 'b', 'c', 'd'}) {
        table.write(QByteArray(4000, letter) + ",1000,4000,1000,100,100,1,0,0.01,0.02\n");
    }
    table.close();
    explorer.window.openPath(path);
    QVERIFY(explorer.waitForPlans());
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->raise();
        QTest::qWait(60);
        QVERIFY2(dock->minimumSizeHint().width() < 1000, qPrintable(dock->objectName()));
    }
    QVERIFY(explorer.window.minimumSizeHint().width() < 1400);
}

void TestFields::scenariosKeepTheirNamesToo()
{
    Writer writer;
    QVERIFY(writer.open("sizingDock"));
    Workbench& bench = writer.explorer.bench();
    PlanningSession session = *bench.document().session();
    session.scenarios.push_back({"A", session.problem, session.plans.front().plan});
    bench.edit(session, bench.newEditId(), QStringLiteral("Pin"));
    auto* scenarios = writer.explorer.window.sizingPane()->findChild<ScenarioList*>();
    for (const auto& [name, words] :
         {std::pair {QString(), "is 0 but"}, std::pair {QString(101, u'x'), "is 101 but"}}) {
        QVERIFY(scenarios->model()->setData(scenarios->model()->index(0, 0), name));
        QTRY_VERIFY(scenarios->refusal()->text().contains(QLatin1String(words)));
        QCOMPARE(writer.session().scenarios.front().name, std::string("A"));
    }
    QVERIFY(scenarios->model()->setData(scenarios->model()->index(0, 0), QString(100, u'x')));
    QTRY_COMPARE(writer.session().scenarios.front().name, std::string(100, 'x'));
    QCOMPARE(scenarios->refusal()->text(), QString());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestFields fields;
    return QTest::qExec(&fields, argc, argv);
}
#include "tst_fields.moc"
