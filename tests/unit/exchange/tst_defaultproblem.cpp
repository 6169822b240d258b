// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Defaults of a new problem: precision, framework and memory options that are usual for the model's size.
#include "core/exchange/defaultproblem.h"
#include "core/search/search.h"
#include "tests/support/chains.h"
#include "tests/support/llama70b.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace stagecraft;

namespace {

Model llama70b()
{
    return parseConfig(stagecraft::testing::llama70bConfig(), "llama-3.1-70b.json").value();
}

const Dimensions memoryOptions {Dimension::Sequence, Dimension::Zero, Dimension::Recompute};

bool searchesMemory(const Dimensions& dimensions)
{
    return std::all_of(memoryOptions.begin(), memoryOptions.end(),
                       [&](Dimension dimension) { return varies(dimensions, dimension); });
}

// Default problem of the command line.
Problem problemOf(const Model& model, const std::string& cluster, std::int64_t batch, std::int64_t sequence)
{
    Problem problem;
    problem.model = model;
    problem.cluster = parseCluster(cluster).value();
    problem.workload.global_batch = batch;
    problem.workload.sequence = sequence;
    problem.workload.precision = Precision::Bf16Master;
    return problem;
}

}

class TestDefaultProblem : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void precisionIsThatOfTheFile_data();
    void precisionIsThatOfTheFile();
    void largeModelsWithoutANumberTypeTrainInBfloat16();
    void memoryIsSearchedWhereNoPlanFitsWithout_data();
    void memoryIsSearchedWhereNoPlanFitsWithout();
    void stateAndActivationsDecideNotStateAlone();
    void frameworkIsThatOfPractice_data();
    void frameworkIsThatOfPractice();
    void largeModelsOfFilesBeginWithAPlanThatFits();
    void theSequenceAloneIsThatOfTheProblem();
};

void TestDefaultProblem::precisionIsThatOfTheFile_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<Precision>("precision");
    QTest::newRow("bfloat16") << R"("torch_dtype": "bfloat16",)" << Precision::Bf16Master;
    QTest::newRow("of newer files") << R"("dtype": "bfloat16",)" << Precision::Bf16Master;
    QTest::newRow("float16") << R"("torch_dtype": "float16",)" << Precision::Fp16;
    QTest::newRow("float32") << R"("torch_dtype": "float32",)" << Precision::Fp32;
    QTest::newRow("as torch writes it") << R"("torch_dtype": "torch.bfloat16",)" << Precision::Bf16Master;
    QTest::newRow("unknown") << R"("torch_dtype": "int4",)" << Precision::Fp32;
    QTest::newRow("no text") << R"("torch_dtype": 16,)" << Precision::Fp32;
    QTest::newRow("none") << "" << Precision::Fp32;
}

void TestDefaultProblem::precisionIsThatOfTheFile()
{
    QFETCH(QString, field);
    QFETCH(Precision, precision);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("config.json").toStdString();
    std::ofstream(path)
        << "{" << field.toStdString()
        << R"("model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 4, "n_positions": 64, "vocab_size": 100})";
    const auto model = readModel(path);
    QVERIFY2(model.has_value(), qPrintable(stagecraft::testing::errorOf(model)));
    QCOMPARE(defaultWorkload(*model).precision, precision);
    QCOMPARE(defaultWorkload(*model).sequence, model->default_sequence);
}

void TestDefaultProblem::largeModelsWithoutANumberTypeTrainInBfloat16()
{
    const Model large = readModel("zoo:gpt3-175b").value();
    QCOMPARE(defaultProblem(large, {}).workload.precision, Precision::Bf16Master);
    QCOMPARE(defaultWorkload(large).precision, Precision::Bf16Master);
    // precision stored in its file
    QCOMPARE(defaultProblem(large, Precision::Fp32).workload.precision, Precision::Fp32);
    const Model small = readModel("zoo:gpt?layers=2&hidden=64&heads=4&vocabulary=100&positions=64").value();
    QCOMPARE(defaultProblem(small, {}).workload.precision, Precision::Fp32);
    QCOMPARE(defaultWorkload(small).precision, Precision::Fp32);
}

