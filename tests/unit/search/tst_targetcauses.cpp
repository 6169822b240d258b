// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Plans that targets exclude from a search, and the reported cause.
#include "core/base/english.h"
#include "core/search/search.h"
#include "core/search/searchspace.h"
#include "core/search/targets.h"
#include "tests/support/chains.h"

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Problem smallGpt(const std::string& cluster)
{
    const Model model = readModel("zoo:gpt?layers=6&hidden=256&heads=4&vocabulary=4000").value();
    Problem problem = problemFor(model, cluster, 16, 1);
    problem.workload.precision = Precision::Bf16Master;
    return problem;
}

}

class TargetCausesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void optimizersThatAreNotDividedAreNamed();
    void tensorRanksKeepZeroOfDeepSpeedBelow3();
    void theCauseOfAllIsNamed();
    void whatIsLeftOutIsReported();
};

// Optimizers that cannot be sharded are reported: Megatron-LM's distributed optimizer supports only Adam.
void TargetCausesTest::optimizersThatAreNotDividedAreNamed()
{
    Problem problem = smallGpt("4xA100-80GB");
    problem.target = Target::Megatron;
    problem.constraints.data = 2;
    problem.constraints.vary = {Dimension::Zero};
    for (const auto& [optimizer, name] : enumNames<OptimizerKind>) {
        const bool adam = optimizer == OptimizerKind::Adam || optimizer == OptimizerKind::AdamW;
        problem.workload.optimizer = optimizer;
        std::set<int> zeros;
        for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
            zeros.insert(config_group.fixed.zero);
        }
        QVERIFY2(zeros == (adam ? std::set<int> {0, 1} : std::set<int> {0}), name.data());
        Problem given = problem;
        given.constraints.vary.clear();
        given.constraints.zero = 1;
        const auto result = searchPlans(given, CostModel(given.model, given.workload, {}));
        QVERIFY2(result.has_value() == adam, name.data());
        QVERIFY(adam || errorOf(result).contains(QStringLiteral("with the optimizer ") + name.data()));
    }
}

void TargetCausesTest::tensorRanksKeepZeroOfDeepSpeedBelow3()
{
    Problem problem = smallGpt("8xA100-80GB");
    problem.target = Target::DeepSpeed;
    problem.constraints.vary = {Dimension::Zero, Dimension::Tensor};
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY2(result, qPrintable(errorOf(result)));
    bool three = false;
    for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
        QVERIFY(config_group.fixed.zero < 3 || config_group.fixed.degrees.sharding.tensor == 1);
        three = three || config_group.fixed.zero == 3;
    }
    QVERIFY(three);
    for (const Candidate& candidate : result->candidates) {
        QVERIFY(targetObstacles(problem, candidate.plan, Target::DeepSpeed).empty());
    }
}

// The common cause of all plans is reported, not only that of the first plan, with all alternatives.
void TargetCausesTest::theCauseOfAllIsNamed()
{
    Problem ulysses = problemFor(readModel(TEST_DATA "/configs/tinyllama-1.1b.json").value(), "4xA100-80GB", 8, 1);
    ulysses.target = Target::Torchtitan;
    ulysses.constraints.data = 2;
    ulysses.constraints.degrees.context = 2;
    ulysses.constraints.degrees.context_kind = ContextKind::Ulysses;
    ulysses.constraints.vary = {Dimension::Zero};
    const auto kind = targetObstacle(ulysses);
    QVERIFY(kind);
    QCOMPARE(kind->setting, TargetSetting::ContextKind);
    QCOMPARE(describe(messageOf(*kind)),
             std::string("the kind of context parallelism of a plan for torchtitan is ulysses; possible: ring"));

    Problem schedule = smallGpt("4xA100-80GB");
    schedule.target = Target::Megatron;
    schedule.constraints.schedule = ScheduleKind::ZeroBubbleH1;
    const auto free = targetObstacle(schedule);
    QVERIFY(free);
    QCOMPARE(describe(messageOf(*free)),
             std::string("the schedule of a plan for Megatron-LM is zb-h1; possible: 1f1b, sequential, combined-1f1b "
                         "(with one stage); 1f1b, interleaved, combined-1f1b (with pipeline parallelism)"));
    schedule.constraints.pipeline = 2;
    QCOMPARE(describe(messageOf(*targetObstacle(schedule))),
             std::string("the schedule of a plan for Megatron-LM is zb-h1; possible: 1f1b, interleaved, combined-1f1b "
                         "(with pipeline parallelism)"));
}

void TargetCausesTest::whatIsLeftOutIsReported()
{
    Problem problem = smallGpt("4xA100-80GB");
    problem.target = Target::Megatron;
    QVERIFY(leftOutByTarget(problem).empty());
    problem.constraints.zero = 3;
    const auto left_out = leftOutByTarget(problem);
    QCOMPARE(left_out.size(), std::size_t(1));
    QCOMPARE(describe(messageOf(left_out.front())),
             std::string("the ZeRO stage of a plan for Megatron-LM is 3; possible: 0, 1 (with replicas)"));
    problem.constraints.data = 2;
    QVERIFY(leftOutByTarget(problem).empty()); // no plan remains, which is a separate error
    QVERIFY(targetObstacle(problem));
    problem.constraints.data.reset();
    problem.constraints.vary = {Dimension::Zero}; // as requested
    QVERIFY(leftOutByTarget(problem).empty());
    problem.target = Target::Any;
    QVERIFY(leftOutByTarget(problem).empty());
}

QTEST_APPLESS_MAIN(TargetCausesTest)
#include "tst_targetcauses.moc"
