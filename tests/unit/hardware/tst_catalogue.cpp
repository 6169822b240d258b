// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The catalogue of device types: its contents, its files, and user-defined types.
#include "core/base/english.h"
#include "core/exchange/planfile.h"
#include "core/json/cataloguefile.h"
#include "core/json/codec.h"
#include "tests/support/chains.h"
#include "tests/support/mutations.h"
#include "tests/support/randomvalues.h"
#include "tests/support/schema.h"

#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const char* nameOfType(const CatalogueEntry& entry)
{
    return entry.device.name.c_str();
}

// A figure of the bundled catalogue.
struct Origin {
    QString what;
    Message source;
    std::string date;
};

std::vector<Origin> originsOf(const CatalogueEntry& entry)
{
    std::vector<Origin> origins;
    const auto add = [&](const char* what, const Message& source, const std::string& date) {
        origins.push_back({QStringLiteral("%1: %2").arg(nameOfType(entry), what), source, date});
    };
    const DeviceType& device = entry.device;
    add("memory", device.memory.source, device.memory.date);
    add("context", device.context.source, device.context.date);
    for (const auto* peak : {&device.peak_fp32, &device.peak_tf32, &device.peak_fp16, &device.peak_bf16}) {
        if (*peak) {
            add("peak", (*peak)->source, (*peak)->date);
        }
    }
    if (device.memory_bandwidth) {
        add("memory bandwidth", device.memory_bandwidth->source, device.memory_bandwidth->date);
    }
    add("link in a node", entry.intra_node.source, entry.intra_node.date);
    add("network", entry.network.source, entry.network.date);
    return origins;
}

nlohmann::json shippedFile()
{
    QFile file(QStringLiteral(SOURCE_FOLDER "/resources/hardware/catalogue.json"));
    return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString()) : nlohmann::json();
}

// A hand-written entry: numbers only, and only the required ones.
nlohmann::json handWritten()
{
    return nlohmann::json::parse(R"({
        "device": {"name": "Wafer-1", "kind": "cuda", "memory_bytes": 48000000000, "context_bytes": 0,
                   "peak_fp32_flops_per_second": 1e15},
        "devices_per_node": 2,
        "intra_node": {"bandwidth_bytes_per_second": 1e11, "latency_seconds": 1e-6},
        "network": {"bandwidth_bytes_per_second": 1e10, "latency_seconds": 1e-5}
    })");
}

}

class CatalogueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hasAtLeast25Types();
    void everyFigureHasSourceAndDate();
    void memoryIsBelowTheNominalOne();
    void tensorRatesAreNotBelowFp32();
    void nodesAreFasterInsideThanBetween();
    void everyNameMeansOneType();
    void oldNamesAndTheDriversNamesAreKnown();
    void unknownNamesSuggestTheLikeliest();
    void userTypesComeFirstAndHideShippedOnes();
    void clustersUseTheCatalogueThatIsSet();
    void shippedFileFollowsItsSchema();
    void filesReadBack();
    void numbersAloneAreFigures();
    void clusterFilesTakeNumbersAlone();
    void clustersAreHeldToTheCataloguesRanges_data();
    void clustersAreHeldToTheCataloguesRanges();
    void clusterFilesHaveMemoryWithinLimits();
    void clusterFilesLeaveRoomBesideTheContext();
    void unusableEntriesNameTheField_data();
    void unusableEntriesNameTheField();
    void otherFilesAreRefused();
    void survivesMutations();
};

void CatalogueTest::hasAtLeast25Types()
{
    QVERIFY(shippedCatalogue().entries.size() >= 25);
    QVERIFY(shippedCatalogue().find("cpu") != nullptr);
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        QVERIFY(!entry.user_defined);
    }
}

void CatalogueTest::everyFigureHasSourceAndDate()
{
    const QRegularExpression day(QStringLiteral("^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$"));
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        for (const Origin& origin : originsOf(entry)) {
            QVERIFY2(!origin.source.empty(), qPrintable(origin.what));
            QVERIFY2(day.match(QString::fromStdString(origin.date)).hasMatch(), qPrintable(origin.what));
        }
    }
}

// Memory is below the nominal capacity, because of drivers and ECC: devices sold with 80 GB have less than 80 GiB.
void CatalogueTest::memoryIsBelowTheNominalOne()
{
    const QRegularExpression nominal(QStringLiteral("-(\\d+)GB(-|$)"));
    int named = 0;
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        const auto match = nominal.match(QString::fromStdString(entry.device.name));
        if (match.hasMatch()) {
            const Bytes most = gibibytes(match.captured(1).toDouble());
            QVERIFY2(entry.device.memory < most, nameOfType(entry));
            QVERIFY2(entry.device.memory > scaled(most, 0.9), nameOfType(entry));
            ++named;
        }
        QVERIFY2(entry.device.context < entry.device.memory.value, nameOfType(entry));
    }
    QVERIFY(named >= 5);
}

