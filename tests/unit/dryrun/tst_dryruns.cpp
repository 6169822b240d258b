// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Request of a script's dry run, parsed from text, and its report, parsed from JSON.
#include "core/base/english.h"
#include "core/dryrun/launchcommand.h"
#include "core/dryrun/rankchoice.h"
#include "core/dryrun/rankorder.h"
#include "core/dryrun/rankreport.h"
#include "core/dryrun/readcheck.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

using namespace stagecraft;
using Words = std::vector<std::string>;

class TestDryRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scriptsAreFound();
    void commandsAreRead_data();
    void commandsAreRead();
    void prefixesAreTaken_data();
    void prefixesAreTaken();
    void othersAreRefused_data();
    void othersAreRefused();
    void ranksAreChosen_data();
    void ranksAreChosen();
    void ranksThatDoNotExistAreRefused_data();
    void ranksThatDoNotExistAreRefused();
    void reportsSurviveJson();
    void whatIsReadIsChecked_data();
    void whatIsReadIsChecked();
    void anotherRunTakesThePlaceOfOneThatZerosBreak();
    void everyRankIsChecked();
    void ranksRunWhenTheirObjectsAreAvailable();
};

namespace {

Words wordsOf(const QString& text)
{
    Words words;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        words.push_back(word.toStdString());
    }
    return words;
}

QString joined(const Words& words)
{
    QStringList list;
    for (const std::string& word : words) {
        list.append(QString::fromStdString(word));
    }
    return list.join(' ');
}

}

void TestDryRuns::scriptsAreFound()
{
    const auto scriptOf = [](const QString& words) {
        std::vector<std::string> command;
        for (const QString& word : words.split(u' ')) {
            command.push_back(word.toStdString());
        }
        return QString::fromStdString(parseLaunchCommand(command)->script());
    };
    QCOMPARE(scriptOf("python train.py --lr 1"), QString("train.py"));
    QCOMPARE(scriptOf("python -uB -W ignore -Xdev train.py"), QString("train.py"));
    QCOMPARE(scriptOf("torchrun --nproc-per-node 8 train.py x"), QString("train.py"));
    for (const char* other : {"python -m pkg.train", "python -um pkg.train", "python -c 1", "python -", "python -u",
                              "python --frobnicate train.py", "accelerate launch --num_processes 1 train.py"}) {
        QCOMPARE(scriptOf(other), QString());
    }
}

