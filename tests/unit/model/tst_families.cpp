// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Every family of config.json and every zoo model has the number of parameters that is published, or counted by hand.
#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/words/model.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

bool hasTower(const Model& model)
{
    return kindName(model.layers.front().spec) == "token_and_image_embedding";
}

}

class FamiliesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void publishedConfigsHaveTheirParameters();
    void oddDimensionsAreCountedByHand_data();
    void oddDimensionsAreCountedByHand();
    void zooHasPublishedParameters_data();
    void zooHasPublishedParameters();
    void zooTakesOptions();
    void badZooOptionsAreNamed_data();
    void badZooOptionsAreNamed();
    void chainsFitTogetherAtEveryLength_data();
    void chainsFitTogetherAtEveryLength();
    void anImageOfAnotherSideIsRefused();
    void imagesBesideTextAreOfTheSideThatIsNamed();
    void badImagesAreNamed_data();
    void badImagesAreNamed();
    void noMoreLayersAreReadThanAreKept();
};

void FamiliesTest::publishedConfigsHaveTheirParameters()
{
    QFile table(QStringLiteral(TEST_DATA "/configs/counts.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    table.readLine();
    QSet<QByteArray> families;
    int compared = 0;
    while (!table.atEnd()) {
        const QList<QByteArray> row = table.readLine().trimmed().split(',');
        const auto model = readModel(TEST_DATA "/configs/" + row.at(0).toStdString());
        QVERIFY2(model, qPrintable(errorOf(model)));
        QVERIFY2(parameterCount(*model) == row.at(1).toLongLong(),
                 row.at(0) + ": " + QByteArray::number(qint64(parameterCount(*model))));
        families.insert(QByteArray::fromStdString(model->family));
        ++compared;
    }
    QVERIFY(compared >= 20);
    QCOMPARE(static_cast<std::size_t>(families.size()), knownFamilies().size());
}

void FamiliesTest::oddDimensionsAreCountedByHand_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

void FamiliesTest::oddDimensionsAreCountedByHand()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies().at(static_cast<std::size_t>(index));
    const auto model = parseConfig(family.config, "small/config.json");
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(parameterCount(*model), family.parameters);
    const bool stacks = model->family == "t5" || hasTower(*model); // their stacks have different numbers of blocks
    QVERIFY(stacks || model->layers.size() == 5);
}

void FamiliesTest::zooHasPublishedParameters_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("parameters");
    // Model pages of torchvision 0.26; models of the GPT-2 papers as built by transformers.
    const auto row = [](const char* name, qint64 parameters) { QTest::newRow(name) << QString(name) << parameters; };
    row("resnet18", 11689512);
    row("resnet34", 21797672);
    row("resnet50", 25557032);
    row("resnet101", 44549160);
    row("resnet152", 60192808);
    // torchvision's ResNet class with [3, 24, 36, 3]; Zagoruyko and Komodakis 2016 print 36.5M for CIFAR-10.
    row("resnet200", 64673832);
    row("wrn28_10", 36479194);
    row("wide_resnet50_2", 68883240);
    row("wide_resnet101_2", 126886696);
    row("vgg11", 132863336);
    row("vgg13", 133047848);
    row("vgg16", 138357544);
    row("vgg19", 143667240);
    row("densenet121", 7978856);
    row("efficientnet_b0", 5288548);
    row("vit_b_16", 86567656);
    // Huang et al. 2019 and Kim et al. 2020 print rounded numbers: 81.5M to 1.84B, 362.2M, 2.21B.
    row("amoebanetd?L=18&D=208", 81505540);
    row("amoebanetd?L=18&D=416", 319024120);
    row("amoebanetd?L=36&D=544", 1055832376);
    row("amoebanetd?L=72&D=512", 1844858344);
    row("unet?B=6&C=72", 362157516);
    row("unet?B=11&C=128", 2213834176);
    row("gpt2", 124439808);
    row("gpt2-medium", 354823168);
    row("gpt2-large", 774030080);
    row("gpt2-xl", 1557611200);
    row("gpt3-175b", 174604259328);
    // Counted by hand: both embeddings, blocks, the last norm.
    const auto gpt = [](qint64 layers, qint64 h, qint64 positions = 1024) {
        return (50257 + positions) * h + layers * (12 * h * h + 13 * h) + 2 * h;
    };
    row("gpt-355m", gpt(24, 1024));
    row("gpt-1.3b", gpt(24, 2048, 2048));
    row("gpt-2.5b", gpt(54, 1920));
    row("gpt-8.3b", gpt(72, 3072));
    row("turing-nlg-17b", gpt(78, 4256));
    // Numbers of transformers 5.23 for the published config.json; for Gemma 3 beyond 1B, Gemma 4 and Llama 4 of the
    // language model.
    row("deepseek-v3", 671026404352);
    row("gemma-2b", 2506172416);
    row("gemma-3-12b", 11766034176);
    row("gemma-3-1b", 999885952);
    row("gemma-3-27b", 27009346304);
    row("gemma-3-4b", 3880263168);
    row("gemma-4-26b-a4b", 25233141760);
    row("gemma-4-31b", 30697345280);
    row("gemma-4-e2b", 4628569344);
    row("gemma-4-e4b", 7463013376);
    row("gemma-7b", 8537680896);
    row("glm-4.5", 352797814784);
    row("glm-4.5-air", 106852245504);
    row("gpt-oss-120b", 116829156672);
    row("gpt-oss-20b", 20914757184);
    row("kimi-k2", 1026408209408);
    row("llama-2-13b", 13015864320);
    row("llama-2-70b", 68976648192);
    row("llama-2-7b", 6738415616);
    row("llama-3.1-405b", 405853388800);
    row("llama-3.1-70b", 70553706496);
    row("llama-3.1-8b", 8030261248);
    row("llama-3.2-1b", 1235814400);
    row("llama-3.2-3b", 3212749824);
    row("llama-4-maverick", 400711848960);
    row("llama-4-scout", 107769861120);
    row("minimax-m2", 228689748992);
    row("mistral-7b", 7241732096);
    row("mistral-nemo-12b", 12247782400);
    row("mistral-small-24b", 23572403200);
    row("mixtral-8x22b", 140620634112);
    row("mixtral-8x7b", 46702792704);
    row("nemotron-3-nano-30b-a3b", 31577937344);
    row("nemotron-3-super-120b-a12b", 120668687360);
    row("nemotron-h-56b", 56324350464);
    row("nemotron-h-8b", 8100852736);
    row("nemotron-nano-12b-v2", 12310001152);
    row("nemotron-nano-9b-v2", 8888227328);
    row("phi-3-mini", 3821079552);
    row("phi-4", 14659507200);
    row("qwen2.5-0.5b", 494032768);
    row("qwen2.5-1.5b", 1543714304);
    row("qwen2.5-14b", 14770033664);
    row("qwen2.5-32b", 32763876352);
    row("qwen2.5-3b", 3085938688);
    row("qwen2.5-72b", 72706203648);
    row("qwen2.5-7b", 7615616512);
    row("qwen3-0.6b", 596049920);
    row("qwen3-1.7b", 1720574976);
    row("qwen3-14b", 14768307200);
    row("qwen3-235b-a22b", 235093634560);
    row("qwen3-30b-a3b", 30532122624);
    row("qwen3-32b", 32762123264);
    row("qwen3-4b", 4022468096);
    row("qwen3-8b", 8190735360);
    row("qwen3-vl-235b-a22b", 235670022896);
    row("qwen3-vl-235b-a22b?image=0", 235093634560);
    row("qwen3-vl-2b", 2127532032);
    row("qwen3-vl-2b?image=0", 1720574976);
    row("qwen3-vl-30b-a3b", 31070754032);
    row("qwen3-vl-32b", 33357390064);
    row("qwen3-vl-4b", 4437815808);
    row("qwen3-vl-8b", 8767123696);
}

