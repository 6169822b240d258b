// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// If no plan fits, "plan" prints the options that make one fit; and the default precision of commands.
#include "tests/cli/commandline.h"
#include "tests/support/llama70b.h"

#include <QTest>

using namespace stagecraft::testing;

class TestRemedyCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void llama70bShowsWhatMakesItFit();
    void printedOptionsMakeAPlanFit();
    void optionsReplaceThoseThatWereGiven();
    void optionsReachTheSpeedThatIsShown_data();
    void optionsReachTheSpeedThatIsShown();
    void tensorRanksAreFixedThoughVaried();
    void whatFitsHasNoRemedies();
    void precisionIsThatOfTheFileUnlessGiven();

private:
    QStringList plan70b() const
    {
        return {"plan", m_model, "--cluster", "4x8xH100-80GB", "--global-batch", "64", "--sequence", "8192"};
    }

    CommandLine m_cli;
    QString m_model;
};

void TestRemedyCommands::initTestCase()
{
    m_model = m_cli.write("llama-3.1-70b.json", QByteArray::fromStdString(llama70bConfig()));
}

void TestRemedyCommands::llama70bShowsWhatMakesItFit()
{
    const Finished run = m_cli.run(plan70b() + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    const QJsonArray remedies = run.json().value("remedies").toArray();
    QVERIFY(!remedies.isEmpty());
    bool whole_nodes = false;
    double slowest = 0;
    for (const QJsonValue& value : remedies) {
        const QJsonObject remedy = value.toObject();
        const QString options = remedy.value("options").toString();
        QVERIFY(!options.isEmpty());
        QVERIFY(remedy.value("headroom_bytes").toDouble() >= 0 && remedy.value("peak_bytes").toDouble() > 0);
        const bool devices = options.contains("--cluster");
        const QJsonObject stage = remedy.value("plan").toObject().value("stages").toArray().first().toObject();
        const int tensor = stage.value("tensor_parallel").toInt();
        whole_nodes = whole_nodes || (!devices && tensor > 1 && 8 % tensor == 0);
        if (!devices) {
            QVERIFY(remedy.value("slowdown").toDouble() >= slowest);
            slowest = remedy.value("slowdown").toDouble();
        }
    }
    QVERIFY(whole_nodes);
}

void TestRemedyCommands::printedOptionsMakeAPlanFit()
{
    const Finished run = m_cli.run(plan70b() + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    for (const QJsonValue& remedy : run.json().value("remedies").toArray()) {
        const QString options = remedy.toObject().value("options").toString();
        const Finished again = m_cli.run(plan70b() + options.split(u' '));
        QVERIFY2(again.code == 0, qPrintable(options + ": " + again.err));
    }
    const Finished reported = m_cli.run(plan70b());
    QCOMPARE(reported.code, 3);
    QVERIFY(reported.err.contains("no plan fits"));
    const QString first = run.json().value("remedies").toArray().first().toObject().value("options").toString();
    QVERIFY2(reported.out.contains("Changes that make a plan fit") && reported.out.contains(first.toUtf8()),
             reported.out);
    QVERIFY2(!reported.out.contains("fastest"), reported.out); // other changes may be faster
}

// The options of a remedy follow the given ones: the last value of an option applies.
void TestRemedyCommands::optionsReplaceThoseThatWereGiven()
{
    const QStringList given {"--context", "1",        "--micro-batch", "4",         "--zero",
                             "0",         "--policy", "none",          "--offload", "none"};
    const Finished run = m_cli.run(plan70b() + given + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    const QJsonArray remedies = run.json().value("remedies").toArray();
    QVERIFY(!remedies.isEmpty());
    for (const QJsonValue& remedy : remedies) {
        const QString options = remedy.toObject().value("options").toString();
        const Finished again = m_cli.run(plan70b() + given + options.split(u' '));
        QVERIFY2(again.code == 0, qPrintable(options + ": " + again.err));
    }
}

void TestRemedyCommands::optionsReachTheSpeedThatIsShown_data()
{
    QTest::addColumn<QStringList>("options");
    for (const char* framework : {"fsdp2", "torchtitan", "deepspeed", "megatron-core"}) {
        QTest::newRow(framework) << QStringList {"--framework", framework};
    }
    QTest::newRow("varied") << QStringList {"--framework", "fsdp2", "--vary", "zero"};
}

// Remedies reach the displayed speed: an explicit ZeRO stage overrides the framework's default.
void TestRemedyCommands::optionsReachTheSpeedThatIsShown()
{
    QFETCH(QStringList, options);
    const QStringList problem_arguments =
        QStringList {"plan", "zoo:llama-3.1-8b", "--cluster", "4xA100-40GB", "--global-batch", "64"} + options;
    const Finished run = m_cli.run(problem_arguments + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    const QJsonArray remedies = run.json().value("remedies").toArray();
    QVERIFY(!remedies.isEmpty());
    for (const QJsonValue& remedy : remedies) {
        const QString changes = remedy.toObject().value("options").toString();
        const Finished again =
            m_cli.run(problem_arguments + changes.split(u' ') + QStringList {"--objective", "throughput", "--json"});
        QVERIFY2(again.code == 0, qPrintable(changes + ": " + again.err));
        const QJsonObject fastest = again.json().value("candidates").toArray().first().toObject();
        const double step = fastest.value("estimate").toObject().value("step_seconds").toDouble();
        QVERIFY(step > 0);
        QVERIFY2(step <= remedy.toObject().value("step_seconds").toDouble() * 1.001, qPrintable(changes));
    }
}

// A TP size is offered if the search chooses it, even if --vary names it.
void TestRemedyCommands::tensorRanksAreFixedThoughVaried()
{
    const QStringList problem_arguments {
        "plan",       m_model,  "--cluster", "4x8xH100-80GB:54GiB", "--global-batch", "64",
        "--sequence", "131072", "--vary",    "tensor,micro-batch"};
    const Finished run = m_cli.run(problem_arguments + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    int with_tensor = 0;
    for (const QJsonValue& remedy : run.json().value("remedies").toArray()) {
        const QString options = remedy.toObject().value("options").toString();
        with_tensor += options.contains("--tensor") ? 1 : 0;
        const Finished again = m_cli.run(problem_arguments + options.split(u' '));
        QVERIFY2(again.code == 0, qPrintable(options + ": " + again.err));
    }
    QVERIFY(with_tensor > 0);
    QCOMPARE(m_cli.run(problem_arguments + QStringList {"--micro-batch", "1"}).code,
             2); // searched only if --vary names it
}

void TestRemedyCommands::whatFitsHasNoRemedies()
{
    const Finished run = m_cli.run({"plan", "zoo:gpt2", "--cluster", "8xH100-80GB", "--global-batch", "8", "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(!run.json().contains("remedies"));
}

void TestRemedyCommands::precisionIsThatOfTheFileUnlessGiven()
{
    const auto precisionOf = [&](const QStringList& options) {
        const Finished run = m_cli.run(plan70b() + QStringList {"--policy", "full", "--json"} + options);
        return run.json().value("problem").toObject().value("workload").toObject().value("precision").toString();
    };
    QCOMPARE(precisionOf({}), QStringLiteral("bf16-master"));
    QCOMPARE(precisionOf({"--precision", "bf16-autocast"}), QStringLiteral("bf16-autocast"));
    const Finished zoo = m_cli.run({"plan", "zoo:gpt2", "--cluster", "8xH100-80GB", "--global-batch", "8", "--json"});
    QCOMPARE(zoo.json().value("problem").toObject().value("workload").toObject().value("precision").toString(),
             QStringLiteral("fp32"));
}

QTEST_GUILESS_MAIN(TestRemedyCommands)
#include "tst_remedycommands.moc"
