// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Exit code 2 and a sentence for invalid usage; help and version.
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

// Returns the matches of a pattern, or of its group, in the lines of a text; with `within`, its matches in them.
QSet<QString> found(const QString& text, const QString& pattern, const QString& within = {})
{
    QSet<QString> all;
    auto lines = QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text);
    while (lines.hasNext()) {
        const QRegularExpressionMatch line = lines.next();
        if (within.isEmpty()) {
            all << line.captured(line.lastCapturedIndex());
            continue;
        }
        auto parts = QRegularExpression(within).globalMatch(line.captured());
        while (parts.hasNext()) {
            all << parts.next().captured();
        }
    }
    return all;
}

}

class TestUsage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpListsTheCommands();
    void theManualHasEveryOption();
    void versionIsReported();
    void badUsageIsRefused_data();
    void badUsageIsRefused();
    void badUsageInJson();
    void noNumberIsEndlessOrNone();
    void shortOptionsTakeNoEquals();
    void unknownCommandsAreNamed();
    void optionsNeedWhatTheyConcern_data();
    void optionsNeedWhatTheyConcern();
    void optionsInUseAreTaken_data();
    void optionsInUseAreTaken();
    void whatDoesNotWorkYetIsNotOffered_data();
    void whatDoesNotWorkYetIsNotOffered();
    void lostOutputIsNotSuccess();
    void neutralValuesAreTaken();
    void namesCannotCommandTheTerminal();
    void namesStandInOneLine();
    void endlessLinesOfTablesAreRefused();
    void aSilentPipeIsLeftAtOnce();
    void badModelFilesAreNamed_data();
    void badModelFilesAreNamed();
    void sumsBeyondIntegersAreRefused_data();
    void sumsBeyondIntegersAreRefused();

private:
    CommandLine m_cli;
};

void TestUsage::helpListsTheCommands()
{
    const Finished help = m_cli.run({"--help"});
    QCOMPARE(help.code, 0);
    for (const char* command : {"profile", "probe", "estimate", "plan", "size", "compare", "export", "workspace",
                                "models", "hardware", "calibrate", "validate"}) {
        QVERIFY2(help.out.contains(command), command);
        QCOMPARE(m_cli.run({command, "--help"}).code, 0);
    }
    QVERIFY(help.err.isEmpty());
}

