// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// TorchScript models as values: the core's handling of a description, without libtorch.
#include "core/base/english.h"
#include "core/base/sha256.h"
#include "core/cost/prior/analyticcost.h"
#include "core/hardware/catalogue.h"
#include "core/json/codec.h"
#include "core/measuring/plan.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/model/summary.h"
#include "core/protocol/message.h"
#include "core/store/workspace.h"
#include "tests/support/chains.h"
#include "tests/support/schema.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

using namespace stagecraft;
using stagecraft::testing::errorOf;
using stagecraft::testing::SchemaFolder;

namespace {

ScriptedLayer child(const std::string& name, const std::string& code)
{
    ScriptedLayer layer;
    layer.file = "/models/net.pt";
    layer.file_hash = "f11e";
    layer.child = name;
    layer.type = "Block";
    layer.code_hash = code;
    layer.parameters = {{"up.weight", {16, 8}}, {"up.bias", {16}}};
    layer.buffers = Bytes(24);
    layer.input = {4, 8};
    layer.output = {4, 8};
    return layer;
}

// Two equal blocks between a first child with numbers as input and one that returns the loss.
Model net()
{
    ScriptedLayer first = child("stem", "c0");
    first.takes_sample = true;
    ScriptedLayer last = child("end", "c2");
    last.gives_loss = true;
    last.output = {};
    Model model;
    model.name = "net";
    model.family = "torchscript";
    model.source = "/models/net.pt";
    model.sample = SampleKind::Opaque;
    model.default_sequence = model.longest_sequence = 1;
    model.layers = {{"stem", first}, {"a", child("a", "c1")}, {"b", child("b", "c1")}, {"end", last}};
    return model;
}

Workload workload()
{
    Workload workload;
    workload.sequence = 1;
    return workload;
}

}

class ScriptTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hashesAsTheStandardSays();
    void readsExampleInputs();
    void hasShapesAndParameters();
    void equalChildrenShareAPoint();
    void autocastDecidesWhatFollows();
    void freezesByName();
    void asksForTrust();
    void saysHowToProfile();
    void staysWhatItIsInJson();
    void refusesImpossibleShapes();
    void workspaceKeepsDescriptions();
    void workGivesTimes();
};