void TestDefaultProblem::memoryIsSearchedWhereNoPlanFitsWithout_data()
{
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<bool>("searched");
    QTest::newRow("state exceeds the cluster") << "8xH100-80GB" << 8192 << true;
    QTest::newRow("activations exceed it") << "4x8xH100-80GB" << 8192 << true;
    QTest::newRow("all of it fits") << "16x8xH100-80GB" << 2048 << false;
}

void TestDefaultProblem::memoryIsSearchedWhereNoPlanFitsWithout()
{
    QFETCH(QString, cluster);
    QFETCH(int, sequence);
    QFETCH(bool, searched);
    const Problem problem = problemOf(llama70b(), cluster.toStdString(), 64, sequence);
    const Dimensions dimensions = defaultDimensions(problem);
    QVERIFY(varies(dimensions, Dimension::Tensor));
    QCOMPARE(searchesMemory(dimensions), searched);
}

// The rule, over small problems with random memory: options are searched exactly if no plan fits without them.
void TestDefaultProblem::stateAndActivationsDecideNotStateAlone()
{
    const Model model = readModel("zoo:gpt?layers=4&hidden=1024&heads=8&vocabulary=8000&positions=1024").value();
    int with = 0;
    int without = 0;
    for (int memory = 1200; memory <= 3600; memory += 300) { // MiB
        const Problem problem = problemOf(model, "1x2xA100-40GB:" + std::to_string(memory) + "MiB", 64, 1024);
        Problem plain = problem;
        plain.constraints.vary = {Dimension::Tensor};
        const auto found = searchPlans(plain, CostModel(plain.model, plain.workload, {}));
        QVERIFY(found.has_value());
        const bool fits = found->recommended() != nullptr;
        QCOMPARE(searchesMemory(defaultDimensions(problem)), !fits);
        ++(fits ? without : with);
    }
    QVERIFY(with > 0 && without > 0);
}

void TestDefaultProblem::frameworkIsThatOfPractice_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("framework");
    QTest::newRow("70 B") << "70b"
                          << "megatron-core";
    QTest::newRow("175 B") << "zoo:gpt3-175b"
                           << "megatron-core";
    QTest::newRow("state of one device") << "zoo:gpt2-xl"
                                         << "libtorch";
    QTest::newRow("small") << "zoo:gpt2"
                           << "libtorch";
    QTest::newRow("convolutions") << "zoo:resnet152"
                                  << "libtorch";
    QTest::newRow("layers that its model does not know") << TEST_DATA "/configs/gemma-7b.json"
                                                         << "libtorch";
}

void TestDefaultProblem::frameworkIsThatOfPractice()
{
    QFETCH(QString, source);
    QFETCH(QString, framework);
    const Model model = source == QStringLiteral("70b") ? llama70b() : readModel(source.toStdString()).value();
    const Problem problem = defaultProblem(model, filePrecision(model));
    QCOMPARE(QString::fromUtf8(nameOf(problem.constraints.framework.name).data()), framework);
}

void TestDefaultProblem::largeModelsOfFilesBeginWithAPlanThatFits()
{
    int large = 0;
    const QDir folder(QStringLiteral(TEST_DATA "/configs"));
    for (const QString& file : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        const auto model = readModel(folder.filePath(file).toStdString());
        if (!model || parameterCount(*model) < 5'000'000'000) {
            continue;
        }
        if (file.startsWith(QStringLiteral("llama-4-maverick"))) {
            continue; // computes all 128 experts for every token, like transformers: fits with context parallelism only
        }
        ++large;
        const Problem problem = defaultProblem(*model, filePrecision(*model));
        const auto found =
            searchPlans(problem, CostModel(problem.model, problem.workload, {}), {}, {}, {nullptr, true});
        QVERIFY2(found && found->recommended() != nullptr, qPrintable(file));
    }
    QVERIFY(large >= 8);
}

void TestDefaultProblem::theSequenceAloneIsThatOfTheProblem()
{
    const std::pair<const char*, std::int64_t> expected[] {
        {"zoo:gpt2", 512}, {"zoo:gpt2-xl", 1024}, {"zoo:llama-2-7b", 4096}, {"zoo:resnet50", 224}};
    for (const auto& [source, sequence] : expected) {
        const Model model = readModel(source).value();
        QCOMPARE(defaultSequence(model), sequence);
        QCOMPARE(defaultProblem(model, {}).workload.sequence, sequence);
    }
}

QTEST_GUILESS_MAIN(TestDefaultProblem)
#include "tst_defaultproblem.moc"
