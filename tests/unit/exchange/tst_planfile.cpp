// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/exchange/planfile.h"
#include "core/protocol/message.h"
#include "tests/support/chains.h"
#include "tests/support/mutations.h"
#include "tests/support/randomvalues.h"
#include "tests/support/schema.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Returns a document whose plan fits its problem.
PlanDocument randomDocument(RandomValues& random)
{
    PlanDocument document;
    document.problem = random.problem();
    const int layers = static_cast<int>(document.problem.model.layers.size());
    const int data = random.count(1, 4);
    const std::int64_t micro_batch = random.whole(1, 8);
    const std::int64_t micro_batches = random.whole(1, 64);
    document.problem.workload.global_batch = data * micro_batch * micro_batches;
    document.problem.workload.sequence = 1;
    document.problem.model.longest_sequence = 1024;
    document.problem.constraints = {};
    // Limits amounts so that sums over all layers and samples do not overflow.
    for (Layer& layer : document.problem.model.layers) {
        if (auto* row = std::get_if<TableRow>(&layer.spec)) {
            constexpr Bytes most(std::int64_t(1) << 44);
            for (Bytes* amount : {&row->state, &row->saved, &row->transient, &row->output}) {
                *amount = std::min(*amount, most);
            }
        }
    }
    document.problem.cluster.groups[0].nodes = layers;
    document.problem.cluster.groups[0].devices_per_node = data;
    std::vector<int> split_points {0};
    for (int layer = 1; layer < layers; ++layer) {
        if (random.flag()) {
            split_points.push_back(layer);
        }
    }
    split_points.push_back(layers);
    document.plan = uniformPlan(split_points, data, micro_batch, micro_batches, random.any<ScheduleKind>());
    document.estimate = random.estimate();
    document.partitioner = random.text();
    document.created_by = "stagecraft 0.1.0";
    return document;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    return at == std::string::npos ? "(nothing to replace)" : text.replace(at, from.size(), to);
}

ErrorCode codeOf(const std::string& text, PlanFileFormat format)
{
    const auto document = readPlan(text, format, "plan");
    return document ? ErrorCode::Cancelled : document.error().code;
}

}

class PlanFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothFormatsReadBack();
    void yamlAndJsonHaveTheSameContent();
    void filesAreReadByTheirEnding();
    void yamlForHandsIsRead();
    void newerVersionsAreRefusedWithBothNumbers();
    void otherFilesAreRefused();
    void aPlanThatDoesNotFitItsProblemIsRefused();
    void aPlanWithoutStagesIsRefused();
    void bracketsInTextsAreTexts();
    void longBracketsAreRefusedInManyLines();
    void hostileYamlIsRefused_data();
    void hostileYamlIsRefused();
    void hugeFilesAreRefused();
    void survivesMutations();
    void filesFollowTheirSchemas();
    void schemasRefuseWhatTheReaderRefuses();
    void clustersAreReadFromShortFormOrFile();
};

void PlanFileTest::bothFormatsReadBack()
{
    RandomValues random(41);
    for (int round = 0; round < 150; ++round) {
        const PlanDocument document = randomDocument(random);
        for (const auto format : {PlanFileFormat::Json, PlanFileFormat::Yaml}) {
            const std::string text = writePlan(document, format);
            const auto read = readPlan(text, format, "plan");
            QVERIFY2(read, (describe(read ? Error {} : read.error()) + "\n" + text).c_str());
            QVERIFY2(*read == document, text.c_str());
        }
    }
}

void PlanFileTest::yamlAndJsonHaveTheSameContent()
{
    RandomValues random(42);
    const PlanDocument document = randomDocument(random);
    const auto yaml = readPlan(writePlan(document, PlanFileFormat::Yaml), PlanFileFormat::Yaml, "plan");
    QCOMPARE(writePlan(*yaml, PlanFileFormat::Json), writePlan(document, PlanFileFormat::Json));
    // JSON is also YAML.
    const auto json = readPlan(writePlan(document, PlanFileFormat::Json), PlanFileFormat::Yaml, "plan");
    QVERIFY2(json, qPrintable(errorOf(json)));
    QVERIFY(*json == document);
}

