// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Dry runs of training scripts as a user types them: allocations of ranks, errors, and cleanup.
#include "tests/integration/dryrunline.h"
#include "tests/integration/processes.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace stagecraft::testing;

namespace {

constexpr qint64 mebi = 1 << 20;

// A product of 1,024 x 1,024: 4 MiB of parameters, and the same for each of AdamW's two states.
const QByteArray loop = R"(
import sys, torch
layer = torch.nn.Linear(1024, 1024, bias=False).cuda()
optimizer = torch.optim.AdamW(layer.parameters())
for step in range(100):
    x = torch.ones(256, 1024).cuda()
    layer(x).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    print("step", step)
)";

const QByteArray sharded = R"(
import os, torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
layer = torch.nn.Linear(1024, 1024, bias=False).cuda()
fully_shard(layer)
optimizer = torch.optim.AdamW(layer.parameters())
found = [None] * dist.get_world_size()
dist.all_gather_object(found, dist.get_rank())
assert len(found) == 8 and dist.get_world_size() == 8
dist.barrier()
for step in range(100):
    layer(torch.ones(256, 1024).cuda()).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
)";

// Eight parameters of 4 MiB, in buckets of 16 MiB. HOOK runs on the wrapped model.
const QByteArray replicated = R"(
import os, torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import fp16_compress_hook
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")
layers = [torch.nn.Linear(1024, 1024, bias=False) for _ in range(8)]
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*layers).cuda(), bucket_cap_mb=16)
HOOK
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for step in range(100):
    model(torch.ones(8, 1024).cuda()).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
)";

const QByteArray pipeline = R"(
import os, torch
import torch.distributed as dist
dist.init_process_group("nccl")
rank = dist.get_rank()
shape = [None]
if rank > 0:
    dist.recv_object_list(shape, src=rank - 1)
    assert shape == [(256, rank)], shape
sizes = torch.tensor([3, 5] if rank == 0 else [-1, -1], device="cuda")
dist.broadcast(sizes, src=0)
assert sizes.tolist() == [3, 5], sizes.tolist()
dist.all_reduce(sizes)
assert sizes.tolist() == [12, 20], "all ranks count as alike"
every = [torch.tensor([0, 0], device="cuda") for _ in range(4)]
dist.all_gather(every, sizes)
assert [each.tolist() for each in every] == [[12, 20]] * 4, "so do they here"
whole = torch.tensor([7] * 8, device="cuda")
dist.all_gather_into_tensor(whole, sizes)
assert whole.tolist() != [7] * 8, "what a collective wrote over is not known"
normed = torch.nn.SyncBatchNorm(8).cuda()(torch.ones(4, 8, device="cuda", requires_grad=True))
normed.sum().backward()
dist.all_gather([torch.zeros(n + 1, device="cuda") for n in range(4)], torch.ones(rank + 1, device="cuda"))
if rank + 1 < dist.get_world_size():
    dist.send_object_list([(256, rank + 1)], dst=rank + 1)
torch.zeros(1024, device="cuda")
)";

// Returns the bytes of a rank's peak by category.
QMap<QString, qint64> partsOf(const QJsonObject& rank)
{
    QMap<QString, qint64> parts;
    for (const auto& part : rank.value("peak").toObject().value("parts").toArray()) {
        parts[part.toObject().value("category").toString()] = part.toObject().value("bytes").toInteger();
    }
    return parts;
}

}

class TestDryRunScript : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void bytesOfALoopAreExact();
    void importedSnapshotsHaveTheRunsParts();
    void ranksThatAScriptSpawnsRunAlone();
    void ranksHoldTheirShares();
    void dataParallelHoldsBuckets_data();
    void dataParallelHoldsBuckets();
    void runningOutOfMemoryIsReported();
    void workspacesAreNoActivations();
    void stepsThatWarmUpAGraphAreNoEnd();
    void ranksHandOnObjects();
    void launchersPassScriptsTheirRank();
    void acceleratesSettingsAreFollowed();
    void whatFailsIsReported();
    void badInputIsRefused_data();
    void badInputIsRefused();
    void whatMayGoWrongIsNoted();
    void aCancelledScriptLeavesNothing();

