// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/search/search.h"
#include "core/search/stagerecompute.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <bit>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

TestedProblem varied(const char* cluster, Dimensions dimensions)
{
    TestedProblem tested = ask(cluster, "zoo:gpt?layers=8&hidden=512&heads=8&vocabulary=4000");
    tested.problem.constraints.vary = std::move(dimensions);
    return tested;
}

bool isMixed(const Plan& plan)
{
    return std::any_of(plan.stages.begin(), plan.stages.end(),
                       [](const Stage& stage) { return !stage.policies.ranges.empty(); });
}

}

// Policies that a search assigns to single layers.
class PolicyChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewestLayersAreRecomputed_data();
    void fewestLayersAreRecomputed();
    void mixedPlansAreFasterThanFullOnes();
    void swappedPlansTakeLess();
    void swapNeedsHostBandwidth();
};

void PolicyChoiceTest::fewestLayersAreRecomputed_data()
{
    QTest::addColumn<int>("schedule");
    for (const ScheduleKind kind : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe,
                                    ScheduleKind::ZeroBubbleH1, ScheduleKind::PipeDream}) {
        QTest::newRow(std::string(nameOf(kind)).c_str()) << static_cast<int>(kind);
    }
}

// The search recomputes the fewest layers, the best of all subsets of equal blocks, at limits between keeping all and
// none.
void PolicyChoiceTest::fewestLayersAreRecomputed()
{
    QFETCH(int, schedule);
    const auto kind = static_cast<ScheduleKind>(schedule);
    const TestedProblem tested = ask("4xA100-80GB", "zoo:gpt?layers=6&hidden=256&heads=4&vocabulary=1000");
    const ChainCosts keep = tested.chain({});
    const ChainCosts full = tested.chain({}, {LayerPolicy::Full});
    const ScheduleTable table(kind, 1, 8);
    for (const int pipeline_rank : {0, 2}) {
        const SingleStage stage {{1, 7}, table.at(3).pipeline_ranks[static_cast<std::size_t>(pipeline_rank)], {}, true};
        const auto peakOf = [&](unsigned chosen) {
            ChainCosts mixed = keep;
            for (int l = 0; l < 6; ++l) {
                if ((chosen >> l & 1U) != 0) {
                    mixed.layers[static_cast<std::size_t>(l) + 1] = full.layers[static_cast<std::size_t>(l) + 1];
                }
            }
            const PassPhases phases = passPhasesOf(mixed, stage.layers, stage.replication, true);
            const PassPhases* all = &phases;
            return pipelineRankPeak(stage.occupancy, {&all, 1});
        };
        const Bytes most = peakOf(0);
        const Bytes least = peakOf(63);
        if (least >= most) { // recomputed activations stay between the halves of a backward pass
            QVERIFY(kind == ScheduleKind::ZeroBubbleH1);
            continue;
        }
        for (int i = 0; i <= 8; ++i) {
            const Bytes limit = least + scaled(most - least, i / 8.0);
            int fewest = 7;
            for (unsigned chosen = 0; chosen < 64; ++chosen) {
                fewest = peakOf(chosen) <= limit ? std::min(fewest, std::popcount(chosen)) : fewest;
            }
            const auto found = leastRecomputed(keep, full, stage, limit);
            QVERIFY(found);
            QCOMPARE(static_cast<int>(found->size()), fewest);
        }
        QVERIFY(!leastRecomputed(keep, full, stage, scaled(least, 0.5)));
    }
}

void PolicyChoiceTest::mixedPlansAreFasterThanFullOnes()
{
    for (const char* cluster : {"4xA100-80GB", "4xA100-80GB:1800MiB"}) {
        const TestedProblem identical = varied(cluster, {Dimension::Recompute});
        const TestedProblem own = varied(cluster, {Dimension::RecomputeLayers});
        const auto all = searchPlans(identical.problem, identical.costs).value();
        const auto found = searchPlans(own.problem, own.costs).value();
        const Candidate* least = found.recommended();
        QVERIFY(least != nullptr && all.recommended() != nullptr);
        const Estimate& before = all.recommended()->estimate;
        QVERIFY(std::pair(least->estimate.peak, least->estimate.step) <= std::pair(before.peak, before.step));
        QCOMPARE(found.outcome.kind, OutcomeKind::BestFound);
        QVERIFY2(found.outcome.bound <= least->estimate.peak && found.outcome.bound > Bytes(0),
                 describe(found.outcome.detail).c_str());
        const bool front = std::any_of(found.candidates.begin(), found.candidates.end(),
                                       [](const Candidate& c) { return isMixed(c.plan) && c.has(Label::Front); });
        QVERIFY(front);
        for (const Candidate& candidate : found.candidates) {
            QVERIFY(candidate.estimate.peak >= found.outcome.bound);
            QCOMPARE(own.estimate(candidate.plan).peak.value, candidate.estimate.peak.value);
        }
    }
}

void PolicyChoiceTest::swappedPlansTakeLess()
{
    TestedProblem kept = ask("2xA100-80GB", "zoo:gpt?layers=16&hidden=512&heads=8&vocabulary=500");
    kept.problem.constraints.micro_batch = 8;
    kept.problem.constraints.pipeline = 1;
    TestedProblem swapping = kept;
    swapping.problem.constraints.vary = {Dimension::Swap};
    const auto before = searchPlans(kept.problem, kept.costs).value();
    const auto found = searchPlans(swapping.problem, swapping.costs).value();
    QVERIFY(before.recommended() != nullptr && found.recommended() != nullptr);
    const Candidate& least = *found.recommended();
    QVERIFY(least.estimate.peak < before.recommended()->estimate.peak);
    QVERIFY(!policiesOf(least.plan).keepsAll()); // KARMA chooses between both
    const bool swaps = std::any_of(found.candidates.begin(), found.candidates.end(),
                                   [](const Candidate& c) { return policiesOf(c.plan).has(LayerPolicy::Swap); });
    QVERIFY(swaps || policiesOf(least.plan).has(LayerPolicy::Full));
    QCOMPARE(found.outcome.kind, OutcomeKind::BestFound);
    QVERIFY(found.outcome.bound > Bytes(0) && found.outcome.bound <= least.estimate.peak);
    QVERIFY(found.outcome.gap > 0);
}

void PolicyChoiceTest::swapNeedsHostBandwidth()
{
    // The copy bandwidth between a CPU's memory and its host is unknown.
    const TestedProblem cpu = varied("2xcpu:8GiB", {Dimension::Swap});
    const auto found = searchPlans(cpu.problem, cpu.costs);
    QVERIFY(!found);
    QVERIFY(QString::fromStdString(describe(found.error())).contains("--host-bandwidth"));
}

QTEST_GUILESS_MAIN(PolicyChoiceTest)
#include "tst_policychoice.moc"
