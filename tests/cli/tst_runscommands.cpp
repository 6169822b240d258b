// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// calibrate, validate and stacks.
#include "tests/cli/commandline.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

QString runsFile(const char* name)
{
    return QStringLiteral(SOURCE_FOLDER "/resources/runs/%1").arg(QString::fromUtf8(name));
}

// A user's own file: few columns, one run out of memory, one that counts other bytes.
const QByteArray ownRuns =
    "# my runs\n"
    "layers,hidden,heads,ffn,seq,vocab,n_gpus,pp,tp,micro_batch,measured_peak_mem_GiB,mem_scope\n"
    "16,2048,32,8192,4096,131072,8,1,4,1,8.2,rank 0 allocated\n"
    "16,2048,32,8192,4096,131072,8,1,4,2,13.1,rank 0 allocated\n"
    "16,2048,32,8192,4096,131072,8,1,2,2,17.5,rank 0 allocated\n"
    "16,2048,32,8192,4096,131072,8,1,1,2,30,rank 0 allocated\n"
    "16,2048,32,8192,4096,131072,8,1,1,64,OOM,rank 0 allocated\n"
    "16,2048,32,8192,4096,131072,8,1,1,4,60,rank 0 reserved\n";

}

class TestStackCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void validateComparesEveryRow();
    void scopeOfTheStackIsRespected();
    void theStackThatFitsIsTaken();
    void timesAreCompared();
    void calibrateWritesAStackThatValidateTakes();
    void calibrateKeepsAStackInTheWorkspace();
    void shippedStackIsWrittenAgain();
    void stacksAreListedAndShown();
    void estimatesTellWhatIsTheStacks();
    void plansAreOfAStack();
    void rowsThatCannotBeUsedAreSkipped();
    void runsOfWhichNoneCanBeUsedAreAnError();
    void mistakesAreTold_data();
    void mistakesAreTold();

private:
    CommandLine m_cli;
};

