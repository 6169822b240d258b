// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A plan for GPUs that this machine does not have: a profile on a dry device, then a search.
#include "core/session/localgpus.h"
#include "core/store/workspace.h"
#include "tests/cli/commandline.h"

#include <QJsonDocument>
#include <QTest>

using namespace stagecraft;
using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

const QStringList gpt {"zoo:gpt3-175b", "--sequence", "2048", "--precision", "bf16-master"};
const QStringList cluster {"--cluster", "128x8xA100-80GB", "--global-batch", "1536", "--json"};

}

class TestDryProfile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLargeModelIsPlannedFromADryProfile();
    void aRealMeasurementComesBeforeADryOne();
    void theCommandThatMeasuresIsOneThatWorksHere();
    void userDeviceTypesCanBeDry();
    void whatCannotBeDryIsRefused_data();
    void whatCannotBeDryIsRefused();

private:
    CommandLine m_cli;
};

void TestDryProfile::aLargeModelIsPlannedFromADryProfile()
{
    const QString workspace = m_cli.path("dry.stagecraft");
    const QStringList keep {"--workspace", workspace};
    const Finished profiled =
        m_cli.run(QStringList {"profile"} + gpt + keep
                  + QStringList {"--micro-batch", "1,2", "--tensor", "1,8", "--device", "dry:A100-80GB", "--json"});
    if (profiled.out.contains("without CUDA")) {
        QSKIP("this libtorch was built without CUDA");
    }
    QVERIFY2(profiled.code == 0, profiled.err + profiled.out);
    QCOMPARE(profiled.json().value("device").toObject().value("driver").toString(), QStringLiteral("dry run"));
    QCOMPARE(profiled.json().value("failed").toInt(), 0);
    // Three layers at two micro-batch sizes, whole and one eighth; and the embedding, whole and one eighth, and the
    // head at 4, because other operations run there at micro-batch size 1 than at 2.
    QCOMPARE(profiled.json().value("measured").toInt(), 15);

    const Finished planned = m_cli.run(QStringList {"plan"} + gpt + keep + cluster);
    QVERIFY2(planned.code == 0, planned.err);
    const QJsonObject estimate =
        planned.json().value("candidates").toArray().first().toObject().value("estimate").toObject();
    QCOMPARE(estimate.value("memory_basis").toString(), QStringLiteral("dry_run"));
    QCOMPARE(estimate.value("time_basis").toString(), QStringLiteral("tables"));
    QVERIFY(estimate.value("step_seconds").toDouble() > 1);
    QVERIFY(planned.json().value("not_measured").isNull());
}

void TestDryProfile::aRealMeasurementComesBeforeADryOne()
{
    const QString workspace = m_cli.path("both.stagecraft");
    const QStringList model {"zoo:gpt?layers=2&hidden=128&heads=4", "--sequence", "64", "--workspace", workspace};
    const Finished dry =
        m_cli.run(QStringList {"profile"} + model + QStringList {"--device", "dry:A100-80GB", "--json"});
    if (dry.out.contains("without CUDA")) {
        QSKIP("this libtorch was built without CUDA");
    }
    QVERIFY2(dry.code == 0, dry.err + dry.out);
    // A measurement of a real device of the same type, with a time.
    auto opened = Workspace::open(workspace.toStdString(), OpenMode::ReadWrite);
    QVERIFY(opened);
    auto measurements = opened->measurements().value();
    QVERIFY(!measurements.empty());
    std::int64_t sequence = 0;
    for (Measurement& measurement : measurements) {
        measurement.device.driver = "13.0";
        measurement.memory.saved += Bytes(1 << 20);
        measurement.forward.median = measurement.backward.median = Seconds(1);
        measurement.repeats = 3;
        QVERIFY(opened->addMeasurement(measurement, "00000000-0000-0000-0000-000000000001", ++sequence));
    }
    const Finished planned = m_cli.run(QStringList {"estimate"} + model
                                       + QStringList {"--cluster", "1xA100-80GB", "--pipeline", "1", "--tensor", "1",
                                                      "--data", "1", "--global-batch", "1", "--json"});
    QVERIFY2(planned.code == 0, planned.err);
    QCOMPARE(planned.json().value("memory_basis").toString(), QStringLiteral("measured"));
    QVERIFY(planned.json().value("step_seconds").toDouble() > 6); // embedding, two blocks and head, two seconds each
}

void TestDryProfile::theCommandThatMeasuresIsOneThatWorksHere()
{
    if (hasNvidiaDriver()) {
        QSKIP("this machine has a GPU to measure on");
    }
    const Finished planned = m_cli.run(QStringList {"plan"} + gpt + cluster);
    QVERIFY2(planned.code == 0, planned.err);
    const QString command = planned.json().value("not_measured").toObject().value("command").toString();
    QVERIFY2(command.endsWith(QStringLiteral(" --device dry:A100-80GB")), qPrintable(command));
}

// User-defined types can be dry devices, even with the name of a bundled type: this one has one gibibyte, too little
// for the layers.
void TestDryProfile::userDeviceTypesCanBeDry()
{
    QJsonObject type = m_cli.run({"hardware", "show", "A100-80GB", "--json"}).json();
    QJsonObject device = type.value("device").toObject();
    QJsonObject memory = device.value("memory_bytes").toObject();
    memory.insert("value", 1 << 30);
    device.insert("memory_bytes", memory);
    const QStringList profile {"profile", "zoo:gpt2-xl", "--sequence", "1024",  "--micro-batch",
                               "8",       "--device",    "dry:SMALL",  "--json"};
    for (const char* name : {"SMALL", "A100-80GB"}) {
        device.insert("name", name);
        type.insert("device", device);
        const QString file = m_cli.write("type.json", QJsonDocument(type).toJson());
        QCOMPARE(m_cli.run({"hardware", "add", file}).code, 0);
        QStringList words = profile;
        words[7] = QStringLiteral("dry:") + QLatin1String(name);
        const Finished run = m_cli.run(words);
        QVERIFY2(run.out.contains("out_of_memory"), run.out.right(2000));
        QCOMPARE(run.code, 1); // nothing fits: no profile to plan with
        QCOMPARE(run.errorCode(), "incomplete");
        QVERIFY2(run.err.contains("no layer fits"), run.err);
    }
    QCOMPARE(m_cli.run({"hardware", "remove", "A100-80GB"}).code, 0);
    QCOMPARE(m_cli.run({"hardware", "remove", "SMALL"}).code, 0);
}

void TestDryProfile::whatCannotBeDryIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const QStringList profile {"profile", "zoo:gpt2"};
    QTest::newRow("unknown type") << profile + QStringList {"--device", "dry:X9"} << "there is no device type \"X9\"";
    QTest::newRow("not NVIDIA's") << profile + QStringList {"--device", "dry:MI300X"}
                                  << "dry runs need an NVIDIA device";
    QTest::newRow("a CPU") << profile + QStringList {"--device", "dry:cpu"} << "dry runs need an NVIDIA device";
    QTest::newRow("probe") << QStringList {"probe", "--device", "dry:A100-80GB"} << "a probe needs a real device";
}

void TestDryProfile::whatCannotBeDryIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Finished refused = m_cli.run(arguments);
    QCOMPARE(refused.code, 2);
    QVERIFY2(QString::fromUtf8(refused.err).contains(words), refused.err);
}

QTEST_GUILESS_MAIN(TestDryProfile)
#include "tst_dryprofile.moc"
