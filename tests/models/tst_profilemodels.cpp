// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The tables of the profiles pane: distinct layers, their points, the layers of the chain.
#include "tests/support/profiles.h"
#include "tests/support/programs.h"
#include "ui/models/missinglast.h"
#include "ui/models/tablecsv.h"
#include "ui/panes/profiles/layermodel.h"
#include "ui/panes/profiles/measuredseries.h"
#include "ui/panes/profiles/pointmodel.h"
#include "ui/panes/profiles/signaturemodel.h"
#include "ui/words/numbers.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr auto reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

Model gpt()
{
    return gptChain(12, 64, 4, 100, 64);
}

std::shared_ptr<const ProfileData> dataOf(const Model& model, const Measurements& measurements,
                                          const std::optional<MeasuredDevice>& device = {},
                                          const std::optional<MeasuredDevice>& other = {})
{
    Problem problem;
    problem.model = model;
    problem.workload.global_batch = 16;
    problem.workload.sequence = model.default_sequence;
    problem.cluster = parseCluster("4xcpu:8GiB").value();
    return makeProfileData({std::make_shared<PlanningSession>(PlanningSession {problem}),
                            std::make_shared<Measurements>(measurements),
                            device,
                            other,
                            {}});
}

QString textAt(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

// Times of one point deviate from the line of the others.
Measurements withOutlier(std::int64_t micro_batch, double factor)
{
    auto measurements = profileOf(gpt(), {1, 2, 4, 8}, {64});
    for (Measurement& m : measurements) {
        if (m.point.micro_batch == micro_batch) {
            m.forward.median = m.forward.median * factor;
            m.backward.median = m.backward.median * factor;
        }
    }
    return measurements;
}

constexpr std::array residualColumns {
    std::array {PointModel::Forward, PointModel::ForwardPredicted, PointModel::ForwardResidual},
    std::array {PointModel::Backward, PointModel::BackwardPredicted, PointModel::BackwardResidual},
    std::array {PointModel::Saved, PointModel::SavedPredicted, PointModel::SavedResidual}};

}

class TestProfileModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void modelsKeepTheRules();
    void aRowPerDistinctLayer();
    void coverageIsCounted();
    void pointsShowWhatWasMeasured();
    void outOfMemoryIsMoreThanTheDevice();
    void missingPointsAreShown();
    void comparingShowsRatiosAndBytes();
    void residualsAreMeasuredOverPredicted();
    void aPointIsPredictedWithoutItself();
    void unmeasuredPointsArePredicted();
    void whereNothingIsFittedIsNoResidual();
    void pointsAreSortedByTheirNumbers();
    void fitsAreTakenOverWhereNothingChanged();
    void theBandIsAroundTheLine();
    void theDeviceWithMostIsShownFirst();
    void layersAreFoldedAndExact();
    void savedBytesNeedMeasurements();
    void tablesHaveNoWork();
    void flopsHaveThreeFigures();
};

void TestProfileModels::modelsKeepTheRules()
{
    SignatureModel signatures;
    PointModel points;
    LayerModel layers;
    const QAbstractItemModelTester first(&signatures, reporting);
    const QAbstractItemModelTester second(&points, reporting);
    const QAbstractItemModelTester third(&layers, reporting);
    const auto data = dataOf(gpt(), profileOf(gpt(), {1, 2}, {64}));
    for (const auto& shown : {data, std::shared_ptr<const ProfileData>(), data}) {
        signatures.setCoverage(shown ? shown->coverage : std::nullopt);
        layers.setProfile(shown);
        for (const int row : {-1, 0, 2, 3}) { // also beyond both ends
            points.setRow(shown, row);
            QCOMPARE(points.rowCount(), shown && row >= 0 && row < 3 ? 2 : 0);
        }
    }
    QCOMPARE(signatures.rowCount(), 3);
    QCOMPARE(layers.rowCount(), 3);
    QCOMPARE(points.measurement(7), nullptr);
}

