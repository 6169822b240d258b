// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Bundled and user-defined device types.
#include "tests/cli/commandline.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <memory>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;
using stagecraft::testing::textOf;

namespace {

// Memory and one peak in human-readable units: numbers without sources.
QByteArray entryOf(const char* name, qint64 memory)
{
    return QStringLiteral(R"({"device": {"name": "%1", "kind": "cuda", "memory_bytes": %2, "context_bytes": 0,
        "peak_fp32_flops_per_second": {"value": 2e13, "source": "measured in the lab", "date": "2026-10-02"}},
        "devices_per_node": 2,
        "intra_node": {"bandwidth_bytes_per_second": 1e10, "latency_seconds": 1e-5, "source": "PCIe"},
        "network": {"bandwidth_bytes_per_second": 1e9, "latency_seconds": 1e-5}})")
        .arg(QLatin1String(name))
        .arg(memory)
        .toUtf8();
}

QJsonObject deviceOf(const Finished& run)
{
    return run.json().value("device").toObject();
}

double memoryOf(const Finished& run)
{
    return deviceOf(run).value("memory_bytes").toObject().value("value").toDouble();
}

}

class TestHardware : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_cli = std::make_unique<CommandLine>(); } // a home folder without user-defined types
    void typesAreListedWithTheirRates();
    void everyFigureIsShownWithItsSource();
    void unknownTypesNameTheLikeliest_data();
    void unknownTypesNameTheLikeliest();
    void clusterIsShown();
    void userTypesAreAddedChangedAndRemoved();
    void userTypesReplaceShippedOnes();
    void whatIsShownCanBeAdded();
    void catalogueFilesAreAddedWhole();
    void unusableFilesChangeNothing_data();
    void unusableFilesChangeNothing();
    void namesOfUserTypesStayDistinct();
    void onlyUserTypesAreRemoved();
    void brokenFileIsReportedAndLeftAlone();

