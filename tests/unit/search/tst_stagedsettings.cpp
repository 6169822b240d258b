// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Parallel sizes per stage with other searched dimensions: the recommended plan has the lowest displayed peak, none of
// the settings alone has a lower one, and the certificate applies to that plan.
#include "core/base/english.h"
#include "core/search/search.h"
#include "core/words/search.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <algorithm>

using namespace stagecraft;
using stagecraft::testing::TestedProblem;

namespace {

SearchResult searched(TestedProblem tested, const Dimensions& vary)
{
    tested.problem.constraints.vary = vary;
    auto result = searchPlans(tested.problem, tested.costs);
    if (!result) {
        qFatal("%s", describe(result.error()).c_str());
    }
    return *std::move(result);
}

Bytes peakOf(const SearchResult& result)
{
    return result.recommended()->estimate.peak;
}

TestedProblem askImages(const char* cluster, std::int64_t batch)
{
    TestedProblem tested = testing::ask(cluster, "zoo:resnet18");
    tested.problem.workload.sequence = 64;
    tested.problem.workload.precision = Precision::Fp32;
    tested.problem.workload.global_batch = batch;
    tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    return tested;
}

}

class StagedSettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRecommendedPlanHasTheLeastPeak_data();
    void theRecommendedPlanHasTheLeastPeak();
    void noneOfTheSettingsAloneIsBetter();
    void whatIsNotSearchedIsNotCertified();
};

void StagedSettingsTest::theRecommendedPlanHasTheLeastPeak_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<Dimensions>("beside");
    QTest::addColumn<bool>("certified");
    QTest::newRow("swap") << QByteArray("2x4xL40S") << Dimensions {Dimension::Swap} << false;
    QTest::newRow("swap on 6") << QByteArray("6xL40S") << Dimensions {Dimension::Swap} << false;
    QTest::newRow("single layers") << QByteArray("2x4xL40S") << Dimensions {Dimension::RecomputeLayers} << false;
    QTest::newRow("both") << QByteArray("4xL40S") << Dimensions {Dimension::Swap, Dimension::RecomputeLayers} << false;
    QTest::newRow("ZeRO") << QByteArray("6xL40S") << Dimensions {Dimension::Zero} << true;
    QTest::newRow("micro-batch") << QByteArray("2x3xL40S") << Dimensions {Dimension::MicroBatch} << true;
    QTest::newRow("nothing") << QByteArray("6xL40S") << Dimensions {} << true;
}

void StagedSettingsTest::theRecommendedPlanHasTheLeastPeak()
{
    QFETCH(QByteArray, cluster);
    QFETCH(Dimensions, beside);
    QFETCH(bool, certified);
    Dimensions vary = beside;
    vary.push_back(Dimension::StageDegrees);
    for (const TestedProblem& tested : {testing::ask(cluster.constData()), askImages(cluster.constData(), 8)}) {
        const SearchResult result = searched(tested, vary);
        const Bytes peak = peakOf(result);
        QCOMPARE(result.certificate.peak.value, peak.value);
        for (const Candidate& candidate : result.candidates) {
            QVERIFY(!candidate.estimate.fits || candidate.estimate.peak >= peak);
        }
        QCOMPARE(result.certificate.less_is_infeasible, certified);
        QVERIFY(certified || result.outcome.kind == OutcomeKind::BestFound);
        // Fewer searched dimensions are not better.
        QVERIFY(peakOf(searched(tested, beside)) >= peak);
        QVERIFY(peakOf(searched(tested, {Dimension::StageDegrees})) >= peak);
    }
}

void StagedSettingsTest::noneOfTheSettingsAloneIsBetter()
{
    int lower = 0; // lower than with the settings of the best plan with equal parallel sizes only
    for (const TestedProblem& tested :
         {askImages("2x3xL40S", 4), askImages("8xA100-40GB", 8), testing::ask("6xL40S")}) {
        const SearchResult all = searched(tested, {Dimension::StageDegrees, Dimension::MicroBatch, Dimension::Zero});
        QVERIFY(all.certificate.less_is_infeasible);
        Bytes least(INT64_MAX);
        for (const std::int64_t micro_batch : {1, 2, 4, 8}) {
            for (int zero = 0; zero <= 3 && tested.problem.workload.global_batch % micro_batch == 0; ++zero) {
                TestedProblem fixed = tested;
                fixed.problem.constraints.micro_batch = micro_batch;
                fixed.problem.constraints.zero = zero;
                least = std::min(least, peakOf(searched(fixed, {Dimension::StageDegrees})));
            }
        }
        QCOMPARE(peakOf(all).value, least.value);
        lower += peakOf(all) < peakOf(searched(tested, {Dimension::MicroBatch, Dimension::Zero})) ? 1 : 0;
    }
    QVERIFY(lower > 0);
}

// More settings than the effort suffices for are not certified.
void StagedSettingsTest::whatIsNotSearchedIsNotCertified()
{
    TestedProblem tested = testing::ask("64x8xA100-80GB", "zoo:gpt3-175b");
    tested.problem.workload.global_batch = 512;
    tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    const SearchResult result =
        searched(tested, {Dimension::StageDegrees, Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute});
    QVERIFY(!result.certificate.less_is_infeasible);
    QVERIFY(result.outcome.kind == OutcomeKind::BestFound);
    QVERIFY2(result.outcome.detail.says(words::search::degrees_not_searched), describe(result.outcome.detail).c_str());
}

QTEST_APPLESS_MAIN(StagedSettingsTest)
#include "tst_stagedsettings.moc"
