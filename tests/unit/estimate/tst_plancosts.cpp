// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/steptime.h"
#include "core/memory/policy.h"
#include "core/memory/stageledger.h"
#include "core/memory/stagepeaks.h"
#include "core/memory/state.h"
#include "core/model/flops.h"
#include "core/schedule/schedule.h"
#include "core/search/search.h"
#include "core/simulation/collectivetimes.h"
#include "tests/support/near.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

// Plans whose layers are shared by several devices: TP, CP and EP sizes.
class PlanCostsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aloneNobodyWaits();
    void aTensorRankHasItsShare();
    void blocksWaitForTheirAllReduces();
    void slowerLinksTakeLonger();
    void everyDeviceIsReported();
    void contextRanksDivideTheWork();
    void contextRanksHoldWhatArrives();
    void expertsAreReducedAmongTheirHolders();
    void combinedPassesHideWhatExpertsExchange();
    void statesOfExpertsAreDividedAmongTheirHolders();
    void emptyRowsOfExpertsAreHeld();
    void emptyRowsOfExpertsAreComputed();
    void emptyRowsAreOfTheGroupsDevice();
    void timelineShowsWhatIsWaitedFor();
    void bucketsEndAsTheReduction();
    void shardedParametersAreGatheredBesideCompute();
    void aShareOfTheStateIsUpdated();
    void nothingExposedIsNegative();
    void searchPlansWithinTheDegrees();
    void impossibleDegreesAreRefused();
};

namespace {

constexpr auto flush = ScheduleKind::OneForwardOneBackward;
constexpr auto twoNodes = "2x8xA100-80GB";

TestedProblem askMixtral()
{
    TestedProblem tested = ask(twoNodes);
    tested.problem.model = parseConfig(R"({"model_type": "mixtral", "architectures": ["MixtralForCausalLM"],
        "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 8,
        "num_key_value_heads": 4, "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 1000,
        "max_position_embeddings": 512})",
                                       "mixtral")
                               .value();
    tested.costs = CostModel(tested.problem.model, tested.problem.workload, {});
    return tested;
}

Plan planOf(const LayerDegrees& degrees, int data = 1, int zero = 0)
{
    return withDegrees(uniformPlan({0, 5, 10}, data, 1, 16 / data, flush, zero), degrees);
}

}

void PlanCostsTest::aloneNobodyWaits()
{
    const TestedProblem tested = ask(twoNodes);
    const ChainCosts alone = chainWithPolicies(tested.costs, tested.problem, 1, {}).value();
    QCOMPARE(tested.chain({}).layers, alone.layers);
    for (const LayerCost& layer : alone.layers) {
        QVERIFY(layer.forward_waiting == Seconds(0) && layer.backward_waiting == Seconds(0));
    }
}

void PlanCostsTest::aTensorRankHasItsShare()
{
    const TestedProblem tested = ask(twoNodes);
    const DeviceType& device = tested.problem.cluster.groups.front().device;
    for (const bool sequence : {false, true}) {
        const LayerDegrees degrees = tensorRanks(4, sequence);
        const ChainCosts shared = tested.chain(degrees);
        const ChainCosts shard = tested.costs.chain(1, device, {degrees.sharding, false}).value();
        for (std::size_t l = 0; l < shared.layers.size(); ++l) {
            QCOMPARE(shared.layers[l].memory, shard.layers[l].memory);
            QVERIFY(shared.layers[l].forward == shard.layers[l].forward);
        }
    }
    // A quarter of a block's matrices remains.
    const Bytes whole = tested.chain({}).layers[1].memory.parameters;
    const Bytes part = tested.chain(tensorRanks(4)).layers[1].memory.parameters;
    QVERIFY(part < whole / 3 && part > whole / 5);
}

