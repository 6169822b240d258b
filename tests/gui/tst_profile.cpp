// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Profiling from the window: measurements arrive and update plans, a job can be canceled, a failure is reported.
#include "core/base/english.h"
#include "core/measuring/plan.h"
#include "core/protocol/message.h"
#include "core/session/localgpus.h"
#include "core/words/worker.h"
#include "tests/gui/explorerfixture.h"
#include "tests/gui/profilefields.h"
#include "tests/support/patience.h"
#include "ui/app/profilerunner.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/jobs/jobspane.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/words/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::test;

namespace {

// Formats a line of the worker; the script replaces JOB by the job id.
QByteArray lineOf(const MessageBody& body, std::int64_t sequence)
{
    return QByteArray::fromStdString(encode(WorkerMessage {"JOB", sequence, body})) + '\n';
}

// Returns the worker's messages for the model at micro-batch sizes 1 and 2.
QByteArray measurementsOf(const QString& model)
{
    ProfileRequest request;
    request.model = readModel(model.toStdString()).value();
    request.workload = {16, 64, Precision::Fp32, OptimizerKind::AdamW, AttentionKind::Sdpa};
    request.micro_batches = {1, 2};
    request.sequences = {64};
    const auto points = pointsOf(request);
    QByteArray lines =
        lineOf(HelloMessage {{DeviceKind::Cpu, "A processor", gibibytes(16), "libtorch 2.11.0", "", 2}, "0.1.0"}, 1);
    std::int64_t sequence = 1;
    for (const ProfilePoint& point : points) {
        Measurement measurement;
        measurement.point = point;
        measurement.device = {DeviceKind::Cpu, "A processor", gibibytes(16), "libtorch 2.11.0", "", 2};
        measurement.memory.parameters = Bytes(4 << 20);
        measurement.memory.gradients = Bytes(4 << 20);
        measurement.memory.optimizer_state = Bytes(8 << 20);
        measurement.memory.saved = Bytes(point.micro_batch << 20);
        measurement.memory.output = Bytes(1 << 16);
        measurement.forward.median = Seconds(0.01);
        measurement.backward.median = Seconds(0.02);
        measurement.repeats = 3;
        lines += lineOf(
            ProgressMessage {
                "measuring", verbatim("a layer"), {}, static_cast<int>(sequence), static_cast<int>(points.size())},
            ++sequence);
        lines += lineOf(MeasurementMessage {measurement}, ++sequence);
    }
    return lines + lineOf(ResultMessage {static_cast<int>(points.size()), 0, false, false}, ++sequence);
}

// A model with four experts in each block.
constexpr const char* mixtral = R"({
  "model_type": "mixtral", "vocab_size": 128, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
  "num_attention_heads": 4, "num_key_value_heads": 4, "num_local_experts": 4, "num_experts_per_tok": 2,
  "max_position_embeddings": 64, "hidden_act": "silu", "attention_dropout": 0.1
})";

}

class TestProfile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { qunsetenv("STAGECRAFT_WORKER_PATH"); }
    void theDialogSaysWhatItMeans();
    void theWorkerIsAskedForWhatWasClicked();
    void aDryRunStandsInForGpusThatAreNotThere();
    void theUsualCaseAsksForNothingMore();
    void whatRanOutOfMemoryIsTriedAgainWhereAsked();
    void badOptionsAreReportedBesideTheirFields_data();
    void badOptionsAreReportedBesideTheirFields();
    void measurementsOfAnotherWorkloadAreNoted();
    void measurementsBecomePlans();
    void aProfileCanBeCancelled();
    void aFailureIsReported();
    void closingAsksFirst();
    void anotherWorkspaceStopsIt();
    void theRealProfilerMeasures();

private:
    // Installs a worker that prints `lines` and then runs `more`.
    void useScript(const QByteArray& lines, const QByteArray& more);
    // Request that the worker script received.
    Result<WorkerRequest> asked() const;
    // Opens the dialog for a small model with experts, with all options expanded.
    ProfileDialog* openOptions(test::Explorer& explorer);
    // Opens the small model, whose layers are not measured.
    bool openSmall(test::Explorer& explorer);
    // Starts a profile with the button of the candidates pane.
    void startProfile(test::Explorer& explorer);

    QTemporaryDir m_folder;
};

