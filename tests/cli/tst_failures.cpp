// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// With --json every failure of every command prints one document with an "error" of the same structure, and every
// success prints one without.
#include "core/protocol/message.h"
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"
#include "tests/support/patience.h"
#include "tests/support/workspacefiles.h"

#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Adds the names of all fields of a value at any depth.
void addFieldNames(const QJsonValue& value, QStringList& names)
{
    for (const auto& entry : value.toArray()) {
        addFieldNames(entry, names);
    }
    const QJsonObject object = value.toObject();
    names += object.keys();
    for (const QString& key : object.keys()) {
        addFieldNames(object.value(key), names);
    }
}

// The subcommands that a help text lists.
QStringList subcommandsOf(const QByteArray& help)
{
    QStringList names;
    bool listed = false;
    for (const QByteArray& line : help.split('\n')) {
        listed = listed ? !line.isEmpty() : line.startsWith("Subcommands:");
        if (listed && line.startsWith("  ") && line.at(2) != ' ') {
            names += QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts).first();
        }
    }
    return names;
}

}

class TestFailures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyCommandFailsInOneWay_data();
    void everyCommandFailsInOneWay();
    void everyCommandIsListedHere();
    void successesHaveNoError_data();
    void successesHaveNoError();
    void infeasibleSearchesKeepTheirFields_data();
    void infeasibleSearchesKeepTheirFields();
    void cancelledSearchesFail();
    void importOfAStoppedWorkerFails();
    void refusalsAreDistinguishedFromFailures_data();
    void refusalsAreDistinguishedFromFailures();
    void exceptionsAreReportedInJson();
    void emptyValuesAreRefused_data();
    void optionsAreNoValues();
    void emptyValuesAreRefused();
    void textThatTurnsAroundIsWrittenOut();
    void aFileThatMayNotGrowIsAnError();
    void fewDescriptorsAreAnError();
    void fewDescriptorsForAWorkerAreAnError();

private:
    QStringList leaves(const QStringList& command = {}) const;
    bool failsWell(const Finished& run, const QString& code) const;

    CommandLine m_cli;
    QString m_table;
    QStringList m_problemArguments;
};

bool TestFailures::failsWell(const Finished& run, const QString& code) const
{
    QJsonParseError parsed;
    const QJsonDocument document = QJsonDocument::fromJson(run.out, &parsed); // rejects text after the document
    const QJsonObject error = document.object().value("error").toObject();
    const bool whole = error.keys() == QStringList {"arguments", "code", "message", "where"}
        && error.value("arguments").isArray() && !error.value("message").toString().isEmpty();
    if (run.code != 0 && parsed.error == QJsonParseError::NoError && whole && error.value("code").toString() == code) {
        return true;
    }
    qWarning("exit code %d, output %s\n%s", run.code, run.out.left(2000).constData(), run.err.constData());
    return false;
}

void TestFailures::initTestCase()
{
    m_table = m_cli.write("chain.csv", statesOnly);
    m_problemArguments = {m_table, "--cluster", "2xcpu:1GiB@1", "--global-batch", "4"};
    m_cli.write("runs.csv", "layers\n1\n");
    m_cli.write("cut.json", "{");
}

