// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/workerlines.h"
#include "core/json/codec.h"
#include "core/protocol/message.h"
#include "core/store/workspace.h"
#include "tests/support/chains.h"
#include "tests/support/randomvalues.h"
#include "tests/support/schema.h"
#include "tests/support/workspacefiles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

DeviceProbe probeOf(const std::string& device, const std::string& measured_at, double rate = 1e9)
{
    DeviceProbe probe;
    probe.device = {DeviceKind::Cpu, device, Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    probe.matrix = {{ProductType::Fp32, 128, FlopsPerSecond(rate), FlopsPerSecond(1)}};
    probe.measured_at = measured_at;
    return probe;
}

Measurement measurementOf(const std::string& device)
{
    Measurement measurement;
    measurement.point.spec = blockOf(768, 12, 3072);
    measurement.device = probeOf(device, {}).device;
    measurement.measured_at = "2026-10-02T08:00:00Z";
    return measurement;
}

}

// The value type of a device probe: its files, its entry in the workspace. tests/runtime tests the measurement.
class DeviceProbeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void bestRateIsThatOfItsType();
    void documentsFollowTheSchema();
    void schemaRefusesWhatTheReaderRefuses();
    void aRequestHasAProfileOrAProbe();
    void probesComeBackEqual();
    void theLatestOfEachDeviceIsRead();
    void theSameProbeTwiceIsHarmless();
    void whatWouldNotComeOutDoesNotGoIn();
    void aProbeIsNoMeasurement();
    void workerLinesAreImportedOnce();
    void version1IsMigratedAfterABackup();
    void version1IsReadAsItIs();

private:
    QString at(const char* name) const { return m_folder->filePath(name); }
    std::string file() const { return at("w.stagecraft").toStdString(); }
    void placeVersion1() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void DeviceProbeTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void DeviceProbeTest::bestRateIsThatOfItsType()
{
    DeviceProbe probe;
    const auto add = [&](ProductType type, std::int64_t size, double rate) {
        probe.matrix.push_back({type, size, FlopsPerSecond(rate), FlopsPerSecond(0)});
    };
    add(ProductType::Fp32, 128, 5);
    add(ProductType::Fp32, 256, 9);
    add(ProductType::Fp32, 512, 8);
    add(ProductType::Bf16, 128, 20);
    QCOMPARE(bestRate(probe, ProductType::Fp32)->value, 9.0);
    QCOMPARE(bestRate(probe, ProductType::Bf16)->value, 20.0);
    QVERIFY(!bestRate(probe, ProductType::Fp16));
}

void DeviceProbeTest::documentsFollowTheSchema()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(61);
    for (int round = 0; round < 100; ++round) {
        QCOMPARE(schemas.complaint("probe.schema.json", encodeJson(random.deviceProbe())), std::string());
        const WorkerRequest request {"job", {}, {}, random.probeRequest()};
        QCOMPARE(schemas.complaint("request.schema.json", nlohmann::json::parse(encode(request))), std::string());
    }
}

// Schema and reader agree on required fields and limits.
void DeviceProbeTest::schemaRefusesWhatTheReaderRefuses()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    DeviceProbe probe = probeOf("CPU", "2026-10-02T08:00:00Z");
    probe.memory = {{Bytes(1024), BytesPerSecond(1e9), BytesPerSecond(1)}};
    probe.copies = {{CopyDirection::BothDirections, Bytes(1024), BytesPerSecond(1e9), BytesPerSecond(1)}};
    probe.links = {{0, 1, true, Bytes(1024), BytesPerSecond(1e9), BytesPerSecond(1), Seconds(1e-6)}};
    probe.all_reduces = {{2, Bytes(1024), {Seconds(1e-3), Seconds(1e-5)}}};
    probe.fixed = {Bytes(1), Bytes(2), Bytes(3), Bytes(4)};
    probe.clocks = {Hertz(1e9), Hertz(2e9), Hertz(3e9)};
    probe.left_out = {{ProbePart::Links, verbatim("one device")}};
    const nlohmann::json good = encodeJson(probe);
    QCOMPARE(schemas.complaint("probe.schema.json", good), std::string());
    int compared = 0;
    forEachWrongValue(good, [&](const nlohmann::json& changed, const std::string& pointer, const std::string& wrong) {
        const bool taken = schemas.complaint("probe.schema.json", changed).empty();
        const bool read = readJson<DeviceProbe>(changed.dump(), {}).has_value();
        QVERIFY2(taken == read, (pointer + " = " + wrong).c_str());
        ++compared;
    });
    QVERIFY(compared > 250);
}

