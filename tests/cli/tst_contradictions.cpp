// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Questions whose options contradict each other or the devices: the message names the cause.
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"

#include <QTest>

using namespace stagecraft::testing;

class TestContradictions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_table = m_cli.write("chain.csv", statesOnly); }
    void messagesNameTheCause_data();
    void messagesNameTheCause();
    void microBatchesLeaveTheMicroBatch();
    void plansAreListedOnce();

private:
    CommandLine m_cli;
    QString m_table;
};

void TestContradictions::messagesNameTheCause_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const char* arguments, const QStringList& words) {
        QTest::newRow(name) << QString::fromLatin1(arguments).split(u' ') << words;
    };
    row("reserve above the memory",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --memory-reserve 100GiB",
        {"memory reserve", "A100-80GB", "100 GiB"});
    row("reserve above the memory of all groups",
        "plan zoo:gpt2 --cluster 4xA100-80GB+4xL40S --global-batch 8 --sequence 512 --memory-reserve 100GiB",
        {"memory reserve", "A100-80GB", "100 GiB"});
    row("deeper than there are devices",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --pipeline 8",
        {"pipeline depth", "8", "between 1 and 4"});
    row("more replicas than devices", "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --data 8",
        {"data degree", "8", "between 1 and 4"});
    row("a tensor degree that nothing divides by",
        "plan zoo:gpt2 --cluster 8xA100-80GB --global-batch 8 --sequence 512 --tensor 5",
        {"tensor degree", "5", "12 heads"});
    row("degrees that need more devices together",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --tensor 3 --data 2",
        {"pipeline depth x data x tensor", "6", "between 1 and 4"});
    row("cuts of another depth",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --pipeline 4 --cuts 0,5,14",
        {"--cuts", "--pipeline 4", "\"3\"; possible: 5"});
    row("micro-batches that need too many replicas",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batches 4",
        {"--micro-batches 4", "micro-batches of 1", "is 8", "between 1 and 4"});
    row("the same of sizes",
        "size zoo:gpt2 fewest --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batches 4",
        {"--micro-batches 4", "micro-batches of 1", "is 8", "between 1 and 4"});
    row("micro-batches and replicas that do not divide the batch",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batches 5 --data 2",
        {"global batch", "32", "micro-batches x data", "10"});
    row("all three of them, of another batch",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --micro-batch 1 --micro-batches 16 --data 4",
        {"--data", "--micro-batches", "\"4\"; possible: 2"});
    row("a price beyond all bounds", "plan zoo:gpt2 --cluster 4xA100-80GB@1e300 --global-batch 8",
        {"price of a node is 1.00e+300"});
    row("a price of nothing", "plan zoo:gpt2 --cluster 4xA100-80GB@0 --global-batch 8", {"\"0\"", "must be above 0"});
    row("a multiple beyond the longest sequence",
        "size zoo:gpt2 longest-sequence --cluster 4xA100-40GB --global-batch 4 --multiple 5000",
        {"multiple of a size is 5000", "between 1 and 1024"});
    row("the longest sequence of a layer table", "size TABLE longest-sequence --cluster 4xcpu:8GiB --global-batch 8",
        {"layer table", "one sequence", "longest-sequence", "largest-batch"});
}

void TestContradictions::messagesNameTheCause()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, words);
    arguments.replaceInStrings("TABLE", m_table);
    const Finished run = m_cli.run(arguments);
    QCOMPARE(run.code, 2);
    for (const QString& word : words) {
        QVERIFY2(QString::fromUtf8(run.err).contains(word), qPrintable(word + " is not in: " + run.err));
    }
}

// What is left of the batch is the micro-batch: of the size that was asked for, plan and size have the same plan.
void TestContradictions::microBatchesLeaveTheMicroBatch()
{
    const QStringList others {"--cluster", "4xA100-40GB", "--sequence", "512",   "--micro-batches",
                              "4",         "--data",      "2",          "--json"};
    const Finished size = m_cli.run(QStringList {"size", "zoo:gpt2", "largest-batch"} + others);
    QVERIFY2(size.code == 0, size.err);
    const QJsonObject sized = size.json();
    const auto batch = static_cast<qint64>(sized.value("value").toDouble());
    QVERIFY(batch > 8 && batch % 8 == 0);
    const auto planOf = [&](qint64 samples) {
        return m_cli.run(QStringList {"plan", "zoo:gpt2", "--global-batch", QString::number(samples)} + others);
    };
    const Finished plan = planOf(batch);
    QVERIFY2(plan.code == 0, plan.err);
    const QJsonObject best = plan.json().value("candidates").toArray().first().toObject();
    QCOMPARE(best.value("plan"), sized.value("best").toObject().value("plan"));
    QCOMPARE(best.value("plan").toObject().value("micro_batches").toInt(), 4);
    QCOMPARE(best.value("plan").toObject().value("micro_batch").toInteger(), batch / 8);
    QCOMPARE(planOf(batch + 8).code, 3); // what size says of more: nothing fits
}

// A baseline that makes a plan of the search is named there, not shown again.
void TestContradictions::plansAreListedOnce()
{
    const Finished run = m_cli.run(
        {"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8", "--partitioner", "all", "--json"});
    QVERIFY2(run.code == 0, run.err);
    QList<QJsonValue> plans;
    QStringList others;
    for (const auto& candidate : run.json().value("candidates").toArray()) {
        const QJsonValue plan = candidate.toObject().value("plan");
        QVERIFY(!plans.contains(plan));
        plans.append(plan);
        for (const auto& other : candidate.toObject().value("also").toArray()) {
            others.append(other.toString());
            QVERIFY(candidate.toObject().value("partitioner").toString() != others.last());
        }
    }
    QVERIFY(!others.isEmpty());
    const Finished text = m_cli.run({"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8"});
    const auto first = QString::fromUtf8(text.out).indexOf("deepspeed-uniform");
    QVERIFY2(first >= 0, text.out);
}

QTEST_GUILESS_MAIN(TestContradictions)
#include "tst_contradictions.moc"