void TestFailures::everyCommandFailsInOneWay_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    const auto row = [](const QString& command, const QStringList& arguments, const char* code) {
        QTest::newRow(qPrintable(command + ", " + code)) << command.split(u' ') + arguments << code;
    };
    const QString none = m_cli.path("there is none");
    row("profile", {none}, "file_not_readable");
    row("probe", {"--device", "cuda:77", "--write-request", "/proc/none"}, "file_not_writable");
    row("dryrun", {"--device", "abacus", "python", none}, "device_type_unknown");
    // cannot confirm the layers without a terminal
    row("describe", {none, "-o", m_cli.path("model.pt")}, "option_unsupported");
    row("describe", {none, "-o", m_cli.path("model.pt"), "--yes", "--python", none}, "model_undescribable");
    row("estimate", {none, "--cluster", "1xcpu:1GiB", "--pipeline", "1"}, "file_not_readable");
    row("plan", {none, "--cluster", "1xcpu:1GiB", "--global-batch", "1"}, "file_not_readable");
    row("size", {none, "fewest", "--cluster", "1xcpu:1GiB", "--global-batch", "1"}, "file_not_readable");
    row("compare", {none, "--cluster", "1xcpu:1GiB", "--global-batch", "1"}, "file_not_readable");
    row("compare", {m_table, "--cluster", "lots", "--global-batch", "1"}, "cluster_malformed");
    row("compare", {m_table, "--cluster", "1xcpu:1GiB", "--pipeline", "4", "--global-batch", "1"},
        "option_out_of_range");
    row("export", {none, "--format", "yaml", "-o", m_cli.path("out.yaml")}, "file_not_readable");
    const QString type = m_cli.path("type.json");
    row("calibrate", {none, "--name", "x", "-o", type}, "file_not_readable");
    row("calibrate", {m_cli.path("runs.csv"), "--name", "x", "-o", type}, "table_malformed");
    row("validate", {none}, "file_not_readable");
    row("validate", {m_cli.path("runs.csv"), "--stack", "x"}, "stack_unknown");
    row("workspace show", {none}, "file_not_readable");
    row("workspace show", {m_table}, "workspace_not_one");
    row("workspace import", {none}, "file_not_readable");
    row("workspace import", {m_table}, "option_unsupported");
    row("models show", {none}, "file_not_readable");
    row("hardware show", {"abacus"}, "device_type_unknown");
    row("hardware add", {m_cli.path("cut.json")}, "not_json");
    row("hardware remove", {"abacus"}, "option_unsupported");
    row("hardware import", {none}, "file_not_readable");
    for (const QString& command : leaves()) {
        row(command, {"--magic"}, "usage");
    }
    QTest::newRow("no command") << QStringList {} << "usage";
    QTest::newRow("unknown command") << QStringList {"guess"} << "usage";
}

void TestFailures::everyCommandFailsInOneWay()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    QVERIFY(failsWell(m_cli.run(arguments + QStringList {"--json"}), code));
    if (code == u"usage") { // regardless of the position of --json
        QVERIFY(failsWell(m_cli.run(QStringList {"--json"} + arguments), code));
    }
}

// Returns "workspace show" and all other commands that accept --json.
QStringList TestFailures::leaves(const QStringList& command) const
{
    QStringList all;
    const QStringList inner = subcommandsOf(m_cli.run(command + QStringList {"--help"}).out);
    for (const QString& name : inner) {
        all += leaves(command + QStringList {name});
    }
    return inner.isEmpty() ? QStringList {command.join(u' ')} : all;
}

// The table covers every command, except those that can only fail by invalid usage.
void TestFailures::everyCommandIsListedHere()
{
    const QStringList all = leaves();
    QVERIFY2(all.contains("workspace import") && all.contains("plan") && all.size() > 15, qPrintable(all.join(u'\n')));
    const QStringList cannot_fail {"workspace list", "models list", "hardware list", "hardware offers"};
    QFile source(QStringLiteral(SOURCE_FOLDER "/tests/cli/tst_failures.cpp"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QByteArray here = source.readAll();
    for (const QString& command : all) {
        QVERIFY2(cannot_fail.contains(command) || here.contains("row(\"" + command.toLatin1() + "\", {"),
                 qPrintable(command));
    }
}

void TestFailures::successesHaveNoError_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QStringList& arguments) {
        QTest::newRow(qPrintable(arguments.first(2).join(u' '))) << arguments;
    };
    const QString plan = m_cli.path("plan.json");
    row(QStringList {"plan"} + m_problemArguments + QStringList {"-o", plan, "--explain", "--partitioner", "all"});
    row({"estimate", "--plan", plan});
    row({"export", plan, "--format", "yaml", "-o", m_cli.path("plan.yaml")});
    row(QStringList {"size", m_table, "fewest"} + m_problemArguments.mid(1));
    // One search fails, which is a result for that cluster.
    row({"compare", m_table, "--cluster", "2xcpu:1GiB@1", "--cluster", "8xcpu:1GiB@1", "--pipeline", "4",
         "--global-batch", "4"});
    row({"profile", SOURCE_FOLDER "/tests/data/models/gpt2-tiny.json", "--write-request", m_cli.path("request.json")});
    row({"probe", "--write-request", m_cli.path("probe.json")});
    row({"validate", SOURCE_FOLDER "/resources/runs/torchtitan.csv"});
    row({"workspace", "list"});
    row({"models", "list"});
    row({"models", "show", "zoo:resnet50"});
    row({"hardware", "list"});
    row({"hardware", "offers"});
    row({"hardware", "show", "A100-80GB"});
}

