// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Tables and geometry of the validation pane.
#include "core/session/userhardware.h"
#include "core/words/calibration.h"
#include "tests/support/runs.h"
#include "ui/panes/validation/agreementlayout.h"
#include "ui/panes/validation/rungroupmodel.h"
#include "ui/panes/validation/validatedrunmodel.h"
#include "ui/words/causetext.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr auto reporting = QAbstractItemModelTester::FailureReportingMode::QtTest;

std::shared_ptr<const ValidationData> dataOf(const std::string& content, ValidationRequest request)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("r.csv"));
    QFile file(path);
    (void)file.open(QIODevice::WriteOnly);
    file.write(content.c_str());
    file.close();
    request.files = QStringList {path};
    return makeValidationData(request, {}).value();
}

std::shared_ptr<const ValidationData> threeRuns(const QString& type = {})
{
    return dataOf(header + shardedRow("8", 4) + shardedRow("9", 2) + shardedRow("30", 1) + rowText("OOM"),
                  {{}, Framework::MegatronCore, type});
}

// Data from rows that name their framework.
std::shared_ptr<const ValidationData> ofTwoFrameworks(std::optional<Framework> framework = {})
{
    const std::string columns = std::string(header).substr(0, std::string(header).size() - 1) + ",framework\n";
    const auto row = [](const std::string& zero, const std::string& name) {
        return "m,16,2048,32,8192,4096,131072,H100 80GB,8,1,8,1," + zero
            + ",1,256,20,\"rank 0, allocated\",14047,tokens/s/GPU," + name + "\n";
    };
    return dataOf(columns + row("1", "megatron-core") + row("1", "megatron-core") + row("3", "torchtitan"),
                  {{}, framework, {}});
}

QString textAt(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString();
}

}

class TestValidationModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void modelsKeepTheRules();
    void rowsShowRunsAndErrors();
    void sortsFiltersAndCopies();
    void groupsHaveFigures();
    void causesHaveSentences();
    void runsAreOfTheirFrameworks();
    void userTypesPredict();
    void errorsAreReported();
    void equalValuesLieOnTheDiagonal();
    void ticksAreRoundAndInside();
    void theNearestPointIsHit();

private:
    QTemporaryDir m_home; // home folder without user-defined hardware
};

void TestValidationModels::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    qputenv("HOME", m_home.path().toLocal8Bit());
    qputenv("STAGECRAFT_TEST_MODE", "1");
}

void TestValidationModels::modelsKeepTheRules()
{
    ValidatedRunModel runs;
    RunGroupModel groups;
    ValidatedRunFilter filter;
    filter.setSourceModel(&runs);
    const QAbstractItemModelTester first(&runs, reporting);
    const QAbstractItemModelTester second(&groups, reporting);
    const QAbstractItemModelTester third(&filter, reporting);
    const auto data = threeRuns();
    for (const auto quantity : {ComparedQuantity::Memory, ComparedQuantity::Speed}) {
        const auto view = makeView(data, quantity, RunGrouping::Tensor);
        for (const auto& shown : {view, std::shared_ptr<const ValidationView>(), view}) {
            runs.setView(shown);
            groups.setView(shown);
            filter.setText(shown ? QStringLiteral("H100") : QString());
            QCOMPARE(runs.rowCount(), shown ? static_cast<int>(shown->points.size()) : 0);
        }
    }
}

void TestValidationModels::rowsShowRunsAndErrors()
{
    const auto view = makeView(threeRuns(), ComparedQuantity::Memory, RunGrouping::Model);
    ValidatedRunModel model;
    model.setView(view);
    QCOMPARE(model.rowCount(), 3); // a run that ran out of memory cannot be compared
    QCOMPARE(textAt(model, 0, ValidatedRunModel::Measured), QStringLiteral("8.00 GiB"));
    QCOMPARE(textAt(model, 0, ValidatedRunModel::Degrees), QStringLiteral("PP1 TP4 DP2"));
    QCOMPARE(textAt(model, 2, ValidatedRunModel::Source), QStringLiteral("r.csv:4"));
    const double error = view->points[2].error();
    QVERIFY(textAt(model, 2, ValidatedRunModel::Error).startsWith(error > 0 ? u'+' : u'-'));
    QVERIFY(!textAt(model, 2, ValidatedRunModel::Cause).isEmpty());
    QVERIFY(textAt(model, 0, ValidatedRunModel::Predicted, Qt::ToolTipRole).contains(QStringLiteral("bounds ")));
}

