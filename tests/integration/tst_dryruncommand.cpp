// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Commands of dry runs: what stands before the Python program.
#include "tests/integration/dryrunline.h"

#include <QJsonArray>
#include <QTest>

using namespace stagecraft::testing;

class TestDryRunCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void environmentManagersChooseThePython();
    void managersThatAreMissingAreNamed();
};

void TestDryRunCommand::initTestCase()
{
    if (!hasTorchForCuda()) {
        QSKIP("this libtorch is no package of this machine's Python, or was built without CUDA");
    }
}

// A program named uv that runs the rest of its arguments stands in for the manager: ranks start the Python that it
// starts, directly, with the variables of the command.
void TestDryRunCommand::environmentManagersChooseThePython()
{
    DryRunLine cli;
    const QString uv = cli.writeProgram("uv",
                                        "[ \"$1\" = run ] && [ \"$2\" = --quiet ] || exit 3\n"
                                        "echo started >> \"$UV_LOG\"\n"
                                        "shift 2\n"
                                        "exec \"$@\"\n");
    const QString script = cli.write("train.py", R"(
import os, torch
layer = torch.nn.Linear(int(os.environ["WIDTH"]), 8, bias=False, device="cuda")
optimizer = torch.optim.SGD(layer.parameters())
for _ in range(3):
    layer(torch.ones(1, layer.in_features, device="cuda")).sum().backward()
    optimizer.step()
)");
    const QString log = cli.path("uv.log");
    const Finished run =
        cli.run({"dryrun", "--json", "--ranks", "all", "--", "WIDTH=1048576", "UV_LOG=" + log, uv, "run", "--quiet",
                 TORCH_PYTHON, "-m", "torch.distributed.run", "--nproc-per-node", "2", script});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 2);
    for (const QJsonValue rank : ranks) {
        QCOMPARE(rank["ended"]["how"], QJsonValue("steps"));
        QVERIFY(rank["peak_allocated_bytes"].toInteger() >= 2 * 32LL << 20); // weights and gradients
    }
    QFile started(log);
    QVERIFY(started.open(QIODevice::ReadOnly));
    QCOMPARE(started.readAll(), QByteArray("started\n")); // for the question about torch, not for ranks
}

void TestDryRunCommand::managersThatAreMissingAreNamed()
{
    const DryRunLine cli;
    const Finished run = cli.run({"dryrun", "--json", "--", "/nowhere/uv", "run", cli.write("train.py", "")});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("/nowhere/uv"), run.err);
}

QTEST_GUILESS_MAIN(TestDryRunCommand)
#include "tst_dryruncommand.moc"
