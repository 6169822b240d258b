// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Commands that list and show models.
#include "tests/cli/commandline.h"

#include <QTest>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

class TestCatalogues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parametersAreThePublishedOnes_data();
    void parametersAreThePublishedOnes();
    void layersHaveTheirWorkAndOutput();
    void equalLayersAreFolded();
    void tablesAreShownWithoutWork();
    void samplesOutOfRangeAreRefused();
    void modelsAreListed();

private:
    CommandLine m_cli;
};

void TestCatalogues::parametersAreThePublishedOnes_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("parameters");
    QTest::addColumn<int>("layers");
    QTest::newRow("gpt2") << QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json") << 124'439'808.0 << 14;
    QTest::newRow("resnet50") << QStringLiteral("zoo:resnet50") << 25'557'032.0 << 18;
}

void TestCatalogues::parametersAreThePublishedOnes()
{
    QFETCH(QString, model);
    QFETCH(double, parameters);
    QFETCH(int, layers);
    const Finished run = m_cli.run({"models", "show", model, "--json"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json().value("parameters").toDouble(), parameters);
    QCOMPARE(run.json().value("layers").toArray().size(), layers);
    QVERIFY(run.json().value("layers").toArray().first().toObject().value("parameters").toDouble() > 0);
    QVERIFY(run.err.isEmpty());

    const Finished text = m_cli.run({"models", "show", model});
    QVERIFY2(text.out.contains(QByteArray::number(parameters, 'f', 0)), text.out);
}

// Layers have the work counted by hand for GPT-2: 12 blocks of width 768, each multiplies 12 x 768^2 weights.
void TestCatalogues::layersHaveTheirWorkAndOutput()
{
    const QString gpt2 = QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json");
    const QJsonObject json =
        m_cli.run({"models", "show", gpt2, "--sequence", "512", "--micro-batch", "2", "--json"}).json();
    const QJsonArray layers = json.value("layers").toArray();
    const double block = 2.0 * 2 * 512 * 12 * 768 * 768 + 4.0 * 2 * 512 * 512 * 768;
    for (int i = 0; i < 14; ++i) {
        const QJsonObject layer = layers[i].toObject();
        // same format as without the option
        QVERIFY(layer.contains("name") && layer.contains("program") && layer.contains("parameters"));
        QCOMPARE(layer.value("output_bytes").toDouble(), i < 13 ? 2.0 * 512 * 768 * 4 : 4.0);
        if (i > 0 && i < 13) {
            QCOMPARE(layer.value("forward_flops").toDouble(), block);
        }
    }
    QCOMPARE(json.value("forward_flops").toDouble(), 12 * block + 2.0 * 2 * 512 * 768 * 50257);
    QCOMPARE(json.value("micro_batch").toInt(), 2);
    QCOMPARE(json.value("sequence").toInt(), 512);

    const QJsonObject usual = m_cli.run({"models", "show", gpt2, "--json"}).json(); // one sample of maximum length
    QCOMPARE(usual.value("sequence").toInt(), 1024);
    QCOMPARE(usual.value("layers").toArray().first().toObject().value("output_bytes").toDouble(), 1024.0 * 768 * 4);
}

void TestCatalogues::equalLayersAreFolded()
{
    const QStringList command {"models", "show", "zoo:gpt?layers=48&hidden=64&heads=4"};
    const auto whole = m_cli.run(command);
    const auto compact = m_cli.run(command + QStringList {"--compact"});
    QCOMPARE(compact.code, 0);
    QVERIFY2(compact.out.contains("block 0 .. block 47"), compact.out);
    QCOMPARE(compact.out.count('\n') + 47, whole.out.count('\n'));
    const auto lastLine = [](const QByteArray& text) {
        return text.trimmed().split('\n').last().simplified().split(' ');
    };
    QCOMPARE(lastLine(compact.out).mid(2), lastLine(whole.out).mid(1)); // equal totals, except for the count of layers
}

void TestCatalogues::tablesAreShownWithoutWork()
{
    const QString table = QStringLiteral(TEST_DATA "/sixteen-layers.csv");
    const auto text = m_cli.run({"models", "show", table});
    QCOMPARE(text.code, 0);
    QVERIFY2(!text.out.contains("FLOP"), text.out);
    const QJsonObject one = m_cli.run({"models", "show", table, "--json"}).json();
    const QJsonObject three = m_cli.run({"models", "show", table, "--micro-batch", "3", "--json"}).json();
    QVERIFY(!one.contains("forward_flops") && !one.contains("sequence"));
    const auto output = [](const QJsonObject& json, int layer) {
        return json.value("layers").toArray()[layer].toObject().value("output_bytes").toDouble();
    };
    QVERIFY(output(one, 1) > 0);
    QCOMPARE(output(three, 1), 3 * output(one, 1));
    QVERIFY(!one.value("layers").toArray().first().toObject().contains("forward_flops"));
}

void TestCatalogues::samplesOutOfRangeAreRefused()
{
    const QString gpt2 = QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json");
    QCOMPARE(m_cli.run({"models", "show", gpt2, "--sequence", "1025", "--json"}).errorCode(),
             QStringLiteral("option_out_of_range"));
    QCOMPARE(m_cli.run({"models", "show", gpt2, "--micro-batch", "0"}).code, 2);
    QCOMPARE(m_cli.run({"models", "show", "zoo:vgg16", "--sequence", "8"}).code, 2);
}

void TestCatalogues::modelsAreListed()
{
    const Finished run = m_cli.run({"models", "list", "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.json().value("families").toArray().contains("gpt2"));
    QVERIFY(run.json().value("zoo").toArray().contains("resnet50"));
    QVERIFY(m_cli.run({"models", "list"}).out.contains("zoo:resnet50"));
}

QTEST_GUILESS_MAIN(TestCatalogues)
#include "tst_catalogues.moc"
