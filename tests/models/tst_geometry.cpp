// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/charts/axisrange.h"
#include "ui/charts/chartpaint.h"
#include "ui/charts/legend.h"
#include "ui/charts/memorybarslayout.h"
#include "ui/panes/timeline/timelinepainter.h"
#include "ui/panes/tradeoff/pointcloud.h"
#include "ui/style/flatpainting.h"
#include "ui/style/texture.h"
#include "ui/widgets/fullheightarea.h"
#include "ui/widgets/namecolumn.h"
#include "ui/widgets/peakbar.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSet>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

#include <cmath>

using namespace stagecraft;

class TestGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void axesHaveRoundEnds_data();
    void axesHaveRoundEnds();
    void axesHoldEverything();
    void numbersOfBytesStandApart();
    void peakBarsEndAtTheCapacity();
    void segmentsTouchAndEndAtThePeak();
    void overflowBeginsAtTheCapacity();
    void everyPixelOfABarBelongsToItsPart();
    void onlyVisibleRowsArePainted();
    void manyDevicesBecomeStages();
    void rowsOfUnlikeDevicesNameTheirType();
    void legendsWrap();
    void theNearestPointIsHit();
    void wordsBesideALevelHideNoPoint();
    void texturesStayInside();
    void labelsAreCutBetweenNumbers();
    void wordsEndWhereTheTableDoes();
    void namesGiveWayToNumbers();
    void whatGetsItsHeightIsNotScrolled();
};

void TestGeometry::axesHaveRoundEnds_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<QList<double>>("ticks");
    QTest::newRow("from zero") << 0.5 << 7.3 << QList<double> {0, 2, 4, 6, 8};
    QTest::newRow("far from zero") << 95.0 << 104.0 << QList<double> {94, 96, 98, 100, 102, 104};
    QTest::newRow("one value") << 8.0 << 8.0 << QList<double> {6, 7, 8, 9, 10};
    QTest::newRow("only zero") << 0.0 << 0.0 << QList<double> {-1, -0.5, 0, 0.5, 1};
    QTest::newRow("small") << 0.001 << 0.0042 << QList<double> {0, 0.001, 0.002, 0.003, 0.004, 0.005};
}

void TestGeometry::axesHaveRoundEnds()
{
    QFETCH(double, least);
    QFETCH(double, most);
    QFETCH(QList<double>, ticks);
    const QList<double> found = AxisRange::around(least, most, 5).ticks();
    QCOMPARE(found.size(), ticks.size());
    for (qsizetype i = 0; i < ticks.size(); ++i) {
        QVERIFY(std::fabs(found[i] - ticks[i]) < 1e-9);
    }
}

void TestGeometry::axesHoldEverything()
{
    for (double least = 0.013; least < 5000; least *= 1.7) {
        for (double most = least; most < 1e7; most *= 2.3) {
            const AxisRange range = AxisRange::around(least, most, 5);
            QVERIFY(range.from <= least * (1 + 1e-6) && range.to >= most * (1 - 1e-6));
            QVERIFY(range.step > 0 && range.ticks().size() <= 9);
            // Ticks are exact with their displayed decimals.
            const double shift = std::pow(10.0, range.decimals());
            QVERIFY(std::fabs(range.step * shift - std::round(range.step * shift)) < 1e-5 * shift * range.step);
        }
    }
    QCOMPARE(AxisRange::around(0, 1, 4).decimals(), 2);
    QCOMPARE(AxisRange::around(0, 800, 4).decimals(), 0);
    QVERIFY(AxisRange::around(5, 1, 5).step > 0); // invalid input gives an axis too
}