// The manual lists every option, and no option that does not exist.
void TestUsage::theManualHasEveryOption()
{
    QFile file(QStringLiteral(SOURCE_FOLDER "/packaging/stagecraft-cli.1"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString manual = QString::fromUtf8(file.readAll()).replace(QStringLiteral("\\-"), QStringLiteral("-"));
    QSet<QString> offered;
    for (const char* command : {"",
                                "profile",
                                "probe",
                                "dryrun",
                                "describe",
                                "estimate",
                                "plan",
                                "size",
                                "compare",
                                "export",
                                "workspace list",
                                "workspace show",
                                "workspace import",
                                "models list",
                                "models show",
                                "hardware list",
                                "hardware show",
                                "hardware add",
                                "hardware remove",
                                "hardware offers",
                                "hardware import",
                                "calibrate",
                                "validate"}) {
        const QStringList words = QString::fromLatin1(command).split(u' ', Qt::SkipEmptyParts);
        const Finished help = m_cli.run(words + QStringList {"--help"});
        QCOMPARE(help.code, 0);
        const QSet<QString> options = found(QString::fromUtf8(help.out), QStringLiteral("^  (?:-\\w,)?(--[a-z-]+)"));
        QVERIFY2(options.contains("--help"), command);
        offered += options;
    }
    const QSet<QString> reported = found(manual, QStringLiteral("^\\.(?:B|BI) .*"), QStringLiteral("--[a-z-]+"));
    QCOMPARE(QStringList((offered - reported).values()), QStringList());
    QCOMPARE(QStringList((reported - offered).values()), QStringList());
}

void TestUsage::versionIsReported()
{
    const Finished version = m_cli.run({"--version"});
    QCOMPARE(version.code, 0);
    QVERIFY2(version.out.startsWith("stagecraft-cli "), version.out);
}

void TestUsage::badUsageIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList plan {"plan", "zoo:resnet50", "--cluster", "4xcpu:8GiB", "--global-batch", "8"};
    QTest::newRow("nothing") << QStringList {};
    QTest::newRow("unknown command") << QStringList {"guess"};
    QTest::newRow("unknown option") << plan + QStringList {"--magic"};
    QTest::newRow("no model") << QStringList {"profile"};
    QTest::newRow("no cluster") << QStringList {"plan", "zoo:resnet50", "--global-batch", "8"};
    QTest::newRow("batch is no number") << QStringList {"plan",  "zoo:resnet50",   "--cluster",
                                                        "4xcpu", "--global-batch", "many"};
    QTest::newRow("batch is negative") << QStringList {"plan",  "zoo:resnet50",   "--cluster",
                                                       "4xcpu", "--global-batch", "-8"};
    QTest::newRow("batch is not divisible") << plan + QStringList {"--micro-batch", "3"};
    QTest::newRow("micro-batches do not divide") << plan + QStringList {"--micro-batches", "3"};
    QTest::newRow("no such cluster") << QStringList {"plan", "zoo:resnet50",   "--cluster",
                                                     "lots", "--global-batch", "8"};
    QTest::newRow("no such device") << QStringList {"plan",     "zoo:resnet50",   "--cluster",
                                                    "4xabacus", "--global-batch", "8"};
    QTest::newRow("too deep") << plan + QStringList {"--pipeline", "9"};
    QTest::newRow("reserve is no memory") << plan + QStringList {"--memory-reserve", "some"};
    QTest::newRow("no such model") << QStringList {"models", "show", "zoo:nothing"};
    QTest::newRow("no such format") << QStringList {"export", "plan.json", "--format", "pdf", "-o", "plan.pdf"};
    QTest::newRow("no such device to measure on") << QStringList {"profile", "zoo:resnet50", "--device", "gpu"};
    QTest::newRow("no such time") << QStringList {"profile", "zoo:resnet50", "--budget", "soon"};
    QTest::newRow("tolerance is no number") << QStringList {"profile", "zoo:resnet50", "--tolerance", "nan"};
    QTest::newRow("tolerance above one") << QStringList {"profile", "zoo:resnet50", "--tolerance", "1.5"};
    QTest::newRow("slowdown of a size") << QStringList {
        "size", "zoo:resnet50", "fewest", "--cluster", "4xcpu:8GiB", "--global-batch", "8", "--max-slowdown", "2"};
    QTest::newRow("slowdown of clusters") << QStringList {
        "compare", "zoo:resnet50", "--cluster", "4xcpu:8GiB", "--global-batch", "8", "--max-slowdown", "2"};
    QTest::newRow("slowdown is no number") << plan + QStringList {"--max-slowdown", "nan"};
    QTest::newRow("a gap in a list") << QStringList {"profile", "zoo:resnet50", "--micro-batch", "1,,2"};
    QTest::newRow("a list without an end") << QStringList {"profile", "zoo:resnet50", "--micro-batch", "1,2,"};
    QTest::newRow("a word in a list") << QStringList {"profile", "zoo:resnet50", "--sequence", "32,long"};
    QTest::newRow("sequence parallel alone") << QStringList {"profile", "zoo:gpt2", "--sequence-parallel"};
    QTest::newRow("sequence parallel of one")
        << QStringList {"profile", "zoo:gpt2", "--sequence-parallel", "--tensor", "1"};
    QTest::newRow("an option of the zoo twice") << QStringList {"models", "show", "zoo:gpt?layers=2&layers=3"};
    QTest::newRow("no such device to probe") << QStringList {"probe", "--device", "tpu"};
    QTest::newRow("no device with such a number") << QStringList {"probe", "--device", "cuda:-1"};
    QTest::newRow("no time to probe") << QStringList {"probe", "--budget", "0s"};
    QTest::newRow("more than a day to probe") << QStringList {"probe", "--budget", "25h"};
    QTest::newRow("micro-batch zero") << QStringList {"profile", "zoo:resnet50", "--micro-batch", "0"};
    QTest::newRow("sequence too long") << QStringList {"profile", SOURCE_FOLDER "/resources/models/gpt2.json",
                                                       "--sequence", "2048"};
    QTest::newRow("estimate what?") << QStringList {"estimate", "zoo:resnet50", "--cluster", "4xcpu:8GiB"};
    QTest::newRow("cuts and depth disagree")
        << QStringList {"estimate", "zoo:resnet50", "--cluster", "4xcpu:8GiB", "--pipeline", "3", "--cuts", "0,5,18"};
    QTest::newRow("plan and cuts") << QStringList {"estimate",  "zoo:resnet50", "--plan",
                                                   "plan.json", "--cuts",       "0,5,18"};
}

void TestUsage::badUsageIsRefused()
{
    QFETCH(QStringList, arguments);
    const Finished run = m_cli.run(arguments);
    QVERIFY2(run.code == 2, run.err);
    QVERIFY2(run.err.startsWith("stagecraft-cli: "), run.err);
    QVERIFY2(run.out.isEmpty(), run.out);
}

void TestUsage::badUsageInJson()
{
    const Finished run = m_cli.run({"plan", "zoo:resnet50", "--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "usage");
    QVERIFY(run.json().value("error").toObject().value("message").toString().contains("--cluster"));

    const Finished misspelled = m_cli.run({"plan", "zoo:resnet50", "--json", "--clusters", "8xH100-80GB"});
    QCOMPARE(misspelled.code, 2); // an unknown option takes precedence over a missing one
    QVERIFY(misspelled.json().value("error").toObject().value("message").toString().contains("\"--clusters\""));

    const Finished cluster = m_cli.run({"plan", "zoo:resnet50", "--json", "--cluster", "lots", "--global-batch", "8"});
    QCOMPARE(cluster.code, 2);
    QCOMPARE(cluster.errorCode(), "cluster_malformed");
}

// Every option with a fractional number rejects infinity and NaN, as listed in the help of every command.
void TestUsage::noNumberIsEndlessOrNone()
{
    const QRegularExpression numbers(QStringLiteral("^  (?:-\\w,)?(--[a-z-]+) (X|GB/S|USD|DAYS|RATIO|TIME|BYTES) "),
                                     QRegularExpression::MultilineOption);
    int tried = 0;
    for (const char* command : {"plan", "size", "compare", "estimate", "profile", "probe"}) {
        const QString help = QString::fromUtf8(m_cli.run({command, "--help"}).out);
        for (auto match = numbers.globalMatch(help); match.hasNext(); ++tried) {
            const QString option = match.next().captured(1);
            for (const char* value : {"nan", "inf", "1e999", "0x10"}) {
                const Finished run = m_cli.run({command, "zoo:gpt2", option, value});
                QVERIFY2(run.code == 2 && run.err.contains(value), qPrintable(option + ": " + run.err));
            }
        }
        QVERIFY2(!help.contains("POSITIVE"), command); // the parser's check, which accepts infinity
    }
    QVERIFY(tried > 20);
}

// Short options reject "=": the parser would write to a file with the name "=plan.json".
void TestUsage::shortOptionsTakeNoEquals()
{
    for (const char* output : {"-o=", "-o=plan.json"}) {
        const Finished run = m_cli.run({"plan", "zoo:gpt2", "--cluster", "1xA100-80GB", "--global-batch", "4", output});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("-o takes its value without"), run.err);
        QVERIFY2(run.out.isEmpty(), run.out);
    }
}

// Unknown commands are reported with the existing ones, also for subcommands.
void TestUsage::unknownCommandsAreNamed()
{
    const std::pair<QStringList, const char*> cases[] {{{"plam", "zoo:gpt2"}, "profile, probe"},
                                                       {{"models", "plam"}, "show"}};
    for (const auto& [words, possible] : cases) {
        const Finished run = m_cli.run(words);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("there is no command \"plam\""), run.err);
        QVERIFY2(run.err.contains(possible), run.err);
    }
}

// Options that modify another option require it, because they would otherwise have no effect.
void TestUsage::optionsNeedWhatTheyConcern_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("needed");
    const auto row = [](const char* name, const QStringList& options, const char* needed) {
        QTest::newRow(name) << options << QByteArray(needed);
    };
    row("sequence parallel", {"--sequence-parallel"}, "with --tensor 2 or more");
    row("kind of context", {"--context-kind", "ulysses"}, "with --context 2 or more");
    row("capacity", {"--expert-capacity", "1.5"}, "with --expert 2 or more");
    row("period", {"--period", "2"}, "with --replicas averaging or subnets");
    row("compressor", {"--compressor", "quantise:8"}, "with --policy compress or --compress-boundaries");
    row("compressor of another policy", {"--compressor", "quantise:8", "--policy", "full"}, "with --policy compress");
    row("compression", {"--compress-boundaries"}, "with --compressor");
    row("compressed boundaries of one place",
        {"--compress-boundaries", "--compressor", "quantise:8", "--pipeline", "1"}, "with --pipeline 2 or more");
    row("compressed boundaries of one stage", {"--compress-boundaries", "--compressor", "quantise:8", "--cuts", "0,16"},
        "with --pipeline 2 or more");
    row("in flight", {"--in-flight-limit", "2"}, "with --schedule dapple-a or dapple-b");
    row("way to the host", {"--host-bandwidth", "10"}, "with --offload");
    row("memory of the host", {"--host-memory-bandwidth", "10"}, "with --offload");
    row("threshold", {"--lms-threshold", "2"}, "with --policy lms");
    row("tensors", {"--lms-tensors", "2"}, "with --policy lms");
    row("ahead", {"--lms-ahead", "2"}, "with --policy lms");
    row("group", {"--lms-group", "2"}, "with --policy lms");
    row("sync", {"--lms-sync", "both"}, "with --policy lms");
    row("limit", {"--lms-limit", "1GiB"}, "with --policy lms");
}

