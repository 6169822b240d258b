// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// End of a dry run of a training script, and the definition of a step.
#include "tests/integration/dryrunline.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>

using namespace stagecraft::testing;

class TestDryRunSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void optimizersThatStepSeldomAreWaitedFor();
    void optimizersOfOneStepEndTheRun();
    void severalGpusInOneProcess();
    void zerosThatBreakAScriptAreReplaced();
    void replaysOfGraphsAreSteps();
    void scriptsMayUpdateParametersThemselves();
    void batchesOfAccumulatedGradientsAreNoActivations();

private:
    std::unique_ptr<DryRunLine> m_cli;
};

void TestDryRunSteps::initTestCase()
{
    if (!hasTorchForCuda()) {
        QSKIP("this libtorch is no package of this machine's Python, or was built without CUDA");
    }
}

void TestDryRunSteps::init()
{
    m_cli = std::make_unique<DryRunLine>();
}

// The run waits for optimizers that step rarely, such as a GAN's generator, which steps once after five steps of its
// critic.
void TestDryRunSteps::optimizersThatStepSeldomAreWaitedFor()
{
    const QByteArray script = R"(
import itertools, sys, torch
often, seldom = (torch.nn.Linear(8, size, bias=False, device="cuda") for size in (8, 1 << 23))
optimizers = [torch.optim.Adam(layer.parameters()) for layer in (often, seldom)]
alias = torch.optim.Adam(often.parameters())  # of parameters that step, which nobody waits for
for step in itertools.count(1):
    often(torch.ones(2, 8, device="cuda")).sum().backward()
    optimizers[0].step()
    optimizers[0].zero_grad()
    if step % int(sys.argv[1]) == 0:
        seldom(torch.ones(1, 8, device="cuda")).sum().backward()
        optimizers[1].step()
)";
    const QString path = m_cli->write("rates.py", script);
    const auto rankOf = [&](const QString& rate) {
        const Finished run = m_cli->dryRun({}, {path, rate});
        return run.json().value("ranks").toArray().first().toObject();
    };
    // bytes of the model that steps rarely; the same for gradients, and two moments
    constexpr qint64 weights = 8LL << 25;
    const QJsonObject fifth = rankOf("5");
    QCOMPARE(fifth.value("steps"), QJsonValue(15));
    QCOMPARE(fifth.value("unstepped").toArray().size(), 0);
    QVERIFY(fifth.value("peak_allocated_bytes").toInteger() >= 4 * weights);
    const QJsonObject never = rankOf("1000000");
    QCOMPARE(never.value("unstepped"), QJsonValue(QJsonArray {QJsonObject {{"type", "Adam"}, {"parameters", 1}}}));
    QVERIFY(never.value("peak_allocated_bytes").toInteger() < 2 * weights);
}

// Optimizers with a single step end the run, as in federated training, where each client has an optimizer for a round.
void TestDryRunSteps::optimizersOfOneStepEndTheRun()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("rounds.py", R"(
import torch
layer = torch.nn.Linear(8, 8, device="cuda")
for client in range(100_000):
    optimizer = torch.optim.Adam(layer.parameters())
    layer(torch.ones(2, 8, device="cuda")).sum().backward()
    optimizer.step()
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("ended").toObject().value("how"), QJsonValue("steps"));
}

