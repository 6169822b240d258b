// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Renders the window and its panes to PNG files for review: light and dark, at 100 % and 200 %, with ordinary, long,
// large and missing content. Usage: screenshots [FOLDER [WORKSPACE]]; STAGECRAFT_SCENES=compare,layouts for some.
#include "tests/gui/comparescenes.h"
#include "tests/gui/moneyscene.h"
#include "tests/gui/partitionerscene.h"
#include "tests/gui/scene.h"
#include "tests/gui/sizingscene.h"
#include "tests/gui/tracescene.h"
#include "tests/gui/tradeoffscene.h"
#include "tests/support/patience.h"
#include "tests/support/profiles.h"
#include "tests/support/timelines.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/dryrundialog.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/jobs/jobspane.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/modelpane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/start/startpage.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cstdio>

using namespace stagecraft;
using stagecraft::test::explore;
using stagecraft::test::makeWindow;
using stagecraft::test::Scene;
using stagecraft::test::setCluster;
using stagecraft::test::waitForPlans;

namespace {

void startPages(Scene& scene)
{
    scene.settings.setValue(Setting::RecentWorkspaces, QStringList());
    scene.save(*makeWindow(scene), QStringLiteral("start-first"));
    scene.settings.setValue(
        Setting::RecentWorkspaces,
        QStringList {QStringLiteral("/home/ada/plans/llama-8b on 2x8xA100.stagecraft"),
                     QStringLiteral("/home/ada/plans/gpt2-small.stagecraft"),
                     QStringLiteral("/home/ada/a folder with a very long name for many projects of the year/"
                                    "and another one in it/resnet.stagecraft")});
    scene.save(*makeWindow(scene), QStringLiteral("start-recent"));
    scene.save(*makeWindow(scene, {820, 560}), QStringLiteral("start-small"));
    scene.settings.setValue(Setting::RecentWorkspaces, QStringList());
}

// Pictures with a command that can run, and with one that cannot.
void dryRunDialogs(Scene& scene, MainWindow& window)
{
    DryRunDialog dialog(QDir::rootPath(), QStringLiteral("H200"), &window);
    dialog.show();
    auto* command = dialog.findChild<QLineEdit*>(QStringLiteral("command"));
    command->setText(QStringLiteral("torchrun --nproc-per-node 8 train.py --config llama.toml"));
    scene.save(dialog, QStringLiteral("dry-run-dialog"));
    command->setText(QStringLiteral("accelerate launch train.py"));
    scene.save(dialog, QStringLiteral("dry-run-dialog-refused"));
}

// Pictures of the initial dialog, with all options visible, and with an error in each group. A thread counts the
// points.
void profileDialogs(Scene& scene, MainWindow& window)
{
    Workbench& bench = window.workbench();
    ProfileDialog dialog(bench.document().session(), bench.document().measurements(), &window);
    dialog.show();
    QTest::qWait(150);
    scene.save(dialog, QStringLiteral("profile-dialog"));
    ProfileRequest request;
    request.model = bench.document().session()->problem.model;
    request.workload = bench.document().session()->problem.workload;
    request.workload.precision = Precision::Bf16Master;
    request.workload.trainable = {TrainableKind::Lora, "*.qkv,*.up", 16};
    request.micro_batches = {1, 2, 4, 8};
    request.sequences = {256, 512};
    request.device.kind = DeviceKind::Cuda;
    request.device.index = 1;
    request.budget = Seconds(300);
    request.shardings = shardingsOf({2, 4}, {}, true);
    request.recompute = request.checks = true;
    request.tolerance = 0.05;
    dialog.propose(request);
    QTest::qWait(150);
    scene.save(dialog, QStringLiteral("profile-dialog-folded"));
    dialog.findChild<QToolButton*>(QStringLiteral("more"))->click();
    QTest::qWait(150);
    scene.save(dialog, QStringLiteral("profile-dialog-all"));
    auto* area = dialog.findChild<QScrollArea*>();
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    QTest::qWait(150);
    scene.save(dialog, QStringLiteral("profile-dialog-end"));
    area->verticalScrollBar()->setValue(0);
    dialog.findChild<QLineEdit*>(QStringLiteral("microBatches"))->setText(QStringLiteral("1, two"));
    dialog.findChild<QLineEdit*>(QStringLiteral("sequences"))->setText(QStringLiteral("512, 4096"));
    dialog.findChild<QLineEdit*>(QStringLiteral("adapted"))->setText(QStringLiteral("*.nose"));
    dialog.findChild<QLineEdit*>(QStringLiteral("tensor"))->setText(QStringLiteral("7"));
    dialog.findChild<QLineEdit*>(QStringLiteral("expert"))->setText(QStringLiteral("2"));
    QTest::qWait(150);
    scene.save(dialog, QStringLiteral("profile-dialog-refused"));
}

bool isUnmeasured(Workbench& workbench)
{
    const auto result = workbench.plans().result();
    return workbench.isUpToDate() && result && result->missing;
}

void emptyWorkspace(Scene& scene)
{
    auto window = makeWindow(scene);
    window->workbench().newWorkspace();
    scene.expect(comes([&] { return window->workbench().document().isOpen(); }), "no workspace came");
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("empty"));
    window->openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    scene.expect(comes([&] { return isUnmeasured(window->workbench()); }), "the model is not said to be unmeasured");
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("not-measured"));
    profileDialogs(scene, *window);
    dryRunDialogs(scene, *window);
}

