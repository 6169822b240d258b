// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/ledgersplitpoints.h"
#include "core/estimate/outofcoreplan.h"
#include "core/estimate/steptime.h"
#include "core/model/model.h"
#include "core/schedule/schedule.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>

using namespace stagecraft;

// Policies that methods choose for plans, and split points for such plans.
class OutOfCorePlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void evaluationsAreTheEstimates();
    void whatPlainPoliciesReachIsReached();
    void choicesAreNeverWorseThanPlainPolicies();
    void choicesBeatTheAlternatives();
    void nothingIsChosenWhereAllFits();
    void infeasibleChoicesHaveTheSmallestShortfall();
    void settledLmsIsKept();
    void pagingSwapsWhatIsBeyondTheLimit();
    void limitsThatAreNotMetAreReported();
    void ledgerSplitPointsAreTheLeast();
};

namespace {

struct TestedProblem {
    Problem problem;
    CostModel costs;

    Estimate estimate(const Plan& plan, const LayerPolicies& policies) const
    {
        return estimatePlan(problem, withPolicies(plan, policies), costs, {false}).value();
    }
    OutOfCoreChoice choice(OutOfCoreMethod method, const Plan& plan, const LmsOptions& lms = {}) const
    {
        return chooseOutOfCore(method, problem, plan, costs, lms).value();
    }
};

TestedProblem ask(const char* model, const char* cluster, std::int64_t batch, std::int64_t sequence,
                  OptimizerKind optimizer = OptimizerKind::AdamW)
{
    Problem problem;
    problem.model = readModel(model).value();
    problem.workload.global_batch = batch;
    problem.workload.sequence = sequence > 0 ? sequence : problem.model.default_sequence;
    problem.workload.optimizer = optimizer;
    problem.cluster = parseCluster(cluster).value();
    CostModel costs(problem.model, problem.workload, {});
    return {problem, costs};
}

TestedProblem small()
{
    TestedProblem tested = ask("zoo:gpt?layers=10&hidden=64&heads=4&vocabulary=500", "4xA100-80GB", 8, 64);
    tested.problem.constraints.host_bandwidth = BytesPerSecond(3e8); // slow, so that copies take time
    return tested;
}

// Limits the memory to `share` of the activations of the fullest device.
Problem tightened(const TestedProblem& tested, const Plan& plan, double share)
{
    const Estimate kept = tested.estimate(plan, {});
    const auto fullest = std::max_element(kept.devices.begin(), kept.devices.end(),
                                          [](const auto& a, const auto& b) { return a.device_high < b.device_high; });
    Problem problem = tested.problem;
    problem.constraints.memory_reserve =
        fullest->capacity - fullest->device_high + scaled(fullest->breakdown.activations, 1 - share);
    return problem;
}

LayerPolicies plain(LayerPolicy policy)
{
    return LayerPolicies {policy};
}

Plan randomPlan(std::mt19937& random, int layers)
{
    const auto upTo = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    const int stages = 1 + upTo(2);
    std::vector<int> split_points {0};
    for (int s = 1; s < stages; ++s) {
        split_points.push_back(std::min(layers * s / stages + upTo(2) - 1, layers - 1));
    }
    split_points.push_back(layers);
    const auto kind = upTo(1) == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe;
    const int micro_batches = 1 << upTo(2);
    return uniformPlan(split_points, 1, 8 / micro_batches, micro_batches, kind);
}

}

// Evaluations equal the estimates, for any policies of the layers and several schedules: the shortfall determines
// whether the estimate's device fits, and the step time is the estimate's.
void OutOfCorePlanTest::evaluationsAreTheEstimates()
{
    std::mt19937 random(1);
    int fitting = 0;
    for (int round = 0; round < 60; ++round) {
        const TestedProblem tested = small();
        Plan plan = randomPlan(random, 12);
        plan.schedule = round % 5 == 0 ? ScheduleKind::ZeroBubbleH1 : plan.schedule;
        const TestedProblem tight {tightened(tested, plan, 0.1 * (round % 10)), tested.costs};
        const auto order = orderOf(plan.schedule, planShape(plan)).value();
        auto evaluator = PolicyEvaluator::of(tight.problem, plan, tight.costs, order).value();
        for (int again = 0; again < 5; ++again) {
            LayerChoices choices(12);
            for (std::size_t l = 0; l < choices.size(); ++l) {
                const unsigned kind = random() % 3;
                const bool full = kind == 1 && recomputable(tight.problem.model.layers[l].spec);
                choices[l] = {full            ? LayerPolicy::Full
                                  : kind == 2 ? LayerPolicy::Swap
                                              : LayerPolicy::Keep,
                              {static_cast<int>(random() % 4), static_cast<int>(random() % 4)}};
            }
            const PolicyEvaluation evaluation = evaluator.evaluate(choices);
            const Estimate estimate = tight.estimate(plan, policiesOf(choices));
            QCOMPARE(evaluation.step.value, estimate.step.value);
            QCOMPARE(evaluation.lacking.size(), estimate.devices.size());
            for (std::size_t pipeline_rank = 0; pipeline_rank < evaluation.lacking.size(); ++pipeline_rank) {
                QCOMPARE(evaluation.lacking[pipeline_rank] <= Bytes(0), estimate.devices[pipeline_rank].fits);
                fitting += estimate.devices[pipeline_rank].fits ? 1 : 0;
            }
        }
    }
    QVERIFY(fitting > 50);
}