void FamiliesTest::zooHasPublishedParameters()
{
    QFETCH(QString, name);
    QFETCH(qint64, parameters);
    const auto model = readModel("zoo:" + name.toStdString());
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(qint64(parameterCount(*model)), parameters);
    QVERIFY(boundaryShapes(*model, 2, model->default_sequence));
}

void FamiliesTest::zooTakesOptions()
{
    const auto model = readModel("zoo:gpt?layers=48&hidden=1600&heads=25");
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(parameterCount(*model), std::int64_t(1557611200));
    QCOMPARE(model->source, std::string("zoo:gpt?layers=48&hidden=1600&heads=25"));
    for (const char* name : {"llama-3.1-8b", "gpt-oss-20b", "gemma-3-4b", "llama-4-scout", "deepseek-v3"}) {
        const auto shallow = readModel(std::string("zoo:") + name + "?layers=7");
        QVERIFY2(shallow, qPrintable(errorOf(shallow)));
        QCOMPARE(shallow->layers.size(), 9U);
        QCOMPARE(shallow->layers[1], readModel(std::string("zoo:") + name)->layers[1]);
    }
}

void FamiliesTest::badZooOptionsAreNamed_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("word");
    QTest::newRow("unknown") << "zoo:gpt?depth=3"
                             << "depth";
    QTest::newRow("not a number") << "zoo:gpt?layers=many"
                                  << "layers";
    QTest::newRow("out of range") << "zoo:gpt?layers=0"
                                  << "layers";
    QTest::newRow("not divisible") << "zoo:gpt?heads=7"
                                   << "heads";
    QTest::newRow("no value") << "zoo:gpt?layers"
                              << "KEY=NUMBER";
    QTest::newRow("takes none") << "zoo:resnet50?layers=3"
                                << "layers";
    QTest::newRow("no model") << "zoo:nothing?layers=3"
                              << "resnet50";
}