void ordinary(Scene& scene)
{
    auto window = explore(scene, test::dataFile("sixteen-layers.csv"));
    scene.save(*window, QStringLiteral("explorer"));
    scene.save(*window->problemPane(), QStringLiteral("pane-problem"));
    scene.save(*window->candidatesPane(), QStringLiteral("pane-candidates"));
    scene.save(*window->memoryPane(), QStringLiteral("pane-memory"));
    scene.save(*window->jobsPane(), QStringLiteral("pane-jobs"));
    scene.expect(comes([&] { return !window->timelinePane()->isEmptyShown(); }), "no timeline came");
    scene.save(*window->timelinePane(), QStringLiteral("pane-timeline-of-plan"));
    TradeoffChart* chart = window->tradeoffPane()->chart();
    QTest::mouseMove(chart->viewport(), chart->positionOf(1));
    QTest::qWait(20);
    scene.save(*window->tradeoffPane(), QStringLiteral("pane-tradeoff"));

    window->memoryPane()->setTableShown(true);
    window->tradeoffPane()->setTableShown(true);
    scene.save(*window, QStringLiteral("explorer-tables"));
    window->memoryPane()->setTableShown(false);
    window->tradeoffPane()->setTableShown(false);

    setCluster(scene, *window, QStringLiteral("4xcpu:1500MiB"));
    scene.save(*window, QStringLiteral("infeasible"));
    auto* cluster = window->problemPane()->findChild<QLineEdit*>(QStringLiteral("cluster"));
    QTest::keyClicks(cluster, QStringLiteral("?"));
    QTest::qWait(60);
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-refused"));
    window->workbench().chooseModel(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    scene.expect(comes([&] { return isUnmeasured(window->workbench()); }), "the model is not said to be unmeasured");
    auto* trainable = window->problemPane()->findChild<QComboBox*>(QStringLiteral("trainable"));
    trainable->setCurrentIndex(1);
    QTest::qWait(60);
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-lora"));
    trainable->setCurrentIndex(2);
    QTest::qWait(60);
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-pattern"));
}

// Pictures of the problem pane at full height: a framework, collapsed options, and choices that the search does not
// offer.
void training(Scene& scene)
{
    auto window = explore(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"), {1440, 1360});
    const auto choose = [&](const char* name, const QString& text) {
        auto* list = window->problemPane()->findChild<QComboBox*>(QLatin1String(name));
        list->setCurrentIndex(list->findText(text));
        Q_EMIT list->activated(list->currentIndex());
        scene.expect(comes([&] { return window->workbench().isUpToDate(); }), "no answer came");
        QTest::qWait(60);
    };
    choose("precision", QStringLiteral("bf16, fp32 master"));
    choose("framework", QStringLiteral("Megatron-Core"));
    scene.save(*window, QStringLiteral("framework"));
    window->findChild<QDockWidget*>(QStringLiteral("planDock"))->raise();
    QTest::qWait(60);
    scene.save(*window->planPane(), QStringLiteral("pane-plan-framework"));
    window->problemPane()->findChild<QToolButton*>(QStringLiteral("moreConstraints"))->click();
    choose("zero", QStringLiteral("ZeRO-1: optimizer"));
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-framework"));
    choose("zero", QStringLiteral("ZeRO-3: all model states"));
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-framework-refused"));
    choose("framework", QStringLiteral("Generic PyTorch"));
    choose("schedule", QStringLiteral("Chimera"));
    window->problemPane()->findChild<QToolButton*>(QStringLiteral("moreConstraints"))->click();
    QTest::qWait(60);
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-not-searched"));
}

// Picture of a search over all dimensions.
void variedSearch(Scene& scene)
{
    auto window = explore(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"), {1440, 1200});
    setCluster(scene, *window, QStringLiteral("2x4xA100-80GB"));
    window->problemPane()->findChild<QToolButton*>(QStringLiteral("moreConstraints"))->click();
    for (const char* name : {"microBatch", "context"}) {
        window->problemPane()->findChild<QSpinBox*>(QLatin1String(name))->setValue(0);
    }
    for (const char* name : {"schedule", "sequenceParallel", "zero", "policy", "offload"}) {
        auto* list = window->problemPane()->findChild<QComboBox*>(QLatin1String(name));
        list->setCurrentIndex(0);
        Q_EMIT list->activated(0);
    }
    scene.expect(waitForPlans(*window), "no plans came of a varied search");
    scene.save(*window, QStringLiteral("varied"));
    window->findChild<QDockWidget*>(QStringLiteral("planDock"))->raise();
    scene.save(*window->planPane(), QStringLiteral("pane-plan"));
    window->findChild<QDockWidget*>(QStringLiteral("stagesDock"))->raise();
    QTest::qWait(60);
    scene.save(*window->stagesPane(), QStringLiteral("pane-stages"));
    window->stagesPane()->setTableShown(true);
    scene.save(*window->stagesPane(), QStringLiteral("pane-stages-as-table"));
    window->stagesPane()->setTableShown(false);
    TradeoffChart* chart = window->tradeoffPane()->chart();
    QTest::mouseMove(chart->viewport(), chart->positionOf(1));
    QTest::qWait(20);
    scene.save(*window->tradeoffPane(), QStringLiteral("pane-tradeoff-varied"));
    test::tradeoffChoices(scene, *window);
    window->problemPane()->findChild<QToolButton*>(QStringLiteral("moreConstraints"))->click();
    scene.save(*window->problemPane(), QStringLiteral("pane-problem-varied-folded"));
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("varied-small"));
}

void jobs(Scene& scene)
{
    auto window = explore(scene, test::dataFile("sixteen-layers.csv"));
    Job job;
    job.id = QStringLiteral("1");
    job.title = QStringLiteral("Profile gpt2-small");
    job.phase = QStringLiteral("Measuring: transformer block, micro-batch 2");
    job.done = 4;
    job.total = 9;
    job.remaining = Seconds(34);
    job.log = QStringList {
        QStringLiteral("On Intel(R) Xeon(R) Processor with libtorch 2.11.0"),
        QStringLiteral("token embedding, micro-batch 1: 4.00 KiB saved, 1.05 ms forward, 8.31 ms backward")};
    window->workbench().jobs().put(job);
    QTest::qWait(20);
    scene.save(*window->jobsPane(), QStringLiteral("pane-jobs-running"));
}

void extremes(Scene& scene)
{
    auto window =
        explore(scene,
                test::dataFile(
                    "a-layer-table-with-a-remarkably-long-name-that-nobody-would-choose-but-somebody-will-have.csv"));
    setCluster(scene, *window, QStringLiteral("4xA100-80GB@1.9"));
    scene.save(*window, QStringLiteral("long-names"));
    window->workbench().chooseModel(test::dataFile("sixteen-layers.csv"));
    setCluster(scene, *window, QStringLiteral("16x8xcpu:3GiB"));
    scene.save(*window, QStringLiteral("large"));
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("small-window"));
}

// Pictures of the timeline outside the window, at a larger size: normal, with a selected operation, with the critical
// path, as a table, narrow, with long lists of layers, empty, and huge.
void timelines(Scene& scene)
{
    const auto dataOf = [](ScheduleKind schedule, const PipelineShape& shape, double capacity, int layers = 3) {
        return makeTimelineData(testing::planOf(schedule, shape, layers), testing::timelineOf(schedule, shape, true),
                                std::vector<Bytes>(static_cast<std::size_t>(shape.pipeline_ranks), gibibytes(capacity)),
                                {});
    };
    Workbench bench;
    TimelinePane pane(bench, scene.dialogs, scene.settings);
    pane.resize(900, 520);
    pane.show();
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-timeline-empty"));
    pane.showTimeline(dataOf(ScheduleKind::OneForwardOneBackward, {4, 4, 8}, 2.4));
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-timeline"));
    pane.chart()->setCurrent(pane.chart()->layout().data->lane(1, Lane::Compute).spans[6]);
    scene.save(pane, QStringLiteral("pane-timeline-selected"));
    pane.chart()->setCurrent(-1);
    pane.criticalChip()->click();
    scene.save(pane, QStringLiteral("pane-timeline-critical"));
    pane.criticalChip()->click();
    pane.setTableShown(true);
    scene.save(pane, QStringLiteral("pane-timeline-table"));
    pane.setTableShown(false);
    pane.showTimeline(dataOf(ScheduleKind::ZeroBubbleH1, {4, 4, 8}, 80));
    scene.save(pane, QStringLiteral("pane-timeline-zero-bubble"));
    const PipelineShape four {4, 4, 8};
    pane.showTimeline(makeTimelineData(testing::planOf(ScheduleKind::OneForwardOneBackward, four, 3),
                                       testing::timelineOf(ScheduleKind::OneForwardOneBackward, four, false, true),
                                       std::vector<Bytes>(4, gibibytes(80)), {}));
    scene.save(pane, QStringLiteral("pane-timeline-shared-layers"));
    pane.showTimeline(dataOf(ScheduleKind::Interleaved, {4, 32, 16}, 16, 1200));
    scene.save(pane, QStringLiteral("pane-timeline-long-names"));
    pane.showTimeline(dataOf(ScheduleKind::OneForwardOneBackward, {1024, 1024, 16}, 16));
    scene.save(pane, QStringLiteral("pane-timeline-huge"));
    pane.showTimeline(dataOf(ScheduleKind::OneForwardOneBackward, {16, 16, 1050}, 16));
    scene.save(pane, QStringLiteral("pane-timeline-many-micro-batches"));
    pane.resize(420, 300);
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-timeline-small"));
}

// Opens a window on a model with the profiles pane in front.
std::unique_ptr<MainWindow> profilesOf(Scene& scene, const QString& model, QSize size = {1440, 900})
{
    auto window = makeWindow(scene, size);
    window->workbench().newWorkspace();
    scene.expect(comes([&] { return window->workbench().document().isOpen(); }), "no workspace came");
    window->openPath(model);
    scene.expect(comes([&] { return window->workbench().document().session() != nullptr; }), "no model came");
    window->findChild<QDockWidget*>(QStringLiteral("profilesDock"))->raise();
    QTest::qWait(60);
    return window;
}

void addMeasurements(Scene& scene, MainWindow& window, const std::vector<Measurement>& measurements)
{
    for (const Measurement& measurement : measurements) {
        window.workbench().document().addMeasurement(measurement, {}, 0);
    }
    scene.expect(comes([&] { return window.profilesPane()->isUpToDate(); }), "no profile is shown");
    QTest::qWait(60);
}

void profiles(Scene& scene)
{
    const auto gpt2 = QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json");
    auto window = profilesOf(scene, gpt2);
    scene.save(*window->profilesPane(), QStringLiteral("pane-profiles-empty"));
    const Model model = window->workbench().document().session()->problem.model;
    addMeasurements(scene, *window, testing::profileOf(model, {1}, {512}));
    scene.save(*window->profilesPane(), QStringLiteral("pane-profiles-one-point"));
    auto more = testing::profileOf(model, {2, 4, 8}, {512, 256});
    for (Measurement& m : more) {
        const bool block = kindName(m.point.spec) == "transformer_block";
        m.status = !block || m.point.micro_batch != 8 ? MeasurementStatus::Done
            : m.point.sequence == 512                 ? MeasurementStatus::OutOfMemory
                                                      : MeasurementStatus::Failed;
        m.forward.spread = m.forward.median * 0.08;
        m.backward.spread = m.backward.median * 0.05;
    }
    more.erase(more.begin() + 2);
    addMeasurements(scene, *window, more);
    window->profilesPane()->measurements()->points()->selectRow(3);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("profiles"));
    scene.save(*window->profilesPane(), QStringLiteral("pane-profiles"));
    addMeasurements(scene, *window, testing::extrasOf(model, 512, testing::profileOf(model, {1}, {512}), 0.0123));
    scene.save(*window->profilesPane(), QStringLiteral("pane-profiles-checked"));
    MeasuredDevice gpu = testing::someGpu();
    gpu.name = "NVIDIA A device with a remarkably long name that nobody would choose 80GB HBM3 PCIe";
    addMeasurements(scene, *window, testing::profileOf(model, {1, 2, 4}, {512}, gpu, 0.00013));
    window->profilesPane()->otherField()->setCurrentIndex(1);
    Q_EMIT window->profilesPane()->otherField()->activated(1);
    addMeasurements(scene, *window, {});
    scene.save(*window->profilesPane(), QStringLiteral("pane-profiles-compared"));
    for (QToolButton* chip : window->profilesPane()->findChildren<QToolButton*>()) {
        if (chip->text() == QStringLiteral("Memory")) {
            chip->click();
        }
    }
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("profiles-small"));
    window->profilesPane()->showModel(true);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("profiles-small-model"));
}