// Every method finds a plan if plain swapping and recomputation fit: GPT-2 medium on 16 GB, where gradients and the
// largest working set together leave no space.
void OutOfCorePlanTest::whatPlainPoliciesReachIsReached()
{
    const TestedProblem tested = ask("zoo:gpt2-medium", "1xV100-16GB", 8, 0);
    const Plan plan = uniformPlan({0, 26}, 1, 8, 1, ScheduleKind::OneForwardOneBackward);
    QVERIFY(!tested.estimate(plan, {}).fits);
    QVERIFY(tested.estimate(plan, plain(LayerPolicy::Full)).fits);
    const Estimate swapped = tested.estimate(plan, plain(LayerPolicy::Swap));
    QVERIFY(swapped.fits);
    for (const auto& [method, name] : enumNames<OutOfCoreMethod>) {
        const OutOfCoreChoice choice = tested.choice(method, plan);
        const Estimate estimate = tested.estimate(plan, choice.policies);
        QVERIFY2(estimate.fits && choice.stages.front().fits(), std::string(name).c_str());
        QVERIFY2(estimate.step <= swapped.step * (1 + 1e-9), std::string(name).c_str());
    }
}

// Choices are never worse than plain policies, on random plans: no method has a larger shortfall than plain swapping or
// takes longer if that fits; KARMA is not worse than keeping, recomputing and both ways to swap; the step time is the
// estimate's and never less than with all activations kept.
void OutOfCorePlanTest::choicesAreNeverWorseThanPlainPolicies()
{
    std::mt19937 random(2);
    int recomputing = 0;
    int swapping = 0;
    for (int round = 0; round < 24; ++round) {
        const TestedProblem roomy = small();
        const Plan plan = randomPlan(random, 12);
        TestedProblem tested {tightened(roomy, plan, 0.05 + 0.04 * (round % 24)), roomy.costs};
        tested.problem.constraints.host_bandwidth = BytesPerSecond(round % 3 == 0 ? 1e8 : 1e9);
        const Seconds kept = tested.estimate(plan, {}).step;
        std::map<OutOfCoreMethod, Estimate> chosen;
        for (const auto& [method, name] : enumNames<OutOfCoreMethod>) {
            const OutOfCoreChoice choice = tested.choice(method, plan);
            chosen[method] = tested.estimate(plan, choice.policies);
            QCOMPARE(choice.step.value, chosen[method].step.value);
            QCOMPARE(choice.kept.value, kept.value);
            QVERIFY(choice.step >= kept * (1 - 1e-9));
            recomputing += choice.policies.has(LayerPolicy::Full) ? 1 : 0;
            swapping += choice.policies.has(LayerPolicy::Swap) ? 1 : 0;
        }
        const auto noWorse = [](const Estimate& one, const Estimate& other) {
            return !other.fits || (one.fits && one.step <= other.step * (1 + 1e-9));
        };
        const Estimate swapped = tested.estimate(plan, plain(LayerPolicy::Swap));
        for (const auto& [method, estimate] : chosen) {
            QVERIFY2(noWorse(estimate, swapped), std::string(nameOf(method)).c_str());
        }
        const Estimate& karma = chosen[OutOfCoreMethod::Karma];
        QVERIFY(noWorse(chosen[OutOfCoreMethod::CapacitySwap], chosen[OutOfCoreMethod::EagerSwap]));
        QVERIFY(noWorse(karma, chosen[OutOfCoreMethod::CapacitySwap]));
        QVERIFY(noWorse(karma, tested.estimate(plan, plain(LayerPolicy::Full))));
        QVERIFY(noWorse(karma, tested.estimate(plan, {})));
    }
    QVERIFY2(recomputing > 8 && swapping > 48, qPrintable(QString("%1 %2").arg(recomputing).arg(swapping)));
}