void DeviceProbeTest::aRequestHasAProfileOrAProbe()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(62);
    const auto probing = nlohmann::json::parse(encode(WorkerRequest {"job", {}, {}, ProbeRequest {}}));
    const auto profiling = nlohmann::json::parse(encode(WorkerRequest {"job", random.profileRequest(), {}}));
    QVERIFY(!probing.contains("profile") && !probing.contains("known"));
    QVERIFY(!profiling.contains("probe"));
    auto both = profiling;
    both["probe"] = probing["probe"];
    auto none = probing;
    none.erase("probe");
    for (const auto& wrong : {both, none}) {
        QVERIFY(!schemas.complaint("request.schema.json", wrong).empty());
        QVERIFY(!decodeRequest(wrong.dump(), "r.json").has_value());
    }
}

void DeviceProbeTest::probesComeBackEqual()
{
    RandomValues random(63);
    auto workspace = Workspace::create(file());
    std::vector<DeviceProbe> expected;
    for (int i = 0; i < 50; ++i) {
        DeviceProbe probe = random.deviceProbe();
        probe.device.name = "device " + std::to_string(i);
        QVERIFY(workspace->addProbe(probe).has_value());
        expected.push_back(std::move(probe));
    }
    QVERIFY(*workspace->latestProbes() == expected);
    workspace = Workspace::open(file(), OpenMode::ReadOnly);
    QVERIFY(*workspace->latestProbes() == expected);
}

void DeviceProbeTest::theLatestOfEachDeviceIsRead()
{
    auto workspace = Workspace::create(file());
    QVERIFY(workspace->latestProbes()->empty());
    const DeviceProbe morning = probeOf("a", "2026-10-02T08:00:00Z");
    const DeviceProbe evening = probeOf("a", "2026-10-02T20:00:00Z");
    const DeviceProbe other = probeOf("b", "2026-10-02T10:00:00Z");
    DeviceProbe second = probeOf("a", "2026-10-02T09:00:00Z");
    second.device_index = 1; // another device of the same type in this machine
    for (const DeviceProbe& probe : {evening, other, second, morning}) {
        QVERIFY(workspace->addProbe(probe).has_value());
    }
    QVERIFY(*workspace->latestProbes() == (std::vector {evening, other, second}));
    // The probe that arrives last applies if two began in the same second.
    const DeviceProbe again = probeOf("b", "2026-10-02T10:00:00Z", 2e9);
    QVERIFY(workspace->addProbe(again).has_value());
    QVERIFY(*workspace->latestProbes() == (std::vector {evening, again, second}));
}

void DeviceProbeTest::theSameProbeTwiceIsHarmless()
{
    auto workspace = Workspace::create(file());
    const DeviceProbe probe = probeOf("a", "2026-10-02T08:00:00Z");
    const DeviceProbe other = probeOf("a", "2026-10-02T09:00:00Z");
    QCOMPARE(workspace->addLines({}, {probe, probe, other})->probes, 2);
    QCOMPARE(workspace->addLines({}, {probe, other})->probes, 0);
    QVERIFY(*workspace->latestProbes() == std::vector {other});
}

void DeviceProbeTest::whatWouldNotComeOutDoesNotGoIn()
{
    auto workspace = Workspace::create(file());
    DeviceProbe probe = probeOf("a", "2026-10-02T08:00:00Z");
    probe.matrix.front().size = 0;
    const auto added = workspace->addLines({{measurementOf("a"), "job", 1}}, {probe});
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::WorkspaceFailed);
    QVERIFY(workspace->latestProbes()->empty());
    QVERIFY(workspace->measurements()->empty()); // all or none
}

