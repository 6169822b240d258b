// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The trade-off chart: axes, colors, zoom, bounds of the selected plan, and summary.
#include "tests/gui/explorerfixture.h"
#include "tests/models/plans.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/words/numbers.h"

#include <QComboBox>
#include <QGraphicsTextItem>
#include <QLineEdit>
#include <QTableView>

using namespace stagecraft;

namespace {

// A window with sixteen layers on a given cluster.
struct Trader : test::Explorer {
    TradeoffChart* chart = window.tradeoffPane()->chart();

    void typeCluster(const QString& cluster)
    {
        auto* line = field<QLineEdit>("cluster");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, cluster);
        QTest::keyClick(line, Qt::Key_Return);
        (void)waitForPlans();
    }
    // Selects an entry of the closed list with the keyboard.
    bool choose(const char* name, const QString& text)
    {
        auto* list = field<QComboBox>(name);
        const int wanted = list->findText(text);
        list->setFocus();
        while (wanted >= 0 && list->currentIndex() != wanted) {
            const int before = list->currentIndex();
            QTest::keyClick(list, before < wanted ? Qt::Key_Down : Qt::Key_Up);
            if (list->currentIndex() == before) {
                return false;
            }
        }
        return wanted >= 0;
    }
    const std::vector<Candidate>& candidates() { return bench().plans().result()->candidates; }
};

}

class TestTradeoff : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFastestFits();
    void verticalAxisShowsTheChosenFigure();
    void axesThatBecomeTheSameSwap();
    void colorsShowWhatIsChosen();
    void manyGroupsShareTheLastColor();
    void keysZoomAndMove();
    void aReplanKeepsTheZoom();
    void theSelectedPlanShowsItsBounds();
    void memoryReachesToTheBoundThatDecides();
    void numbersAreWholeInAnyWidth();
    void plansThatNeedFarMoreSqueezeNone();
};

void TestTradeoff::theFastestFits()
{
    Trader trader;
    QVERIFY(trader.openTable());
    trader.typeCluster(QStringLiteral("4xcpu:4GiB"));
    double fastest = 0;
    double fitting = 0;
    for (const Candidate& candidate : trader.candidates()) {
        const double rate = candidate.estimate.samples_per_second;
        fastest = std::max(fastest, rate);
        fitting = candidate.estimate.fits ? std::max(fitting, rate) : fitting;
    }
    QVERIFY(fastest > fitting * 1.01 && fitting > 0); // otherwise the test proves nothing
    const QString words = trader.chart->accessibleDescription();
    QVERIFY2(words.contains(QStringLiteral("the fastest that fits reaches %1 samples/s").arg(numberText(fitting))),
             qPrintable(words));
    trader.typeCluster(QStringLiteral("4xcpu:1GiB"));
    const QString none = trader.chart->accessibleDescription();
    QVERIFY2(none.endsWith(QStringLiteral("; none of them fits.")), qPrintable(none));
}

void TestTradeoff::verticalAxisShowsTheChosenFigure()
{
    Trader trader;
    QVERIFY(trader.openTable());
    QVERIFY(trader.choose("upwards", QStringLiteral("Devices")));
    QCOMPARE(trader.chart->accessibleName(), QStringLiteral("Throughput vs. devices"));
    QTest::qWait(50);
    bool apart = false;
    for (int i = 1; i < static_cast<int>(trader.candidates().size()); ++i) {
        const int more =
            trader.candidates()[static_cast<std::size_t>(i)].plan.devices() - trader.candidates()[0].plan.devices();
        const int up = trader.chart->positionOf(0).y() - trader.chart->positionOf(i).y();
        QVERIFY(more == 0 ? std::abs(up) <= 1 : up * more > 0);
        apart = apart || more != 0;
    }
    QVERIFY(apart);
}

void TestTradeoff::axesThatBecomeTheSameSwap()
{
    Trader trader;
    QVERIFY(trader.openTable());
    auto* across = trader.field<QComboBox>("across");
    across->setFocus();
    QTest::keyClick(across, Qt::Key_End);
    QCOMPARE(across->currentText(), QStringLiteral("Peak memory"));
    QCOMPARE(trader.field<QComboBox>("upwards")->currentText(), QStringLiteral("Throughput"));
    QCOMPARE(trader.chart->accessibleName(), QStringLiteral("Peak memory vs. throughput"));
    // The line of the capacity is vertical now: plans that do not fit are to its right.
    trader.typeCluster(QStringLiteral("4xcpu:4GiB"));
    QTest::qWait(50);
    int rightmost = 0;
    for (int i = 0; i < static_cast<int>(trader.candidates().size()); ++i) {
        if (trader.candidates()[static_cast<std::size_t>(i)].estimate.fits) {
            rightmost = std::max(rightmost, trader.chart->positionOf(i).x());
        }
    }
    QVERIFY(rightmost > 0);
    const auto lowest_peak =
        std::min_element(trader.candidates().begin(), trader.candidates().end(),
                         [](const Candidate& a, const Candidate& b) { return a.estimate.peak < b.estimate.peak; });
    QVERIFY(trader.chart->positionOf(static_cast<int>(lowest_peak - trader.candidates().begin())).x() <= rightmost);
}

