// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Plans on several groups of devices, whose costs can be checked by hand.
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"

#include <QTest>

#include <tuple>

using namespace stagecraft::testing;

class TestMixedPlans : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_table = m_cli.write("chain.csv", statesOnly); }
    void mixedClustersAreSearched();
    void typesAreReportedInTheOrderOfTheCluster();
    void mixedClustersThatAreNotSearched();
    void theFastestAndTheCheapestAreReportedAsProved();
    void whatBindsAMixedPlanIsExplained();
    void mixedClustersAreComparedAndSized();
    void stagesOfTheirOwnAreReported();

private:
    CommandLine m_cli;
    QString m_table;
};

void TestMixedPlans::mixedClustersAreSearched()
{
    const QString file = m_cli.path("mixed.json");
    const QStringList arguments {"plan", m_table, "--cluster", "1xcpu:50MiB+1xcpu:100MiB", "--global-batch", "4"};
    const Finished share = m_cli.run(arguments + QStringList {"--json", "-o", file});
    QVERIFY2(share.code == 0, share.err);
    const QJsonObject certificate = share.json().value("certificate").toObject();
    QCOMPARE(share.json().value("outcome").toString(), "optimal");
    QCOMPARE(certificate.value("share").toDouble(), 0.6);
    QCOMPARE(certificate.value("less_is_infeasible").toBool(), true);
    const QJsonObject best = share.json().value("candidates").toArray().first().toObject();
    QVERIFY(best.value("labels").toArray().contains("recommended"));
    const QJsonArray stages = best.value("plan").toObject().value("stages").toArray();
    QCOMPARE(splitPointsOf(best.value("plan").toObject()), QList<int>({0, 3, 4}));
    QCOMPARE(stages.at(0).toObject().value("device_group").toInt(), 1);
    QCOMPARE(stages.at(1).toObject().value("device_group").toInt(), 0);

    // The plan file contains the groups, and `estimate` reproduces the figures of the search.
    const Finished estimated = m_cli.run({"estimate", "--plan", file, "--json"});
    QVERIFY2(estimated.code == 0, estimated.err);
    QCOMPARE(estimated.json().value("peak_bytes").toDouble(), 60 * MiB);

    const Finished bytes = m_cli.run(arguments + QStringList {"--measure", "bytes", "--json"});
    QVERIFY2(bytes.code == 0, bytes.err);
    QCOMPARE(bytes.json().value("certificate").toObject().value("peak_bytes").toDouble(), 50 * MiB);
    QVERIFY(bytes.json().value("certificate").toObject().value("share").isNull());

    const Finished text = m_cli.run(arguments);
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("Lowest share of capacity (proven optimal): 60"), text.out);
    QVERIFY2(text.out.contains("1 cpu + 1 cpu"), text.out);

    const Finished none = m_cli.run({"plan", m_table, "--cluster", "1xcpu:20MiB+1xcpu:30MiB", "--global-batch", "4"});
    QCOMPARE(none.code, 3);
    QVERIFY2(none.err.contains("lowest share of capacity has a shortfall of ") && none.err.contains("(cpu): "),
             none.err);
}

// Types are listed in the order of the cluster, regardless of the order of the pipeline.
void TestMixedPlans::typesAreReportedInTheOrderOfTheCluster()
{
    for (const auto& [first, second] : {std::pair {"A100-80GB", "H100-80GB"}, std::pair {"H100-80GB", "A100-80GB"}}) {
        const QString cluster = QStringLiteral("1x%1+1x%2").arg(first, second);
        const Finished run =
            m_cli.run({"plan", m_table, "--cluster", cluster, "--global-batch", "4", "--pipeline", "2"});
        QVERIFY2(run.code == 0, run.err);
        QVERIFY2(run.out.contains(QStringLiteral("1 %1 + 1 %2").arg(first, second).toUtf8()), run.out);
    }
}

void TestMixedPlans::mixedClustersThatAreNotSearched()
{
    const QStringList asked {"--cluster", "1xcpu:50MiB+1xcpu:100MiB", "--global-batch", "4", "--json"};
    for (const QStringList& command :
         {QStringList {"size", m_table, "fewest"}, QStringList {"plan", m_table, "--cuts", "0,2,4"},
          QStringList {"plan", m_table, "--partitioner", "all", "--compare", "own", "--comparison-csv",
                       m_cli.path("none.csv")}}) {
        const Finished run = m_cli.run(command + asked);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), "option_unsupported");
        QVERIFY2(run.json().value("error").toObject().value("message").toString().contains("groups"), run.out);
    }
}