void DeviceProbeTest::aProbeIsNoMeasurement()
{
    auto workspace = Workspace::create(file());
    QVERIFY(workspace->addProbe(probeOf("a", "2026-10-02T08:00:00Z")).has_value());
    QVERIFY(workspace->measurements()->empty());
    QVERIFY(workspace->summary()->empty());
    QVERIFY(workspace->addMeasurement(measurementOf("a"), "job", 1).has_value());
    QCOMPARE(workspace->summary()->size(), std::size_t(1));
}

void DeviceProbeTest::workerLinesAreImportedOnce()
{
    auto workspace = Workspace::create(file());
    const DeviceProbe probe = probeOf("a", "2026-10-02T08:00:00Z");
    std::string text = encode(WorkerMessage {"job", 1, HelloMessage {probe.device, "0.1.0"}}) + "\n";
    text += encode(WorkerMessage {"job", 2, ProbeMessage {probe}}) + "\n";
    text += encode(WorkerMessage {"other job", 1, MeasurementMessage {measurementOf("a")}}) + "\n";
    QVERIFY(*importLines(*workspace, text) == (ImportSummary {1, 1, 1, 1, 1, 0, {}}));
    QVERIFY(*importLines(*workspace, text) == (ImportSummary {1, 0, 1, 0, 1, 0, {}}));
    QVERIFY(*workspace->latestProbes() == std::vector {probe});
}

void DeviceProbeTest::placeVersion1() const
{
    QVERIFY(QFile::copy(TEST_DATA "/workspace-v1.stagecraft", at("w.stagecraft")));
    QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
}

void DeviceProbeTest::version1IsMigratedAfterABackup()
{
    placeVersion1();
    const QByteArray before = contentOf(at("w.stagecraft"));
    const DeviceProbe probe = probeOf("a", "2026-10-02T08:00:00Z");
    {
        auto workspace = Workspace::open(file());
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QVERIFY(workspace->latestProbes()->empty());
        QVERIFY(workspace->addProbe(probe).has_value());
        QCOMPARE(workspace->measurements()->size(), std::size_t(3));
    }
    QCOMPARE(contentOf(at("w.stagecraft")).mid(60, 4), QByteArray("\0\0\0\7", 4));
    QCOMPARE(contentOf(at("w.stagecraft.backup-v1")).mid(60, 4), QByteArray("\0\0\0\1", 4));
    const auto backup = Workspace::open(at("w.stagecraft.backup-v1").toStdString(), OpenMode::ReadOnly);
    QCOMPARE(backup->measurements()->size(), std::size_t(3));
    QVERIFY(before.mid(60, 4) == QByteArray("\0\0\0\1", 4));
    QVERIFY(*Workspace::open(file())->latestProbes() == std::vector {probe});
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).filter("backup").size(), 1);
}

// Read-only access to a workspace of version 1 shows its content and leaves it unchanged.
void DeviceProbeTest::version1IsReadAsItIs()
{
    placeVersion1();
    const QByteArray before = contentOf(at("w.stagecraft"));
    {
        auto workspace = Workspace::open(file(), OpenMode::ReadOnly);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QCOMPARE(workspace->measurements()->size(), std::size_t(3));
        QCOMPARE(workspace->summary()->size(), std::size_t(1));
        QVERIFY(workspace->problem()->has_value());
        const auto probes = workspace->latestProbes();
        QVERIFY2(probes, qPrintable(errorOf(probes)));
        QVERIFY(probes->empty());
        QCOMPARE(workspace->addProbe(probeOf("a", {})).error().code, ErrorCode::WorkspaceReadOnly);
    }
    QCOMPARE(contentOf(at("w.stagecraft")), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList {"w.stagecraft"});
}

QTEST_GUILESS_MAIN(DeviceProbeTest)
#include "tst_deviceprobe.moc"