// Blocks wait for two all-reduces of samples x tokens x width in each pass (Megatron-LM, section 3).
void PlanCostsTest::blocksWaitForTheirAllReduces()
{
    const TestedProblem tested = ask(twoNodes);
    const ClusterGroup& group = tested.problem.cluster.groups.front();
    const Bytes width(std::int64_t(512) * 1024 * 2);
    for (const int tensor : {2, 4, 8, 16}) {
        const Seconds one = allReduce(width, consecutiveRanks(group, 0, tensor));
        const LayerCost block = tested.chain(tensorRanks(tensor)).layers[1];
        QVERIFY(near(block.forward_waiting.value, 2 * one.value));
        QVERIFY(near(block.backward_waiting.value, 2 * one.value));
        // A recomputed forward pass sends again.
        const LayerCost again = tested.chain(tensorRanks(tensor), {LayerPolicy::Full, {}}).layers[1];
        QVERIFY(near(again.backward_waiting.value, 4 * one.value));
    }
}

void PlanCostsTest::slowerLinksTakeLonger()
{
    TestedProblem tested = ask(twoNodes);
    const auto step = [&](double factor) {
        ClusterGroup& group = tested.problem.cluster.groups.front();
        const ClusterGroup before = group;
        group.intra_node.bandwidth = group.intra_node.bandwidth * factor;
        group.intra_node.latency = group.intra_node.latency / factor;
        const Seconds seconds = tested.estimate(planOf(tensorRanks(4))).step;
        group = before;
        return seconds;
    };
    QVERIFY(step(0.1) > step(1));
    QVERIFY(step(1) > step(1e3));
    TestedProblem between = ask("16x1xA100-80GB");
    QVERIFY(between.estimate(planOf(tensorRanks(4))).step > step(1)); // over the network
}

void PlanCostsTest::everyDeviceIsReported()
{
    const TestedProblem tested = ask(twoNodes);
    LayerDegrees degrees = tensorRanks(2);
    degrees.context = 2;
    const Plan plan = planOf(degrees, 2);
    QCOMPARE(plan.devices(), 16);
    const Estimate estimate = tested.estimate(plan);
    QCOMPARE(estimate.devices.size(), std::size_t(16));
    for (std::size_t i = 0; i < 16; ++i) {
        QCOMPARE(estimate.devices[i].stage, int(i / 8));
        QCOMPARE(estimate.devices[i].replica, int(i % 8 / 4));
        QCOMPARE(estimate.devices[i].rank, int(i % 4));
        QCOMPARE(estimate.devices[i].peak, estimate.devices[i / 8 * 8].peak);
    }
    QVERIFY(estimate.peak < tested.estimate(planOf({}, 2)).peak);
}

// Context-parallel ranks divide the work; layers without attention take no longer than their share of the tokens.
void PlanCostsTest::contextRanksDivideTheWork()
{
    const TestedProblem tested = ask(twoNodes);
    Workload part = tested.problem.workload;
    for (const int context : {2, 4, 8}) {
        part.sequence = tested.problem.workload.sequence / context;
        const auto whole = chainPoints(tested.problem.model, tested.problem.workload, 1).value();
        const auto local = chainPoints(tested.problem.model, part, 1).value();
        const ChainCosts shared = tested.chain(contextRanks(context));
        const ChainCosts alone =
            tested.costs.atSequence(part.sequence).chain(1, tested.problem.cluster.groups.front().device).value();
        for (std::size_t l = 0; l < shared.layers.size(); ++l) {
            const auto flops = [](const ProfilePoint& point) {
                return forwardFlops(std::get<Program>(point.spec), inputShapes(point)).value;
            };
            const double longer = shared.layers[l].forward.median / alone.layers[l].forward.median;
            QVERIFY(longer >= 1 - 1e-12);
            if (flops(local[l]) > 0) {
                QVERIFY(near(longer * flops(local[l]) * context, flops(whole[l])));
            }
        }
        QVERIFY(shared.layers[1].forward.median > alone.layers[1].forward.median);
        QCOMPARE(shared.layers.back().forward.median, alone.layers.back().forward.median);
    }
}

