// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A profile job with faulty workers, replaced by small scripts. tests/integration uses the real one.
#include "core/base/english.h"
#include "core/session/profilejob.h"
#include "tests/support/patience.h"
#include "tests/support/programs.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

ProfileRequest tinyRequest()
{
    ProfileRequest request;
    request.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    request.workload.sequence = 32;
    request.sequences = {32};
    request.micro_batches = {1};
    return request;
}

// Formats a line of the worker; the scripts replace JOB by their job id.
QByteArray lineOf(const MessageBody& body, std::int64_t sequence)
{
    return QByteArray::fromStdString(encode(WorkerMessage {"JOB", sequence, body})) + '\n';
}

QByteArray measurementLine(std::int64_t micro_batch, std::int64_t sequence)
{
    Measurement measurement;
    measurement.point = pointOf(embeddingOf(100, 64, 32), {32}, micro_batch, 32);
    measurement.device.name = "a processor";
    return lineOf(MeasurementMessage {measurement}, sequence);
}

}

class TestProfileJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { qunsetenv("STAGECRAFT_WORKER_PATH"); }
    void linesCountOnce();
    void linesOfOtherJobsAreLeftOut();
    void lastWordsExplainACrash();
    void aCrashNamesTheLimitOfMemory();
    void errorOfTheWorkerIsPassedOn();
    void nonsenseIsAProtocolError();
    void newerProtocolIsRefused();
    void stubbornWorkerIsKilled();
    void resultCountsThoughTheWorkerHangs();
    void missingWorkerIsReported();
    void notAProgramIsReported();

private:
    // Installs a worker that prints `lines` and then runs `more`.
    void useScript(const QByteArray& lines, const QByteArray& more);

    QTemporaryDir m_folder;
};

