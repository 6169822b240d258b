// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The session with the real worker: every point once, cancel, and a worker that is killed.
#include "core/base/english.h"
#include "core/measuring/plan.h"
#include "core/session/profilejob.h"
#include "tests/integration/processes.h"
#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace stagecraft;
using stagecraft::testing::childrenOf;
using stagecraft::testing::descendantsOf;
using stagecraft::testing::isAnyRunning;

namespace {

constexpr int patience = 120'000; // ms; libtorch may be loaded from a cold disk

ProfileRequest tinyRequest(int micro_batches)
{
    ProfileRequest request;
    request.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    request.workload.sequence = 32;
    request.sequences = {32};
    request.micro_batches.resize(static_cast<std::size_t>(micro_batches));
    std::iota(request.micro_batches.begin(), request.micro_batches.end(), 1);
    return request;
}

Measurements measurementsOf(const QSignalSpy& measured)
{
    Measurements measurements;
    for (const auto& arguments : measured) {
        measurements.push_back(qvariant_cast<Measurement>(arguments.first()));
    }
    return measurements;
}

}

class TestWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void measuresEveryPointOnce();
    void cancelKeepsWhatWasMeasured();
    void cancelBeforeTheFirstMeasurement();
    void killedWorkerIsReported();
    void deviceThatIsNotThere();
    void destructionEndsTheWorker();
};

void TestWorker::measuresEveryPointOnce()
{
    const ProfileRequest request = tinyRequest(2);
    Measurements first;
    {
        ProfileJob job(request, {});
        QSignalSpy hello(&job, &ProfileJob::hello);
        QSignalSpy progressed(&job, &ProfileJob::progressed);
        QSignalSpy measured(&job, &ProfileJob::measured);
        QSignalSpy finished(&job, &ProfileJob::finished);
        QSignalSpy failed(&job, &ProfileJob::failed);
        job.start();
        QVERIFY(job.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!job.isRunning(), patience);
        QVERIFY2(failed.isEmpty(),
                 failed.isEmpty() ? "" : describe(qvariant_cast<Error>(failed.first().first())).c_str());
        QCOMPARE(finished.size(), 1);
        QCOMPARE(hello.size(), 1);
        QVERIFY(!qvariant_cast<MeasuredDevice>(hello.first().first()).name.empty());
        QVERIFY(!progressed.isEmpty());

        first = measurementsOf(measured);
        QCOMPARE(first.size(), pointsOf(request).size()); // embedding, block and head, two sizes each
        QVERIFY(remainingSteps(request, first).empty());
        qint64 last = 0;
        for (const auto& arguments : measured) {
            QVERIFY(arguments[1].toLongLong() > last);
            last = arguments[1].toLongLong();
        }
        QCOMPARE(qvariant_cast<ProfileSummary>(finished.first().first()).measured, 6);
    }
    ProfileJob again(request, first);
    QSignalSpy measured(&again, &ProfileJob::measured);
    QSignalSpy finished(&again, &ProfileJob::finished);
    again.start();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
    QVERIFY(measured.isEmpty());
}

void TestWorker::cancelKeepsWhatWasMeasured()
{
    ProfileJob job(tinyRequest(400), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy finished(&job, &ProfileJob::finished);
    job.start();
    QTRY_VERIFY_WITH_TIMEOUT(measured.size() >= 2, patience);
    QVERIFY(job.remaining() >= Seconds(0));
    const QList<pid_t> processes = descendantsOf(QCoreApplication::applicationPid());
    QVERIFY(!processes.isEmpty());
    QElapsedTimer timer;
    timer.start();
    job.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patient(10'000));
    QVERIFY(timer.elapsed() < 6'000);
    const auto summary = qvariant_cast<ProfileSummary>(finished.first().first());
    QVERIFY(summary.cancelled);
    QCOMPARE(summary.measured, static_cast<int>(measured.size()));
    QVERIFY(measured.size() < 1200);
    QTRY_VERIFY(!isAnyRunning(processes));
    const auto before = measured.size();
    QTest::qWait(200);
    QCOMPARE(measured.size(), before); // no message after finished()
    QCOMPARE(finished.size(), 1);
}

void TestWorker::cancelBeforeTheFirstMeasurement()
{
    ProfileJob job(tinyRequest(400), {});
    QSignalSpy finished(&job, &ProfileJob::finished);
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    job.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patient(10'000));
    QVERIFY(qvariant_cast<ProfileSummary>(finished.first().first()).cancelled);
    QVERIFY(failed.isEmpty());
}

void TestWorker::killedWorkerIsReported()
{
    ProfileJob job(tinyRequest(400), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy finished(&job, &ProfileJob::finished);
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_VERIFY_WITH_TIMEOUT(!measured.isEmpty(), patience);
    const QList<pid_t> processes = descendantsOf(QCoreApplication::applicationPid());
    const QList<pid_t> workers = childrenOf(QCoreApplication::applicationPid());
    QCOMPARE(workers.size(), 1);
    ::kill(workers.first(), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patient(10'000));
    const auto error = qvariant_cast<Error>(failed.first().first());
    QCOMPARE(error.code, ErrorCode::WorkerFailed);
    QVERIFY2(describe(error).find("signal 9") != std::string::npos, describe(error).c_str());
    QVERIFY(finished.isEmpty());
    QVERIFY(!job.isRunning());
    QTRY_VERIFY(!isAnyRunning(processes)); // no process remains
}

void TestWorker::deviceThatIsNotThere()
{
    ProfileRequest request = tinyRequest(1);
    request.device.kind = DeviceKind::Cuda;
    request.device.index = 99;
    ProfileJob job(request, {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
    const auto error = qvariant_cast<Error>(failed.first().first());
    QVERIFY2(error.code == ErrorCode::DeviceUnavailable, describe(error).c_str());
}

void TestWorker::destructionEndsTheWorker()
{
    QList<pid_t> processes;
    {
        ProfileJob job(tinyRequest(400), {});
        QSignalSpy measured(&job, &ProfileJob::measured);
        job.start();
        QTRY_VERIFY_WITH_TIMEOUT(!measured.isEmpty(), patience);
        processes = descendantsOf(QCoreApplication::applicationPid());
        QVERIFY(!processes.isEmpty());
    }
    QTRY_VERIFY(!isAnyRunning(processes));
}

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
