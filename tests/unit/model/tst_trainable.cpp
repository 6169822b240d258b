// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/codec.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/model/trainable.h"
#include "core/profile/measurement.h"
#include "tests/support/chains.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class TrainableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textReadsBack_data();
    void textReadsBack();
    void badTextIsRefused_data();
    void badTextIsRefused();
    void patternsChoose();
    void sharedTensorsLearnTogether();
    void loraByHand();
    void loraTargets();
    void loraOfTooHighARankIsRefused();
    void loraLeavesExpertsFrozen();
    void layersBehindFrozenOnesTakeNoGradient();
    void nothingNamedIsAnError();
    void frozenLayersSurviveJson();
};

namespace {

// 2 blocks of width 32 with 4 heads; vocabulary 100, 64 positions.
Model tiny()
{
    return readModel(TEST_DATA "/models/gpt2-tiny.json").value();
}

std::int64_t learning(const Model& model)
{
    std::int64_t count = 0;
    for (const Layer& layer : model.layers) {
        for (const ParameterTensor& tensor : parameterTensors(layer.spec)) {
            count += tensor.trainable ? elementCount(tensor.shape) : 0;
        }
    }
    return count;
}

Model with(const char* text)
{
    return withTrainable(tiny(), *parseTrainable(text)).value();
}

std::int64_t linearSides(const LayerSpec& spec)
{
    std::int64_t sum = 0;
    for (const Statement& statement : std::get<Program>(spec).statements()) {
        if (const auto* linear = std::get_if<Linear>(&statement.op)) {
            sum += linear->in + linear->out;
        }
    }
    return sum;
}

}

void TrainableTest::textReadsBack_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"all", "lora:8", "lora:8:*.query,*.value", "*.bias", "block.0.*,head.*"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void TrainableTest::textReadsBack()
{
    QFETCH(QString, text);
    const auto read = parseTrainable(text.toStdString());
    QVERIFY(read);
    QCOMPARE(QString::fromStdString(trainableText(*read)), text);
    Workload workload;
    workload.trainable = *read;
    QCOMPARE(decodeJson<Workload>(encodeJson(workload), "workload"), workload);
}

void TrainableTest::badTextIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "lora:", "lora:0", "lora:-3", "lora:x", "lora:8:", "lora:8x", "lora:99999999999999999999"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void TrainableTest::badTextIsRefused()
{
    QFETCH(QString, text);
    QVERIFY(!parseTrainable(text.toStdString()));
}

void TrainableTest::patternsChoose()
{
    const std::int64_t all = learning(tiny());
    QCOMPARE(learning(with("*")), all);
    QCOMPARE(learning(with("all")), all);
    const Model biases = with("*.bias");
    for (const Layer& layer : biases.layers) {
        for (const ParameterTensor& tensor : parameterTensors(layer.spec)) {
            QCOMPARE(tensor.trainable, tensor.name.ends_with(".bias"));
        }
    }
    // Only the second block differs from the first.
    const Model second = with(qPrintable(QString::fromStdString(tiny().layers[2].name) + QStringLiteral(".*")));
    QVERIFY(!learns(second.layers[1].spec));
    QVERIFY(learns(second.layers[2].spec));
    QCOMPARE(learning(second), parameterCount(tiny().layers[2].spec));
    QVERIFY(signatureOf(second.layers[1].spec) != signatureOf(second.layers[2].spec));
}

void TrainableTest::sharedTensorsLearnTogether()
{
    const Model model = with("head.*");
    QVERIFY(learns(model.layers.front().spec)); // the table is the projection's weight
    QCOMPARE(sharedTrainableCount(model.layers.front().spec), sharedTrainableCount(model.layers.back().spec));
    QVERIFY(!learns(model.layers[1].spec));
}

// Each linear layer [out, in] gets rank x (in + out) LoRA parameters; only these are trainable.
void TrainableTest::loraByHand()
{
    const Model base = tiny();
    const Model lora = with("lora:4");
    QCOMPARE(learning(lora), 4 * 2 * linearSides(base.layers[1].spec));
    QCOMPARE(parameterCount(lora), parameterCount(base) + learning(lora));
    QVERIFY(!learns(lora.layers.front().spec));
    QVERIFY(!learns(lora.layers.back().spec)); // the projection onto the classes
    QCOMPARE(boundaryShapes(lora, 2, 8).value(), boundaryShapes(base, 2, 8).value());
    QCOMPARE(sharedTrainableCount(lora.layers.front().spec), std::int64_t(0));
    QVERIFY(sharedParameterCount(lora.layers.front().spec) > 0);
}

