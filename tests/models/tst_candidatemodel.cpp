// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatefilter.h"
#include "ui/words/plandetails.h"
#include "ui/words/words.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace stagecraft;

class TestCandidateModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void keepsTheRulesOfModels();
    void showsThreeFiguresAndCopiesExactValues();
    void basisIsOfMemoryAndTime();
    void columnsShowWhatASearchDecides();
    void columnsDistinguishPlans();
    void splitPointsDistinguishEqualPlans();
    void peaksHaveTheirNames();
    void theFullestIsByItsUpperBound();
    void stepsHaveBounds();
    void saysWhatDoesNotFit();
    void sortsByNumbers();
    void filtersByEveryWord();
    void filtersByChips_data();
    void filtersByChips();
    void writesCsv();
};

// The model obeys the rules of QAbstractItemModel during resets with many, few and no rows.
void TestCandidateModel::keepsTheRulesOfModels()
{
    CandidateModel model;
    CandidateFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setResult(test::plansFrom(test::fourPlans));
    QCOMPARE(model.rowCount(), 4);
    filter.sort(CandidateModel::Step);
    filter.setText(QStringLiteral("PP4"));
    model.setResult(test::plansFrom("stagecraft recommended 1 1 1 8 1"));
    QCOMPARE(filter.rowCount(), 0);
    filter.setText({});
    QCOMPARE(filter.rowCount(), 1);
    model.setResult(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.candidate(0));
}

void TestCandidateModel::showsThreeFiguresAndCopiesExactValues()
{
    CandidateModel model;
    model.setResult(test::plansFrom("stagecraft recommended,front 4 2 3.14159 8 2.34567"));
    const auto text = [&](int column, int role = Qt::DisplayRole) {
        return model.index(0, column).data(role).toString();
    };
    QCOMPARE(text(CandidateModel::Plan), QStringLiteral("Recommended"));
    QCOMPARE(text(CandidateModel::Plan, CandidateModel::CopyRole), QStringLiteral("Recommended, Pareto-optimal"));
    QCOMPARE(text(CandidateModel::Degrees), QStringLiteral("PP4 TP1 DP2"));
    QCOMPARE(text(CandidateModel::Schedule), QStringLiteral("1F1B"));
    QCOMPARE(text(CandidateModel::MicroBatch), QStringLiteral("1 × 8"));
    QCOMPARE(text(CandidateModel::Peak), QStringLiteral("3.14 GiB"));
    QCOMPARE(text(CandidateModel::Peak, CandidateModel::CopyRole), QStringLiteral("3373256577"));
    QVERIFY(text(CandidateModel::Peak, Qt::ToolTipRole).contains(QStringLiteral("3,373,256,577 bytes")));
    QCOMPARE(text(CandidateModel::Step), QStringLiteral("2.35 s"));
    QCOMPARE(text(CandidateModel::Step, CandidateModel::CopyRole), QStringLiteral("2.34567"));
    QCOMPARE(text(CandidateModel::Bubble), QStringLiteral("25.0 %"));
    QVERIFY(text(CandidateModel::Plan, Qt::ToolTipRole).contains(QStringLiteral("Stage 3: layers 9–11")));
}

void TestCandidateModel::basisIsOfMemoryAndTime()
{
    const auto textOf = [](Basis memory, Basis time, bool extrapolated, int role = Qt::DisplayRole) {
        auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 1 8 1"));
        result->candidates.front().estimate.memory_basis = memory;
        result->candidates.front().estimate.time_basis = time;
        result->candidates.front().estimate.extrapolated = extrapolated;
        CandidateModel model;
        model.setResult(result);
        return model.index(0, CandidateModel::Basis).data(role).toString();
    };
    QCOMPARE(textOf(Basis::Measured, Basis::Measured, false), QStringLiteral("measured"));
    QCOMPARE(textOf(Basis::Measured, Basis::Analytic, false), QStringLiteral("memory measured, time analytic"));
    QCOMPARE(textOf(Basis::Scaled, Basis::Analytic, true), QStringLiteral("memory scaled, time analytic *"));
    const QString tip = textOf(Basis::Measured, Basis::Analytic, true, Qt::ToolTipRole);
    QVERIFY2(tip.contains("Memory: measured. ") && tip.contains("Time: analytic. ") && tip.contains("beyond"),
             qPrintable(tip));
}