void PlanFileTest::filesAreReadByTheirEnding()
{
    const QTemporaryDir folder;
    RandomValues random(43);
    const PlanDocument document = randomDocument(random);
    const auto write = [&](const char* name, PlanFileFormat format) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly)
            && file.write(QByteArray::fromStdString(writePlan(document, format))) > 0;
    };
    QVERIFY(write("a.json", PlanFileFormat::Json) && write("b.yaml", PlanFileFormat::Yaml)
            && write("c.yml", PlanFileFormat::Yaml) && write("d", PlanFileFormat::Json)
            && write("e.json", PlanFileFormat::Yaml));
    for (const char* name : {"a.json", "b.yaml", "c.yml", "d"}) {
        const auto read = readPlanFile(folder.filePath(name).toStdString());
        QVERIFY2(read, qPrintable(errorOf(read)));
        QVERIFY(*read == document);
    }
    const std::string wrong = folder.filePath("e.json").toStdString();
    QCOMPARE(readPlanFile(wrong).error().code, ErrorCode::NotJson);
    QCOMPARE(readPlanFile(wrong).error().where, wrong);
    QCOMPARE(readPlanFile(folder.filePath("none.json").toStdString()).error().code, ErrorCode::FileNotReadable);
}

// Hand-written YAML is accepted: comments, unquoted texts, both styles of lists, other number formats.
void PlanFileTest::yamlForHandsIsRead()
{
    RandomValues random(44);
    PlanDocument document = randomDocument(random);
    document.partitioner = "stagecraft";
    document.estimate.step = Seconds(0.25);
    std::string text = "# by hand\n---\n" + writePlan(document, PlanFileFormat::Yaml) + "...\n";
    text = replaced(text, "partitioner: stagecraft", "partitioner: 'stagecraft' # quoted");
    text = replaced(text, "step_seconds: 0.25", "step_seconds: 2.5e-1");
    const auto read = readPlan(text, PlanFileFormat::Yaml, "plan");
    QVERIFY2(read, qPrintable(errorOf(read)));
    QVERIFY(*read == document);
}

void PlanFileTest::newerVersionsAreRefusedWithBothNumbers()
{
    RandomValues random(45);
    const PlanDocument document = randomDocument(random);
    const auto newer = [&](PlanFileFormat format, const char* from, const char* to) {
        return readPlan(replaced(writePlan(document, format), from, to), format, "plan").error();
    };
    const Error expected {ErrorCode::FormatNewer, {std::int64_t(3), std::int64_t(planFormatVersion)}, "plan"};
    QCOMPARE(newer(PlanFileFormat::Json, "\"version\": 2", "\"version\": 3"), expected);
    QCOMPARE(newer(PlanFileFormat::Yaml, "\nversion: 2", "\nversion: 3"), expected);
    QCOMPARE(
        describe(expected),
        std::string("plan: the file has version 3, but this program reads versions up to 2; use a newer Stagecraft"));
}

void PlanFileTest::otherFilesAreRefused()
{
    QCOMPARE(codeOf("", PlanFileFormat::Json), ErrorCode::NotJson);
    QCOMPARE(codeOf("", PlanFileFormat::Yaml), ErrorCode::FieldWrongType); // an empty document
    QCOMPARE(codeOf("{}", PlanFileFormat::Json), ErrorCode::FieldMissing);
    QCOMPARE(codeOf("- a\n- b\n", PlanFileFormat::Yaml), ErrorCode::FieldWrongType);
    QCOMPARE(codeOf("format: other\nversion: 1\n", PlanFileFormat::Yaml), ErrorCode::FormatWrong);
    QCOMPARE(codeOf("a: [1, 2\nb: 3\n", PlanFileFormat::Yaml), ErrorCode::NotYaml);
    QCOMPARE(codeOf("format: stagecraft-plan\nversion: 1\n--- 2\n", PlanFileFormat::Yaml), ErrorCode::NotYaml);
}

