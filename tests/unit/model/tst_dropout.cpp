// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/codec.h"
#include "core/model/dropout.h"
#include "core/model/shapes.h"
#include "core/model/shards.h"
#include "core/profile/measurement.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class DropoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whereAFamilyApplies_data();
    void whereAFamilyApplies();
    void zeroIsNotWritten_data();
    void zeroIsNotWritten();
    void absentFieldsAreTheLibrarys();
    void zooIsTorchvisions();
    void offIsAFileWithout_data();
    void offIsAFileWithout();
    void offKeepsTheOutput();
    void pointsFollowTheWorkload();
    void ranksDropFromTheirPart();
    void badProbabilitiesAreRefused_data();
    void badProbabilitiesAreRefused();
};

namespace {

Model read(const std::string& config)
{
    return parseConfig(config, "config.json").value();
}

const Program& programOf(const Model& model, std::size_t layer)
{
    return std::get<Program>(model.layers[layer].spec);
}

// Probabilities of a program's dropouts in execution order, those of attention in brackets.
QString dropouts(const LayerSpec& spec)
{
    QStringList found;
    for (const Statement& statement : std::get<Program>(spec).statements()) {
        if (const auto* dropout = std::get_if<Dropout>(&statement.op)) {
            found += QString::number(dropout->probability);
        } else if (const auto* attention = std::get_if<Attention>(&statement.op)) {
            found += QStringLiteral("(%1)").arg(attention->dropout);
        }
    }
    return found.join(u' ');
}

void addFamilies()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

SmallFamily fetchFamily()
{
    QFETCH(int, index);
    return smallFamilies()[static_cast<std::size_t>(index)];
}

}

// Embedding, block and head, by hand from the models of transformers.
void DropoutTest::whereAFamilyApplies_data()
{
    QTest::addColumn<QString>("embedding");
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("head");
    const auto row = [](const char* name, const char* embedding, const char* block, const char* head) {
        QTest::newRow(name) << QString::fromLatin1(embedding) << QString::fromLatin1(block)
                            << QString::fromLatin1(head);
    };
    row("gpt2", "0.3", "(0.3) 0.3 0.3", "");
    row("opt", "", "(0.3) 0.3 0.3", "");
    row("bert", "0.3", "(0.3) 0.3 0.3", "");
    row("bert, classifier", "0.3", "(0.3) 0.3 0.3", "0.3");
    row("gpt2, classifier of tokens", "0.3", "(0.3) 0.3 0.3", "0.3");
    row("llama, classifier", "", "(0.3)", "");
    row("vit", "0.3", "(0.3) 0.3 0.3", "");
    row("gpt_neox", "0.3", "(0.3) 0.3 0.3", "");
    row("gpt_neox, one after the other", "0.3", "(0.3) 0.3 0.3", "");
    row("falcon, multi-query", "", "(0) 0.3", "");
    row("falcon, grouped", "", "(0) 0.3", "");
    row("falcon, alibi", "", "(0.3) 0.3 0.3", "");
    row("phi3", "", "(0.3) 0.3 0.3", "");
    for (const char* name : {"llama", "mistral", "gemma", "qwen2", "qwen3", "mixtral", "qwen2_moe", "qwen3_moe"}) {
        row(name, "", "(0.3)", "");
    }
}

void DropoutTest::whereAFamilyApplies()
{
    QFETCH(QString, embedding);
    QFETCH(QString, block);
    QFETCH(QString, head);
    for (const SmallFamily& family : smallFamilies()) {
        if (QString::fromLatin1(family.name) == QString::fromLatin1(QTest::currentDataTag())) {
            const Model model = read(withDropout(family.config, "0.3"));
            QCOMPARE(dropouts(model.layers.front().spec), embedding);
            QCOMPARE(dropouts(model.layers[1].spec), block);
            QCOMPARE(dropouts(model.layers.back().spec), head);
            return;
        }
    }
    QFAIL("no such family");
}