// Choices beat the alternatives for ResNet-50 at a batch that does not fit: with the times of formulas before kernels
// were counted one by one, random search over policies found 1.22 s, this choice 1.23 s and the model of one stage
// alone 1.36 s.
void OutOfCorePlanTest::choicesBeatTheAlternatives()
{
    const TestedProblem tested = ask("zoo:resnet50", "1xV100-16GB", 328, 0, OptimizerKind::Momentum);
    const Plan plan = uniformPlan({0, 18}, 1, 328, 1, ScheduleKind::OneForwardOneBackward);
    const OutOfCoreChoice karma = tested.choice(OutOfCoreMethod::Karma, plan);
    const Estimate estimate = tested.estimate(plan, karma.policies);
    QVERIFY(estimate.fits);
    QVERIFY2(estimate.step < Seconds(1.28), qPrintable(QString::number(estimate.step.value)));
}

void OutOfCorePlanTest::nothingIsChosenWhereAllFits()
{
    const TestedProblem tested = small();
    std::mt19937 random(3);
    for (int round = 0; round < 5; ++round) {
        const Plan plan = randomPlan(random, 12);
        for (const auto& [method, name] : enumNames<OutOfCoreMethod>) {
            const OutOfCoreChoice choice = tested.choice(method, plan);
            QCOMPARE(choice.policies.keepsAll(), method != OutOfCoreMethod::EagerSwap);
            QVERIFY(method == OutOfCoreMethod::EagerSwap || choice.step == choice.kept);
        }
    }
}

// If nothing fits, the shortfall of the choice is no larger than that of the plain policies.
void OutOfCorePlanTest::infeasibleChoicesHaveTheSmallestShortfall()
{
    TestedProblem tested = small();
    const Plan plan = uniformPlan({0, 6, 12}, 1, 1, 8, ScheduleKind::GPipe);
    tested.problem.constraints.memory_reserve =
        tested.problem.cluster.groups.front().device.memory.value - gibibytes(0.001);
    const OutOfCoreChoice choice = tested.choice(OutOfCoreMethod::Karma, plan);
    QVERIFY(!choice.stages.front().fits() && !choice.stages.back().fits());
    const Bytes peak = tested.estimate(plan, choice.policies).peak;
    for (const LayerPolicy policy : {LayerPolicy::Keep, LayerPolicy::Full, LayerPolicy::Swap}) {
        QVERIFY(peak <= tested.estimate(plan, plain(policy)).peak);
    }
}

// Given LMS parameters are kept; the window shows them.
void OutOfCorePlanTest::settledLmsIsKept()
{
    const TestedProblem tested = small();
    const Plan plan = uniformPlan({0, 12}, 1, 8, 1, ScheduleKind::OneForwardOneBackward);
    const auto windowOf = [&](const LmsOverrides& given) {
        return tested.choice(OutOfCoreMethod::Lms, plan, {given, {}}).policies.windowOf(0);
    };
    LmsOverrides given;
    given.threshold = 5;
    given.ahead = 3;
    given.sync = LmsSync::None;
    QCOMPARE(windowOf(given), (SwapWindow {1, 3}));
    given.sync = LmsSync::Out;
    QCOMPARE(windowOf(given), (SwapWindow {0, 3}));
    given.sync = LmsSync::Both;
    QCOMPARE(windowOf(given), (SwapWindow {0, 0}));
    given.sync = std::nullopt; // all fits: no wait
    given.ahead = std::nullopt; // selects the largest value
    QCOMPARE(windowOf(given), (SwapWindow {1, 24}));
    // The same applies if that never fits.
    given.ahead = 3;
    given.sync = LmsSync::Out;
    given.threshold = std::nullopt;
    const TestedProblem narrow {tightened(tested, plan, -1), tested.costs};
    const OutOfCoreChoice lacking = narrow.choice(OutOfCoreMethod::Lms, plan, {given, {}});
    QVERIFY(!lacking.stages.front().fits());
    QCOMPARE(lacking.policies.windowOf(0), (SwapWindow {0, 3}));
    // A group that keeps tensors longer leaves less memory for prefetching.
    TestedProblem tight {tightened(tested, plan, 0.7), tested.costs};
    const auto backWith = [&](int group) {
        LmsOverrides grouped;
        grouped.threshold = 3;
        grouped.sync = LmsSync::None;
        grouped.group = group;
        return tight.choice(OutOfCoreMethod::Lms, plan, {grouped, {}}).policies.windowOf(0).back;
    };
    QVERIFY(backWith(0) >= backWith(wholeGraph));
}

