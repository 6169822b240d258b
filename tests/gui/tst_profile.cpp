// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Profiling from the window: measurements stream in and become plans, a job can be cancelled, a failure is told.
#include "core/measuring/plan.h"
#include "core/protocol/message.h"
#include "tests/gui/explorerfixture.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/mainwindow/candidatespane.h"
#include "ui/mainwindow/jobspane.h"
#include "ui/mainwindow/profilerunner.h"

#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace stagecraft;

namespace {

// A line as the worker writes it; the script puts the job's id in place of JOB.
QByteArray lineOf(const MessageBody& body, std::int64_t sequence)
{
    return QByteArray::fromStdString(encode(WorkerMessage {"JOB", sequence, body})) + '\n';
}

// What a worker would say of the model at micro-batches 1 and 2.
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
            ProgressMessage {"measuring", "a layer", {}, static_cast<int>(sequence), static_cast<int>(points.size())},
            ++sequence);
        lines += lineOf(MeasurementMessage {measurement}, ++sequence);
    }
    return lines + lineOf(ResultMessage {static_cast<int>(points.size()), 0, false, false}, ++sequence);
}

}

class TestProfile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { qunsetenv("STAGECRAFT_WORKER_PATH"); }
    void theDialogSaysWhatItMeans();
    void measurementsBecomePlans();
    void aProfileCanBeCancelled();
    void aFailureIsTold();
    void closingAsksFirst();
    void anotherWorkspaceStopsIt();
    void theRealProfilerMeasures();

private:
    // A worker that prints `lines` and then does `more`.
    void useScript(const QByteArray& lines, const QByteArray& more);
    // Opens the small model, whose layers are not measured.
    bool openSmall(test::Explorer& explorer);
    // Through the button of the candidates pane.
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
    script.write("#!/bin/sh\nread -r request\n"
                 "job=$(printf '%s' \"$request\" | sed 's/.*\"job\":\"\\([^\"]*\\)\".*/\\1/')\n"
                 "sed \"s/JOB/$job/\" '"
                 + output.fileName().toUtf8() + "'\n" + more + "\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    script.close();
    qputenv("STAGECRAFT_WORKER_PATH", script.fileName().toUtf8());
}

bool TestProfile::openSmall(test::Explorer& explorer)
{
    explorer.window.openPath(test::dataFile("models/gpt2-tiny.json"));
    return explorer.waitForState(Workbench::PlanState::NotMeasured);
}

void TestProfile::startProfile(test::Explorer& explorer)
{
    QPushButton* button = explorer.window.candidatesPane()->empty()->button();
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
    auto* field = dialog->findChild<QLineEdit*>();
    QPushButton* start = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        start = button->isDefault() ? button : start;
    }
    QVERIFY(start && start->isEnabled());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1, x"));
    QVERIFY(!start->isEnabled());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0"));
    QVERIFY(!start->isEnabled()); // the core refuses it
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1 2 4"));
    QVERIFY(start->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
    QVERIFY(!explorer.bench().profile().isRunning());
}

void TestProfile::measurementsBecomePlans()
{
    useScript(measurementsOf(test::dataFile("models/gpt2-tiny.json")), "exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QVERIFY(explorer.waitForPlans());
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QVERIFY(!explorer.window.candidatesPane()->isEmptyShown());
    QVERIFY(explorer.bench().plans().current());
    const JobsPane* jobs = explorer.window.jobsPane();
    QCOMPARE(jobs->list()->model()->rowCount(), 2); // the profile and the search
    QVERIFY2(jobs->log()->toPlainText().contains(QStringLiteral("A processor")),
             qPrintable(jobs->log()->toPlainText()));
    QVERIFY(jobs->log()->toPlainText().contains(QStringLiteral("micro-batch 2")));
    QVERIFY(!jobs->cancelButton()->isEnabled());
    QCOMPARE(explorer.dialogs.told, QStringList());
}

void TestProfile::aProfileCanBeCancelled()
{
    useScript(lineOf(ProgressMessage {"measuring", "embedding", {}, 1, 6}, 1), "read -r word; exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(explorer.bench().profile().isRunning());
    QPushButton* cancel = explorer.window.jobsPane()->cancelButton();
    QTRY_VERIFY(cancel->isEnabled());
    QVERIFY(!explorer.action(QStringLiteral("Profile…"))->isEnabled()); // one at a time
    QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), 10000);
    QTRY_VERIFY(explorer.action(QStringLiteral("Profile…"))->isEnabled());
    const Job* job = explorer.bench().jobs().job(0);
    QVERIFY(job->state == JobState::Cancelled);
    QVERIFY(explorer.window.candidatesPane()->isEmptyShown()); // as before
    QCOMPARE(explorer.dialogs.told, QStringList());
}

void TestProfile::aFailureIsTold()
{
    useScript({}, "echo 'no more handles' >&2; exit 7");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_COMPARE(explorer.dialogs.told.size(), 1);
    QVERIFY2(explorer.dialogs.told[0].contains(QStringLiteral("no more handles")),
             qPrintable(explorer.dialogs.told[0]));
    QVERIFY(explorer.bench().jobs().job(0)->state == JobState::Failed);
    QVERIFY(!explorer.bench().profile().isRunning());
}

void TestProfile::closingAsksFirst()
{
    useScript(lineOf(ProgressMessage {"measuring", "embedding", {}, 1, 6}, 1), "read -r word; exit 0");
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
    useScript(lineOf(ProgressMessage {"measuring", "embedding", {}, 1, 6}, 1), "read -r word; exit 0");
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY(explorer.bench().profile().isRunning());
    explorer.bench().newWorkspace();
    QTRY_VERIFY(!explorer.bench().profile().isRunning());
    QVERIFY(explorer.bench().jobs().job(0)->state == JobState::Cancelled);
}

// With the worker of this build, on this machine's processor.
void TestProfile::theRealProfilerMeasures()
{
    if (findWorker().isEmpty()) {
        QSKIP("This build has no profiler");
    }
    test::Explorer explorer;
    QVERIFY(openSmall(explorer));
    startProfile(explorer);
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), 120000);
    QCOMPARE(explorer.dialogs.told, QStringList());
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