void DropoutTest::zeroIsNotWritten_data()
{
    addFamilies();
}

void DropoutTest::zeroIsNotWritten()
{
    const Model model = read(withDropout(fetchFamily().config, "0.0"));
    for (const Layer& layer : model.layers) {
        QVERIFY(!QString::fromStdString(std::string(signatureOf(layer.spec))).contains(QStringLiteral("dropout")));
    }
}

// Absent fields have the defaults of GPT2Config, OPTConfig, BertConfig and LlamaConfig.
void DropoutTest::absentFieldsAreTheLibrarys()
{
    for (const SmallFamily& family : smallFamilies()) {
        const std::string_view name = family.name;
        const Model model = read(family.config);
        if (name == "gpt2" || name == "bert") {
            QCOMPARE(dropouts(model.layers[1].spec), QStringLiteral("(0.1) 0.1 0.1"));
        } else if (name == "opt") {
            QCOMPARE(dropouts(model.layers[1].spec), QStringLiteral("(0) 0.1 0.1"));
        } else if (name == "gpt2, classifier of tokens") {
            QCOMPARE(dropouts(model.layers.back().spec), QStringLiteral("0.1"));
        } else if (name == "llama") {
            QCOMPARE(dropouts(model.layers[1].spec), QStringLiteral("(0)"));
        }
    }
}

void DropoutTest::zooIsTorchvisions()
{
    const Model vgg = readModel("zoo:vgg11").value();
    QCOMPARE(dropouts(vgg.layers[vgg.layers.size() - 2].spec), QStringLiteral("0.5"));
    QCOMPARE(dropouts(vgg.layers[vgg.layers.size() - 3].spec), QStringLiteral("0.5"));
    const Model efficientnet = readModel("zoo:efficientnet_b0").value();
    // Blocks 2, 4, 6, 7, 9, 10, 12, 13 and 14 of 16 have a residual with dropout of 0.2 times their share.
    QStringList found;
    for (std::size_t l = 1; l <= 16; ++l) {
        found += dropouts(efficientnet.layers[l].spec);
    }
    QCOMPARE(found.join(u','), QStringLiteral(",,0.025,,0.05,,0.075,0.0875,,0.1125,0.125,,0.15,0.1625,0.175,"));
    QCOMPARE(dropouts(efficientnet.layers.back().spec), QStringLiteral("0.2"));
    for (const char* without : {"zoo:resnet18", "zoo:densenet121", "zoo:vit_b_16", "zoo:gpt2"}) {
        const Model model = readModel(without).value();
        QVERIFY(withDropout(model, DropoutUse::Off) == model);
    }
}

void DropoutTest::offIsAFileWithout_data()
{
    addFamilies();
}

// "Off" equals a file without dropout: the measurements are the same if the file names none or the workload turns it
// off.
void DropoutTest::offIsAFileWithout()
{
    const SmallFamily family = fetchFamily();
    const Model off = withDropout(read(withDropout(family.config, "0.1")), DropoutUse::Off);
    const Model without = read(withDropout(family.config, "0"));
    for (std::size_t l = 0; l < off.layers.size(); ++l) {
        const auto& a = programOf(off, l).statements();
        const auto& b = programOf(without, l).statements();
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QVERIFY(a[i].op == b[i].op && a[i].inputs == b[i].inputs && a[i].name == b[i].name);
        }
        // GPT-NeoX, Falcon and T5 save the input of dropout, which without dropout is the result itself.
        const QString name = QString::fromLatin1(family.name);
        if (!name.startsWith(QStringLiteral("gpt_neox")) && !name.startsWith(QStringLiteral("falcon"))
            && !name.startsWith(QStringLiteral("t5"))) {
            QCOMPARE(programOf(off, l).signature(), programOf(without, l).signature());
        }
    }
}