void CatalogueTest::tensorRatesAreNotBelowFp32()
{
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        const DeviceType& device = entry.device;
        for (const auto* peak : {&device.peak_tf32, &device.peak_fp16, &device.peak_bf16}) {
            QVERIFY2(!*peak || (*peak)->value >= device.peak_fp32.value().value, nameOfType(entry));
        }
        const bool nvidia = device.compute_capability.has_value();
        const bool ampere = nvidia && std::stod(*device.compute_capability) >= 8;
        QVERIFY2(!nvidia || (device.peak_tf32 && device.peak_bf16) == ampere, nameOfType(entry));
        QVERIFY2(device.kind != DeviceKind::Cuda || device.memory_bandwidth, nameOfType(entry));
    }
}

void CatalogueTest::nodesAreFasterInsideThanBetween()
{
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        QVERIFY2(entry.intra_node.bandwidth >= entry.network.bandwidth, nameOfType(entry));
        QVERIFY2(entry.devices_per_node >= 1 && entry.devices_per_node <= 16, nameOfType(entry));
    }
}

void CatalogueTest::everyNameMeansOneType()
{
    std::set<std::string> names;
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        std::vector<std::string> own {entry.device.name};
        own.insert(own.end(), entry.aliases.begin(), entry.aliases.end());
        own.insert(own.end(), entry.device.driver_names.begin(), entry.device.driver_names.end());
        for (const std::string& name : std::set<std::string>(own.begin(), own.end())) {
            QVERIFY2(names.insert(name).second, name.c_str());
            QCOMPARE(shippedCatalogue().find(name), &entry);
        }
        QVERIFY2(isTypeName(entry.device.name), nameOfType(entry));
        const auto cluster = parseCluster("2x8x" + entry.device.name + ":8GiB@3");
        QVERIFY2(cluster, qPrintable(errorOf(cluster)));
        QCOMPARE(cluster->groups.front().device.name, entry.device.name);
    }
    for (const char* wrong : {"", "8x", "8xH100", "a b", "a:b", "a@b", "a/b"}) {
        QVERIFY2(!isTypeName(wrong), wrong);
    }
}

void CatalogueTest::oldNamesAndTheDriversNamesAreKnown()
{
    const std::map<std::string, std::string> names {{"H200-141GB", "H200"},
                                                    {"L40S-48GB", "L40S"},
                                                    {"A100-40GB", "A100-40GB"},
                                                    {"NVIDIA H200", "H200"},
                                                    {"NVIDIA H100 80GB HBM3", "H100-80GB"}};
    for (const auto& [name, type] : names) {
        const auto cluster = parseCluster("8x" + name);
        QVERIFY2(cluster, qPrintable(errorOf(cluster)));
        QCOMPARE(cluster->groups.front().device.name, type);
        QCOMPARE(cluster->name, "8x" + name);
    }
}

void CatalogueTest::unknownNamesSuggestTheLikeliest()
{
    const auto suggestion = [](const char* name) {
        return QString::fromStdString(argumentText(shippedCatalogue().namesLike(name))).section(u',', 0, 0);
    };
    QCOMPARE(suggestion("H100"), QStringLiteral("H100-80GB"));
    QCOMPARE(suggestion("h200-141gb"), QStringLiteral("H200"));
    QCOMPARE(suggestion("L4OS"), QStringLiteral("L40S"));
    QCOMPARE(suggestion("4090"), QStringLiteral("RTX-4090"));
    const QString more = QStringLiteral(" and %1 more").arg(shippedCatalogue().entries.size() - 5);
    QVERIFY(QString::fromStdString(argumentText(shippedCatalogue().namesLike("x"))).endsWith(more));
    const Catalogue small {{*shippedCatalogue().find("T4"), *shippedCatalogue().find("L4")}};
    QCOMPARE(argumentText(small.namesLike("l4")), std::string("L4, T4"));
}