void TestGeometry::numbersOfBytesStandApart()
{
    const QFontMetricsF metrics((QFont()));
    for (const double end : {3.0, 7.0, 80.0, 2.5 * 1024, 79.14 * 1024, 999.0 * 1024 * 1024}) {
        const double bytes = byteAxisEnd(Bytes(static_cast<qint64>(end * 1024 * 1024)));
        for (const qreal width : {20.0, 40.0, 75.0, 150.0, 300.0, 900.0}) {
            const auto xOf = [&](double at) { return width * at / bytes; };
            const ByteTicks ticks = byteTicks(xOf, bytes, metrics);
            QCOMPARE(ticks.values.front(), 0.0);
            QCOMPARE(ticks.values.size(), ticks.texts.size());
            QVERIFY(ticks.values.back() <= bytes * (1 + 1e-6));
            QCOMPARE(QSet<QString>(ticks.texts.begin(), ticks.texts.end()).size(), ticks.texts.size());
            QVERIFY(width < 900 || ticks.values.size() > 3);
            for (qsizetype i = 1; i < ticks.values.size(); ++i) {
                const qreal words =
                    (metrics.horizontalAdvance(ticks.texts[i]) + metrics.horizontalAdvance(ticks.texts[i - 1])) / 2;
                QVERIFY2(xOf(ticks.values[i]) - xOf(ticks.values[i - 1]) > words + 4, qPrintable(ticks.texts[i]));
            }
        }
    }
}

void TestGeometry::peakBarsEndAtTheCapacity()
{
    const PeakBar half = PeakBar::build(QRectF(10, 0, 100, 8), 0.5, 1);
    QCOMPARE(half.track, QRectF(10, 0, 100, 8));
    QCOMPARE(half.fill, QRectF(10, 0, 50, 8));
    QVERIFY(half.overflow.isEmpty());
    const PeakBar over = PeakBar::build(QRectF(10, 0, 100, 8), 1.25, 2);
    QCOMPARE(over.track.right(), 60.0);
    QCOMPARE(over.fill.right(), 60.0);
    QCOMPARE(over.overflow, QRectF(60, 0, 12.5, 8));
    QCOMPARE(PeakBar::build(QRectF(0, 0, 100, 8), 7, 2).overflow.right(), 100.0); // clamped to the end of the scale
}

namespace {

MemoryBarsLayout layoutOf(const char* plan, std::size_t most = 64)
{
    const auto result = test::plansFrom(plan);
    return MemoryBarsLayout::build(memoryRows(result->candidates[0].estimate.devices, most), 1000,
                                   {100, 150, 10, 30, 20, 24});
}

}

void TestGeometry::segmentsTouchAndEndAtThePeak()
{
    const MemoryBarsLayout layout = layoutOf("stagecraft - 4 1 6 8 2");
    QCOMPARE(layout.end, gibibytes(8).value * 1.0);
    for (int row = 0; row < 4; ++row) {
        const auto segments = layout.segments(row);
        QCOMPARE(segments.size(), std::size_t(3)); // the nonempty parts
        qreal x = layout.metrics.left;
        Bytes sum;
        for (const auto& segment : segments) {
            QVERIFY(std::fabs(segment.area.left() - x) < 1e-6);
            x = segment.area.right();
            sum += segment.bytes;
        }
        QVERIFY(std::fabs(x - layout.barArea(row).right()) < 1e-6);
        QVERIFY(sum == layout.rows[static_cast<std::size_t>(row)].estimate.peak);
        QVERIFY(layout.overflow(row).isEmpty());
    }
    QVERIFY(std::fabs(layout.barArea(0).right() - (100 + 750 * 6.0 / 8)) < 0.01);
}

void TestGeometry::overflowBeginsAtTheCapacity()
{
    const MemoryBarsLayout layout = layoutOf("stagecraft - 1 1 10 8 2");
    QVERIFY(layout.end >= gibibytes(10).value * 1.0);
    QCOMPARE(layout.overflow(0).left(), layout.xOf(gibibytes(8).value * 1.0));
    QCOMPARE(layout.overflow(0).right(), layout.barArea(0).right());
}