// Paging swaps the first layers that exceed the limit, and each waits for its copy back.
void OutOfCorePlanTest::pagingSwapsWhatIsBeyondTheLimit()
{
    const TestedProblem tested = small();
    const Plan plan = uniformPlan({0, 12}, 1, 8, 1, ScheduleKind::OneForwardOneBackward);
    const Estimate kept = tested.estimate(plan, {});
    const Bytes activations = kept.devices.front().breakdown.activations;
    int before = 12;
    Bytes peak;
    for (const double share : {0.5, 0.7, 0.9, 2.0}) {
        const LmsOptions lms {{}, scaled(activations, share)};
        const OutOfCoreChoice choice = tested.choice(OutOfCoreMethod::Lms, plan, lms);
        int count = 0;
        for (int l = 0; l < 12; ++l) {
            const bool swaps = choice.policies.of(l) == LayerPolicy::Swap;
            QVERIFY(!swaps || choice.policies.windowOf(l).back == 0);
            count += swaps ? 1 : 0;
        }
        QVERIFY2(count <= before, qPrintable(QString::number(count)));
        QCOMPARE(count == 0, share > 1);
        const Bytes now = tested.estimate(plan, choice.policies).peak;
        QVERIFY(now >= peak && now <= kept.peak);
        before = count;
        peak = now;
    }
}

// Limits that cannot be met are reported with the minimum: below the working set of one pass no micro-batch can run.
void OutOfCorePlanTest::limitsThatAreNotMetAreReported()
{
    const TestedProblem tested = small();
    for (const int stages : {1, 3}) {
        std::vector<int> split_points {0, 12};
        if (stages == 3) {
            split_points = {0, 4, 8, 12};
        }
        const Plan plan = uniformPlan(split_points, 1, 2, 4, ScheduleKind::OneForwardOneBackward);
        const auto choice = [&](Bytes limit) {
            return tested.choice(OutOfCoreMethod::Lms, plan, LmsOptions {{}, limit}).stages;
        };
        for (const OutOfCoreStage& stage : choice(Bytes(1024))) {
            QVERIFY(stage.least_limit && *stage.least_limit > Bytes(1024));
            const auto at = static_cast<std::size_t>(stage.stage);
            QVERIFY(!choice(*stage.least_limit)[at].least_limit);
            // The reported minimum is tight: a thousandth less does not suffice.
            const Bytes less = scaled(*stage.least_limit, 0.999);
            QVERIFY(choice(less)[at].least_limit == stage.least_limit);
        }
        for (const OutOfCoreStage& stage : choice(gibibytes(1000))) {
            QVERIFY(!stage.least_limit);
        }
    }
}

// The chosen split points have the lowest peak among all split points, with swapped, recomputed and kept layers.
void OutOfCorePlanTest::ledgerSplitPointsAreTheLeast()
{
    const TestedProblem tested = small();
    for (const auto kind : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe, ScheduleKind::ZeroBubbleH1}) {
        for (const char* policies : {"none", "swap", "full", "swap@0-6", "full@2-4,swap@6-11:2:2"}) {
            const auto peak = [&](const std::vector<int>& split_points) {
                return tested.estimate(uniformPlan(split_points, 1, 2, 4, kind), parsePolicies(policies).value()).peak;
            };
            Bytes least(INT64_MAX);
            for (int a = 1; a < 11; ++a) {
                for (int b = a + 1; b < 12; ++b) {
                    least = std::min(least, peak({0, a, b, 12}));
                }
            }
            const Plan even = withPolicies(uniformPlan({0, 4, 8, 12}, 1, 2, 4, kind), parsePolicies(policies).value());
            const auto split_points = ledgerSplitPoints(tested.problem, even, tested.costs).value();
            QCOMPARE(peak(split_points), least);
        }
    }
    Plan bidirectional_pipelines = uniformPlan({0, 6, 12}, 1, 1, 8, ScheduleKind::Chimera);
    QVERIFY(!hasLedgerSplitPoints(bidirectional_pipelines)
            && !ledgerSplitPoints(tested.problem, bidirectional_pipelines, tested.costs));
}

QTEST_APPLESS_MAIN(OutOfCorePlanTest)
#include "tst_outofcoreplan.moc"
