// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The Problem pane: every edit starts a search and is one undo step; the core's errors are shown in its words.
#include "core/hardware/catalogue.h"
#include "tests/gui/explorerfixture.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/words/messagetext.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <set>

using namespace stagecraft;

namespace {

void type(QWidget* field, const QString& text)
{
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
}

const Problem& problemOf(test::Explorer& explorer)
{
    return explorer.bench().document().session()->problem;
}

// Returns the device types of the catalogue's menu and its submenus.
QList<QAction*> typesOf(const QMenu* menu)
{
    QList<QAction*> types;
    for (QAction* action : menu->actions()) {
        types += action->menu() ? typesOf(action->menu()) : QList<QAction*> {action};
    }
    return types;
}

}

class TestProblem : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void typingANumberIsOneStep();
    void undoAndRedoBringTheFieldsAlong();
    void editsOfTwoFieldsAreTwoSteps();
    void goingBackToTheOldValueIsNoStep();
    void typingTheOldValueKeepsWhatCanBeRedone();
    void refusesWhatTheCoreRefuses();
    void clustersAreReadAsTheyAreTyped();
    void theCatalogueKeepsTheNumberOfDevices();
    void userTypesAreInTheMenuItself();
    void askOnlyWhatMatters();
    void precisionAndTrainableAreEdited();
    void modelsAreSearchedByAnyPartOfTheirNames();
    void aNameThatNoModelHasChoosesNone();
    void theObjectiveMovesTheStar();
    void badPatternsChangeNothing();
    void anotherModelKeepsTheRest();
    void anotherModelBringsItsSequenceUnlessOneWasTyped();
    void unmeasuredModelsSaySo();
    void constraintsNarrowTheSearch();
    void aNumberOfMicroBatchesLeavesTheirSizeOpen();
    void roundedFieldsKeepTheExactValue();
};

void TestProblem::typingANumberIsOneStep()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* batch = explorer.field<QSpinBox>("globalBatch");
    type(batch, QStringLiteral("256"));
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(problemOf(explorer).workload.global_batch, 256);
    QCOMPARE(explorer.bench().undoStack().count(), 1);
    QAction* undo = explorer.action(QStringLiteral("Undo Global batch")); // the text names the edit
    QVERIFY(undo && undo->isEnabled());
    undo->trigger();
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(problemOf(explorer).workload.global_batch, 16);
    QCOMPARE(batch->value(), 16);
}

void TestProblem::undoAndRedoBringTheFieldsAlong()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* cluster = explorer.field<QLineEdit>("cluster");
    const auto peak = [&] { return explorer.bench().plans().result()->candidates[0].estimate.peak; };
    const Bytes four = peak();
    type(cluster, QStringLiteral("2xcpu:8GiB"));
    QVERIFY(explorer.waitForPlans());
    QVERIFY(peak() > four); // two devices use more memory each
    explorer.window.candidatesPane()->table()->setFocus();
    QTest::keyClick(&explorer.window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(cluster->text(), QStringLiteral("4xcpu:8GiB"));
    QVERIFY(peak() == four);
    QTest::keyClick(&explorer.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(cluster->text(), QStringLiteral("2xcpu:8GiB"));
}

void TestProblem::editsOfTwoFieldsAreTwoSteps()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("64"));
    type(explorer.field<QSpinBox>("microBatch"), QStringLiteral("2"));
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("32"));
    QCOMPARE(explorer.bench().undoStack().count(), 3);
    explorer.bench().undoStack().undo();
    QCOMPARE(problemOf(explorer).workload.global_batch, 64);
    QCOMPARE(problemOf(explorer).constraints.micro_batch, 2);
}

void TestProblem::goingBackToTheOldValueIsNoStep()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* micro = explorer.field<QSpinBox>("microBatch");
    micro->setFocus();
    QTest::keyClick(micro, Qt::Key_Up);
    QCOMPARE(explorer.bench().undoStack().count(), 1);
    QTest::keyClick(micro, Qt::Key_Down);
    QCOMPARE(explorer.bench().undoStack().count(), 0);
}