void models(Scene& scene)
{
    const auto show = [&](const QString& source, const QString& name, QSize size = {1440, 900}) {
        auto window = profilesOf(scene, source, size);
        window->profilesPane()->showModel(true);
        addMeasurements(scene, *window, {});
        scene.save(*window->profilesPane(), QStringLiteral("pane-model-") + name);
        return window;
    };
    auto window = show(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"), QStringLiteral("gpt2"));
    const Model model = window->workbench().document().session()->problem.model;
    addMeasurements(scene, *window, testing::profileOf(model, {1}, {512}));
    window->profilesPane()->model()->chart()->setCurrent(1);
    scene.save(*window->profilesPane(), QStringLiteral("pane-model-measured"));
    window->profilesPane()->model()->setTableShown(true);
    scene.save(*window->profilesPane(), QStringLiteral("pane-model-as-table"));
    show(QStringLiteral("zoo:resnet50"), QStringLiteral("resnet50"));
    show(QStringLiteral("zoo:densenet121"), QStringLiteral("many"));
    show(QStringLiteral("zoo:gpt3-175b"), QStringLiteral("huge"));
    show(
        test::dataFile("a-layer-table-with-a-remarkably-long-name-that-nobody-would-choose-but-somebody-will-have.csv"),
        QStringLiteral("long-names"));
}

void chooseRuns(Scene& scene, MainWindow& window, const QString& text)
{
    ValidationPane* pane = window.validationPane();
    const int index = pane->runsField()->findText(text);
    pane->runsField()->setCurrentIndex(index);
    Q_EMIT pane->runsField()->activated(index);
    scene.expect(comes([&] { return !pane->isBusy(); }), "no comparison came");
    QTest::qWait(60);
}

void validations(Scene& scene)
{
    auto window = makeWindow(scene);
    window->workbench().newWorkspace();
    scene.expect(comes([&] { return window->workbench().document().isOpen(); }), "no workspace came");
    window->findChild<QDockWidget*>(QStringLiteral("validationDock"))->raise();
    QTest::qWait(100);
    ValidationPane* pane = window->validationPane();
    scene.save(*pane, QStringLiteral("pane-validation-empty"));
    chooseRuns(scene, *window, QStringLiteral("nanotron_150"));
    pane->results()->runs()->selectRow(1);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("validation"));
    scene.save(*pane, QStringLiteral("pane-validation"));
    for (QToolButton* chip : pane->findChildren<QToolButton*>()) {
        if (chip->text() == QStringLiteral("Tokens/s") || chip->text() == QStringLiteral("Groups")) {
            chip->click();
        }
    }
    pane->results()->findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(RunGrouping::Tensor));
    QTest::qWait(60);
    scene.save(*pane, QStringLiteral("pane-validation-groups"));
    chooseRuns(scene, *window, QStringLiteral("All published runs"));
    window->resize(1024, 680);
    QTest::qWait(150);
    scene.save(*window, QStringLiteral("validation-small"));
    CalibrateDialog dialog(QStringLiteral("nanotron_150"), Framework::Nanotron, {});
    dialog.show();
    dialog.nameField()->setText(QStringLiteral("H100-80GB")); // a catalogue name
    QTest::qWait(60);
    scene.save(dialog, QStringLiteral("calibrate-dialog"));
    dialog.hide();
    chooseRuns(scene, *window, QStringLiteral("torchtitan"));
    pane->calibrateButton()->click();
    auto* asked = window->findChild<QLineEdit*>(QStringLiteral("typeName"));
    asked->setText(QStringLiteral("our-cluster"));
    qobject_cast<CalibrateDialog*>(asked->window())->startButton()->click();
    const auto came = [&] { return pane->typeField()->currentData() == QStringLiteral("our-cluster"); };
    scene.expect(comes([&] { return came() && !pane->isBusy(); }), "no type came");
    QTest::qWait(60);
    scene.save(*pane, QStringLiteral("pane-validation-calibrated"));
    pane->compareFile(QStringLiteral("/home/ada/runs of our cluster.csv"));
    scene.expect(comes([&] { return !pane->isBusy(); }), "no error came");
    QTest::qWait(60);
    scene.save(*pane, QStringLiteral("pane-validation-failed"));
}