void TestDryRuns::commandsAreRead_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("python");
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("nodes"); // 0: not given
    QTest::addColumn<int>("node");
    QTest::newRow("script") << "python train.py --lr 1"
                            << "python"
                            << ""
                            << "train.py --lr 1" << 0 << 0;
    QTest::newRow("path") << "/opt/env/bin/python3.12 -u train.py"
                          << "/opt/env/bin/python3.12"
                          << ""
                          << "-u train.py" << 0 << 0;
    QTest::newRow("module") << "python -m torchtitan.train --a b"
                            << "python"
                            << ""
                            << "-m torchtitan.train --a b" << 0 << 0;
    QTest::newRow("torchrun") << "torchrun --nproc-per-node 8 --nnodes=4 train.py --nnodes 9"
                              << ""
                              << "torchrun"
                              << "train.py --nnodes 9" << 4 << 8;
    QTest::newRow("underscores")
        << "/env/bin/torchrun --standalone --nproc_per_node=2 --rdzv_backend c10d -m pkg.train x"
        << ""
        << "/env/bin/torchrun"
        << "-m pkg.train x" << 1 << 2;
    QTest::newRow("elastic") << "torchrun --nnodes 1:3 train.py"
                             << ""
                             << "torchrun"
                             << "train.py" << 3 << 1;
    QTest::newRow("run as a module") << "python -m torch.distributed.run --nproc-per-node 4 train.py"
                                     << "python"
                                     << ""
                                     << "train.py" << 1 << 4;
    QTest::newRow("its predecessor") << "python -m torch.distributed.launch --nproc-per-node 4 train.py x"
                                     << "python"
                                     << ""
                                     << "train.py --local-rank=1 x" << 1 << 4;
    QTest::newRow("its predecessor, by the environment")
        << "python -m torch.distributed.launch --use_env --nproc-per-node 4 train.py"
        << "python"
        << ""
        << "train.py" << 1 << 4;
    QTest::newRow("deepspeed")
        << "/env/bin/deepspeed --num_gpus 8 --num_nodes=2 --hostfile hosts train.py --deepspeed ds.json"
        << ""
        << "/env/bin/deepspeed"
        << "train.py --local_rank=1 --deepspeed ds.json" << 2 << 8;
    QTest::newRow("a module of deepspeed's") << "deepspeed --num_gpus=4 --module pkg.train x"
                                             << ""
                                             << "deepspeed"
                                             << "-m pkg.train --local_rank=1 x" << 1 << 4;
    QTest::newRow("deepspeed without an argument")
        << "python -m deepspeed.launcher.runner --no_local_rank --num_gpus 4 train.py"
        << "python"
        << ""
        << "train.py" << 1 << 4;
    QTest::newRow("deepspeed that counts") << "deepspeed train.py"
                                           << ""
                                           << "deepspeed"
                                           << "train.py --local_rank=1" << 1 << 0;
    QTest::newRow("deepspeed with a file of hosts") << "deepspeed --num_gpus 8 -H hosts train.py"
                                                    << ""
                                                    << "deepspeed"
                                                    << "train.py --local_rank=1" << 1 << 0;
    const QString cli = "-m accelerate.commands.accelerate_cli launch ";
    QTest::newRow("accelerate") << "accelerate launch --multi_gpu --num_processes=16 --num-machines 2 train.py --lr 1"
                                << ""
                                << "accelerate"
                                << cli + "--multi_gpu --num_processes=16 --num-machines 2 train.py --lr 1" << 2 << 8;
    QTest::newRow("one process of accelerate's") << "accelerate-launch --num_processes 1 train.py"
                                                 << ""
                                                 << "accelerate-launch" << cli + "--num_processes 1 train.py" << 0 << 1;
    QTest::newRow("accelerate with a file") << "python -m accelerate.commands.launch --config_file a.yaml train.py"
                                            << "python"
                                            << "" << cli + "--config_file a.yaml train.py" << 0 << 0;
}

void TestDryRuns::commandsAreRead()
{
    QFETCH(QString, words);
    QFETCH(int, nodes);
    QFETCH(int, node);
    const auto command = parseLaunchCommand(wordsOf(words));
    QVERIFY2(command, command ? "" : describe(command.error()).c_str());
    QTEST(QString::fromStdString(command->python), "python");
    QTEST(QString::fromStdString(command->launcher), "launcher");
    QTEST(joined(command->argumentsOf(1)), "arguments");
    QCOMPARE(command->nodes.value_or(0), nodes);
    QCOMPARE(command->devices_per_node.value_or(0), node);
}

void TestDryRuns::prefixesAreTaken_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("manager");
    QTest::addColumn<QString>("environment");
    QTest::addColumn<QString>("python");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("variables") << "OMP_NUM_THREADS=1 A_B= python train.py A=2"
                               << ""
                               << "OMP_NUM_THREADS=1 A_B="
                               << "python"
                               << "train.py A=2";
    QTest::newRow("env") << "/usr/bin/env A=x=y torchrun --nproc-per-node 2 train.py"
                         << ""
                         << "A=x=y"
                         << ""
                         << "train.py";
    QTest::newRow("uv") << "uv run --with einops python train.py"
                        << "uv run --with einops"
                        << ""
                        << "python"
                        << "train.py";
    QTest::newRow("uv and a launcher") << "A=1 uv run -- torchrun --nproc-per-node 2 train.py"
                                       << "uv run --"
                                       << "A=1"
                                       << ""
                                       << "train.py";
    QTest::newRow("a script that uv starts") << "uv run train.py --lr 1"
                                             << "uv run"
                                             << ""
                                             << "python"
                                             << "train.py --lr 1";
    QTest::newRow("conda") << "conda run -n training python -m pkg.train"
                           << "conda run -n training"
                           << ""
                           << "python"
                           << "-m pkg.train";
}

