// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The profiling strategies of mCAP and CAPSlog, as published.
#include "core/measuring/plan.h"
#include "core/profile/published.h"
#include "tests/support/chains.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class PublishedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runCounts_data();
    void runCounts();
    void runsCoverTheModel();
    void everyStatisticCanBeHad();
    void oursNeedsATenthOfTheLayerRuns();
    void tooFewLayersAreRefused();
};

void PublishedTest::runCounts_data()
{
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("mcap");
    QTest::addColumn<int>("capslog");
    // Counted with the authors' code; 24 and 8 runs are the published reduction of 67 %.
    QTest::newRow("8, 24") << 8 << 24 << 24 << 8;
    QTest::newRow("8, 42") << 8 << 42 << 42 << 15;
    QTest::newRow("8, 48") << 8 << 48 << 48 << 16;
    QTest::newRow("16, 48") << 16 << 48 << 43 << 8;
    QTest::newRow("16, 72") << 16 << 72 << 68 << 12;
    QTest::newRow("64, 300") << 64 << 300 << 295 << 11;
}

void PublishedTest::runCounts()
{
    QFETCH(int, devices);
    QFETCH(int, layers);
    QFETCH(int, mcap);
    QFETCH(int, capslog);
    QCOMPARE(static_cast<int>(mcapRuns(devices, layers)->size()), mcap);
    QCOMPARE(static_cast<int>(capslogRuns(devices, layers)->size()), capslog);
}

void PublishedTest::runsCoverTheModel()
{
    for (int devices = 3; devices <= 12; ++devices) {
        for (int layers = 2 * devices - 2; layers <= 60; ++layers) {
            for (const auto strategy : {mcapRuns, capslogRuns}) {
                const auto runs = strategy(devices, layers).value();
                for (const ProfilingRun& run : runs) {
                    QCOMPARE(std::accumulate(run.layers.begin(), run.layers.end(), 0), layers);
                    QVERIFY(static_cast<int>(run.layers.size()) <= devices);
                    QVERIFY(*std::min_element(run.layers.begin(), run.layers.end()) >= 0);
                }
            }
            const auto trimmed = capslogRuns(devices, layers).value();
            for (const ProfilingRun& run : trimmed) {
                for (const int stage : run.used_stages) {
                    QVERIFY(run.layers.at(static_cast<std::size_t>(stage)) <= 2);
                }
            }
        }
    }
}

// The runs provide all statistics: the peak of each layer alone on a device, and of a layer after others, with the same
// others alone.
void PublishedTest::everyStatisticCanBeHad()
{
    for (const auto& [devices, layers] : {std::pair(8, 24), std::pair(8, 42), std::pair(16, 48), std::pair(16, 72)}) {
        for (const auto strategy : {mcapRuns, capslogRuns}) {
            const auto runs = strategy(devices, layers).value();
            std::set<std::pair<int, int>> seen; // stages [first, last) with a known peak
            for (const ProfilingRun& run : runs) {
                int first = 0;
                for (std::size_t stage = 0; stage < run.layers.size(); ++stage) {
                    const bool used = std::find(run.used_stages.begin(), run.used_stages.end(), static_cast<int>(stage))
                        != run.used_stages.end();
                    if (used) {
                        seen.emplace(first, first + run.layers[stage]);
                    }
                    first += run.layers[stage];
                }
            }
            for (int layer = 0; layer < layers; ++layer) {
                QVERIFY2(seen.contains({layer, layer + 1}), QByteArray::number(layer));
                bool added = layer == 0;
                for (int first = 0; first < layer; ++first) {
                    added = added || (seen.contains({first, layer}) && seen.contains({first, layer + 1}));
                }
                QVERIFY2(added, QByteArray::number(layer));
            }
        }
    }
}

// Our profiler needs at most 10 % of mCAP's layer runs on models with 24 or more repeated blocks, which is its goal.
void PublishedTest::oursNeedsATenthOfTheLayerRuns()
{
    for (const int blocks : {24, 48, 96}) {
        const Model model = gptChain(blocks, 64, 4, 100, 64);
        Workload workload;
        workload.sequence = 64;
        const auto points = pointsOf({model, workload, {1, 2}, {64}, DeviceKind::Cpu, 0, {}});
        const auto theirs = layerRuns(*mcapRuns(8, blocks + 2));
        QVERIFY(10 * static_cast<std::int64_t>(points.size()) <= theirs);
        QVERIFY(static_cast<std::int64_t>(points.size()) <= layerRuns(*capslogRuns(8, blocks + 2)));
    }
}

void PublishedTest::tooFewLayersAreRefused()
{
    QCOMPARE(mcapRuns(8, 13).error().code, ErrorCode::OptionOutOfRange);
    QCOMPARE(capslogRuns(2, 24).error().code, ErrorCode::OptionOutOfRange);
    QVERIFY(mcapRuns(8, 14));
}

QTEST_APPLESS_MAIN(PublishedTest)
#include "tst_published.moc"