void TestCandidateModel::columnsShowWhatASearchDecides()
{
    auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 2 1 8 1"));
    Plan& plan = result->candidates.front().plan;
    plan = withPolicies(plan, {LayerPolicy::Full, {}});
    plan = withDegrees(plan, {{2, 1, true}, 4});
    plan.zero_stage = 1;
    plan.training.offload = StateOffload::Optimizer;
    CandidateModel model;
    model.setResult(result);
    const auto text = [&](int column, int role = Qt::DisplayRole) {
        return model.index(0, column).data(role).toString();
    };
    QCOMPARE(text(CandidateModel::Degrees), QStringLiteral("PP2 TP2 CP4 DP2 +SP"));
    QCOMPARE(text(CandidateModel::Degrees, Qt::ToolTipRole),
             QStringLiteral("2 pipeline stages, tensor-parallel size 2 with sequence parallelism (+SP), "
                            "context-parallel size 4, data-parallel size 2: 32 devices"));
    QCOMPARE(text(CandidateModel::Zero), QStringLiteral("1"));
    QCOMPARE(text(CandidateModel::Zero, Qt::ToolTipRole), QStringLiteral("ZeRO-1: optimizer"));
    QCOMPARE(text(CandidateModel::Activations), QStringLiteral("Full recomputation"));
    QCOMPARE(text(CandidateModel::OnHost), QStringLiteral("Optimizer"));
    QCOMPARE(optionsText(plan), QStringLiteral("1F1B · 1 × 8 · ZeRO-1 · Full recomputation · CPU offload: Optimizer"));
}

void TestCandidateModel::columnsDistinguishPlans()
{
    auto result = std::make_shared<SearchResult>(*test::plansFrom(test::fourPlans));
    CandidateModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(!model.isDistinguishable(CandidateModel::Zero));
    model.setResult(result);
    QVERIFY(model.isDistinguishable(CandidateModel::Degrees));
    for (const int column : {CandidateModel::Zero, CandidateModel::Activations, CandidateModel::OnHost}) {
        QVERIFY(!model.isDistinguishable(column));
    }
    result = std::make_shared<SearchResult>(*result);
    result->candidates.back().plan.zero_stage = 3;
    model.setResult(result);
    QVERIFY(model.isDistinguishable(CandidateModel::Zero));
    QVERIFY(!model.isDistinguishable(CandidateModel::OnHost));
}

// Plans with the same settings may have different split points, which distinguish their rows.
void TestCandidateModel::splitPointsDistinguishEqualPlans()
{
    auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 4 1 3.0 8 2.4\n"
                                                                  "stagecraft - 4 1 3.1 8 2.4\n"
                                                                  "stagecraft - 12 1 3.2 8 2.4"));
    CandidateModel model;
    model.setResult(result);
    QVERIFY(!model.hasEqualsButForSplitPoints()); // the first two have the same split points
    result = std::make_shared<SearchResult>(*result);
    auto& stages = result->candidates[1].plan.stages;
    stages[1].layers.last = stages[2].layers.first = 7;
    model.setResult(result);
    QVERIFY(model.hasEqualsButForSplitPoints());
    const auto text = [&](int row) { return model.index(row, CandidateModel::SplitPoints).data().toString(); };
    QCOMPARE(text(0), QStringLiteral("0, 3, 6, 9, 12"));
    QCOMPARE(text(1), QStringLiteral("0, 3, 7, 9, 12"));
    QCOMPARE(text(2), QStringLiteral("12 × 3 (12 stages)"));
    auto& many = result->candidates[2].plan.stages;
    many[0].layers.last = many[1].layers.first = 2;
    many[10].layers.last = many[11].layers.first = 35;
    model.setResult(std::make_shared<SearchResult>(*result));
    QCOMPARE(text(2), QStringLiteral("2, 4, 8 × 3, 5, 1 (12 stages)"));
    const QModelIndex cell = model.index(2, CandidateModel::SplitPoints);
    QCOMPARE(cell.data(CandidateModel::CopyRole).toString(), QStringLiteral("Layers per stage: 2, 4, 8 × 3, 5, 1"));
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("layers 2–5")));
}

void TestCandidateModel::peaksHaveTheirNames()
{
    const auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 3 8 1"));
    CandidateModel model;
    const auto header = [&](int role) {
        return model.headerData(CandidateModel::Peak, Qt::Horizontal, role).toString();
    };
    const auto tip = [&] { return model.index(0, CandidateModel::Peak).data(Qt::ToolTipRole).toString(); };
    model.setResult(result);
    const auto bounds = [&] { return model.headerData(CandidateModel::PeakBounds, Qt::Horizontal).toString(); };
    QCOMPARE(header(Qt::DisplayRole), QStringLiteral("Peak memory"));
    QCOMPARE(bounds(), QStringLiteral("Allocated bounds"));
    const QString decides = model.index(0, CandidateModel::PeakBounds).data(Qt::ToolTipRole).toString();
    QVERIFY2(decides.contains(QStringLiteral("on the fullest device: 3.00 GiB of 8.00 GiB")), qPrintable(decides));
    QVERIFY2(tip().contains("Allocated (tensors): 3.00 GiB") && tip().contains("Reserved by the allocator"),
             qPrintable(tip()));
    QCOMPARE(header(CandidateModel::CopyRole), QStringLiteral("Peak memory (bytes)"));
    QVERIFY(outcomeSentence(*result).startsWith(QStringLiteral("Lowest peak: 3.00 GiB (proven optimal).")));
}