void TestGeometry::everyPixelOfABarBelongsToItsPart()
{
    const MemoryBarsLayout layout = layoutOf("stagecraft - 2 1 6 8 2");
    for (int row = 0; row < 2; ++row) {
        for (const auto& segment : layout.segments(row)) {
            const auto hit = layout.hit(segment.area.center());
            QVERIFY(hit && hit->row == row && hit->part == segment.part);
        }
        const auto beside = layout.hit(QPointF(20, layout.rowArea(row).center().y()));
        QVERIFY(beside && beside->row == row && !beside->part);
    }
    QVERIFY(!layout.hit(QPointF(200, 5)));
    QVERIFY(!layout.hit(QPointF(200, layout.rowArea(1).bottom() + 1)));
}

void TestGeometry::onlyVisibleRowsArePainted()
{
    const MemoryBarsLayout layout = layoutOf("stagecraft - 16 1 6 8 2");
    QCOMPARE(layout.rowsIn(QRectF(0, 0, 1000, 100)), std::make_pair(0, 3));
    QCOMPARE(layout.rowsIn(QRectF(0, 101, 1000, 60)), std::make_pair(3, 6));
    QCOMPARE(layout.rowsIn(QRectF(0, 5000, 1000, 60)), std::make_pair(16, 16));
}

// With 128 devices the bars are stages; each shows its fullest device and the number of devices.
void TestGeometry::manyDevicesBecomeStages()
{
    auto devices = test::plansFrom("stagecraft - 8 16 6 8 2")->candidates[0].estimate.devices.all();
    QCOMPARE(devices.size(), std::size_t(128));
    devices[21].peak = gibibytes(7);
    const auto rows = memoryRows(devices, 64);
    QCOMPARE(rows.size(), std::size_t(8));
    QCOMPARE(rows[1].devices, 16);
    QCOMPARE(rows[1].device, 21);
    QVERIFY(rows[1].estimate.peak == gibibytes(7));
    QCOMPARE(rows[1].label, QStringLiteral("Stage 1 × 16"));
    QCOMPARE(memoryRows(devices, 128).size(), std::size_t(128));
}

void TestGeometry::rowsOfUnlikeDevicesNameTheirType()
{
    auto devices = test::plansFrom("stagecraft - 8 16 6 8 2")->candidates[0].estimate.devices.all();
    for (DeviceEstimate& device : devices) {
        device.device_type = device.stage < 4 ? "A100-80GB" : "H100-80GB";
    }
    QCOMPARE(memoryRows(devices, 64)[1].label, QStringLiteral("Stage 1 × 16 (A100-80GB)"));
    QCOMPARE(memoryRows(devices, 128)[127].label, QStringLiteral("Device 127 (H100-80GB)"));
    for (DeviceEstimate& device : devices) {
        device.device_type = "H100-80GB"; // a single type is not displayed
    }
    QCOMPARE(memoryRows(devices, 128)[127].label, QStringLiteral("Device 127"));
}

void TestGeometry::legendsWrap()
{
    const QFontMetricsF metrics {QFont()};
    const QStringList words {QStringLiteral("Parameters"), QStringLiteral("Gradients"), QStringLiteral("Optimizer")};
    const LegendLayout wide = LegendLayout::build(words, 2000, metrics);
    QCOMPARE(wide.marks[2].y(), wide.marks[0].y());
    const LegendLayout narrow = LegendLayout::build(words, 20, metrics); // never narrower than an entry
    QCOMPARE(narrow.marks[2].x(), 0.0);
    QCOMPARE(narrow.height, 3 * wide.height);
    QCOMPARE(LegendLayout::build({}, 100, metrics).height, 0.0);
}