// Pictures of a workspace with a real profile, if available: the bundled one, or the given one.
void measured(Scene& scene, const QString& workspace)
{
    if (!QFile::exists(workspace)) {
        return;
    }
    const QString copy = scene.folder + QStringLiteral("/gpt2-small.stagecraft");
    QFile::remove(copy);
    QFile::copy(workspace, copy);
    auto window = makeWindow(scene);
    window->openPath(copy);
    scene.expect(comes([&] { return window->workbench().document().isOpen(); }), "no workspace came");
    if (!window->workbench().document().session()) {
        window->openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    }
    scene.expect(waitForPlans(*window), "no plans came");
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("gpt2"));
    setCluster(scene, *window, QStringLiteral("8xcpu:2GiB"));
    scene.save(*window, QStringLiteral("gpt2-tight"));
    window->findChild<QDockWidget*>(QStringLiteral("profilesDock"))->raise();
    addMeasurements(scene, *window, {});
    scene.save(*window, QStringLiteral("gpt2-profiles"));
    window->profilesPane()->showModel(true);
    QTest::qWait(60);
    scene.save(*window->profilesPane(), QStringLiteral("gpt2-profiles-model"));
    window.reset();
    QFile::remove(copy);
}

// Screen of typical size: the offscreen platform's default has 800 x 800 pixels, at 200 % half of that, and clips
// dialogs and menus.
QByteArray platformWithScreen(const QString& folder)
{
    QFile screen(folder + QStringLiteral("/screen.json"));
    const QByteArray one = R"({"screens": [{"name": "one", "x": 0, "y": 0, "width": 3840, "height": 2400,
                             "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})";
    return screen.open(QIODevice::WriteOnly) && screen.write(one) == one.size()
        ? "offscreen:configfile=" + QFile::encodeName(screen.fileName())
        : QByteArrayLiteral("offscreen");
}