void PlanFileTest::aPlanThatDoesNotFitItsProblemIsRefused()
{
    RandomValues random(46);
    const PlanDocument good = randomDocument(random);
    const auto codeWith = [&](auto spoil) {
        PlanDocument document = good;
        spoil(document);
        return codeOf(writePlan(document, PlanFileFormat::Json), PlanFileFormat::Json);
    };
    QCOMPARE(codeWith([](PlanDocument&) {}), ErrorCode::Cancelled);
    QCOMPARE(codeWith([](PlanDocument& d) { d.plan.stages.back().layers.last += 1; }), ErrorCode::PlanInvalid);
    QCOMPARE(codeWith([](PlanDocument& d) { d.plan.micro_batches += 1; }), ErrorCode::PlanInvalid);
    QCOMPARE(codeWith([](PlanDocument& d) { d.plan.stages[0].device_group = 9; }), ErrorCode::PlanInvalid);
    QCOMPARE(codeWith([](PlanDocument& d) { d.problem.workload.sequence = 4096; }), ErrorCode::OptionOutOfRange);
}

// A plan without stages is rejected regardless of the fields beside the list.
void PlanFileTest::aPlanWithoutStagesIsRefused()
{
    RandomValues random(52);
    auto json = nlohmann::json::parse(writePlan(randomDocument(random), PlanFileFormat::Json));
    json["plan"]["stages"] = nlohmann::json::array();
    for (const bool reported : {true, false}) {
        const auto read = readPlan(json.dump(), PlanFileFormat::Json, "plan.json");
        QVERIFY(!read);
        QCOMPARE(describe(read.error()),
                 std::string("plan.json: the field \"plan.stages\" must be a list of at least one stage: this plan has "
                             "no stages"));
        QVERIFY(!reported || json["plan"].erase("micro_batch") == 1);
    }
}

// Brackets in texts and comments do not count as nesting.
void PlanFileTest::bracketsInTextsAreTexts()
{
    const std::string open(300, '[');
    RandomValues random(44);
    PlanDocument document = randomDocument(random);
    document.created_by = "it's \"" + open;
    const std::string text = "# " + open + "\n" + writePlan(document, PlanFileFormat::Yaml) + "more: a" + open
        + "\nless: 'it''s " + open + "'\n";
    const auto read = readPlan(text, PlanFileFormat::Yaml, "plan");
    QVERIFY2(read, qPrintable(errorOf(read)));
    QCOMPARE(read->created_by, document.created_by);
}

