// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Options that contradict each other or the devices: the message names the cause.
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"

#include <QTest>

#include <set>

using namespace stagecraft::testing;

class TestContradictions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_table = m_cli.write("chain.csv", statesOnly); }
    void messagesNameTheCause_data();
    void messagesNameTheCause();
    void emptyInputIsRefused();
    void microBatchesLeaveTheMicroBatch();
    void microBatchesLeaveOneToEachDataDegree();
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
        {"data-parallel size", "8", "between 1 and 4"});
    row("a tensor degree that nothing divides by",
        "plan zoo:gpt2 --cluster 8xA100-80GB --global-batch 8 --sequence 512 --tensor 5",
        {"tensor-parallel size", "5", "12 heads"});
    row("degrees that need more devices together",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --tensor 3 --data 2",
        {"pipeline depth x data-parallel x tensor-parallel", "6", "between 1 and 4"});
    row("cuts of another depth",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --pipeline 4 --cuts 0,5,14",
        {"--cuts", "--pipeline 4", "\"3\"; possible: 5"});
    row("several stages on one pipeline rank",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --pipeline 1 --schedule interleaved",
        {"interleaved is not possible", "at least 2 pipeline ranks", "2 pipeline ranks, or the schedule 1f1b"});
    row("several stages on one device",
        "size zoo:gpt2 fewest --cluster 1xA100-80GB --global-batch 8 --sequence 512 --schedule zbv",
        {"zbv is not possible", "at least 2 pipeline ranks", "2 pipeline ranks, or the schedule 1f1b"});
    row("two pipelines on one pipeline rank",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --sequence 512 --pipeline 1 --schedule dualpipe",
        {"dualpipe is not possible", "not 1", "2 pipeline ranks"});
    row("micro-batches that need too many replicas",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batch 1 --micro-batches 4",
        {"--micro-batches 4", "--micro-batch 1", "is 8", "between 1 and 4"});
    row("the same of sizes",
        "size zoo:gpt2 fewest --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batch 1 --micro-batches 4",
        {"--micro-batches 4", "--micro-batch 1", "is 8", "between 1 and 4"});
    row("micro-batches and replicas that do not divide the batch",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batches 5 --data 2",
        {"global batch", "32", "micro-batches x data", "10"});
    row("micro-batches that do not divide the batch",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --sequence 512 --micro-batches 5",
        {"global batch", "32", "micro-batches", "5"});
    row("a batch that an estimate's degrees do not divide",
        "estimate zoo:gpt2 --cluster 4xA100-80GB --pipeline 2 --data 2 --global-batch 33",
        {"global batch", "33", "micro-batch x data", "2"});
    row("another batch than that of an estimate's degrees",
        "estimate zoo:gpt2 --cluster 4xA100-80GB --pipeline 2 --data 2 --micro-batch 4 --micro-batches 4 "
        "--global-batch 64",
        {"--micro-batches", "\"4\"; possible: 8"});
    row("all three of them, of another batch",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 32 --micro-batch 1 --micro-batches 16 --data 4",
        {"--data", "--micro-batches", "\"4\"; possible: 2"});
    row("a price beyond all bounds", "plan zoo:gpt2 --cluster 4xA100-80GB@1e300 --global-batch 8",
        {"price of a node is 1.00e+300"});
    row("a price of nothing", "plan zoo:gpt2 --cluster 4xA100-80GB@0 --global-batch 8", {"\"0\"", "must be above 0"});
    row("a fraction of a sample", "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 1.5",
        {"--global-batch", "\"1.5\" is not a whole number from 1"});
    row("no devices", "plan zoo:gpt2 --cluster 0x8xA100-80GB --global-batch 8",
        {"0x8xA100-80GB", "must begin with a number from 1", "for example"});
    row("a price that is no number", "plan zoo:gpt2 --cluster 4xA100-80GB@nan --global-batch 8",
        {"\"nan\"", "a price in $ per node and hour"});
    row("a reserve larger than a device",
        "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --memory-reserve 100GiB",
        {"memory reserve on A100-80GB", "100 GiB", "between 0 B and 79.1 GiB"});
    row("fewer tokens than none", "compare zoo:gpt2 --cluster 4xA100-80GB@20 --global-batch 8 --tokens -1",
        {"--tokens", "\"-1\" is not a number from 1"});
    row("the cheapest of clusters without a price", "size zoo:gpt2 cheapest --cluster 4xA100-80GB --global-batch 8",
        {"price of the nodes of cheapest", "absent", "4xA100-80GB@20"});
    row("a most below the multiple", "size zoo:gpt2 largest-batch --cluster 4xA100-80GB --multiple 10 --most 5",
        {"largest size is 5", "between 10 and 1048576"});
    row("a multiple beyond the longest sequence",
        "size zoo:gpt2 longest-sequence --cluster 4xA100-40GB --global-batch 4 --multiple 5000",
        {"step between sizes is 5000", "between 1 and 1024"});
    row("experts of a model that has none", "plan zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --expert 2",
        {"expert-parallel size for a model without experts", "\"2\"; possible: 1"});
    row("the same of an estimate",
        "estimate zoo:gpt2 --cluster 4xA100-80GB --global-batch 8 --data 2 --pipeline 1 --expert 2",
        {"expert-parallel size for a model without experts", "\"2\"; possible: 1"});
    row("a schedule that no depth of a target has",
        "plan zoo:gpt2 --cluster 4xA100-40GB --global-batch 8 --target megatron --schedule zb-h1",
        {"schedule of a plan for Megatron-LM", "1f1b, sequential, combined-1f1b (with one stage)",
         "1f1b, interleaved, combined-1f1b (with pipeline parallelism)"});
    row("ZeRO of an optimizer that the target does not divide",
        "plan zoo:gpt2 --cluster 4xA100-40GB --global-batch 8 --target megatron --optimizer sgd --zero 1 --data 2",
        {"ZeRO stage of a plan for Megatron-LM", "\"1\"; possible: 0 (with the optimizer sgd)"});
    row("ZeRO 3 beside tensor ranks",
        "plan zoo:gpt2 --cluster 4xA100-40GB --global-batch 8 --target deepspeed --zero 3 --tensor 2 --data 2",
        {"ZeRO stage of a plan for DeepSpeed", "\"3\"; possible: 0, 1, 2 (with tensor parallelism)"});
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