// Context-parallel ranks store received data: the current and the next block of keys and values, with gradients in the
// backward pass.
void PlanCostsTest::contextRanksHoldWhatArrives()
{
    const TestedProblem tested = ask(twoNodes);
    Workload part = tested.problem.workload;
    part.sequence /= 4;
    const ChainCosts alone =
        tested.costs.atSequence(part.sequence).chain(1, tested.problem.cluster.groups.front().device).value();
    const Bytes block(std::int64_t(2) * (512 / 4) * 1024 * 2);
    const LayerMemory ring = tested.chain(contextRanks(4)).layers[1].memory;
    QCOMPARE(ring.forward_peak, alone.layers[1].memory.forward_peak + block * 2);
    QCOMPARE(ring.backward_peak, alone.layers[1].memory.backward_peak + block * 4);
    const LayerMemory ulysses = tested.chain(contextRanks(4, ContextKind::Ulysses)).layers[1].memory;
    QCOMPARE(ulysses.forward_peak, alone.layers[1].memory.forward_peak + Bytes(std::int64_t(3) * 128 * 1024 * 2));
    QCOMPARE(ring.saved, alone.layers[1].memory.saved);
}

void PlanCostsTest::expertsAreReducedAmongTheirHolders()
{
    const TestedProblem tested = askMixtral();
    LayerDegrees degrees;
    degrees.sharding.expert = 4;
    const ChainCosts shared = tested.chain(degrees);
    const ChainCosts whole = tested.chain({});
    // Three matrices of 256 x 512 per expert, two experts per rank.
    const LayerCost& block = shared.layers[1];
    const Bytes experts(std::int64_t(2) * 3 * 256 * 512 * 2);
    QVERIFY(std::abs((block.experts.gradients - experts).value) <= 64);
    QVERIFY(block.memory.gradients < whole.layers[1].memory.gradients);
    QVERIFY(block.forward_waiting > Seconds(0));
    QCOMPARE(shared.layers.front().experts.gradients, Bytes(0));

    // With as many expert-parallel ranks as replicas no other rank has the same experts: only the remaining gradients
    // are reduced.
    const ClusterGroup& group = tested.problem.cluster.groups.front();
    ChainCosts rest = shared;
    for (LayerCost& layer : rest.layers) {
        layer.memory.gradients -= layer.experts.gradients;
        layer.experts.gradients = Bytes(0);
    }
    const LayerRange all {0, shared.size()};
    QVERIFY(near(stageTimes(shared, all, {4, 1, 1, 4}, {0}, group).reduction.value,
                 stageTimes(rest, all, {4}, {0}, group).reduction.value));
    QVERIFY(stageTimes(shared, all, {8, 1, 1, 4}, {0}, group).reduction
            > stageTimes(rest, all, {8}, {0}, group).reduction);
}

// Combined passes overlap the exchange of experts with the other micro-batch's pass, up to its duration; all-reduces of
// tensor parallelism remain exposed.
void PlanCostsTest::combinedPassesHideWhatExpertsExchange()
{
    const TestedProblem tested = askMixtral();
    for (const int tensor : {1, 2}) {
        LayerDegrees degrees;
        degrees.sharding = {tensor, 4, tensor > 1};
        ChainUse use {{}, degrees, {}, 4};
        const LayerCost apart = chainCosts(tested.costs, tested.problem, 1, use)->layers[1];
        use.combines_passes = true;
        const LayerCost combined = chainCosts(tested.costs, tested.problem, 1, use)->layers[1];
        const auto all = collectivesOf(tested.problem.model, tested.problem.workload, 1, degrees).value()[1];
        const auto times = timesOf(all, layerGroups(tested.problem.cluster.groups.front(), 0, degrees));
        const auto experts = [](const PassTimes& pass) {
            return pass.by_group[static_cast<std::size_t>(CollectiveGroup::Expert)];
        };
        const Seconds forward = std::min(experts(times.forward), apart.backward.median);
        const Seconds backward = std::min(experts(times.backward), apart.forward.median);
        QVERIFY(forward > Seconds(0) && backward > Seconds(0));
        QVERIFY(near((apart.forward_waiting - combined.forward_waiting).value, forward.value));
        QVERIFY(near((apart.backward_waiting - combined.backward_waiting).value, backward.value));
        QVERIFY(combined.forward_waiting >= Seconds(0) && combined.backward_waiting >= Seconds(0));
        QCOMPARE(combined.memory, apart.memory);
    }
}

