// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Comparison of other partitioners with the exact search, on a layer table whose peaks can be added up by hand.
#include "tests/cli/commandline.h"

#include <QTest>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

// A stage's peak is the sum of its layers' states: 40, 10, 10 and 30 MiB.
constexpr const char* statesOnly =
    "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
    "forward_seconds,backward_seconds\n"
    "a,1,41943040,0,0,0,0,0,0.01,0.02\n"
    "b,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "c,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "d,1,31457280,0,0,0,0,0,0.01,0.02\n";
constexpr double MiB = 1024 * 1024;

}

class TestComparisons : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_plan = {"plan", m_cli.write("chain.csv", statesOnly), "--cluster", "3xcpu:8GiB"}; }
    void oneIsShownBeside();
    void allAreComparedFairly();
    void allAreComparedWithTheirOwnDegrees();
    void explanationsNameTheSearchsCandidates();
    void tableOfTheTerminal();
    void badOptionsAreRefused_data();
    void badOptionsAreRefused();
    void csvIsAFileOfItsOwn();

private:
    Finished run(const QStringList& options) const
    {
        return m_cli.run(m_plan + QStringList {"--global-batch", "8"} + options);
    }

    CommandLine m_cli;
    QStringList m_plan;
};

// A baseline is shown beside the exact search: a | b c | d with 40 MiB, and the even split a b | c | d with 50 MiB.
void TestComparisons::oneIsShownBeside()
{
    const Finished shown = run({"--partitioner", "deepspeed-uniform", "--json"});
    QVERIFY2(shown.code == 0, shown.err);
    const QJsonArray rows = shown.json().value("comparison").toArray();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].toObject().value("partitioner").toString(), "stagecraft");
    QCOMPARE(rows[0].toObject().value("peak_bytes").toDouble(), 40 * MiB);
    const QJsonObject uniform = rows[1].toObject();
    QCOMPARE(uniform.value("partitioner").toString(), "deepspeed-uniform");
    QCOMPARE(uniform.value("mode").toString(), "fair");
    QCOMPARE(uniform.value("peak_bytes").toDouble(), 50 * MiB);
    QCOMPARE(uniform.value("peak_of_ours").toDouble(), 1.25);
    QCOMPARE(uniform.value("stages").toArray().size(), 3);
    QCOMPARE(uniform.value("step_is_bound").toBool(true), false);
    QVERIFY(uniform.value("fits").toBool());
    QVERIFY(uniform.value("reason").isNull());
    int candidates = 0;
    for (const auto& candidate : shown.json().value("candidates").toArray()) {
        candidates += candidate.toObject().value("partitioner").toString() == "deepspeed-uniform" ? 1 : 0;
    }
    QVERIFY(candidates > 0);
}

void TestComparisons::allAreComparedFairly()
{
    const QString csv = m_cli.path("comparison.csv");
    const Finished shown = run({"--partitioner", "all", "--comparison-csv", csv, "--json"});
    QVERIFY2(shown.code == 0, shown.err);
    const QJsonArray rows = shown.json().value("comparison").toArray();
    QVERIFY(rows.size() > 20);
    double before = 0;
    for (const auto& each : rows) {
        const QJsonObject row = each.toObject();
        if (!row.contains("peak_bytes")) {
            QVERIFY(row.value("reason").toObject().value("code").toString().startsWith("baseline."));
            before = 1e300;
            continue;
        }
        QVERIFY(row.value("peak_bytes").toDouble() >= before);
        before = row.value("peak_bytes").toDouble();
        QVERIFY(row.value("peak_of_ours").toDouble() >= 1);
    }
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), rows.size() + 1);
    QVERIFY2(lines.front().startsWith("partitioner,title,mode,peak_bytes,"), lines.front());
    QVERIFY2(lines[1].startsWith("stagecraft,"), lines[1]);
}

void TestComparisons::allAreComparedWithTheirOwnDegrees()
{
    const Finished shown = run({"--partitioner", "all", "--compare", "own", "--json"});
    QVERIFY2(shown.code == 0, shown.err);
    for (const auto& each : shown.json().value("comparison").toArray()) {
        const QJsonObject row = each.toObject();
        QCOMPARE(row.value("mode").toString(), "own");
        QVERIFY(!row.contains("peak_bytes") || row.value("peak_of_ours").toDouble() >= 1);
        QVERIFY(!row.contains("devices") || row.value("devices").toInt() <= 3);
    }
}

// Explanations refer to candidates by index: plans of other partitioners come after all candidates of the search.
void TestComparisons::explanationsNameTheSearchsCandidates()
{
    const QStringList explained {"--vary", "micro-batch", "--explain", "--json"};
    const Finished alone = run(explained);
    QVERIFY2(alone.code == 0, alone.err);
    const Finished beside = run(explained + QStringList {"--partitioner", "all"});
    QVERIFY2(beside.code == 0, beside.err);
    const QJsonArray own = alone.json().value("candidates").toArray();
    const QJsonArray all = beside.json().value("candidates").toArray();
    QVERIFY(all.size() > own.size());
    for (int i = 0; i < own.size(); ++i) {
        QCOMPARE(all[i].toObject().value("plan"), own[i].toObject().value("plan"));
    }
    const QJsonObject explanation = beside.json().value("explanation").toObject();
    QCOMPARE(explanation, alone.json().value("explanation").toObject());
    const QJsonObject fastest = explanation.value("fastest").toObject();
    QVERIFY(!fastest.isEmpty());
    const QJsonObject named = all[fastest.value("candidate").toInt()].toObject();
    QVERIFY(named.value("labels").toArray().contains(QStringLiteral("fastest")));
}

void TestComparisons::tableOfTheTerminal()
{
    const Finished shown = run({"--partitioner", "all"});
    QVERIFY2(shown.code == 0, shown.err);
    QVERIFY2(shown.out.contains("Partitioners (fair comparison)"), shown.out);
    QVERIFY2(shown.out.contains("torchgpipe-size"), shown.out);
    QVERIFY2(shown.out.contains("1.25x"), shown.out);
    QVERIFY(!run({}).out.contains("Partitioners ("));
}

void TestComparisons::badOptionsAreRefused_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("unknown") << QStringList {"--partitioner", "alpha"} << QByteArray("alpa, piper");
    QTest::newRow("ours") << QStringList {"--partitioner", "stagecraft"} << QByteArray("possible: ");
    QTest::newRow("no name") << QStringList {"--partitioner", ""} << QByteArray("empty value");
    QTest::newRow("unknown way") << QStringList {"--partitioner", "all", "--compare", "best"} << QByteArray("best");
    QTest::newRow("no partitioner") << QStringList {"--compare", "own"} << QByteArray("--partitioner");
    QTest::newRow("nothing to write") << QStringList {"--comparison-csv", "x.csv"} << QByteArray("--partitioner");
}

void TestComparisons::badOptionsAreRefused()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, sentence);
    const Finished refused = run(options);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(sentence), refused.err);
    QVERIFY(refused.out.isEmpty());
}

void TestComparisons::csvIsAFileOfItsOwn()
{
    const QString out = m_cli.path("out.json");
    QCOMPARE(run({"--partitioner", "all", "--comparison-csv", out, "-o", out}).code, 2);
    QVERIFY(!QFile::exists(out));
    const Finished nowhere = run({"--partitioner", "all", "--comparison-csv", m_cli.path("none/such/file"), "--json"});
    QVERIFY(nowhere.code != 0);
    QCOMPARE(nowhere.errorCode(), "file_not_writable");
}

QTEST_GUILESS_MAIN(TestComparisons)
#include "tst_comparisons.moc"
