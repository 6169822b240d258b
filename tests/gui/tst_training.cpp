// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Training settings: framework, schedule, sharding and placement of memory. Choices are edits that start a search;
// settings that cannot be searched show the reason.
#include "core/search/search.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/families.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/panes/problem/problempane.h"
#include "ui/words/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include <set>

using namespace stagecraft;

namespace {

struct Trainer : test::Explorer {
    ProblemPane* pane = window.problemPane();

    bool openModel(const QString& source = QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"))
    {
        window.openPath(source);
        return waitForPlans();
    }
    const Problem& problem() { return bench().document().session()->problem; }
    const std::vector<Candidate>& candidates() { return bench().plans().result()->candidates; }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }
    // Selects an entry of a closed list with the keyboard. Each step to the next entry is a separate edit.
    bool choose(const char* name, const QString& text)
    {
        auto* list = field<QComboBox>(name);
        const int wanted = list->findText(text);
        list->setFocus();
        for (int presses = 0; list->currentIndex() != wanted && presses < list->count(); ++presses) {
            QTest::keyClick(list, list->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
        }
        return wanted >= 0 && list->currentIndex() == wanted;
    }
    void typeInto(QWidget* widget, const QString& text)
    {
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(widget, text);
    }
    void type(const char* name, const QString& text)
    {
        typeInto(field<QSpinBox>(name), text);
        QTest::keyClick(field<QSpinBox>(name), Qt::Key_Return);
    }
    void unfold() { click(field<QToolButton>("moreConstraints")); }
};

// Selects Megatron-Core, which trains with 16-bit numbers.
bool chooseMegatron(Trainer& trainer)
{
    return trainer.openModel() && trainer.choose("precision", QStringLiteral("bf16, fp32 master"))
        && trainer.choose("framework", QStringLiteral("Megatron-Core")) && trainer.waitForPlans();
}

}

class TestTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansAreThoseOfTheChosenFramework();
    void theFrameworkIsKeptWithTheSession();
    void aFrameworkThatCannotTrainSaysWhy();
    void aTargetThatCannotExpressPlansCanBeGivenUp();
    void anotherModelKeepsOrClearsTheFramework();
    void optionsThatAFrameworkLacksAreNamed();
    void everyScheduleIsOffered();
    void theSearchSaysWhatItCannotTake();
    void degreesShapeEveryPlan();
    void stateAndActivationsAreChosen();
    void whatTheCoreRefusesStandsBesideIt();
    void whatIsFoldedAwayIsReportedInALine();
    void policiesOfSingleLayersStay();
    void onlyWhatMattersIsAsked();
    void newSessionsLeaveTheTensorDegreeToTheSearch();
    void everyDimensionCanBeLeftToTheSearch();
    void whatVariesIsNeverRefused();
    void oldSessionsKeepWhatTheyFix();
    void searchesDecideMore();
    void tensorRanksSpanNodesWhereAsked();
    void columnsAppearWherePlansDiffer();
};

void TestTraining::plansAreThoseOfTheChosenFramework()
{
    Trainer trainer;
    QVERIFY(chooseMegatron(trainer));
    QCOMPARE(trainer.problem().constraints.framework.name, Framework::MegatronCore);
    // The plans equal those of the command line.
    const Problem& problem = trainer.problem();
    const auto expected = searchPlans(problem, CostModel(problem.model, problem.workload, {}), {});
    QVERIFY(expected && trainer.candidates() == expected->candidates);
    QVERIFY(trainer.bench().commandLine().contains(QStringLiteral(" --framework megatron-core ")));
    trainer.bench().undoStack().undo();
    QVERIFY(trainer.waitForPlans());
    QVERIFY(trainer.problem().constraints.framework.isLibtorch());
    QCOMPARE(trainer.field<QComboBox>("framework")->currentIndex(), 0);
}