void TestStackCommands::validateComparesEveryRow()
{
    const Finished run = m_cli.run({"validate", runsFile("nanotron_150.csv"), "--stack", "nanotron", "--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject json = run.json();
    const QJsonArray rows = json.value("rows").toArray();
    QCOMPARE(rows.size(), 150);
    QCOMPARE(json.value("skipped").toInt(), 0);
    QCOMPARE(json.value("memory_basis").toString(), QStringLiteral("calibrated"));
    double sum = 0;
    int inside = 0;
    for (const auto& value : rows) {
        const QJsonObject row = value.toObject();
        const double measured = row.value("measured_bytes").toDouble();
        const double predicted = row.value("predicted_bytes").toDouble();
        QVERIFY(row.value("skipped").isNull() && row.value("evidence").toBool());
        QVERIFY(row.value("low").toDouble() < predicted && predicted < row.value("high").toDouble());
        QVERIFY(row.value("measured_seconds").toDouble() > 0 && row.value("predicted_seconds").toDouble() > 0);
        sum += std::abs(predicted / measured - 1);
        const double unseen_low = row.value("unseen_low").toDouble();
        const double unseen_high = row.value("unseen_high").toDouble();
        QVERIFY(unseen_low < row.value("unseen_bytes").toDouble());
        QVERIFY(row.value("unseen_bytes").toDouble() < unseen_high);
        inside += unseen_low <= measured && measured <= unseen_high ? 1 : 0;
    }
    const QJsonObject memory = json.value("memory").toObject();
    QCOMPARE(memory.value("count").toInt(), 150);
    QVERIFY(std::abs(memory.value("mean_error").toDouble() - sum / 150) < 1e-9);
    QVERIFY(std::abs(memory.value("coverage").toDouble() - inside / 150.0) < 1e-9);
    QVERIFY(memory.value("mean_error").toDouble() < 0.09 && memory.value("median_error").toDouble() < 0.06);
    QVERIFY(memory.value("rank_correlation").toDouble() > 0.98 && memory.value("coverage").toDouble() > 0.9);
    QVERIFY(memory.value("p90_error").toDouble() < 0.16 && std::abs(memory.value("bias").toDouble()) < 0.02);
    QVERIFY(memory.value("unseen").toObject().value("mean_error").toDouble() <= 0.09);
    QVERIFY(memory.value("uncorrected").toObject().value("mean_error").toDouble() > 0.18);
    QCOMPARE(json.value("time").toObject().value("count").toInt(), 150);

    // The same by group and with causes.
    const QJsonArray tensor = json.value("groups").toObject().value("memory").toObject().value("tensor").toArray();
    QCOMPARE(tensor.size(), 6); // 1 to 32
    int grouped = 0;
    for (const auto& group : tensor) {
        grouped += group.toObject().value("count").toInt();
    }
    QCOMPARE(grouped, 150);
    const auto other = std::count_if(rows.begin(), rows.end(), [](const QJsonValue& row) {
        const QJsonArray causes = row.toObject().value("memory_causes").toArray();
        return !causes.isEmpty() && causes[0].toObject().value("cause").toString() == "other_tensor_mode";
    });
    QVERIFY(other >= 3);
    const QJsonObject plain =
        m_cli.run({"validate", runsFile("nanotron_150.csv"), "--stack", "nanotron", "--uncorrected", "--json"}).json();
    QCOMPARE(plain.value("memory").toObject().value("mean_error").toDouble(),
             memory.value("uncorrected").toObject().value("mean_error").toDouble());
    QCOMPARE(plain.value("memory").toObject().value("unseen").toObject().value("count").toInt(), 0);

    const Finished text = m_cli.run({"validate", runsFile("nanotron_150.csv"), "--stack", "nanotron"});
    // What the fit had not seen comes first, and both are named.
    const auto held_out =
        text.out.indexOf("Memory (allocated), held out: 150 runs, error 9.0 % in the mean, 4.6 % in the middle");
    const auto in_sample = text.out.indexOf("in-sample, by the stack as it is: error 8.6 % in the mean, 4.1 %");
    QVERIFY2(held_out >= 0 && held_out < in_sample, text.out);
    QVERIFY(std::abs(memory.value("held_out").toObject().value("mean_error").toDouble() - 0.09) < 0.0005);
    QCOMPARE(memory.value("band_runs").toInt(), 150);
    QCOMPARE(memory.value("band_share").toDouble(), 0.95);
    QCOMPARE(json.value("time").toObject().value("band_share").toDouble(), 0.95 * 129 / 150); // slow runs are outside
    QVERIFY2(text.out.contains("of all 150 it holds 81.7 %"), text.out);
    QVERIFY2(text.out.contains("each run that is one of these in bounds made without it"), text.out);
    QVERIFY2(text.out.contains("by tensor degree") && text.out.contains("with reduce-scatters the error would be"),
             text.out);
}

void TestStackCommands::scopeOfTheStackIsRespected()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    const QJsonObject json = m_cli.run({"validate", file, "--stack", "nanotron", "--json"}).json();
    QCOMPARE(json.value("memory").toObject().value("count").toInt(), 4);
    QCOMPARE(json.value("skipped").toInt(), 2);
    const QJsonArray rows = json.value("rows").toArray();
    QVERIFY(rows[3].toObject().value("skipped").isNull());
    QVERIFY(rows[4].toObject().value("skipped").toString().startsWith("out of memory"));
    QVERIFY(rows[5].toObject().value("skipped").toString().startsWith(
        "memory is reserved, the stack predicts allocated bytes"));
    int counted = 0;
    for (const auto& entry : json.value("skipped_reasons").toArray()) {
        counted += entry.toObject().value("count").toInt();
    }
    QCOMPARE(counted, 2);
}

void TestStackCommands::theStackThatFitsIsTaken()
{
    for (const auto& [file, stack] :
         {std::pair {"nanotron_150.csv", "nanotron"}, std::pair {"torchtitan.csv", "torchtitan"},
          std::pair {"seqsel_table5.csv", "megatron"}}) {
        const QJsonObject json = m_cli.run({"validate", runsFile(file), "--json"}).json();
        QCOMPARE(json.value("stack").toString(), QString::fromUtf8(stack));
        QVERIFY(json.value("chosen").toBool());
    }
}

void TestStackCommands::timesAreCompared()
{
    const QJsonObject json = m_cli
                                 .run({"validate", runsFile("seqsel_table5.csv"), runsFile("megatron_tables.csv"),
                                       "--stack", "megatron", "--json"})
                                 .json();
    const QJsonObject time = json.value("time").toObject();
    QCOMPARE(time.value("count").toInt(), 32);
    QVERIFY(time.value("mean_error").toDouble() < 0.04
            && time.value("unseen").toObject().value("mean_error").toDouble() < 0.04);
    QCOMPARE(json.value("memory").toObject().value("count").toInt(), 0);
    QCOMPARE(json.value("skipped").toInt(), 19);
}

void TestStackCommands::calibrateWritesAStackThatValidateTakes()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    const QString written = m_cli.path("mine.json");
    const Finished run =
        m_cli.run({"calibrate", file, "--stack", "mine", "--base", "nanotron", "-o", written, "--json"});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject stack = run.json().value("stack").toObject();
    QCOMPARE(stack.value("name").toString(), QStringLiteral("mine"));
    QCOMPARE(run.json().value("runs").toInt(), 6);
    QVERIFY(run.json().value("workspace").isNull());
    QCOMPARE(run.json().value("memory_skipped").toArray().size(), 2);
    const QJsonObject evidence = stack.value("memory_evidence").toObject();
    QCOMPARE(evidence.value("cross_validated").toObject().value("count").toInt(), 4);
    QVERIFY(evidence.value("few_runs").toBool());
    for (const auto& value : stack.value("memory_coefficients").toArray()) {
        const QJsonObject coefficient = value.toObject();
        QVERIFY(coefficient.value("source").toString().startsWith("fitted on 4 runs of own.csv"));
        QVERIFY(!coefficient.value("meaning").toString().isEmpty() && coefficient.contains("prior"));
    }
    const Finished validated = m_cli.run({"validate", file, "--stack", written, "--json"});
    QVERIFY2(validated.code == 0, validated.err);
    QCOMPARE(validated.json().value("origin").toString(), QStringLiteral("file"));
    QCOMPARE(validated.json().value("memory").toObject().value("unseen").toObject().value("count").toInt(), 4);
}