void TestProfile::useScript(const QByteArray& lines, const QByteArray& more)
{
    QFile output(m_folder.filePath(QStringLiteral("lines")));
    QVERIFY(output.open(QIODevice::WriteOnly));
    output.write(lines);
    QFile script(m_folder.filePath(QStringLiteral("worker")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nread -r request\nprintf '%s\\n' \"$request\" > '"
                 + m_folder.filePath(QStringLiteral("request")).toUtf8()
                 + "'\n"
                   "job=$(printf '%s' \"$request\" | sed 's/.*\"job\":\"\\([^\"]*\\)\".*/\\1/')\n"
                   "sed \"s/JOB/$job/\" '"
                 + output.fileName().toUtf8() + "'\n" + more + "\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    script.close();
    qputenv("STAGECRAFT_WORKER_PATH", script.fileName().toUtf8());
}

Result<WorkerRequest> TestProfile::asked() const
{
    QFile file(m_folder.filePath(QStringLiteral("request")));
    (void)file.open(QIODevice::ReadOnly);
    return decodeRequest(file.readAll().toStdString(), "the request");
}

ProfileDialog* TestProfile::openOptions(test::Explorer& explorer)
{
    QFile model(m_folder.filePath(QStringLiteral("config.json")));
    (void)model.open(QIODevice::WriteOnly);
    model.write(mixtral);
    model.close();
    explorer.window.openPath(model.fileName());
    if (!explorer.waitForPlans()) {
        return nullptr;
    }
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QTest::mouseClick(fieldOf<QToolButton>(dialog, "more"), Qt::LeftButton);
    return dialog;
}

// Plans of a framework would use formulas, since a profile measures only one implementation of the layers.
bool TestProfile::openSmall(test::Explorer& explorer)
{
    explorer.window.openPath(test::dataFile("models/gpt2-tiny.json"));
    if (!explorer.waitForPlans()) {
        return false;
    }
    Problem problem = explorer.bench().document().session()->problem;
    problem.constraints.vary.clear();
    explorer.bench().document().setSession({problem});
    return explorer.waitForPlans();
}

void TestProfile::startProfile(test::Explorer& explorer)
{
    QPushButton* button = explorer.window.candidatesPane()->profileButton();
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
}

void TestProfile::theDialogSaysWhatItMeans()
{
    useScript({}, "exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("microBatches"));
    QPushButton* start = startButton(dialog);
    QVERIFY(start && start->isEnabled());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1, x"));
    QVERIFY(!start->isEnabled());
    QVERIFY(saidIn(dialog).contains(QStringLiteral("Enter comma-separated numbers")));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0"));
    QVERIFY(!start->isEnabled()); // the core rejects it
    QVERIFY2(saidIn(dialog).contains(QStringLiteral("micro-batch")), qPrintable(saidIn(dialog)));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1 2 4"));
    QVERIFY(start->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
    QVERIFY(!explorer.bench().profile().isRunning());
}

void TestProfile::theWorkerIsAskedForWhatWasClicked()
{
    useScript({}, "exit 0");
    test::Explorer explorer;
    ProfileDialog* dialog = openOptions(explorer);
    QVERIFY(dialog);
    const Workload before = explorer.bench().document().session()->problem.workload;
    type(fieldOf<QLineEdit>(dialog, "microBatches"), QStringLiteral("1, 2 4"));
    type(fieldOf<QLineEdit>(dialog, "sequences"), QStringLiteral("16, 32"));
    choose(fieldOf<QComboBox>(dialog, "device"), QStringLiteral("CUDA GPU"));
    type(fieldOf<QSpinBox>(dialog, "gpu"), QStringLiteral("3"));
    type(fieldOf<QSpinBox>(dialog, "minutes"), QStringLiteral("5"));
    choose(fieldOf<QComboBox>(dialog, "precision"), precisionName(Precision::Bf16Autocast));
    choose(fieldOf<QComboBox>(dialog, "optimizer"), QStringLiteral("SGD"));
    choose(fieldOf<QComboBox>(dialog, "attention"), attentionName(AttentionKind::Eager));
    choose(fieldOf<QComboBox>(dialog, "dropout"), dropoutName(DropoutUse::Off));
    QVERIFY(!fieldOf<QSpinBox>(dialog, "rank")->isVisible());
    choose(fieldOf<QComboBox>(dialog, "trainable"), trainableKindName(TrainableKind::Lora));
    QVERIFY(!fieldOf<QLineEdit>(dialog, "pattern")->isVisible());
    type(fieldOf<QSpinBox>(dialog, "rank"), QStringLiteral("4"));
    type(fieldOf<QLineEdit>(dialog, "adapted"), QStringLiteral("*.query, *.value"));
    type(fieldOf<QLineEdit>(dialog, "tensor"), QStringLiteral("2"));
    type(fieldOf<QLineEdit>(dialog, "expert"), QStringLiteral("2, 4"));
    check(fieldOf<QCheckBox>(dialog, "sequenceParallel"));
    check(fieldOf<QCheckBox>(dialog, "recompute"));
    check(fieldOf<QCheckBox>(dialog, "checks"));
    type(fieldOf<QDoubleSpinBox>(dialog, "tolerance"), QStringLiteral("5"));
    QCOMPARE(saidIn(dialog), QString());
    QTest::mouseClick(startButton(dialog), Qt::LeftButton);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
    QTRY_VERIFY(!explorer.bench().profile().isRunning());

    const auto request = asked();
    QVERIFY2(request, request ? "" : describe(request.error()).c_str());
    const ProfileRequest& profile = request->profile;
    QCOMPARE(profile.micro_batches, (std::vector<std::int64_t> {1, 2, 4}));
    QCOMPARE(profile.sequences, (std::vector<std::int64_t> {16, 32}));
    QVERIFY(profile.device.kind == DeviceKind::Cuda);
    QCOMPARE(profile.device.index, 3);
    QVERIFY(profile.budget && *profile.budget == Seconds(300));
    QVERIFY(profile.workload.precision == Precision::Bf16Autocast);
    QVERIFY(profile.workload.optimizer == OptimizerKind::Sgd);
    QVERIFY(profile.workload.attention == AttentionKind::Eager);
    QVERIFY(profile.workload.dropout == DropoutUse::Off);
    QCOMPARE(trainableText(profile.workload.trainable), std::string("lora:4:*.query,*.value"));
    const std::vector<Sharding> shardings {{2, 2, true}, {2, 4, true}};
    QVERIFY(profile.shardings == shardings);
    QVERIFY(profile.recompute && profile.checks);
    QCOMPARE(profile.tolerance, 0.05);
    // the dialog does not change the planning session
    QVERIFY(explorer.bench().document().session()->problem.workload == before);
}

void TestProfile::aDryRunStandsInForGpusThatAreNotThere()
{
    if (hasNvidiaDriver()) {
        QSKIP("this machine has a GPU to measure on");
    }
    useScript({}, "exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    Problem problem = explorer.bench().document().session()->problem;
    problem.cluster = parseCluster("4xA100-80GB").value();
    explorer.bench().edit(problem, 1, QStringLiteral("cluster"));
    QPushButton* button = explorer.window.candidatesPane()->profileButton();
    QTRY_COMPARE(button->text(), QStringLiteral("Dry run now"));
    const MeasurementsPane* measured = explorer.window.profilesPane()->measurements();
    QTRY_COMPARE(measured->findChild<EmptyState*>()->button()->text(), QStringLiteral("Dry run now"));
    // The dialog also starts with a dry run, and shows no GPU number.
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QCOMPARE(fieldOf<QComboBox>(dialog, "device")->currentText(), QStringLiteral("Dry run of A100-80GB (no GPU)"));
    QVERIFY(!fieldOf<QSpinBox>(dialog, "gpu")->isVisible());
    choose(fieldOf<QComboBox>(dialog, "device"), QStringLiteral("CUDA GPU"));
    QVERIFY(fieldOf<QSpinBox>(dialog, "gpu")->isVisible());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
    // One click starts the dry run, without a dialog.
    QTRY_VERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!explorer.window.findChild<ProfileDialog*>());
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    const auto request = asked();
    QVERIFY2(request, request ? "" : describe(request.error()).c_str());
    QVERIFY(request->profile.device.dry.has_value());
    QCOMPARE(request->profile.device.dry->name, std::string("A100-80GB"));
    QVERIFY(request->profile.recompute);
    QVERIFY(!request->profile.shardings.empty()); // the block of this model can be sharded over two ranks
}

void TestProfile::theUsualCaseAsksForNothingMore()
{
    useScript({}, "exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QVERIFY(!fieldOf<QComboBox>(dialog, "precision")->isVisible());
    QVERIFY(!fieldOf<QSpinBox>(dialog, "gpu")->isVisible());
    const int low = dialog->height();
    QTest::mouseClick(fieldOf<QToolButton>(dialog, "more"), Qt::LeftButton);
    QVERIFY(fieldOf<QComboBox>(dialog, "precision")->isVisible());
    QTRY_VERIFY(dialog->height() > low);
    // 3 layers at sizes 1 and 2
    QTRY_VERIFY(countedIn(dialog).startsWith(QStringLiteral("6 measurements, 6 remaining")));
    check(fieldOf<QCheckBox>(dialog, "recompute"));
    QTRY_VERIFY(countedIn(dialog).startsWith(QStringLiteral("8 measurements"))); // plus those of the block
    QTest::mouseClick(fieldOf<QCheckBox>(dialog, "recompute"), Qt::LeftButton, {}, QPoint(10, 10));
    QTest::mouseClick(fieldOf<QToolButton>(dialog, "more"), Qt::LeftButton);
    QTRY_COMPARE(dialog->height(), low);
    QTest::mouseClick(startButton(dialog), Qt::LeftButton);
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    const auto request = asked();
    QVERIFY(request);
    const Problem& problem = explorer.bench().document().session()->problem;
    QVERIFY(request->profile.workload == problem.workload);
    QVERIFY(request->profile.shardings.empty() && !request->profile.recompute && !request->profile.checks);
    QVERIFY(!request->profile.budget);
    QCOMPARE(request->profile.tolerance, 0.0);
}

void TestProfile::whatRanOutOfMemoryIsTriedAgainWhereAsked()
{
    useScript({}, "exit 7"); // exits before the first measurement
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    const Problem problem = explorer.bench().document().session()->problem;
    ProfileRequest request;
    request.model = problem.model;
    request.workload = problem.workload;
    request.micro_batches = {1, 2};
    request.sequences = {problem.workload.sequence};
    std::vector<ProfilePoint> small; // last points of the block
    for (const ProfilePoint& point : pointsOf(request)) {
        if (point.micro_batch == 1) {
            small.insert(kindName(point.spec) == "transformer_block" ? small.end() : small.begin(), point);
        }
    }
    QCOMPARE(small.size(), std::size_t(3));
    const auto add = [&](std::size_t point, MeasurementStatus status) {
        Measurement measurement;
        measurement.point = small[point];
        measurement.device = {DeviceKind::Cpu, "A processor", gibibytes(16), "libtorch 2.11.0", "", 2};
        measurement.status = status;
        measurement.measured_at = "2026-11-21T12:00:00Z";
        explorer.bench().document().addMeasurement(measurement, {}, 0);
    };
    add(0, MeasurementStatus::Done);
    add(2, MeasurementStatus::OutOfMemory);
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QTest::mouseClick(fieldOf<QToolButton>(dialog, "more"), Qt::LeftButton);
    QTRY_VERIFY(
        // excludes the larger micro-batch size too
        countedIn(dialog).startsWith(QStringLiteral("6 measurements, 3 remaining")));
    check(fieldOf<QCheckBox>(dialog, "retry"));
    QTRY_VERIFY(countedIn(dialog).startsWith(QStringLiteral("6 measurements, 5 remaining")));
    QTest::mouseClick(startButton(dialog), Qt::LeftButton);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    const auto known = [this] { return asked()->known; };
    QCOMPARE(known().size(), std::size_t(1));
    QCOMPARE(known().front().status, MeasurementStatus::Done);

    // Continue repeats the points without a new answer, and keeps the new answers.
    QVERIFY(explorer.bench().profile().unfinished());
    add(1, MeasurementStatus::OutOfMemory);
    explorer.bench().profile().goOn();
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QCOMPARE(known().size(), std::size_t(2));
    // A new request without retry treats all measurements as known.
    explorer.bench().profile().start(request);
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QCOMPARE(known().size(), std::size_t(3));
}

void TestProfile::badOptionsAreReportedBesideTheirFields_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("no sequence") << "sequences"
                                 << " "
                                 << "Enter comma-separated numbers";
    QTest::newRow("sequence too long") << "sequences"
                                       << "16, 65"
                                       << "sequence length";
    QTest::newRow("no pattern") << "pattern"
                                << ""
                                << "parameter names to train";
    QTest::newRow("a rank is no pattern") << "pattern"
                                          << "lora:8"
                                          << "not a valid pattern";
    QTest::newRow("nothing has such a name") << "pattern"
                                             << "*.nose"
                                             << "a pattern that matches names such as";
    QTest::newRow("heads do not divide") << "tensor"
                                         << "2, 3"
                                         << "tensor-parallel size";
    QTest::newRow("no degree") << "tensor"
                               << "two"
                               << "Enter comma-separated numbers";
    QTest::newRow("degree zero") << "tensor"
                                 << "0"
                                 << "A parallel size";
    QTest::newRow("experts do not divide") << "expert"
                                           << "3"
                                           << "expert-parallel size";
    QTest::newRow("negative") << "expert"
                              << "-2"
                              << "A parallel size";
}

void TestProfile::badOptionsAreReportedBesideTheirFields()
{
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, words);
    useScript({}, "exit 0");
    test::Explorer explorer;
    ProfileDialog* dialog = openOptions(explorer);
    QVERIFY(dialog);
    QVERIFY(startButton(dialog)->isEnabled());
    if (field == QStringLiteral("pattern")) {
        choose(fieldOf<QComboBox>(dialog, "trainable"), trainableKindName(TrainableKind::Pattern));
    }
    auto* line = fieldOf<QLineEdit>(dialog, field.toLatin1().constData());
    type(line, text);
    QVERIFY2(saidIn(dialog).contains(words), qPrintable(saidIn(dialog)));
    QVERIFY(!startButton(dialog)->isEnabled());
    // The message is close below the field when the layout has settled.
    const auto beside = [&] {
        for (const InlineMessage* message : dialog->findChildren<InlineMessage*>()) {
            const int gap = message->mapTo(dialog, QPoint()).y() - line->mapTo(dialog, QPoint(0, line->height())).y();
            if (message->isVisible() && (gap < 0 || gap >= 2 * line->height())) {
                return false;
            }
        }
        return line->height() > 0;
    };
    QTRY_VERIFY(beside());
    // A collapsed section still shows its error.
    QTest::mouseClick(fieldOf<QToolButton>(dialog, "more"), Qt::LeftButton);
    bool reported = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        reported = reported || (label->isVisible() && label->text().contains(words));
    }
    QVERIFY(reported);
}

void TestProfile::measurementsOfAnotherWorkloadAreNoted()
{
    useScript({}, "exit 0");
    test::Explorer explorer;
    ProfileDialog* dialog = openOptions(explorer);
    const auto noted = [dialog] {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(QStringLiteral("differ from the training settings"))) {
                return true;
            }
        }
        return false;
    };
    QVERIFY(!noted());
    auto* optimizer = fieldOf<QComboBox>(dialog, "optimizer");
    choose(optimizer, QStringLiteral("SGD"));
    QVERIFY(noted());
    choose(optimizer, QStringLiteral("AdamW"));
    QVERIFY(!noted());
}

