// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// TorchScript files on the command line, with the real worker on the CPU.
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"

#include <QTest>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

class TestTorchScript : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void modelIsShown();
    void withoutTrustNothingRuns();
    void profileThenPlanWithoutLoading();
    void otherFileIsDescribedAnew();
    void badFilesAreRefused();
    void whatFailsIsNamedAtTheEnd();
    void fileBesideTheRequestIsUsed();

private:
    QString copyOf(const QString& name) const
    {
        QFile file(QStringLiteral(TEST_DATA "/scripts/") + name);
        return file.open(QIODevice::ReadOnly) ? m_cli.write("net.pt", file.readAll()) : QString();
    }

    CommandLine m_cli;
    QString m_net;
};

void TestTorchScript::init()
{
    m_net = copyOf("scripted.pt");
    QVERIFY(!m_net.isEmpty());
}

void TestTorchScript::modelIsShown()
{
    const Finished json = m_cli.run({"models", "show", m_net, "--trust", "--input", "3x32x32", "--json"});
    QVERIFY2(json.code == 0, json.err + json.out);
    const QJsonArray layers = json.json().value("layers").toArray();
    QCOMPARE(layers.size(), 8);
    QCOMPARE(layers[0].toObject().value("type").toString(), QStringLiteral("Conv2d"));
    QCOMPARE(layers[0].toObject().value("parameters").toInt(), 16 * 3 * 9);
    QCOMPARE(layers[0].toObject().value("output_bytes").toInt(), 16 * 32 * 32 * 4);
    QVERIFY(!layers[0].toObject().contains("forward_flops"));
    const Finished text = m_cli.run({"models", "show", m_net, "--trust", "--input", "3x32x32", "--compact"});
    QVERIFY2(text.out.contains("3 .. 4") && text.out.contains("BatchNorm2d"), text.out);
    // The user must specify the sample.
    const Finished silent = m_cli.run({"models", "show", m_net, "--trust", "--json"});
    QCOMPARE(silent.code, 2);
    QVERIFY2(silent.out.contains("3x224x224"), silent.out);
    const Finished wrong = m_cli.run({"models", "show", m_net, "--trust", "--input", "4x32x32", "--json"});
    QCOMPARE(wrong.code, 2);
    QCOMPARE(wrong.errorCode(), QStringLiteral("layer_mismatch"));
    QVERIFY2(wrong.out.contains("child \\\"0\\\""), wrong.out);
    QCOMPARE(m_cli.run({"models", "show", "zoo:resnet18", "--input", "3x32x32"}).code, 2);
}

void TestTorchScript::withoutTrustNothingRuns()
{
    // A worker that cannot be started would be another error.
    CommandLine cli;
    cli.setEnvironment("STAGECRAFT_WORKER_PATH", "/nowhere");
    const QString workspace = cli.path("w.stagecraft");
    for (const QStringList& arguments :
         {QStringList {"models", "show", m_net, "--input", "3x32x32"},
          QStringList {"profile", m_net, "--input", "3x32x32", "--workspace", workspace},
          QStringList {"plan", m_net, "--workspace", workspace, "--cluster", "2xcpu:1GiB", "--global-batch", "4"}}) {
        const Finished run = cli.run(arguments + QStringList {"--json"});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), QStringLiteral("script_untrusted"));
        QVERIFY2(run.out.contains("--trust"), run.out);
    }
    QVERIFY(!QFile::exists(workspace));
}

