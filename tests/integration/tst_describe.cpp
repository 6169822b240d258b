// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Models built by the user's Python, described from the command line: operators around blocks, and errors of models
// that cannot be described.
#include "core/base/english.h"
#include "tests/cli/commandline.h"
#include "tests/support/patience.h"

#include <QTest>

using namespace stagecraft::testing;

namespace {

// Three blocks of two products. BLOCK: operations of a block on its input. AROUND: operations of the model around the
// blocks.
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

// Replacement for transformers: a config with the fields of its JSON, and models of two blocks.
const QByteArray transformers = R"(
import torch
from torch import nn
__version__ = "0"
class Output:
    def __init__(self, **fields):
        self.__dict__.update({"pooler_output": None, "fields": fields, **fields})
    def __getitem__(self, index):
        return list(self.fields.values())[index]
class Config:
    @classmethod
    def from_dict(cls, values):
        config = cls()
        for name, value in values.items():
            setattr(config, name, cls.from_dict(value) if isinstance(value, dict) else value)
        config.sub_configs = {name: cls for name, value in values.items() if isinstance(value, dict)}
        return config
    def get_text_config(self):
        return getattr(self, "text_config", self)
class Model(nn.Module):
    config_class, main_input_name = Config, "input_ids"
    def __init__(self, config):
        super().__init__()
        self.first = nn.Embedding(64, 16) if self.main_input_name == "input_ids" else \
            nn.Conv2d(3, 16, 4, stride=4, padding="valid")
        self.mask_token = nn.Parameter(torch.zeros(16))
        self.blocks, self.head = nn.ModuleList(nn.Linear(16, 16) for _ in range(2)), nn.Linear(16, 5)
    def hidden(self, x):
        x = self.first(x)
        x = x if x.dim() == 3 else x.flatten(2).transpose(1, 2)
        for block in self.blocks:
            x = block(x)
        return x
class ViTForImageClassification(Model):
    main_input_name = "pixel_values"
    def forward(self, pixel_values, labels=None):
        logits = self.head(self.hidden(pixel_values)[:, 0])
        return Output(loss=nn.functional.cross_entropy(logits, labels), logits=logits)
class ViTForMaskedImageModeling(ViTForImageClassification):
    pass
class BertForSequenceClassification(Model):
    def forward(self, input_ids, labels=None, use_cache=None):
        logits = self.head(self.hidden(input_ids)[:, 0])
        return Output(loss=nn.functional.cross_entropy(logits, labels), logits=logits)
class BertModel(Model):
    def forward(self, input_ids, use_cache=None):
        return Output(last_hidden_state=self.head(self.hidden(input_ids)))
class SpeechForCTC(BertModel):
    main_input_name = "input_values"
)";

}

class TestDescribe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void recomputationIsThePlansChoice();
    void whatIsWithoutGradientsKeepsNothing();
    void parametrizedWeightsAreComputed_data();
    void parametrizedWeightsAreComputed();
    void shapesOfEmbeddingsNeedNoTables();
    void configsNameTheirInputs_data();
    void configsNameTheirInputs();
    void whatCannotBeDescribedIsReported_data();
    void whatCannotBeDescribedIsReported();
    void outputsWithoutAPlaceAreReportedFirst();

private:
    Finished describe(const QByteArray& model, const QString& output) const;
    // Returns the output of a script in the same Python.
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

// Recomputation is a choice of the plan: the layers equal those of the model without it.
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
    QCOMPARE(kept, QByteArray("[(4, 64)]")); // the input of the second product only
}

void TestDescribe::parametrizedWeightsAreComputed_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"weight_norm", "spectral_norm", "orthogonal"}) {
        QTest::newRow(name) << QByteArray(name);
    }
}

