// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Sizing of a layer table whose answers can be calculated by hand.
#include "tests/cli/commandline.h"

#include <QTest>

#include <cmath>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

// Layer table with states and no boundaries: a stage's peak is the sum of its layers' states, 40, 10, 10 and 30 MiB, at
// any depth.
constexpr const char* statesOnly =
    "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
    "forward_seconds,backward_seconds\n"
    "a,1,41943040,0,0,0,0,0,0.01,0.02\n"
    "b,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "c,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "d,1,31457280,0,0,0,0,0,0.01,0.02\n";
constexpr double MiB = 1024 * 1024;

}

class TestSizes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_table = m_cli.write("chain.csv", statesOnly); }
    void fewestDevices();
    void answersAreByTheObjective();
    void theCheapestClusterKeepsTheDeadline();
    void nothingFitsIsExitCodeThree();
    void cheapestOfClustersWithPrices();
    void cheapestRunShowsItsTrainingCost();
    void nodesForABudgetAndADeadline();
    void degreesOfARunMayNeedMoreNodesThanTheCluster();
    void largestBatchAndModel();
    void noLargerBatchIsPlanned();
    void longestSequence();
    void whatItDoesNotVaryIsNotOffered();
    void badUsageIsRefused_data();
    void badUsageIsRefused();

private:
    CommandLine m_cli;
    QString m_table;
};

