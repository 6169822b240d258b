// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Progress line on a terminal with the current measurement and its reason.
#include "core/base/english.h"
#include "core/protocol/message.h"
#include "core/words/worker.h"
#include "tests/cli/commandline.h"

#include <QStandardPaths>
#include <QTest>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

class TestProgress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reasonAndTimeLeftAreShown();

private:
    CommandLine m_cli;
};

// On a terminal of 80 columns neither the remaining time nor the reason is truncated, regardless of the point's name.
void TestProgress::reasonAndTimeLeftAreShown()
{
    const QString terminal = QStandardPaths::findExecutable("script");
    if (terminal.isEmpty()) {
        QSKIP("There is no script(1) to make a terminal");
    }
    const std::string reason = describe(words::worker::line);
    const std::string subject = "transformer block with a name that goes on, micro-batch 4, sequence 512";
    const QByteArray line = QByteArray::fromStdString(
        encode(WorkerMessage {"JOB", 1, ProgressMessage {"measuring", verbatim(subject), words::worker::line, 3, 12}}));
    const QByteArray end =
        QByteArray::fromStdString(encode(WorkerMessage {"JOB", 2, ResultMessage {0, 0, false, false}}));
    // Replaces the worker; with a budget the remaining time is known from the start.
    const QString worker =
        m_cli.writeProgram("worker",
                           "read -r request\n"
                           "job=$(printf '%s' \"$request\" | sed 's/.*\"job\":\"\\([^\"]*\\)\".*/\\1/')\n"
                           "sed \"s/JOB/$job/\" <<'END'\n"
                               + line + "\n" + end + "\nEND\n");
    m_cli.setEnvironment("STAGECRAFT_WORKER_PATH", worker);
    QProcess process;
    process.setProcessEnvironment(m_cli.environment());
    process.setStandardInputFile(QProcess::nullDevice());
    const QString command = QStringLiteral(PROGRAM_FOLDER "/stagecraft-cli profile " TEST_DATA "/models/gpt2-tiny.json"
                                                          " --budget 5min --workspace '%1'")
                                .arg(m_cli.path("w.stagecraft"));
    process.start(terminal, {"-qec", "stty cols 80; " + command, "/dev/null"});
    const Finished run = CommandLine::wait(process);
    QVERIFY2(run.code == 0, run.out);
    const qsizetype begin = run.out.indexOf("[3/12] ");
    QVERIFY2(begin >= 0, run.out);
    const QByteArray shown = run.out.mid(begin, run.out.indexOf('\r', begin) - begin);
    QVERIFY2(shown.size() == 79, shown);
    QVERIFY2(shown.contains(" left, ") && shown.contains(reason.c_str()) && shown.contains(": transformer block"),
             shown);
}

QTEST_GUILESS_MAIN(TestProgress)
#include "tst_progress.moc"