private:
    Finished dryRun(const QStringList& options, const QStringList& words) const
    {
        return m_cli->dryRun(options, words);
    }
    QStringList leftInTemporaryFolder() const { return m_cli->leftInTemporaryFolder(); }

    std::unique_ptr<DryRunLine> m_cli;
};

void TestDryRunScript::initTestCase()
{
    if (!hasTorchForCuda()) {
        QSKIP("this libtorch is no package of this machine's Python, or was built without CUDA");
    }
}

void TestDryRunScript::init()
{
    m_cli = std::make_unique<DryRunLine>();
}

// The bytes of a training loop are exact: parameters, gradients and states are as calculated, the parts add up to the
// peak, the script ended after the requested steps, and its snapshot exists.
void TestDryRunScript::bytesOfALoopAreExact()
{
    const QString snapshot = m_cli->path("snapshot.pickle");
    const Finished run = dryRun({"--device", "A100-80GB", "--steps", "2", "--verbose", "--snapshot", snapshot},
                                {m_cli->write("train.py", loop)});
    QVERIFY2(run.code == 0, run.err + run.out);
    QVERIFY(run.err.contains("step 0") && !run.err.contains("step 2"));
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("steps").toInt(), 2);
    QCOMPARE(rank.value("ended").toObject().value("how").toString(), QStringLiteral("steps"));
    QCOMPARE(rank.value("device").toString(), QStringLiteral("NVIDIA A100-SXM4-80GB"));
    const QMap<QString, qint64> parts = partsOf(rank);
    const qint64 sum = std::accumulate(parts.begin(), parts.end(), qint64 {0});
    QCOMPARE(parts.value("parameters"), 4 * mebi);
    QCOMPARE(parts.value("optimizer"), 8 * mebi);
    QVERIFY(parts.value("gradients") == 4 * mebi || parts.value("temporary") >= 4 * mebi);
    QCOMPARE(sum, rank.value("peak_allocated_bytes").toInteger());
    QVERIFY(rank.value("peak_reserved_bytes").toInteger() >= sum);
    QVERIFY(rank.value("peak_reserved_bytes").toInteger() % (2 * mebi) == 0);
    QVERIFY(QFileInfo(snapshot).size() > 1000);
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

// An imported snapshot of a run has the parts of the run, although a fused optimizer allocates only in its first step.
void TestDryRunScript::importedSnapshotsHaveTheRunsParts()
{
    const QByteArray fused = R"(
import torch
model = torch.nn.Sequential(*[torch.nn.Linear(1024, 1024, bias=False) for _ in range(8)]).cuda()
optimizer = torch.optim.AdamW(model.parameters(), fused=True)
for step in range(3):
    model(torch.randn(256, 1024, device="cuda")).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
)";
    const QString snapshot = m_cli->path("fused.pickle");
    const Finished run = dryRun({"--device", "H100-80GB", "--snapshot", snapshot}, {m_cli->write("fused.py", fused)});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QMap<QString, qint64> parts = partsOf(run.json().value("ranks").toArray().first().toObject());
    QCOMPARE(parts.value("gradients"), 32 * mebi);
    const Finished read =
        m_cli->run({"workspace", "import", snapshot, "--workspace", m_cli->path("w.stagecraft"), "--json"});
    QVERIFY2(read.code == 0, read.err + read.out);
    const QJsonObject peak = read.json().value("traces").toArray().first().toObject().value("at_peak_bytes").toObject();
    for (const char* part : {"parameters", "gradients", "optimizer"}) {
        const qint64 off = peak.value(part).toInteger() - parts.value(part);
        QVERIFY2(std::abs(off) < mebi, part);
    }
}

// A script that spawns its ranks runs as one of them; a note reports another number of ranks.
void TestDryRunScript::ranksThatAScriptSpawnsRunAlone()
{
    const QByteArray spawning = R"(
import os, torch
import torch.distributed as dist
import torch.multiprocessing as mp
def main(rank, world):
    os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "localhost", "29511"
    dist.init_process_group("nccl", rank=rank, world_size=world)
    torch.cuda.set_device(rank)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1024, 1024, bias=False).cuda(), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for step in range(3):
        model(torch.randn(8, 1024, device="cuda")).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