void TrainableTest::loraTargets()
{
    std::vector<std::string> names;
    const Model model = tiny();
    for (const Statement& statement : std::get<Program>(model.layers[1].spec).statements()) {
        if (std::holds_alternative<Linear>(statement.op)) {
            names.push_back(statement.name);
        }
    }
    const Model lora = with(("lora:4:*." + names.front()).c_str());
    std::vector<std::string> adapted;
    for (const Statement& statement : std::get<Program>(lora.layers[1].spec).statements()) {
        if (isAdapter(statement.name)) {
            adapted.push_back(statement.name);
        }
    }
    QCOMPARE(adapted, (std::vector<std::string> {names.front() + ".lora_a", names.front() + ".lora_b"}));
}

void TrainableTest::loraOfTooHighARankIsRefused()
{
    QVERIFY(withTrainable(tiny(), *parseTrainable("lora:32")));
    for (const char* text : {"lora:33", "lora:99999", "lora:1099511627776"}) {
        const auto model = withTrainable(tiny(), *parseTrainable(text));
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::OptionOutOfRange);
        const QString rank = QString::fromLatin1(text).mid(5);
        QVERIFY2(errorOf(model).contains(QStringLiteral("is %1 but must be between 1 and 32").arg(rank)),
                 qPrintable(errorOf(model)));
    }
}

void TrainableTest::loraLeavesExpertsFrozen()
{
    const Model base = readModel(TEST_DATA "/configs/mixtral-8x7b.json").value();
    const Model lora = withTrainable(base, *parseTrainable("lora:8")).value();
    int experts = 0;
    std::set<std::string> adapted;
    for (const Statement& statement : std::get<Program>(lora.layers[1].spec).statements()) {
        if (std::holds_alternative<Experts>(statement.op)) {
            ++experts;
            QCOMPARE(statement.frozen.size(), parameterTensors(statement.op).size());
        } else if (statement.name.ends_with(".lora_a")) {
            adapted.insert(statement.name);
        }
    }
    QCOMPARE(experts, 1);
    QCOMPARE(adapted,
             (std::set<std::string> {"attention.key.lora_a", "attention.output.lora_a", "attention.query.lora_a",
                                     "attention.value.lora_a"}));
    QCOMPARE(withTrainable(base, *parseTrainable("lora:8:*experts*")).error().code, ErrorCode::OptionUnsupported);
}

void TrainableTest::layersBehindFrozenOnesTakeNoGradient()
{
    Workload workload;
    workload.sequence = 8;
    const auto whole = chainPoints(tiny(), workload, 1).value();
    for (const ProfilePoint& point : whole) {
        QVERIFY(point.input_gradient);
    }
    workload.trainable = *parseTrainable("lora:4");
    const auto points = chainPoints(tiny(), workload, 1).value();
    QVERIFY(!points[1].input_gradient); // only the frozen embedding precedes it
    QVERIFY(points[2].input_gradient);
    QVERIFY(points[3].input_gradient);
    QVERIFY(pointKey(points[1]) != pointKey(points[2]));
}

void TrainableTest::nothingNamedIsAnError()
{
    for (const char* text : {"nothing.*", "lora:4:nothing"}) {
        const auto model = withTrainable(tiny(), *parseTrainable(text));
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::OptionUnsupported);
        QVERIFY(errorOf(model).contains(QStringLiteral("such as"))); // the message contains an example
    }
    std::mt19937 random(1);
    QVERIFY(!withTrainable(randomTable(random, 3, false), *parseTrainable("*.bias")));
}

void TrainableTest::frozenLayersSurviveJson()
{
    const Model model = with("*.bias");
    QCOMPARE(decodeJson<Model>(encodeJson(model), "model"), model);
}

QTEST_GUILESS_MAIN(TrainableTest)
#include "tst_trainable.moc"