void FamiliesTest::badZooOptionsAreNamed()
{
    QFETCH(QString, source);
    QFETCH(QString, word);
    const auto model = readModel(source.toStdString());
    QVERIFY(!model);
    QVERIFY2(errorOf(model).contains(word), qPrintable(errorOf(model)));
}

void FamiliesTest::chainsFitTogetherAtEveryLength_data()
{
    oddDimensionsAreCountedByHand_data();
}

void FamiliesTest::chainsFitTogetherAtEveryLength()
{
    QFETCH(int, index);
    const auto model =
        parseConfig(smallFamilies().at(static_cast<std::size_t>(index)).config, "small/config.json").value();
    const bool image = model.sample == SampleKind::Image;
    const std::int64_t least = hasTower(model) ? 4 : 1; // tokens of the image
    for (const std::int64_t length : {least, std::int64_t(17), model.longest_sequence}) {
        if (image && length != model.longest_sequence) {
            continue;
        }
        const auto shapes = boundaryShapes(model, 3, length);
        QVERIFY2(shapes, qPrintable(errorOf(shapes)));
        QCOMPARE(shapes->back(), Boundary {Shape()}); // the loss
    }
}

void FamiliesTest::anImageOfAnotherSideIsRefused()
{
    const auto model = readModel("zoo:vit_b_16");
    const auto shapes = boundaryShapes(*model, 1, 192);
    QVERIFY(!shapes);
    QCOMPARE(shapes.error().code, ErrorCode::LayerMismatch);
    QVERIFY2(errorOf(shapes).contains("embedding"), qPrintable(errorOf(shapes)));
}