void TestProfile::measurementsBecomePlans()
{
    useScript(measurementsOf(test::dataFile("models/gpt2-tiny.json")), "exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QVERIFY(explorer.waitForPlans());
    QVERIFY(!explorer.window.candidatesPane()->unmeasured()->isVisible());
    QVERIFY(explorer.bench().plans().current()->estimate.memory_basis != Basis::Analytic);
    const JobsPane* jobs = explorer.window.jobsPane();
    QCOMPARE(jobs->list()->model()->rowCount(), 2); // the profile and the search
    QVERIFY2(jobs->log()->toPlainText().contains(QStringLiteral("A processor")),
             qPrintable(jobs->log()->toPlainText()));
    QVERIFY(jobs->log()->toPlainText().contains(QStringLiteral("micro-batch size 2")));
    QVERIFY(!jobs->cancelButton()->isEnabled());
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestProfile::aProfileCanBeCancelled()
{
    useScript(lineOf(ProgressMessage {"measuring", verbatim("embedding"), words::worker::first, 1, 6}, 1),
              "read -r word; exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(explorer.bench().profile().isRunning());
    // The job shows the measured point and the reason.
    QTRY_COMPARE(explorer.bench().jobs().job(0)->phase,
                 QStringLiteral("Measuring: the smallest point of its layer · embedding"));
    QPushButton* cancel = explorer.window.jobsPane()->cancelButton();
    QTRY_VERIFY(cancel->isEnabled());
    QVERIFY(!explorer.action(QStringLiteral("Profile…"))->isEnabled()); // one profile at a time
    explorer.activate();
    explorer.field<QDockWidget>("jobsDock")->raise();
    QTRY_VERIFY(cancel->isVisible());
    cancel->setFocus(Qt::TabFocusReason);
    QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), patient(10000));
    QTRY_VERIFY(!cancel->isEnabled());
    QVERIFY(explorer.window.jobsPane()->isAncestorOf(QApplication::focusWidget())); // no other pane is raised
    QTRY_VERIFY(explorer.action(QStringLiteral("Profile…"))->isEnabled());
    const Job* job = explorer.bench().jobs().job(0);
    QVERIFY(job->state == JobState::Cancelled);
    QVERIFY(explorer.window.candidatesPane()->unmeasured()->isVisible()); // the same message as before
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestProfile::aFailureIsReported()
{
    useScript({}, "echo 'no more handles' >&2; exit 7");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported[0].contains(QStringLiteral("no more handles")),
             qPrintable(explorer.dialogs.reported[0]));
    QVERIFY(explorer.bench().jobs().job(0)->state == JobState::Failed);
    QVERIFY(!explorer.bench().profile().isRunning());
}

void TestProfile::closingAsksFirst()
{
    useScript(lineOf(ProgressMessage {"measuring", verbatim("embedding"), {}, 1, 6}, 1), "read -r word; exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(explorer.bench().profile().isRunning());
    explorer.dialogs.consent = false;
    explorer.window.close();
    QVERIFY(explorer.window.isVisible());
    QCOMPARE(explorer.dialogs.asked.last(), QStringLiteral("Stop the profile?"));
    explorer.dialogs.consent = true;
    explorer.window.close();
    QTRY_VERIFY(!explorer.window.isVisible());
}

void TestProfile::anotherWorkspaceStopsIt()
{
    useScript(lineOf(ProgressMessage {"measuring", verbatim("embedding"), {}, 1, 6}, 1), "read -r word; exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(explorer.bench().profile().isRunning());
    explorer.bench().newWorkspace();
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QVERIFY(explorer.bench().jobs().job(0)->state == JobState::Cancelled);
}

// The real worker of this build measures on this machine's CPU.
void TestProfile::theRealProfilerMeasures()
{
    if (findWorker().isEmpty()) {
        QSKIP("This build has no profiler");
    }
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), patient(120000));
    QCOMPARE(explorer.dialogs.reported, QStringList());
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.bench().plans().current()->estimate.memory_basis == Basis::Measured);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestProfile profile;
    return QTest::qExec(&profile, argc, argv);
}
#include "tst_profile.moc"