void TestTraining::theFrameworkIsKeptWithTheSession()
{
    Trainer trainer;
    QVERIFY(chooseMegatron(trainer));
    const QString path = trainer.path("kept.stagecraft");
    trainer.bench().saveAs(path);
    QTRY_COMPARE(trainer.bench().document().path(), path);
    QCOMPARE(Workspace::open(path.toStdString(), OpenMode::ReadOnly)->problem().value()->constraints.framework.name,
             Framework::MegatronCore);
    trainer.bench().newWorkspace();
    QTRY_VERIFY(!trainer.bench().document().session());
    trainer.bench().openWorkspace(path);
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(trainer.field<QComboBox>("framework")->currentText(), QStringLiteral("Megatron-Core"));
}

// A framework that does not support the problem has its reason beside the field, and the candidates pane offers to plan
// without the framework.
void TestTraining::aFrameworkThatCannotTrainSaysWhy()
{
    Trainer trainer;
    QVERIFY(trainer.openModel()); // in fp32
    QVERIFY(trainer.choose("framework", QStringLiteral("Megatron-Core")));
    QVERIFY(trainer.waitForState(Workbench::PlanState::Failed));
    QVERIFY2(trainer.pane->frameworkMessage().startsWith(
                 QStringLiteral("Megatron-Core cannot train this problem: how it runs training in fp32")),
             qPrintable(trainer.pane->frameworkMessage()));
    EmptyState* empty = trainer.window.candidatesPane()->empty();
    QCOMPARE(empty->title(), QStringLiteral("Megatron-Core does not support this problem"));
    QTRY_VERIFY(empty->button()->isVisible());
    QCOMPARE(empty->button()->text(), QStringLiteral("Plan without Megatron-Core"));
    trainer.click(empty->button());
    QVERIFY(trainer.waitForPlans());
    QVERIFY(trainer.problem().constraints.framework.isLibtorch());
    QCOMPARE(trainer.problem().target, Target::Any);
    QCOMPARE(trainer.pane->frameworkMessage(), QString());
}

// Plans that no launcher supports can be searched with one click that removes the target.
void TestTraining::aTargetThatCannotExpressPlansCanBeGivenUp()
{
    Trainer trainer;
    QVERIFY(chooseMegatron(trainer));
    Problem problem = trainer.problem();
    QCOMPARE(problem.target, Target::Megatron);
    problem.cluster = *parseCluster("2xH100-80GB+2xA100-40GB");
    trainer.bench().edit(problem, trainer.bench().newEditId(), QStringLiteral("A mixed cluster"));
    QVERIFY(trainer.waitForState(Workbench::PlanState::Failed));
    EmptyState* empty = trainer.window.candidatesPane()->empty();
    QCOMPARE(empty->title(), QStringLiteral("Plans for this problem cannot be exported to Megatron-LM"));
    QTRY_VERIFY(empty->button()->isVisible());
    QCOMPARE(empty->button()->text(), QStringLiteral("Allow any export target"));
    trainer.click(empty->button());
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(trainer.problem().target, Target::Any);
    QCOMPARE(trainer.problem().constraints.framework.name, Framework::MegatronCore);
}

void TestTraining::anotherModelKeepsOrClearsTheFramework()
{
    Trainer trainer;
    QVERIFY(chooseMegatron(trainer));
    trainer.bench().chooseModel(QStringLiteral("zoo:gpt2-medium"));
    QTRY_COMPARE(trainer.problem().model.name, std::string("gpt2-medium"));
    QCOMPARE(trainer.problem().constraints.framework.name, Framework::MegatronCore);
    trainer.bench().chooseModel(QStringLiteral("zoo:resnet18"));
    QTRY_COMPARE(trainer.problem().model.name, std::string("resnet18"));
    QVERIFY(trainer.problem().constraints.framework.isLibtorch());
    QCOMPARE(trainer.problem().target, Target::Any);
    QVERIFY(!trainer.field<QComboBox>("framework")->isVisible()); // no framework trains images
}