void TestTradeoff::colorsShowWhatIsChosen()
{
    Trader trader;
    QVERIFY(trader.openTable());
    QVERIFY(trader.choose("colors", QStringLiteral("Pipeline-parallel size")));
    const auto& points = trader.chart->cloud().points();
    const QStringList names = trader.chart->groups().names;
    QVERIFY(names.size() > 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        QCOMPARE(names.value(points[i].group), QStringLiteral("P%1").arg(trader.candidates()[i].plan.pipelineRanks()));
    }
    const QImage byDegree = trader.chart->grab().toImage();
    QVERIFY(trader.choose("colors", QStringLiteral("Partitioner")));
    QCOMPARE(trader.chart->groups().names.first(), QStringLiteral("Stagecraft"));
    QVERIFY(trader.chart->grab().toImage() != byDegree);
    QVERIFY(trader.choose("colors", QStringLiteral("Kind")));
    QCOMPARE(trader.chart->cloud().points()[0].group, -1);
}

void TestTradeoff::manyGroupsShareTheLastColor()
{
    QString text;
    for (int stages = 1; stages <= 9; ++stages) {
        text += QStringLiteral("stagecraft - %1 1 4 8 %2\n").arg(stages).arg(stages);
    }
    const PlanGroups groups = PlanGroups::of(*test::plansFrom(qPrintable(text)), PlanGrouping::Pipeline);
    QCOMPARE(groups.names.size(), qsizetype(theme::groupColors));
    QCOMPARE(groups.others, 3);
    QCOMPARE(groups.legend().last(), QStringLiteral("3 others"));
    QCOMPARE(std::count(groups.indices.begin(), groups.indices.end(), theme::groupColors), std::ptrdiff_t(3));
    for (int a = 0; a <= theme::groupColors; ++a) { // color is never the only difference
        for (int b = 0; b < a; ++b) {
            QVERIFY(theme::groupShape(a) != theme::groupShape(b));
        }
    }
}

void TestTradeoff::keysZoomAndMove()
{
    Trader trader;
    QVERIFY(trader.openTable());
    trader.chart->setFocus();
    const QRectF whole = trader.chart->shownPart();
    const QPointF star = trader.chart->cloud().points()[0].value;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(trader.chart, Qt::Key_Plus);
    }
    QVERIFY(trader.chart->isZoomed());
    const QRectF closer = trader.chart->shownPart();
    QVERIFY(closer.width() < whole.width() * 0.45 && closer.height() < whole.height() * 0.45);
    QVERIFY(closer.contains(star)); // around the selected plan
    QTest::keyClick(trader.chart, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(trader.chart->shownPart().left() < closer.left());
    QTest::keyClick(trader.chart, Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(trader.chart->shownPart().top() > closer.top());
    // Moving the selection to a plan outside the view scrolls to it.
    for (int i = 0; i < 100; ++i) {
        QTest::keyClick(trader.chart, Qt::Key_Right);
    }
    const int current = trader.bench().plans().currentIndex();
    QVERIFY(
        trader.chart->shownPart().contains(trader.chart->cloud().points()[static_cast<std::size_t>(current)].value));
    for (int i = 0; i < 30; ++i) {
        QTest::keyClick(trader.chart, Qt::Key_Minus);
    }
    QVERIFY(!trader.chart->isZoomed());
    QVERIFY(std::fabs(trader.chart->shownPart().width() - whole.width()) < whole.width() * 1e-3);
    QTest::keyClick(trader.chart, Qt::Key_Plus);
    QTest::keyClick(trader.chart, Qt::Key_Escape);
    QVERIFY(!trader.chart->isZoomed());
}

void TestTradeoff::aReplanKeepsTheZoom()
{
    Trader trader;
    QVERIFY(trader.openTable());
    trader.chart->setFocus();
    QTest::keyClick(trader.chart, Qt::Key_Plus);
    QTest::keyClick(trader.chart, Qt::Key_Plus);
    const QRectF before = trader.chart->shownPart();
    const auto result = trader.bench().plans().result();
    trader.typeCluster(QStringLiteral("4xcpu:7GiB"));
    QVERIFY(trader.bench().plans().result() != result);
    QVERIFY(trader.chart->isZoomed());
    const QRectF after = trader.chart->shownPart();
    QVERIFY(std::fabs(after.left() - before.left()) < before.width() * 0.01);
    QVERIFY(std::fabs(after.width() - before.width()) < before.width() * 0.01);
    // Another quantity resets the zoom.
    QVERIFY(trader.choose("across", QStringLiteral("Devices")));
    // Table and summary match the axes.
    auto* table = trader.window.tradeoffPane()->table();
    QVERIFY(!table->isColumnHidden(CandidateModel::Devices));
    QCOMPARE(table->accessibleName(), QStringLiteral("Devices vs. peak memory, as a table"));
    QVERIFY2(trader.chart->summary().contains(QStringLiteral("devices from ")), qPrintable(trader.chart->summary()));
    QVERIFY(!trader.chart->isZoomed());
}

void TestTradeoff::memoryReachesToTheBoundThatDecides()
{
    auto made = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 4 8 2\n"));
    Estimate& estimate = made->candidates[0].estimate;
    estimate.peak_low = gibibytes(3.5);
    estimate.peak_high = gibibytes(5);
    auto devices = estimate.devices.all();
    devices.front().device_high = gibibytes(9);
    estimate.devices = devices;
    PlanSelection plans;
    TradeoffChart chart(plans);
    plans.setResult(made);
    plans.select(0);
    QVERIFY(chart.cloud().bounds().upwards);
    QCOMPARE(*chart.cloud().bounds().upwards, std::pair(3.5, 9.0));
}

void TestTradeoff::theSelectedPlanShowsItsBounds()
{
    auto made = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 4 8 2\n"
                                                                "stagecraft - 1 1 6 8 3\n"));
    Estimate& estimate = made->candidates[0].estimate;
    estimate.peak_low = gibibytes(3.5);
    estimate.peak_high = gibibytes(5);
    estimate.step_low = Seconds(1.5);
    estimate.step_high = Seconds(4);
    PlanSelection plans;
    TradeoffChart chart(plans);
    chart.resize(500, 400);
    chart.show();
    plans.setResult(made);
    const auto& bounds = chart.cloud().bounds();
    QVERIFY(bounds.upwards && bounds.across);
    QCOMPARE(*bounds.upwards, std::pair(3.5, 5.0));
    const double work = estimate.tokens_per_second * 2;
    QCOMPARE(*bounds.across, std::pair(work / 4, work / 1.5));
    QTest::qWait(50);
    const QImage with = chart.grab().toImage();
    QTest::keyClick(&chart, Qt::Key_Left); // the bounds of the other one are equal
    QVERIFY(!chart.cloud().bounds().upwards && !chart.cloud().bounds().across);
    estimate.peak_low = estimate.peak_high = estimate.peak;
    estimate.step_low = estimate.step_high = estimate.step;
    plans.setResult(std::make_shared<SearchResult>(*made));
    plans.select(0);
    QTest::qWait(50);
    QVERIFY(chart.grab().toImage() != with); // the whiskers were visible
}