// DataParallel calls NCCL itself. Its first device also has the inputs, the outputs and a gradient of each replica. The
// second has its replica of the weights, half of the batch and of the outputs, and a gradient.
void TestDryRunSteps::severalGpusInOneProcess()
{
    const Finished run =
        m_cli->dryRun({"--world", "2", "--ranks", "first", "--steps", "1"}, {m_cli->write("replicas.py", R"(
import torch
layers = torch.nn.DataParallel(torch.nn.Linear(1 << 12, 1 << 12, bias=False, device="cuda"))
optimizer = torch.optim.SGD(layers.parameters())
for _ in range(2):
    layers(torch.ones(1 << 12, 1 << 12, device="cuda")).sum().backward()
    optimizer.step()
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    constexpr qint64 weights = 1LL << 26;
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("device_index"), QJsonValue(0));
    const QJsonArray devices = rank.value("devices").toArray();
    QCOMPARE(devices.size(), 2);
    QCOMPARE(devices[0].toObject().value("peak_allocated_bytes"), rank.value("peak_allocated_bytes"));
    QCOMPARE(devices[1].toObject().value("index"), QJsonValue(1));
    const qint64 second = devices[1].toObject().value("peak_allocated_bytes").toInteger();
    QVERIFY2(second >= 3 * weights && second < 5 * weights, qPrintable(QString::number(second)));
    const qint64 peak = rank.value("peak_allocated_bytes").toInteger();
    QVERIFY2(peak >= 4 * weights && peak < 6 * weights, qPrintable(QString::number(peak)));
}

// Zeros that would break a script are replaced: distributions, which check their arguments, do not stop it.
void TestDryRunSteps::zerosThatBreakAScriptAreReplaced()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("divides.py", R"(
import torch
layer = torch.nn.Linear(8, 8, device="cuda")
optimizer = torch.optim.SGD(layer.parameters())
for _ in range(9):
    scores = layer(torch.ones(2, 8, device="cuda"))
    torch.distributions.Categorical(logits=scores).sample()
    scores.sum().backward()
    optimizer.step()
    print(1 / scores.sum().item())
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("ended").toObject().value("how"), QJsonValue("steps"));
    QCOMPARE(rank.value("otherwise").toObject().value("how"), QJsonValue("error"));
}

void TestDryRunSteps::replaysOfGraphsAreSteps()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("replays.py", R"(
import torch
layer = torch.nn.Linear(8, 8, device="cuda")
optimizer = torch.optim.SGD(layer.parameters())
inputs = torch.ones(2, 8, device="cuda")
def step():
    optimizer.zero_grad(set_to_none=True)
    layer(inputs).sum().backward()
    optimizer.step()
stream = torch.cuda.Stream()
with torch.cuda.stream(stream):
    for _ in range(3):
        step()
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    step()
while True:
    graph.replay()
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("ended").toObject().value("how"), QJsonValue("steps"));
}

void TestDryRunSteps::scriptsMayUpdateParametersThemselves()
{
    const QString script = R"(
import torch
layer = torch.nn.Linear(8, 8, device="cuda")
while True:
    layer(torch.ones(2, 8, device="cuda")).sum().backward()
    for parameter in layer.parameters():
        parameter.data -= parameter.grad
        parameter.grad = None
)";
    QVERIFY(QDir().mkpath(m_cli->path("a folder")));
    const Finished run = m_cli->dryRun({}, {m_cli->write("a folder/by hand.py", script.toUtf8())});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("ended").toObject().value("how"), QJsonValue("steps"));
    QCOMPARE(rank.value("steps"), QJsonValue(0));
}

// Batches of accumulated gradients are not counted as activations: a batch of 256 MiB, an output and its square of 64
// MiB each.
void TestDryRunSteps::batchesOfAccumulatedGradientsAreNoActivations()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("accumulates.py", R"(
import torch
layer = torch.nn.Linear(1 << 12, 1 << 10, bias=False, device="cuda")
optimizer = torch.optim.SGD(layer.parameters())
for _ in range(3):
    for _ in range(2):
        batch = torch.ones(1 << 14, 1 << 12).to("cuda")
        layer(batch).square().sum().backward()
        del batch
    optimizer.step()
    optimizer.zero_grad()
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    std::map<QString, qint64> parts;
    for (const QJsonValue part : rank.value("peak").toObject().value("parts").toArray()) {
        parts[part["category"].toString()] = part["bytes"].toInteger();
    }
    QCOMPARE(parts["other"], 1LL << 28);
    QVERIFY2(parts["activations"] < 1LL << 27, run.out);
}

QTEST_GUILESS_MAIN(TestDryRunSteps)
#include "tst_dryrunsteps.moc"