// Parametrized weights are computed in each pass, as in Python: a described block saves as many bytes for backward.
void TestDescribe::parametrizedWeightsAreComputed()
{
    QFETCH(QByteArray, name);
    const QString file = m_cli->path("parametrized.pt");
    QByteArray model = modelOf("return x + self.inner(x)");
    model.replace("nn.Linear(64, 64), nn.Linear(64, 64)",
                  "(getattr(nn.utils.parametrizations, '" + name
                      + "')(nn.Linear(*size)) for size in ((64, 96), (96, 64)))");
    const Finished run = describe(model, file);
    QVERIFY2(run.code == 0, run.err + run.out);
    const QByteArray kept = python(QByteArray(R"(
import sys, torch
sys.path.insert(0, "FOLDER")
import described_model
def kept(block):
    saved = {}
    with torch.jit.optimized_execution(False), torch.autograd.graph.saved_tensors_hooks(
            lambda t: (saved.__setitem__(t.untyped_storage().data_ptr(), t.untyped_storage().nbytes()), t)[1], lambda t: t):
        output = block(torch.randn(4, 64, requires_grad=True))
    own = {t.untyped_storage().data_ptr() for t in [*block.parameters(), *block.buffers()]}
    return sum(size for address, size in saved.items() if address not in own)
script = torch.jit.load("FILE").blocks_0
for tensor in [*script.parameters(), *script.buffers()]:
    tensor.data = torch.randn(tensor.shape)
made = described_model.make()[0].blocks[0]
assert len(list(script.parameters())) == len(list(made.parameters()))
print(abs(kept(script) - kept(made)) < 64, kept(script), kept(made)) # plain numbers are tensors in one of them
)")
                                       .replace("FOLDER", m_cli->path(".").toUtf8())
                                       .replace("FILE", file.toUtf8()));
    QVERIFY2(kept.startsWith("True"), kept);
}

// Shapes of embeddings do not require embedding tables: as in GPT-BigCode, the output of the blocks is viewed in the
// shape of the input.
void TestDescribe::shapesOfEmbeddingsNeedNoTables()
{
    QByteArray model = modelOf("return x + self.inner(x)",
                               "return Net(), torch.zeros(2, 8, dtype=torch.long), lambda output: output.sum()");
    model.replace("self.embedding, self.head = nn.Linear(64, 64)", "self.embedding, self.head = nn.Embedding(50, 64)");
    model.replace("x = self.embedding(x)\n",
                  "e = self.embedding(x)\n        x = nn.functional.dropout(e + 1, 0.1)\n"
                  "        shape = e.shape[:-1] + (x.size(-1),)\n");
    model.replace("return self.head(x)", "return self.head(x.view(shape))");
    const QString file = m_cli->path("viewed.pt");
    const Finished run = describe(model, file);
    QVERIFY2(run.code == 0, run.err + run.out);
    const QByteArray shape = python(QByteArray(R"(
import torch
model = torch.jit.load("%")
layers = [child for name, child in model.named_children()]
print(len(list(layers[0].parameters())), len(list(layers[-1].parameters())), tuple(layers[-1](torch.zeros(3, 8, 64))[0].shape))
)")
                                        .replace("%", file.toUtf8()));
    QCOMPARE(shape, QByteArray("1 2 ()"));
}

void TestDescribe::configsNameTheirInputs_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("reported"); // empty: described without an error
    const auto row = [](const char* name, const char* architecture, const char* fields, const char* reported) {
        const QByteArray config = QByteArray(R"({"architectures": [")") + architecture + "\"], " + fields + "}";
        QTest::newRow(name) << config << QString(reported);
    };
    row("images", "ViTForImageClassification", R"("image_size": 16)", "");
    row("images of two sides", "ViTForImageClassification", R"("image_size": [16, 8])", "");
    row("a label for each sample", "BertForSequenceClassification", R"("vocab_size": 64)", "");
    row("no head", "BertModel", R"("vocab_size": 64)", "");
    row("unknown labels", "ViTForMaskedImageModeling", R"("image_size": 16)", "what labels");
    row("sound", "SpeechForCTC", R"("vocab_size": 64)", "takes input_values");
    row("two inputs", "BertModel", R"("text_config": {"vocab_size": 64}, "vision_config": {"image_size": 16})",
        "describe its parts one by one");
    row("an encoder and a decoder", "BertModel", R"("vocab_size": 64, "is_encoder_decoder": true)",
        "has an encoder and a decoder");
}

