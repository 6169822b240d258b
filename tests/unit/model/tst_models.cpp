// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/flops.h"
#include "core/model/layertable.h"
#include "core/model/model.h"
#include "core/model/parameters.h"
#include "tests/support/chains.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class ModelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void publishedParameterCounts();
    void gpt2AtOddDimensions();
    void resnetShapesFollowTheChain();
    void badFilesNameFieldAndFile_data();
    void badFilesNameFieldAndFile();
    void aGigabyteIsRefusedAtOnce();
    void modelsAreNamedAfterTheirFolder();
    void layerTableIsRead();
    void layerTableMistakes_data();
    void layerTableMistakes();
    void flopsOfGpt2();

private:
    static std::string file(const char* name) { return std::string(TEST_DATA "/models/") + name; }
};

void ModelsTest::publishedParameterCounts()
{
    const auto gpt2 = readModel(SOURCE_FOLDER "/resources/models/gpt2.json");
    QVERIFY2(gpt2, qPrintable(errorOf(gpt2)));
    QCOMPARE(parameterCount(*gpt2), std::int64_t(124439808));
    QCOMPARE(gpt2->layers.size(), std::size_t(14));
    QCOMPARE(gpt2->default_sequence, std::int64_t(1024));

    const auto resnet = readModel("zoo:resnet50");
    QVERIFY2(resnet, qPrintable(errorOf(resnet)));
    QCOMPARE(parameterCount(*resnet), std::int64_t(25557032));
    QCOMPARE(resnet->layers.size(), std::size_t(18));
}

// GPT-2 at odd dimensions, counted by hand: V h + P h + L (12 h^2 + 13 h) + 2 h for the default 4 h; here h = 32, V =
// 100, P = 64, L = 2.
void ModelsTest::gpt2AtOddDimensions()
{
    const auto model = readModel(file("gpt2-tiny.json"));
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(parameterCount(*model), std::int64_t(100 * 32 + 64 * 32 + 2 * (12 * 32 * 32 + 13 * 32) + 2 * 32));
}

void ModelsTest::resnetShapesFollowTheChain()
{
    const auto model = readModel("zoo:resnet50");
    const auto shapes = boundaryShapes(*model, 8, 224);
    QVERIFY2(shapes, qPrintable(errorOf(shapes)));
    QCOMPARE((*shapes)[model->layers.size() - 1], (Boundary {{8, 2048, 7, 7}}));
    QCOMPARE(shapes->back(), Boundary {Shape()});
    for (const std::int64_t side : {225, 97, 33}) {
        QVERIFY(boundaryShapes(*model, 3, side));
    }
}

void ModelsTest::badFilesNameFieldAndFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* name, ErrorCode code, const char* word) {
        QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(code) << QString::fromLatin1(word);
    };
    row("missing-layers.json", ErrorCode::FieldMissing, "n_layer");
    row("negative-hidden.json", ErrorCode::FieldOutOfRange, "n_embd");
    row("heads-do-not-divide.json", ErrorCode::FieldNotDivisible, "n_head");
    row("billion-layers.json", ErrorCode::FieldOutOfRange, "n_layer");
    row("text-for-number.json", ErrorCode::FieldWrongType, "n_embd");
    row("huge-number.json", ErrorCode::FieldOutOfRange, "vocab_size");
    row("unknown-family.json", ErrorCode::FamilyUnknown, "vit. For another model, use a TorchScript file (.pt)");
    row("unknown-activation.json", ErrorCode::FieldUnknownValue, "activation_function");
    row("no-type.json", ErrorCode::FieldMissing, "model_type");
    row("not-json.json", ErrorCode::NotJson, "");
    row("array.json", ErrorCode::FieldWrongType, "must be an object, not a list");
    row("number.json", ErrorCode::FieldWrongType, "must be an object, not a number");
    row("empty.json", ErrorCode::NotJson, "");
    row("does-not-exist.json", ErrorCode::FileNotReadable, "");
}

void ModelsTest::badFilesNameFieldAndFile()
{
    QFETCH(QString, name);
    QFETCH(int, code);
    QFETCH(QString, word);
    const auto model = readModel(file(qPrintable(name)));
    QVERIFY(!model);
    QCOMPARE(static_cast<int>(model.error().code), code);
    const QString text = errorOf(model);
    QVERIFY2(text.contains(name), qPrintable(text));
    QVERIFY2(text.contains(word), qPrintable(text));
}