void TestFailures::successesHaveNoError()
{
    QFETCH(QStringList, arguments);
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QStringList names;
    addFieldNames(run.json(), names);
    QVERIFY(!names.isEmpty());
    QVERIFY(!names.contains("error"));
}

void TestFailures::infeasibleSearchesKeepTheirFields_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("field");
    QTest::newRow("plan") << QStringList {"plan", "TABLE"} << "outcome";
    QTest::newRow("size") << QStringList {"size", "TABLE", "fewest"} << "outcome";
    QTest::newRow("compare") << QStringList {"compare", "TABLE"} << "clusters";
}

void TestFailures::infeasibleSearchesKeepTheirFields()
{
    QFETCH(QStringList, command);
    QFETCH(QString, field);
    command.replaceInStrings("TABLE", m_table);
    const Finished run =
        m_cli.run(command + QStringList {"--cluster", "2xcpu:1MiB@1", "--global-batch", "4", "--json"});
    QCOMPARE(run.code, 3);
    QVERIFY(failsWell(run, "infeasible"));
    QVERIFY(run.json().contains(field));
}

void TestFailures::cancelledSearchesFail()
{
    QProcess process;
    m_cli.start(process,
                {"plan", "zoo:gpt3-175b", "--global-batch", "4096", "--vary", "zero,recompute,micro-batch,schedule",
                 "--cluster", "256x8xA100-80GB@20", "--json"});
    QVERIFY(process.waitForStarted());
    const auto residentPages = [&] {
        QFile file(QStringLiteral("/proc/%1/statm").arg(process.processId()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(residentPages() > 18'000, patient(60'000)); // the search is running
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished run = CommandLine::wait(process);
    QVERIFY(failsWell(run, "cancelled"));
    QCOMPARE(run.code, 130);
}

void TestFailures::importOfAStoppedWorkerFails()
{
    const Error reason {ErrorCode::WorkerFailed, {std::string("no power")}, {}};
    const auto lineOf = [](const MessageBody& body, std::int64_t sequence) {
        return QByteArray::fromStdString(encode(WorkerMessage {"a-job", sequence, body})) + "\n";
    };
    const QString file = m_cli.write(
        "stopped.jsonl", lineOf(MeasurementMessage {measurementAt(1)}, 1) + lineOf(ErrorMessage {reason}, 2));
    const Finished run =
        m_cli.run({"workspace", "import", file, "--workspace", m_cli.path("stopped.stagecraft"), "--json"});
    QCOMPARE(run.code, 1);
    QVERIFY(failsWell(run, "incomplete"));
    QCOMPARE(run.json().value("added").toInt(), 1);
    QCOMPARE(run.json().value("stops").toArray().size(), 1);
}

void TestFailures::refusalsAreDistinguishedFromFailures_data()
{
    QTest::addColumn<QByteArray>("worker"); // behavior of the worker
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit_code");
    const auto stopping = [](ErrorCode code) {
        const Error error {code, {std::string("H100"), std::string("none here")}, {}};
        return "cat <<'END'\n" + QByteArray::fromStdString(encode(WorkerMessage {{}, 1, ErrorMessage {error}}))
            + "\nEND\nexit 1\n";
    };
    const QStringList profile {"profile", TEST_DATA "/models/gpt2-tiny.json", "--device"};
    QTest::newRow("no such GPU") << stopping(ErrorCode::DeviceUnavailable) << profile + QStringList {"cuda:7"} << 2;
    QTest::newRow("no dry runs") << stopping(ErrorCode::DryRunUnavailable) << profile + QStringList {"dry:H100-80GB"}
                                 << 2;
    QTest::newRow("a crash") << stopping(ErrorCode::WorkerFailed) << profile + QStringList {"cpu"} << 1;
    QTest::newRow("a full disk") << stopping(ErrorCode::DiskFull) << profile + QStringList {"cpu"} << 1;
    const auto dryRunBy = [](const QString& python) { return QStringList {"dryrun", "--", python, "train.py"}; };
    const QString cpu = m_cli.writeProgram(
        "python-cpu", R"(echo '{"python":[3,11],"folder":"/torch/lib","__version__":"2.11.0+cpu","cuda":""}')");
    QTest::newRow("no Python") << QByteArray() << dryRunBy("/nowhere/python") << 2;
    QTest::newRow("torch without CUDA") << QByteArray() << dryRunBy(cpu) << 2;
}

// Requests that are invalid or impossible on this machine exit with 2, failures at run time with 1.
void TestFailures::refusalsAreDistinguishedFromFailures()
{
    QFETCH(QByteArray, worker);
    QFETCH(QStringList, arguments);
    QFETCH(int, exit_code);
    CommandLine cli;
    cli.setEnvironment("STAGECRAFT_WORKER_PATH", cli.writeProgram("worker", worker));
    const Finished run = cli.run(arguments);
    QVERIFY2(run.code == exit_code, QByteArray::number(run.code) + ": " + run.err);
}

// A failed memory allocation is reported as an exception. The memory use at startup depends on the machine: one of
// these limits is between it and the memory use of the file.
void TestFailures::exceptionsAreReportedInJson()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers reserve more address space than any limit here allows");
#endif
    const QString large = m_cli.write("large.json", QByteArray(15'000'000, ' '));
    bool reported = false;
    for (std::int64_t limit = 80'000'000; limit < 1'000'000'000 && !reported; limit += 10'000'000) {
        QProcess process;
        process.setProcessEnvironment(m_cli.environment());
        process.start(
            "prlimit",
            {"--as=" + QString::number(limit), PROGRAM_FOLDER "/stagecraft-cli", "hardware", "add", large, "--json"});
        const Finished run = CommandLine::wait(process);
        reported = run.code == 1 && run.errorCode() == "out_of_memory" && failsWell(run, "out_of_memory");
    }
    QVERIFY(reported);
}

void TestFailures::emptyValuesAreRefused_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("swallows the next argument") << QStringList {"--output=", m_cli.path("next.json")};
    QTest::newRow("at the end") << QStringList {"--workspace="};
    QTest::newRow("before another option") << QStringList {"--workspace=", "--explain"};
    QTest::newRow("an empty argument") << QStringList {"--workspace", ""};
    QTest::newRow("an empty output") << QStringList {"-o", ""};
}

