// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/stackestimate.h"
#include "core/estimate/stackstages.h"
#include "core/exchange/stackfile.h"
#include "core/search/labels.h"
#include "core/search/planspace.h"
#include "core/search/search.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr ReservedOptions byShare {false, false};

const Stack& stackNamed(const std::string& name)
{
    const auto& stacks = shippedStacks();
    return *std::find_if(stacks.begin(), stacks.end(), [&](const Stack& stack) { return stack.name == name; });
}

Problem problemOf(const Stack& stack, int blocks, const std::string& cluster, std::int64_t batch)
{
    Problem problem = problemFor(gptChain(blocks, 1024, 8, 50000, 512), cluster, batch, 1);
    problem.workload.precision = Precision::Bf16Master;
    problem.constraints.zero = stack.form == StackForm::Torchtitan ? 3 : 0;
    problem.stack = stack.name;
    return problem;
}

Result<ChainCosts> chainFor(const Problem& problem, const CostModel& model)
{
    const Constraints& fixed = problem.constraints;
    return chainCosts(model, problem, fixed.micro_batch, {fixed.policies, fixed.degrees, fixed.training, 1});
}

// Every plan that the stack can tell of.
std::vector<Candidate> allPlans(const Problem& problem, const ChainCosts& costs, const Stack& stack)
{
    std::vector<Candidate> all;
    const auto layers = static_cast<int>(problem.model.layers.size());
    const std::int64_t samples = problem.workload.global_batch;
    const int devices = problem.cluster.devices() / problem.constraints.degrees.ranks();
    for (int data = 1; data <= devices; ++data) {
        for (int places = 1; samples % data == 0 && places * data <= devices; ++places) {
            std::vector<int> cuts {0};
            forEachPartition(layers, places, cuts, [&](const std::vector<int>& full) {
                Plan plan = constrainedPlan(full, data, samples / data, problem.constraints);
                if (auto estimate = estimatePlan(problem, plan, costs, &stack, byShare)) {
                    all.push_back({"", {}, std::move(plan), *std::move(estimate)});
                }
            });
        }
    }
    return all;
}

}

// Under a stack the search decides by the stack's model.
class StackSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsBruteForce_data();
    void equalsBruteForce();
    void boundsAreBelowAllPlansAndSaySomething();
    void stagesSayWhatPlansTake();
    void isNotTheLedgersAnswer();
    void whatNoPlanCanDoIsRefused();
    void searchedValuesAreThoseOfTheStack();
    void stackAndProblemMustAgree();
};

void StackSearchTest::equalsBruteForce_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("cluster");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<bool>("sequence_parallel");
    const auto row = [](const char* name, const char* stack, const char* cluster, int blocks, int batch, int tensor,
                        bool sequence_parallel) {
        QTest::newRow(name) << stack << std::string(cluster) << blocks << batch << tensor << sequence_parallel;
    };
    row("nanotron, its device", "nanotron", "5xH100-80GB", 5, 8, 1, false);
    row("nanotron, another device", "nanotron", "4xA100-80GB", 5, 6, 1, false);
    row("nanotron, little memory", "nanotron", "5xH100-80GB:5900MiB", 5, 8, 1, false);
    row("megatron, its device", "megatron", "6xA100-80GB", 4, 12, 1, false);
    row("megatron, one micro-batch", "megatron", "4xA100-80GB", 6, 1, 1, false);
    row("torchtitan, ZeRO 3", "torchtitan", "4xH100-80GB", 4, 4, 1, false);
    row("more devices than blocks", "nanotron", "6xH100-80GB", 3, 2, 1, false);
    row("nanotron, two tensor ranks", "nanotron", "12xH100-80GB", 6, 8, 2, false);
    row("nanotron, two that reduce-scatter", "nanotron", "12xH100-80GB", 6, 8, 2, true);
    row("nanotron, two and little memory", "nanotron", "10xH100-80GB:5000MiB", 5, 8, 2, false);
    row("nanotron, four on another device", "nanotron", "20xA100-80GB", 5, 4, 4, false);
    row("nanotron, few micro-batches", "nanotron", "16xH100-80GB", 9, 2, 2, false);
    row("megatron, two tensor ranks", "megatron", "8xA100-80GB", 4, 12, 2, false);
}