void TestProfileModels::aRowPerDistinctLayer()
{
    SignatureModel model;
    model.setCoverage(dataOf(gpt(), profileOf(gpt(), {1, 2}, {64}))->coverage);
    QCOMPARE(textAt(model, 0, SignatureModel::Layer), QStringLiteral("embedding"));
    QCOMPARE(textAt(model, 1, SignatureModel::Layer), QStringLiteral("block × 12"));
    QCOMPARE(textAt(model, 1, SignatureModel::Kind), QStringLiteral("transformer block"));
    QCOMPARE(textAt(model, 2, SignatureModel::Layer), QStringLiteral("head"));
    QVERIFY(!model.hasAdditivity());
}

void TestProfileModels::coverageIsCounted()
{
    auto measurements = profileOf(gpt(), {1, 2, 4}, {64});
    std::erase_if(measurements, [](const Measurement& m) {
        return kindName(m.point.spec) == "transformer_block" && m.point.micro_batch == 4;
    });
    SignatureModel model;
    model.setCoverage(dataOf(gpt(), measurements)->coverage);
    QCOMPARE(textAt(model, 0, SignatureModel::Covered), QStringLiteral("3 of 3"));
    QCOMPARE(textAt(model, 1, SignatureModel::Covered), QStringLiteral("2 of 3"));
    QCOMPARE(textAt(model, 1, SignatureModel::Covered, Qt::ToolTipRole),
             QStringLiteral("Missing: micro-batch size 4 at sequence length 64"));
    // The largest spread: 0.05 units of 2 x 3 for backward at micro-batch size 1.
    QCOMPARE(textAt(model, 1, SignatureModel::Spread), QStringLiteral("0.833 %"));
}

void TestProfileModels::pointsShowWhatWasMeasured()
{
    PointModel model;
    model.setRow(dataOf(gpt(), profileOf(gpt(), {2, 1}, {64})), 1);
    // sorted, regardless of the order of arrival
    QCOMPARE(textAt(model, 0, PointModel::MicroBatch), QStringLiteral("1"));
    QCOMPARE(textAt(model, 1, PointModel::MicroBatch), QStringLiteral("2"));
    QCOMPARE(textAt(model, 0, PointModel::Status), QStringLiteral("Measured"));
    QCOMPARE(textAt(model, 0, PointModel::Forward), QStringLiteral("6.00 ms"));
    QCOMPARE(textAt(model, 0, PointModel::Spread), QStringLiteral("0.833 %")); // the larger spread of both passes
    QCOMPARE(textAt(model, 0, PointModel::Spread, Qt::ToolTipRole),
             QStringLiteral("Forward 0.667 %, backward 0.833 %"));
    QVERIFY(!model.hasSeveralSequences());
    QCOMPARE(textAt(model, 0, PointModel::Saved), QStringLiteral("3.00 MiB"));
    QCOMPARE(textAt(model, 0, PointModel::Saved, Qt::ToolTipRole), QStringLiteral("3.00 MiB (3,145,728 bytes)"));
    QVERIFY(textAt(model, 0, PointModel::MeasuredAt, Qt::ToolTipRole)
                .endsWith(QStringLiteral("on A processor · libtorch 2.11.0 · 2 threads")));
    QCOMPARE(model.rowOf({64, 2}), 1);
    QCOMPARE(model.rowOf({64, 3}), -1);
}

void TestProfileModels::outOfMemoryIsMoreThanTheDevice()
{
    auto measurements = profileOf(gpt(), {1, 2}, {64});
    for (Measurement& m : measurements) {
        if (m.point.micro_batch == 2) {
            m.status = MeasurementStatus::OutOfMemory;
        }
    }
    PointModel model;
    model.setRow(dataOf(gpt(), measurements), 1);
    QCOMPARE(textAt(model, 1, PointModel::Status), QStringLiteral("More than 16.0 GiB"));
    for (const int column : {PointModel::Forward, PointModel::Backward, PointModel::Saved}) {
        QCOMPARE(textAt(model, 1, column), QString()); // a point that ran out of memory has no figures
    }
}