void TestMixedPlans::theFastestAndTheCheapestAreReportedAsProved()
{
    const QStringList arguments {"plan",           m_table, "--cluster",   "2xcpu:1GiB@7+1xcpu:2GiB@1",
                                 "--global-batch", "4",     "--objective", "cost"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("outcome").toString(), "optimal");
    const QJsonObject best = run.json().value("candidates").toArray().first().toObject();
    QVERIFY(best.value("labels").toArray().contains("cheapest"));
    // All work is on the one cheap device.
    const QJsonArray stages = best.value("plan").toObject().value("stages").toArray();
    QCOMPARE(stages.size(), 1);
    QCOMPARE(stages.first().toObject().value("device_group").toInt(), 1);
    const double cost = best.value("estimate").toObject().value("cost_usd_per_step").toDouble();
    const double bound = run.json().value("cheapest_bound_usd_per_step").toDouble();
    QVERIFY(qAbs(bound / cost - 1) < 1e-6);
    QVERIFY(run.json().value("fastest_bound_seconds").toDouble() > 0);
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.out.contains("No plan that fits is cheaper."), text.out);
}

void TestMixedPlans::whatBindsAMixedPlanIsExplained()
{
    const QStringList arguments {"plan",           m_table, "--cluster", "1xcpu:50MiB+1xcpu:100MiB",
                                 "--global-batch", "4",     "--explain"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject explanation = run.json().value("explanation").toObject();
    QCOMPARE(explanation.value("share").toDouble(), 0.6);
    QCOMPARE(explanation.value("peak_bytes").toDouble(),
             run.json().value("certificate").toObject().value("peak_bytes").toDouble());
    QVERIFY(explanation.value("alternatives").toArray().isEmpty());
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.out.contains("Why this plan: pipeline rank "), text.out);
    QVERIFY2(text.out.contains("(60.0 % of its device)"), text.out);
}

// `compare` and `size` use the same search as `plan`: they find the same cheapest plan.
void TestMixedPlans::mixedClustersAreComparedAndSized()
{
    const QString mixed = "2xcpu:1GiB@7+1xcpu:2GiB@1";
    const QStringList asked {"--cluster", mixed, "--cluster", "2xcpu:1GiB@7", "--global-batch", "4", "--json"};
    const Finished compared = m_cli.run(QStringList {"compare", m_table} + asked);
    QVERIFY2(compared.code == 0, compared.err);
    QCOMPARE(compared.json().value("cheapest").toString(), mixed);
    const Finished sized = m_cli.run(QStringList {"size", m_table, "cheapest"} + asked);
    QVERIFY2(sized.code == 0, sized.err);
    QCOMPARE(sized.json().value("outcome").toString(), "optimal");
    const QJsonArray stages = sized.json().value("best").toObject().value("plan").toObject().value("stages").toArray();
    QCOMPARE(stages.size(), 1);
    QCOMPARE(stages.first().toObject().value("device_group").toInt(), 1);
}

// The plan has two replicas of the first layer on small devices, and the other layers on a large one.
void TestMixedPlans::stagesOfTheirOwnAreReported()
{
    const QString json = m_cli.path("differ.json");
    const Finished equal = m_cli.run({"estimate", m_table, "--cluster", "3xcpu:64MiB+2xcpu:1GiB", "--cuts", "0,1,4",
                                      "--micro-batch", "2", "--micro-batches", "4", "-o", json, "--json"});
    QVERIFY2(equal.code == 0, equal.err);
    QJsonObject file = read(json);
    QJsonObject plan = file.value("plan").toObject();
    QJsonArray stages = plan.value("stages").toArray();
    QJsonObject first = stages[0].toObject();
    first["data_parallel"] = 2;
    first["micro_batch"] = 1;
    QJsonObject second = stages[1].toObject();
    second["device_group"] = 1;
    plan["stages"] = QJsonArray {first, second};
    plan["micro_batch"] = 1;
    file["plan"] = plan;
    m_cli.write("differ.json", QJsonDocument(file).toJson());

    const QString yaml = m_cli.path("differ.yaml");
    QCOMPARE(m_cli.run({"export", json, "--format", "yaml", "-o", yaml}).code, 0);
    const Finished run = m_cli.run({"estimate", "--plan", yaml, "--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("plan"), QJsonValue(plan));
    const QJsonArray devices = run.json().value("devices").toArray();
    QCOMPARE(devices.size(), 3);
    for (const auto& [device, peak, capacity] :
         {std::tuple(0, 40.0, 64.0), std::tuple(1, 40.0, 64.0), std::tuple(2, 50.0, 1024.0)}) {
        const QJsonObject reported = devices[device].toObject();
        QCOMPARE(reported.value("peak_bytes").toDouble(), peak * MiB);
        QCOMPARE(reported.value("capacity_bytes").toDouble(), capacity * MiB);
    }
    const Finished text = m_cli.run({"estimate", "--plan", yaml});
    for (const char* part : {"PP2 TP1 DP2,1 1f1b b1,2 m4", "cpu TP1 DP2 b1", "cpu TP1 DP1 b2"}) {
        QVERIFY2(text.out.contains(part), text.out);
    }
}

QTEST_GUILESS_MAIN(TestMixedPlans)
#include "tst_mixedplans.moc"