void TestGeometry::theNearestPointIsHit()
{
    const std::vector<QPointF> positions {{10, 10}, {50, 50}, {50, 50}, {90, 10}};
    const std::vector<CloudPoint> points {
        {{}, PlanRole::Other}, {{}, PlanRole::Baseline}, {{}, PlanRole::Recommended}, {{}, PlanRole::Other}};
    QCOMPARE(nearestPoint(positions, points, QPointF(14, 12), 12), 0);
    QCOMPARE(nearestPoint(positions, points, QPointF(51, 49), 12), 2); // at equal distance, the more important role
    QCOMPARE(nearestPoint(positions, points, QPointF(70, 30), 12), -1);
    QCOMPARE(nearestPoint({}, {}, QPointF(), 12), -1);
}

void TestGeometry::wordsBesideALevelHideNoPoint()
{
    const QRectF plot(50, 20, 200, 100);
    const QSizeF size(60, 14);
    QCOMPARE(placeBeside(80, size, {}, plot), QRectF(190, 63, 60, 14)); // above, at the right end
    QCOMPARE(placeBeside(25, size, {}, plot), QRectF(190, 28, 60, 14)); // no space above
    QVERIFY(placeBeside(80, QSizeF(300, 14), {}, plot).isEmpty()); // no space anywhere
    // Points at the right end, and a row of points further away from the level.
    std::vector<QPointF> points {{240, 70}, {200, 68}};
    for (int x = 50; x < 250; x += 10) {
        points.emplace_back(x, 110);
    }
    const QRectF left = placeBeside(80, size, points, plot);
    QCOMPARE(left.top(), 63.0);
    QVERIFY(plot.contains(left));
    for (const QPointF& point : points) {
        QVERIFY(!left.contains(point));
    }
    // Points everywhere above the level: the label is below.
    for (int x = 50; x < 250; x += 10) {
        points.emplace_back(x, 70);
    }
    QVERIFY(placeBeside(80, size, points, plot).top() > 80);
    // Points everywhere, but fewer in one place.
    std::vector<QPointF> crowd;
    for (int x = 50; x<250; x += x> 100 && x < 150 ? 25 : 5) {
        crowd.emplace_back(x, 70);
        crowd.emplace_back(x, 90);
    }
    const auto hidden = [&](const QRectF& place) {
        return std::count_if(crowd.begin(), crowd.end(),
                             [&](const QPointF& point) { return place.adjusted(-5.9, 0, 5.9, 0).contains(point); });
    };
    const auto fewest = hidden(placeBeside(80, size, crowd, plot));
    for (qreal left = plot.right() - size.width(); left >= plot.left(); left -= 4) {
        QVERIFY(hidden(QRectF(left, 63, 60, 14)) >= fewest);
    }
    QVERIFY(fewest < hidden(QRectF(190, 63, 60, 14)));
}

// No line leaves its area, and every texture except the empty one marks an area that is large enough to be visible.
void TestGeometry::texturesStayInside()
{
    for (const auto texture :
         {Texture::Rising, Texture::Falling, Texture::Level, Texture::Upright, Texture::Grid, Texture::Net}) {
        for (const QRectF area : {QRectF(0, 0, 40, 20), QRectF(13.5, 7.25, 3, 20), QRectF(-50, 90, 200, 8)}) {
            const QRectF room = area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
            const auto lines = textureLines(area, texture, 5);
            for (const QLineF& line : lines) {
                QVERIFY(room.contains(line.p1()) && room.contains(line.p2()));
            }
            QVERIFY(area.width() < 10 || lines.size() >= 2);
        }
    }
    QVERIFY(textureLines(QRectF(0, 0, 40, 20), Texture::None, 5).isEmpty());
    QVERIFY(textureLines(QRectF(), Texture::Net, 5).isEmpty());
}

