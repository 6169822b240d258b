// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Every stagecraft-cli command of README and docs works as documented, with smaller models instead of those that take
// long to measure. Commands that cannot run here are listed with the test that covers them.
#include "tests/cli/commandline.h"
#include "tests/support/llama70b.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace stagecraft::testing;

namespace {

// Commands by their first words after "stagecraft-cli ".
const QList<std::pair<QString, QString>> elsewhere {
    {"describe config.json", "needs transformers: tst_describe"},
    {"dryrun", "needs a training script and its packages: tst_dryrunscript, and the examples by hand"},
    {"probe", "measures this machine for minutes: tst_probe"},
    {"profile MODEL --write-request", "MODEL stands for any model"},
    {"profile model.pt", "what describe writes: tst_describe"},
    {"profile config.json --micro-batch 1,2 --device cuda:0", "needs a GPU"},
    {"workspace import out.jsonl", "what a worker elsewhere writes: tst_workspaces"},
};

const QString smallModel = QStringLiteral("zoo:gpt?layers=2&hidden=64&heads=8&positions=2048&vocabulary=100");

// Returns the lines of a page's command blocks, with continued lines joined and without comments.
QStringList commandsOf(const QString& page)
{
    static const QRegularExpression block(QStringLiteral("^```sh\\n(.*?)^```"),
                                          QRegularExpression::MultilineOption
                                              | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression comment(QStringLiteral("(^|\\s)#.*$"));
    QStringList commands;
    for (auto at = block.globalMatch(page); at.hasNext();) {
        const QString lines = at.next().captured(1).replace("\\\n", " ");
        for (QString line : lines.split('\n')) {
            line = line.remove(comment).simplified();
            if (line.startsWith("stagecraft-cli ")) {
                commands.append(line.section(' ', 1));
            }
        }
    }
    return commands;
}

QStringList pages()
{
    const QDir root(SOURCE_FOLDER);
    QStringList all {"README.md"};
    QDirIterator files(root.filePath("docs"), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        all.append(root.relativeFilePath(files.next()));
    }
    all.sort();
    return all;
}

QString textOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

bool runsElsewhere(const QString& command)
{
    return std::any_of(elsewhere.begin(), elsewhere.end(),
                       [&](const auto& other) { return command.startsWith(other.first); });
}

// Reduces what a page measures, so that the test is quick.
QString shortened(QString command, bool measures)
{
    static const QRegularExpression zoo(QStringLiteral("\"?zoo:gpt[^ \"]*\"?"));
    return measures ? command.replace(zoo, smallModel) : command;
}

}

class TestDocumentedCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commandsAreFound();
    void exceptionsAreThere();
    void commandsOfAPageWork_data();
    void commandsOfAPageWork();
};

void TestDocumentedCommands::commandsAreFound()
{
    QCOMPARE(commandsOf("```sh\nstagecraft-cli plan a  # first\nls\nstagecraft-cli size \\\n    b\n```\n"
                        "```\nstagecraft-cli none\n```\n"),
             QStringList({"plan a", "size b"}));
}

void TestDocumentedCommands::exceptionsAreThere()
{
    QStringList all;
    for (const QString& page : pages()) {
        all += commandsOf(textOfFile(QDir(SOURCE_FOLDER).filePath(page)));
    }
    for (const auto& [begin, why] : elsewhere) {
        const bool used = std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.startsWith(begin); });
        QVERIFY2(used, qPrintable(begin + ": no page has such a command"));
    }
}

void TestDocumentedCommands::commandsOfAPageWork_data()
{
    QTest::addColumn<QString>("page");
    for (const QString& page : pages()) {
        const QStringList commands = commandsOf(textOfFile(QDir(SOURCE_FOLDER).filePath(page)));
        if (!std::all_of(commands.begin(), commands.end(), runsElsewhere)) {
            QTest::newRow(page.toUtf8()) << page;
        }
    }
}

void TestDocumentedCommands::commandsOfAPageWork()
{
    QFETCH(const QString, page);
    constexpr int nothingFits = 3;
    const CommandLine cli;
    const auto copy = [&](const QString& from, const QString& to) {
        QDir().mkpath(QFileInfo(cli.path(to)).path());
        QVERIFY2(QFile::copy(QStringLiteral(TEST_DATA "/") + from, cli.path(to)), qPrintable(from));
    };
    copy("configs/gpt2.json", "path/to/config.json");
    copy("configs/qwen3-vl-8b.json", "qwen3-vl-8b/config.json");
    copy("scripts/scripted.pt", "net.pt");
    copy("snapshots/transformer.pickle", "snapshot.pickle");
    copy("runs/vtrain_ground_truth_20.csv", "runs.csv");
    copy("runs/vtrain_ground_truth_20.csv", "others.csv");
    cli.write("config.json", R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 8, "n_positions": 4096,
        "vocab_size": 100})");
    cli.write("llama-3.1-70b.json", QByteArray::fromStdString(llama70bConfig()));
    const QStringList commands = commandsOf(textOfFile(QDir(SOURCE_FOLDER).filePath(page)));
    const bool measures =
        std::any_of(commands.begin(), commands.end(), [](const auto& one) { return one.startsWith("profile "); });
    for (const QString& command : commands) {
        if (runsElsewhere(command)) {
            continue;
        }
        const Finished run = cli.runIn(cli.path("."), QProcess::splitCommand(shortened(command, measures)));
        const bool good = run.code == 0 || (run.code == nothingFits && page == "docs/search.md");
        QVERIFY2(good, qPrintable(command + '\n' + QString::fromUtf8(run.err)));
    }
}

QTEST_GUILESS_MAIN(TestDocumentedCommands)
#include "tst_documentedcommands.moc"
