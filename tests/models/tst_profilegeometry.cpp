// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Geometry of the charts in the profiles pane.
#include "ui/panes/profiles/chainlayout.h"
#include "ui/panes/profiles/plotlayout.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace stagecraft;

namespace {

const QRectF area(10, 20, 400, 300);

PlotSeries seriesOf(std::vector<PlotPoint> points)
{
    PlotSeries series;
    series.points = std::move(points);
    return series;
}

}

class TestProfileGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void microBatchesAreWholeNumbers();
    void everyPointAndItsSpreadIsInside();
    void thePointUnderTheMouseIsHit();
    void theLineUnderTheMouseIsHit();
    void bandsAreInThePlot();
    void nothingMeasuredHasAxesToo();
    void columnsTouchAndFillTheWidth();
    void longRunsLeaveRoomForSingleLayers();
    void barsAreAsHighAsTheirValues();
    void labelsDoNotTouch();
    void divisionsAreLeftOutWhereTheyTouch();
};

void TestProfileGeometry::microBatchesAreWholeNumbers()
{
    for (const double most : {1.0, 2.0, 3.0, 5.0, 16.0, 100.0, 1048576.0}) {
        const auto layout = PlotLayout::build({seriesOf({{1, 1, 0}, {most, 2, 0}})}, {}, area, 1);
        QCOMPARE(layout.x.from, 0.0);
        QVERIFY(layout.x.to >= most);
        QVERIFY(layout.x.ticks().size() <= 12);
        for (const double tick : layout.x.ticks()) {
            QCOMPARE(tick, std::round(tick));
        }
    }
}

void TestProfileGeometry::everyPointAndItsSpreadIsInside()
{
    std::mt19937 random(4);
    std::uniform_real_distribution<double> upTo(0, 1);
    for (int round = 0; round < 100; ++round) {
        const double unit = std::pow(10.0, upTo(random) * 12 - 6);
        std::vector<PlotPoint> points;
        for (int i = 0; i < 5; ++i) {
            points.push_back({1 + std::floor(upTo(random) * 64), upTo(random) * unit * 900, upTo(random) * unit * 50});
        }
        const auto layout = PlotLayout::build({seriesOf(points)}, {70}, area, unit);
        for (const PlotPoint& point : points) {
            QVERIFY(area.contains(layout.at(point.x, point.y)));
            QVERIFY(area.contains(layout.at(point.x, point.y + point.spread)));
        }
        QVERIFY(layout.at(70, 0).x() <= area.right()); // a mark without a point
        QVERIFY(layout.at(1, 0).x() > area.left());
    }
}

void TestProfileGeometry::thePointUnderTheMouseIsHit()
{
    const std::vector<PlotSeries> series {seriesOf({{1, 1, 0}, {2, 2, 0}}), seriesOf({{1, 3, 0}})};
    const auto layout = PlotLayout::build(series, {}, area, 1);
    QCOMPARE(layout.hit(series, layout.at(2, 2) + QPointF(3, -3), 10), (std::pair {0, 1}));
    QCOMPARE(layout.hit(series, layout.at(1, 3), 10), (std::pair {1, 0}));
    QCOMPARE(layout.hit(series, layout.at(1, 2), 10), (std::pair {-1, -1}));
}

void TestProfileGeometry::theLineUnderTheMouseIsHit()
{
    std::vector<PlotSeries> series {seriesOf({{1, 1, 0}, {9, 9, 0}}), seriesOf({{1, 3, 0}})};
    series[0].line = {{1, 1, 0}, {5, 5, 2}, {9, 9, 0}};
    const auto layout = PlotLayout::build(series, {}, area, 1);
    QCOMPARE(layout.hitLine(series, layout.at(5, 5) + QPointF(30, 5), 10), (std::pair {0, 1})); // nearest along x
    QCOMPARE(layout.hitLine(series, layout.at(5, 6.9), 1), (std::pair {0, 1})); // inside the band
    QCOMPARE(layout.hitLine(series, layout.at(5, 7.5), 1), (std::pair {-1, -1}));
    QCOMPARE(layout.hitLine(series, layout.at(1, 3), 10), (std::pair {-1, -1})); // a point without a line
    QCOMPARE(layout.hitLine(series, area.topLeft() - QPointF(1, 1), 1e6), (std::pair {-1, -1}));
}