void TestUsage::optionsNeedWhatTheyConcern()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, needed);
    const bool of_depth = options.contains("--pipeline") || options.contains("--cuts");
    const QStringList depth = of_depth ? QStringList {} : QStringList {"--pipeline", "2"};
    const QStringList cluster {TEST_DATA "/sixteen-layers.csv", "--cluster", "4xcpu:8GiB", "--json"};
    for (const QStringList& command : {QStringList {"estimate"} + depth, QStringList {"plan", "--global-batch", "8"}}) {
        const Finished run = m_cli.run(command + cluster + options);
        QVERIFY2(run.code == 2, run.err);
        QCOMPARE(run.errorCode(), "option_unsupported");
        QVERIFY2(run.err.startsWith("stagecraft-cli: " + options.front().toUtf8() + " cannot be"), run.err);
        QVERIFY2(run.err.contains(needed), run.err);
    }
}

void TestUsage::optionsInUseAreTaken_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList cluster {"zoo:gpt2", "--cluster", "1x8xA100-80GB"};
    const auto row = [&](const char* name, const QStringList& options) {
        QTest::newRow(name) << QStringList {"estimate", "--pipeline", "2"} + cluster + options;
    };
    row("sequence parallel", {"--sequence-parallel", "--tensor", "2"});
    row("kind of context", {"--context-kind", "ulysses", "--context", "2"});
    row("period", {"--period", "2", "--replicas", "averaging", "--data", "2"});
    row("compressor", {"--compressor", "quantise:8", "--policy", "compress@1-4"});
    row("compressed boundaries", {"--compressor", "quantise:8", "--compress-boundaries"});
    row("in flight", {"--in-flight-limit", "2", "--schedule", "dapple-b"});
    row("way to the host", {"--host-bandwidth", "10", "--policy", "swap@1-4"});
    row("memory of the host", {"--host-memory-bandwidth", "10", "--offload", "optimizer"});
    row("threshold", {"--lms-threshold", "2", "--policy", "lms"});
    row("ahead", {"--lms-ahead", "2", "--lms-group", "0", "--lms-sync", "in", "--policy", "lms"});
    row("limit", {"--lms-limit", "1GiB", "--policy", "lms"});
    row("parameters on the host", {"--offload", "parameters"});
    row("usual values", {"--context-kind", "ring", "--expert-capacity", "1", "--period", "1", "--compressor", "none"});
    // The search also covers deeper plans.
    QTest::newRow("searched depth") << QStringList {"plan", "--global-batch", "2"} + cluster
            + QStringList {"--compressor", "quantise:8", "--compress-boundaries"};
}