// With ZeRO 1 a device has an equal part of the optimizer state that all replicas share, and of its experts' state a
// part among the devices with the same experts; the step takes as long as its parts.
void PlanCostsTest::statesOfExpertsAreDividedAmongTheirHolders()
{
    const TestedProblem tested = askMixtral();
    LayerDegrees degrees;
    degrees.sharding.expert = 2;
    const ChainCosts chain = tested.chain(degrees);
    const LayerRange all {0, chain.size()};
    const auto stateAt = [&](int zero) {
        const Replication replication {4, zero, GradientHandling::Eager, StateOffload::None, 2};
        const MemoryBreakdown alive = StageLedger(chain, all, replication).alive();
        const StagePeaks peaks(chain, replication);
        StageLedger walked(chain, all, replication);
        walked.forward(0);
        walked.backward(0);
        walked.update();
        if (peaks.peak(all, 1, 1) != walked.peak().breakdown.total()) {
            return Bytes(-1);
        }
        return alive.optimizer;
    };
    Bytes gradients;
    Bytes experts;
    Seconds whole;
    Seconds part;
    for (const LayerCost& layer : chain.layers) {
        gradients += layer.memory.gradients;
        experts += layer.experts.gradients;
        const double of_experts = layer.experts.gradients / layer.memory.gradients;
        whole += layer.optimizer.median;
        part += layer.optimizer.median * ((1 - of_experts) / 4 + of_experts / 2);
    }
    QVERIFY(experts > Bytes(0) && experts < gradients);
    const NumberType type = parameterType(chain.precision);
    const auto statesOf = [&](Bytes learning) {
        return optimizerStateBytes(chain.optimizer, chain.precision, learning);
    };
    QCOMPARE(stateAt(0), statesOf(gradients));
    QCOMPARE(stateAt(1), statesOf(stageShard(gradients - experts, type, 4) + stageShard(experts, type, 2)));
    const auto stepAt = [&](int zero) {
        const StageUse use {zero};
        return stageTimes(chain, all, {4, 1, 1, 2}, {0}, tested.problem.cluster.groups.front(), use).optimizer;
    };
    QVERIFY(near(stepAt(0).value, whole.value));
    QVERIFY(near(stepAt(1).value, part.value));
}

