// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Device types that come along.
#include "tests/cli/commandline.h"

#include <QTest>

#include <algorithm>
#include <memory>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

class TestHardware : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_cli = std::make_unique<CommandLine>(); }
    void typesAreListedWithTheirRates();
    void everyFigureIsShownWithItsSource();
    void unknownTypesNameTheLikeliest_data();
    void unknownTypesNameTheLikeliest();
    void clusterIsShown();

private:
    Finished run(const QStringList& arguments) const
    {
        return m_cli->run(QStringList {"hardware"} + arguments + QStringList {"--json"});
    }
    std::unique_ptr<CommandLine> m_cli;
};

void TestHardware::typesAreListedWithTheirRates()
{
    const Finished run = m_cli->run({"hardware", "list"});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.isEmpty(), run.err);
    const QList<QByteArray> lines = run.out.split('\n');
    QCOMPARE(lines.first().simplified(),
             QByteArray("type from kind memory fp32 tf32 fp16 bf16 a node in a node between nodes"));
    const auto h200 =
        std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.startsWith("H200 "); });
    QVERIFY(h200 != lines.end());
    QVERIFY2(h200->simplified().startsWith("H200 shipped cuda 140 GiB 67.0 494 989 989 8 450 GB/s"), *h200);

    const QJsonArray devices = this->run({"list"}).json().value("devices").toArray();
    QVERIFY(devices.size() >= 25);
    for (const auto& entry : devices) {
        QCOMPARE(entry.toObject().value("own"), QJsonValue(false));
    }
}

void TestHardware::everyFigureIsShownWithItsSource()
{
    int figures = 0;
    for (const char* type : {"cpu", "A100-80GB", "H200", "MI300X", "EPYC-9654"}) {
        const QByteArray text = m_cli->run({"hardware", "show", type}).out;
        const QJsonObject entry = run({"show", type}).json();
        QJsonObject described = entry.value("device").toObject();
        described.insert("intra_node", entry.value("intra_node"));
        described.insert("network", entry.value("network"));
        for (const auto& value : described) {
            const QJsonObject figure = value.toObject();
            if (!figure.isEmpty()) {
                const QString words = figure.value("source").toString() + " (" + figure.value("date").toString() + ")";
                QVERIFY2(text.contains(words.toUtf8()), qPrintable(words));
                ++figures;
            }
        }
    }
    QVERIFY(figures > 30);
    const QByteArray text = m_cli->run({"hardware", "show", "H200"}).out;
    for (const char* words : {"NVIDIA H200", "9.0", "H200-141GB", "989 TFLOP/s", "4800 GB/s"}) {
        QVERIFY2(text.contains(words), text);
    }
}

void TestHardware::unknownTypesNameTheLikeliest_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("nearest");
    QTest::newRow("the beginning") << "H100" << QByteArray("H100-80GB");
    QTest::newRow("an old name in lower case") << "h200-141gb" << QByteArray("H200");
    QTest::newRow("misspelt") << "L4OS" << QByteArray("L40S");
    QTest::newRow("something else") << "abacus" << QByteArray("");
    QTest::newRow("nothing") << "" << QByteArray("");
}

void TestHardware::unknownTypesNameTheLikeliest()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, nearest);
    const Finished shown = run({"show", name});
    QCOMPARE(shown.code, 2);
    QCOMPARE(shown.errorCode(), "device_type_unknown");
    const QByteArray words = shown.json().value("error").toObject().value("message").toString().toUtf8();
    QVERIFY2(words.contains("it has: " + nearest), words);
    QVERIFY2(words.endsWith(" more"), words);
    QCOMPARE(run({"show", "4x"}).errorCode(), "device_type_unknown");
    QCOMPARE(run({"show", "0xcpu"}).errorCode(), "cluster_malformed");
}

void TestHardware::clusterIsShown()
{
    const Finished shown = run({"show", "2x4xcpu:3GiB@1.5"});
    QCOMPARE(shown.code, 0);
    const QJsonObject group = shown.json().value("groups").toArray().first().toObject();
    QCOMPARE(group.value("nodes").toInt(), 2);
    QCOMPARE(group.value("devices_per_node").toInt(), 4);
    const QJsonObject memory = group.value("device").toObject().value("memory_bytes").toObject();
    QCOMPARE(memory.value("value").toDouble(), 3.0 * 1024 * 1024 * 1024);
    QCOMPARE(memory.value("source").toString(), QStringLiteral("given with the cluster"));
    QVERIFY(m_cli->run({"hardware", "show", "2x4xcpu:3GiB@1.5"}).out.contains("$1.5"));
}

QTEST_GUILESS_MAIN(TestHardware)
#include "tst_hardware.moc"