void TestTraining::optionsThatAFrameworkLacksAreNamed()
{
    Trainer trainer;
    QVERIFY(chooseMegatron(trainer));
    Problem problem = trainer.problem();
    setVaries(problem.constraints.vary, Dimension::Zero, true);
    setVaries(problem.constraints.vary, Dimension::Offload, true);
    trainer.bench().edit(problem, trainer.bench().newEditId(), QStringLiteral("Vary"));
    QVERIFY(trainer.waitForPlans());
    auto* gaps = trainer.field<QLabel>("frameworkGaps");
    QCOMPARE(
        gaps->text(),
        QStringLiteral(
            "Not searched, because Megatron-Core does not support it: ZeRO-2, ZeRO-3, CPU offload of the optimizer."));
    QVERIFY(trainer.choose("framework", QStringLiteral("Generic PyTorch")));
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(gaps->text(), QString());
}

void TestTraining::everyScheduleIsOffered()
{
    Trainer trainer;
    QVERIFY(trainer.openTable());
    QCOMPARE(trainer.field<QComboBox>("schedule")->count(), 1 + int(enumNames<ScheduleKind>.size())); // plus "Any"
    for (const auto& [name, kind] : {std::pair {QStringLiteral("GPipe"), ScheduleKind::GPipe},
                                     std::pair {QStringLiteral("ZB-H1"), ScheduleKind::ZeroBubbleH1}}) {
        QVERIFY(trainer.choose("schedule", name));
        QVERIFY(trainer.waitForPlans());
        for (const Candidate& candidate : trainer.candidates()) {
            QVERIFY(candidate.plan.schedule == kind);
        }
    }
}

void TestTraining::theSearchSaysWhatItCannotTake()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.unfold();
    QVERIFY(trainer.choose("offload", QStringLiteral("Optimizer and parameters")));
    QVERIFY(trainer.waitForState(Workbench::PlanState::Failed));
    QVERIFY2(trainer.pane->searchMessage().contains(QStringLiteral("ZeRO")), qPrintable(trainer.pane->searchMessage()));
}

void TestTraining::degreesShapeEveryPlan()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    auto* sequence = trainer.field<QComboBox>("sequenceParallel");
    QVERIFY(!sequence->isVisible());
    trainer.unfold();
    trainer.type("tensor", QStringLiteral("1"));
    QVERIFY(sequence->isVisible() && !sequence->isEnabled()); // requires tensor parallelism
    trainer.type("tensor", QStringLiteral("2"));
    QVERIFY(sequence->isEnabled());
    QVERIFY(trainer.choose("sequenceParallel", QStringLiteral("On")));
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(trainer.bench().undoStack().count(), 2); // both numbers were typed while the field was focused
    QVERIFY(!trainer.candidates().empty());
    for (const Candidate& candidate : trainer.candidates()) {
        QCOMPARE(candidate.plan.stages.front().degrees.tensor, 2);
        QVERIFY(candidate.plan.sequence_parallel);
    }
    trainer.type("tensor", QStringLiteral("12")); // without typing 1 first, which disables sequence parallelism
    QCOMPARE(sequence->currentText(), QStringLiteral("On"));
    trainer.type("tensor", QStringLiteral("1"));
    QVERIFY(!trainer.problem().constraints.degrees.sharding.sequence && !sequence->isEnabled());
    QVERIFY(!trainer.field<QComboBox>("contextKind")->isVisible());
    trainer.type("context", QStringLiteral("2"));
    QVERIFY(trainer.field<QComboBox>("contextKind")->isVisible());
    QVERIFY(trainer.choose("contextKind", QStringLiteral("Ulysses")));
    QVERIFY(trainer.waitForPlans());
    for (const Candidate& candidate : trainer.candidates()) {
        QCOMPARE(candidate.plan.context, 2);
        QVERIFY(candidate.plan.context_kind == ContextKind::Ulysses);
    }
}

