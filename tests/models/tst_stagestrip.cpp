// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Geometry of layers and split points in the strip of stages, for any weights and sizes.
#include "ui/panes/stages/stagestriplayout.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace stagecraft;

class TestStageStrip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layersFillTheStripInOrder();
    void whatIsPointedAtIsFound();
    void aDraggedSplitPointGoesToTheNearestEdge();
    void layersWithoutWeightsShareTheRoom();
};

namespace {

StageStripLayout randomLayout(std::mt19937& random)
{
    const int layers = 2 + static_cast<int>(random() % 200);
    std::vector<double> weights;
    for (int l = 0; l < layers; ++l) {
        weights.push_back(random() % 5 == 0 ? 0 : std::exp(static_cast<double>(random() % 20)));
    }
    std::vector<int> split_points {0};
    for (int l = 1; l < layers; ++l) {
        if (random() % 7 == 0) {
            split_points.push_back(l);
        }
    }
    split_points.push_back(layers);
    const qreal width = 60 + static_cast<qreal>(random() % 1500);
    return StageStripLayout::build(weights, split_points, {12, 4, width, 50}, {12, 60, width, 30});
}

}

void TestStageStrip::layersFillTheStripInOrder()
{
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        const StageStripLayout layout = randomLayout(random);
        const int layers = static_cast<int>(layout.edges.size()) - 1;
        QVERIFY(qFuzzyCompare(layout.edges.front(), layout.strip.left()));
        QVERIFY(std::abs(layout.edges.back() - layout.strip.right()) < 1e-6);
        for (int l = 0; l < layers; ++l) {
            const qreal least = std::min(4.0, layout.strip.width() / 2 / layers);
            QVERIFY(layout.layer(l).width() > least - 1e-6);
        }
        for (int s = 1; s < layout.stages(); ++s) {
            QCOMPARE(layout.stage(s).left(), layout.stage(s - 1).right());
            QCOMPARE(layout.bar(s).left(), layout.stage(s).left());
        }
    }
}

void TestStageStrip::whatIsPointedAtIsFound()
{
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        const StageStripLayout layout = randomLayout(random);
        for (int l = 0; l + 1 < static_cast<int>(layout.edges.size()); ++l) {
            QCOMPARE(layout.layerAt(layout.layer(l).center()), l);
        }
        for (int s = 0; s < layout.stages(); ++s) {
            QCOMPARE(layout.stageAt(layout.stage(s).center()), s);
            QCOMPARE(layout.stageAt(layout.bar(s).center()), s);
            if (s > 0) {
                QCOMPARE(layout.splitPointAt({layout.stage(s).left(), 20}), s);
            }
        }
        // the start of the chain is not a split point
        QCOMPARE(layout.splitPointAt({layout.strip.left(), 20}) == 0, false);
        QCOMPARE(layout.layerAt({5, 20}), -1);
        QCOMPARE(layout.stageAt({100, 200}), -1);
    }
}

void TestStageStrip::aDraggedSplitPointGoesToTheNearestEdge()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        const StageStripLayout layout = randomLayout(random);
        for (std::size_t edge = 0; edge < layout.edges.size(); ++edge) {
            QCOMPARE(layout.splitPointFor(layout.edges[edge]), static_cast<int>(edge));
        }
        const qreal x = layout.strip.left() + static_cast<qreal>(random() % 1000) / 1000 * layout.strip.width();
        const qreal away = std::abs(layout.edges[static_cast<std::size_t>(layout.splitPointFor(x))] - x);
        for (const qreal edge : layout.edges) {
            QVERIFY(away <= std::abs(edge - x) + 1e-9);
        }
        QCOMPARE(layout.splitPointFor(-1e6), 0);
        QCOMPARE(layout.splitPointFor(1e6), static_cast<int>(layout.edges.size()) - 1);
    }
}

void TestStageStrip::layersWithoutWeightsShareTheRoom()
{
    const StageStripLayout layout = StageStripLayout::build({0, 0, 0, 0}, {0, 2, 4}, {0, 0, 400, 50}, {0, 60, 400, 20});
    for (int l = 0; l < 4; ++l) {
        QVERIFY(std::abs(layout.layer(l).width() - 100) < 1e-6);
    }
}

QTEST_APPLESS_MAIN(TestStageStrip)
#include "tst_stagestrip.moc"