void TestProfileModels::missingPointsAreShown()
{
    auto measurements = profileOf(gpt(), {1, 2}, {64});
    Measurement& failed = measurements.back();
    failed.status = MeasurementStatus::Failed;
    failed.message = verbatim("no kernel");
    const Measurement gone = measurements.front();
    measurements.erase(measurements.begin());
    PointModel model;
    int missing = 0;
    int failures = 0;
    const auto data = dataOf(gpt(), measurements);
    for (int layer = 0; layer < 3; ++layer) {
        model.setRow(data, layer);
        QCOMPARE(model.rowCount(), 2); // a failed point is listed once, not a second time as missing
        for (int row = 0; row < 2; ++row) {
            const QString status = textAt(model, row, PointModel::Status);
            missing += status == QStringLiteral("Missing") ? 1 : 0;
            failures += status == QStringLiteral("Failed") ? 1 : 0;
            if (status == QStringLiteral("Missing")) {
                QCOMPARE(model.place(row), placeOf(gone));
                QVERIFY(!model.measurement(row));
            }
        }
    }
    QCOMPARE(missing, 1);
    QCOMPARE(failures, 1);
}

void TestProfileModels::comparingShowsRatiosAndBytes()
{
    auto measurements = profileOf(gpt(), {1, 2}, {64});
    auto others = profileOf(gpt(), {1, 2}, {64}, someGpu(), 0.0002);
    for (Measurement& m : others) {
        if (m.point.micro_batch == 2) {
            m.memory.saved += Bytes(1 << 20);
        }
    }
    measurements.insert(measurements.end(), others.begin(), others.end());
    const auto data = dataOf(gpt(), measurements, someProcessor(), someGpu());
    QCOMPARE(data->devices.size(), std::size_t(2));
    PointModel model;
    model.setRow(data, 1);
    QVERIFY(model.isComparing());
    QCOMPARE(textAt(model, 0, PointModel::ForwardRatio), QStringLiteral("× 0.100"));
    QCOMPARE(textAt(model, 0, PointModel::OtherBytes), QStringLiteral("equal"));
    QCOMPARE(textAt(model, 1, PointModel::OtherBytes), QStringLiteral("+1.00 MiB"));
    model.setRow(dataOf(gpt(), measurements, someGpu(), someProcessor()), 1); // with the devices swapped
    QCOMPARE(textAt(model, 0, PointModel::BackwardRatio), QStringLiteral("× 10.0"));
    QCOMPARE(textAt(model, 1, PointModel::OtherBytes), QStringLiteral("−1.00 MiB"));
    model.setRow(dataOf(gpt(), measurements, someGpu(), someGpu()), 1); // the same device: no comparison
    QVERIFY(!model.isComparing());
}

void TestProfileModels::residualsAreMeasuredOverPredicted()
{
    PointModel model;
    model.setRow(dataOf(gpt(), withOutlier(4, 1.2)), 1);
    QCOMPARE(model.rowCount(), 4);
    for (int row = 0; row < model.rowCount(); ++row) {
        for (const auto& [measured, predicted, residual] : residualColumns) {
            const double over =
                textAt(model, row, measured, copyRole).toDouble() / textAt(model, row, predicted, copyRole).toDouble();
            const double off = textAt(model, row, residual, copyRole).toDouble();
            QVERIFY2(std::abs(over - 1 - off) < 1e-12, qPrintable(QString::number(off)));
        }
    }
    const QString reported = textAt(model, 2, PointModel::ForwardResidual, Qt::ToolTipRole);
    QVERIFY2(reported.contains(QStringLiteral("21.6 ms / ")) && reported.contains(QStringLiteral("Source: docs/")),
             qPrintable(reported));
    QVERIFY(textAt(model, 2, PointModel::ForwardResidual).startsWith(u'+')); // slower than predicted
}