void TestTraining::stateAndActivationsAreChosen()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("4xA100-80GB"));
    QVERIFY(trainer.waitForPlans());
    trainer.unfold();
    const auto peak = [&] { return trainer.candidates().front().estimate.peak; };
    const Bytes kept = peak();
    QVERIFY(trainer.choose("policy", QStringLiteral("Full recomputation")));
    QVERIFY(trainer.waitForPlans());
    QVERIFY(trainer.problem().constraints.policies == (LayerPolicies {LayerPolicy::Full, {}}));
    QVERIFY(peak() < kept);
    QVERIFY(trainer.choose("zero", QStringLiteral("ZeRO-1: optimizer")));
    QVERIFY(trainer.choose("gradients", QStringLiteral("DDP, bucket views")));
    QVERIFY(trainer.choose("offload", QStringLiteral("Optimizer")));
    QVERIFY(trainer.waitForPlans());
    for (const Candidate& candidate : trainer.candidates()) {
        QCOMPARE(candidate.plan.zero_stage, 1);
        QVERIFY(candidate.plan.training.offload == StateOffload::Optimizer);
    }
    QVERIFY(trainer.problem().constraints.gradients == GradientHandling::BucketViews);
    const QString command = trainer.bench().commandLine();
    QVERIFY2(command.contains(QStringLiteral(" --zero 1 --gradients ddp-view --policy full --offload optimizer ")),
             qPrintable(command));
    trainer.bench().undoStack().undo(); // only the last choice
    QVERIFY(trainer.problem().constraints.training.offload == StateOffload::None);
    QCOMPARE(trainer.field<QComboBox>("offload")->currentText(), QStringLiteral("None"));
    QCOMPARE(trainer.field<QComboBox>("zero")->currentText(), QStringLiteral("ZeRO-1: optimizer"));
}

void TestTraining::whatTheCoreRefusesStandsBesideIt()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.unfold();
    const Problem before = trainer.problem();
    trainer.type("tensor", QStringLiteral("5"));
    QVERIFY2(trainer.pane->constraintsMessage().contains(QStringLiteral("The tensor-parallel size is 5")),
             qPrintable(trainer.pane->constraintsMessage()));
    QCOMPARE(trainer.pane->workloadMessage(), QString());
    QVERIFY(trainer.problem() == before);
    QCOMPARE(trainer.bench().undoStack().count(), 0);
    trainer.type("tensor", QStringLiteral("4"));
    QCOMPARE(trainer.pane->constraintsMessage(), QString());
    QCOMPARE(trainer.problem().constraints.degrees.sharding.tensor, 4);
}

void TestTraining::whatIsFoldedAwayIsReportedInALine()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    auto* button = trainer.field<QToolButton>("moreConstraints");
    QCOMPARE(button->accessibleDescription(), QStringLiteral("TP any"));
    trainer.unfold();
    trainer.type("tensor", QStringLiteral("2"));
    QVERIFY(trainer.choose("zero", QStringLiteral("ZeRO-2: optimizer + gradients")));
    trainer.unfold(); // collapses it again
    QVERIFY(!trainer.field<QSpinBox>("tensor")->isVisible());
    QCOMPARE(button->accessibleDescription(), QStringLiteral("TP2 · ZeRO-2"));
}

// Per-layer policies of an earlier plan or the command line are kept: they have no field, and other edits do not change
// them.
void TestTraining::policiesOfSingleLayersStay()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    Problem problem = trainer.problem();
    problem.constraints.policies = parsePolicies("full@1-4").value();
    trainer.bench().edit(problem, trainer.bench().newEditId(), QStringLiteral("Policies"));
    trainer.unfold();
    QCOMPARE(trainer.field<QComboBox>("policy")->currentText(), QStringLiteral("full@1-4"));
    trainer.type("tensor", QStringLiteral("2"));
    QVERIFY(trainer.problem().constraints.policies == problem.constraints.policies);
    auto* policies = trainer.field<QComboBox>("policy");
    QVERIFY(trainer.choose("policy", QStringLiteral("No recomputation")));
    QVERIFY(trainer.problem().constraints.policies.keepsAll());
    QCOMPARE(policies->findText(QStringLiteral("full@1-4")), -1);
}