void StackSearchTest::equalsBruteForce()
{
    QFETCH(QString, name);
    QFETCH(std::string, cluster);
    QFETCH(int, blocks);
    QFETCH(int, batch);
    QFETCH(int, tensor);
    QFETCH(bool, sequence_parallel);
    const Stack& stack = stackNamed(name.toStdString());
    Problem problem = problemOf(stack, blocks, cluster, batch);
    problem.constraints.degrees.sharding.tensor = tensor;
    problem.constraints.degrees.sharding.sequence = sequence_parallel;
    const CostModel model(problem.model, problem.workload, {});
    const ChainCosts costs = chainFor(problem, model).value();
    const auto result = searchPlans(problem, model, {}, {}, &stack);
    QVERIFY2(result, qPrintable(errorOf(result)));
    std::vector<Candidate> all = allPlans(problem, costs, stack);
    QVERIFY(moveFittingToFront(all));
    giveLabels(all, problem.constraints.max_slowdown);

    const Candidate* recommended = result->recommended();
    QVERIFY(recommended != nullptr);
    QCOMPARE(result->outcome.kind, OutcomeKind::Optimal);
    QVERIFY(result->certificate.less_is_infeasible);
    QCOMPARE(recommended->estimate.peak.value, all.front().estimate.peak.value);
    QCOMPARE(recommended->estimate.step.value, all.front().estimate.step.value);
    QCOMPARE(recommended->estimate.stack->name, stack.name);
    std::set<std::pair<Bytes, Seconds>> expected;
    for (const Candidate& candidate : all) {
        if (candidate.has(Label::Front)) {
            expected.emplace(candidate.estimate.peak, candidate.estimate.step);
        }
    }
    std::set<std::pair<Bytes, Seconds>> front;
    for (const Candidate& candidate : result->candidates) {
        QVERIFY(candidate.estimate.stack.has_value());
        if (candidate.has(Label::Front)) {
            front.emplace(candidate.estimate.peak, candidate.estimate.step);
        }
        for (const Label label : {Label::Fastest, Label::Balanced}) {
            const auto same = std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return c.has(label); });
            if (candidate.has(label)) {
                QCOMPARE(candidate.estimate.step.value, same->estimate.step.value);
                QCOMPARE(candidate.estimate.peak.value, same->estimate.peak.value);
            }
        }
    }
    QVERIFY(result->front_complete);
    QVERIFY(front == expected);
}

// Without a look at any partition, of steps and of peaks.
void StackSearchTest::boundsAreBelowAllPlansAndSaySomething()
{
    for (const char* name : {"nanotron", "megatron"}) {
        const Stack& stack = stackNamed(name);
        Problem problem = problemOf(stack, 7, stack.device == "A100" ? "2x8xA100-80GB" : "2x8xH100-80GB", 12);
        problem.constraints.vary = {Dimension::Tensor};
        const CostModel model(problem.model, problem.workload, {});
        const SearchStack searched(stack);
        const auto space = PlanSpace::make(problem, model, &searched, {});
        QVERIFY(space);
        for (const Configuration& family : space->families()) {
            for (const Configuration& c : space->configurations(family.family)) {
                Bytes least = noPeak;
                Seconds fastest(1e300);
                std::vector<int> cuts {0};
                forEachPartition(9, c.places, cuts, [&](const std::vector<int>& full) {
                    const Partition partition = space->search(c).partitions(Wanted::Any).evaluate(full);
                    least = std::min(least, partition.peak);
                    fastest = std::min(fastest, partition.step);
                });
                QVERIFY2(c.step_bound <= fastest, qPrintable(QString::number(c.step_bound / fastest)));
                QVERIFY2(c.step_bound > fastest * 0.8, qPrintable(QString::number(c.step_bound / fastest)));
                QVERIFY(family.step_bound <= fastest && family.peak_bound <= least);
                QVERIFY(c.peak_bound <= least && c.peak_bound > Bytes(0));
                QVERIFY(!space->search(c).exceeds(c.places, least));
                QVERIFY(space->search(c).exceeds(c.places, Bytes(1)));
            }
        }
    }
}