void TestValidationModels::sortsFiltersAndCopies()
{
    ValidatedRunModel model;
    model.setView(makeView(threeRuns(), ComparedQuantity::Memory, RunGrouping::Model));
    ValidatedRunFilter filter;
    filter.setSourceModel(&model);
    filter.sort(ValidatedRunModel::Error, Qt::DescendingOrder);
    double before = 1e9;
    for (int row = 0; row < filter.rowCount(); ++row) {
        const double size = filter.index(row, ValidatedRunModel::Error).data(ValidatedRunModel::SortRole).toDouble();
        QVERIFY(size <= before);
        before = size;
    }
    filter.sort(ValidatedRunModel::Measured, Qt::AscendingOrder);
    QCOMPARE(tableCsv(filter, {ValidatedRunModel::Degrees, ValidatedRunModel::Measured}),
             QStringLiteral("Parallelism,Measured (bytes)\nPP1 TP4 DP2,8589934592\nPP1 TP2 DP4,9663676416\n"
                            "PP1 TP1 DP8,32212254720\n"));
    filter.setText(QStringLiteral("r.csv tp2"));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, ValidatedRunModel::Degrees).data().toString(), QStringLiteral("PP1 TP2 DP4"));
}

void TestValidationModels::groupsHaveFigures()
{
    RunGroupModel model;
    model.setView(makeView(threeRuns(), ComparedQuantity::Memory, RunGrouping::Tensor));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(textAt(model, 0, RunGroupModel::Name), QStringLiteral("TP1"));
    QCOMPARE(textAt(model, 2, RunGroupModel::Name), QStringLiteral("TP4"));
    QCOMPARE(model.index(2, RunGroupModel::Name).data(RunGroupModel::MarkRole).toInt(), 2); // the mark in the chart
    QCOMPARE(textAt(model, 0, RunGroupModel::Runs), QStringLiteral("1"));
    QCOMPARE(model.headerData(RunGroupModel::Name, Qt::Horizontal).toString(), QStringLiteral("Tensor-parallel size"));
}

void TestValidationModels::causesHaveSentences()
{
    std::set<QString> sentences;
    for (const auto& [kind, name] : enumNames<CauseKind>) {
        ErrorCause cause;
        cause.kind = kind;
        const QString sentence = causeSentence(cause);
        QVERIFY2(sentence.endsWith(u'.') && !sentence.contains(u'%' + QStringLiteral("1")), qPrintable(sentence));
        sentences.insert(sentence);
    }
    QCOMPARE(sentences.size(), enumNames<CauseKind>.size());
    std::set<QString> features;
    for (const auto& [feature, name] : enumNames<RunFeature>) {
        features.insert(featureName(feature));
    }
    QCOMPARE(features.size(), enumNames<RunFeature>.size());
    QVERIFY(!features.contains(QString()));
}

void TestValidationModels::runsAreOfTheirFrameworks()
{
    const auto data = ofTwoFrameworks();
    // ordered by number of runs
    QVERIFY((data->frameworks == std::vector {Framework::MegatronCore, Framework::Torchtitan}));
    const auto view = makeView(data, ComparedQuantity::Memory, RunGrouping::Framework);
    ValidatedRunModel runs;
    runs.setView(view);
    QCOMPARE(textAt(runs, 0, ValidatedRunModel::Framework), QStringLiteral("Megatron-Core"));
    QCOMPARE(textAt(runs, 2, ValidatedRunModel::Framework), QStringLiteral("torchtitan"));
    RunGroupModel groups;
    groups.setView(view);
    QCOMPARE(groups.rowCount(), 2);
    QCOMPARE(textAt(groups, 0, RunGroupModel::Name), QStringLiteral("Megatron-Core"));
    // A selected framework excludes the runs of others.
    const auto chosen = ofTwoFrameworks(Framework::Torchtitan);
    QCOMPARE(makeView(chosen, ComparedQuantity::Memory, RunGrouping::Model)->points.size(), std::size_t(1));
    QCOMPARE(chosen->validation.skipped, 2);
}