void TestTraining::onlyWhatMattersIsAsked()
{
    Trainer trainer;
    QVERIFY(trainer.openTable());
    QVERIFY(!trainer.field<QToolButton>("moreConstraints")->isVisible()); // a table includes its costs
    QVERIFY(!trainer.field<QComboBox>("framework")->isVisible());
    QVERIFY(trainer.openModel());
    QTRY_VERIFY(trainer.field<QComboBox>("framework")->isVisible());
    trainer.unfold();
    QVERIFY(trainer.field<QSpinBox>("tensor")->isVisible());
    QVERIFY(!trainer.field<QSpinBox>("expert")->isVisible()); // the model has no experts
    const auto families = testing::smallFamilies();
    const auto mixtral = std::find_if(families.begin(), families.end(), [](const testing::SmallFamily& family) {
        return family.name == std::string("mixtral");
    });
    QVERIFY(mixtral != families.end());
    QFile file(trainer.path("mixtral.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(mixtral->config.c_str());
    file.close();
    trainer.bench().chooseModel(file.fileName());
    QTRY_VERIFY(trainer.field<QSpinBox>("expert")->isVisible());
    QCOMPARE(trainer.dialogs.reported, QStringList());
}

void TestTraining::newSessionsLeaveTheTensorDegreeToTheSearch()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    QVERIFY(trainer.problem().constraints.vary == Dimensions {Dimension::Tensor});
    auto* tensor = trainer.field<QSpinBox>("tensor");
    QCOMPARE(tensor->text(), QStringLiteral("Any"));
    QVERIFY(tensor->accessibleDescription().contains(QStringLiteral("Any: the search decides")));
    std::set<int> degrees;
    for (const Candidate& candidate : trainer.candidates()) {
        degrees.insert(candidate.plan.stages.front().degrees.tensor);
    }
    QVERIFY(degrees.size() > 1);
    trainer.unfold();
    trainer.type("tensor", QStringLiteral("2"));
    QVERIFY(trainer.waitForPlans());
    QVERIFY(trainer.problem().constraints.vary.empty());
    for (const Candidate& candidate : trainer.candidates()) {
        QCOMPARE(candidate.plan.stages.front().degrees.tensor, 2);
    }
    trainer.bench().undoStack().undo();
    QCOMPARE(tensor->text(), QStringLiteral("Any"));
}

// Every dimension can be set to "Any" with the keyboard: the first entry of lists, and a number below the minimum.
void TestTraining::everyDimensionCanBeLeftToTheSearch()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("4xA100-80GB"));
    trainer.unfold();
    auto* micro_batch = trainer.field<QSpinBox>("microBatch");
    micro_batch->setFocus();
    QTest::keyClick(micro_batch, Qt::Key_Down);
    QCOMPARE(micro_batch->text(), QStringLiteral("Any"));
    for (const char* name : {"schedule", "sequenceParallel", "zero", "policy", "offload"}) {
        QVERIFY2(trainer.choose(name, QStringLiteral("Any")), name);
    }
    QVERIFY(!trainer.field<QComboBox>("contextKind")->isVisible());
    trainer.type("context", QStringLiteral("0"));
    QVERIFY(trainer.field<QComboBox>("contextKind")->isVisible());
    QVERIFY(trainer.waitForPlans());
    const Dimensions all {Dimension::Tensor,   Dimension::Sequence, Dimension::Context,   Dimension::MicroBatch,
                          Dimension::Schedule, Dimension::Zero,     Dimension::Recompute, Dimension::Offload};
    QVERIFY(trainer.problem().constraints.vary == all);
    std::set<std::int64_t> micro_batches;
    for (const Candidate& candidate : trainer.candidates()) {
        micro_batches.insert(candidate.plan.microBatch());
    }
    QVERIFY(micro_batches.size() > 1);
    QCOMPARE(trainer.field<QToolButton>("moreConstraints")->isChecked(), true);
    trainer.unfold(); // collapses it again
    QCOMPARE(trainer.field<QToolButton>("moreConstraints")->accessibleDescription(),
             QStringLiteral("TP any · SP any · CP any · ZeRO any · activations: any · CPU offload: any"));
    // The command of a plan contains the values that the search found.
    const Plan& plan = trainer.candidates().front().plan;
    const QString command = trainer.bench().commandLine();
    QVERIFY2(command.contains(QStringLiteral(" --micro-batch %1 ").arg(plan.microBatch())), qPrintable(command));
    QCOMPARE(command.contains(QStringLiteral(" --zero %1 ").arg(plan.zero_stage)), plan.zero_stage > 0);
    QCOMPARE(command.contains(QStringLiteral(" --policy ")), !policiesOf(plan).keepsAll());
}