void CatalogueTest::userTypesComeFirstAndHideShippedOnes()
{
    CatalogueEntry changed = *shippedCatalogue().find("T4");
    changed.device.memory = {gibibytes(12), verbatim("the card in the lab"), "2026-01-02"};
    CatalogueEntry added = changed;
    added.device.name = "Wafer-1";
    const Catalogue both = withUserDefined(shippedCatalogue(), {added, changed});
    QCOMPARE(both.entries.size(), shippedCatalogue().entries.size() + 1);
    QCOMPARE(both.entries.front().device.name, std::string("Wafer-1"));
    QVERIFY(both.find("Wafer-1")->user_defined);
    QVERIFY(both.find("T4")->user_defined);
    QVERIFY(both.find("T4")->device.memory == gibibytes(12));
    QVERIFY(!both.find("H200")->user_defined);
}

void CatalogueTest::clustersUseTheCatalogueThatIsSet()
{
    QCOMPARE(parseCluster("2xWafer-1").error().code, ErrorCode::DeviceTypeUnknown);
    const auto own = readCatalogue(handWritten().dump(), "own.json");
    QVERIFY2(own, qPrintable(errorOf(own)));
    const auto restore = qScopeGuard([] { setCatalogue(shippedCatalogue()); });
    setCatalogue(withUserDefined(shippedCatalogue(), *own));
    const auto cluster = parseCluster("2xWafer-1");
    QVERIFY2(cluster, qPrintable(errorOf(cluster)));
    QCOMPARE(cluster->groups.front().device.memory.value.value, std::int64_t(48000000000));
    QCOMPARE(cluster->groups.front().intra_node.bandwidth.value, 1e11);
}

void CatalogueTest::shippedFileFollowsItsSchema()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    const nlohmann::json file = shippedFile();
    QCOMPARE(schemas.complaint("catalogue.schema.json", file), std::string());
    QVERIFY(readCatalogue(file.dump(), "catalogue.json").value() == shippedCatalogue().entries);
}

void CatalogueTest::filesReadBack()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(1);
    for (int round = 0; round < 100; ++round) {
        const auto entries = random.list(4, [&, index = 0]() mutable { return random.catalogueEntry(index++); });
        const std::string text = writeCatalogue(entries);
        const auto read = readCatalogue(text, "own.json");
        QVERIFY2(read, qPrintable(errorOf(read)));
        QVERIFY2(*read == entries, text.c_str());
        QCOMPARE(schemas.complaint("catalogue.schema.json", nlohmann::json::parse(text)), std::string());
        if (!entries.empty()) { // tested separately too
            QVERIFY(readCatalogue(jsonText(encodeJson(entries.front())), {}).value().front() == entries.front());
        }
    }
}

void CatalogueTest::numbersAloneAreFigures()
{
    const auto read = readCatalogue(handWritten().dump(), "own.json");
    QVERIFY2(read, qPrintable(errorOf(read)));
    QCOMPARE(read->size(), std::size_t(1));
    const CatalogueEntry& entry = read->front();
    QVERIFY((entry.device.memory == Sourced<Bytes> {Bytes(48000000000), {}, {}}));
    QVERIFY((entry.device.peak_fp32 == Sourced<FlopsPerSecond> {FlopsPerSecond(1e15), {}, {}}));
    QVERIFY(!entry.device.peak_bf16 && !entry.device.compute_capability && entry.device.vendor.empty());
    QVERIFY(entry.intra_node.source.empty() && entry.intra_node.date.empty());
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    const nlohmann::json file {
        {"format", catalogueFormat}, {"version", 2}, {"devices", nlohmann::json::array({handWritten()})}};
    QCOMPARE(schemas.complaint("catalogue.schema.json", file), std::string());
}

void CatalogueTest::clusterFilesTakeNumbersAlone()
{
    nlohmann::json group = handWritten();
    group["nodes"] = 4;
    const nlohmann::json json {{"format", clusterFormat},
                               {"version", clusterFormatVersion},
                               {"name", "lab"},
                               {"groups", nlohmann::json::array({group})}};
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    QCOMPARE(schemas.complaint("cluster.schema.json", json), std::string());
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("lab.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(json.dump())) > 0);
    file.close();
    const auto cluster = readCluster(file.fileName().toStdString());
    QVERIFY2(cluster, qPrintable(errorOf(cluster)));
    QCOMPARE(cluster->devices(), 8);
    QVERIFY(cluster->groups.front().device.memory == Bytes(48000000000));
}

void CatalogueTest::clustersAreHeldToTheCataloguesRanges_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("good");
    const auto row = [](const char* pointer, double value, bool good) {
        QTest::addRow("%s %g", pointer, value) << QString(pointer) << value << good;
    };
    for (const char* rate : {"peak_fp32_flops_per_second", "peak_tf32_flops_per_second", "peak_fp16_flops_per_second",
                             "peak_bf16_flops_per_second", "memory_bandwidth_bytes_per_second"}) {
        const std::string pointer = std::string("/device/") + rate;
        row(pointer.c_str(), 0, false);
        row(pointer.c_str(), 1e-9, false);
        row(pointer.c_str(), 1, true);
        row(pointer.c_str(), 1e19, false);
    }
    for (const char* link : {"/intra_node", "/network"}) {
        const std::string bandwidth = link + std::string("/bandwidth_bytes_per_second");
        const std::string latency = link + std::string("/latency_seconds");
        row(bandwidth.c_str(), 0, false);
        row(bandwidth.c_str(), 0.5, false);
        row(bandwidth.c_str(), 1, true);
        row(bandwidth.c_str(), 2e15, false);
        row(latency.c_str(), 61, false);
    }
}

