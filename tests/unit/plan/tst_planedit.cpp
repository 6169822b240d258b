// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Manual edits of a plan change only the edited part; layers keep their policies.
#include "core/base/english.h"
#include "core/plan/planedit.h"

#include "core/plan/givenname.h"
#include "tests/support/chains.h"

#include <QTest>

#include <random>

using namespace stagecraft;
using stagecraft::testing::problemFor;
using stagecraft::testing::randomTable;

namespace {

Plan straight(const std::vector<int>& split_points)
{
    return uniformPlan(split_points, 2, 4, 8, ScheduleKind::OneForwardOneBackward);
}

std::vector<LayerPolicy> policies(const Plan& plan)
{
    std::vector<LayerPolicy> all;
    for (const Stage& stage : plan.stages) {
        for (int layer = stage.layers.first; layer < stage.layers.last; ++layer) {
            all.push_back(stage.policies.of(layer));
        }
    }
    return all;
}

}

class TestPlanEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesHaveALength();
    void aSplitPointMovesAsFarAsThereAreLayers();
    void splitAndMergeAreEachOthersInverse();
    void replicasShareTheSamples();
    void layersKeepTheirPolicies();
    void randomEditsStayValid();
};

void TestPlanEdit::namesHaveALength()
{
    for (const char* name : {"M", "<h1>", "Größe", "名"}) {
        QVERIFY(validateName(name));
    }
    std::string wide; // two bytes per letter
    for (std::size_t i = 0; i < longestName; ++i) {
        wide += "ü";
    }
    QVERIFY(validateName(wide));
    for (const std::string& name : {std::string(), wide + "x"}) {
        QCOMPARE(validateName(name).error().code, ErrorCode::OptionOutOfRange);
    }
}

void TestPlanEdit::aSplitPointMovesAsFarAsThereAreLayers()
{
    const Plan plan = straight({0, 4, 8, 12});
    QCOMPARE(withSplitPoint(plan, 1, 6).splitPoints(), (std::vector<int> {0, 6, 8, 12}));
    QCOMPARE(withSplitPoint(plan, 1, 100).splitPoints(), (std::vector<int> {0, 7, 8, 12}));
    QCOMPARE(withSplitPoint(plan, 2, -3).splitPoints(), (std::vector<int> {0, 4, 5, 12}));
    QVERIFY(withSplitPoint(withSplitPoint(plan, 1, 6), 1, 4) == plan);
}

void TestPlanEdit::splitAndMergeAreEachOthersInverse()
{
    const Plan plan = straight({0, 4, 8, 12});
    const auto split = withStageSplit(plan, 6);
    QVERIFY(split.has_value());
    QCOMPARE(split->splitPoints(), (std::vector<int> {0, 4, 6, 8, 12}));
    QCOMPARE(split->pipelineRanks(), 4);
    QVERIFY(*withStagesMerged(*split, 1) == plan);
    QCOMPARE(withStageSplit(plan, 4).error().code, ErrorCode::PlanInvalid); // already a split point
    QCOMPARE(withStageSplit(plan, 12).error().code, ErrorCode::PlanInvalid);
    QCOMPARE(withStagesMerged(plan, 2).error().code, ErrorCode::PlanInvalid); // the last stage
    const Plan looped = uniformPlan({0, 3, 6, 9, 12}, 1, 4, 8, ScheduleKind::Interleaved, 0, 2);
    QCOMPARE(withStageSplit(looped, 1).error().code, ErrorCode::PlanInvalid);
    QCOMPARE(withStagesMerged(looped, 0).error().code, ErrorCode::PlanInvalid);
    QCOMPARE(withSplitPoint(looped, 2, 7).splitPoints(),
             (std::vector<int> {0, 3, 7, 9, 12})); // split points can still be moved
}

void TestPlanEdit::replicasShareTheSamples()
{
    const Plan plan = straight({0, 6, 12});
    const auto wide = withStageDegrees(plan, 1, {2, 4});
    QVERIFY(wide.has_value());
    QCOMPARE(wide->stages[1].micro_batch, 2);
    QCOMPARE(wide->stages[1].degrees.tensor, 2);
    QVERIFY(wide->stages[0] == plan.stages[0]);
    QVERIFY(*withStageDegrees(*wide, 1, plan.stages[1].degrees) == plan);
    QCOMPARE(withStageDegrees(plan, 0, {1, 3}).error().code, ErrorCode::PlanInvalid);
    QCOMPARE(withStageDegrees(plan, 0, {1, 0}).error().code, ErrorCode::PlanInvalid);
}

void TestPlanEdit::layersKeepTheirPolicies()
{
    Plan plan = straight({0, 4, 8, 12});
    plan = withLayerPolicy(plan, {2, 6}, LayerPolicy::Full);
    plan = withLayerPolicy(plan, {5, 7}, LayerPolicy::Swap);
    const std::vector<LayerPolicy> expected = policies(plan);
    QCOMPARE(expected[1], LayerPolicy::Keep);
    QCOMPARE(expected[2], LayerPolicy::Full);
    QCOMPARE(expected[5], LayerPolicy::Swap);
    QCOMPARE(expected[7], LayerPolicy::Keep);
    QCOMPARE(policies(withSplitPoint(plan, 1, 7)), expected);
    QCOMPARE(policies(*withStageSplit(plan, 6)), expected);
    QCOMPARE(policies(*withStagesMerged(plan, 0)), expected);
    QVERIFY(policiesOf(withLayerPolicy(plan, {0, 12}, LayerPolicy::Keep)).keepsAll());
}

void TestPlanEdit::randomEditsStayValid()
{
    std::mt19937 random(3);
    const Problem problem = problemFor(randomTable(random, 12, false), "64xcpu:8GiB", 64, 4);
    Plan plan = straight({0, 4, 8, 12});
    const auto number = [&random](int first, int last) {
        return std::uniform_int_distribution<int>(first, last)(random);
    };
    for (int round = 0; round < 2'000; ++round) {
        const int stages = static_cast<int>(plan.stages.size());
        Result<Plan> edited = plan;
        switch (number(0, 2)) {
        case 0:
            edited = stages > 1 ? withSplitPoint(plan, number(1, stages - 1), number(-2, 14)) : plan;
            break;
        case 1:
            edited = stages < 6 ? withStageSplit(plan, number(0, 12)) : Result<Plan>(plan);
            break;
        default:
            edited = withStagesMerged(plan, number(0, stages - 1));
        }
        if (edited) {
            plan = *edited;
        }
        const auto valid = validate(plan, problem);
        QVERIFY2(valid.has_value(), valid ? "" : describe(valid.error()).c_str());
    }
}

QTEST_APPLESS_MAIN(TestPlanEdit)
#include "tst_planedit.moc"