void TestProblem::typingTheOldValueKeepsWhatCanBeRedone()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QUndoStack& steps = explorer.bench().undoStack();
    auto* batch = explorer.field<QSpinBox>("globalBatch");
    const QString old = batch->cleanText().remove(u',');
    type(batch, QStringLiteral("48"));
    type(explorer.field<QSpinBox>("pipeline"), QStringLiteral("2"));
    steps.setIndex(0);
    const Problem before = problemOf(explorer);
    type(batch, old);
    QTest::keyClick(batch, Qt::Key_Return);
    QVERIFY(problemOf(explorer) == before);
    QCOMPARE(steps.count(), 2);
    QCOMPARE(steps.index(), 0);
    QVERIFY(explorer.action(QStringLiteral("Redo Global batch"))->isEnabled());
    steps.redo();
    QCOMPARE(problemOf(explorer).workload.global_batch, 48);
    steps.redo();
    QVERIFY(problemOf(explorer).constraints.pipeline == 2);
    steps.setIndex(0);
    QVERIFY(problemOf(explorer) == before);
    // Another value is a new step and discards the redo steps.
    type(batch, QStringLiteral("24"));
    QCOMPARE(steps.count(), 1);
    QVERIFY(!steps.canRedo());
}

void TestProblem::refusesWhatTheCoreRefuses()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const Problem before = problemOf(explorer);
    type(explorer.field<QSpinBox>("microBatch"), QStringLiteral("5"));
    QVERIFY2(explorer.window.problemPane()->workloadMessage().contains(QStringLiteral("must be a multiple")),
             qPrintable(explorer.window.problemPane()->workloadMessage()));
    QVERIFY(problemOf(explorer) == before);
    QCOMPARE(explorer.bench().undoStack().count(), 0);
    type(explorer.field<QSpinBox>("microBatch"), QStringLiteral("4"));
    QCOMPARE(explorer.window.problemPane()->workloadMessage(), QString());
    QCOMPARE(problemOf(explorer).constraints.micro_batch, 4);
}

void TestProblem::clustersAreReadAsTheyAreTyped()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* cluster = explorer.field<QLineEdit>("cluster");
    type(cluster, QStringLiteral("8xcpu:"));
    const QString words = explorer.window.problemPane()->clusterMessage();
    QVERIFY2(words.contains(QStringLiteral("is not an amount of memory")), qPrintable(words));
    QCOMPARE(problemOf(explorer).cluster.name, std::string("4xcpu:8GiB")); // not the initial value
    QTest::keyClicks(cluster, QStringLiteral("3GiB"));
    QCOMPARE(explorer.window.problemPane()->clusterMessage(), QString());
    QVERIFY(problemOf(explorer).cluster.groups[0].device.memory == gibibytes(3));
    type(cluster, QStringLiteral("2xB9000"));
    QVERIFY(explorer.window.problemPane()->clusterMessage().contains(QStringLiteral("catalog")));
}

void TestProblem::theCatalogueKeepsTheNumberOfDevices()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* cluster = explorer.field<QLineEdit>("cluster");
    type(cluster, QStringLiteral("2x4xcpu:8GiB"));
    const auto* types = explorer.window.problemPane()->findChild<QToolButton*>();
    QVERIFY(types && types->menu());
    const QList<QAction*> actions = typesOf(types->menu());
    QCOMPARE(actions.size(), static_cast<qsizetype>(catalogue().entries.size()));
    for (QAction* action : actions) {
        if (action->text().startsWith(QStringLiteral("A100-80GB\t"))) {
            action->trigger();
        }
    }
    QCOMPARE(cluster->text(), QStringLiteral("2x4xA100-80GB"));
    QCOMPARE(problemOf(explorer).cluster.devices(), 8);
    QCOMPARE(problemOf(explorer).cluster.groups[0].device.name, std::string("A100-80GB"));
}