void TestDryRuns::prefixesAreTaken()
{
    QFETCH(QString, words);
    const auto command = parseLaunchCommand(wordsOf(words));
    QVERIFY2(command, command ? "" : describe(command.error()).c_str());
    QStringList environment;
    for (const auto& [name, value] : command->environment) {
        environment.append(QString::fromStdString(name + '=' + value));
    }
    QTEST(joined(command->manager), "manager");
    QTEST(environment.join(' '), "environment");
    QTEST(QString::fromStdString(command->python), "python");
    QTEST(joined(command->arguments), "arguments");
}

void TestDryRuns::othersAreRefused_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("nothing") << ""
                             << "the command";
    QTest::newRow("another launcher") << "srun train.py"
                                      << "srun";
    QTest::newRow("another command of accelerate's") << "accelerate config"
                                                     << "accelerate";
    QTest::newRow("processes of accelerate's") << "accelerate launch --num_processes 7 --num_machines 2 train.py"
                                               << "--num_processes";
    QTest::newRow("machines of accelerate's") << "accelerate launch --num_machines some train.py"
                                              << "--num_machines";
    QTest::newRow("GPUs by their names") << "deepspeed --include localhost:0,1 train.py"
                                         << "--include";
    QTest::newRow("python alone") << "python"
                                  << "python";
    QTest::newRow("an option of env's") << "env -i python train.py"
                                        << "env";
    QTest::newRow("a manager that starts something else") << "uv run pytest"
                                                          << "uv";
    QTest::newRow("variables alone") << "A=1"
                                     << "the command";
    QTest::newRow("no script") << "torchrun --nproc-per-node 8"
                               << "script";
    QTest::newRow("processes of a real machine") << "torchrun --nproc-per-node gpu train.py"
                                                 << "gpu";
    QTest::newRow("nodes") << "torchrun --nnodes 0 train.py"
                           << "--nnodes";
    QTest::newRow("unknown option") << "torchrun --frobnicate train.py"
                                    << "--frobnicate";
}

void TestDryRuns::othersAreRefused()
{
    QFETCH(QString, words);
    QFETCH(QString, named);
    const auto command = parseLaunchCommand(wordsOf(words));
    QVERIFY(!command);
    QCOMPARE(command.error().code, ErrorCode::OptionUnsupported);
    QVERIFY2(QString::fromStdString(describe(command.error())).contains(named), describe(command.error()).c_str());
}

void TestDryRuns::ranksAreChosen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("world");
    QTest::addColumn<QList<int>>("ranks");
    QTest::newRow("ends") << "first,last" << 64 << QList {0, 63};
    QTest::newRow("one of one") << "first,last" << 1 << QList {0};
    QTest::newRow("in order, once") << "8,0,last,8" << 9 << QList {0, 8};
    QTest::newRow("all") << "all" << 3 << QList {0, 1, 2};
    QTest::newRow("of a million") << "last" << (1 << 20) << QList {(1 << 20) - 1};
}

void TestDryRuns::ranksAreChosen()
{
    QFETCH(QString, text);
    QFETCH(int, world);
    QFETCH(QList<int>, ranks);
    const auto chosen = chosenRanks(text.toStdString(), world);
    QVERIFY2(chosen, chosen ? "" : describe(chosen.error()).c_str());
    QCOMPARE(QList<int>(chosen->begin(), chosen->end()), ranks);
}

