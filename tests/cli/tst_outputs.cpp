// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// No output of any command replaces a file that the command reads, or a workspace, under any of its names.
#include "core/base/files.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"
#include "tests/support/workspacefiles.h"

#include <QFileInfo>
#include <QTest>

#include <unistd.h>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// A command that writes a file: its arguments without the output, the output option, and one of its input files.
struct Writer {
    const char* name;
    QStringList arguments;
    QString option;
    QString input;
};

}

Q_DECLARE_METATYPE(Writer)

class TestOutputs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void inputsAreNotReplaced_data() { rows(); }
    void inputsAreNotReplaced();
    void workspacesAreNotReplaced_data() { rows(); }
    void workspacesAreNotReplaced();
    void whatSqliteKeepsBesideAWorkspaceIsNotReplaced();
    void userDeviceTypesAreNotReplaced();
    void aNewNameIsWritten_data() { rows(); }
    void aNewNameIsWritten();
    void noWriterReplacesAWorkspace();

private:
    void rows() const;
    QString newWorkspace(const QString& name) const;

    CommandLine m_cli;
    QList<Writer> m_writers;
};

QString TestOutputs::newWorkspace(const QString& name) const
{
    const QString path = m_cli.path(name);
    auto workspace = Workspace::openOrCreate(path.toStdString());
    if (!workspace || !workspace->addMeasurement(measurementAt(1), "job", 0)) {
        qFatal("the workspace cannot be made");
    }
    return path;
}

void TestOutputs::initTestCase()
{
    const QString table = m_cli.write("chain.csv", statesOnly);
    const QString used = newWorkspace("used.stagecraft");
    const QString model = QStringLiteral(TEST_DATA "/models/gpt2-tiny.json");
    const QString copy = m_cli.path("model.json");
    QVERIFY(QFile::copy(model, copy));
    const QString runs = m_cli.path("runs.csv");
    QVERIFY(QFile::copy(QStringLiteral(SOURCE_FOLDER "/resources/runs/torchtitan.csv"), runs));
    const QString cluster = m_cli.path("cluster.json");
    const Finished shown = m_cli.run({"hardware", "show", "2xcpu:1GiB@1", "--json"});
    QCOMPARE(shown.code, 0);
    QJsonObject content = shown.json();
    content.insert("format", "stagecraft-cluster");
    content.insert("version", 1);
    m_cli.write("cluster.json", QJsonDocument(content).toJson());
    const QStringList where {"--cluster", cluster, "--workspace", used};
    const QStringList problem_arguments = QStringList {table, "--global-batch", "4"} + where;
    const QString plan = m_cli.path("plan.json");
    const Finished planned = m_cli.run(QStringList {"plan"} + problem_arguments + QStringList {"-o", plan});
    QVERIFY2(planned.code == 0, planned.err);

    const QStringList estimate = QStringList {"estimate", table, "--pipeline", "2"} + where;
    m_writers = {
        {"plan over the model", QStringList {"plan"} + problem_arguments, "--output", table},
        {"plan over the cluster", QStringList {"plan"} + problem_arguments, "-o", cluster},
        {"plan over the workspace", QStringList {"plan"} + problem_arguments, "-o", used},
        {"comparison over the model", QStringList {"plan"} + problem_arguments + QStringList {"--partitioner", "all"},
         "--comparison-csv", table},
        {"size over the model",
         QStringList {"size"} + problem_arguments.mid(0, 1) + QStringList {"fewest"} + problem_arguments.mid(1),
         "--output", table},
        {"estimate over the cluster", estimate, "--output", cluster},
        {"timeline over the model", estimate, "--timeline", table},
        {"memory over the model", estimate, "--memory-over-time", table},
        {"estimate over its plan", QStringList {"estimate", "--plan", plan, "--workspace", used}, "--output", plan},
        {"export over its plan", QStringList {"export", plan, "--format", "yaml"}, "--output", plan},
        {"calibrate over the runs", QStringList {"calibrate", runs, "--name", "own"}, "--output", runs},
        {"request over the model", QStringList {"profile", copy, "--workspace", used}, "--write-request", copy},
        {"request over the workspace", QStringList {"profile", copy, "--workspace", used}, "--write-request", used},
        {"request of a probe over the workspace", QStringList {"probe", "--workspace", used}, "--write-request", used},
    };
}

void TestOutputs::rows() const
{
    QTest::addColumn<Writer>("writer");
    for (const Writer& writer : m_writers) {
        QTest::newRow(writer.name) << writer;
    }
}