int renderAll(const QString& folder, const QString& workspace, const QString& scale)
{
    Settings settings(folder + QStringLiteral("/settings.ini"));
    test::ScriptedDialogs dialogs;
    int failed = 0;
    for (const Appearance appearance : {Appearance::Light, Appearance::Dark}) {
        theme::apply(appearance);
        const QString look = appearance == Appearance::Dark ? QStringLiteral("-dark") : QStringLiteral("-light");
        Scene scene {settings, dialogs, folder, look + QLatin1Char('-') + scale};
        const QStringList wanted = qEnvironmentVariable("STAGECRAFT_SCENES").split(u',', Qt::SkipEmptyParts);
        for (const auto& [name, render] : std::initializer_list<std::pair<const char*, std::function<void(Scene&)>>> {
                 {"start", startPages},
                 {"empty", emptyWorkspace},
                 {"ordinary", ordinary},
                 {"training", training},
                 {"varied", variedSearch},
                 {"sizing", test::sizing},
                 {"money", test::money},
                 {"partitioners", test::partitioners},
                 {"jobs", jobs},
                 {"timelines", timelines},
                 {"runs", test::recordedRuns},
                 {"extremes", extremes},
                 {"profiles", profiles},
                 {"models", models},
                 {"validations", validations},
                 {"compare", test::comparisons},
                 {"compare", test::largeComparisons},
                 {"layouts", test::layouts},
                 {"measured", [&](Scene& s) { measured(s, workspace); }}}) {
            if (wanted.isEmpty() || wanted.contains(QLatin1String(name))) {
                render(scene);
            }
        }
        failed += scene.failed;
        for (const QString& reported : std::as_const(dialogs.reported)) {
            std::fprintf(stderr, "the window said: %s\n", qPrintable(reported));
            ++failed;
        }
        dialogs.reported.clear();
        std::printf("%d pictures%s\n", scene.written, qPrintable(scene.suffix));
    }
    QFile::remove(folder + QStringLiteral("/settings.ini"));
    QFile::remove(folder + QStringLiteral("/screen.json"));
    return failed == 0 ? 0 : 1;
}

}

