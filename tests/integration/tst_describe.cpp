// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Models that the user's Python builds, described from the command line: what blocks may put around operators, and what
// is said where a model cannot be described.
#include "tests/cli/commandline.h"
#include "tests/support/patience.h"

#include <QTest>

using namespace stagecraft::testing;

namespace {

// Three blocks of two products; BLOCK is what a block does with its input, AROUND what the model does around them.
const QByteArray source = R"(
import sys, torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 64), nn.Linear(64, 64)
    def inner(self, x):
        return self.second(torch.relu(self.first(x)))
    def forward(self, x):
        BLOCK
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.head = nn.Linear(64, 64), nn.Linear(64, 1)
        self.blocks = nn.ModuleList(Block() for _ in range(3))
    def forward(self, x):
        x = self.embedding(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
def make():
    MAKE
)";

const QByteArray usual = "return Net(), torch.zeros(2, 64), lambda output: output.sum()";

QByteArray modelOf(const QByteArray& block, const QByteArray& make = usual)
{
    QByteArray text = source;
    return text.replace("BLOCK", block).replace("MAKE", make);
}

}

class TestDescribe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void recomputationIsThePlansChoice();
    void whatIsWithoutGradientsKeepsNothing();
    void whatCannotBeDescribedIsTold_data();
    void whatCannotBeDescribedIsTold();
    void outputsWithoutAPlaceAreToldFirst();

private:
    Finished describe(const QByteArray& model, const QString& output) const;
    // What a script prints, run in the same Python.
    QByteArray python(const QByteArray& script) const;

    std::unique_ptr<CommandLine> m_cli;
};

void TestDescribe::initTestCase()
{
    m_cli = std::make_unique<CommandLine>();
    if (python("import torch; print(torch.__version__)").isEmpty()) {
        QSKIP("this libtorch is no package of this machine's Python");
    }
}

void TestDescribe::init()
{
    m_cli = std::make_unique<CommandLine>();
    m_cli->setEnvironment("PYTHONPATH", QStringLiteral(TORCH_SITE ":") + m_cli->path("."));
}

Finished TestDescribe::describe(const QByteArray& model, const QString& output) const
{
    m_cli->write("described_model.py", model);
    return m_cli->run(
        {"describe", "described_model:make", "-o", output, "--python", TORCH_PYTHON, "--yes", "--json", "--verbose"});
}

QByteArray TestDescribe::python(const QByteArray& script) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", TORCH_SITE);
    process.setProcessEnvironment(environment);
    process.start(TORCH_PYTHON, {"-c", QString::fromUtf8(script)});
    process.waitForFinished(patient(120'000));
    return process.readAllStandardOutput().trimmed();
}

// The layers are those of the same model without it.
void TestDescribe::recomputationIsThePlansChoice()
{
    const QString plain = m_cli->path("plain.pt");
    const QString checkpointed = m_cli->path("checkpointed.pt");
    const Finished without = describe(modelOf("return x + self.inner(x)"), plain);
    QVERIFY2(without.code == 0, without.err + without.out);
    const Finished with = describe(modelOf("return x + checkpoint(self.inner, x, use_reentrant=False)"), checkpointed);
    QVERIFY2(with.code == 0, with.err + with.out);
    const QByteArray code = "import torch; print(torch.jit.load('%').blocks_0.code)";
    const auto codeOf = [&](const QString& file) { return python(QByteArray(code).replace("%", file.toUtf8())); };
    QVERIFY(codeOf(plain).contains("relu"));
    QCOMPARE(codeOf(checkpointed), codeOf(plain));
}

void TestDescribe::whatIsWithoutGradientsKeepsNothing()
{
    const QString file = m_cli->path("frozen.pt");
    const Finished run = describe(modelOf("with torch.no_grad(): y = self.first(x)\n"
                                          "        return x + self.second(torch.relu(y))"),
                                  file);
    QVERIFY2(run.code == 0, run.err + run.out);
    const QByteArray kept = python(QByteArray(R"(
import torch
block = torch.jit.load("%").blocks_0
saved = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: saved.append(tuple(t.shape)), lambda t: t):
    block(torch.zeros(4, 64, requires_grad=True))
print(sorted(shape for shape in saved if shape[0] == 4))
)")
                                       .replace("%", file.toUtf8()));
    QCOMPARE(kept, QByteArray("[(4, 64)]")); // the input of the second product; nothing of the first one's
}

void TestDescribe::whatCannotBeDescribedIsTold_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QStringList>("told");
    const QByteArray block = "return self.inner(x)";
    QTest::newRow("autocast") << modelOf("with torch.autocast('cuda', dtype=torch.bfloat16): return self.inner(x)")
                              << QStringList {"torch.autocast", "described_model.py, line 12", "--precision"};
    QTest::newRow("complex numbers") << modelOf(block, "return Net(), torch.zeros(2, 64, dtype=torch.complex64)")
                                     << QStringList {"complex64"};
    QTest::newRow("an error") << modelOf(block, "return {}['nothing']")
                              << QStringList {"KeyError: 'nothing'", "described_model.py, line 24"};
    QTest::newRow("an end") << modelOf(block, "sys.exit(3)") << QStringList {"ends Python", "status 3"};
    QTest::newRow("a crash") << modelOf(block, "import ctypes; ctypes.string_at(0)")
                             << QStringList {"signal 11", "Segmentation fault"};
}

void TestDescribe::whatCannotBeDescribedIsTold()
{
    QFETCH(QByteArray, model);
    QFETCH(QStringList, told);
    const Finished run = describe(model, m_cli->path("model.pt"));
    QVERIFY(run.code != 0);
    const QString message = run.json().value("error").toObject().value("message").toString();
    for (const QString& part : told) {
        QVERIFY2(message.contains(part), qPrintable(message));
    }
    QVERIFY(!QFile::exists(m_cli->path("model.pt")));
}

void TestDescribe::outputsWithoutAPlaceAreToldFirst()
{
    const Finished run =
        describe("raise SystemExit('the model was built in vain')\n", m_cli->path("no/folder/model.pt"));
    QVERIFY(run.code != 0);
    const QString message = run.json().value("error").toObject().value("message").toString();
    QVERIFY2(message.contains("no/folder/model.pt"), qPrintable(message));
}

QTEST_GUILESS_MAIN(TestDescribe)
#include "tst_describe.moc"