if __name__ == "__main__":
    mp.spawn(main, args=(2,), nprocs=2)
)";
    const QString script = m_cli->write("spawns.py", spawning);
    const Finished run = dryRun({"--world", "2", "--ranks", "all"}, {script});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 2);
    for (const QJsonValue& rank : ranks) {
        QCOMPARE(partsOf(rank.toObject()).value("parameters"), 4 * mebi);
    }
    const Finished other = dryRun({"--world", "4", "--ranks", "first"}, {script});
    QCOMPARE(other.code, 1);
    QVERIFY2(other.out.contains("--world 2"), other.out);
}

void TestDryRunScript::ranksHoldTheirShares()
{
    const Finished run =
        m_cli->run({"dryrun", "--ranks", "0,last", "--json", "--", TORCH_PYTHON, "-m", "torch.distributed.run",
                    "--nproc-per-node", "8", m_cli->write("train.py", sharded)});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 2);
    QCOMPARE(ranks[1].toObject().value("rank").toInt(), 7);
    for (const auto& rank : ranks) {
        const QMap<QString, qint64> parts = partsOf(rank.toObject());
        QCOMPARE(parts.value("parameters"), mebi / 2);
        QVERIFY(parts.value("communication") >= 4 * mebi); // the gathered weight
    }
}

void TestDryRunScript::dataParallelHoldsBuckets_data()
{
    QTest::addColumn<QByteArray>("hook");
    QTest::newRow("no hook") << QByteArray();
    QTest::newRow("a hook of the script's own") << QByteArray("model.register_comm_hook(None, fp16_compress_hook)");
}

// Data parallelism allocates buckets in addition to the gradients that it copies; from the second step on in the order
// of arrival.
void TestDryRunScript::dataParallelHoldsBuckets()
{
    QFETCH(QByteArray, hook);
    const QString script = m_cli->write("train.py", QByteArray(replicated).replace("HOOK", hook));
    const Finished run = m_cli->run({"dryrun", "--ranks", "0,last", "--json", "--", TORCH_PYTHON, "-m",
                                     "torch.distributed.run", "--nproc-per-node", "4", script});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 2);
    for (const auto& rank : ranks) {
        QCOMPARE(rank.toObject().value("steps").toInt(), 3);
        const qint64 peak = rank.toObject().value("peak_allocated_bytes").toInteger();
        constexpr qint64 whole = 32 * mebi; // parameters, gradients, buckets, and also two workspaces of cuBLAS
        const qint64 halves = hook.isEmpty() ? 0 : whole / 2; // one bucket at a time
        QVERIFY2(peak >= 5 * whole && peak <= 5 * whole + halves + mebi, qPrintable(QString::number(peak)));
        const QMap<QString, qint64> parts = partsOf(rank.toObject());
        QCOMPARE(parts.value("parameters"), whole);
        QVERIFY(parts.value("communication") >= whole && parts.value("communication") <= whole + halves);
    }
}