// A stage's bytes in the search are those of the estimate, whatever the depth of the pipeline; and the depth decides
// how many buffers nanotron's tensor ranks hold.
void StackSearchTest::stagesSayWhatPlansTake()
{
    const Stack& stack = stackNamed("nanotron");
    Problem problem = problemOf(stack, 6, "2x8xH100-80GB", 6);
    problem.constraints.degrees.sharding.tensor = 2;
    const CostModel model(problem.model, problem.workload, {});
    const ChainCosts costs = chainFor(problem, model).value();
    const StackStages stages = StackStages::make(problem, stack, 1, 6).value();
    QVERIFY(stages.depthCounts());
    for (const Candidate& candidate : allPlans(problem, costs, stack)) {
        const auto places = static_cast<int>(candidate.plan.stages.size());
        for (const DeviceEstimate& device : candidate.estimate.devices) {
            const LayerRange layers = candidate.plan.stages[static_cast<std::size_t>(device.stage)].layers;
            if (candidate.plan.stages.front().degrees.data == 1) {
                QCOMPARE(stages.peak(layers, places - device.stage, places).value, device.peak.value);
            }
        }
    }
    QVERIFY(stages.peak({6, 8}, 1, 2) != stages.peak({6, 8}, 1, 7));
    problem.constraints.degrees.sharding.tensor = 1;
    const StackStages alone = StackStages::make(problem, stack, 1, 6).value();
    QVERIFY(!alone.depthCounts());
    QCOMPARE(alone.peak({6, 8}, 1, 2), alone.peak({6, 8}, 1, 7));
}

// The stack keeps other tensors, so that other cuts have the least peak.
void StackSearchTest::isNotTheLedgersAnswer()
{
    const Stack& stack = stackNamed("nanotron");
    int other = 0;
    for (int blocks = 6; blocks < 26; ++blocks) {
        Problem problem = problemOf(stack, blocks, "4xH100-80GB", 16);
        problem.constraints.pipeline = 4;
        const CostModel model(problem.model, problem.workload, {});
        const SearchResult as_stack = searchPlans(problem, model, {}, {}, &stack).value();
        const Candidate& best = *as_stack.recommended();
        problem.stack.clear();
        const Plan by_ledger = searchPlans(problem, model).value().recommended()->plan;
        problem.stack = stack.name;
        const Bytes ledgers = estimatePlan(problem, by_ledger, model, &stack)->peak;
        QVERIFY(best.estimate.peak <= ledgers);
        other += best.estimate.peak < ledgers ? 1 : 0;
    }
    QVERIFY(other > 0);
}

void StackSearchTest::whatNoPlanCanDoIsRefused()
{
    const Stack& stack = stackNamed("nanotron");
    Problem problem = problemOf(stack, 4, "4xH100-80GB", 4);
    problem.constraints.zero = 3;
    const CostModel model(problem.model, problem.workload, {});
    QCOMPARE(searchPlans(problem, model, {}, {}, &stack).error().code, ErrorCode::StackCannot);
    problem.constraints.zero = 0;
    problem.constraints.schedule = ScheduleKind::GPipe; // one stage is as good as 1F1B
    const SearchResult result = searchPlans(problem, model, {}, {}, &stack).value();
    for (const Candidate& candidate : result.candidates) {
        QCOMPARE(candidate.plan.stages.size(), std::size_t(1));
    }
    problem.constraints.pipeline = 2;
    QCOMPARE(searchPlans(problem, model, {}, {}, &stack).error().code, ErrorCode::StackCannot);
}

// A proof says nothing of values that the search skips because the stack has no model of them.
void StackSearchTest::searchedValuesAreThoseOfTheStack()
{
    const Stack& stack = stackNamed("nanotron");
    Problem problem = problemOf(stack, 40, "4xH100-80GB", 4);
    problem.constraints.vary = {Dimension::Schedule, Dimension::Interleave, Dimension::Recompute, Dimension::Offload};
    QCOMPARE(rangesText(searchedRanges(problem)), std::string("schedule 1f1b; recompute none; offload none"));
    problem.stack.clear();
    const std::string all = rangesText(searchedRanges(problem));
    for (const char* skipped : {"gpipe", "interleave 2", "recompute none, full", "offload none, optimizer"}) {
        QVERIFY2(all.find(skipped) != std::string::npos, all.c_str());
    }
}

void StackSearchTest::stackAndProblemMustAgree()
{
    const Stack& stack = stackNamed("nanotron");
    Problem problem = problemOf(stack, 4, "4xH100-80GB", 4);
    const CostModel model(problem.model, problem.workload, {});
    QCOMPARE(searchPlans(problem, model).error().code, ErrorCode::StackUnknown);
    problem.stack = "megatron";
    QCOMPARE(searchPlans(problem, model, {}, {}, &stack).error().code, ErrorCode::StackUnknown);
}

QTEST_APPLESS_MAIN(StackSearchTest)
#include "tst_stacksearch.moc"