// Long lists are rejected even with line breaks: the parser loads them completely, with two hundred times their length.
void PlanFileTest::longBracketsAreRefusedInManyLines()
{
    const auto listOf = [](int lines) {
        std::string text = "a:\n [\n";
        for (int line = 0; line < lines; ++line) {
            text += "  [], [],\n";
        }
        return text + "  []]\n";
    };
    const auto refused = readPlan(listOf(420'000), PlanFileFormat::Yaml, "plan"); // 4.2 million bytes
    QVERIFY(!refused && refused.error().code == ErrorCode::NotYaml);
    QVERIFY2(describe(refused.error()).find("4 MiB") != std::string::npos, describe(refused.error()).c_str());
    // Text that looks like a quote, but is none, hides nothing.
    for (const char* begin : {"a: |\n  'x\nb: ", "a: foo\n  'x\nb: "}) {
        const auto hidden = readPlan(begin + std::string(20'000, '['), PlanFileFormat::Yaml, "plan");
        QVERIFY(!hidden && hidden.error().code == ErrorCode::NotYaml);
        QVERIFY2(describe(hidden.error()).find("unclosed") != std::string::npos, describe(hidden.error()).c_str());
    }
    const auto read = readPlan(listOf(300'000), PlanFileFormat::Yaml, "plan");
    QVERIFY(!read && read.error().code != ErrorCode::NotYaml); // it is not a plan
}

void PlanFileTest::hostileYamlIsRefused_data()
{
    QTest::addColumn<QString>("text");
    const auto repeated = [](const char* piece, int times) { return QString(piece).repeated(times); };
    QString laughs = "a: &a [x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'z'; ++c) {
        laughs += QString("%1: &%1 [*%2,*%2,*%2,*%2,*%2,*%2,*%2,*%2,*%2]\n").arg(c).arg(QChar(c - 1));
    }
    QTest::newRow("a billion laughs") << laughs;
    QTest::newRow("an alias of itself") << "a: &a [*a]\n";
    QTest::newRow("deep lists") << repeated("[", 100'000);
    QTest::newRow("deep lists of 16 MB") << repeated("[", 16 << 20);
    QTest::newRow("deep lists behind a text") << "a: \"[ it''s\"\nb: 'it''s [[['\nc:\n  - " + repeated("[", 100'000);
    QTest::newRow("deep lists behind an anchor") << "a: &a !!seq " + repeated("[", 100'000);
    QTest::newRow("deep lists behind a begin") << "--- " + repeated("[", 100'000);
    QTest::newRow("deep lists behind a quoted key") << "\"a\":" + repeated("[", 100'000);
    QTest::newRow("a line of 8 MB in brackets") << "[" + repeated("0,", 4 << 20) + "0]";
    QTest::newRow("deep closed lists") << repeated("[", 5'000) + repeated("]", 5'000);
    QTest::newRow("deep maps") << repeated("{a: ", 100'000);
    QTest::newRow("deep block lists") << repeated("- ", 100'000);
    QTest::newRow("deep keys") << repeated("? ", 100'000);
    QTest::newRow("a list as key") << "[a, b]: c\n";
    QTest::newRow("tabs") << repeated("\t", 100'000) + "a: b";
    QTest::newRow("quotes") << repeated("\"", 100'001);
    QTest::newRow("anchors") << repeated("&a ", 100'000);
    QTest::newRow("tags") << repeated("!!str ", 100'000);
    QTest::newRow("a broken directive") << "%YAML 99.9.9\n--- a\n";
    QTest::newRow("colons") << repeated(":", 100'000);
    QTest::newRow("growing indentation") << [] {
        QString text;
        for (int i = 0; i < 3'000; ++i) {
            text += QString(i, ' ') + "a:\n";
        }
        return text;
    }();
}

void PlanFileTest::hostileYamlIsRefused()
{
    QFETCH(QString, text);
    QElapsedTimer timer;
    timer.start();
    const auto document = readPlan(text.toStdString(), PlanFileFormat::Yaml, "plan");
    QVERIFY(!document);
    QVERIFY(document.error().code == ErrorCode::NotYaml || document.error().code == ErrorCode::FieldWrongType
            || document.error().code == ErrorCode::FieldMissing);
    QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed()) + " ms"));
}

void PlanFileTest::hugeFilesAreRefused()
{
    const std::string huge((16 << 20) + 1, ' ');
    QCOMPARE(codeOf(huge, PlanFileFormat::Json), ErrorCode::FileTooLarge);
    QCOMPARE(codeOf(huge, PlanFileFormat::Yaml), ErrorCode::FileTooLarge);
}

void PlanFileTest::survivesMutations()
{
    RandomValues random(47);
    std::mt19937_64 engine(48);
    int refused = 0;
    constexpr int documents = 1'500;
    for (int i = 0; i < documents; ++i) {
        const auto format = i % 2 == 0 ? PlanFileFormat::Json : PlanFileFormat::Yaml;
        const auto read = readPlan(mutated(writePlan(randomDocument(random), format), engine), format, "mutated");
        refused += read ? 0 : 1;
        QVERIFY(read || !describe(read.error()).empty());
    }
    QVERIFY(refused > documents / 3);
}

void PlanFileTest::filesFollowTheirSchemas()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(49);
    for (int round = 0; round < 100; ++round) {
        const PlanDocument document = randomDocument(random);
        const auto plan = nlohmann::json::parse(writePlan(document, PlanFileFormat::Json));
        QCOMPARE(schemas.complaint("plan.schema.json", plan), std::string());
        const auto cluster = nlohmann::json::parse(writeCluster(random.cluster()));
        QCOMPARE(schemas.complaint("cluster.schema.json", cluster), std::string());
        const WorkerRequest request {"job", random.profileRequest(),
                                     random.list(3, [&] { return random.measurement(); })};
        QCOMPARE(schemas.complaint("request.schema.json", nlohmann::json::parse(encode(request))), std::string());
        const WorkerRequest verifying {"job", {}, {}, {}, {}, random.verifyRequest()};
        QCOMPARE(schemas.complaint("request.schema.json", nlohmann::json::parse(encode(verifying))), std::string());
    }
}

// Schemas and reader agree on required fields and limits.
void PlanFileTest::schemasRefuseWhatTheReaderRefuses()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(50);
    PlanDocument document = randomDocument(random);
    document.problem.model.layers.back().spec = blockOf(8, 2, 32, Activation::Relu);
    document.estimate.devices = {document.estimate.devices.front()};
    const auto good = nlohmann::json::parse(writePlan(document, PlanFileFormat::Json));
    QCOMPARE(codeOf(good.dump(), PlanFileFormat::Json), ErrorCode::Cancelled);
    int compared = 0;
    forEachWrongValue(good, [&](const nlohmann::json& changed, const std::string& pointer, const std::string& wrong) {
        const bool schemaTakesIt = schemas.complaint("plan.schema.json", changed).empty();
        const ErrorCode code = codeOf(changed.dump(), PlanFileFormat::Json);
        const bool readerRefusesField = code == ErrorCode::FieldMissing || code == ErrorCode::FieldWrongType
            || code == ErrorCode::FieldOutOfRange || code == ErrorCode::FieldUnknownValue
            || code == ErrorCode::FormatWrong || code == ErrorCode::FormatNewer;
        if (pointer != "/model_hash" && pointer != "/plan/micro_batch") {
            QVERIFY2(schemaTakesIt != readerRefusesField, (pointer + " = " + wrong).c_str());
            ++compared;
        }
    });
    QVERIFY(compared > 500);
}

void PlanFileTest::clustersAreReadFromShortFormOrFile()
{
    const auto shortForm = readCluster("4xcpu:8GiB");
    QVERIFY2(shortForm, qPrintable(errorOf(shortForm)));
    QCOMPARE(shortForm->devices(), 4);
    QCOMPARE(readCluster("4xnothing").error().code, ErrorCode::DeviceTypeUnknown);
    QCOMPARE(readCluster("four GPUs").error().code, ErrorCode::ClusterMalformed);
    QCOMPARE(readCluster("missing.json").error().code, ErrorCode::FileNotReadable);

    const QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& text) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(text)) > 0;
    };
    RandomValues random(51);
    const Cluster cluster = random.cluster();
    QVERIFY(write("cluster", writeCluster(cluster)));
    Cluster large = parseCluster("2x8xH100-80GB").value();
    large.groups.front().nodes = (1 << 17) / 8;
    QVERIFY(write("large.json", writeCluster(large)));
    QCOMPARE(readCluster(folder.filePath("large.json").toStdString())->devices(), 1 << 17);
    large.groups.front().nodes += 1;
    QVERIFY(write("too large.json", writeCluster(large)));
    QCOMPARE(readCluster(folder.filePath("too large.json").toStdString()).error().code, ErrorCode::FieldOutOfRange);
    QVERIFY(write("newer.json", replaced(writeCluster(cluster), "\"version\": 2", "\"version\": 3")));
    QVERIFY(write("plan.json", R"({"format": "stagecraft-plan", "version": 1})"));
    const auto read = readCluster(folder.filePath("cluster").toStdString());
    QVERIFY2(read, qPrintable(errorOf(read)));
    QVERIFY(*read == cluster);
    QCOMPARE(readCluster(folder.filePath("newer.json").toStdString()).error().code, ErrorCode::FormatNewer);
    QCOMPARE(readCluster(folder.filePath("plan.json").toStdString()).error().code, ErrorCode::FormatWrong);
    for (const auto& [name, expected] : {std::pair {"large.json", true}, {"newer.json", true}, {"plan.json", false}}) {
        QCOMPARE(isClusterFile(folder.filePath(name).toStdString()), expected);
    }
    QVERIFY(!isClusterFile(folder.filePath("missing.json").toStdString()));
    // A pipe delivers its content once, so nothing reads it before the reader.
    const std::string pipe = folder.filePath("pipe.json").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QElapsedTimer waited;
    waited.start();
    QVERIFY(!isPlanFile(pipe) && !isClusterFile(pipe));
    QVERIFY(waited.elapsed() < 5000);
}

QTEST_GUILESS_MAIN(PlanFileTest)
#include "tst_planfile.moc"