// User-defined types are in the menu itself; the others are in submenus, so that the menu fits the screen.
void TestProblem::userTypesAreInTheMenuItself()
{
    CatalogueEntry own = *catalogue().find("T4");
    own.device.name = "Wafer-1";
    setCatalogue(withUserDefined(shippedCatalogue(), {own}));
    const auto restore = qScopeGuard([] { setCatalogue(shippedCatalogue()); });
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const auto* types = explorer.window.problemPane()->findChild<QToolButton*>();
    QVERIFY(types && types->menu());
    QVERIFY(types->menu()->actions().size() < 10);
    QAction* action = types->menu()->actions().first();
    QVERIFY2(action->text().startsWith(QStringLiteral("Wafer-1\t")), qPrintable(action->text()));
    QCOMPARE(action->toolTip(), messageText(own.device.memory.source));
    action->trigger();
    QCOMPARE(problemOf(explorer).cluster.groups[0].device.name, std::string("Wafer-1"));
}

void TestProblem::askOnlyWhatMatters()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QVERIFY(!explorer.field<QSpinBox>("sequence")->isVisible()); // a layer table has costs, not sequences
    QVERIFY(!explorer.field<QComboBox>("optimizer")->isVisible());
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QTRY_VERIFY(explorer.field<QSpinBox>("sequence")->isVisible());
    QVERIFY(explorer.field<QComboBox>("optimizer")->isVisible());
    QVERIFY(explorer.field<QComboBox>("dropout")->isVisible());
    QCOMPARE(explorer.field<QSpinBox>("sequence")->accessibleName(), QStringLiteral("Sequence length"));
    auto* models = explorer.field<QComboBox>("model");
    const int resnet = models->findData(QStringLiteral("zoo:resnet50"));
    QVERIFY(resnet >= 0);
    Q_EMIT models->activated(resnet);
    QTRY_COMPARE(explorer.field<QSpinBox>("sequence")->accessibleName(), QStringLiteral("Image size"));
    QCOMPARE(explorer.field<QSpinBox>("sequence")->value(), 224);
    QVERIFY(!explorer.field<QComboBox>("dropout")->isVisible()); // the model has no dropout
}

void TestProblem::modelsAreSearchedByAnyPartOfTheirNames()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* models = explorer.field<QComboBox>("model");
    // In the closed list, entries that begin with the typed text come before entries that contain it.
    models->setFocus();
    QTest::keyClicks(models, QStringLiteral("405b"));
    QTRY_COMPARE(problemOf(explorer).model.name, std::string("llama-3.1-405b"));
    // The open list shows only entries that contain the text, until it is deleted.
    models->showPopup();
    auto* list = qobject_cast<QListView*>(models->view());
    QVERIFY(QTest::qWaitForWindowExposed(list->window()));
    const auto shown = [&] {
        QStringList names;
        for (int row = 0; row < models->count(); ++row) {
            if (!list->isRowHidden(row)) {
                names << models->itemText(row);
            }
        }
        return names;
    };
    QCOMPARE(shown().size(), models->count());
    QTest::keyClicks(list, QStringLiteral("OSS-"));
    QCOMPARE(shown(), (QStringList {QStringLiteral("gpt-oss-120b (zoo)"), QStringLiteral("gpt-oss-20b (zoo)")}));
    QCOMPARE(list->findChild<QLabel*>(QStringLiteral("searchHint"))->text(), QStringLiteral("Search: OSS-"));
    QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("gpt-oss-120b (zoo)"));
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(list, Qt::Key_Backspace);
    }
    QCOMPARE(shown().size(), models->count());
    QTest::keyClicks(list, QStringLiteral("oss-2"));
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE(problemOf(explorer).model.name, std::string("gpt-oss-20b"));
    // Paths match as on the command line.
    models->showPopup();
    QTest::keyClicks(list, QStringLiteral("zoo:gpt2-x"));
    QCOMPARE(shown(), QStringList {QStringLiteral("gpt2-xl (zoo)")});
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE(problemOf(explorer).model.name, std::string("gpt2-xl"));
}