void TestTorchScript::profileThenPlanWithoutLoading()
{
    const QString workspace = m_cli.path("plan.stagecraft");
    const QStringList profile {"profile", m_net,         "--input", "3x32x32", "--micro-batch",
                               "1,2",     "--workspace", workspace, "--json"};
    const Finished first = m_cli.run(profile + QStringList {"--trust"});
    QVERIFY2(first.code == 0, first.err + first.out);
    QCOMPARE(first.json().value("measured").toInt(), 2 * 7); // two children are equal
    // A described model needs no trust for planning, but for profiling.
    QCOMPARE(m_cli.run(profile).errorCode(), QStringLiteral("script_untrusted"));
    CommandLine without; // no worker
    without.setEnvironment("STAGECRAFT_WORKER_PATH", "/nowhere");
    const QStringList problem_arguments {"--workspace",    workspace, "--cluster", "2xcpu:1GiB",
                                         "--global-batch", "4",       "--json"};
    const Finished plan = without.run(QStringList {"plan", m_net} + problem_arguments);
    QVERIFY2(plan.code == 0, plan.err + plan.out);
    QVERIFY(plan.json().value("candidates").toArray().size() > 0);
    // A workspace that imports the description does not need trust either.
    const QString elsewhere = m_cli.path("elsewhere.stagecraft");
    const QStringList import {"workspace", "import", workspace, "--workspace", elsewhere, "--json"};
    for (const int added : {1, 0}) {
        const Finished imported = without.run(import);
        QVERIFY2(imported.code == 0, imported.err);
        QCOMPARE(imported.json().value("descriptions").toInt(), 1);
        QCOMPARE(imported.json().value("descriptions_added").toInt(-1), added);
    }
    const Finished there = without.run(
        {"plan", m_net, "--workspace", elsewhere, "--cluster", "2xcpu:1GiB", "--global-batch", "4", "--json"});
    QVERIFY2(there.code == 0, there.err + there.out);
    // The same content under another name: its layers are already measured.
    const QString renamed = m_cli.path("renamed.pt");
    QVERIFY(QFile::copy(m_net, renamed));
    QVERIFY(without.run(QStringList {"plan", renamed} + problem_arguments).code == 0);
    const Finished again =
        m_cli.run({"profile", renamed, "--trust", "--micro-batch", "1,2", "--workspace", workspace, "--json"});
    QVERIFY2(again.code == 0, again.err + again.out);
    QCOMPARE(again.json().value("measured").toInt(-1), 0);
    QCOMPARE(again.json().value("reused").toInt(), 2 * 7);
}

void TestTorchScript::otherFileIsDescribedAnew()
{
    const QString workspace = m_cli.path("changed.stagecraft");
    const QStringList profile {"profile", m_net, "--trust", "--workspace", workspace, "--json"};
    QVERIFY(m_cli.run(profile + QStringList {"--input", "3x32x32"}).code == 0);
    QVERIFY(m_cli.run(profile).code == 0); // the sample is stored
    copyOf("traced.pt");
    const Finished other = m_cli.run(profile);
    QCOMPARE(other.code, 2);
    QVERIFY2(other.out.contains("--input"), other.out);
    const Finished anew = m_cli.run(profile + QStringList {"--input", "3x32x32"});
    QVERIFY2(anew.code == 0, anew.err + anew.out);
}

