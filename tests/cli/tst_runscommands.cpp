// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The commands calibrate and validate.
#include "tests/cli/commandline.h"

#include <QTest>

#include <cmath>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;
using stagecraft::testing::textOf;

namespace {

QString runsFile(const char* name)
{
    return QStringLiteral(SOURCE_FOLDER "/resources/runs/%1").arg(QString::fromUtf8(name));
}

// A user's file: few columns, one run that ran out of memory, one with another memory scope.
const QByteArray ownRuns =
    "# my runs\n"
    "model,layers,hidden,heads,ffn,seq,vocab,gpu,n_gpus,pp,tp,micro_batch,measured_peak_mem_GiB,mem_scope\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,4,1,8.2,rank 0 allocated\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,4,2,13.1,rank 0 allocated\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,2,2,17.5,rank 0 allocated\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,1,2,30,rank 0 allocated\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,1,64,OOM,rank 0 allocated\n"
    "m,16,2048,32,8192,4096,131072,H100,8,1,1,4,60,rank 0 reserved\n";

int runsOf(const QJsonArray& counts)
{
    int sum = 0;
    for (const auto& entry : counts) {
        sum += entry.toObject().value("runs").toInt();
    }
    return sum;
}

QString nameOfFirst(const QJsonObject& json, const char* list)
{
    return json.value(QLatin1String(list)).toArray().first().toObject().value("name").toString();
}

}

class TestRunsCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void validateComparesEveryRow();
    void runsArePredictedByTheirFrameworks();
    void aFrameworkCanBeNamed();
    void namesOfStacksAreTaken();
    void aTypeCanBeNamed();
    void runsOfTheCalibrationAreInSample();
    void calibrateFindsTheFramework();
    void bytesOfOneKindAreCompared();
    void rowsThatCannotBeUsedAreSkipped();
    void runsOfWhichNoneCanBeUsedAreAnError();
    void mistakesAreReported_data();
    void mistakesAreReported();

private:
    CommandLine m_cli;
};