// A file of a gigabyte is rejected at once; it is sparse and uses no disk space.
void ModelsTest::aGigabyteIsRefusedAtOnce()
{
    QTemporaryDir folder;
    QFile big(folder.filePath(QStringLiteral("big.json")));
    QVERIFY(big.open(QIODevice::WriteOnly));
    QVERIFY(big.resize(1 << 30));
    big.close();
    const auto model = readModel(big.fileName().toStdString());
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::FileTooLarge);
    QVERIFY2(errorOf(model).contains(QStringLiteral("1.00 GiB")), qPrintable(errorOf(model)));
}

// The rule also applies in the current folder.
void ModelsTest::modelsAreNamedAfterTheirFolder()
{
    QTemporaryDir folder;
    const QString inside = folder.filePath(QStringLiteral("llama-small"));
    QVERIFY(QDir().mkpath(inside));
    QVERIFY(QFile::copy(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"), inside + "/config.json"));
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(inside));
    const auto here = readModel("config.json");
    const auto dotted = readModel("./config.json");
    QDir::setCurrent(before);
    QVERIFY(here && dotted);
    QCOMPARE(here->name, std::string("llama-small"));
    QCOMPARE(dotted->name, std::string("llama-small"));
    QCOMPARE(readModel((inside + "/config.json").toStdString())->name, std::string("llama-small"));
}

void ModelsTest::layerTableIsRead()
{
    const auto model =
        parseLayerTable("# from a paper\n"
                        "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                        "forward_seconds,backward_seconds\n"
                        "\"first, quoted\",10,160,1e3,7,20,true,0,0.5,1.5\r\n"
                        "second,0,0,0,0,0,0,1,0,0\n",
                        "costs.csv");
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(model->name, std::string("costs"));
    QCOMPARE(model->layers.size(), std::size_t(2));
    QCOMPARE(model->layers[0].name, std::string("first, quoted"));
    const auto row = std::get<TableRow>(model->layers[0].spec);
    QCOMPARE(row.saved.value, std::int64_t(1000));
    QVERIFY(row.keeps_input && !row.keeps_output);
    QCOMPARE(row.backward.value, 1.5);
    QVERIFY(std::get<TableRow>(model->layers[1].spec).keeps_output);
    QVERIFY(hasGivenCosts(*model));
}

void ModelsTest::layerTableMistakes_data()
{
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("word");
    QTest::newRow("missing field") << "a,1,2,3"
                                   << "line 2";
    QTest::newRow("negative") << "a,1,-2,3,4,5,0,0,0,0"
                              << "state_bytes";
    QTest::newRow("not a number") << "a,1,2,x,4,5,0,0,0,0"
                                  << "saved_bytes";
    QTest::newRow("nan") << "a,1,2,nan,4,5,0,0,0,0"
                         << "saved_bytes";
    QTest::newRow("infinite") << "a,1,2,inf,4,5,0,0,0,0"
                              << "saved_bytes";
    QTest::newRow("enormous") << "a,1,2,1e30,4,5,0,0,0,0"
                              << "saved_bytes";
    QTest::newRow("half a byte") << "a,1,2,3.5,4,5,0,0,0,0"
                                 << "whole";
    QTest::newRow("flag") << "a,1,2,3,4,5,maybe,0,0,0"
                          << "keeps_input";
    QTest::newRow("no flag") << "a,1,2,3,4,5,,0,0,0"
                             << "keeps_input";
    QTest::newRow("second row") << "a,1,2,3,4,5,0,0,0,0\nb,1"
                                << "line 3";
    QTest::newRow("no rows") << ""
                             << "no layers";
}

void ModelsTest::layerTableMistakes()
{
    QFETCH(QString, rows);
    QFETCH(QString, word);
    const auto model =
        parseLayerTable("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                        "forward_seconds,backward_seconds\n"
                            + rows.toStdString(),
                        "costs.csv");
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::TableMalformed);
    QVERIFY2(errorOf(model).contains(word), qPrintable(errorOf(model)));
    QVERIFY2(errorOf(model).startsWith(QStringLiteral("costs.csv")), qPrintable(errorOf(model)));
}

// GPT-2 has the FLOPs counted by hand: 2 operations per weight of a linear layer and token, and 4 s h for the attention
// of a token (Kaplan et al. 2020).
void ModelsTest::flopsOfGpt2()
{
    const auto model = readModel(SOURCE_FOLDER "/resources/models/gpt2.json");
    const double flops = forwardFlops(*model, 2, 512).value;
    const double tokens = 2 * 512;
    const double h = 768;
    const double expected = tokens * (12 * (2 * 12 * h * h + 4 * 512 * h) + 2 * h * 50257);
    QCOMPARE(flops, expected);
}

QTEST_APPLESS_MAIN(ModelsTest)
#include "tst_models.moc"