void TestOutputs::inputsAreNotReplaced()
{
    QFETCH(Writer, writer);
    const QString symbolic = m_cli.path("symbolic");
    const QString hard = m_cli.path("hard");
    QCOMPARE(::symlink(writer.input.toUtf8(), symbolic.toUtf8()), 0);
    QCOMPARE(::link(writer.input.toUtf8(), hard.toUtf8()), 0);
    const QByteArray before = contentOf(writer.input);
    for (const QString& name : {writer.input, symbolic, hard}) {
        const Finished run = m_cli.run(writer.arguments + QStringList {writer.option, name, "--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), QStringLiteral("option_unsupported"));
        QVERIFY2(run.err.contains("a file other than that of"), run.err);
        QCOMPARE(contentOf(writer.input), before);
    }
    QVERIFY(QFile::remove(symbolic) && QFile::remove(hard));
}

void TestOutputs::workspacesAreNotReplaced()
{
    QFETCH(Writer, writer);
    const QString other = newWorkspace("other.stagecraft");
    const QString plain = newWorkspace("no such suffix"); // recognized as a workspace by its content
    const QString symbolic = m_cli.path("linked.json");
    const QString hard = m_cli.path("hard.json");
    QCOMPARE(::symlink(other.toUtf8(), symbolic.toUtf8()), 0);
    QCOMPARE(::link(other.toUtf8(), hard.toUtf8()), 0);
    const QByteArray before = contentOf(other);
    const QByteArray plain_before = contentOf(plain);
    const QString dangling = m_cli.path("dangling.json");
    QCOMPARE(::symlink("not there yet.stagecraft", dangling.toUtf8()), 0);
    for (const QString& name : {other, plain, symbolic, hard, dangling, m_cli.path("not there yet.stagecraft")}) {
        const Finished run = m_cli.run(writer.arguments + QStringList {writer.option, name, "--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), QStringLiteral("option_unsupported"));
        QVERIFY2(run.err.contains("not a workspace"), run.err);
        QCOMPARE(contentOf(other), before);
        QCOMPARE(contentOf(plain), plain_before);
    }
    QVERIFY(!QFileInfo::exists(m_cli.path("not there yet.stagecraft")));
    QVERIFY(QFile::remove(symbolic) && QFile::remove(hard) && QFile::remove(dangling));
}

void TestOutputs::whatSqliteKeepsBesideAWorkspaceIsNotReplaced()
{
    const QString plain = newWorkspace("beside");
    for (const char* suffix : {"-wal", "-shm", "-journal", ".lock"}) {
        for (const QString& workspace : {plain, m_cli.path("used.stagecraft")}) {
            const Finished run = m_cli.run({"probe", "--write-request", workspace + QLatin1String(suffix)});
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.contains("not a workspace"), run.err);
        }
    }
    QCOMPARE(m_cli.run({"probe", "--write-request", m_cli.path("request-journal")}).code, 0);
}

void TestOutputs::userDeviceTypesAreNotReplaced()
{
    const Finished entry = m_cli.run({"hardware", "show", "A100-80GB", "--json"});
    const Finished added = m_cli.run({"hardware", "add", m_cli.write("entry.json", entry.out), "--json"});
    QVERIFY2(added.code == 0, added.err);
    const QString file = added.json().value("file").toString();
    const QByteArray before = contentOf(file);
    const Finished run = m_cli.run({"probe", "--write-request", file});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("user-defined device types"), run.err);
    QCOMPARE(contentOf(file), before);
}

void TestOutputs::aNewNameIsWritten()
{
    QFETCH(Writer, writer);
    const QString name = m_cli.path("new.json");
    for (int again = 0; again < 2; ++again) { // the next run overwrites the output
        const Finished run = m_cli.run(writer.arguments + QStringList {writer.option, name, "--json"});
        QVERIFY2(run.code == 0, run.err);
        QVERIFY(QFileInfo(name).size() > 0);
    }
    QVERIFY(QFile::remove(name));
}

// Exports of the window are protected in the same way.
void TestOutputs::noWriterReplacesAWorkspace()
{
    const QString workspace = newWorkspace("kept by its content");
    const QByteArray before = contentOf(workspace);
    const auto written = writeFile(workspace.toStdString(), "{}");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::FileNotWritable);
    QCOMPARE(contentOf(workspace), before);
}

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