void TestValidationModels::userTypesPredict()
{
    CatalogueEntry own = *catalogue().find("H100-80GB");
    own.device.name = "H100-ours";
    own.aliases.clear();
    TrainingFigures figures = own.device.in_training.value_or(TrainingFigures());
    figures.launch = Seconds(5e-6);
    figures.source = say(words::calibration::fitted_on, 3, ArgumentList {std::string("r.csv")});
    figures.date = "2026-11-24";
    own.device.in_training = figures;
    QVERIFY(writeUserHardware({own}));
    QVERIFY(!threeRuns()->other_types);
    const auto data = threeRuns(QStringLiteral("H100-ours"));
    QVERIFY(data->other_types);
    const auto view = makeView(data, ComparedQuantity::Memory, RunGrouping::Model);
    QCOMPARE(view->inSample(), 3); // runs of the file on which the type was calibrated
    QVERIFY2(view->causeWords(0).contains(QStringLiteral("calibrated on runs in this file")),
             qPrintable(view->causeWords(0)));
    ValidatedRunModel model;
    model.setView(view);
    QCOMPARE(textAt(model, 0, ValidatedRunModel::DeviceType), QStringLiteral("H100-ours"));
    QVERIFY(QFile::remove(userHardwarePath()));
}

void TestValidationModels::errorsAreReported()
{
    QCOMPARE(makeValidationData({{QStringLiteral("nowhere.csv")}}, {}).error().code, ErrorCode::FileNotReadable);
    const QString runs = QStringLiteral(SOURCE_FOLDER "/resources/runs/torchtitan.csv");
    QCOMPARE(makeValidationData({{runs}, {}, QStringLiteral("none")}, {}).error().code, ErrorCode::DeviceTypeUnknown);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(makeValidationData({{runs}}, stop.get_token()).error().code, ErrorCode::Cancelled);
}

void TestValidationModels::equalValuesLieOnTheDiagonal()
{
    AgreementLayout layout {QRectF(10, 20, 300, 200), LogRange::around(2, 700)};
    for (const double value : {2.0, 30.0, 700.0}) {
        const QPointF at = layout.at(value, value);
        QVERIFY(layout.plot.contains(at));
        const double along = (at.x() - layout.plot.left()) / layout.plot.width();
        QVERIFY(std::abs((layout.plot.bottom() - at.y()) / layout.plot.height() - along) < 1e-9);
        const QPolygonF band = layout.band(0.1);
        QVERIFY(band.containsPoint(layout.at(value, value * 1.099), Qt::OddEvenFill));
        QVERIFY(band.containsPoint(layout.at(value, value * 0.901), Qt::OddEvenFill));
        QVERIFY(!band.containsPoint(layout.at(value, value * 1.101), Qt::OddEvenFill));
        QVERIFY(!band.containsPoint(layout.at(value, value * 0.899), Qt::OddEvenFill));
    }
}

void TestValidationModels::ticksAreRoundAndInside()
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> exponent(-6, 12);
    for (int round = 0; round < 300; ++round) {
        const double a = std::pow(10.0, exponent(random));
        const double b = std::pow(10.0, exponent(random));
        const LogRange range = LogRange::around(std::min(a, b), std::max(a, b));
        QVERIFY(range.to >= range.from * 1.99);
        const auto ticks = range.ticks(1);
        QVERIFY(ticks.size() >= 2 && ticks.size() <= 10);
        for (const double tick : ticks) {
            QVERIFY(tick >= range.from * 0.999 && tick <= range.to * 1.001);
        }
    }
    QVERIFY(LogRange::around(0, 0).ticks(1).size() >= 2); // an empty range
}

void TestValidationModels::theNearestPointIsHit()
{
    const std::vector<QPointF> positions {{0, 0}, {10, 0}, {100, 100}};
    QCOMPARE(AgreementLayout::hit(positions, {8, 1}, 12), 1);
    QCOMPARE(AgreementLayout::hit(positions, {2, 1}, 12), 0);
    QCOMPARE(AgreementLayout::hit(positions, {50, 50}, 12), -1);
}

QTEST_GUILESS_MAIN(TestValidationModels)
#include "tst_validationmodels.moc"