void TestDryRuns::ranksThatDoNotExistAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("world");
    QTest::addColumn<int>("code");
    const int range = static_cast<int>(ErrorCode::OptionOutOfRange);
    const int unsupported = static_cast<int>(ErrorCode::OptionUnsupported);
    QTest::newRow("one too far") << "8" << 8 << range;
    QTest::newRow("negative") << "-1" << 8 << range;
    QTest::newRow("huge") << "99999999999999999999" << 8 << range;
    QTest::newRow("all of a million") << "all" << (1 << 20) << range;
    QTest::newRow("a word") << "middle" << 8 << unsupported;
    QTest::newRow("nothing") << "" << 8 << unsupported;
    QTest::newRow("a hole") << "0,,1" << 8 << unsupported;
    QTest::newRow("a fraction") << "1.5" << 8 << unsupported;
}

void TestDryRuns::ranksThatDoNotExistAreRefused()
{
    QFETCH(QString, text);
    QFETCH(int, world);
    QFETCH(int, code);
    const auto chosen = chosenRanks(text.toStdString(), world);
    QVERIFY(!chosen);
    QCOMPARE(static_cast<int>(chosen.error().code), code);
}

void TestDryRuns::reportsSurviveJson()
{
    RankReport report;
    report.rank = 7;
    report.world = 64;
    report.torch = "2.11.0+cu130";
    report.device = "NVIDIA H100 80GB HBM3";
    report.device_bytes = Bytes(84'938'346'987);
    report.steps = 1;
    report.ended = {ScriptEnd::OutOfMemory, "OutOfMemoryError", verbatim("CUDA out of memory"), {"train.py:3 step"}};
    report.out_of_memory = {Bytes(1 << 30), 2, ScriptPhase::Backward, "layers.3", {"train.py:3 step"}};
    report.refused = {"cusolverDnCreate"};
    report.read = {"train.py:8 <module>"};
    report.reads_numbers = true;
    report.reads_truths = true;
    report.read_matters = false;
    report.other_number = 3;
    report.unstepped = {{"AdamW", 12}};
    report.variation = {ScriptEnd::Steps, 2, Bytes(7), Bytes(8)};
    report.device_index = 1;
    report.devices = {{0, Bytes {1}, Bytes {2}}, {1, Bytes {3}, Bytes {4}}};
    report.needs = {3, "/tmp/3-7-1.pickle"};
    report.requested = Bytes(90'000'000'000);
    report.peak_allocated = Bytes(80'000'000'000);
    report.peak_reserved = Bytes(84'000'000'000);
    report.retries = 2;
    report.peak = {2,
                   ScriptPhase::Forward,
                   "layers.3",
                   {{ScriptMemory::Activations, Bytes(79'999'999'488)}, {ScriptMemory::Rounding, Bytes(512)}},
                   {{"layers.3", Bytes(5)}},
                   {{Bytes(6), ScriptMemory::Temporary, "layers.3", {"model.py:1 forward"}}}};
    report.timeline = {{1, Bytes(512), Bytes(2 << 20)}};
    const auto read = readJson<RankReport>(encodeJson(report).dump(), "test");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(*read == report);
    QVERIFY(!readJson<RankReport>(R"({"rank": -1})", "test"));
}

namespace {

// Report of a rank that allocated `bytes` in total; it read whole numbers at "n", truth values at "t", both at "nt".
RankReport reportOf(const char* place, int bytes, ScriptEnd how = ScriptEnd::Steps)
{
    RankReport report;
    report.read = {place};
    report.reads_numbers = *place == 'n';
    report.reads_truths = std::string_view(place).ends_with('t');
    report.requested = Bytes(bytes);
    report.peak_allocated = Bytes(bytes);
    report.ended.how = how;
    return report;
}

}

void TestDryRuns::whatIsReadIsChecked_data()
{
    constexpr int failed = -1;
    constexpr int truths = -1; // a run with other truth values
    constexpr int large = 10007;
    QTest::addColumn<int>("reported"); // assumption of the user; -1: none
    QTest::addColumn<QString>("place");
    QTest::addColumn<QList<int>>("runs"); // bytes of each requested run; -1: it fails
    QTest::addColumn<QList<int>>("guesses"); // numbers that the runs assume
    QTest::addColumn<int>("matters"); // -1: unknown
    QTest::addColumn<int>("variation"); // bytes of that run; -1: unknown
    QTest::newRow("nothing is read") << -1 << "" << QList {8} << QList {0} << -1 << -1;
    QTest::newRow("the user knows it") << 5 << "n" << QList {8} << QList {5} << -1 << -1;
    QTest::newRow("the same") << -1 << "n" << QList {8, 8, 8} << QList {0, large, 3} << 0 << -1;
    QTest::newRow("large ones fail") << -1 << "n" << QList {8, failed, 8} << QList {0, large, 3} << 0 << -1;
    QTest::newRow("large ones fail, bytes")
        << -1 << "n" << QList {8, failed, 9, 8} << QList {0, large, 3, 0} << 1 << -1;
    QTest::newRow("small ones fail") << -1 << "n" << QList {8, 8, failed} << QList {0, large, 3} << 0 << -1;
    QTest::newRow("small ones matter") << -1 << "n" << QList {8, 8, 9, 8} << QList {0, large, 3, 0} << 1 << -1;
    QTest::newRow("another way") << -1 << "n" << QList {8, failed, failed} << QList {0, large, 3} << -1 << -1;
    QTest::newRow("other bytes") << -1 << "n" << QList {8, 9, 8} << QList {0, large, 0} << 1 << -1;
    QTest::newRow("other bytes by themselves") << -1 << "n" << QList {8, 9, 7} << QList {0, large, 0} << -1 << -1;
    QTest::newRow("only the first is another") << -1 << "n" << QList {8, 9, 9} << QList {0, large, 0} << 0 << -1;
    QTest::newRow("truths, only the first") << -1 << "t" << QList {8, 9, 9} << QList {0, truths, 0} << -1 << 8;
    QTest::newRow("truths, the same") << -1 << "t" << QList {8, 8} << QList {0, truths} << -1 << 8;
    QTest::newRow("truths, another way") << -1 << "t" << QList {8, failed} << QList {0, truths} << -1 << -1;
    QTest::newRow("truths, other bytes") << -1 << "t" << QList {8, 9, 8} << QList {0, truths, 0} << -1 << 9;
    QTest::newRow("truths, by themselves") << -1 << "t" << QList {8, 9, 7} << QList {0, truths, 0} << -1 << -1;
    QTest::newRow("both, the same") << -1 << "nt" << QList {8, 8, 8, 8} << QList {0, large, 3, truths} << 0 << 8;
    QTest::newRow("both, truths matter") << -1 << "nt" << QList {8, 8, 8, 9, 8} << QList {0, large, 3, truths, 0} << 0
                                         << 9;
    QTest::newRow("both, numbers matter") << -1 << "nt" << QList {8, 9, 8, 8} << QList {0, large, truths, 0} << 1 << 8;
}

void TestDryRuns::whatIsReadIsChecked()
{
    QFETCH(int, reported);
    QFETCH(QString, place);
    QFETCH(QList<int>, runs);
    QFETCH(QList<int>, guesses);
    QFETCH(int, matters);
    QFETCH(int, variation);
    ReadCheck check(reported < 0 ? std::nullopt : std::optional(reported));
    std::optional<RankReport> settled;
    for (int i = 0; i < runs.size(); ++i) {
        QVERIFY(!settled);
        const ReadGuess expected = guesses[i] < 0 ? ReadGuess {0, true} : ReadGuess {guesses[i], false};
        QVERIFY(check.guess() == expected);
        QCOMPARE(check.isFirst(), i == 0);
        const ScriptEnd how = runs[i] < 0 ? ScriptEnd::Error : ScriptEnd::Steps;
        settled = check.take(reportOf(qPrintable(place), std::max(runs[i], 0), how));
    }
    QVERIFY(settled);
    QCOMPARE(settled->requested, Bytes(std::max(runs.first(), 0)));
    QCOMPARE(settled->read_matters, matters < 0 ? std::nullopt : std::optional(matters == 1));
    QCOMPARE(settled->variation ? settled->variation->peak_allocated : Bytes(-1), Bytes(variation));
}

void TestDryRuns::anotherRunTakesThePlaceOfOneThatZerosBreak()
{
    for (const char* place : {"n", "t", "nt"}) {
        ReadCheck check;
        QVERIFY(!check.take(reportOf(place, 5, ScriptEnd::Error)));
        QVERIFY(check.guess() == (ReadGuess {10007, true}) && !check.isFirst() && !check.isCheck());
        const auto settled = check.take(reportOf(place, 8));
        QVERIFY(settled && check.isFirst());
        QCOMPARE(settled->ended.how, ScriptEnd::Steps);
        QCOMPARE(settled->variation, std::optional(endOf(reportOf(place, 5, ScriptEnd::Error))));
        QVERIFY(!check.take(reportOf(place, 5, ScriptEnd::Error)));
        const auto failed = check.take(reportOf(place, 6, ScriptEnd::Error));
        QCOMPARE(failed->peak_allocated, Bytes(5));
        QCOMPARE(failed->variation, std::nullopt);
    }
    RankReport other = reportOf("n", 5, ScriptEnd::Error);
    other.ended.type = "ModuleNotFoundError";
    QVERIFY(ReadCheck().take(other));
}

// Every rank is checked: the last one may use values that all ranks read on the same line.
void TestDryRuns::everyRankIsChecked()
{
    ReadCheck check;
    QVERIFY(!check.take(reportOf("n", 8)));
    QVERIFY(!check.take(reportOf("n", 8)));
    const auto first = check.take(reportOf("n", 8));
    QVERIFY(first && first->read_matters == false);
    QCOMPARE(first->other_number, std::optional(10007));
    QVERIFY(check.isFirst());
    QVERIFY(!check.take(reportOf("n", 8)));
    QVERIFY(!check.take(reportOf("n", 9)));
    const auto last = check.take(reportOf("n", 8));
    QVERIFY(last && last->read_matters == true);
}

// Ranks run when their objects are available, in pipelines with several stages per rank: each rank receives an object
// from the previous rank for each of its stages except the first one of the chain, and sends one on.
void TestDryRuns::ranksRunWhenTheirObjectsAreAvailable()
{
    for (const int stages : {1, 2, 3}) {
        for (const std::vector<int>& asked :
             {std::vector {0}, std::vector {4}, std::vector {0, 4}, std::vector {0, 1, 2, 3, 4}}) {
            constexpr int world = 5;
            std::set<std::string> sent;
            RankOrder order(asked, [&](const std::string& file) { return sent.contains(file); });
            int runs = 0;
            for (auto rank = order.next(); rank; rank = order.next()) {
                QVERIFY(++runs <= (stages + 1) * world); // no run is redundant
                std::optional<ScriptNeed> need;
                for (int stage = *rank; stage < stages * world && !need; stage += world) {
                    const std::string taken = std::to_string(stage - 1);
                    if (stage > 0 && !sent.contains(taken)) {
                        need = {(*rank + world - 1) % world, taken};
                    } else {
                        sent.insert(std::to_string(stage));
                    }
                }
                need ? order.wait(*rank, *need) : order.end(*rank);
            }
            QCOMPARE(order.ended(), static_cast<int>(asked.size()));
        }
    }
    RankOrder prunable({0, 1}, [](const std::string&) { return false; });
    QCOMPARE(prunable.next(), std::optional(0));
    prunable.wait(0, {2, "never"});
    QCOMPARE(prunable.next(), std::optional(1));
    prunable.end(1);
    QCOMPARE(prunable.next(), std::optional(2)); // an object without a receiver
    prunable.end(2);
    QCOMPARE(prunable.next(), std::nullopt);
    QCOMPARE(prunable.ended(), 1);
}

QTEST_GUILESS_MAIN(TestDryRuns)
#include "tst_dryruns.moc"