void TestFailures::optionsAreNoValues()
{
    for (const QStringList& more : {QStringList {"-o", "--json"}, QStringList {"--workspace", "--explain", "--json"}}) {
        const Finished run = m_cli.run(QStringList {"plan"} + m_problemArguments + more);
        QCOMPARE(run.code, 2);
        QVERIFY(failsWell(run, "usage"));
        QVERIFY2(run.err.contains("is an option"), run.err);
        QVERIFY(!QFile::exists("--json"));
    }
    const Finished valued = m_cli.run({"models", "list", "--json=1"});
    QCOMPARE(valued.code, 2);
    QVERIFY(failsWell(valued, "usage"));
    QVERIFY2(valued.err.contains("--json takes no value"), valued.err);
}

void TestFailures::emptyValuesAreRefused()
{
    QFETCH(QStringList, more);
    const Finished run = m_cli.run(QStringList {"plan"} + m_problemArguments + more + QStringList {"--json"});
    QCOMPARE(run.code, 2);
    QVERIFY(failsWell(run, "usage"));
    QVERIFY2(run.err.contains("empty value") && run.err.contains(more.first().startsWith("--w") ? "--workspace" : "-o"),
             run.err);
    QVERIFY(!QFile::exists(m_cli.path("next.json")));
}

// Control characters (C1) and bidirectional marks are escaped in tables, notes and errors.
void TestFailures::textThatTurnsAroundIsWrittenOut()
{
    const QByteArray name = "ab\xc2\x9b"
                            "31m\xe2\x80\xae"
                            "cd\xe2\x81\xa6\xe2\x80\x8f\xff"
                            "ef";
    const QString table = m_cli.write("turned.csv", QByteArray(statesOnly).replace("\na,", "\n" + name + ","));
    const Finished shown = m_cli.run({"models", "show", table});
    QVERIFY2(shown.code == 0, shown.err);
    for (const char* raw : {"\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f", "\xff"}) {
        QVERIFY(!shown.out.contains(raw));
    }
    QVERIFY2(shown.out.contains("ab\\x9b31m\\u202ecd\\u2066\\u200f\\xffef"), shown.out);
    const Finished refused = m_cli.run({"models", "show", m_cli.path(QString::fromUtf8("none\xe2\x80\xae.json"))});
    QVERIFY(!refused.err.contains("\xe2\x80\xae") && refused.err.contains("\\u202e"));
}