// Four ranks exceed two devices; "Any" is always valid.
void TestTraining::whatVariesIsNeverRefused()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.unfold();
    trainer.type("tensor", QStringLiteral("4"));
    QVERIFY(trainer.choose("policy", QStringLiteral("Offload activations to CPU")));
    QVERIFY(trainer.waitForState(Workbench::PlanState::Failed));
    trainer.type("tensor", QStringLiteral("0"));
    QVERIFY(trainer.choose("policy", QStringLiteral("Any")));
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("2xcpu:8GiB"));
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(trainer.pane->clusterMessage(), QString());
    QCOMPARE(trainer.pane->searchMessage(), QString());
    QCOMPARE(trainer.problem().cluster.devices(), 2);
    // A problem that contains both is also valid.
    Problem problem = trainer.problem();
    problem.constraints.degrees.sharding.tensor = 2;
    trainer.bench().edit(problem, trainer.bench().newEditId(), QStringLiteral("Tensor"));
    trainer.type("globalBatch", QStringLiteral("32"));
    QCOMPARE(trainer.problem().constraints.degrees.sharding.tensor, 2); // a searched dimension keeps its value
    QCOMPARE(trainer.problem().workload.global_batch, 32);
}

void TestTraining::oldSessionsKeepWhatTheyFix()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    Problem problem = trainer.problem();
    problem.constraints.vary.clear(); // as in sessions of earlier versions
    trainer.bench().edit(problem, trainer.bench().newEditId(), QStringLiteral("Tensor"));
    QCOMPARE(trainer.field<QSpinBox>("tensor")->text(), QStringLiteral("1"));
    trainer.type("globalBatch", QStringLiteral("32"));
    QVERIFY(trainer.problem().constraints.vary.empty());
    // The costs of a layer table are for one micro-batch size, so the search cannot vary it.
    QVERIFY(trainer.openTable());
    QCOMPARE(trainer.field<QSpinBox>("microBatch")->minimum(), 1);
    QVERIFY(!trainer.field<QSpinBox>("microBatch")->toolTip().contains(QStringLiteral("Any")));
    QVERIFY(trainer.choose("schedule", QStringLiteral("Any")));
    QVERIFY(trainer.waitForPlans());
    std::set<ScheduleKind> kinds;
    for (const Candidate& candidate : trainer.candidates()) {
        kinds.insert(candidate.plan.schedule);
    }
    QVERIFY(kinds.size() > 1);
}

void TestTraining::searchesDecideMore()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("4xA100-80GB"));
    trainer.unfold();
    auto* interleave = trainer.field<QSpinBox>("interleave");
    QVERIFY(!interleave->isVisible() && !trainer.field<QComboBox>("measure")->isVisible());
    QVERIFY(trainer.choose("schedule", QStringLiteral("Interleaved")));
    QVERIFY(interleave->isVisible());
    trainer.type("interleave", QStringLiteral("3"));
    QVERIFY(trainer.waitForPlans());
    for (const Candidate& candidate : trainer.candidates()) {
        const Plan& plan = candidate.plan;
        QCOMPARE(static_cast<int>(plan.stages.size()), 3 * plan.pipelineRanks());
    }
    QVERIFY2(trainer.bench().commandLine().contains(QStringLiteral(" --interleave 3")),
             qPrintable(trainer.bench().commandLine()));
    trainer.type("interleave", QStringLiteral("0"));
    QVERIFY(varies(trainer.problem().constraints.vary, Dimension::Interleave));

    trainer.bench().undoStack().undo();
    QVERIFY(trainer.choose("schedule", QStringLiteral("1F1B")));
    QVERIFY(trainer.waitForPlans());
    const Bytes identical = trainer.candidates().front().estimate.peak;
    auto* layers = trainer.field<QCheckBox>("recomputeLayers");
    QTest::mouseClick(layers, Qt::LeftButton, {}, {8, layers->height() / 2});
    QVERIFY(varies(trainer.problem().constraints.vary, Dimension::RecomputeLayers));
    QVERIFY(trainer.waitForPlans());
    QVERIFY(trainer.candidates().front().estimate.peak < identical);
    trainer.bench().undoStack().undo();
    QVERIFY(!layers->isChecked());

    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("2xA100-80GB+2xA100-40GB"));
    QVERIFY(trainer.field<QComboBox>("measure")->isVisible());
    QVERIFY(trainer.choose("measure", QStringLiteral("Bytes")));
    QVERIFY(trainer.problem().constraints.measure == PeakMeasure::Bytes);
    QVERIFY(trainer.waitForPlans());
}

