// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// What the program knows of models and hardware.
#include "tests/cli/commandline.h"

#include <QTest>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

class TestCatalogues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parametersAreThePublishedOnes_data();
    void parametersAreThePublishedOnes();
    void modelsAreListed();
    void hardwareIsListedWithSources();
    void clusterIsShown();

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

void TestCatalogues::modelsAreListed()
{
    const Finished run = m_cli.run({"models", "list", "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.json().value("families").toArray().contains("gpt2"));
    QVERIFY(run.json().value("zoo").toArray().contains("resnet50"));
    QVERIFY(m_cli.run({"models", "list"}).out.contains("zoo:resnet50"));
}

void TestCatalogues::hardwareIsListedWithSources()
{
    const Finished run = m_cli.run({"hardware", "list", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonArray devices = run.json().value("devices").toArray();
    QVERIFY(devices.size() > 1);
    for (const auto& entry : devices) {
        const QJsonObject device = entry.toObject().value("device").toObject();
        QVERIFY(device.value("memory_bytes").toDouble() > 0);
        QVERIFY(!device.value("source").toString().isEmpty());
        const Finished one = m_cli.run({"hardware", "show", device.value("name").toString()});
        QCOMPARE(one.code, 0);
        QVERIFY2(one.out.contains(device.value("source").toString().toUtf8()), one.out);
    }
    QVERIFY(m_cli.run({"hardware", "list"}).out.contains("A100-80GB"));
}

void TestCatalogues::clusterIsShown()
{
    const Finished run = m_cli.run({"hardware", "show", "2x4xcpu:3GiB@1.5", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject group = run.json().value("groups").toArray().first().toObject();
    QCOMPARE(group.value("nodes").toInt(), 2);
    QCOMPARE(group.value("devices_per_node").toInt(), 4);
    QCOMPARE(group.value("device").toObject().value("memory_bytes").toDouble(), 3.0 * 1024 * 1024 * 1024);
}

QTEST_GUILESS_MAIN(TestCatalogues)
#include "tst_catalogues.moc"