private:
    Finished run(const QStringList& arguments) const
    {
        return m_cli->run(QStringList {"hardware"} + arguments + QStringList {"--json"});
    }
    // Path of the user-defined types as the program reports it.
    QString ownFile() const
    {
        m_cli->write("some.json", entryOf("Some", 1'000'000'000));
        const QString file = run({"add", m_cli->path("some.json")}).json().value("file").toString();
        run({"remove", "Some"});
        return file;
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
             QByteArray("type source kind memory fp32 tf32 fp16 bf16 devices/node intra-node inter-node"));
    const auto h200 =
        std::find_if(lines.begin(), lines.end(), [](const auto& line) { return line.startsWith("H200 "); });
    QVERIFY(h200 != lines.end());
    QVERIFY2(h200->simplified().startsWith("H200 shipped cuda 140 GiB 67.0 494 989 989 8 337 GB/s"), *h200);

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
    QCOMPARE(run({"show", ""}).errorCode(), "usage");
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
    QCOMPARE(textOf(memory.value("source")), QStringLiteral("given with the cluster"));
    QVERIFY(m_cli->run({"hardware", "show", "2x4xcpu:3GiB@1.5"}).out.contains("$1.5"));
}

void TestHardware::userTypesAreAddedChangedAndRemoved()
{
    const QString file = m_cli->write("wafer.json", entryOf("Wafer-1", 48'000'000'000));
    const Finished added = run({"add", file});
    QCOMPARE(added.code, 0);
    QCOMPARE(added.json().value("added").toArray(), QJsonArray {"Wafer-1"});
    QVERIFY(QFileInfo::exists(added.json().value("file").toString()));
    QCOMPARE(memoryOf(run({"show", "Wafer-1"})), 48e9);
    QCOMPARE(run({"show", "3xWafer-1"}).code, 0); // clusters accept the new type
    QVERIFY(m_cli->run({"hardware", "show", "Wafer-1"}).out.contains("measured in the lab (2026-10-02)"));
    QVERIFY(m_cli->run({"hardware", "show", "Wafer-1"}).out.contains("no source given"));
    const QJsonObject first = run({"list"}).json().value("devices").toArray().first().toObject();
    QCOMPARE(first.value("device").toObject().value("name").toString(), QStringLiteral("Wafer-1"));
    QCOMPARE(first.value("own"), QJsonValue(true));
    QVERIFY(m_cli->run({"hardware", "list"}).out.contains("Wafer-1 "));

    m_cli->write("wafer.json", entryOf("Wafer-1", 64'000'000'000));
    QCOMPARE(run({"add", file}).json().value("replaced").toArray(), QJsonArray {"Wafer-1"});
    QCOMPARE(memoryOf(run({"show", "Wafer-1"})), 64e9);

    const Finished removed = run({"remove", "Wafer-1"});
    QCOMPARE(removed.code, 0);
    QCOMPARE(removed.json().value("removed").toString(), QStringLiteral("Wafer-1"));
    QCOMPARE(run({"show", "Wafer-1"}).errorCode(), "device_type_unknown");
}

void TestHardware::userTypesReplaceShippedOnes()
{
    const double shipped = memoryOf(run({"show", "T4"}));
    const qsizetype count = run({"list"}).json().value("devices").toArray().size();
    const QString file = m_cli->write("t4.json", entryOf("T4", 12'000'000'000));
    QVERIFY(m_cli->run({"hardware", "add", file}).out.contains("it replaces the shipped type"));
    QCOMPARE(memoryOf(run({"show", "T4"})), 12e9);
    QCOMPARE(run({"list"}).json().value("devices").toArray().size(), count);
    QVERIFY(m_cli->run({"hardware", "remove", "T4"}).out.contains("the shipped type is in effect again"));
    QCOMPARE(memoryOf(run({"show", "T4"})), shipped);
}

// The output of `show` for an existing type, after edits, is valid input for `add`.
void TestHardware::whatIsShownCanBeAdded()
{
    QJsonObject entry = run({"show", "A100-80GB"}).json();
    QJsonObject device = entry.value("device").toObject();
    device.insert("name", "Lab-A100");
    entry.insert("device", device);
    const Finished added = run({"add", m_cli->write("lab.json", QJsonDocument(entry).toJson())});
    QVERIFY2(added.code == 0, added.out + added.err);
    QCOMPARE(deviceOf(run({"show", "Lab-A100"})), device);
}

void TestHardware::catalogueFilesAreAddedWhole()
{
    const QByteArray file = R"({"format": "stagecraft-catalogue", "version": 2, "devices": [)" + entryOf("A-1", 1 << 30)
        + "," + entryOf("A-2", 1 << 30) + "]}";
    const QJsonArray both {"A-1", "A-2"};
    QCOMPARE(run({"add", m_cli->write("two.json", file)}).json().value("added").toArray(), both);
    QCOMPARE(run({"show", "A-2"}).code, 0);
    // The stored file has the same format.
    const QString kept = ownFile();
    QCOMPARE(run({"add", kept}).json().value("replaced").toArray(), both);
}

void TestHardware::unusableFilesChangeNothing_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QByteArray& content, const char* code, const char* words) {
        QTest::newRow(name) << content << QString(code) << QByteArray(words);
    };
    row("not JSON", "memory: 48 GB", "not_json", "bad.json");
    row("a cluster", R"({"format": "stagecraft-cluster", "version": 1})", "format_wrong", "stagecraft-cluster");
    row("of a newer version", R"({"format": "stagecraft-catalogue", "version": 4, "devices": []})", "format_newer",
        "4");
    row("memory in gigabytes", entryOf("Bad", 48), "field_out_of_range", "device.memory_bytes");
    row("a name that clusters cannot say", entryOf("8xBad", 1 << 30), "field_wrong_type", "device.name");
    row("one of two is bad",
        R"({"format": "stagecraft-catalogue", "version": 2, "devices": [)" + entryOf("Good", 1 << 30) + ","
            + entryOf("Bad", 1) + "]}",
        "field_out_of_range", "devices[1].device.memory_bytes");
}

void TestHardware::unusableFilesChangeNothing()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QFETCH(QByteArray, words);
    const QByteArray before = m_cli->run({"hardware", "list"}).out;
    const Finished added = run({"add", m_cli->write("bad.json", content)});
    QCOMPARE(added.code, 2);
    QCOMPARE(added.errorCode(), code);
    const QByteArray message = added.json().value("error").toObject().value("message").toString().toUtf8();
    QVERIFY2(message.contains(words) && message.contains("bad.json"), message);
    QCOMPARE(m_cli->run({"hardware", "list"}).out, before);
    QCOMPARE(run({"add", m_cli->path("none.json")}).errorCode(), "file_not_readable");
}

// Names must be distinct, because the stored file could otherwise not be read again.
void TestHardware::namesOfUserTypesStayDistinct()
{
    QByteArray entry = entryOf("Lab-1", 1 << 30);
    entry.replace("\"devices_per_node\"", "\"aliases\": [\"Lab\"], \"devices_per_node\"");
    QCOMPARE(run({"add", m_cli->write("one.json", entry)}).code, 0);
    const Finished second = run({"add", m_cli->write("two.json", entryOf("Lab", 1 << 30))});
    QCOMPARE(second.errorCode(), "field_inconsistent");
    QCOMPARE(run({"show", "Lab-1"}).code, 0);
    QVERIFY(deviceOf(run({"show", "Lab"})).value("name").toString() == QStringLiteral("Lab-1"));
}

void TestHardware::onlyUserTypesAreRemoved()
{
    const Finished shipped = run({"remove", "H200"});
    QCOMPARE(shipped.code, 2);
    QCOMPARE(shipped.errorCode(), "option_unsupported");
    QCOMPARE(run({"show", "H200"}).code, 0);
    run({"add", m_cli->write("wafer.json", entryOf("Wafer-1", 1 << 30))});
    const Finished other = m_cli->run({"hardware", "remove", "Wafer-2"});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("Wafer-1"), other.err);
}

void TestHardware::brokenFileIsReportedAndLeftAlone()
{
    const QString file = ownFile();
    const QByteArray broken = "{\"format\": \"stagecraft-cat";
    QFile own(file);
    QVERIFY(own.open(QIODevice::WriteOnly | QIODevice::Truncate) && own.write(broken) == broken.size());
    own.close();
    const auto unchanged = [&] { return own.open(QIODevice::ReadOnly) && own.readAll() == broken; };

    const Finished listed = m_cli->run({"hardware", "list"});
    QCOMPARE(listed.code, 0);
    QVERIFY2(listed.out.contains("A100-80GB"), listed.out);
    QVERIFY2(listed.err.contains(file.toUtf8()) && listed.err.contains("repair or move the file"), listed.err);
    QCOMPARE(run({"show", "4xA100-80GB"}).code, 0);
    QCOMPARE(run({"add", m_cli->write("wafer.json", entryOf("Wafer-1", 1 << 30))}).errorCode(), "not_json");
    QCOMPARE(run({"remove", "Wafer-1"}).errorCode(), "not_json");
    QVERIFY(unchanged());
}

QTEST_GUILESS_MAIN(TestHardware)
#include "tst_hardware.moc"