void TestStackCommands::calibrateKeepsAStackInTheWorkspace()
{
    const QString file = m_cli.write("own.csv", ownRuns);
    const QString workspace = m_cli.path("w.stagecraft");
    const Finished run = m_cli.run({"calibrate", file, "--stack", "mine", "--workspace", workspace});
    QVERIFY2(run.code == 0, run.err);
    QVERIFY2(run.out.contains("cross-validated"), run.out);
    const QJsonArray stacks =
        m_cli.run({"stacks", "list", "--workspace", workspace, "--json"}).json().value("stacks").toArray();
    QCOMPARE(stacks.size(), 4);
    QCOMPARE(stacks[0].toObject().value("name").toString(), QStringLiteral("mine"));
    QCOMPARE(stacks[0].toObject().value("origin").toString(), QStringLiteral("workspace"));
    QCOMPARE(m_cli.run({"validate", file, "--stack", "mine", "--workspace", workspace}).code, 0);
    QCOMPARE(m_cli.run({"stacks", "show", "mine", "--workspace", workspace}).code, 0);
    QCOMPARE(m_cli.run({"stacks", "show", "mine", "--json"}).errorCode(), QStringLiteral("stack_unknown"));
}

// What ships is what the command writes, but for the day.
void TestStackCommands::shippedStackIsWrittenAgain()
{
    const QString written = m_cli.path("torchtitan.json");
    QCOMPARE(m_cli.run({"calibrate", runsFile("torchtitan.csv"), "--stack", "torchtitan", "-o", written}).code, 0);
    const auto linesOf = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray> {};
    };
    const auto now = linesOf(written);
    const auto shipped = linesOf(QStringLiteral(SOURCE_FOLDER "/resources/stacks/torchtitan.json"));
    QCOMPARE(now.size(), shipped.size());
    QVERIFY(now.size() > 40);
}

void TestStackCommands::stacksAreListedAndShown()
{
    const QJsonArray stacks = m_cli.run({"stacks", "list", "--json"}).json().value("stacks").toArray();
    QCOMPARE(stacks.size(), 3);
    for (const auto& value : stacks) {
        const QJsonObject stack = value.toObject();
        QCOMPARE(stack.value("origin").toString(), QStringLiteral("shipped"));
        QVERIFY(stack.value("memory").toObject().value("count").toInt() >= 13);
        QVERIFY(!stack.value("files").toString().isEmpty());
    }
    const QJsonObject few = stacks[1].toObject().value("memory").toObject(); // of megatron
    QCOMPARE(few.value("band_runs").toInt(), 13);
    QVERIFY(few.value("band_share").toDouble() < 0.86);
    const QJsonObject shown = m_cli.run({"stacks", "show", "megatron", "--json"}).json();
    const QJsonObject band = shown.value("memory_evidence").toObject().value("band").toObject();
    QCOMPARE(band.value("runs").toInt(), 13);
    QVERIFY(band.value("low").toDouble() < 1 && band.value("share").toDouble() < 0.86);
    const Finished text = m_cli.run({"stacks", "show", "megatron"});
    QCOMPARE(text.code, 0);
    for (const char* part :
         {"fitted on 13 runs of megatron_golden_20.csv", "fitted on 32 runs of seqsel_table5.csv", "share of the peak",
          "uncorrected", "the range of 13 runs (which holds 85.7 % of such runs", "3 x encoder-decoder",
          "1 x products of 8 bits"}) {
        QVERIFY2(text.out.contains(part), part);
    }
}