void TestRunsCommands::validateComparesEveryRow()
{
    const Finished run = m_cli.run({"validate", runsFile("nanotron_150.csv"), "--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject json = run.json();
    const QJsonArray rows = json.value("rows").toArray();
    QCOMPARE(rows.size(), 150);
    double sum = 0;
    int compared = 0;
    int inside = 0;
    for (const auto& value : rows) {
        const QJsonObject row = value.toObject();
        QCOMPARE(row.value("framework").toString(), QStringLiteral("nanotron"));
        if (!row.value("memory_skipped").isNull()) {
            QVERIFY(row.value("predicted_bytes").isNull() && row.value("memory_causes").toArray().isEmpty());
            continue;
        }
        const double measured = row.value("measured_bytes").toDouble();
        const double predicted = row.value("predicted_bytes").toDouble();
        const double low = row.value("low").toDouble();
        const double high = row.value("high").toDouble();
        QVERIFY(low <= predicted && predicted <= high);
        ++compared;
        sum += std::abs(predicted / measured - 1);
        inside += low <= measured && measured <= high ? 1 : 0;
    }
    QVERIFY(compared >= 130);
    const QJsonObject memory = json.value("memory").toObject();
    QCOMPARE(memory.value("count").toInt(), compared);
    QVERIFY(std::abs(memory.value("mean_error").toDouble() - sum / compared) < 1e-9);
    QVERIFY(std::abs(memory.value("coverage").toDouble() - double(inside) / compared) < 1e-9);
    QCOMPARE(memory.value("in_sample").toInt(), 0);
    QCOMPARE(runsOf(json.value("frameworks").toArray()), 150 - json.value("skipped").toInt());
    QCOMPARE(runsOf(json.value("device_types").toArray()), 150 - json.value("skipped").toInt());
    QCOMPARE(nameOfFirst(json, "device_types"), QStringLiteral("H100-80GB"));

    // Figures by group.
    const QJsonArray tensor = json.value("groups").toObject().value("memory").toObject().value("tensor").toArray();
    QCOMPARE(tensor.size(), 6); // 1 to 32
    int grouped = 0;
    for (const auto& group : tensor) {
        grouped += group.toObject().value("count").toInt();
    }
    QCOMPARE(grouped, compared);

    const Finished text = m_cli.run({"validate", runsFile("nanotron_150.csv")});
    for (const char* part : {"Framework: nanotron (", "Device type: H100-80GB (", "within bounds",
                             "by tensor-parallel size", "known causes"}) {
        QVERIFY2(text.out.contains(part), part);
    }
    QVERIFY2(!text.out.contains("in-sample"), text.out);
}

void TestRunsCommands::runsArePredictedByTheirFrameworks()
{
    for (const auto& [file, framework] :
         {std::pair {"nanotron_150.csv", "nanotron"}, std::pair {"torchtitan.csv", "torchtitan"},
          std::pair {"seqsel_table5.csv", "megatron-core"}}) {
        const QJsonObject json = m_cli.run({"validate", runsFile(file), "--json"}).json();
        QCOMPARE(json.value("frameworks").toArray().size(), 1);
        QCOMPARE(nameOfFirst(json, "frameworks"), QString::fromUtf8(framework));
    }
    const QJsonObject both =
        m_cli.run({"validate", runsFile("nanotron_150.csv"), runsFile("torchtitan.csv"), "--json"}).json();
    QCOMPARE(both.value("frameworks").toArray().size(), 2);
}

void TestRunsCommands::aFrameworkCanBeNamed()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    const QJsonObject json = m_cli.run({"validate", file, "--framework", "torchtitan", "--json"}).json();
    QCOMPARE(nameOfFirst(json, "frameworks"), QStringLiteral("torchtitan"));
    QCOMPARE(json.value("memory").toObject().value("count").toInt(), 5);
    QCOMPARE(m_cli.run({"validate", file, "--framework", "abacus", "--json"}).errorCode(), QStringLiteral("usage"));
}

// Commands written for earlier versions remain valid.
void TestRunsCommands::namesOfStacksAreTaken()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    for (const auto& [stack, framework] : {std::pair {"megatron", "megatron-core"}, std::pair {"none", "libtorch"},
                                           std::pair {"torchtitan", "torchtitan"}}) {
        const QJsonObject old = m_cli.run({"validate", file, "--stack", stack, "--json"}).json();
        QVERIFY(!old.value("rows").toArray().isEmpty());
        QCOMPARE(old, m_cli.run({"validate", file, "--framework", framework, "--json"}).json());
    }
    const QStringList estimate {"estimate", "zoo:gpt-1.3b", "--cluster",   "8xH100-80GB",
                                "--cuts",   "0,13,26",      "--precision", "bf16-master"};
    const Finished old = m_cli.run(estimate + QStringList {"--stack", "megatron", "--json"});
    QVERIFY2(old.code == 0, old.err);
    QCOMPARE(old.json().value("peak_bytes"),
             m_cli.run(estimate + QStringList {"--framework", "megatron-core", "--json"}).json().value("peak_bytes"));
    const Finished unknown = m_cli.run(estimate + QStringList {"--stack", "mine.json", "--json"});
    QCOMPARE(unknown.code, 2);
    QCOMPARE(unknown.errorCode(), QStringLiteral("stack_unknown"));
    QVERIFY2(unknown.err.contains("mine.json"), unknown.err);
    QCOMPARE(m_cli.run(estimate + QStringList {"--stack", "megatron", "--framework", "fsdp2"}).code, 2);
    QVERIFY(!m_cli.run({"estimate", "--help"}).out.contains("--stack"));
}

void TestRunsCommands::aTypeCanBeNamed()
{
    QByteArray unnamed = ownRuns;
    unnamed.replace("vocab,gpu,", "vocab,").replace(",H100,", ",");
    const QString file = m_cli.write("unnamed.csv", unnamed);
    QCOMPARE(m_cli.run({"validate", file, "--json"}).errorCode(), QStringLiteral("runs_unusable"));
    const QJsonObject json = m_cli.run({"validate", file, "--type", "H100-80GB", "--json"}).json();
    QCOMPARE(json.value("memory").toObject().value("count").toInt(), 5); // reserved bytes of one run, by a replay
    QCOMPARE(nameOfFirst(json, "device_types"), QStringLiteral("H100-80GB"));
    const Finished unknown = m_cli.run({"validate", file, "--type", "h100", "--json"});
    QCOMPARE(unknown.code, 2);
    QCOMPARE(unknown.errorCode(), QStringLiteral("device_type_unknown"));
    QVERIFY2(unknown.err.contains("H100-80GB"), unknown.err);
}