void TestProfileModels::aPointIsPredictedWithoutItself()
{
    // Without the point the others are on a line, which it exceeds by 20 %; a fit with it would pass through it.
    const auto data = dataOf(gpt(), withOutlier(4, 1.2));
    PointModel model;
    model.setRow(data, 1);
    const double off = textAt(model, 2, PointModel::ForwardResidual, copyRole).toDouble();
    QVERIFY2(off > 0.15 && off < 0.25, qPrintable(QString::number(off)));
    const auto fitted = data->fits.at(64).layer(1, 4, DeviceKind::Cpu);
    QCOMPARE(fitted->forward.median.value, textAt(model, 2, PointModel::Forward, copyRole).toDouble());
    // Bytes are on one line: the prediction is exact.
    QCOMPARE(textAt(model, 2, PointModel::SavedResidual), QStringLiteral("0 %"));
    QCOMPARE(textAt(model, 2, PointModel::SavedPredicted, copyRole), QString::number(9 << 20));
}

void TestProfileModels::unmeasuredPointsArePredicted()
{
    auto measurements = profileOf(gpt(), {1, 2, 4, 8}, {64});
    for (Measurement& m : measurements) {
        if (m.point.micro_batch == 8 && kindName(m.point.spec) == "transformer_block") {
            m.status = MeasurementStatus::OutOfMemory;
        }
    }
    PointModel model;
    model.setRow(dataOf(gpt(), measurements), 1);
    QCOMPARE(textAt(model, 3, PointModel::SavedPredicted), QStringLiteral("17.0 MiB"));
    QCOMPARE(textAt(model, 3, PointModel::SavedResidual), QStringLiteral("n/a"));
    QVERIFY(textAt(model, 3, PointModel::SavedResidual, Qt::ToolTipRole).startsWith(QStringLiteral("Not measured")));
}

void TestProfileModels::whereNothingIsFittedIsNoResidual()
{
    PointModel model;
    const QAbstractItemModelTester tester(&model, reporting);
    const auto expectNone = [&](int row, const QString& why) {
        for (const auto& [measured, predicted, residual] : residualColumns) {
            for (const int column : {predicted, residual}) {
                QCOMPARE(textAt(model, row, column), QStringLiteral("n/a"));
                QCOMPARE(textAt(model, row, column, copyRole), QStringLiteral("n/a"));
                QVERIFY2(textAt(model, row, column, Qt::ToolTipRole).contains(why),
                         qPrintable(textAt(model, row, column, Qt::ToolTipRole)));
            }
        }
    };
    model.setRow(dataOf(gpt(), profileOf(gpt(), {1}, {64})), 1);
    expectNone(0, QStringLiteral("no other point of this layer was measured"));
    // A single remaining point does not determine how the layer scales.
    model.setRow(dataOf(gpt(), profileOf(gpt(), {1, 2}, {64})), 1);
    expectNone(0, QStringLiteral("the fit cannot extrapolate to this point"));
    expectNone(1, QStringLiteral("the fit cannot extrapolate to this point"));
}

void TestProfileModels::pointsAreSortedByTheirNumbers()
{
    PointModel model;
    model.setRow(dataOf(gpt(), withOutlier(4, 1.2)), 1);
    MissingLast order;
    const QAbstractItemModelTester tester(&order, reporting);
    order.setSourceModel(&model);
    for (int column = 0; column < PointModel::ColumnCount; ++column) {
        order.sort(column);
        for (int row = 1; row < order.rowCount(); ++row) {
            const QVariant before = order.index(row - 1, column).data(sortRole);
            const QVariant here = order.index(row, column).data(sortRole);
            QVERIFY(!here.isValid() || before.toString() == here.toString()
                    || (before.typeId() == QMetaType::QString ? before.toString() < here.toString()
                                                              : before.toDouble() <= here.toDouble()));
        }
    }
    order.sort(PointModel::ForwardResidual, Qt::DescendingOrder); // largest deviation first, regardless of the sign
    double most = INFINITY;
    for (int row = 0; row < order.rowCount(); ++row) {
        const double off = std::abs(textAt(order, row, PointModel::ForwardResidual, copyRole).toDouble());
        QVERIFY(off <= most);
        most = off;
    }
    auto measurements = withOutlier(4, 1.2);
    std::find_if(measurements.begin(), measurements.end(), [](const Measurement& m) {
        return m.point.micro_batch == 2 && kindName(m.point.spec) == "transformer_block";
    })->status = MeasurementStatus::Failed; // the point has no times
    model.setRow(dataOf(gpt(), measurements), 1);
    for (const auto direction : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        order.sort(PointModel::Forward, direction);
        QCOMPARE(textAt(order, 3, PointModel::Status), QStringLiteral("Failed"));
        order.sort(PointModel::ForwardResidual, direction);
        QCOMPARE(textAt(order, 3, PointModel::ForwardResidual), QStringLiteral("n/a"));
    }
}