void TestProblem::aNameThatNoModelHasChoosesNone()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const std::string name = problemOf(explorer).model.name;
    auto* models = explorer.field<QComboBox>("model");
    const QString shown = models->currentText();
    QSignalSpy chosen(models, &QComboBox::activated);
    models->setFocus();
    models->showPopup();
    auto* list = qobject_cast<QListView*>(models->view());
    QVERIFY(QTest::qWaitForWindowExposed(list->window()));
    QTest::keyClicks(list, QStringLiteral("xyzzy")); // gpt2-xl contains an x
    QCOMPARE(list->findChild<QLabel*>(QStringLiteral("searchHint"))->text(), QStringLiteral("No match: xyzzy"));
    QTest::keyClick(list, Qt::Key_Return);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->viewport()->rect().center());
    QCOMPARE(chosen.size(), 0);
    // Deleting a letter and typing a matching one finds an entry again, and selects no previous one.
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(list, Qt::Key_Backspace);
    }
    QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("gpt2-xl (zoo)"));
    QTest::keyClick(list, Qt::Key_Backspace);
    QCOMPARE(list->currentIndex().data().toString(), shown);
    QTest::keyClicks(list, QStringLiteral("xyzzy"));
    QTest::keyClick(list, Qt::Key_Escape);
    QTRY_VERIFY(!list->isVisible());
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(models->currentText(), shown);
    QCOMPARE(problemOf(explorer).model.name, name);
}

void TestProblem::theObjectiveMovesTheStar()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QVERIFY(explorer.waitForPlans());
    auto* objective = explorer.field<QComboBox>("objective");
    objective->setFocus();
    for (const auto& [chosen, label] :
         {std::pair {Objective::Balanced, Label::Balanced}, std::pair {Objective::Throughput, Label::Fastest}}) {
        QTest::keyClick(objective, Qt::Key_Down);
        QVERIFY(problemOf(explorer).constraints.objective == chosen);
        QVERIFY(explorer.waitForPlans());
        const auto result = explorer.bench().plans().result();
        QVERIFY(result->candidates.front().has(Label::Recommended));
        QVERIFY(result->candidates.front().has(label));
    }
    explorer.bench().undoStack().undo();
    QVERIFY(problemOf(explorer).constraints.objective == Objective::Balanced);
    QVERIFY(explorer.waitForPlans());
    explorer.bench().undoStack().undo();
    QVERIFY(problemOf(explorer).constraints.objective == Objective::Memory);
    QCOMPARE(objective->currentIndex(), 0);
}

void TestProblem::precisionAndTrainableAreEdited()
{
    test::Explorer explorer;
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(explorer.waitForPlans());
    auto* precision = explorer.field<QComboBox>("precision");
    precision->setFocus();
    QTest::keyClick(precision, Qt::Key_Down);
    QVERIFY(problemOf(explorer).workload.precision == Precision::Bf16Autocast);
    auto* dropout = explorer.field<QComboBox>("dropout");
    dropout->setFocus();
    QTest::keyClick(dropout, Qt::Key_Down);
    QVERIFY(problemOf(explorer).workload.dropout == DropoutUse::Off);
    auto* trainable = explorer.field<QComboBox>("trainable");
    auto* rank = explorer.field<QSpinBox>("rank");
    QVERIFY(!rank->isVisible());
    trainable->setFocus();
    QTest::keyClick(trainable, Qt::Key_Down);
    QVERIFY(rank->isVisible());
    QCOMPARE(trainableText(problemOf(explorer).workload.trainable), std::string("lora:8"));
    type(rank, QStringLiteral("16"));
    type(explorer.field<QLineEdit>("adapted"), QStringLiteral("*.mlp.*"));
    QCOMPARE(trainableText(problemOf(explorer).workload.trainable), std::string("lora:16:*.mlp.*"));
    QCOMPARE(explorer.window.problemPane()->workloadMessage(), QString());
    // Kind, rank and layers are three steps, precision and dropout two others.
    QCOMPARE(explorer.bench().undoStack().count(), 5);
    explorer.bench().undoStack().undo();
    QCOMPARE(trainableText(problemOf(explorer).workload.trainable), std::string("lora:16"));
    explorer.bench().undoStack().undo();
    explorer.bench().undoStack().undo();
    QVERIFY(problemOf(explorer).workload.trainable == Trainable());
    QVERIFY(!rank->isVisible());
    QCOMPARE(explorer.dialogs.reported, QStringList());
    // An image model has other parameter names: a pattern without matches is removed.
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("32"));
    trainable->setFocus();
    QTest::keyClick(trainable, Qt::Key_End);
    type(explorer.field<QLineEdit>("pattern"), QStringLiteral("block 0.*, block 1.*"));
    QCOMPARE(problemOf(explorer).workload.trainable.pattern, std::string("block 0.*,block 1.*"));
    explorer.window.openPath(QStringLiteral("zoo:resnet18"));
    QTRY_COMPARE(problemOf(explorer).model.name, std::string("resnet18"));
    QVERIFY(problemOf(explorer).workload.trainable == Trainable());
}