void TestSizes::fewestDevices()
{
    const QString plan = m_cli.path("fewest.json");
    const QStringList arguments {"size", m_table, "fewest", "--cluster", "2x3xcpu:45MiB", "--global-batch", "4"};
    const Finished run = m_cli.run(arguments + QStringList {"-o", plan, "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json.value("question").toString(), "fewest");
    QCOMPARE(json.value("outcome").toString(), "optimal");
    QCOMPARE(json.value("value").toInt(), 3); // stages: 40; 10 and 10; 30
    QCOMPARE(json.value("most").toInt(), 6);
    const QJsonObject best = json.value("best").toObject();
    QCOMPARE(best.value("nodes").toInt(), 1);
    QCOMPARE(best.value("estimate").toObject().value("peak_bytes").toDouble(), 40 * MiB);
    QCOMPARE(best.value("plan").toObject().value("stages").toArray().size(), 3);
    const QJsonObject refused = json.value("refused").toObject();
    QCOMPARE(refused.value("value").toInt(), 2);
    QCOMPARE(refused.value("missing_bytes").toDouble(), 5 * MiB);
    const Finished again = m_cli.run({"estimate", "--plan", plan, "--json"});
    QCOMPARE(again.code, 0);
    QVERIFY(again.json().value("fits").toBool());

    const Finished text = m_cli.run(arguments);
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("Fewest devices: 3 devices of 6, on 1 whole node"), text.out);
    QVERIFY2(text.out.contains("With 2 devices, no plan fits") && text.out.contains("5242880 bytes"), text.out);
}

// The plan of the answer is the one that `plan` recommends.
void TestSizes::answersAreByTheObjective()
{
    const QStringList arguments {"size",
                                 "zoo:gpt?layers=4&hidden=256&heads=4",
                                 "fewest",
                                 "--cluster",
                                 "4xA100-80GB@20",
                                 "--global-batch",
                                 "16",
                                 "--sequence",
                                 "128"};
    const Finished lean = m_cli.run(arguments);
    QVERIFY2(lean.out.contains("\nPlan with the lowest peak memory: "), lean.out);
    const QStringList fastest {"--objective", "throughput"};
    const Finished text = m_cli.run(arguments + fastest);
    QVERIFY2(text.code == 0 && text.out.contains("\nFastest plan: "), text.out + text.err);
    QCOMPARE(m_cli.run(arguments + fastest + QStringList {"--json"}).json().value("objective").toString(),
             "throughput");
    const Finished refused = m_cli.run(
        {"size", m_table, "cheapest", "--cluster", "2xcpu:60MiB@1", "--global-batch", "4", "--objective", "memory"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--objective"), refused.err);
}

void TestSizes::theCheapestClusterKeepsTheDeadline()
{
    const QStringList arguments {"size",          "zoo:gpt?layers=4&hidden=256&heads=4",
                                 "cheapest",      "--global-batch",
                                 "256",           "--sequence",
                                 "128",           "--tokens",
                                 "1e12",          "--cluster",
                                 "1xH100-80GB@1", "--cluster",
                                 "8xH100-80GB@40"};
    const Finished free = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(free.code, 0);
    const auto daysOf = [](const Finished& run, const char* plan) {
        const QJsonObject training_cost = run.json().value(plan).toObject().value("bill").toObject();
        return training_cost.value("time_seconds").toDouble() / 86400;
    };
    const double days = daysOf(free, "best");
    const QStringList deadline {"--deadline-days", QString::number(days / 2)};
    const Finished run = m_cli.run(arguments + deadline + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QVERIFY(daysOf(run, "best") <= days / 2);
    QVERIFY(run.json().value("deadline_seconds").toDouble() > 0);
    const Finished text = m_cli.run(arguments + deadline);
    QVERIFY2(text.out.contains("Cheapest cluster within ") && text.out.contains("past the deadline"), text.out);
    const Finished never = m_cli.run(arguments + QStringList {"--deadline-days", "0.0001"});
    QCOMPARE(never.code, 3);
    QVERIFY2(never.err.contains("the search found no cluster of up to 8 devices that meets the deadline: the nearest, "
                                "8xH100-80GB@40, takes "),
             never.err);
    const Finished endless = m_cli.run(
        {"size", m_table, "cheapest", "--cluster", "2xcpu:60MiB@1", "--global-batch", "4", "--deadline-days", "3"});
    QCOMPARE(endless.code, 2);
}

void TestSizes::nothingFitsIsExitCodeThree()
{
    const QString plan = m_cli.path("never.json");
    const QStringList arguments {"size",           m_table, "fewest", "--cluster", "2xcpu:45MiB",
                                 "--global-batch", "4",     "-o",     plan};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.json().value("outcome").toString(), "infeasible");
    QCOMPARE(run.json().value("outcome_missing_bytes").toDouble(), 5 * MiB);
    QVERIFY(run.json().value("value").isNull());
    QVERIFY(!QFile::exists(plan));
    const Finished text = m_cli.run(arguments);
    QCOMPARE(text.code, 3);
    QVERIFY2(text.err.contains("no plan fits") && text.err.contains("was not written"), text.err);
}

void TestSizes::cheapestOfClustersWithPrices()
{
    const QStringList arguments {"size",        m_table,         "cheapest",     "--global-batch", "4",
                                 "--cluster",   "3xcpu:45MiB@9", "--cluster",    "2xcpu:45MiB@1",  "--cluster",
                                 "2xcpu:60MiB", "--cluster",     "2xcpu:60MiB@2"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(run.code, 0);
    const QJsonArray clusters = run.json().value("clusters").toArray();
    QCOMPARE(clusters.size(), 4);
    QCOMPARE(clusters[1].toObject().value("outcome").toString(), "infeasible");
    QCOMPARE(clusters[1].toObject().value("refused").toObject().value("missing_bytes").toDouble(), 5 * MiB);
    QCOMPARE(clusters[2].toObject().value("outcome_detail").toObject().value("code").toString(),
             "sizing.price_not_known");
    QVERIFY(clusters[2].toObject().value("best").isNull());
    const QJsonObject best = run.json().value("best").toObject();
    QCOMPARE(best.value("estimate").toObject().value("peak_bytes").toDouble(), 50 * MiB);
    const double step = best.value("estimate").toObject().value("step_seconds").toDouble();
    const double cost = best.value("estimate").toObject().value("cost_usd_per_step").toDouble();
    QVERIFY(qAbs(cost / (step * 2 / 3600) - 1) < 1e-9);
    QVERIFY(qAbs(best.value("cost_usd_per_million").toDouble() / (cost * 1e6 / 4) - 1) < 1e-9);
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.out.contains("Cheapest cluster at a global batch of 4 samples: 2xcpu:60MiB")
                 && text.out.contains("per million samples"),
             text.out);
    QVERIFY2(!text.out.contains("total cost") && !text.out.contains("Total for "), text.out);
}

// The cheapest run shows its total cost and time to train, and the unknown costs of spot nodes.
void TestSizes::cheapestRunShowsItsTrainingCost()
{
    const QStringList arguments {"size",
                                 "zoo:gpt?layers=4&hidden=256&heads=4",
                                 "cheapest",
                                 "--global-batch",
                                 "16",
                                 "--sequence",
                                 "128",
                                 "--tokens",
                                 "1e9",
                                 "--cluster",
                                 "8xH100-80GB@coreweave/HGX-H100:spot"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject best = run.json().value("best").toObject();
    const QJsonObject training_cost = best.value("bill").toObject();
    const double step = best.value("estimate").toObject().value("cost_usd_per_step").toDouble();
    QCOMPARE(training_cost.value("steps").toDouble(), std::ceil(1e9 / (16 * 128)));
    QVERIFY(qAbs(training_cost.value("total_usd").toDouble() / (step * training_cost.value("steps").toDouble()) - 1)
            < 1e-9);
    QVERIFY(qAbs(best.value("cost_usd_per_million").toDouble() * training_cost.value("amount").toDouble() / 1e6
                     / training_cost.value("total_usd").toDouble()
                 - 1)
            < 1e-9);
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.out.contains("total cost") && text.out.contains("time to train")
                 && text.out.contains(" tokens at a global batch of 16 samples: $")
                 && text.out.contains("The spot interruption rate of coreweave/HGX-H100:spot is unknown"),
             text.out);
}

void TestSizes::nodesForABudgetAndADeadline()
{
    const QStringList arguments {"size",
                                 "zoo:gpt?layers=4&hidden=256&heads=4",
                                 "run",
                                 "--cluster",
                                 "8xH100-80GB@coreweave/HGX-H100",
                                 "--global-batch",
                                 "256",
                                 "--sequence",
                                 "128",
                                 "--tokens",
                                 "1e12",
                                 "--most",
                                 "8"};
    const Finished one = m_cli.run(arguments + QStringList {"--deadline-days", "36000", "--json"});
    QCOMPARE(one.code, 0);
    QCOMPARE(one.json().value("value").toInt(), 1);
    const double days =
        one.json().value("best").toObject().value("bill").toObject().value("time_seconds").toDouble() / 86400;
    QVERIFY(days > 0);
    const QStringList limits {"--deadline-days", QString::number(days / 1.5), "--budget-usd", "1e9"};
    const Finished run = m_cli.run(arguments + limits + QStringList {"--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QVERIFY(json.value("value").toInt() > 1);
    QCOMPARE(json.value("refused").toObject().value("value").toInt(), json.value("value").toInt() - 1);
    QCOMPARE(json.value("budget_usd").toDouble(), 1e9);
    QCOMPARE(json.value("clusters").toArray().size(), json.value("tried").toInt());
    const Finished text = m_cli.run(arguments + limits);
    QVERIFY2(text.out.contains("Fewest nodes for the run within $1,000,000,000 and ")
                 && text.out.contains(" the run takes "),
             text.out);
    // No number of nodes meets the deadline: exit code 3, and the nearest one is reported.
    const Finished never = m_cli.run(arguments + QStringList {"--deadline-days", "0.0001"});
    QCOMPARE(never.code, 3);
    QVERIFY2(never.err.contains("the nearest, 8 whole nodes"), never.err);
    for (const QStringList& wrong : {QStringList {}, QStringList {"--budget-usd", "-1"}}) {
        QCOMPARE(m_cli.run(arguments + wrong).code, 2);
    }
}

void TestSizes::degreesOfARunMayNeedMoreNodesThanTheCluster()
{
    const QStringList arguments {
        "size", "zoo:gpt2",       "run", "--cluster", "1x1xA100-80GB@2", "--budget-usd", "2000", "--tokens",
        "1e9",  "--global-batch", "40"};
    const Finished five = m_cli.run(arguments + QStringList {"--data", "5", "--json"});
    QVERIFY2(five.code == 0, five.err);
    QCOMPARE(five.json().value("value").toInt(), 5);
    QCOMPARE(five.json().value("best").toObject().value("bill").toObject().value("nodes").toInt(), 5);
    const Finished forty = m_cli.run(arguments + QStringList {"--micro-batch", "1", "--micro-batches", "1", "--json"});
    QVERIFY2(forty.code == 0, forty.err);
    QCOMPARE(forty.json().value("value").toInt(), 40);
    // The row reports that 5 of 6 nodes are used.
    const Finished row = m_cli.run(arguments + QStringList {"--data", "5", "--deadline-days", "0.001", "--most", "6"});
    QCOMPARE(row.code, 3);
    QVERIFY2(row.out.contains("6x1xA100-80GB@2, 5 nodes used") && row.err.contains("the nearest, 5 whole nodes"),
             row.out + row.err);
}

void TestSizes::largestBatchAndModel()
{
    const Finished batch =
        m_cli.run({"size", m_table, "largest-batch", "--cluster", "2xcpu:60MiB", "--most", "100", "--json"});
    QCOMPARE(batch.code, 0);
    QCOMPARE(batch.json().value("value").toInt(), 100); // memory does not grow with the batch
    QVERIFY(batch.json().value("at_limit").toBool());
    // Layers b and c are equal: 40, and two more layers of 10 MiB; three of them and 30.
    const Finished model =
        m_cli.run({"size", m_table, "largest-model", "--cluster", "2xcpu:60MiB", "--global-batch", "4", "--json"});
    QCOMPARE(model.code, 0);
    QCOMPARE(model.json().value("value").toInt(), 5);
    QCOMPARE(model.json().value("refused").toObject().value("missing_bytes").toDouble(), 10 * MiB);
    QCOMPARE(model.json().value("best").toObject().value("parameters").toInt(), 7);
}

// Allocator fragmentation can prevent the plan with the lowest peak of one batch, but not another plan, or that of a
// larger batch.
void TestSizes::noLargerBatchIsPlanned()
{
    const QStringList setting {"--framework", "megatron-core", "--cluster",       "2x4xA100-40GB",
                               "--policy",    "full",          "--micro-batches", "7",
                               "--sequence",  "8192",          "--json"};
    const QString model = QStringLiteral("zoo:llama-3.1-8b");
    const Finished sized = m_cli.run(QStringList {"size", model, "largest-batch"} + setting);
    QCOMPARE(sized.code, 0);
    const int largest = sized.json().value("value").toInt();
    QVERIFY(largest > 28 && largest % 7 == 0); // the plan with the lowest peak does not fit
    for (const int more : {7, 14, 21}) {
        const Finished plan = m_cli.run(QStringList {"plan", model} + setting
                                        + QStringList {"--global-batch", QString::number(largest + more)});
        QVERIFY2(plan.code == 3, qPrintable(QString::number(largest + more)));
    }
}

void TestSizes::longestSequence()
{
    const QStringList arguments {"size",
                                 "zoo:gpt?layers=2&hidden=256&heads=4&vocabulary=4000",
                                 "longest-sequence",
                                 "--global-batch",
                                 "8",
                                 "--multiple",
                                 "64"};
    const Finished run = m_cli.run(arguments + QStringList {"--cluster", "2xA100-80GB", "--json"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json().value("value").toInt(), 1024); // limit by the model's positions
    QVERIFY(run.json().value("at_limit").toBool());
    QCOMPARE(run.json().value("problem").toObject().value("workload").toObject().value("sequence").toInt(), 1024);
    QVERIFY(run.json().value("not_measured").isObject());
    const Finished beyond = m_cli.run(arguments + QStringList {"--cluster", "2xA100-80GB", "--beyond", "--json"});
    QCOMPARE(beyond.code, 2);
    QCOMPARE(beyond.errorCode(), "option_unsupported");
}

void TestSizes::whatItDoesNotVaryIsNotOffered()
{
    const QByteArray all = m_cli.run({"size", "--help"}).out;
    const auto begin = all.indexOf("--vary LIST");
    const QByteArray help = all.mid(begin, all.indexOf('\n', begin) - begin);
    QVERIFY(help.contains("zero, recompute, offload"));
    QVERIFY(m_cli.run({"plan", "--help"}).out.contains("stage-degrees"));
    for (const char* dimension : {"stage-degrees", "swap", "recompute-layers"}) {
        QVERIFY2(!help.contains(QByteArray(", ") + dimension), dimension);
        const Finished run = m_cli.run(
            {"size", m_table, "fewest", "--cluster", "2xcpu:60MiB", "--global-batch", "4", "--vary", dimension});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("a dimension that sizing varies cannot be"), run.err);
    }
}

void TestSizes::badUsageIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("named");
    const QStringList cluster {"--cluster", "2xcpu:60MiB"};
    const QStringList batch {"--global-batch", "4"};
    QTest::newRow("no question") << cluster + batch << QByteArray("QUESTION");
    QTest::newRow("no such question") << QStringList {"smallest"} + cluster + batch << QByteArray("smallest");
    QTest::newRow("no cluster") << QStringList {"fewest"} + batch << QByteArray("--cluster");
    QTest::newRow("several clusters") << QStringList {"fewest"} + cluster + cluster + batch << QByteArray("clusters");
    QTest::newRow("no batch") << QStringList {"fewest"} + cluster << QByteArray("--global-batch");
    QTest::newRow("a batch that is the answer")
        << QStringList {"largest-batch"} + cluster + batch << QByteArray("--global-batch");
    QTest::newRow("a sequence that is the answer")
        << QStringList {"longest-sequence", "--sequence", "9"} + cluster + batch << QByteArray("--sequence");
    QTest::newRow("a table has no sequence")
        << QStringList {"longest-sequence"} + cluster + batch << QByteArray("sequence");
    QTest::newRow("multiples of a number of devices")
        << QStringList {"fewest", "--multiple", "2"} + cluster + batch << QByteArray("--multiple");
    QTest::newRow("beyond of a model") << QStringList {"largest-model", "--beyond"} + cluster + batch
                                       << QByteArray("--beyond");
    QTest::newRow("scale of a batch") << QStringList {"largest-batch", "--scale", "depth"} + cluster
                                      << QByteArray("--scale");
    QTest::newRow("width of a table") << QStringList {"largest-model", "--scale", "width"} + cluster + batch
                                      << QByteArray("width");
    QTest::newRow("nothing grows") << QStringList {"largest-batch", "--micro-batch", "1", "--micro-batches", "2"}
            + cluster << QByteArray("--micro-batch");
    QTest::newRow("given cuts") << QStringList {"largest-batch", "--cuts", "0,2,4"} + cluster
                                << QByteArray("split points");
    QTest::newRow("a batch that does not divide")
        << QStringList {"cheapest", "--micro-batch", "3", "--cluster", "2xcpu:60MiB@1"} + batch
        << QByteArray("micro-batch");
    QTest::newRow("most of nothing") << QStringList {"largest-batch", "--most", "0"} + cluster << QByteArray("--most");
}

void TestSizes::badUsageIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, named);
    const Finished run = m_cli.run(QStringList {"size", m_table} + arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains(named), run.err);
}

QTEST_GUILESS_MAIN(TestSizes)
#include "tst_sizes.moc"