void TestUsage::optionsInUseAreTaken()
{
    QFETCH(QStringList, arguments);
    const Finished run = m_cli.run(arguments);
    QVERIFY2(run.code == 0, run.err);
}

void TestUsage::whatDoesNotWorkYetIsNotOffered_data()
{
    QTest::addColumn<QStringList>("option");
    QTest::newRow("tensor") << QStringList {"--tensor", "2"};
    QTest::newRow("zero") << QStringList {"--zero", "4"};
    QTest::newRow("vary") << QStringList {"--vary", "swap"};
    QTest::newRow("policy") << QStringList {"--policy", "swap"};
    QTest::newRow("target") << QStringList {"--target", "megatron"};
}

void TestUsage::whatDoesNotWorkYetIsNotOffered()
{
    QFETCH(QStringList, option);
    const QStringList plan {"plan", "zoo:resnet50", "--cluster", "4xcpu:8GiB", "--global-batch", "8"};
    QCOMPARE(m_cli.run(plan + option).code, 2);
}

void TestUsage::lostOutputIsNotSuccess()
{
    for (const QStringList& arguments : {QStringList {"models", "list", "--json"}, QStringList {"models", "list"}}) {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        m_cli.start(process, arguments);
        const Finished run = CommandLine::wait(process);
        QCOMPARE(run.code, 1);
        QVERIFY2(run.err.contains("standard output"), run.err);
    }
}