void TestFailures::aFileThatMayNotGrowIsAnError()
{
    const QString out = m_cli.path("grown.json");
    QProcess process;
    process.setProcessEnvironment(m_cli.environment());
    process.start("prlimit",
                  QStringList {"--fsize=1000", PROGRAM_FOLDER "/stagecraft-cli", "plan"} + m_problemArguments
                      + QStringList {"--workspace", m_cli.path("small.stagecraft"), "-o", out, "--json"});
    const Finished run = CommandLine::wait(process);
    QVERIFY(failsWell(run, "file_not_writable"));
    QVERIFY2(run.err.contains("larger than the system allows"), run.err);
    QVERIFY(!QFile::exists(out));
}

// A low limit of file descriptors is reported as an error, for every number above the minimum that Qt needs to start.
void TestFailures::fewDescriptorsAreAnError()
{
    for (int most = 5; most < 12; ++most) {
        QProcess process;
        process.setProcessEnvironment(m_cli.environment());
        process.start("prlimit",
                      QStringList {"--nofile=" + QString::number(most), PROGRAM_FOLDER "/stagecraft-cli", "plan"}
                          + m_problemArguments + QStringList {"--json"});
        const Finished run = CommandLine::wait(process);
        QVERIFY2(run.code == 0 || run.code == 1 || run.code == 2, qPrintable(QString::number(most)));
        QVERIFY2(run.code == 0 || run.err.contains("too many files are open"), run.err);
        QVERIFY(run.json().contains(run.code == 0 ? "candidates" : "error"));
    }
}

// Pipes to the profiler need descriptors; Qt reports that the file does not exist.
void TestFailures::fewDescriptorsForAWorkerAreAnError()
{
    for (int most = 12; most < 15; ++most) {
        QProcess process;
        process.setProcessEnvironment(m_cli.environment());
        process.start("prlimit",
                      {"--nofile=" + QString::number(most), PROGRAM_FOLDER "/stagecraft-cli", "profile",
                       "zoo:gpt?layers=1&hidden=64&heads=2", "--micro-batch", "1", "--sequence", "16", "--device",
                       "cpu", "--workspace", m_cli.path("few.stagecraft")});
        const Finished run = CommandLine::wait(process);
        QVERIFY2(run.code != 0 && run.err.contains("too many files are open"), run.err);
    }
}

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