// Inputs come from the config. Parameters that a step does not use (mask_token) are counted but not trained.
void TestDescribe::configsNameTheirInputs()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, reported);
    m_cli->write("transformers.py", transformers);
    const QString file = m_cli->path("model.pt");
    const Finished run = m_cli->run({"describe", m_cli->write("config.json", config), "-o", file, "--python",
                                     TORCH_PYTHON, "--sequence", "8", "--yes", "--json", "--verbose"});
    if (!reported.isEmpty()) {
        QVERIFY(run.code != 0);
        const QString message = run.json().value("error").toObject().value("message").toString();
        QVERIFY2(message.contains(reported), qPrintable(message));
        return;
    }
    QVERIFY2(run.code == 0, run.err + run.out);
    const QByteArray found = python(QByteArray("import torch; whole = torch.jit.load('%'); "
                                               "print(sum(p.numel() for p in whole.parameters()), "
                                               "[n for n, p in whole.named_parameters() if not p.requires_grad])")
                                        .replace("%", file.toUtf8()));
    const qint64 parameters = run.json().value("chain").toObject().value("parameters").toInteger();
    QCOMPARE(found, QByteArray::number(parameters) + " ['input.mask_token']");
}

void TestDescribe::whatCannotBeDescribedIsReported_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QStringList>("reported");
    const QByteArray block = "return self.inner(x)";
    QTest::newRow("autocast") << modelOf("with torch.autocast('cuda', dtype=torch.bfloat16): return self.inner(x)")
                              << QStringList {"torch.autocast", "described_model.py, line 12", "--precision"};
    QTest::newRow("complex numbers") << modelOf(block, "return Net(), torch.zeros(2, 64, dtype=torch.complex64)")
                                     << QStringList {"complex64"};
    QTest::newRow("values of memory that nothing was written to")
        << modelOf(block, "torch.empty(3).tolist(); return Net(), torch.zeros(2, 64)")
        << QStringList {"meta tensor", "described_model.py, line 24"};
    QTest::newRow("an error") << modelOf(block, "return {}['nothing']")
                              << QStringList {"KeyError: 'nothing'", "described_model.py, line 24"};
    QTest::newRow("an end") << modelOf(block, "sys.exit(3)") << QStringList {"ends Python", "status 3"};
    QTest::newRow("a crash") << modelOf(block, "import ctypes; ctypes.string_at(0)")
                             << QStringList {"signal 11", "Segmentation fault"};
}

void TestDescribe::whatCannotBeDescribedIsReported()
{
    QFETCH(QByteArray, model);
    QFETCH(QStringList, reported);
    const Finished run = describe(model, m_cli->path("model.pt"));
    QVERIFY(run.code != 0);
    const QString message = run.json().value("error").toObject().value("message").toString();
    for (const QString& part : reported) {
        QVERIFY2(message.contains(part), qPrintable(message));
    }
    QVERIFY(!QFile::exists(m_cli->path("model.pt")));
}

void TestDescribe::outputsWithoutAPlaceAreReportedFirst()
{
    const Finished run =
        describe("raise SystemExit('the model was built in vain')\n", m_cli->path("no/folder/model.pt"));
    QVERIFY(run.code != 0);
    const QString message = run.json().value("error").toObject().value("message").toString();
    QVERIFY2(message.contains("no/folder/model.pt"), qPrintable(message));
}

QTEST_GUILESS_MAIN(TestDescribe)
#include "tst_describe.moc"