void TestUsage::neutralValuesAreTaken()
{
    const QStringList estimate {"estimate", TEST_DATA "/sixteen-layers.csv", "--cluster", "4xcpu:8GiB", "--pipeline",
                                "2"};
    const Finished plain = m_cli.run(estimate + QStringList {"--json"});
    const Finished named =
        m_cli.run(estimate + QStringList {"--tensor", "1", "--zero", "0", "--policy", "none", "--json"});
    QVERIFY2(named.code == 0, named.err);
    QCOMPARE(named.out, plain.out);
}

void TestUsage::namesCannotCommandTheTerminal()
{
    const QTemporaryDir folder;
    QFile table(folder.filePath("Loud.CSV"));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                "forward_seconds,backward_seconds\n\x1b[31mred\x1b]0;title\x07,1,1,1,1,1,0,0,1,1\n");
    table.close();
    const Finished shown = m_cli.run({"models", "show", table.fileName()});
    QVERIFY2(shown.code == 0, shown.err);
    QVERIFY(shown.out.contains("[31mred"));
    QVERIFY(!shown.out.contains('\x1b') && !shown.out.contains('\x07'));
}

// Names of files and names in files cannot forge a line of the output.
void TestUsage::namesStandInOneLine()
{
    const CommandLine cli;
    QFile tiny(QStringLiteral(TEST_DATA "/models/gpt2-tiny.json"));
    QVERIFY(tiny.open(QIODevice::ReadOnly));
    const QString model = cli.write("tiny\nThe plan fits.json", tiny.readAll());
    const Finished planned = cli.run({"plan", model, "--cluster", "2xL40S", "--global-batch", "8", "--sequence", "32"});
    QVERIFY2(planned.out.contains("tiny\\nThe plan fits on 2xL40S") && !planned.out.contains("\nThe plan fits on"),
             planned.out);
    const Finished missing = cli.run({"models", "show", cli.path("no\nfile.json")});
    QVERIFY2(missing.err.contains("no\\nfile.json: "), missing.err);
    QJsonObject cluster = cli.run({"hardware", "show", "2xL40S", "--json"}).json();
    cluster.insert("format", "stagecraft-cluster");
    cluster.insert("version", 1);
    cluster["name"] = "two\nThe plan fits";
    const QString renamed = cli.write("cluster.json", QJsonDocument(cluster).toJson());
    const Finished on = cli.run({"plan", model, "--cluster", renamed, "--global-batch", "8", "--sequence", "32"});
    QVERIFY2(on.out.contains("on two\\nThe plan fits"), on.err + on.out);
}