void TestProfileGeometry::bandsAreInThePlot()
{
    PlotSeries one = seriesOf({{1, 1, 0}, {9, 9, 0}});
    one.line = {{1, 1, 0}, {5, 5, 8}, {9, 9, 0}};
    one.measured_from = 1;
    one.measured_to = 9;
    const auto layout = PlotLayout::build({one}, {}, area, 1);
    const QPolygonF band = layout.band(one);
    QCOMPARE(band.size(), 6);
    QVERIFY(area.contains(band.boundingRect()));
    QCOMPARE(band[1], layout.at(5, 13));
    QCOMPARE(band[4], layout.at(5, 0)); // times are not negative
    one.line[1].spread = 8000;
    const auto beyond = PlotLayout::build({one}, {}, area, 1); // points stay apart, even if values are unknown
    QVERIFY(beyond.at(9, 9).y() < area.center().y() + area.height() / 8);
    one.line[1].spread = 0;
    QVERIFY(layout.band(one).isEmpty());
}

void TestProfileGeometry::nothingMeasuredHasAxesToo()
{
    const auto layout = PlotLayout::build({}, {}, area, 1);
    QVERIFY(layout.x.to > layout.x.from && layout.y.to > layout.y.from);
    QVERIFY(std::isfinite(layout.at(0, 0).x()) && std::isfinite(layout.at(0, 0).y()));
}

void TestProfileGeometry::columnsTouchAndFillTheWidth()
{
    const auto layout = ChainLayout::build({1, 12, 1, 3, 96}, 3, area, 16, 18);
    qreal left = area.left();
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        QCOMPARE(layout.columns[i].left, left);
        left += layout.columns[i].width;
        QCOMPARE(layout.columnAt(layout.columns[i].left + layout.columns[i].width / 2), static_cast<int>(i));
    }
    QVERIFY(std::fabs(left - area.right()) < 1e-6);
    QCOMPARE(layout.columnAt(area.left() - 1), -1);
    QCOMPARE(layout.columnAt(area.right() + 1), -1);
    for (std::size_t i = 1; i < layout.panels.size(); ++i) {
        QVERIFY(layout.panels[i].top() - layout.panels[i - 1].bottom() >= 16); // the title
    }
    QVERIFY(layout.panels.back().bottom() + 18 <= area.bottom());
}

void TestProfileGeometry::longRunsLeaveRoomForSingleLayers()
{
    const auto layout = ChainLayout::build({1, 96, 1}, 3, area, 16, 18);
    QVERIFY(layout.columns[0].width > area.width() / 12);
    QVERIFY(layout.columns[1].width > 3 * layout.columns[0].width);
}

void TestProfileGeometry::barsAreAsHighAsTheirValues()
{
    const auto layout = ChainLayout::build({1, 2, 1}, 2, area, 16, 18);
    const QRectF panel = layout.panels[1];
    QCOMPARE(layout.bar(0, 1, 10, 10).height(), panel.height());
    QCOMPARE(layout.bar(1, 1, 5, 10).height(), panel.height() / 2);
    QCOMPARE(layout.bar(1, 1, 5, 10).bottom(), panel.bottom());
    QVERIFY(layout.bar(2, 1, 1e-9, 10).height() >= 1); // small values are visible
    QVERIFY(layout.bar(2, 1, 0, 10).isEmpty());
    QVERIFY(layout.bar(2, 1, 0, 0).isEmpty());
}

void TestProfileGeometry::labelsDoNotTouch()
{
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        std::vector<int> counts;
        std::vector<qreal> widths;
        for (unsigned i = 0; i < 1 + random() % 60; ++i) {
            counts.push_back(static_cast<int>(1 + random() % 20));
            widths.push_back(10 + random() % 60);
        }
        const auto layout = ChainLayout::build(counts, 3, area, 16, 18);
        const auto lefts = layout.labels(widths);
        qreal end = area.left();
        int some = 0;
        for (std::size_t i = 0; i < lefts.size(); ++i) {
            if (lefts[i]) {
                QVERIFY(*lefts[i] >= end);
                end = *lefts[i] + widths[i];
                ++some;
            }
        }
        QVERIFY(some > 0);
        QVERIFY(end <= area.right() + 1e-6);
    }
}

void TestProfileGeometry::divisionsAreLeftOutWhereTheyTouch()
{
    const auto layout = ChainLayout::build({4, 1000}, 1, area, 16, 18);
    QCOMPARE(layout.divisions(0).size(), std::size_t(3));
    QVERIFY(layout.divisions(1).empty());
}

QTEST_APPLESS_MAIN(TestProfileGeometry)
#include "tst_profilegeometry.moc"