void TestTorchScript::badFilesAreRefused()
{
    const auto show = [&](const QString& path) {
        return m_cli.run({"models", "show", path, "--trust", "--input", "3x32x32", "--json"});
    };
    QCOMPARE(show(m_cli.path("missing.pt")).errorCode(), QStringLiteral("file_not_readable"));
    QCOMPARE(show(m_cli.write("text.pt", "import torch")).errorCode(), QStringLiteral("script_unusable"));
    QFile whole(m_net);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const Finished cut = show(m_cli.write("cut.pt", whole.read(20'000)));
    QCOMPARE(cut.code, 2);
    QCOMPARE(cut.errorCode(), QStringLiteral("script_unusable"));
    QVERIFY2(cut.out.contains("truncated"), cut.out);
}

// A layer that fails is reported at the end: the second child only accepts one sample.
void TestTorchScript::whatFailsIsNamedAtTheEnd()
{
    const QString picky = QStringLiteral(TEST_DATA "/scripts/picky.pt");
    const auto profile = [&](const QString& micro_batches) {
        return m_cli.run({"profile", picky, "--trust", "--input", "4x8", "--workspace", m_cli.path("picky.stagecraft"),
                          "--micro-batch", micro_batches});
    };
    for (int round = 0; round < 2; ++round) { // failures are retried
        const Finished run = profile("1,2");
        QCOMPARE(run.code, 1);
        const QByteArray end = "stagecraft-cli: layer 1 could not be measured at micro-batch size 2 and sequence 1: "
                               "builtins.ValueError: one sample, please\n";
        QVERIFY2(run.err.contains(end), run.err);
    }
    QCOMPARE(profile("1").code, 0);
}

// A file beside the request is used on another machine, where the path in the request does not exist.
void TestTorchScript::fileBesideTheRequestIsUsed()
{
    // Trust stored in the request by its author.
    const auto distrusted = [](const QString& request) {
        QProcess worker;
        worker.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-worker"), {request});
        const Finished run = CommandLine::wait(worker);
        return run.code == 2 && run.out.contains("script_untrusted") && run.err.contains("--trust");
    };
    const QString workspace = m_cli.path("hand.stagecraft");
    const QStringList profile {"profile",       m_net, "--trust",     "--input", "3x32x32",
                               "--micro-batch", "1",   "--workspace", workspace};
    const Finished written = m_cli.run(profile + QStringList {"--write-request", m_cli.path("r.json")});
    QVERIFY2(written.code == 0, written.err);
    QVERIFY2(written.out.contains("net.pt to the same folder") && written.out.contains("r.json --trust"), written.out);
    QFile content(m_cli.path("r.json"));
    QVERIFY(content.open(QIODevice::ReadOnly) && content.readAll().contains("\"trust\":true"));
    QVERIFY(distrusted(m_cli.path("r.json")));
    const QTemporaryDir there;
    const QString request = there.filePath("r.json");
    const QString net = there.filePath("net.pt");
    QVERIFY(QFile::copy(m_cli.path("r.json"), request));
    QVERIFY(QFile::rename(m_net, net));
    // Runs the worker with the request on the command line from another folder, or on standard input in the file's
    // folder.
    const auto work = [&](bool named) {
        QProcess worker;
        worker.setWorkingDirectory(named ? QStringLiteral("/") : there.path());
        if (!named) {
            worker.setStandardInputFile(request);
        }
        worker.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-worker"),
                     (named ? QStringList {request} : QStringList {}) + QStringList {"--trust"});
        return CommandLine::wait(worker);
    };
    for (const bool named : {true, false}) {
        const Finished run = work(named);
        QVERIFY2(run.code == 0, run.err + run.out);
        const Finished import =
            m_cli.run({"workspace", "import", m_cli.write("out.jsonl", run.out), "--workspace", workspace, "--json"});
        QVERIFY2(import.code == 0, import.err);
        QCOMPARE(import.json().value("measurements").toInt(), 7);
        QCOMPARE(import.json().value("added").toInt(), named ? 7 : 0);
    }
    // The answers match the original request.
    QVERIFY(QFile::rename(net, m_net));
    const Finished here = m_cli.run(profile + QStringList {"--json"});
    QCOMPARE(here.json().value("measured").toInt(-1), 0);
    QCOMPARE(here.json().value("reused").toInt(), 7);

    QVERIFY(QFile::rename(m_net, m_cli.path("away.pt")));
    const Finished missing = work(true);
    QCOMPARE(missing.code, 2);
    QVERIFY2(missing.err.contains("in the folder of the request"), missing.err);
    QVERIFY(QFile::copy(QStringLiteral(TEST_DATA "/scripts/traced.pt"), net)); // another file of the same name
    const Finished other = work(true);
    QCOMPARE(other.code, 2);
    QVERIFY2(other.out.contains("script_changed"), other.out);
}

QTEST_GUILESS_MAIN(TestTorchScript)
#include "tst_torchscript.moc"