// Cluster files are checked against the catalogue's ranges: they are read with any rate, but planning reports the
// field.
void CatalogueTest::clustersAreHeldToTheCataloguesRanges()
{
    QFETCH(QString, pointer);
    QFETCH(double, value);
    QFETCH(bool, good);
    nlohmann::json group = handWritten();
    group["nodes"] = 1;
    group[nlohmann::json::json_pointer(pointer.toStdString())] = value;
    std::mt19937 random(1);
    Problem problem = problemFor(randomTable(random, 4, false), "2xcpu:1GiB", 4, 1);
    problem.cluster.groups = {decodeJson<ClusterGroup>(group, {})};
    const auto valid = validateForPlanning(problem);
    QCOMPARE(valid.has_value(), good);
    if (!good) {
        QCOMPARE(valid.error().code, ErrorCode::OptionOutOfRange);
        const QString text = QString::fromStdString(describe(valid.error()));
        QVERIFY2(text.contains(pointer.section(u'/', -1)), qPrintable(text));
    }
}

namespace {

// Reason why a cluster file whose device has this figure is rejected; empty if it is accepted.
std::string clusterComplaint(const char* field, std::int64_t bytes)
{
    nlohmann::json group = handWritten();
    group["nodes"] = 1;
    group["device"][field] = bytes;
    const nlohmann::json json {{"format", clusterFormat},
                               {"version", clusterFormatVersion},
                               {"name", "lab"},
                               {"groups", nlohmann::json::array({group})}};
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("lab.json")));
    const std::string text = json.dump();
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
        return "no file";
    }
    file.close();
    const auto read = readCluster(file.fileName().toStdString());
    return read ? "" : describe(read.error()).substr(static_cast<std::size_t>(folder.path().size()) + 1);
}

}

void CatalogueTest::clusterFilesHaveMemoryWithinLimits()
{
    constexpr std::int64_t least = 1 << 20;
    constexpr std::int64_t most = std::int64_t(1) << 50;
    for (const std::int64_t bytes : {std::int64_t(0), std::int64_t(80), least - 1, most + 1}) {
        const std::string complaint = clusterComplaint("memory_bytes", bytes);
        QVERIFY2(complaint.starts_with("lab.json: the field \"groups[0].device.memory_bytes\" is "), complaint.c_str());
        QVERIFY2(complaint.ends_with("must be between 1048576 and 1125899906842624"), complaint.c_str());
    }
    QCOMPARE(clusterComplaint("memory_bytes", least), std::string());
    QCOMPARE(clusterComplaint("memory_bytes", most), std::string());
}