int main(int argc, char** argv)
{
    // The scale must be set before the application is created, so each scale has a process.
    const QByteArray scale = qgetenv("STAGECRAFT_SCREENSHOT_SCALE");
    if (scale.isEmpty()) {
        int failed = 0;
        for (const char* percent : {"100", "200"}) {
            qputenv("STAGECRAFT_SCREENSHOT_SCALE", percent);
            qputenv("QT_SCALE_FACTOR", QByteArray::number(QByteArray(percent).toInt() / 100.0));
            QStringList arguments;
            for (int i = 1; i < argc; ++i) {
                arguments << QString::fromLocal8Bit(argv[i]);
            }
            failed += QProcess::execute(QString::fromLocal8Bit(argv[0]), arguments) == 0 ? 0 : 1;
        }
        return failed;
    }
    const test::Home home;
    const QString folder = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(SCREENSHOT_FOLDER);
    QDir().mkpath(folder);
    qputenv("QT_QPA_PLATFORM", platformWithScreen(folder));
    QApplication application(argc, argv);
    // plural forms as in the real program: one plan, two
    language::use(qEnvironmentVariable("STAGECRAFT_LANGUAGE", QStringLiteral("en")));
    const QString workspace = argc > 2 ? QString::fromLocal8Bit(argv[2])
                                       : QStringLiteral(SOURCE_FOLDER "/resources/workspaces/gpt2-small.stagecraft");
    return renderAll(folder, workspace, QString::fromLatin1(scale));
}