// Empty rows of experts are stored (GShard's capacity): for each row products keep their input (its width, both halves
// of the inner one, their product), the router's weight its result.
void PlanCostsTest::emptyRowsOfExpertsAreHeld()
{
    const TestedProblem tested = askMixtral();
    const auto blockAt = [&](double capacity, LayerPolicy policy = LayerPolicy::Keep, int expert = 4) {
        LayerDegrees degrees;
        degrees.sharding.expert = expert;
        degrees.capacity = capacity;
        TrainingOptions training;
        training.compressor = parseCompressor("quantise:8").value();
        const ChainUse use {{policy, {}}, degrees, training, 1};
        return chainCosts(tested.costs, tested.problem, 1, use)->layers[1];
    };
    const LayerMemory filled = blockAt(1).memory;
    for (const double capacity : {1.25, 1.5, 3.0}) {
        const LayerCost block = blockAt(capacity);
        const double empty = 512 * 2 * (capacity - 1); // two experts per token
        const Bytes held(static_cast<std::int64_t>(empty * (2 * 256 + 4 * 512) * 2));
        QCOMPARE(block.memory.saved, filled.saved + held);
        QVERIFY(block.memory.forward_peak >= filled.forward_peak + held);
        QVERIFY(block.memory.backward_peak > filled.backward_peak);
        QVERIFY(block.memory.owned_accumulate_peak > filled.owned_accumulate_peak);
        QCOMPARE(block.memory.gradients, filled.gradients);
        QVERIFY(!block.traces); // traces have no such rows

        const LayerMemory waiting = blockAt(capacity, LayerPolicy::Compress).memory;
        const LayerMemory packed = blockAt(1, LayerPolicy::Compress).memory;
        QVERIFY(std::abs((waiting.saved - packed.saved) / held - 0.5) < 0.01);
        // With recomputation, they appear in the backward pass only.
        const LayerMemory again = blockAt(capacity, LayerPolicy::Full).memory;
        QCOMPARE(again.saved, blockAt(1, LayerPolicy::Full).memory.saved);
        QVERIFY(again.backward_peak > blockAt(1, LayerPolicy::Full).memory.backward_peak + held);
        // Without expert parallelism there are only the rows of tokens.
        QCOMPARE(blockAt(capacity, LayerPolicy::Keep, 1).memory, blockAt(1, LayerPolicy::Keep, 1).memory);
    }
    LayerDegrees degrees;
    degrees.sharding.expert = 4;
    const Plan even = withDegrees(uniformPlan({0, 3, 6}, 4, 1, 4, flush), degrees);
    degrees.capacity = 2;
    const Plan roomy = withDegrees(even, degrees);
    QVERIFY(tested.estimate(roomy).peak > tested.estimate(even).peak);
    QCOMPARE(tested.chain(degrees).layers.front().memory.saved,
             tested.chain(layerDegrees(even, even.stages.front())).layers.front().memory.saved);
}

// Empty rows of experts are computed: each row of a token's two experts is multiplied by three matrices of 256 x 512,
// with or without a token.
void PlanCostsTest::emptyRowsOfExpertsAreComputed()
{
    const TestedProblem tested = askMixtral();
    const auto costsAt = [&](double capacity, LayerPolicy policy = LayerPolicy::Keep, int expert = 4) {
        LayerDegrees degrees;
        degrees.sharding.expert = expert;
        degrees.capacity = capacity;
        return chainCosts(tested.costs, tested.problem, 1, {{policy, {}}, degrees, {}, 1}).value();
    };
    const auto points =
        chainPoints(tested.problem.model, tested.problem.workload, 1, {Sharding {1, 4, false}, false}).value();
    const auto program = std::get<Program>(shardAt(points[1]).value());
    const auto flops = [&](double room) { return forwardFlops(program, inputShapes(points[1]), room).value; };
    QVERIFY(near(flops(2.5) - flops(1), 1.5 * 512 * 2 * 2 * 3 * 256 * 512));
    const DeviceType& device = tested.problem.cluster.groups.front().device;
    const LayerCost filled = costsAt(1).layers[1];
    Seconds last = filled.forward.median;
    for (const double capacity : {1.25, 2.0, 4.0, 64.0}) {
        const LayerCost block = costsAt(capacity).layers[1];
        const Seconds formula = analyticCost(points[1], device, nullptr, capacity)->forward.median;
        QVERIFY2(near(block.forward.median.value, formula.value),
                 qPrintable(QString("%1 %2").arg(block.forward.median.value).arg(formula.value)));
        QVERIFY(block.forward.median >= last); // a few more rows take the same time
        QVERIFY(near(block.backward.median / filled.backward.median, block.forward.median / filled.forward.median));
        last = block.forward.median;
        // Recomputation repeats their time; without expert parallelism there are none.
        const LayerCost again = costsAt(capacity, LayerPolicy::Full).layers[1];
        QVERIFY(near(again.recompute.value, block.forward.median.value));
        QCOMPARE(costsAt(capacity, LayerPolicy::Keep, 1).layers[1].forward,
                 costsAt(1, LayerPolicy::Keep, 1).layers[1].forward);
        QCOMPARE(costsAt(capacity).layers.front().forward, costsAt(1).layers.front().forward);
    }
    QVERIFY(last > filled.forward.median);
    // Recomputed activations are kept between the halves of a backward pass, including empty rows.
    const auto whole = [&](double capacity, LayerPolicy policy) {
        const LayerCost block = costsAt(capacity, policy).layers[1];
        return block.memory.saved + block.rematerialised;
    };
    QCOMPARE(whole(2, LayerPolicy::Full), whole(2, LayerPolicy::Keep));
}

