// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The tables of the profiles pane: distinct layers, their points, the layers of the chain.
#include "tests/support/profiles.h"
#include "tests/support/programs.h"
#include "ui/models/layermodel.h"
#include "ui/models/pointmodel.h"
#include "ui/models/signaturemodel.h"
#include "ui/support/numbers.h"

#include <QAbstractItemModelTester>
#include <QTest>

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
    return makeProfileData(
        {std::make_shared<Question>(Question {problem}), std::make_shared<Measurements>(measurements), device, other});
}

QString textAt(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

}

class TestProfileModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void modelsKeepTheRules();
    void aRowPerDistinctLayer();
    void coverageIsCounted();
    void pointsTellWhatWasMeasured();
    void outOfMemoryIsMoreThanTheDevice();
    void missingPointsAreShown();
    void comparingShowsRatiosAndBytes();
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
        for (const int row : {-1, 0, 2, 3}) { // beyond both ends too
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
             QStringLiteral("Missing: micro-batch 4 at sequence 64"));
    // The largest: 0.05 units of 2 x 3 for backward at micro-batch 1.
    QCOMPARE(textAt(model, 1, SignatureModel::Spread), QStringLiteral("0.833 %"));
}

void TestProfileModels::pointsTellWhatWasMeasured()
{
    PointModel model;
    model.setRow(dataOf(gpt(), profileOf(gpt(), {2, 1}, {64})), 1);
    QCOMPARE(textAt(model, 0, PointModel::MicroBatch), QStringLiteral("1")); // in order, however they came
    QCOMPARE(textAt(model, 1, PointModel::MicroBatch), QStringLiteral("2"));
    QCOMPARE(textAt(model, 0, PointModel::Status), QStringLiteral("Measured"));
    QCOMPARE(textAt(model, 0, PointModel::Forward), QStringLiteral("6.00 ms"));
    QCOMPARE(textAt(model, 0, PointModel::Spread), QStringLiteral("0.833 %")); // of the less steady one
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
        QCOMPARE(textAt(model, 1, column), QString()); // an out-of-memory has no figures
    }
}

void TestProfileModels::missingPointsAreShown()
{
    auto measurements = profileOf(gpt(), {1, 2}, {64});
    Measurement& failed = measurements.back();
    failed.status = MeasurementStatus::Failed;
    failed.message = "no kernel";
    const Measurement gone = measurements.front();
    measurements.erase(measurements.begin());
    PointModel model;
    int missing = 0;
    int failures = 0;
    const auto data = dataOf(gpt(), measurements);
    for (int layer = 0; layer < 3; ++layer) {
        model.setRow(data, layer);
        QCOMPARE(model.rowCount(), 2); // a failed point stands there once, not a second time as missing
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
    model.setRow(dataOf(gpt(), measurements, someGpu(), someProcessor()), 1); // the other way round
    QCOMPARE(textAt(model, 0, PointModel::BackwardRatio), QStringLiteral("× 10.0"));
    QCOMPARE(textAt(model, 1, PointModel::OtherBytes), QStringLiteral("−1.00 MiB"));
    model.setRow(dataOf(gpt(), measurements, someGpu(), someGpu()), 1); // with itself: no comparison
    QVERIFY(!model.isComparing());
}

void TestProfileModels::theDeviceWithMostIsShownFirst()
{
    auto measurements = profileOf(gpt(), {1}, {64}, someGpu());
    const auto more = profileOf(gpt(), {1, 2}, {64});
    measurements.insert(measurements.end(), more.begin(), more.end());
    // One that measured other models only is not offered.
    MeasuredDevice foreign = someProcessor();
    foreign.name = "another";
    const auto elsewhere = profileOf(gptChain(2, 32, 4, 100, 64), {1}, {64}, foreign);
    measurements.insert(measurements.end(), elsewhere.begin(), elsewhere.end());
    const auto data = dataOf(gpt(), measurements);
    QCOMPARE(data->devices.size(), std::size_t(2));
    QCOMPARE(data->devices[static_cast<std::size_t>(data->device)].name, std::string("A processor"));
    QCOMPARE(dataOf(gpt(), measurements, someGpu())->measurements.size(), std::size_t(3)); // as chosen
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
    // By hand: attention 4 x 64 x 64, its biases, the perceptron 8 x 64 x 64 with its biases, two norms.
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
    QCOMPARE(textAt(model, 1, LayerModel::LastFigure), QStringLiteral("3.00 MiB")); // of one sample
    model.setProfile(dataOf(gpt(), profileOf(gpt(), {2, 4}, {64}))); // on the line
    QCOMPARE(textAt(model, 1, LayerModel::LastFigure), QStringLiteral("3.00 MiB"));
}

void TestProfileModels::tablesHaveNoWork()
{
    const Model table = readModel(TEST_DATA "/sixteen-layers.csv").value();
    const auto data = dataOf(table, {});
    QVERIFY(!data->coverage && !data->isMeasured() && !data->published.mcap);
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
