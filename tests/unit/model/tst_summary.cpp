// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The summary of a model: parameters, work and outputs of each layer, with equal neighbors grouped.
#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/model/summary.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class SummaryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void totalsBeyondIntegersAreRefused();
    void layersAddUp_data();
    void layersAddUp();
    void outputsAreFp32();
    void workAndOutputsGrowWithTheMicroBatch();
    void tablesHaveNoWork();
    void groupsAreTheChain();
    void groupsHoldEqualNeighborsOnly();
    void layersShareAName();
    void aSequenceThatDoesNotFitIsRefused();
};

void SummaryTest::layersAddUp_data()
{
    QTest::addColumn<QString>("source");
    for (const char* source : {"zoo:resnet50", "zoo:densenet121", "zoo:efficientnet_b0",
                               "zoo:gpt?layers=4&hidden=64&heads=4", TEST_DATA "/models/gpt2-tiny.json"}) {
        QTest::newRow(source) << QString::fromLatin1(source);
    }
}

void SummaryTest::layersAddUp()
{
    QFETCH(QString, source);
    const auto model = readModel(source.toStdString());
    QVERIFY2(model, qPrintable(errorOf(model)));
    const std::int64_t sequence = model->default_sequence;
    const auto summary = summarize(*model, 1, sequence);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QCOMPARE(summary->layers.size(), model->layers.size());
    std::int64_t parameters = 0;
    double work = 0;
    Bytes output;
    for (const LayerSummary& layer : summary->layers) {
        parameters += layer.parameters;
        work += layer.forward->value;
        output += layer.output;
    }
    std::int64_t shared = 0; // counted with each layer that uses it, and once in the model
    for (const Layer& layer : model->layers) {
        shared += sharedParameterCount(layer.spec);
    }
    QCOMPARE(summary->parameters, parameters - shared / 2);
    QCOMPARE(work, forwardFlops(*model, 1, sequence).value);
    QCOMPARE(summary->forward->value, work);
    QVERIFY(summary->output == output);
}

// Outputs are in fp32. By hand: two samples of 64 tokens, width 48, and a loss.
void SummaryTest::outputsAreFp32()
{
    const auto summary = summarize(gptChain(2, 48, 4, 100, 64), 2, 64).value();
    QCOMPARE(summary.layers[0].output.value, std::int64_t(2 * 64 * 48 * 4));
    QCOMPARE(summary.layers[1].output.value, std::int64_t(2 * 64 * 48 * 4));
    QCOMPARE(summary.layers.back().output.value, std::int64_t(4));
    QCOMPARE(summary.layers[0].forward->value, 0.0); // lookup and addition
    // The projection onto the vocabulary.
    QCOMPARE(summary.layers.back().forward->value, 2.0 * 2 * 64 * 48 * 100);
}

void SummaryTest::workAndOutputsGrowWithTheMicroBatch()
{
    const auto model = readModel("zoo:resnet50").value();
    const auto one = summarize(model, 1, 64).value();
    const auto four = summarize(model, 4, 64).value();
    for (std::size_t i = 0; i + 1 < one.layers.size(); ++i) { // the last layer is the loss: one number
        QVERIFY(four.layers[i].output == one.layers[i].output * 4);
        QCOMPARE(four.layers[i].forward->value, 4 * one.layers[i].forward->value);
        QCOMPARE(four.layers[i].parameters, one.layers[i].parameters);
    }
}

void SummaryTest::tablesHaveNoWork()
{
    std::mt19937 random(2);
    const Model model = randomTable(random, 6, false);
    const auto summary = summarize(model, 3, 1).value();
    QVERIFY(!summary.forward);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const auto& row = std::get<TableRow>(model.layers[i].spec);
        QVERIFY(!summary.layers[i].forward);
        QVERIFY(summary.layers[i].output == row.output * 3);
        QCOMPARE(summary.layers[i].parameters, row.parameters);
    }
}

void SummaryTest::groupsAreTheChain()
{
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        const Model model = randomTable(random, 1 + static_cast<int>(random() % 20), true);
        int next = 0;
        for (const LayerGroup& group : equalNeighbors(model, summarize(model, 1, 1).value())) {
            QCOMPARE(group.first, next);
            QVERIFY(group.count > 0);
            next = group.last() + 1;
        }
        QCOMPARE(next, static_cast<int>(model.layers.size()));
    }
}

void SummaryTest::groupsHoldEqualNeighborsOnly()
{
    const Model gpt = gptChain(12, 48, 4, 100, 64);
    const auto groups = equalNeighbors(gpt, summarize(gpt, 1, 64).value());
    QCOMPARE(groups, (std::vector<LayerGroup> {{0, 1}, {1, 12}, {13, 1}}));
    QCOMPARE(groupName(gpt, groups[0]), std::string("embedding"));
    QCOMPARE(groupName(gpt, groups[1]), std::string("block 0 .. block 11"));
    // A different layer between them splits the group.
    Model split = gpt;
    split.layers[5].spec = blockOf(48, 2, 192);
    QCOMPARE(equalNeighbors(split, summarize(split, 1, 64).value()).size(), std::size_t(5));
}

void SummaryTest::layersShareAName()
{
    Model model = gptChain(3, 48, 4, 100, 64);
    QCOMPARE(sharedName(model, {1, 2, 3}), std::string("block"));
    QCOMPARE(sharedName(model, {2}), std::string("block 1")); // a single layer
    QCOMPARE(sharedName(model, {1, 4}), std::string("block 0")); // and the head: no common name
    for (std::size_t i = 1; i < 4; ++i) {
        model.layers[i].name = "layers." + std::to_string(8 + i) + ".mlp";
    }
    QCOMPARE(sharedName(model, {1, 2, 3}), std::string("layers.*.mlp"));
}

void SummaryTest::aSequenceThatDoesNotFitIsRefused()
{
    QCOMPARE(summarize(readModel("zoo:vgg16").value(), 1, 8).error().code, ErrorCode::LayerMismatch);
}

// Totals beyond 64-bit integers are rejected: rows of 2^50 parameters and bytes.
void SummaryTest::totalsBeyondIntegersAreRefused()
{
    Model model;
    model.sample = SampleKind::Opaque;
    TableRow row;
    row.parameters = std::int64_t(1) << 50;
    row.output = Bytes(std::int64_t(1) << 50);
    model.layers.assign(3000, Layer {"layer", row});
    QVERIFY(summarize(model, 1, 1).value().parameters == 3000 * row.parameters);
    const auto larger = summarize(model, 1 << 20, 1);
    QVERIFY(!larger && larger.error().code == ErrorCode::OptionOutOfRange);
    model.layers.assign(10'000, Layer {"layer", row});
    const auto deeper = summarize(model, 1, 1);
    QVERIFY(!deeper && deeper.error().code == ErrorCode::OptionOutOfRange);
    QVERIFY(parameterCount(model) > 0);
}

QTEST_APPLESS_MAIN(SummaryTest)
#include "tst_summary.moc"