// Times of empty rows use the device of the group that has the experts, regardless of the order of groups.
void PlanCostsTest::emptyRowsAreOfTheGroupsDevice()
{
    TestedProblem tested = askMixtral();
    LayerDegrees degrees;
    degrees.sharding.expert = 4;
    degrees.capacity = 2;
    for (const LayerPolicy policy : {LayerPolicy::Keep, LayerPolicy::Full}) {
        tested.problem.cluster = parseCluster("2x8xV100-32GB").value();
        const ChainCosts alone = tested.chain(degrees, {policy, {}});
        tested.problem.cluster = parseCluster("8xH100-80GB+2x8xV100-32GB").value();
        const ChainUse behind {{policy, {}}, degrees, {}, 1, 1};
        QCOMPARE(chainCosts(tested.costs, tested.problem, 1, behind)->layers, alone.layers);
        QVERIFY(tested.chain(degrees, {policy, {}}).layers[1].forward.median < alone.layers[1].forward.median);
    }
}

void PlanCostsTest::timelineShowsWhatIsWaitedFor()
{
    const TestedProblem tested = ask(twoNodes);
    const Plan plan = planOf(tensorRanks(8));
    const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
    const PlanTimeline reported = planTimeline(tested.problem, plan, costs).value();
    Seconds waited;
    for (const Span& span : reported.timeline.spans) {
        waited += span.kind == SpanKind::LayerCollective ? span.duration() : Seconds(0);
    }
    Seconds expected;
    for (const LayerCost& layer : costs.of(0).layers) {
        expected += (layer.forward_waiting + layer.backward_waiting) * 16.0;
    }
    QVERIFY(near(waited.value, expected.value));
    for (std::size_t pipeline_rank = 0; pipeline_rank < reported.memory.size(); ++pipeline_rank) {
        QCOMPARE(reported.memory[pipeline_rank].peak, tested.estimate(plan).devices[pipeline_rank * 8].peak);
    }
    const auto order = orderOf(plan.schedule, planShape(plan)).value();
    const ExposedCommunication exposed = exposedByKind(tested.problem, plan, costs, order, reported.step);
    QVERIFY(exposed.layers > Seconds(0) && exposed.layers < reported.step.step);
    const Seconds all = exposedCommunication(tested.problem, plan, costs, order, reported.step);
    QVERIFY(all >= exposed.layers && near(exposed.reductions.value, 0));
    QVERIFY(std::any_of(reported.critical.begin(), reported.critical.end(),
                        [](const CriticalShare& share) { return share.kind == SpanKind::LayerCollective; }));
}

// Reducing bucket by bucket on the timeline, or the exposed part at once, gives the same step time.
void PlanCostsTest::bucketsEndAsTheReduction()
{
    const TestedProblem tested = ask(twoNodes);
    for (const int data : {2, 4, 8}) {
        const Plan plan = planOf({}, data);
        const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
        const auto order = orderOf(plan.schedule, planShape(plan)).value();
        auto times = planTimes(tested.problem, plan, costs);
        const auto exchanges = planExchanges(tested.problem, plan, costs, order);
        QVERIFY(times.front().buckets.size() > 1);
        const Seconds reported = simulate({order, times, exchanges}).step;
        for (StageTimes& stage : times) {
            stage.buckets.clear();
        }
        QVERIFY(near(reported.value, simulate({order, times, exchanges}).step.value));
    }
}