void TestProfileModels::fitsAreTakenOverWhereNothingChanged()
{
    const auto first = dataOf(gpt(), withOutlier(4, 1.2));
    const auto again = [&](const std::function<void(ProfileViewChoice&, Problem&)>& change) {
        ProfileViewChoice choice {nullptr, first->source, {}, {}, first};
        Problem problem = first->session->problem;
        change(choice, problem);
        choice.session = std::make_shared<PlanningSession>(PlanningSession {problem});
        return makeProfileData(choice);
    };
    const auto more = again([](ProfileViewChoice&, Problem& problem) {
        problem.cluster = parseCluster("2xcpu:8GiB").value();
        problem.workload.global_batch = 64;
    });
    QVERIFY(!first->unseen.empty() && more->unseen == first->unseen && more->fits.contains(64));
    // Fits depend on the measurements and on how layers run.
    const auto other = std::make_shared<Measurements>(withOutlier(4, 1.5));
    const auto measured = again([&](ProfileViewChoice& choice, Problem&) { choice.measurements = other; });
    QVERIFY(measured->unseen == dataOf(gpt(), *other)->unseen && measured->unseen != first->unseen);
    const auto trained =
        again([](ProfileViewChoice&, Problem& problem) { problem.workload.optimizer = OptimizerKind::Sgd; });
    QVERIFY(trained->unseen.empty()); // no measurements
}

void TestProfileModels::theBandIsAroundTheLine()
{
    const auto data = dataOf(gpt(), withOutlier(4, 1.2));
    const CostModel& fit = data->fits.at(64);
    const auto series = seriesOf(*data, 1, 64, PlottedQuantity::Time);
    QCOMPARE(series.size(), std::size_t(2));
    const PlotSeries& forward = series.front();
    QVERIFY(forward.hasBand());
    for (const PlotPoint& point : forward.points) { // spread of the repetitions
        QVERIFY(forward.lineAt(point.x));
        QCOMPARE(forward.lineAt(point.x)->y, point.y);
        QCOMPARE(forward.lineAt(point.x)->spread, point.spread);
    }
    for (const PlotPoint& point : forward.line) { // the bounds of the estimate
        const auto cost = fit.layer(1, static_cast<std::int64_t>(point.x), DeviceKind::Cpu);
        QCOMPARE(point.y, cost->forward.median.value);
        QCOMPARE(point.spread, cost->forward.spread.value);
    }
    QVERIFY(forward.lineAt(6)->spread > forward.lineAt(8)->spread); // larger uncertainty between points
    const auto layout = PlotLayout::build(series, {}, QRectF(0, 0, 400, 300), 1);
    const QPolygonF band = layout.band(forward);
    for (std::size_t i = 0; i < forward.line.size(); ++i) {
        const qreal y = layout.at(forward.line[i].x, forward.line[i].y).y();
        const auto at = static_cast<qsizetype>(i);
        QVERIFY(band[at].y() <= y && band[band.size() - 1 - at].y() >= y);
        QVERIFY(band[band.size() - 1 - at].y() <= layout.at(0, 0).y() + 1e-6);
    }
    // One point has no line and therefore no band.
    QVERIFY(!seriesOf(*dataOf(gpt(), profileOf(gpt(), {1}, {64})), 1, 64, PlottedQuantity::Time)[0].hasBand());
}