void TestDryRunScript::runningOutOfMemoryIsReported()
{
    const Finished run = dryRun({"--device", "T4"}, {m_cli->write("large.py", R"(
import torch
class Greedy(torch.nn.Module):
    def forward(self, x):
        return torch.empty(1 << 40, device="cuda")
Greedy()(None)
)")});
    QCOMPARE(run.code, 3);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    const QJsonObject shortage = rank.value("out_of_memory").toObject();
    QCOMPARE(shortage.value("bytes").toInteger(), qint64 {4} << 40);
    QCOMPARE(shortage.value("phase").toString(), QStringLiteral("forward"));
    QCOMPARE(shortage.value("module").toString(), QStringLiteral("Greedy"));
    QVERIFY(shortage.value("frames").toArray().first().toString().contains("large.py:5"));
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

// Workspaces are not counted as activations, even if the peak is in the first step.
void TestDryRunScript::workspacesAreNoActivations()
{
    QByteArray script = loop;
    script.replace("torch.ones(256, 1024)", "torch.ones(4096 if step == 0 else 256, 1024)");
    const Finished run = dryRun({}, {m_cli->write("workspaces.py", script)});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("peak").toObject().value("step").toInt(), 1);
    const auto parts = partsOf(rank);
    QVERIFY2(parts.value("activations") <= 3 * 16 * mebi, run.out); // input, output and intermediate tensors
    QVERIFY2(parts.value("kept") >= 32 * mebi, run.out);
}

// Warm-up steps of a CUDA graph do not end the run: the graph's memory is that of its capture, which follows steps on a
// separate stream.
void TestDryRunScript::stepsThatWarmUpAGraphAreNoEnd()
{
    const QString script = m_cli->write("graph.py", R"(
import torch
model = torch.nn.Linear(1024, 1024, device="cuda")
optimizer = torch.optim.AdamW(model.parameters(), capturable=True)
x = torch.ones(64, 1024, device="cuda")
def step():
    model(x).sum().backward()
    optimizer.step()
stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    for _ in range(4):
        step()
with torch.cuda.graph(torch.cuda.CUDAGraph()):
    step()
for _ in range(5):
    step()
)");
    const auto peakOf = [](const Finished& run) {
        const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
        return std::pair(rank.value("steps").toInt(), rank.value("peak_reserved").toInteger());
    };
    const Finished run = dryRun({"--steps", "2"}, {script});
    QVERIFY2(run.code == 0, run.err + run.out);
    QCOMPARE(peakOf(run).first, 4 + 1 + 1); // the capture counts
    QCOMPARE(peakOf(run).second, peakOf(dryRun({"--steps", "20"}, {script})).second);
}

void TestDryRunScript::ranksHandOnObjects()
{
    const QString script = m_cli->write("pipeline.py", pipeline);
    const Finished both = dryRun({"--world", "4", "--ranks", "all"}, {script});
    QVERIFY2(both.code == 0, both.err + both.out);
    QCOMPARE(both.json().value("ranks").toArray().size(), 4);
    const Finished alone = dryRun({"--world", "4", "--ranks", "last"}, {script}); // the other ranks run too
    QVERIFY2(alone.code == 0, alone.err + alone.out);
    QCOMPARE(alone.json().value("ranks").toArray(), QJsonArray({both.json().value("ranks").toArray().last()}));
    const QString scatters = m_cli->write("scatters.py", R"(
import torch
import torch.distributed as dist
dist.init_process_group("nccl")
found, told = [None], [7 if dist.get_rank() == 0 else None]
dist.broadcast_object_list(told, src=0)
dist.scatter_object_list(found, [10, 11, 12, 13] if dist.get_rank() == 0 else None, src=0)
assert told == [7] and found == [10 + dist.get_rank()], (told, found)
torch.zeros(1024, device="cuda")
)");
    QCOMPARE(dryRun({"--world", "4", "--ranks", "2"}, {scatters}).code, 0);
}

// Launchers pass the rank to scripts, including the predecessors of torchrun, which use an argument.
void TestDryRunScript::launchersPassScriptsTheirRank()
{
    const QString script = m_cli->write("placed.py", R"(
import os, sys, torch
rank = int(os.environ["RANK"])
assert os.environ["WORLD_SIZE"] == "4" and os.environ["LOCAL_RANK"] == str(rank % 2), os.environ
assert sys.argv[1:] == [f"{sys.argv[-1]}={rank % 2}", sys.argv[-1]], sys.argv
torch.zeros(1024, device="cuda")
)");
    const auto codeOf = [&](const QStringList& launcher, const QString& argument) {
        const Finished run = dryRun({"--ranks", "all"}, launcher + QStringList {script, argument});
        return run.code == 0 ? QByteArray() : run.err + run.out;
    };
    QCOMPARE(codeOf({"-m", "deepspeed.launcher.runner", "--num_gpus", "2", "--num_nodes=2"}, "--local_rank"),
             QByteArray());
    QCOMPARE(codeOf({"-m", "torch.distributed.launch", "--nproc-per-node", "2", "--nnodes", "2"}, "--local-rank"),
             QByteArray());
}

// Options of accelerate are passed in the script's environment, and the processes that it would start are the ranks.
void TestDryRunScript::acceleratesSettingsAreFollowed()
{
    QVERIFY(QDir().mkpath(m_cli->path("accelerate/commands")));
    m_cli->write("accelerate/__init__.py", "");
    m_cli->write("accelerate/commands/__init__.py", "");
    m_cli->write("accelerate/commands/accelerate_cli.py",
                 "import sys\nfrom accelerate.commands.launch import launch\nlaunch(sys.argv[2:])\n");
    m_cli->write("accelerate/commands/launch.py", R"(
import argparse, os, sys
def deepspeed_launcher(args):
    raise SystemExit("not asked for")
def simple_launcher(args):
    raise SystemExit("this starts a process, which is not seen")
def prepare_simple_launcher_cmd_env(args):
    return [sys.executable, args.training_script, *args.training_script_args], {"ACCELERATE_MIXED_PRECISION": "bf16"}
def launch(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("--num_processes", type=int, default=2)
    parser.add_argument("training_script")
    parser.add_argument("training_script_args", nargs="...")
    args = parser.parse_args(words)
    args.nnodes, args.nproc_per_node, args.module, args.no_python = "1", str(args.num_processes), False, False
    if args.num_processes == 1:
        return simple_launcher(args)
    import torch.distributed.run as launcher
    os.environ["ACCELERATE_MIXED_PRECISION"] = "bf16"
    launcher.run(args)
)");
    const QString script = m_cli->write("train.py", R"(
import os, sys, torch
assert os.environ["ACCELERATE_MIXED_PRECISION"] == "bf16" and sys.argv[1:] == ["--lr", "1"]
assert "RANK" in os.environ or torch.cuda.device_count() == 1
torch.zeros(1024, device="cuda")
)");
    m_cli->setEnvironment("PYTHONPATH", QStringLiteral(TORCH_SITE ":") + m_cli->path("."));
    const auto launch = [&](const QStringList& options, const QStringList& own) {
        return dryRun(options,
                      QStringList {"-m", "accelerate.commands.launch"} + own + QStringList {script, "--lr", "1"});
    };
    for (const char* processes : {"1", "4"}) {
        const Finished run = launch({}, {"--num_processes", processes});
        QVERIFY2(run.code == 0, run.err + run.out);
        QCOMPARE(run.json().value("world").toInt(), QByteArray(processes).toInt());
        QVERIFY(run.json().value("ranks").toArray().first().toObject().value("peak_allocated_bytes").toInteger() > 0);
    }
    const Finished reported = launch({"--world", "2"}, {});
    QVERIFY2(reported.code == 0, reported.err + reported.out);
    const Finished other = launch({"--world", "8"}, {});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.out.contains("say --world 2"), other.out);
    const Finished unreported = launch({}, {});
    QVERIFY(unreported.code != 0);
    QVERIFY2(unreported.out.contains("--num_processes"), unreported.out);
    const Finished unknown = launch({}, {"--num_processes", "2", "--frobnicate"});
    QCOMPARE(unknown.code, 1);
    QVERIFY2(unknown.out.contains("--frobnicate"), unknown.out);
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

void TestDryRunScript::whatFailsIsReported()
{
    const Finished raised = dryRun({}, {m_cli->write("raises.py", "import torch\nraise ValueError('no data here')\n")});
    QCOMPARE(raised.code, 1);
    QVERIFY2(raised.out.contains("no data here") && raised.out.contains("raises.py:2"), raised.out);
    const Finished wordy =
        dryRun({}, {m_cli->write("wordy.py", "import torch\nraise ValueError('no data ' + 'x' * 100000)\n")});
    QVERIFY2(wordy.code == 1 && wordy.out.contains("no data xxx") && wordy.out.size() < 8000, wordy.out);
    const Finished left = dryRun({}, {m_cli->write("leaves.py", "import sys, torch\nsys.exit('no data there')\n")});
    QCOMPARE(left.code, 1);
    QVERIFY2(left.out.contains("status 1") && left.out.contains("no data there"), left.out);
    const Finished elsewhere = dryRun({}, {m_cli->write("elsewhere.py", "import torch\ntorch.zeros(8)\n")});
    QCOMPARE(elsewhere.code, 1);
    QVERIFY2(elsewhere.err.contains("allocated nothing on the device"), elsewhere.err);
    const Finished refused = dryRun({}, {m_cli->write("refused.py", R"(
import torch
one = torch.ones(1, device="cuda")
indices = torch.zeros(1, dtype=torch.int64, device="cuda")
torch.sparse_csr_tensor(torch.zeros(2, dtype=torch.int64, device="cuda"), indices, one, size=(1, 1)) @ one
)")});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.out.toLower().contains("cusparse"), refused.out);
    const auto reportedPlan = [this](const char* script) {
        const Finished run = dryRun({}, {m_cli->write("ends.py", script)});
        return run.code == 1 ? run.out : QByteArray();
    };
    QVERIFY(reportedPlan("import os, torch\nos._exit(0)\n").contains("ended abruptly"));
    QVERIFY(reportedPlan("print('nothing to train')\n").contains("without importing torch"));
    QVERIFY(reportedPlan("import os, torch\nos._exit(3)\n").contains("ended with status 3"));
    const QByteArray crashed = reportedPlan("import ctypes, torch\nctypes.string_at(0)\n");
    QVERIFY2(crashed.contains("Segmentation fault") && crashed.contains("ends.py"), crashed);
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

void TestDryRunScript::badInputIsRefused_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("site"); // site-packages folder of Python
    QTest::addColumn<QString>("reported");
    const QStringList script {TORCH_PYTHON, "%/train.py"};
    QTest::newRow("device") << QStringList {"--device", "H999"} << script << TORCH_SITE << "H999";
    QTest::newRow("no GPU of NVIDIA") << QStringList {"--device", "MI300X"} << script << TORCH_SITE << "MI300X";
    QTest::newRow("no folder") << QStringList {"--snapshot", "/nowhere/s.pickle"} << script << TORCH_SITE
                               << "/nowhere/s.pickle";
    QTest::newRow("rank") << QStringList {"--world", "8", "--ranks", "8"} << script << TORCH_SITE << "between 0 and 7";
    QTest::newRow("world") << QStringList {"--world", "2000000"} << script << TORCH_SITE << "1048576";
    QTest::newRow("launcher") << QStringList() << QStringList {"make", "train"} << TORCH_SITE << "make";
    QTest::newRow("no Python") << QStringList() << QStringList {"/nowhere/python", "%/train.py"} << TORCH_SITE
                               << "/nowhere";
    QTest::newRow("not Python") << QStringList() << QStringList {"%/python-no", "%/train.py"} << TORCH_SITE
                                << "python-no";
    QTest::newRow("no script") << QStringList() << QStringList {TORCH_PYTHON, "-u", "nowhere.py"} << TORCH_SITE
                               << "nowhere.py: the file cannot be read (the file or folder does not exist)";
    QTest::newRow("no torch") << QStringList() << script << "%/empty"
                              << "has no torch";
    QTest::newRow("torch without CUDA") << QStringList() << script << "%/cpu"
                                        << "without CUDA";
    QTest::newRow("old torch") << QStringList() << script << "%/old"
                               << "too old";
    QTest::newRow("no version") << QStringList() << script << "%/odd"
                                << "is unknown";
}

void TestDryRunScript::badInputIsRefused()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, words);
    QFETCH(QString, site);
    QFETCH(QString, reported);
    const auto placed = [this](QString path) { return path.replace("%", m_cli->path(".")); };
    for (const char* folder : {"empty", "cpu/torch", "old/torch", "odd/torch"}) {
        QVERIFY(QDir().mkpath(m_cli->path(folder)));
    }
    for (const char* file : {"cpu/torch/__init__.py", "old/torch/__init__.py", "odd/torch/__init__.py"}) {
        m_cli->write(file, "");
    }
    m_cli->write("cpu/torch/version.py", "__version__ = '2.11.0+cpu'\ncuda: Optional[str] = None\n");
    m_cli->write("old/torch/version.py", "__version__ = '2.1.0+cu121'\ncuda: Optional[str] = '12.1'\n");
    QFile fake(m_cli->write("python-no", "#!/bin/sh\necho hello\n"));
    QVERIFY(fake.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    m_cli->setEnvironment("PYTHONPATH", placed(site));
    m_cli->write("train.py", "import torch\n");
    std::transform(words.begin(), words.end(), words.begin(), placed);
    const Finished run = m_cli->run(QStringList {"dryrun"} + options + QStringList {"--json", "--"} + words);
    const int expected = run.errorCode() == "file_not_writable" ? 1 : 2;
    QVERIFY2(run.code == expected, QByteArray::number(run.code) + run.out);
    QVERIFY2(!run.json().contains("ranks"), run.out); // nothing was run
    QVERIFY2(run.json().value("error").toObject().value("message").toString().contains(reported), run.out);
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

// Notes before the run report an untested version of torch, and a world size that torch needs long to set up.
void TestDryRunScript::whatMayGoWrongIsNoted()
{
    m_cli->write("plain.py", "import torch\ntorch.zeros(1024, device='cuda')\n");
    const auto run = [this](const QStringList& options) {
        return m_cli->run(QStringList {"dryrun"} + options + QStringList {"--", TORCH_PYTHON, m_cli->path("plain.py")});
    };
    m_cli->setEnvironment("PYTHONPATH", TORCH_SITE);
    const Finished large = run({"--world", "131072", "--ranks", "first"});
    QVERIFY2(large.code == 0 && large.err.contains("with 131072 ranks"), large.err);
    const Finished usual = run({"--world", "1024", "--ranks", "first"});
    QVERIFY2(usual.code == 0 && !usual.err.contains("ranks, torch may work"), usual.err);
    QVERIFY2(usual.out.contains("Rank 0 ran no step of an optimizer"), usual.out);
    QVERIFY(QDir().mkpath(m_cli->path("new/torch")));
    m_cli->write("new/torch/__init__.py", "");
    m_cli->write("new/torch/version.py", "__version__ = '2.99.0+cu150'\ncuda: Optional[str] = '15.0'\n");
    m_cli->setEnvironment("PYTHONPATH", m_cli->path("new"));
    const Finished untried = run({});
    QVERIFY2(untried.code != 0 && untried.err.contains("torch 2.99.0+cu150 is newer than"), untried.err);
    QCOMPARE(leftInTemporaryFolder(), QStringList());
}

// A canceled script leaves no processes behind, including children that ignore signals.
void TestDryRunScript::aCancelledScriptLeavesNothing()
{
    const QString script = m_cli->write("waits.py", R"(
import signal, subprocess, sys, tempfile, time, torch
signal.signal(signal.SIGTERM, signal.SIG_IGN)
torch.zeros(8, device="cuda")
tempfile.mkdtemp(prefix="pymp-")
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])
print("waiting", flush=True)
time.sleep(300)
)");
    QProcess process;
    m_cli->start(process, {"dryrun", "--verbose", "--json", "--", TORCH_PYTHON, script});
    QByteArray err;
    QElapsedTimer elapsed;
    elapsed.start();
    while (!err.contains("waiting") && elapsed.elapsed() < 120'000) {
        process.waitForReadyRead(1000);
        err += process.readAllStandardError();
    }
    QVERIFY2(err.contains("waiting"), err);
    const auto children = descendantsOf(process.processId());
    QVERIFY(children.size() >= 3);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished run = CommandLine::wait(process);
    QCOMPARE(run.code, 130);
    QTRY_VERIFY_WITH_TIMEOUT(!isAnyRunning(children), patient(10'000));
    QTRY_COMPARE_WITH_TIMEOUT(leftInTemporaryFolder(), QStringList(), patient(5'000));
}

QTEST_GUILESS_MAIN(TestDryRunScript)
#include "tst_dryrunscript.moc"