void CatalogueTest::clusterFilesLeaveRoomBesideTheContext()
{
    for (const std::int64_t bytes : {48'000'000'000, 48'000'000'001}) {
        QCOMPARE(clusterComplaint("context_bytes", bytes),
                 "lab.json: the field \"groups[0].device.context_bytes\" is " + std::to_string(bytes)
                     + " but must be between 0 and 47999999999");
    }
    QCOMPARE(clusterComplaint("context_bytes", 47'999'999'999), std::string());
    // Random changes as in files from other programs.
    std::mt19937 random(1);
    Problem problem = problemFor(randomTable(random, 4, false), "2xcpu:1GiB", 4, 1);
    DeviceType& device = problem.cluster.groups.front().device;
    device.context.value = device.memory.value - Bytes(1);
    QVERIFY(validateForPlanning(problem));
    device.context.value = device.memory.value;
    QVERIFY(describe(validateForPlanning(problem).error()).starts_with("\"context_bytes\" of a device is 1.00 GiB"));
}

void CatalogueTest::unusableEntriesNameTheField_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
        QTest::newRow(name) << QString(pointer) << QString(value) << QString("own.json: the field ") + sentence;
    };
    row("no name", "/device/name", "", "\"device.name\" is missing");
    row("a name that clusters cannot say", "/device/name", "\"8xH100\"",
        "\"device.name\" must be a name of letters, digits and . _ + - that does not begin like 8x");
    row("such an alias", "/aliases", "[\"fine\", \"not fine\"]",
        "\"aliases[1]\" must be a name of letters, digits and . _ + - that does not begin like 8x");
    row("an alias that is the name", "/aliases", "[\"Wafer-1\"]",
        "\"devices\" is inconsistent: the name Wafer-1 appears twice");
    row("text for a number", "/device/memory_bytes", "\"48 GB\"", "\"device.memory_bytes\" must be a whole number");
    row("text for a value", "/device/memory_bytes", "{\"value\": \"48 GB\"}",
        "\"device.memory_bytes.value\" must be a whole number");
    row("no value", "/device/memory_bytes", "{\"source\": \"me\"}", "\"device.memory_bytes.value\" is missing");
    row("no version for a compute capability", "/device/compute_capability", "\"abc\"",
        "\"device.compute_capability\" must be a compute capability such as \"9.0\", or null");
    row("gigabytes for bytes", "/device/memory_bytes", "48",
        "\"device.memory_bytes\" is 48 but must be between 1048576 and 1125899906842624");
    row("no less context than memory", "/device/context_bytes", "48000000000",
        "\"device.context_bytes\" is 48000000000 but must be between 0 and 47999999999");
    row("no rate", "/device/peak_fp32_flops_per_second", "0",
        "\"device.peak_fp32_flops_per_second\" is 0 but must be between 1 and 1000000000000000000");
    row("no links", "/network", "", "\"network\" is missing");
    row("a link that carries nothing", "/network/bandwidth_bytes_per_second", "0",
        "\"network.bandwidth_bytes_per_second\" is 0 but must be between 1 and 1000000000000000");
    row("an unknown kind", "/device/kind", "\"tpu\"", "\"device.kind\" is \"tpu\"; supported values: cpu, cuda");
}

void CatalogueTest::unusableEntriesNameTheField()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    nlohmann::json json = handWritten();
    const nlohmann::json::json_pointer at(pointer.toStdString());
    if (value.isEmpty()) {
        json[at.parent_pointer()].erase(at.back());
    } else {
        json[at] = nlohmann::json::parse(value.toStdString());
    }
    const auto read = readCatalogue(json.dump(), "own.json");
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(describe(read.error())), sentence);
    // In a catalogue the error also names the entry.
    const nlohmann::json file {{"format", catalogueFormat}, {"version", 2}, {"devices", nlohmann::json::array({json})}};
    const QString within = QString::fromStdString(describe(readCatalogue(file.dump(), "own.json").error()));
    QVERIFY2(within.contains(QStringLiteral("\"devices[0].")) || within.contains(QStringLiteral("\"devices\"")),
             qPrintable(within));
}

void CatalogueTest::otherFilesAreRefused()
{
    const auto codeOf = [](const std::string& text) { return readCatalogue(text, "own.json").error().code; };
    QCOMPARE(codeOf(""), ErrorCode::NotJson);
    QCOMPARE(codeOf("[]"), ErrorCode::FieldWrongType);
    QCOMPARE(codeOf("{}"), ErrorCode::FieldMissing);
    QCOMPARE(codeOf(R"({"devices": []})"), ErrorCode::FieldMissing);
    QCOMPARE(codeOf(writeCluster(parseCluster("4xcpu").value())), ErrorCode::FormatWrong);
    nlohmann::json json = shippedFile();
    json["version"] = 4;
    QCOMPARE(codeOf(json.dump()), ErrorCode::FormatNewer);
    json["version"] = 1; // never released
    QCOMPARE(codeOf(json.dump()), ErrorCode::FieldOutOfRange);
    json["version"] = 2;
    json["devices"].push_back(json["devices"][3]);
    QCOMPARE(codeOf(json.dump()), ErrorCode::FieldInconsistent);
}

void CatalogueTest::survivesMutations()
{
    RandomValues random(2);
    std::mt19937_64 engine(3);
    int refused = 0;
    constexpr int documents = 1000;
    for (int i = 0; i < documents; ++i) {
        const auto read = readCatalogue(mutated(writeCatalogue({random.catalogueEntry(0)}), engine), "mutated");
        refused += read ? 0 : 1;
        QVERIFY(read || !describe(read.error()).empty());
    }
    QVERIFY(refused > documents / 3);
}

QTEST_APPLESS_MAIN(CatalogueTest)
#include "tst_catalogue.moc"