// Whose each number is, what its bounds are worth and which options the stack replaces: in words and for scripts.
void TestStackCommands::estimatesTellWhatIsTheStacks()
{
    const QStringList estimate {"estimate", "zoo:gpt-1.3b", "--cluster",   "8xH100-80GB",
                                "--cuts",   "0,13,26",      "--precision", "bf16-autocast"};
    const Finished text = m_cli.run(estimate + QStringList {"--stack", "nanotron"});
    QVERIFY2(text.code == 0, text.err);
    for (const char* part : {"allocated (stack nanotron's)", "bounds of the memory: beyond its runs; twice as far as",
                             "instead of precision bf16-autocast", "instead of gradients eager"}) {
        QVERIFY2(text.out.contains(part), text.out);
    }
    QVERIFY2(!text.out.contains("of communication exposed"), text.out);
    const QJsonObject json = m_cli.run(estimate + QStringList {"--stack", "nanotron", "--json"}).json();
    const QJsonObject stack = json.value("stack").toObject();
    QCOMPARE(stack.value("memory_kind").toString(), QStringLiteral("allocated"));
    QVERIFY(stack.value("tells_time").toBool() && json.value("exposed_communication_seconds").isNull());
    QVERIFY(stack.value("notes").toArray().size() >= 4);
    const Finished reserved = m_cli.run(estimate + QStringList {"--stack", "torchtitan", "--zero", "3"});
    QVERIFY2(
        reserved.out.contains("reserved by the allocator (stack torchtitan's, which does not tell allocated bytes)"),
        reserved.err + reserved.out);
}