// Images beside text have the given side. Patches of 16 pixels, four patches per token.
void FamiliesTest::imagesBesideTextAreOfTheSideThatIsNamed()
{
    const std::string file = TEST_DATA "/configs/qwen3-vl-8b.json";
    const auto usual = readModel(file);
    QVERIFY2(usual, qPrintable(errorOf(usual)));
    QCOMPARE(usual->layers.size(), std::size_t(1 + 27 + 1 + 36 + 1));
    QVERIFY(QString::fromStdString(describe(usual->notes.front()))
                .contains("768 x 768 pixels, which uses 576 of its tokens"));
    QVERIFY(boundaryShapes(*usual, 1, 576));
    const auto small = readModel(file + "?image=448");
    QVERIFY2(small, qPrintable(errorOf(small)));
    QCOMPARE(small->name, usual->name);
    QCOMPARE(small->source, file + "?image=448");
    QCOMPARE(parameterCount(*small), parameterCount(*usual));
    const auto shapes = boundaryShapes(*small, 2, 512);
    QVERIFY2(shapes, qPrintable(errorOf(shapes)));
    // After the second block with a merger: patches, tokens, features.
    QCOMPARE((*shapes)[1 + 17], (Boundary {{2, 784, 1152}, {2, 512, 4096}, {2, 196, 4096}, {2, 196, 4096}}));
    // After the tower's merger and the first block.
    QCOMPARE((*shapes)[1 + 28].size(), 4U);
    QCOMPARE((*shapes)[1 + 29], (Boundary {{2, 512, 4096}, {2, 196, 4096}, {2, 196, 4096}}));
    QCOMPARE((*shapes)[1 + 31], (Boundary {{2, 512, 4096}}));
    const auto few = boundaryShapes(*small, 1, 195);
    QVERIFY(!few);
    QVERIFY2(errorOf(few).contains(QStringLiteral("uses 196 tokens")), qPrintable(errorOf(few)));
    const auto text = readModel(file + "?image=0");
    QVERIFY2(text, qPrintable(errorOf(text)));
    QCOMPARE(text->layers.size(), 38U);
    QVERIFY(text->notes.front().says(words::model::tower_not_wanted));
    QCOMPARE(readModel("zoo:qwen3-vl-8b?image=448&layers=36")->layers, small->layers);
    QCOMPARE(readModel("zoo:qwen3-vl-8b?layers=2")->layers.size(), std::size_t(1 + 27 + 1 + 2 + 1));
}

void FamiliesTest::badImagesAreNamed_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("word");
    const QString file = QStringLiteral(TEST_DATA "/configs/");
    QTest::newRow("not whole patches") << file + "qwen3-vl-8b.json?image=336"
                                       << "patch_size x spatial_merge_size";
    QTest::newRow("too large") << file + "qwen3-vl-8b.json?image=100000"
                               << "image";
    QTest::newRow("another option") << file + "qwen3-vl-8b.json?images=448"
                                    << "images";
    QTest::newRow("no tower") << file + "llama-3.1-8b.json?image=448"
                              << "image";
    QTest::newRow("of the zoo") << "zoo:qwen3-vl-8b?image=336"
                                << "image";
    QTest::newRow("of the zoo, no tower") << "zoo:llama-3.1-8b?image=448"
                                          << "image";
}

void FamiliesTest::badImagesAreNamed()
{
    badZooOptionsAreNamed();
}

// The limit on layers when reading equals that when saving, including embedding and head: a model that opens can be
// saved.
void FamiliesTest::noMoreLayersAreReadThanAreKept()
{
    const auto most = readModel("zoo:gpt?layers=4094&hidden=64&heads=1");
    QVERIFY2(most, qPrintable(errorOf(most)));
    QCOMPARE(most->layers.size(), 4096U);
    QVERIFY(readJson<Model>(encodeJson(*most).dump(), "model"));
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("config.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"model_type": "gpt2", "n_layer": 4096, "n_embd": 64, "n_head": 1, "vocab_size": 8, "n_positions": 8})");
    file.close();
    // A file's layers include the parts before and after the blocks; the zoo's number is that of blocks.
    using Refused = std::pair<std::string, const char*>;
    for (const auto& [source, said] :
         {Refused {file.fileName().toStdString(), "is 4098 but must be between 1 and 4096"},
          Refused {"zoo:gpt?layers=4096&hidden=64&heads=1", "between 1 and 4094"},
          Refused {"zoo:llama-3.1-8b?layers=4095", "between 1 and 4094"}}) {
        const auto model = readModel(source);
        QVERIFY2(!model, source.c_str());
        QCOMPARE(model.error().code, ErrorCode::FieldOutOfRange);
        QVERIFY2(errorOf(model).contains(QLatin1String(said)), qPrintable(errorOf(model)));
    }
}

QTEST_APPLESS_MAIN(FamiliesTest)
#include "tst_families.moc"