// The option to span nodes is shown if there are several nodes and the search chooses TP sizes.
void TestTraining::tensorRanksSpanNodesWhereAsked()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    trainer.unfold();
    auto* across = trainer.field<QCheckBox>("tensorAcrossNodes");
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("4xA100-80GB"));
    QVERIFY(!across->isVisible());
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("2x2xA100-80GB"));
    QVERIFY(across->isVisible());
    QVERIFY(trainer.waitForPlans());
    const auto mostRanks = [&] {
        int most = 0;
        for (const Candidate& candidate : trainer.candidates()) {
            most = std::max(most, candidate.plan.stages.front().degrees.tensor);
        }
        return most;
    };
    QCOMPARE(mostRanks(), 2);
    QTest::mouseClick(across, Qt::LeftButton, {}, {8, across->height() / 2});
    QVERIFY(varies(trainer.problem().constraints.vary, Dimension::TensorAcrossNodes));
    QVERIFY(trainer.waitForPlans());
    QCOMPARE(mostRanks(), 4);
    trainer.type("tensor", QStringLiteral("2"));
    QVERIFY(!varies(trainer.problem().constraints.vary, Dimension::TensorAcrossNodes));
    QVERIFY(!across->isVisible());
}

void TestTraining::columnsAppearWherePlansDiffer()
{
    Trainer trainer;
    QVERIFY(trainer.openModel());
    const QTableView* table = trainer.window.candidatesPane()->table();
    QVERIFY(table->isColumnHidden(CandidateModel::Zero));
    trainer.typeInto(trainer.field<QLineEdit>("cluster"), QStringLiteral("4xA100-80GB"));
    trainer.unfold();
    QVERIFY(trainer.choose("zero", QStringLiteral("Any")));
    QVERIFY(trainer.waitForPlans());
    QVERIFY(!table->isColumnHidden(CandidateModel::Zero));
    QVERIFY(table->isColumnHidden(CandidateModel::OnHost));
    // The user's choice in the header menu takes precedence.
    const auto toggle = [&](const QString& column) {
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
        QTest::ignoreMessage(QtWarningMsg, "This plugin does not support grabbing the keyboard");
        Q_EMIT table->horizontalHeader()->customContextMenuRequested({5, 5});
        auto* menu = trainer.window.candidatesPane()->findChild<QMenu*>();
        for (QAction* action : menu->actions()) {
            if (action->text() == column) {
                action->trigger();
            }
        }
        menu->close();
        QTest::qWait(1); // the menu is deleted
    };
    toggle(QStringLiteral("ZeRO"));
    toggle(QStringLiteral("CPU offload"));
    QVERIFY(table->isColumnHidden(CandidateModel::Zero) && !table->isColumnHidden(CandidateModel::OnHost));
    trainer.type("globalBatch", QStringLiteral("32"));
    QVERIFY(trainer.waitForPlans());
    QVERIFY(table->isColumnHidden(CandidateModel::Zero) && !table->isColumnHidden(CandidateModel::OnHost));
    QVERIFY(outcomeSentence(*trainer.bench().plans().result()).contains(QStringLiteral("configurations searched")));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestTraining test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_training.moc"
