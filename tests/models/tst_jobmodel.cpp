// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/jobmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace stagecraft;

class TestJobModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void putsTheNewestFirst();
    void changesInPlace();
    void showsProgressHonestly();
    void theToolTipHasThePhase();
};

void TestJobModel::putsTheNewestFirst()
{
    JobModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.put({QStringLiteral("a"), QStringLiteral("Profile gpt2")});
    model.put({QStringLiteral("b"), QStringLiteral("Search")});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, JobModel::Title).data().toString(), QStringLiteral("Search"));
    model.put({QStringLiteral("a"), QStringLiteral("Profile again")}); // the same job: replaced in place
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, JobModel::Title).data().toString(), QStringLiteral("Profile again"));
}

void TestJobModel::changesInPlace()
{
    JobModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.put({QStringLiteral("a"), QStringLiteral("Profile")});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy logged(&model, &JobModel::logged);
    model.change(QStringLiteral("a"), [](Job& job) { job.done = 3; });
    model.change(QStringLiteral("unknown"), [](Job& job) { job.done = 9; });
    QCOMPARE(changed.count(), 1);
    model.log(QStringLiteral("a"), QStringLiteral("block: 12 ms"));
    QCOMPARE(logged.count(), 1);
    QCOMPARE(model.job(0)->log, QStringList {QStringLiteral("block: 12 ms")});
}

// Unknown progress is not displayed, and the remaining time only while the job runs.
void TestJobModel::showsProgressHonestly()
{
    JobModel model;
    Job job {QStringLiteral("a"), QStringLiteral("Profile")};
    model.put(job);
    QCOMPARE(model.index(0, JobModel::Progress).data().toString(), QString());
    QVERIFY(model.index(0, 0).data(JobModel::ShareRole).toDouble() < 0);
    job.done = 21;
    model.put(job);
    QCOMPARE(model.index(0, JobModel::Progress).data().toString(), QStringLiteral("21 tried"));
    QVERIFY(model.index(0, 0).data(JobModel::ShareRole).toDouble() < 0);
    job.done = 3;
    job.total = 12;
    job.remaining = Seconds(90);
    model.put(job);
    QCOMPARE(model.index(0, JobModel::Progress).data().toString(), QStringLiteral("3 of 12"));
    QCOMPARE(model.index(0, 0).data(JobModel::ShareRole).toDouble(), 0.25);
    QCOMPARE(model.index(0, JobModel::Remaining).data().toString(), QStringLiteral("90.0 s remaining"));
    job.state = JobState::Cancelled;
    model.put(job);
    QCOMPARE(model.index(0, JobModel::Remaining).data().toString(), QString());
    QCOMPARE(model.index(0, 0).data(JobModel::ShareRole).toDouble(), 0.25);
}

// The tooltip contains the phase, which a narrow list elides.
void TestJobModel::theToolTipHasThePhase()
{
    JobModel model;
    Job job {QStringLiteral("a"), QStringLiteral("Profile")};
    job.phase = QStringLiteral("Measuring: transformer block, micro-batch 2");
    model.put(job);
    const QString reported = model.index(0, JobModel::Title).data(Qt::ToolTipRole).toString();
    QVERIFY2(reported.contains(job.title) && reported.contains(job.phase), qPrintable(reported));
}

QTEST_GUILESS_MAIN(TestJobModel)
#include "tst_jobmodel.moc"
