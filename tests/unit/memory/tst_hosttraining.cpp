// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/memory/outofcore/averaging.h"
#include "core/memory/outofcore/compression.h"
#include "core/memory/outofcore/karmadistributed.h"
#include "core/simulation/collectives.h"
#include "tests/support/blocks.h"

#include <QTest>

#include <tuple>

using namespace stagecraft;
using namespace stagecraft::testing;

class HostTrainingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void iterationByHand();
    void nothingIsFasterThanItsResources();
    void theBottleneckIsNamed_data();
    void theBottleneckIsNamed();
    void bytesOfAParameter();
    void exchangeIsTheRingOfTheCollectives();
    void averagingSharesItsExchange();
    void compressedBytesByHand();
    void codecsTakeTheirTraffic();
    void warningsFitTheCompressor();
    void someMakeNothingSmaller();
};

namespace {

bool near(Seconds a, Seconds b)
{
    return std::abs((a - b).value) <= 1e-9 * std::max(1.0, b.value);
}

HostTraining generous()
{
    HostTraining training;
    training.nodes = 4;
    training.network = BytesPerSecond(1e15);
    training.host_memory = BytesPerSecond(1e15);
    return training;
}

std::vector<OutOfCoreBlock> twoBlocks()
{
    auto blocks = blocksLike({1, 1}, {1, 1});
    for (OutOfCoreBlock& block : blocks) {
        block.parameters = 500'000'000;
        block.weights = Bytes(1'000'000'000);
    }
    return blocks;
}

}

// The iteration equals the one calculated by hand. Two blocks, all kept: forward to 2, backward to 4 and to 6. Each
// gradient is 1 GB: sent at 1 GB/s from 4 to 5 and from 6 to 7; between two nodes at 2 GB/s in 0.5 s; the update reads
// and writes 15 GB at 30 GB/s in 0.5 s; returned in 1 s. The second block: sent 5, exchanged 5.5, updated 6, returned
// 7. The first: sent 7, exchanged 7.5, updated 8, returned 9.
void HostTrainingTest::iterationByHand()
{
    HostTraining training;
    training.nodes = 2;
    training.network = BytesPerSecond(2e9);
    training.host_memory = BytesPerSecond(30e9);
    const auto step = hostStep(twoBlocks(), *labelsOf("KK"), rulesOf(4, 1), training);
    QVERIFY(step);
    QVERIFY(near(step->iteration, Seconds(9)));
    QVERIFY(step->bottleneck == HostResource::Compute);
    QVERIFY(near(step->tail, Seconds(3)));
    QVERIFY(near(step->busyOf(HostResource::ToHost), Seconds(2)));
    QVERIFY(near(step->busyOf(HostResource::Network), Seconds(1)));
    QVERIFY(near(step->busyOf(HostResource::Optimizer), Seconds(1)));
    // Both gradients in one phase: the exchange waits for the first block's, so all weights return one after another.
    training.phase = Bytes(2'000'000'000);
    const auto together = hostStep(twoBlocks(), *labelsOf("KK"), rulesOf(4, 1), training);
    QVERIFY(near(together->iteration, Seconds(7 + 1 + 0.5 + 1 + 1)));
}

void HostTrainingTest::nothingIsFasterThanItsResources()
{
    std::mt19937 random(1);
    int played = 0;
    for (int round = 0; round < 1000; ++round) {
        RandomCase one = randomCase(random, 1 + round % 9, round % 2 == 0);
        for (OutOfCoreBlock& block : one.blocks) {
            block.parameters = block.weights.value / 2;
        }
        const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        HostTraining training;
        training.nodes = 1 + upTo(7);
        training.devices_per_node = 1 + upTo(3);
        training.network = BytesPerSecond(1e3 * (1 + upTo(50)));
        training.latency = Seconds(1e-5 * upTo(10));
        training.host_memory = BytesPerSecond(1e4 * (1 + upTo(50)));
        training.phase = Bytes(upTo(500));
        const BlockLabels labels = randomLabels(random, one.blocks.size());
        const auto step = hostStep(one.blocks, labels, one.rules, training);
        if (!step) {
            continue;
        }
        ++played;
        QVERIFY(step->iteration >= *stepTime(one.blocks, labels, one.rules));
        for (const Seconds busy : step->busy) {
            QVERIFY(step->iteration >= busy * (1 - 1e-12));
        }
        QVERIFY(step->tail >= Seconds(0));
        // Only the transfers of the first block's gradient and weights remain if all other resources are infinitely
        // fast.
        HostTraining fast = generous();
        const auto alone = hostStep(one.blocks, labels, one.rules, fast);
        QVERIFY(alone->iteration <= step->iteration * (1 + 1e-9));
    }
    QVERIFY(played > 300);
}

void HostTrainingTest::theBottleneckIsNamed_data()
{
    QTest::addColumn<double>("link");
    QTest::addColumn<double>("network");
    QTest::addColumn<double>("host_memory");
    QTest::addColumn<int>("expected");
    QTest::newRow("compute") << 100.0 << 1e6 << 1e6 << int(HostResource::Compute);
    QTest::newRow("network") << 100.0 << 0.01 << 1e6 << int(HostResource::Network);
    QTest::newRow("optimizer") << 100.0 << 1e6 << 0.1 << int(HostResource::Optimizer);
    // equal in both directions: the first one counts
    QTest::newRow("link") << 0.01 << 1e6 << 1e6 << int(HostResource::ToHost);
}

void HostTrainingTest::theBottleneckIsNamed()
{
    QFETCH(double, link);
    QFETCH(double, network);
    QFETCH(double, host_memory);
    QFETCH(int, expected);
    HostTraining training;
    training.nodes = 2;
    training.network = BytesPerSecond(network * 1e9);
    training.host_memory = BytesPerSecond(host_memory * 1e9);
    const auto step = hostStep(twoBlocks(), *labelsOf("KK"), rulesOf(4, link), training);
    QCOMPARE(int(step->bottleneck), expected);
}

// Four equal blocks: all weights (2) and the gradients of two of four blocks; streamed: both for two blocks.
void HostTrainingTest::bytesOfAParameter()
{
    auto blocks = blocksLike({1, 1, 1, 1}, {1, 1, 1, 1});
    for (OutOfCoreBlock& block : blocks) {
        block.parameters = 50'000'000;
        block.weights = Bytes(100'000'000);
    }
    StreamRules rules = rulesOf(6, 10);
    const auto whole = hostStep(blocks, *labelsOf("KKKK"), rules, generous());
    QCOMPARE(whole->device_bytes, 2.0 + 2.0 / 2);
    QCOMPARE(whole->host_bytes, 12.0);
    rules.stream_weights = true;
    HostTraining wide = generous();
    wide.fp32_gradients = true;
    const auto streamed = hostStep(blocks, *labelsOf("KKKK"), rules, wide);
    QCOMPARE(streamed->device_bytes, 2.0 / 2 + 2.0 / 2);
    QCOMPARE(streamed->host_bytes, 16.0);
}

void HostTrainingTest::exchangeIsTheRingOfTheCollectives()
{
    HostTraining training;
    training.network = BytesPerSecond(12.5e9);
    training.latency = Seconds(3e-6);
    for (training.nodes = 1; training.nodes < 20; ++training.nodes) {
        const Seconds ring = ringAllReduce(Bytes(1 << 20), training.nodes, {training.network, training.latency});
        QVERIFY(near(hostExchange(Bytes(1 << 20), training), ring));
    }
    training.host_memory = BytesPerSecond(30e9);
    QVERIFY(near(hostUpdate(1'000'000'000, training), Seconds(1)));
    training.devices_per_node = 4; // four gradients are read, one is written
    QVERIFY(near(hostUpdate(1'000'000'000, training), Seconds(1 + 10.0 / 30)));
}

void HostTrainingTest::averagingSharesItsExchange()
{
    QCOMPARE(averagingTime(Seconds(8), 4).value, 2.0);
    QCOMPARE(averagingTime(Seconds(8), 1).value, 8.0);
    QCOMPARE(averagingTime(Seconds(8), 0).value, 8.0);
}

// A million 16-bit values.
void HostTrainingTest::compressedBytesByHand()
{
    const Bytes plain(2'000'000);
    Compressor compressor;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(2'000'000));
    compressor.kind = CompressorKind::Quantise;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(1'000'000 + 4));
    compressor.bits = 4;
    compressor.group = 128;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(500'000 + 7813 * 4));
    compressor.kind = CompressorKind::TopK;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(100'000 * 6));
    compressor.fraction = 0.5; // more than the original
    QVERIFY(compressionRatio(compressor, plain) < 1);
    compressor.kind = CompressorKind::RandomK;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(500'000 * 2 + 8));
    compressor.kind = CompressorKind::AutoEncoder;
    compressor.width = 1024;
    compressor.code = 100;
    QCOMPARE(compressedBytes(compressor, plain).value, std::int64_t(195'313));
    QVERIFY(std::abs(compressionRatio(compressor, plain) - 10.24) < 1e-4);
    QCOMPARE(compressedBytes(compressor, Bytes(0)).value, std::int64_t(0));
}

void HostTrainingTest::codecsTakeTheirTraffic()
{
    const Bytes plain(2'000'000);
    CodecDevice device {BytesPerSecond(1e9), FlopsPerSecond(1e12)};
    Compressor compressor;
    QCOMPARE(codecTime(compressor, plain, device).encode.value, 0.0);
    compressor.kind = CompressorKind::RandomK;
    compressor.fraction = 0.25;
    const double after = 500'008;
    QVERIFY(near(codecTime(compressor, plain, device).encode, Seconds(2 * after / 1e9)));
    QVERIFY(near(codecTime(compressor, plain, device).decode, Seconds((after + 2e6) / 1e9)));
    compressor.kind = CompressorKind::TopK;
    QVERIFY(near(codecTime(compressor, plain, device).encode, Seconds((5 * 2e6 + 1.5e6) / 1e9)));
    // A product of a million by 2048, 2 operations each: longer than its memory traffic.
    compressor.kind = CompressorKind::AutoEncoder;
    compressor.width = 4096;
    compressor.code = 2048;
    QVERIFY(near(codecTime(compressor, plain, device).encode, Seconds(4.096e9 / 1e12)));
    device.encoding = BytesPerSecond(2e8); // measured rate
    QVERIFY(near(codecTime(compressor, plain, device).encode, Seconds(0.01)));
    QVERIFY(near(codecTime(compressor, plain, device).decode, Seconds(4.096e9 / 1e12)));
    const CompressedTraffic traffic = compressedTraffic(compressor, plain, device);
    QCOMPARE(traffic.bytes.value, std::int64_t(1'000'000));
    QVERIFY(traffic.codec == codecTime(compressor, plain, device));
}

void HostTrainingTest::warningsFitTheCompressor()
{
    Compressor compressor;
    QVERIFY(accuracyWarning(compressor) == AccuracyWarning::None && warningOf(compressor).empty());
    compressor.kind = CompressorKind::Quantise;
    QVERIFY(accuracyWarning(compressor) == AccuracyWarning::Rounding);
    QVERIFY(describe(warningOf(compressor)).starts_with("values are rounded"));
    compressor.kind = CompressorKind::AutoEncoder;
    QVERIFY(accuracyWarning(compressor) == AccuracyWarning::Learned);
    for (const CompressorKind kind : {CompressorKind::TopK, CompressorKind::RandomK}) {
        compressor.kind = kind;
        compressor.fraction = 0.1;
        QVERIFY(accuracyWarning(compressor) == AccuracyWarning::Dropping);
        QVERIFY(describe(warningOf(compressor)).starts_with("90.0 % of the values are replaced by zero"));
        compressor.fraction = 0.75;
        QVERIFY(describe(warningOf(compressor)).starts_with("25.0 % of the values are replaced by zero"));
        compressor.fraction = 1;
        QVERIFY(warningOf(compressor).empty());
    }
}

// Some compressors save nothing: four bytes of index for each value of two or four; whole values only; bits; a code of
// width h.
void HostTrainingTest::someMakeNothingSmaller()
{
    const auto smaller = [](const char* text, Precision precision) {
        return makesSmaller(compressorFor(parseCompressor(text).value(), precision));
    };
    for (const auto& [text, fp32, half] : {std::tuple {"top-k:0.9", false, false},
                                           {"top-k:0.5", false, false},
                                           {"top-k:0.49", true, false},
                                           {"top-k:0.33", true, true},
                                           {"random-k:0.99", true, true},
                                           {"random-k:1", false, false},
                                           {"quantise:16", true, false},
                                           {"quantise:15", true, true},
                                           {"quantise:15/8", true, false},
                                           {"auto-encoder:8/8", false, false},
                                           {"auto-encoder:8/7", true, true}}) {
        QVERIFY2(smaller(text, Precision::Fp32) == fp32, text);
        QVERIFY2(smaller(text, Precision::Bf16Master) == half, text);
    }
}

QTEST_APPLESS_MAIN(HostTrainingTest)
#include "tst_hosttraining.moc"