// Tables with endless lines are rejected; 60 MiB of commas used 2 GB.
void TestUsage::endlessLinesOfTablesAreRefused()
{
    const CommandLine cli;
    const Finished columns =
        cli.run({"models", "show", cli.write("columns.csv", QByteArray("x,").repeated(2000) + "\n")});
    QVERIFY2(columns.code == 2 && columns.err.contains("more than 1024 columns"), columns.err);
    const Finished fields = cli.run(
        {"models", "show",
         cli.write("fields.csv", QByteArray(stagecraft::testing::statesOnly) + QByteArray(1 << 20, ',') + "\n")});
    QVERIFY2(fields.code == 2 && fields.err.contains("it has 1025 fields"), fields.err);
}

// An interrupt ends the wait for a silent pipe at once, not after the timeout of ten seconds.
void TestUsage::aSilentPipeIsLeftAtOnce()
{
    const CommandLine cli;
    const QString pipe = cli.path("pipe.json");
    QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    const int writer = ::open(pipe.toUtf8().constData(), O_RDWR | O_CLOEXEC);
    QProcess process;
    QElapsedTimer timer;
    timer.start();
    cli.start(process, {"models", "show", pipe});
    QVERIFY(process.waitForStarted());
    QTest::qWait(500);
    process.terminate();
    const Finished ended = CommandLine::wait(process);
    ::close(writer);
    QCOMPARE(ended.code, 130);
    QVERIFY2(timer.elapsed() < patient(5'000), ended.err);
}

void TestUsage::badModelFilesAreNamed_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"not-json", "missing-layers", "negative-hidden", "heads-do-not-divide", "billion-layers",
                             "unknown-family", "empty", "array", "number", "there is none"}) {
        QTest::newRow(name) << QStringLiteral(TEST_DATA "/models/") + name + ".json";
    }
    QTest::newRow("a folder") << QStringLiteral(TEST_DATA);
}

void TestUsage::badModelFilesAreNamed()
{
    QFETCH(QString, file);
    for (const QStringList& command :
         {QStringList {"models", "show", file, "--json"}, QStringList {"profile", file, "--json"},
          QStringList {"plan", file, "--cluster", "4xcpu", "--global-batch", "4", "--json"}}) {
        const Finished run = m_cli.run(command);
        QVERIFY2(run.code == 2, run.err);
        QVERIFY2(run.err.contains(file.toUtf8()), run.err);
        QCOMPARE(run.json().value("error").toObject().value("where").toString(), file);
    }
}

void TestUsage::sumsBeyondIntegersAreRefused_data()
{
    QTest::addColumn<int>("layers");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("models show, layers") << 2'048 << QStringList {"models", "show", "FILE", "--micro-batch", "4"};
    QTest::newRow("models show, samples") << 4 << QStringList {"models", "show", "FILE", "--micro-batch", "1048576"};
    QTest::newRow("estimate") << 2'048
                              << QStringList {"estimate", "FILE", "--cluster", "2xA100-80GB", "--pipeline", "2"};
    QTest::newRow("plan") << 2'048 << QStringList {"plan", "FILE", "--cluster", "2xA100-80GB", "--global-batch", "2"};
}

void TestUsage::sumsBeyondIntegersAreRefused()
{
    QFETCH(int, layers);
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    QFile table(folder.filePath(QStringLiteral("large.csv")));
    QVERIFY(table.open(QFile::WriteOnly));
    table.write("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                "forward_seconds,backward_seconds\n");
    for (int i = 0; i < layers; ++i) {
        table.write(QByteArray("layer,1125899906842624,0,0,0,1125899906842624,0,0,1,1\n"));
    }
    table.close();
    arguments.replaceInStrings(QStringLiteral("FILE"), table.fileName());
    const Finished refused = m_cli.run(arguments);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("must be between"), refused.err);
    static const QRegularExpression negative(QStringLiteral("[ :]-[0-9]"));
    QVERIFY2(!negative.match(QString::fromUtf8(refused.out)).hasMatch(), refused.out.left(400));
}

QTEST_GUILESS_MAIN(TestUsage)
#include "tst_usage.moc"