void TestProfileModels::theDeviceWithMostIsShownFirst()
{
    auto measurements = profileOf(gpt(), {1}, {64}, someGpu());
    const auto more = profileOf(gpt(), {1, 2}, {64});
    measurements.insert(measurements.end(), more.begin(), more.end());
    // A device with measurements of other models only is not offered.
    MeasuredDevice foreign = someProcessor();
    foreign.name = "another";
    const auto elsewhere = profileOf(gptChain(2, 32, 4, 100, 64), {1}, {64}, foreign);
    measurements.insert(measurements.end(), elsewhere.begin(), elsewhere.end());
    const auto data = dataOf(gpt(), measurements);
    QCOMPARE(data->devices.size(), std::size_t(2));
    QCOMPARE(data->devices[static_cast<std::size_t>(data->device)].name, std::string("A processor"));
    QCOMPARE(dataOf(gpt(), measurements, someGpu())->measurements.size(), std::size_t(3)); // the chosen device
    QVERIFY(!dataOf(gpt(), elsewhere)->isMeasured());
}

void TestProfileModels::layersAreFoldedAndExact()
{
    LayerModel model;
    model.setProfile(dataOf(gpt(), {}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(textAt(model, 1, LayerModel::Layers), QStringLiteral("1–12"));
    QCOMPARE(textAt(model, 1, LayerModel::Name), QStringLiteral("block × 12"));
    QCOMPARE(textAt(model, 1, LayerModel::Name, Qt::ToolTipRole), QStringLiteral("block 0 .. block 11"));
    // Counted by hand: attention 4 x 64 x 64 with biases, the perceptron 8 x 64 x 64 with biases, two norms.
    QCOMPARE(textAt(model, 1, LayerModel::FirstFigure, Qt::ToolTipRole), QStringLiteral("49,984 parameters"));
    QCOMPARE(textAt(model, 1, LayerModel::FirstFigure + 2, Qt::ToolTipRole), QStringLiteral("16.0 KiB (16,384 bytes)"));
}

void TestProfileModels::savedBytesNeedMeasurements()
{
    LayerModel model;
    model.setProfile(dataOf(gpt(), {}));
    QVERIFY(!model.has(LayerFigure::Saved));
    QVERIFY(model.has(LayerFigure::Output));
    model.setProfile(dataOf(gpt(), profileOf(gpt(), {1}, {64})));
    QVERIFY(model.has(LayerFigure::Saved));
    QCOMPARE(textAt(model, 1, LayerModel::LastFigure), QStringLiteral("3.00 MiB")); // for one sample
    model.setProfile(dataOf(gpt(), profileOf(gpt(), {2, 4}, {64}))); // on the line
    QCOMPARE(textAt(model, 1, LayerModel::LastFigure), QStringLiteral("3.00 MiB"));
}

void TestProfileModels::tablesHaveNoWork()
{
    const Model table = readModel(TEST_DATA "/sixteen-layers.csv").value();
    const auto data = dataOf(table, {});
    QVERIFY(!data->coverage && !data->isMeasured());
    LayerModel model;
    model.setProfile(data);
    QVERIFY(model.rowCount() > 0);
    QVERIFY(!model.has(LayerFigure::Forward) && !model.has(LayerFigure::Saved));
    QVERIFY(model.has(LayerFigure::Parameters) && model.has(LayerFigure::Output));
}

void TestProfileModels::flopsHaveThreeFigures()
{
    QCOMPARE(flopsText(Flops(0)), QStringLiteral("0 FLOP"));
    QCOMPARE(flopsText(Flops(999)), QStringLiteral("999 FLOP"));
    QCOMPARE(flopsText(Flops(1.5e7)), QStringLiteral("15.0 MFLOP"));
    QCOMPARE(flopsText(Flops(14.53e9)), QStringLiteral("14.5 GFLOP"));
    QCOMPARE(flopsText(Flops(3e18)), QStringLiteral("3,000 PFLOP"));
}

QTEST_GUILESS_MAIN(TestProfileModels)
#include "tst_profilemodels.moc"