// The fullest device is the one with the highest upper bound, which also decides whether the plan fits, not the one
// with the highest peak.
void TestCandidateModel::theFullestIsByItsUpperBound()
{
    SearchResult result = *test::plansFrom("stagecraft recommended 2 1 3 8 2");
    auto devices = result.candidates.front().estimate.devices.all();
    devices[0].device_high = gibibytes(4);
    devices[1].peak = gibibytes(2);
    devices[1].device_high = gibibytes(7);
    result.candidates.front().estimate.devices = devices;
    const Candidate candidate = result.candidates.front();
    CandidateModel model;
    model.setResult(std::make_shared<const SearchResult>(std::move(result)));
    QCOMPARE(model.index(0, CandidateModel::Peak).data(CandidateModel::ShareRole).toDouble(), 7.0 / 8);
    QStringList words;
    for (const PlanDetailGroup& group : planDetails(candidate)) {
        for (const PlanDetail& detail : group.details) {
            words << detail.words;
        }
    }
    QVERIFY(words.contains(QStringLiteral("7.00 GiB of 8.00 GiB")));
}

void TestCandidateModel::stepsHaveBounds()
{
    auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 3 8 2"));
    Estimate& estimate = result->candidates.front().estimate;
    estimate.step_low = Seconds(1.5);
    estimate.step_high = Seconds(2.75);
    CandidateModel model;
    model.setResult(result);
    const QString tip = model.index(0, CandidateModel::Step).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.endsWith(QStringLiteral("Between 1.50 s and 2.75 s")), qPrintable(tip));
}

void TestCandidateModel::saysWhatDoesNotFit()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    QVERIFY(model.index(0, 0).data(CandidateModel::FitsRole).toBool());
    QVERIFY(!model.index(3, 0).data(CandidateModel::FitsRole).toBool());
    QCOMPARE(model.index(3, 0).data(CandidateModel::ShareRole).toDouble(), 9.5 / 8);
}

// Columns sort by number: 12 s comes after 9 s, although its text comes before.
void TestCandidateModel::sortsByNumbers()
{
    CandidateModel model;
    model.setResult(
        test::plansFrom("stagecraft - 1 1 10 16 12 \n stagecraft - 2 1 9 16 9 \n stagecraft - 4 1 0.5 16 100"));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    const auto peaks = [&] {
        QStringList all;
        for (int row = 0; row < filter.rowCount(); ++row) {
            all += filter.index(row, CandidateModel::Peak).data().toString();
        }
        return all.join(u'|');
    };
    QCOMPARE(peaks(), QStringLiteral("10.0 GiB|9.00 GiB|512 MiB"));
    filter.sort(CandidateModel::Step);
    QCOMPARE(peaks(), QStringLiteral("9.00 GiB|10.0 GiB|512 MiB"));
    filter.sort(CandidateModel::Peak);
    QCOMPARE(peaks(), QStringLiteral("512 MiB|9.00 GiB|10.0 GiB"));
}

void TestCandidateModel::filtersByEveryWord()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setText(QStringLiteral("pp4 deep"));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, 0).data().toString(), QStringLiteral("DeepSpeed uniform"));
    filter.setText(QStringLiteral("pareto"));
    QCOMPARE(filter.rowCount(), 2);
}

void TestCandidateModel::filtersByChips_data()
{
    QTest::addColumn<bool>("fits");
    QTest::addColumn<bool>("front");
    QTest::addColumn<bool>("baselines");
    QTest::addColumn<int>("rows");
    QTest::newRow("all") << false << false << true << 4;
    QTest::newRow("fits") << true << false << true << 3;
    QTest::newRow("front") << false << true << true << 2;
    QTest::newRow("no baselines") << false << false << false << 3;
    QTest::newRow("fits, no baselines") << true << false << false << 2;
}

void TestCandidateModel::filtersByChips()
{
    QFETCH(bool, fits);
    QFETCH(bool, front);
    QFETCH(bool, baselines);
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setOnlyFitting(fits);
    filter.setOnlyFront(front);
    filter.setBaselinesShown(baselines);
    QTEST(filter.rowCount(), "rows");
}

void TestCandidateModel::writesCsv()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setOnlyFront(true);
    QCOMPARE(
        tableCsv(filter, {CandidateModel::Degrees, CandidateModel::Plan, CandidateModel::Peak, CandidateModel::Step}),
        QStringLiteral("Parallelism,Plan,Peak memory (bytes),Step time (s)\n"
                       "PP4 TP1 DP1,\"Recommended, balanced, Pareto-optimal\",3221225472,2.4\n"
                       "PP2 TP1 DP2,\"Fastest, Pareto-optimal\",5368709120,2\n"));
}

QTEST_GUILESS_MAIN(TestCandidateModel)
#include "tst_candidatemodel.moc"