void TestGeometry::labelsAreCutBetweenNumbers()
{
    const QFontMetricsF metrics(QApplication::font());
    const auto room = [&](const char* text) { return metrics.horizontalAdvance(QString::fromUtf8(text)); };
    const QString label = QStringLiteral("layers 0-1199, 4800-5999, 9600-10799");
    QCOMPARE(withWholeNumbers(label, room("layers 0-1199, 4800-5999, 9600-10799"), metrics), label);
    QCOMPARE(withWholeNumbers(label, room("layers 0-1199, 4800-5999, 960"), metrics),
             QStringLiteral("layers 0-1199, 4800-5999, …"));
    QCOMPARE(withWholeNumbers(label, room("layers 0-1199, 48"), metrics), QStringLiteral("layers 0-1199, …"));
    QCOMPARE(withWholeNumbers(label, room("layers 0-1"), metrics), QString());
    QCOMPARE(withWholeNumbers(QStringLiteral("5.13 GiB"), room("5.13 G"), metrics), QString());
}

void TestGeometry::wordsEndWhereTheTableDoes()
{
    QTableView table;
    table.resize(300, 200);
    const int end = table.viewport()->width();
    QCOMPARE(flat::inSight({20, 5, 60, 30}, &table), QRect(20, 5, 60, 30));
    QCOMPARE(flat::inSight({-40, 5, 100, 30}, &table), QRect(0, 5, 60, 30));
    QCOMPARE(flat::inSight({end - 25, 5, 100, 30}, &table), QRect(end - 25, 5, 25, 30));
    QVERIFY(flat::inSight({end + 10, 5, 100, 30}, &table).isEmpty());
    QCOMPARE(flat::inSight({-40, 5, 9000, 30}, nullptr), QRect(-40, 5, 9000, 30)); // without a view: the whole area
}

void TestGeometry::namesGiveWayToNumbers()
{
    QStandardItemModel model(1, 3);
    model.setItem(0, 0, new QStandardItem(QString(80, u'n')));
    model.setItem(0, 1, new QStandardItem(QStringLiteral("$0.0000123")));
    model.setItem(0, 2, new QStandardItem(QStringLiteral("43.8 ms")));
    QTableView table;
    table.setModel(&model);
    table.horizontalHeader()->setStretchLastSection(true);
    NameColumn names(&table, 0);
    const auto sized = [&](int width) {
        table.resize(width, 200);
        table.show();
        names.fit();
        return table.columnWidth(0);
    };
    const int all = sized(2000);
    const int some = sized(500);
    QVERIFY(some < all);
    QCOMPARE(table.horizontalHeader()->length(), table.viewport()->width()); // the other columns are visible in full
    QVERIFY(table.columnWidth(1) >= table.fontMetrics().horizontalAdvance(QStringLiteral("$0.0000123")));
    const int least = sized(60);
    QVERIFY(least < some && least > 60);
    table.resize(500, 200); // the width is restored when there is space
    QTRY_COMPARE(table.columnWidth(0), some);
    table.setColumnWidth(0, 77); // width set by the user
    table.resize(900, 200);
    QTest::qWait(10);
    QCOMPARE(table.columnWidth(0), 77);
}

// The area does not scroll if it gets its height, even if text wrapped to another line beside an earlier scroll bar.
void TestGeometry::whatGetsItsHeightIsNotScrolled()
{
    auto* content = new QWidget;
    auto* lines = new QVBoxLayout(content);
    auto* words = new QLabel(QStringLiteral("bf16 · LoRA rank 16 and *.qkv,*.up · TP2, 4 · checks"));
    words->setWordWrap(true);
    lines->addWidget(words);
    FullHeightArea area(content);
    area.show();
    for (int width = 180; width < 300; ++width) {
        area.resize(width, 12);
        QCoreApplication::processEvents();
        QVERIFY(area.verticalScrollBar()->isVisible());
        area.resize(width, area.sizeHint().height());
        QCoreApplication::processEvents();
        QVERIFY2(!area.verticalScrollBar()->isVisible(), qPrintable(QString::number(width)));
    }
}

QTEST_MAIN(TestGeometry)
#include "tst_geometry.moc"