void TestRunsCommands::runsOfTheCalibrationAreInSample()
{
    const QString written = m_cli.path("ours.json");
    const Finished run =
        m_cli.run({"calibrate", runsFile("torchtitan.csv"), "--name", "H100-ours", "-o", written, "--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("type").toObject().value("device").toObject().value("name").toString(),
             QStringLiteral("H100-ours"));
    QCOMPARE(run.json().value("written").toString(), written);
    QVERIFY(run.json().value("memory").toObject().value("before").toObject().value("count").toInt() >= 3);
    QCOMPARE(m_cli.run({"hardware", "add", written}).code, 0);
    const QStringList validate {"validate", runsFile("torchtitan.csv"), "--type", "H100-ours"};
    const QJsonObject json = m_cli.run(validate + QStringList {"--json"}).json();
    QCOMPARE(nameOfFirst(json, "device_types"), QStringLiteral("H100-ours"));
    const QJsonObject memory = json.value("memory").toObject();
    QVERIFY(memory.value("count").toInt() >= 2);
    QCOMPARE(memory.value("in_sample").toInt(), memory.value("count").toInt());
    QVERIFY2(m_cli.run(validate).out.contains("in-sample: the device type was calibrated on their file"), "");
    const QString other = m_cli.write("own.csv", ownRuns);
    const QJsonObject others = m_cli.run({"validate", other, "--type", "H100-ours", "--json"}).json();
    QCOMPARE(others.value("memory").toObject().value("count").toInt(), 5); // reserved bytes of one run, by a replay
    QCOMPARE(others.value("memory").toObject().value("in_sample").toInt(), 0);
}

void TestRunsCommands::calibrateFindsTheFramework()
{
    const QStringList calibrate {"calibrate", runsFile("torchtitan.csv"), "--name", "x", "-o", m_cli.path("x.json")};
    const QJsonObject found = m_cli.run(calibrate + QStringList {"--json"}).json();
    QCOMPARE(found.value("framework").toString(), QStringLiteral("torchtitan"));
    QCOMPARE(found.value("figures"),
             m_cli.run(calibrate + QStringList {"--framework", "torchtitan", "--json"}).json().value("figures"));
    const QStringList own {"calibrate", m_cli.write("own.csv", ownRuns), "--name", "x", "-o", m_cli.path("x.json")};
    const Finished run = m_cli.run(own + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QVERIFY(!run.json().value("framework").toString().isEmpty());
    const Finished named = m_cli.run(own + QStringList {"--framework", "megatron-core"});
    QVERIFY2(named.out.contains("H100-80GB with megatron-core"), named.out);
}

void TestRunsCommands::bytesOfOneKindAreCompared()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    const QJsonObject json = m_cli.run({"validate", file, "--framework", "megatron-core", "--json"}).json();
    QCOMPARE(json.value("memory").toObject().value("count").toInt(), 5);
    QCOMPARE(json.value("skipped").toInt(), 1);
    const QJsonArray rows = json.value("rows").toArray();
    QCOMPARE(rows[3].toObject().value("memory_kind").toString(), QStringLiteral("allocated"));
    QVERIFY(rows[3].toObject().value("skipped").isNull());
    QVERIFY(textOf(rows[4].toObject().value("skipped")).startsWith("out of memory"));
    QCOMPARE(rows[5].toObject().value("memory_kind").toString(), QStringLiteral("reserved"));
    QVERIFY(rows[5].toObject().value("skipped").isNull()); // a replay predicts them
    int counted = 0;
    for (const auto& entry : json.value("skipped_reasons").toArray()) {
        counted += entry.toObject().value("count").toInt();
    }
    QCOMPARE(counted, 1);
}

// Rows with an invalid cell, with a name that contradicts the columns, or with an unknown framework are skipped.
void TestRunsCommands::rowsThatCannotBeUsedAreSkipped()
{
    QByteArray table = ownRuns;
    table.replace("mem_scope\n", "mem_scope,framework\n").replace("allocated\n", "allocated,\n");
    table.replace("reserved\n", "reserved,\n");
    const auto rows = table.count('\n') - 2;
    const QByteArray messy = table
        + "m,16,2048,32,8192,4096,250k,H100,8,1,4,1,8.2,rank 0 allocated,\n"
          "deepseekv3,16,2048,32,8192,4096,131072,H100,8,1,4,1,114,rank 0 allocated,\n"
          "m,16,2048,32,8192,4096,131072,H100,8,1,4,1,8.2,rank 0 allocated,abacus\n";
    const QString file = m_cli.write("messy.csv", messy);
    const QStringList validate {"validate", file, "--framework", "megatron-core"};
    const QStringList calibrate {"calibrate", file, "--framework", "megatron-core",
                                 "--name",    "x",  "-o",          m_cli.path("x.json")};
    for (const QStringList& command : {validate, calibrate}) {
        const Finished run = m_cli.run(command + QStringList {"--json"});
        QVERIFY2(run.code == 0, run.err);
        const QJsonArray skipped = run.json().value("skipped_rows").toArray();
        QCOMPARE(skipped.size(), 3);
        const QJsonObject first = skipped.first().toObject();
        QCOMPARE(first.value("line").toInt(), int(rows) + 3);
        QVERIFY(textOf(first.value("reason")).contains("\"vocab\" (\"250k\")"));
        const QJsonObject latent = skipped[1].toObject().value("reason").toObject();
        QCOMPARE(latent.value("code").toString(), QStringLiteral("runs.named_latent_experts"));
        QVERIFY(textOf(latent).contains("latent attention"));
        QVERIFY(textOf(skipped.last().toObject().value("reason")).contains("\"framework\" (\"abacus\")"));
        const Finished text = m_cli.run(command);
        QVERIFY2(text.out.contains("messy.csv, line " + QByteArray::number(rows + 3) + ": the column \"vocab\""),
                 text.out);
        const Finished strict = m_cli.run(command + QStringList {"--strict", "--json"});
        QCOMPARE(strict.code, 2);
        QCOMPARE(strict.errorCode(), QStringLiteral("table_malformed"));
    }
    const Finished clean =
        m_cli.run({"validate", m_cli.write("clean.csv", table), "--framework", "megatron-core", "--json"});
    const Finished both = m_cli.run(validate + QStringList {"--json"});
    QCOMPARE(both.json().value("memory"), clean.json().value("memory"));
}

void TestRunsCommands::runsOfWhichNoneCanBeUsedAreAnError()
{
    const QString file = m_cli.write("none.csv",
                                     "model,layers,hidden,seq,vocab,gpu,n_gpus,micro_batch,measured_peak_mem_GiB\n"
                                     "deepseekv3,4,64,32,100,H100,1,1,1\n"
                                     "m,4,64,32,250k,H100,1,1,1\n");
    for (const QStringList& framework : {QStringList {}, QStringList {"--framework", "nanotron"}}) {
        const QStringList arguments = QStringList {"validate", file} + framework;
        const Finished run = m_cli.run(arguments + QStringList {"--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), QStringLiteral("runs_unusable"));
        QCOMPARE(run.json().value("skipped").toInt(), 2);
        QCOMPARE(run.json().value("skipped_rows").toArray().size(), 2);
        QVERIFY(run.json().value("frameworks").toArray().isEmpty());
        const Finished text = m_cli.run(arguments);
        QCOMPARE(text.code, 2);
        QVERIFY2(text.err.contains("fewer than 1 of the 2 runs are usable") && text.err.contains("none.csv"), text.err);
        QVERIFY2(text.out.contains("Skipped rows:"), text.out);
    }
}

void TestRunsCommands::mistakesAreReported_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QByteArray>("part");
    const QByteArray few =
        "layers,hidden,seq,vocab,gpu,n_gpus,micro_batch,measured_peak_mem_GiB\n4,64,32,100,H100,1,1,";
    const QStringList calibrate {"calibrate", "FILE", "--name", "x", "-o", m_cli.path("x.json")};
    QTest::newRow("no such file") << QStringList {"validate", "nowhere.csv"} << QByteArray() << "file_not_readable"
                                  << QByteArray("nowhere.csv");
    QTest::newRow("empty") << QStringList {"validate", "FILE"} << QByteArray("\n") << "table_malformed"
                           << QByteArray("there are no runs");
    QTest::newRow("text") << calibrate + QStringList {"--strict"} << few + "much\n"
                          << "table_malformed" << QByteArray("line 2: the column \"measured_peak_mem_GiB\"");
    QTest::newRow("too few") << calibrate << few + "1\n"
                             << "runs_unusable" << QByteArray("fewer than 3 of the 1 runs");
    QTest::newRow("unknown stack") << QStringList {"validate", "FILE", "--stack", "deepspeed"} << few + "1\n"
                                   << "stack_unknown" << QByteArray("deepspeed");
    QTest::newRow("unknown type") << calibrate + QStringList {"--type", "abacus"} << few + "1\n"
                                  << "device_type_unknown" << QByteArray("abacus");
}

void TestRunsCommands::mistakesAreReported()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QFETCH(QByteArray, part);
    arguments.replaceInStrings("FILE", m_cli.write("runs.csv", content));
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), code);
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.err.contains(part), text.err);
    QCOMPARE(m_cli.run({"calibrate", "x.csv", "--name", "two words", "-o", m_cli.path("x.json")}).code, 2);
    QCOMPARE(m_cli.run({"calibrate", "x.csv", "--name", "x"}).code, 2);
}

QTEST_GUILESS_MAIN(TestRunsCommands)
#include "tst_runscommands.moc"