void TestStackCommands::plansAreOfAStack()
{
    const QStringList plan {"plan",        "zoo:gpt-1.3b", "--cluster",  "4xH100-80GB", "--global-batch", "16",
                            "--precision", "bf16-master",  "--pipeline", "4",           "--json"};
    const QJsonObject json = m_cli.run(plan + QStringList {"--stack", "nanotron"}).json();
    QCOMPARE(json.value("outcome").toString(), QStringLiteral("optimal"));
    const QString missing = json.value("not_measured").toObject().value("message").toString();
    QVERIFY2(missing.contains(QStringLiteral("formulas of stack nanotron")), qPrintable(missing));
    const QJsonObject best = json.value("candidates").toArray().at(0).toObject();
    const QJsonObject shown = best.value("estimate").toObject();
    QCOMPARE(shown.value("stack").toObject().value("name").toString(), QStringLiteral("nanotron"));
    QCOMPARE(shown.value("memory_basis").toString(), QStringLiteral("calibrated"));
    // What estimate says of the same cuts, and no more than of those that are best by the ledger.
    const auto estimateOf = [&](const QJsonObject& candidate) {
        QStringList cuts {QStringLiteral("0")};
        for (const QJsonValue stage : candidate.value("plan").toObject().value("stages").toArray()) {
            cuts += QString::number(stage.toObject().value("last_layer").toInt());
        }
        return m_cli
            .run({"estimate", "zoo:gpt-1.3b", "--cluster", "4xH100-80GB", "--micro-batches", "16", "--precision",
                  "bf16-master", "--stack", "nanotron", "--cuts", cuts.join(u','), "--json"})
            .json();
    };
    QCOMPARE(estimateOf(best).value("peak_bytes").toDouble(), shown.value("peak_bytes").toDouble());
    const QJsonObject plain = m_cli.run(plan).json().value("candidates").toArray().at(0).toObject();
    QVERIFY(estimateOf(plain).value("peak_bytes").toDouble() >= shown.value("peak_bytes").toDouble());
    // fp32: nanotron does not train with it.
    const Finished refused =
        m_cli.run({"plan", "zoo:gpt2", "--cluster", "4xH100-80GB", "--global-batch", "8", "--stack", "nanotron"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("16-bit"), refused.err);
}

// One of a messy cell, and one whose name says another structure than its columns.
void TestStackCommands::rowsThatCannotBeUsedAreSkipped()
{
    QByteArray table = ownRuns;
    table.replace("layers,hidden", "model,layers,hidden").replace("\n16,", "\nm,16,");
    const auto rows = table.count('\n') - 2;
    const QByteArray messy = table
        + "m,16,2048,32,8192,4096,250k,8,1,4,1,8.2,rank 0 allocated\n"
          "deepseekv3,16,2048,32,8192,4096,131072,8,1,4,1,114,rank 0 allocated\n";
    const QString file = m_cli.write("messy.csv", messy);
    const QStringList validate {"validate", file, "--stack", "nanotron"};
    const QStringList calibrate {"calibrate", file, "--stack", "mine", "--base", "nanotron"};
    for (const QStringList& command : {validate, calibrate}) {
        const Finished run = m_cli.run(command + QStringList {"--json"});
        QVERIFY2(run.code == 0, run.err);
        const QJsonArray skipped = run.json().value("skipped_rows").toArray();
        QCOMPARE(skipped.size(), 2);
        const QJsonObject first = skipped.first().toObject();
        QCOMPARE(first.value("line").toInt(), int(rows) + 3);
        QVERIFY(first.value("reason").toString().contains("\"vocab\" (\"250k\")"));
        QVERIFY(skipped.last().toObject().value("reason").toString().contains("latent attention"));
        const Finished text = m_cli.run(command);
        QVERIFY2(text.out.contains("messy.csv, line " + QByteArray::number(rows + 3) + ": the column \"vocab\""),
                 text.out);
        const Finished strict = m_cli.run(command + QStringList {"--strict", "--json"});
        QCOMPARE(strict.code, 2);
        QCOMPARE(strict.errorCode(), QStringLiteral("table_malformed"));
    }
    const Finished clean = m_cli.run({"validate", m_cli.write("clean.csv", table), "--stack", "nanotron", "--json"});
    const Finished both = m_cli.run(validate + QStringList {"--json"});
    QCOMPARE(both.json().value("memory"), clean.json().value("memory"));
}

void TestStackCommands::runsOfWhichNoneCanBeUsedAreAnError()
{
    const QString file = m_cli.write("none.csv",
                                     "model,layers,hidden,seq,vocab,n_gpus,micro_batch,measured_peak_mem_GiB\n"
                                     "deepseekv3,4,64,32,100,1,1,1\n"
                                     "m,4,64,32,250k,1,1,1\n");
    for (const QStringList& stack : {QStringList {}, QStringList {"--stack", "nanotron"}}) {
        const QStringList arguments = QStringList {"validate", file} + stack;
        const Finished run = m_cli.run(arguments + QStringList {"--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), QStringLiteral("runs_unusable"));
        QCOMPARE(run.json().value("skipped").toInt(), 2);
        QCOMPARE(run.json().value("skipped_rows").toArray().size(), 2);
        const Finished text = m_cli.run(arguments);
        QCOMPARE(text.code, 2);
        QVERIFY2(text.err.contains("of 2 runs fewer than 1 can be used") && text.err.contains("none.csv"), text.err);
        QVERIFY2(text.out.contains("Skipped rows:"), text.out);
    }
}

void TestStackCommands::mistakesAreTold_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QByteArray>("part");
    const QByteArray few = "layers,hidden,seq,vocab,n_gpus,micro_batch,measured_peak_mem_GiB\n4,64,32,100,1,1,";
    QTest::newRow("no such file") << QStringList {"validate", "nowhere.csv"} << QByteArray() << "file_not_readable"
                                  << QByteArray("nowhere.csv");
    QTest::newRow("empty") << QStringList {"validate", "FILE"} << QByteArray("\n") << "table_malformed"
                           << QByteArray("there are no runs");
    QTest::newRow("text") << QStringList {"calibrate", "FILE", "--stack", "x", "--strict"} << few + "much\n"
                          << "table_malformed" << QByteArray("line 2: the column \"measured_peak_mem_GiB\"");
    QTest::newRow("too few") << QStringList {"calibrate", "FILE", "--stack", "x"} << few + "1\n"
                             << "runs_unusable" << QByteArray("of 1 runs fewer than 3");
    QTest::newRow("unknown stack") << QStringList {"validate", "FILE", "--stack", "deepspeed"} << few + "1\n"
                                   << "stack_unknown" << QByteArray("nanotron, megatron, torchtitan");
    QTest::newRow("stack's file") << QStringList {"validate", "FILE", "--stack", "nowhere.json"} << few + "1\n"
                                  << "file_not_readable" << QByteArray("nowhere.json");
}

void TestStackCommands::mistakesAreTold()
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
    QCOMPARE(m_cli.run({"calibrate", "x.csv", "--stack", "two words"}).code, 2);
}

QTEST_GUILESS_MAIN(TestStackCommands)
#include "tst_stackcommands.moc"