void TestProblem::badPatternsChangeNothing()
{
    test::Explorer explorer;
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(explorer.waitForPlans());
    const Problem before = problemOf(explorer);
    auto* trainable = explorer.field<QComboBox>("trainable");
    trainable->setFocus();
    QTest::keyClick(trainable, Qt::Key_End);
    const auto said = [&] { return explorer.window.problemPane()->workloadMessage(); };
    QVERIFY2(said().contains(QStringLiteral("parameter names to train")), qPrintable(said()));
    auto* pattern = explorer.field<QLineEdit>("pattern");
    QTest::qWait(20);
    const auto messages = explorer.window.problemPane()->findChildren<InlineMessage*>();
    const auto shown = std::find_if(messages.begin(), messages.end(),
                                    [&](const InlineMessage* message) { return message->text() == said(); });
    QVERIFY(shown != messages.end()); // directly below its row
    const auto heightOf = [](const QWidget* widget) { return widget->mapToGlobal(QPoint()).y(); };
    QVERIFY(heightOf(*shown) > heightOf(pattern) && heightOf(*shown) < heightOf(explorer.field<QLineEdit>("cluster")));
    type(pattern, QStringLiteral("lora:"));
    QVERIFY2(said().contains(QStringLiteral("not a valid pattern")), qPrintable(said()));
    type(pattern, QStringLiteral("x*"));
    QVERIFY2(said().contains(QStringLiteral("a pattern that matches names such as")), qPrintable(said()));
    QVERIFY(problemOf(explorer) == before);
    QCOMPARE(explorer.bench().undoStack().count(), 0);
    type(pattern, QStringLiteral("*.bias"));
    QCOMPARE(said(), QString());
    QCOMPARE(trainableText(problemOf(explorer).workload.trainable), std::string("*.bias"));
}

void TestProblem::anotherModelKeepsTheRest()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    type(explorer.field<QLineEdit>("cluster"), QStringLiteral("2xcpu:6GiB"));
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("48"));
    QMimeData data; // dropped on the field; opening it would create a workspace
    data.setUrls({QUrl::fromLocalFile(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&explorer.window, &enter);
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&explorer.window, &drop);
    QTRY_COMPARE(problemOf(explorer).model.layers.size(), std::size_t(14));
    QCOMPARE(problemOf(explorer).workload.global_batch, 48);
    QCOMPARE(problemOf(explorer).cluster.name, std::string("2xcpu:6GiB"));
    explorer.bench().undoStack().undo();
    QCOMPARE(problemOf(explorer).model.layers.size(), std::size_t(16));
}

void TestProblem::anotherModelBringsItsSequenceUnlessOneWasTyped()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    auto* models = explorer.field<QComboBox>("model");
    const auto choose = [&](const char* name) {
        Q_EMIT models->activated(models->findData(QStringLiteral("zoo:%1").arg(QLatin1String(name))));
        return comes([&] { return problemOf(explorer).model.name == name; });
    };
    auto* sequence = explorer.field<QSpinBox>("sequence");
    QVERIFY(choose("gpt2-xl"));
    QCOMPARE(sequence->value(), 1024);
    QVERIFY(choose("llama-2-7b"));
    QCOMPARE(sequence->value(), 4096);
    explorer.bench().undoStack().undo();
    QCOMPARE(sequence->value(), 1024);
    type(sequence, QStringLiteral("768"));
    QVERIFY(choose("llama-2-7b"));
    QCOMPARE(sequence->value(), 768);
    type(sequence, QStringLiteral("2048"));
    QVERIFY(choose("gpt2-xl")); // the maximum of this model
    QCOMPARE(sequence->value(), 1024);
}