// Numbers are shown in full at any width; Qt Charts elides numbers that are wider than their step.
void TestTradeoff::numbersAreWholeInAnyWidth()
{
    auto made = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 4 8 2\n"
                                                                "stagecraft - 1 1 6 8 3\n"));
    made->candidates[0].estimate.tokens_per_second = 21'800;
    made->candidates[1].estimate.tokens_per_second = 28'700;
    PlanSelection plans;
    TradeoffChart chart(plans);
    plans.setResult(made);
    chart.show();
    for (int width = 200; width <= 700; width += 20) {
        chart.resize(width, 400);
        QTest::qWait(5);
        int numbers = 0;
        for (const QGraphicsItem* item : chart.scene()->items()) {
            const auto* text = qgraphicsitem_cast<const QGraphicsTextItem*>(item);
            if (text && text->isVisible()) {
                QVERIFY2(!text->toPlainText().endsWith(QStringLiteral("...")), qPrintable(text->toPlainText()));
                numbers += text->toPlainText().contains(QStringLiteral("000")) ? 1 : 0;
            }
        }
        QVERIFY2(numbers >= 1, qPrintable(QString::number(width)));
    }
}

// Plans that need ten times the memory do not compress the others: only the fact that they do not fit matters.
void TestTradeoff::plansThatNeedFarMoreSqueezeNone()
{
    Trader trader;
    QVERIFY(trader.openTable());
    Bytes least(INT64_MAX);
    Bytes most;
    for (const Candidate& candidate : trader.candidates()) {
        least = std::min(least, candidate.estimate.peak);
        most = std::max(most, candidate.estimate.peak);
    }
    const double room = least / gibibytes(1) * 1.2;
    QVERIFY(most > gibibytes(2 * room)); // otherwise the test proves nothing
    trader.typeCluster(QStringLiteral("4xcpu:%1MiB").arg(static_cast<int>(room * 1024)));
    QTest::qWait(50);
    int beyond = 0;
    std::optional<int> edge; // position of plans that need far more
    for (int i = 0; i < static_cast<int>(trader.candidates().size()); ++i) {
        const Candidate& candidate = trader.candidates()[static_cast<std::size_t>(i)];
        const int y = trader.chart->positionOf(i).y();
        if (candidate.estimate.peak > gibibytes(1.5 * room)) {
            edge = edge.value_or(y);
            QVERIFY(std::abs(y - *edge) <= 1);
            ++beyond;
        } else if (candidate.estimate.fits) {
            QVERIFY(edge.value_or(0) + trader.chart->height() / 4 < y);
        }
    }
    QVERIFY(beyond > 1);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestTradeoff test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_tradeoff.moc"