// "Off" keeps the output: a layer of dropout only, and one whose output was dropped from another value than the
// previous one.
void DropoutTest::offKeepsTheOutput()
{
    ProgramBuilder only("only", Feed::Hidden);
    only.add(Dropout {0.5}, {ProgramBuilder::input});
    ProgramBuilder earlier("earlier", Feed::Hidden);
    const int narrow = earlier.add("narrow", Linear {8, 2}, {ProgramBuilder::input});
    earlier.add("wide", Linear {8, 16}, {ProgramBuilder::input});
    earlier.add(Dropout {0.5}, {narrow});
    for (const Program& program : {only.finish(), earlier.finish()}) {
        Model model;
        model.layers.push_back({"layer", program});
        const Model off = withDropout(model, DropoutUse::Off);
        QCOMPARE(dropouts(off.layers.front().spec), QString());
        QVERIFY(complaintAbout(programOf(off, 0).statements()).empty());
        const Boundary input {{3, 4, 8}};
        QCOMPARE(outputShapes(programOf(off, 0), input).value(), outputShapes(program, input).value());
    }
}

void DropoutTest::pointsFollowTheWorkload()
{
    const Model model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    Workload workload;
    workload.sequence = 8;
    const auto configured = chainPoints(model, workload, 1).value();
    workload.dropout = DropoutUse::Off;
    const auto off = chainPoints(model, workload, 1).value();
    QVERIFY(pointKey(configured[0]) != pointKey(off[0]));
    QVERIFY(pointKey(configured[1]) != pointKey(off[1]));
    QCOMPARE(pointKey(configured.back()), pointKey(off.back())); // the head has no dropout
    QCOMPARE(decodeJson<Workload>(encodeJson(workload), "workload"), workload);
    auto absent = encodeJson(workload);
    absent.erase("dropout");
    QCOMPARE(decodeJson<Workload>(absent, "workload").dropout, DropoutUse::Configured);
}

// Tensor-parallel ranks drop from their part: with sequence parallelism from their part of the tokens; inner columns
// are split through a dropout.
void DropoutTest::ranksDropFromTheirPart()
{
    const Model model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    const Program embedding = shardOf(programOf(model, 0), {2, 1, true}).value();
    QVERIFY(std::holds_alternative<Dropout>(embedding.statements().back().op));
    QCOMPARE(outputShapes(embedding, Boundary {{2, 8}}).value(), (Boundary {{2, 4, 32}}));

    ProgramBuilder mlp("mlp", Feed::Hidden);
    int hidden = mlp.add("up", Linear {8, 32}, {ProgramBuilder::input});
    hidden = mlp.add(Dropout {0.5}, {hidden});
    mlp.add("down", Linear {32, 8}, {hidden});
    const Program shard = shardOf(mlp.finish(), {2, 1, false}).value();
    QCOMPARE(valueShapes(shard, Boundary {{2, 4, 8}}).value(),
             (std::vector<Shape> {{2, 4, 8}, {2, 4, 16}, {2, 4, 16}, {2, 4, 8}}));
}

void DropoutTest::badProbabilitiesAreRefused_data()
{
    QTest::addColumn<double>("probability");
    QTest::newRow("all") << 1.0;
    QTest::newRow("negative") << -0.1;
    QTest::newRow("more than all") << 1.5;
}

void DropoutTest::badProbabilitiesAreRefused()
{
    QFETCH(double, probability);
    QVERIFY(!complaintAbout({Statement {{}, Dropout {probability}, {0}, false, {}}}).empty());
    Attention attention {2, 2, 4};
    attention.packing = HeadPacking::Blocks;
    QVERIFY(complaintAbout({Statement {"attention", attention, {0}, false, {}}}).empty());
    attention.dropout = probability;
    QVERIFY(!complaintAbout({Statement {"attention", attention, {0}, false, {}}}).empty());

    const std::string config = smallFamilies().front().config;
    const auto model = parseConfig(withDropout(config, std::to_string(probability)), "config.json");
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::FieldOutOfRange);
    QVERIFY(errorOf(model).contains(QStringLiteral("pdrop")));
}

QTEST_GUILESS_MAIN(DropoutTest)
#include "tst_dropout.moc"