void TestProblem::unmeasuredModelsSaySo()
{
    test::Explorer explorer;
    explorer.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(explorer.waitForPlans());
    const CandidatesPane* pane = explorer.window.candidatesPane();
    QVERIFY(!pane->isEmptyShown());
    QVERIFY2(pane->unmeasured()->text().startsWith(QStringLiteral("No measured layers")),
             qPrintable(pane->unmeasured()->text()));
    QVERIFY(pane->unmeasured()->isVisible() && pane->profileButton()->isVisible());
    QVERIFY(explorer.bench().plans().current()->estimate.memory_basis == Basis::Analytic);
    QVERIFY(explorer.action(QStringLiteral("Plan as JSON…"))->isEnabled());
    // A layer table includes its costs, so no measurements are missing.
    QVERIFY(explorer.openTable());
    QTRY_VERIFY(!pane->unmeasured()->isVisible() && !pane->profileButton()->isVisible());
    QCOMPARE(explorer.dialogs.reported, QStringList()); // there was no error
}

void TestProblem::constraintsNarrowTheSearch()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    type(explorer.field<QSpinBox>("pipeline"), QStringLiteral("2"));
    QVERIFY(explorer.waitForPlans());
    for (const Candidate& candidate : explorer.bench().plans().result()->candidates) {
        QCOMPARE(candidate.plan.stages.size(), std::size_t(2));
    }
    type(explorer.field<QSpinBox>("pipeline"), QStringLiteral("9"));
    QVERIFY(explorer.window.problemPane()->constraintsMessage().contains(QStringLiteral("pipeline depth")));
}

// A number of micro-batches leaves their size open, as with --micro-batches: it follows from the batch and the DP size.
// Without the number the size applies again.
void TestProblem::aNumberOfMicroBatchesLeavesTheirSizeOpen()
{
    test::Explorer explorer;
    explorer.bench().openExample();
    QVERIFY(explorer.waitForPlans());
    auto* size = explorer.field<QSpinBox>("microBatch");
    auto* number = explorer.field<QSpinBox>("microBatches");
    QCOMPARE(number->text(), QStringLiteral("Any"));
    type(size, QStringLiteral("2"));
    type(number, QStringLiteral("8"));
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(problemOf(explorer).constraints.micro_batches, std::optional<std::int64_t>(8));
    QVERIFY(!size->isEnabled());
    QCOMPARE(size->text(), QStringLiteral("Any"));
    std::set<std::int64_t> sizes;
    for (const Candidate& candidate : explorer.bench().plans().result()->candidates) {
        QCOMPARE(candidate.plan.micro_batches, 8);
        sizes.insert(candidate.plan.microBatch());
    }
    QVERIFY2(sizes.size() > 1, "each data degree has a size of its own");
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("128")); // another edit keeps the number
    QCOMPARE(problemOf(explorer).constraints.micro_batches, std::optional<std::int64_t>(8));
    number->setFocus();
    number->setValue(0);
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(problemOf(explorer).constraints.micro_batches, std::nullopt);
    QVERIFY(size->isEnabled());
    QCOMPARE(size->value(), 2);
    QCOMPARE(problemOf(explorer).constraints.micro_batch, 2);

    test::Explorer table; // its costs are for one micro-batch size
    QVERIFY(table.openTable());
    QVERIFY(!table.field<QSpinBox>("microBatches")->isEnabled());
    QVERIFY(table.field<QSpinBox>("microBatch")->isEnabled());
}

// A reserve of 1,000,000,000 bytes is displayed as 0.93 GiB; edits of other fields keep the exact value.
void TestProblem::roundedFieldsKeepTheExactValue()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    Problem problem = problemOf(explorer);
    problem.constraints.memory_reserve = Bytes(1'000'000'000);
    problem.constraints.max_slowdown = 1.234567;
    explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("Constraints"));
    type(explorer.field<QSpinBox>("globalBatch"), QStringLiteral("32"));
    QCOMPARE(problemOf(explorer).workload.global_batch, 32);
    QVERIFY(problemOf(explorer).constraints.memory_reserve == Bytes(1'000'000'000));
    QCOMPARE(problemOf(explorer).constraints.max_slowdown, 1.234567);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestProblem problem;
    return QTest::qExec(&problem, argc, argv);
}
#include "tst_problem.moc"