// ZeRO 3 gathers parameters during compute: fast links overlap all gathers except the first of a pass, slow links
// almost none.
void PlanCostsTest::shardedParametersAreGatheredBesideCompute()
{
    TestedProblem tested = ask(twoNodes);
    const auto times = [&](double factor, int zero) {
        ClusterGroup group = tested.problem.cluster.groups.front();
        group.intra_node.bandwidth = group.intra_node.bandwidth * factor;
        return stageTimes(tested.chain({}), {0, 5}, {8}, {0}, group, StageUse {.zero = zero});
    };
    const StageTimes plain = times(1, 0);
    QVERIFY(plain.forward_waiting == Seconds(0) && plain.reduction > Seconds(0));
    for (const int zero : {2, 3}) {
        QVERIFY(times(1, zero).reduction == Seconds(0)); // each micro-batch scatters its gradients
        QVERIFY(times(0.01, zero).backward_waiting > times(1, zero).backward_waiting);
    }
    QVERIFY(times(1, 2).forward_waiting == Seconds(0) && times(1, 3).forward_waiting > Seconds(0));
    QVERIFY(times(1, 2).parameters > Seconds(0) && times(1, 3).parameters == Seconds(0)); // updated parameters
}

// Each replica updates its share of the state, and gathers updated parameters afterwards. Tied weights are updated
// once.
void PlanCostsTest::aShareOfTheStateIsUpdated()
{
    const TestedProblem tested = ask(twoNodes);
    const ClusterGroup& group = tested.problem.cluster.groups.front();
    ChainCosts costs = tested.chain({});
    const auto times = [&](int zero, int data) {
        return stageTimes(costs, {1, 5}, {data}, {0}, group, StageUse {.zero = zero});
    };
    const Seconds whole = times(0, 8).optimizer;
    Bytes parameters;
    for (int l = 1; l < 5; ++l) {
        parameters += costs.layers[static_cast<std::size_t>(l)].memory.parameters;
    }
    const Seconds gather = allGather(parameters, consecutiveRanks(group, 0, 8));
    for (const int zero : {1, 2, 3}) {
        QVERIFY(near(times(zero, 8).optimizer.value, (whole / 8.0).value));
        QVERIFY(times(zero, 8).parameters == (zero < 3 ? gather : Seconds(0)));
    }
    QVERIFY(times(1, 8).reduction < times(0, 8).reduction);

    const Seconds once = stageTimes(costs, {0, 10}, {1}, {0}, group).optimizer;
    Seconds both;
    for (const LayerCost& layer : costs.layers) {
        both += layer.optimizer.median;
    }
    QVERIFY(costs.layers.back().shared_gradients > Bytes(0)); // GPT's head is tied to its embedding
    QVERIFY(once < both);
}

void PlanCostsTest::nothingExposedIsNegative()
{
    const TestedProblem tested = ask(twoNodes);
    for (const StateOffload offload : {StateOffload::None, StateOffload::Optimizer, StateOffload::PipelinedOptimizer}) {
        for (const int zero : {0, 1, 2, 3}) {
            Plan plan = planOf(tensorRanks(2), 4, zero);
            plan.training.offload = offload;
            const PlanCosts costs = planCosts(tested.costs, tested.problem, plan).value();
            const auto order = orderOf(plan.schedule, planShape(plan)).value();
            const SimulatedStep step = simulatePlan(tested.problem, plan, costs, order);
            const Seconds all = exposedCommunication(tested.problem, plan, costs, order, step);
            const ExposedCommunication kinds = exposedByKind(tested.problem, plan, costs, order, step);
            QVERIFY(all > Seconds(0) && all < step.step);
            QVERIFY((zero >= 2 ? kinds.zero : kinds.reductions) > Seconds(0));
            QVERIFY((kinds.host > Seconds(0)) == (offload != StateOffload::None));
            for (const Seconds one : {kinds.boundaries, kinds.layers, kinds.zero, kinds.reductions}) {
                QVERIFY(one <= all + Seconds(1e-12));
            }
        }
    }
}