// Empty files and names are rejected with the cause and without a parser's quoting.
void TestContradictions::emptyInputIsRefused()
{
    const QStringList others {"--cluster", "4xA100-80GB", "--global-batch", "8"};
    const auto refusal = [&](const QString& model, const char* words) {
        const Finished run = m_cli.run(QStringList {"plan", model} + others);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(words) && !run.err.contains("exception"), run.err);
    };
    refusal(QString(), "MODEL: the model name is empty");
    refusal(m_cli.write("empty.csv", ""), "there are no layers");
    refusal(m_cli.write("torn.json", "{"), "the file is not JSON (line 1");
    const Finished offers = m_cli.run({"hardware", "import", m_cli.write("offers.csv", "")});
    QCOMPARE(offers.code, 2);
    QVERIFY2(offers.err.contains("there are no offers"), offers.err);
}

// The micro-batch size follows from the batch and the number of micro-batches: `plan` and `size` find the same plan.
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
    QCOMPARE(planOf(batch + 8).code, 3); // `size` found that nothing larger fits
}

// The search covers every DP size, even without --data; `estimate` with the same options gives the same plan.
void TestContradictions::microBatchesLeaveOneToEachDataDegree()
{
    const QStringList others {"--cluster", "4xA100-40GB", "--sequence", "512", "--micro-batches", "4"};
    const Finished size = m_cli.run(QStringList {"size", "zoo:gpt2", "largest-batch", "--json"} + others);
    QVERIFY2(size.code == 0, size.err);
    const QString batch = QString::number(size.json().value("value").toInteger());
    const QJsonObject sized = size.json().value("best").toObject().value("plan").toObject();
    const Finished plan = m_cli.run(QStringList {"plan", "zoo:gpt2", "--global-batch", batch, "--json"} + others);
    QVERIFY2(plan.code == 0, plan.err);
    const QJsonArray candidates = plan.json().value("candidates").toArray();
    QCOMPARE(candidates.first().toObject().value("plan").toObject(), sized);
    std::set<qint64> micro_batches;
    for (const QJsonValue& candidate : candidates) {
        const QJsonObject of = candidate.toObject().value("plan").toObject();
        QCOMPARE(of.value("micro_batches").toInt(), 4);
        micro_batches.insert(of.value("micro_batch").toInteger());
    }
    QVERIFY(micro_batches.size() > 0 && !micro_batches.contains(1));

    const Finished small = m_cli.run(QStringList {"plan", "zoo:gpt2", "--global-batch", "32", "--json"} + others);
    QVERIFY2(small.code == 0, small.err);
    std::set<qint64> sizes;
    QJsonArray small_plans = small.json().value("candidates").toArray();
    for (const QJsonValue& candidate : small_plans) {
        sizes.insert(candidate.toObject().value("plan").toObject().value("micro_batch").toInteger());
    }
    QCOMPARE(sizes, (std::set<qint64> {2, 4, 8})); // with 4, 2 and 1 replicas

    const Finished estimate = m_cli.run(
        QStringList {"estimate", "zoo:gpt2", "--pipeline", "2", "--data", "2", "--global-batch", "32", "--json"}
        + others);
    QVERIFY2(estimate.code == 0, estimate.err);
    const QJsonObject estimated = estimate.json().value("plan").toObject();
    QCOMPARE(estimated.value("micro_batch").toInt(), 4);
    QCOMPARE(estimated.value("micro_batches").toInt(), 4);
}

// A baseline that makes a plan of the search labels that plan and is not listed again.
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