void TestProfileJob::useScript(const QByteArray& lines, const QByteArray& more)
{
    QFile output(m_folder.filePath("lines"));
    QVERIFY(output.open(QIODevice::WriteOnly));
    output.write(lines);
    QFile script(m_folder.filePath("worker"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nread -r request\n"
                 "job=$(printf '%s' \"$request\" | sed 's/.*\"job\":\"\\([^\"]*\\)\".*/\\1/')\n"
                 "sed \"s/JOB/$job/\" '"
                 + output.fileName().toUtf8() + "'\n" + more + "\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    script.close();
    qputenv("STAGECRAFT_WORKER_PATH", script.fileName().toUtf8());
}

void TestProfileJob::linesCountOnce()
{
    useScript(measurementLine(1, 1) + measurementLine(2, 2) + measurementLine(1, 1) + measurementLine(2, 2)
                  + lineOf(ResultMessage {2, 0, false, false}, 3),
              "exit 0");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy finished(&job, &ProfileJob::finished);
    job.start();
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(measured.size(), 2);
    QCOMPARE(qvariant_cast<ProfileSummary>(finished.first().first()).measured, 2);
}

void TestProfileJob::linesOfOtherJobsAreLeftOut()
{
    useScript(measurementLine(1, 1).replace("JOB", "someone else's") + lineOf(ResultMessage {}, 1), "exit 0");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy finished(&job, &ProfileJob::finished);
    job.start();
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(measured.isEmpty());
}

void TestProfileJob::lastWordsExplainACrash()
{
    useScript("a line of a library\n" + measurementLine(1, 1), "echo 'no more handles' >&2; exit 7");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE(failed.size(), 1);
    const std::string text = describe(qvariant_cast<Error>(failed.first().first()));
    QVERIFY2(text.find("exit status 7") != std::string::npos && text.find("no more handles") != std::string::npos
                 && text.find("a line of a library") != std::string::npos,
             text.c_str());
    QCOMPARE(measured.size(), 1); // earlier measurements count
}

// A crash reports the memory limit: a limit too small for the worker's libraries prevents its error message.
void TestProfileJob::aCrashNamesTheLimitOfMemory()
{
    rlimit before {};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit limited {rlim_t(1) << 50, before.rlim_max}; // enough, also for sanitizers
    QCOMPARE(setrlimit(RLIMIT_AS, &limited), 0);
    useScript({}, "kill -ABRT $$");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    const std::string text = describe(qvariant_cast<Error>(failed.first().first()));
    QVERIFY2(text.find("signal 6, with memory limited to 1024 TiB (ulimit -v)") != std::string::npos, text.c_str());
}

void TestProfileJob::errorOfTheWorkerIsPassedOn()
{
    const Error reason {ErrorCode::DeviceUnavailable, {std::string("cuda:5"), std::string("there are two")}, {}};
    useScript(lineOf(ErrorMessage {reason}, 1), "exit 1");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(qvariant_cast<Error>(failed.first().first()), reason);
}

void TestProfileJob::nonsenseIsAProtocolError()
{
    useScript("{\"format\": \"something\"}\n" + measurementLine(1, 1), "sleep 60");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patient(10'000));
    QCOMPARE(qvariant_cast<Error>(failed.first().first()).code, ErrorCode::WorkerProtocol);
    QVERIFY(measured.isEmpty());
}

void TestProfileJob::newerProtocolIsRefused()
{
    useScript(measurementLine(1, 1).replace("\"version\":2", "\"version\":99"), "sleep 60");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patient(10'000));
    QCOMPARE(qvariant_cast<Error>(failed.first().first()).code, ErrorCode::FormatNewer);
}

void TestProfileJob::stubbornWorkerIsKilled()
{
    useScript(measurementLine(1, 1), "trap '' TERM; while true; do sleep 0.1; done");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy measured(&job, &ProfileJob::measured);
    QSignalSpy finished(&job, &ProfileJob::finished);
    job.start();
    QTRY_COMPARE(measured.size(), 1);
    QElapsedTimer timer;
    timer.start();
    job.cancel();
    QVERIFY(finished.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patient(10'000));
    // Its timers are coarse: they may fire 5 % early.
    QVERIFY2(timer.elapsed() >= 4'700 && timer.elapsed() < 8'000, QByteArray::number(timer.elapsed()));
    const auto summary = qvariant_cast<ProfileSummary>(finished.first().first());
    QVERIFY(summary.cancelled);
    QCOMPARE(summary.measured, 1);
}

void TestProfileJob::resultCountsThoughTheWorkerHangs()
{
    useScript(lineOf(ResultMessage {0, 0, false, true}, 1), "trap '' TERM; while true; do sleep 0.1; done");
    ProfileJob job(tinyRequest(), {});
    QSignalSpy finished(&job, &ProfileJob::finished);
    job.start();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patient(10'000));
    QVERIFY(qvariant_cast<ProfileSummary>(finished.first().first()).budget_spent);
}

void TestProfileJob::missingWorkerIsReported()
{
    qputenv("STAGECRAFT_WORKER_PATH", "/nowhere");
    QVERIFY(findWorker().isEmpty());
    ProfileJob job(tinyRequest(), {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QVERIFY(failed.isEmpty()); // emitted by the event loop, never by start()
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(qvariant_cast<Error>(failed.first().first()).code, ErrorCode::WorkerMissing);
    QVERIFY(!job.isRunning());
}

void TestProfileJob::notAProgramIsReported()
{
    QFile file(m_folder.filePath("text"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x7f"
               "ELF, but not really");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    file.close();
    qputenv("STAGECRAFT_WORKER_PATH", file.fileName().toUtf8());
    ProfileJob job(tinyRequest(), {});
    QSignalSpy failed(&job, &ProfileJob::failed);
    job.start();
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(qvariant_cast<Error>(failed.first().first()).code, ErrorCode::WorkerFailed);
}

QTEST_GUILESS_MAIN(TestProfileJob)
#include "tst_profilejob.moc"