void PlanCostsTest::searchPlansWithinTheDegrees()
{
    TestedProblem tested = ask(twoNodes);
    tested.problem.constraints.degrees = tensorRanks(4, true);
    tested.problem.constraints.pipeline = 2;
    tested.problem.constraints.data = 1;
    const SearchResult found = searchPlans(tested.problem, tested.costs).value();
    const Candidate* best = found.recommended();
    QVERIFY(best != nullptr);
    QCOMPARE(best->plan.devices(), 8);
    QVERIFY(best->plan.sequence_parallel && best->plan.stages.front().degrees.tensor == 4);
    Bytes least(INT64_MAX);
    for (int split_point = 1; split_point < 10; ++split_point) {
        const Plan plan = withDegrees(uniformPlan({0, split_point, 10}, 1, 1, 16, flush), tensorRanks(4, true));
        least = std::min(least, tested.estimate(plan).peak);
    }
    QCOMPARE(best->estimate.peak, least);
    QCOMPARE(tested.estimate(best->plan).step, best->estimate.step);
    QVERIFY(!searchPlans(tested.problem, tested.costs)->candidates.empty());
    tested.problem.constraints.degrees = tensorRanks(16);
    QVERIFY(!searchPlans(tested.problem, tested.costs)); // 2 x 16 of 16 devices
}

void PlanCostsTest::impossibleDegreesAreRefused()
{
    const TestedProblem tested = ask(twoNodes);
    QVERIFY(tested.refusal(planOf(tensorRanks(3))).contains("16 heads are not divisible by 3"));
    QVERIFY(tested.refusal(planOf(contextRanks(3))).contains("context-parallel size"));
    QVERIFY(tested.refusal(planOf(contextRanks(64))).contains("context-parallel size 64"));
    Plan uneven = planOf(tensorRanks(2));
    uneven.stages.back().degrees.tensor = 3;
    QVERIFY(tested.refusal(uneven).contains("16 heads are not divisible by 3"));
    uneven.stages.back().degrees.tensor = 17;
    QVERIFY(tested.refusal(uneven).contains("tensor-parallel size 17"));
    LayerDegrees spread;
    spread.sharding.expert = 4;
    const auto experts = [&](int data, int zero) {
        return withDegrees(uniformPlan({0, 3, 6}, data, 1, 16 / data, flush, zero), spread);
    };
    QVERIFY(askMixtral().refusal(experts(2, 0)).contains("expert-parallel size 4"));
    QVERIFY(askMixtral().refusal(experts(4, 2)).contains("ZeRO"));
    QVERIFY(askMixtral().refusal(experts(4, 1)).isEmpty());
    QVERIFY(askMixtral().refusal(experts(4, 0)).isEmpty());
    QVERIFY(tested.refusal(planOf(spread, 4)).contains("expert"));
    QVERIFY(ask(twoNodes, "zoo:resnet18").refusal(planOf(contextRanks(2))).contains("tokens"));
    TestedProblem eager = ask(twoNodes);
    eager.problem.workload.attention = AttentionKind::Eager;
    eager.costs = CostModel(eager.problem.model, eager.problem.workload, {});
    QVERIFY(eager.refusal(planOf(contextRanks(2))).contains("scores"));
}

QTEST_APPLESS_MAIN(PlanCostsTest)
#include "tst_plancosts.moc"