// Hashes match the examples of FIPS 180-4's secure hash standard, and lengths around a block.
void ScriptTest::hashesAsTheStandardSays()
{
    QCOMPARE(sha256Of(std::string_view("")),
             std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256Of(std::string_view("abc")),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(sha256Of(std::string_view("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
             std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    QCOMPARE(sha256Of(std::string(1'000'000, 'a')),
             std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
    const std::string text(200, 'x');
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Sha256 hash;
        hash.add(std::string_view(text).substr(0, cut));
        hash.add(std::string_view(text).substr(cut));
        QCOMPARE(hash.finish(), sha256Of(text));
    }
}

void ScriptTest::readsExampleInputs()
{
    for (const char* text : {"8", "3x224x224", "tokens:512:50257"}) {
        const auto input = parseExampleInput(text);
        QVERIFY2(input, text);
        QCOMPARE(exampleInputText(*input), std::string(text));
    }
    QVERIFY((parseExampleInput("tokens:512:50257") == ExampleInput {{512}, 50257}));
    for (const char* text : {"", "x", "3x", "x3", "0x3", "-1", "3,4", "3x4 ", "tokens:", "tokens:512", "tokens:1:2:3",
                             "tokens:0:5", "99999999999", "1x1x1x1x1x1x1x1x1"}) {
        QVERIFY2(!parseExampleInput(text), text);
    }
}

void ScriptTest::hasShapesAndParameters()
{
    const Model model = net();
    const auto shapes = boundaryShapes(model, 3, 1);
    QVERIFY2(shapes, qPrintable(errorOf(shapes)));
    const Boundary state {Shape {3, 4, 8}};
    QVERIFY((*shapes == std::vector<Boundary> {state, state, state, state, {Shape()}}));
    QCOMPARE(parameterCount(model), std::int64_t(4 * (16 * 8 + 16)));
    QCOMPARE(bufferBytes(model.layers[0].spec), Bytes(24));
    QVERIFY(beginsChain(model.layers[0].spec) && !beginsChain(model.layers[1].spec));
    QVERIFY(endsInLoss(model.layers[3].spec) && !endsInLoss(model.layers[2].spec));
    const auto summary = summarize(model, 3, 1);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QVERIFY(!summary->forward); // not counted
    QCOMPARE(summary->layers[1].output, Bytes(3 * 4 * 8 * 4));
    const auto groups = equalNeighbors(model, *summary);
    QVERIFY((groups == std::vector<LayerGroup> {{0, 1}, {1, 2}, {3, 1}}));

    Model torn = model;
    std::get<ScriptedLayer>(torn.layers[2].spec).input = {5};
    const auto refused = boundaryShapes(torn, 3, 1);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::LayerMismatch);
    QVERIFY(refused.error().where.find("\"b\"") != std::string::npos);
}

void ScriptTest::equalChildrenShareAPoint()
{
    Model elsewhere = net();
    for (Layer& layer : elsewhere.layers) {
        std::get<ScriptedLayer>(layer.spec).file = "/elsewhere/other.pt";
        std::get<ScriptedLayer>(layer.spec).file_hash = "07e4";
    }
    const auto here = chainPoints(net(), workload(), 2);
    const auto there = chainPoints(elsewhere, workload(), 2);
    QVERIFY(here && there);
    for (std::size_t i = 0; i < here->size(); ++i) {
        QCOMPARE(pointKey((*here)[i]), pointKey((*there)[i]));
        QVERIFY(pointKey((*here)[i]).find("/models") == std::string::npos);
    }
    QCOMPARE(pointKey((*here)[1]), pointKey((*here)[2]));
    QVERIFY(pointKey((*here)[0]) != pointKey((*here)[1]));
    ProfileRequest request {net(), workload(), {1, 2}, {1}};
    QCOMPARE(pointsOf(request).size(), std::size_t(2 * 3));
}

void ScriptTest::autocastDecidesWhatFollows()
{
    Model model = net();
    std::get<ScriptedLayer>(model.layers[0].spec).low_under_autocast = true;
    Workload autocast = workload();
    autocast.precision = Precision::Bf16Autocast;
    const auto points = chainPoints(model, autocast, 1);
    QVERIFY(points);
    QCOMPARE((*points)[0].input_type, NumberType::Fp32);
    QCOMPARE((*points)[1].input_type, NumberType::Bf16);
    QCOMPARE((*points)[2].input_type, NumberType::Fp32);
    autocast.precision = Precision::Bf16Master;
    QCOMPARE(chainPoints(model, autocast, 1)->at(2).input_type, NumberType::Bf16);
}

void ScriptTest::freezesByName()
{
    const auto trained = withTrainable(net(), *parseTrainable("b.up.*"));
    QVERIFY2(trained, qPrintable(errorOf(trained)));
    QVERIFY(!learns(trained->layers[1].spec) && learns(trained->layers[2].spec));
    QVERIFY(signatureOf(trained->layers[1].spec) != signatureOf(trained->layers[2].spec));
    // Parameters that the file froze stay frozen.
    Model frozen = net();
    std::get<ScriptedLayer>(frozen.layers[2].spec).parameters[0].trainable = false;
    const auto still = withTrainable(frozen, *parseTrainable("b.up.*"));
    QVERIFY(!std::get<ScriptedLayer>(still->layers[2].spec).parameters[0].trainable);
    QCOMPARE(withTrainable(net(), *parseTrainable("nothing")).error().code, ErrorCode::OptionUnsupported);
    QCOMPARE(withTrainable(net(), *parseTrainable("lora:8")).error().code, ErrorCode::OptionUnsupported);
    QCOMPARE(shardOf(net(), {2, 1, false}).error().code, ErrorCode::OptionUnsupported);
}

void ScriptTest::asksForTrust()
{
    ProfileRequest request {net(), workload(), {1}, {1}};
    QCOMPARE(validate(request).error().code, ErrorCode::ScriptUntrusted);
    QCOMPARE(validate(request).error().where, std::string("/models/net.pt"));
    request.trust = true;
    QVERIFY(validate(request));
    QCOMPARE(validate(DescribeRequest {"/models/net.pt", {{8}, 0}, false}).error().code, ErrorCode::ScriptUntrusted);
    QCOMPARE(validate(DescribeRequest {"/models/net.pt", {{1 << 20, 1 << 20}, 0}, true}).error().code,
             ErrorCode::OptionOutOfRange);
    QVERIFY(validate(DescribeRequest {"/models/net.pt", {{8}, 0}, true}));
    // The suffix decides; such a file is not read as a config.
    QCOMPARE(readModel("model.PT").error().code, ErrorCode::ScriptUntrusted);
    QVERIFY(!isTorchScript("zoo:gpt2") && !isTorchScript("config.json"));
}

void ScriptTest::saysHowToProfile()
{
    const auto chain = CostModel(net(), workload(), {}).chain(2, testing::deviceOf(DeviceKind::Cpu));
    QVERIFY(!chain);
    const std::string text = describe(chain.error());
    QVERIFY2(text.find("profile /models/net.pt --trust --input 4x8 --micro-batch 2") != std::string::npos,
             text.c_str());
}

void ScriptTest::staysWhatItIsInJson()
{
    Model model = net();
    auto& tied = std::get<ScriptedLayer>(model.layers[1].spec);
    tied.parameters[0].shared = "stem.up.weight";
    tied.parameters[1].trainable = false;
    const auto read = readJson<Model>(jsonText(encodeJson(model)), "model");
    QVERIFY2(read, qPrintable(errorOf(read)));
    QVERIFY(*read == model);
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    const WorkerRequest request {"job", {}, {}, {}, DescribeRequest {"/models/net.pt", {{512}, 50257}, true}};
    const std::string text = encode(request);
    QCOMPARE(schemas.complaint("request.schema.json", nlohmann::json::parse(text)), std::string());
    const auto decoded = decodeRequest(text, "request");
    QVERIFY2(decoded, qPrintable(errorOf(decoded)));
    QVERIFY(decoded->describe == request.describe && !decoded->probe);
    auto both = nlohmann::json::parse(text);
    both["probe"] = encodeJson(ProbeRequest {});
    QCOMPARE(decodeRequest(both.dump(), "request").error().code, ErrorCode::FieldInconsistent);
}

// Impossible shapes are rejected: products of lengths from a file must not overflow.
void ScriptTest::refusesImpossibleShapes()
{
    const auto json = encodeJson(net());
    for (const char* field : {"input", "output"}) {
        auto changed = json;
        changed["layers"][1][field] = {2147483647, 2147483647, 2147483647};
        QCOMPARE(readJson<Model>(changed.dump(), "model").error().code, ErrorCode::FieldOutOfRange);
    }
    auto changed = json;
    changed["layers"][1]["tensors"][0]["shape"] = {2147483647, 2147483647, 2147483647};
    QCOMPARE(readJson<Model>(changed.dump(), "model").error().code, ErrorCode::FieldOutOfRange);
}

void ScriptTest::workspaceKeepsDescriptions()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("w.stagecraft").toStdString();
    {
        auto workspace = Workspace::create(path);
        QVERIFY(workspace);
        QVERIFY(!workspace->description("f11e").value());
        QVERIFY(workspace->keepDescription(net()));
        QCOMPARE(workspace->keepDescription(readModel("zoo:resnet18").value()).error().code,
                 ErrorCode::OptionUnsupported);
        Model again = net();
        again.name = "again";
        QVERIFY(workspace->keepDescription(again));
    }
    const auto workspace = Workspace::open(path, OpenMode::ReadOnly);
    QVERIFY(workspace);
    QCOMPARE(workspace->description("f11e").value()->name, std::string("again"));
    QVERIFY(!workspace->description("0000").value());
}

QTEST_GUILESS_MAIN(ScriptTest)
// A dry run has no times: they follow from the work in the file and the rate of the device.
void ScriptTest::workGivesTimes()
{
    const DeviceType device = catalogue().find("H100-80GB")->device;
    ScriptedLayer layer = child("a", "c1");
    const auto timed = [&](std::int64_t samples) {
        Workload bf16 = workload();
        bf16.precision = Precision::Bf16Autocast;
        Model model = net();
        model.layers[1].spec = layer;
        return timedByFormulas({}, chainPoints(model, bf16, samples).value()[1], device);
    };
    QVERIFY(!timed(1));
    constexpr double flops = 1e15; // large enough to dominate
    layer.work = ScriptedWork {{0, flops, 0, 1, 1}, {0, 2 * flops, 0, 1, 1}};
    const auto one = timed(1);
    const auto four = timed(4);
    QVERIFY(one && four);
    QVERIFY(one->forward.median >= Seconds(flops / peakOf(device, ProductType::Bf16)->value));
    QVERIFY(four->forward.median > one->forward.median * 3);
    QVERIFY(one->backward.median > one->forward.median * 1.5);
}

#include "tst_scriptmodels.moc"
