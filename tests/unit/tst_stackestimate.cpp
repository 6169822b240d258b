// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/memorymodel.h"
#include "core/cost/stacks/timemodel.h"
#include "core/estimate/estimator.h"
#include "core/estimate/stackestimate.h"
#include "core/estimate/stackrun.h"
#include "core/exchange/stackfile.h"
#include "core/model/parameters.h"
#include "tests/support/chains.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const Stack& stackNamed(const std::string& name)
{
    const auto& stacks = shippedStacks();
    return *std::find_if(stacks.begin(), stacks.end(), [&](const Stack& stack) { return stack.name == name; });
}

// A plan of four stages, two replicas and eight micro-batches of two samples.
struct Case {
    Problem problem;
    Plan plan;
    ChainCosts costs;
};

Case caseOf(const std::string& source, const std::string& cluster = "1x8xH100-80GB")
{
    Case made;
    made.problem = problemFor(readModel(source).value(), cluster, 32, 2);
    made.problem.workload.sequence = 1024;
    made.problem.workload.precision = Precision::Bf16Master;
    const int layers = static_cast<int>(made.problem.model.layers.size());
    made.plan = uniformPlan({0, 3, layers / 2, layers - 3, layers}, 2, 2, 8, ScheduleKind::OneForwardOneBackward);
    std::mt19937 random(5);
    made.costs = randomChain(random, layers, false);
    return made;
}

Result<Estimate> estimateAs(Case made, const Stack& stack)
{
    made.problem.stack = stack.name;
    return estimatePlan(made.problem, made.plan, made.costs, &stack);
}

bool hasNote(const Estimate& estimate, const std::string& part)
{
    const auto& notes = estimate.stack->notes;
    return std::any_of(notes.begin(), notes.end(),
                       [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

// A stack's own with a run of Llama 2's vocabulary among its own, of which no run is.
Stack nanotronOfLlama2()
{
    Stack stack = stackNamed("nanotron");
    stack.rows.front().run.vocabulary = 32000;
    return stack;
}

// Two stages on four machines.
Case tensorCase(int tensor)
{
    Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json", "4x8xH100-80GB");
    made.problem.workload.sequence = 4096;
    const int layers = made.costs.size();
    const int data = 16 / tensor;
    LayerDegrees degrees;
    degrees.sharding.tensor = tensor;
    const Plan whole = uniformPlan({0, layers / 2, layers}, data, 2, 16 / data, ScheduleKind::OneForwardOneBackward);
    made.plan = withDegrees(whole, degrees);
    return made;
}

const std::string llama = TEST_DATA "/configs/llama-3.2-1b.json";

}

// A problem that names a stack is estimated by the stack's own model, whose corrections were fitted on measured runs.
class StackEstimateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void modelsAreToldAsRuns_data();
    void modelsAreToldAsRuns();
    void saysWhatValidationSays_data();
    void saysWhatValidationSays();
    void cutsDecideWhatAStageHolds();
    void partsSumToThePeak();
    void termsSumToEstimates_data();
    void termsSumToEstimates();
    void noPartIsNegative();
    void timesAreOfTheStacksDevice();
    void farFromTheRunsIsExtrapolated();
    void whatNoRunDidIsExtrapolated();
    void boundsHoldBothTensorModes();
    void sourcesAreThoseOfTheQuantity();
    void whatFitsDoesAtTheBoundThatIsShown();
    void theThreePeaksAreInOrderAndLabelled();
    void theClustersFiguresCount();
    void notesTellWhatBoundsAreWorth();
    void replacedOptionsAreTold();
    void whatAStackCannotTellIsRefused_data();
    void whatAStackCannotTellIsRefused();
    void stackAndProblemMustAgree();
};

void StackEstimateTest::modelsAreToldAsRuns_data()
{
    QTest::addColumn<std::string>("source");
    QTest::newRow("gpt2") << std::string("zoo:gpt2");
    QTest::newRow("gpt3") << std::string("zoo:gpt3-175b");
    QTest::newRow("llama with tied weights") << llama;
    QTest::newRow("llama 2") << std::string(TEST_DATA "/configs/llama-2-7b.json");
    QTest::newRow("grouped keys") << std::string(TEST_DATA "/configs/llama-3.1-8b.json");
}

// The sizes that a run is told by must give the model's parameters, but for biases.
void StackEstimateTest::modelsAreToldAsRuns()
{
    QFETCH(std::string, source);
    const Case made = caseOf(source);
    const auto run = modelledRun(made.problem, made.plan, StackForm::Nanotron);
    QVERIFY2(run, run ? "" : run.error().c_str());
    std::int64_t parameters = 0;
    for (const Layer& layer : made.problem.model.layers) {
        parameters += parameterCount(layer.spec);
    }
    if (run->tied) {
        parameters -= sharedParameterCount(made.problem.model.layers.back().spec);
    }
    QVERIFY(std::abs(modelParameters(*run) / static_cast<double>(parameters) - 1) < 0.002);
}

void StackEstimateTest::saysWhatValidationSays_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("source");
    QTest::addColumn<int>("zero");
    QTest::newRow("nanotron") << "nanotron" << llama << 1;
    QTest::newRow("megatron") << "megatron" << std::string("zoo:gpt-1.3b") << 0;
    QTest::newRow("torchtitan") << "torchtitan" << llama << 3;
}

// A plan cut as the stack cuts is what `validate` predicts of a run with the same row, bounds included.
void StackEstimateTest::saysWhatValidationSays()
{
    QFETCH(QString, name);
    QFETCH(std::string, source);
    QFETCH(int, zero);
    const Stack& stack = stackNamed(name.toStdString());
    Case made = caseOf(source);
    made.plan.zero_stage = zero;
    Run run = runOf(made.problem, made.plan).value();
    const Modelled natural = modelledRun(run, stack.form);
    QVERIFY(natural);
    int first = 0;
    const std::vector<StageLayers> places = stageLayers(*natural);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const int last = first + places[i].layers + (i == 0 ? 1 : 0) + (places[i].head ? 1 : 0);
        made.plan.stages[i].layers = {first, last};
        first = last;
    }
    const auto estimate = estimateAs(made, stack);
    QVERIFY2(estimate, qPrintable(errorOf(estimate)));
    const StackPrediction predicted = predict(run, stack);
    QCOMPARE(estimate->peak.value, predicted.peak->value);
    QCOMPARE(estimate->memory_basis, Basis::Calibrated);
    // Each is outside of the runs behind its stack: there the bounds are twice as far, as logarithms.
    QVERIFY(estimate->extrapolated);
    const auto twiceAsFar = [](auto bound, auto before, auto middle) {
        return std::abs(std::log(bound / middle) - 2 * std::log(before / middle)) < 1e-6;
    };
    QVERIFY(twiceAsFar(estimate->peak_low, predicted.peak_low, *predicted.peak));
    QVERIFY(twiceAsFar(estimate->peak_high, predicted.peak_high, *predicted.peak));
    if (predicted.step) {
        QCOMPARE(estimate->step.value, predicted.step->value);
        QVERIFY(twiceAsFar(estimate->step_high, predicted.step_high, *predicted.step));
        QCOMPARE(estimate->time_basis, Basis::Calibrated);
    } else {
        QVERIFY(estimate->stack->time_source.find(predicted.no_step) != std::string::npos);
    }
    const auto count = std::to_string(stack.memory_evidence->fitted.count);
    QVERIFY(estimate->stack->memory_source.starts_with("fitted on " + count + " runs of "));
}

// One block more on a stage adds its parameters and, for each micro-batch in flight, its activations.
void StackEstimateTest::cutsDecideWhatAStageHolds()
{
    const Stack& stack = stackNamed("nanotron");
    Case made = caseOf(llama);
    const Estimate before = estimateAs(made, stack).value();
    made.plan.stages[0].layers.last += 1;
    made.plan.stages[1].layers.first += 1;
    const Estimate after = estimateAs(made, stack).value();
    const auto parameters = [](const Estimate& estimate, std::size_t device) {
        return estimate.devices[device].breakdown.parameters.value;
    };
    const std::int64_t moved = 2 * parameterCount(made.problem.model.layers[1].spec);
    QVERIFY(std::abs(parameters(after, 0) - parameters(before, 0) - moved) <= 1);
    QVERIFY(std::abs(parameters(before, 2) - parameters(after, 2) - moved) <= 1);
    const double gained = (after.devices[0].breakdown.activations - before.devices[0].breakdown.activations) / Bytes(4);
    const double lost = (before.devices[2].breakdown.activations - after.devices[2].breakdown.activations) / Bytes(3);
    QVERIFY(std::abs(gained / lost - 1) < 1e-6); // four and three in flight
}

void StackEstimateTest::partsSumToThePeak()
{
    for (const Stack& stack : shippedStacks()) {
        Case made = caseOf("zoo:gpt-1.3b");
        made.plan.zero_stage = stack.form == StackForm::Torchtitan ? 3 : 0;
        const auto estimate = estimateAs(made, stack);
        QVERIFY2(estimate, qPrintable(errorOf(estimate)));
        QCOMPARE(estimate->devices.size(), std::size_t(8));
        for (const DeviceEstimate& device : estimate->devices) {
            QCOMPARE(device.breakdown.total().value, device.peak.value);
            QVERIFY(device.breakdown.activations > Bytes(0));
            QVERIFY(device.peak_low <= device.peak && device.peak <= device.peak_high);
            QVERIFY(device.peak <= device.reserved && device.reserved <= device.device);
            QVERIFY(device.device <= device.device_high);
            QCOMPARE(device.fits, device.device_high <= device.capacity);
        }
    }
}

// A stage without a block keeps no activations, not fewer than none.
void StackEstimateTest::termsSumToEstimates_data()
{
    QTest::addColumn<QString>("name");
    for (const Stack& stack : shippedStacks()) {
        QTest::newRow(stack.name.c_str()) << QString::fromStdString(stack.name);
    }
}

// Layer by layer, and what a step goes to, against the estimate that is shown.
void StackEstimateTest::termsSumToEstimates()
{
    QFETCH(QString, name);
    const Stack& stack = stackNamed(name.toStdString());
    const bool divides = stack.form == StackForm::Torchtitan; // all of the state, always
    for (const int zero : divides ? std::vector {3} : std::vector {0, 1}) {
        Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json");
        made.problem.stack = stack.name;
        made.plan.zero_stage = zero;
        const auto estimate = estimatePlan(made.problem, made.plan, made.costs, &stack);
        QVERIFY(estimate);
        for (const DeviceEstimate& device : estimate->devices) {
            const auto parts = stackParts(made.problem, made.plan, stack, device.stage);
            QVERIFY(parts);
            LayerTerms sum;
            const auto add = [&sum](const LayerTerms& layer, int count) {
                sum.parameters += count * layer.parameters;
                sum.gradients += count * layer.gradients;
                sum.optimizer += count * layer.optimizer;
                sum.activations += count * layer.activations;
            };
            add(parts->layers.block, parts->place.layers);
            QCOMPARE(parts->layers.embedding.has_value(), device.stage == 0);
            QCOMPARE(parts->layers.head.has_value(), device.stage == 3);
            add(parts->layers.embedding.value_or(LayerTerms()), 1);
            add(parts->layers.head.value_or(LayerTerms()), 1);
            const auto of = [&](MemoryCorrection correction) {
                return parts->corrections[static_cast<std::size_t>(correction)];
            };
            const auto is = [](Bytes shown, double bytes) {
                return std::abs(static_cast<double>(shown.value) - bytes) <= 8;
            };
            const MemoryBreakdown& shown = device.breakdown;
            QVERIFY(is(shown.parameters, sum.parameters));
            QVERIFY(is(shown.gradients, sum.gradients + of(MemoryCorrection::Grads)));
            QVERIFY(is(shown.optimizer, sum.optimizer));
            QVERIFY(is(shown.activations, sum.activations + parts->layers.again + of(MemoryCorrection::Extra)));
            QVERIFY(is(shown.communication, parts->gathered + of(MemoryCorrection::Held)));
            QVERIFY(is(shown.boundaries, of(MemoryCorrection::Token)));
            QVERIFY(is(shown.workspace, of(MemoryCorrection::Logit)));
            QVERIFY(is(shown.framework, of(MemoryCorrection::Fixed)));
            QCOMPARE(parts->step.has_value(), estimate->stack->tells_time);
            QVERIFY(!parts->step || std::abs(parts->step->total() / estimate->step - 1) < 1e-12);
        }
    }
}

void StackEstimateTest::noPartIsNegative()
{
    const Stack& stack = stackNamed("nanotron");
    Case made = caseOf(llama);
    const int layers = made.costs.size();
    for (const std::int64_t sequence : {129, 257, 1023, 1024}) {
        made.problem.workload.sequence = sequence;
        made.plan = uniformPlan({0, 1, layers / 2, layers - 1, layers}, 2, 2, 8, ScheduleKind::OneForwardOneBackward);
        const Estimate estimate = estimateAs(made, stack).value();
        for (const DeviceEstimate& device : estimate.devices) {
            const MemoryBreakdown& parts = device.breakdown;
            for (const Bytes part : {parts.parameters, parts.gradients, parts.optimizer, parts.activations,
                                     parts.boundaries, parts.communication, parts.workspace, parts.framework}) {
                QVERIFY(part >= Bytes(0));
            }
            QCOMPARE(parts.total().value, device.peak.value);
        }
    }
}

void StackEstimateTest::timesAreOfTheStacksDevice()
{
    const Stack& stack = stackNamed("nanotron");
    for (const std::string cluster : {"1x8xA100-80GB", "1x8xH100-80GB-PCIe"}) {
        const Case made = caseOf(llama, cluster);
        const Estimate plain = estimatePlan(made.problem, made.plan, made.costs).value();
        const Estimate estimate = estimateAs(made, stack).value();
        QCOMPARE(estimate.step, plain.step);
        QCOMPARE(estimate.time_basis, plain.time_basis);
        QVERIFY(estimate.stack->time_source.starts_with("not the stack's: "));
        QVERIFY(estimate.peak != plain.peak);
    }
}

void StackEstimateTest::farFromTheRunsIsExtrapolated()
{
    const Stack stack = nanotronOfLlama2();
    Case within = caseOf(TEST_DATA "/configs/llama-2-7b.json");
    within.problem.workload.sequence = 4096; // that of all runs
    const Estimate inside = estimateAs(within, stack).value();
    QVERIFY(!inside.extrapolated);
    const Band& memory = stack.memory_evidence->band;
    const Band& time = stack.time_evidence->band;
    QCOMPARE(inside.peak_high, scaled(inside.peak, memory.high));
    QCOMPARE(inside.step_low, inside.step * time.low);
    // A sequence that none of the runs had: twice as far on either side, as logarithms.
    Case beyond = within;
    beyond.problem.workload.sequence = 2048;
    const Estimate outside = estimateAs(beyond, stack).value();
    QVERIFY(outside.extrapolated);
    QCOMPARE(outside.peak_low, scaled(outside.peak, memory.low * memory.low));
    QCOMPARE(outside.peak_high, scaled(outside.peak, memory.high * memory.high));
    QCOMPARE(outside.step_low.value, outside.step.value * (time.low * time.low));
    QCOMPARE(outside.step_high.value, outside.step.value * (time.high * time.high));
    QVERIFY(estimateAs(caseOf("zoo:gpt2"), stack)->extrapolated); // smaller than all of its runs
}

// A vocabulary beyond those of the runs, and a ZeRO stage or way to recompute that none of them had.
void StackEstimateTest::whatNoRunDidIsExtrapolated()
{
    Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json");
    made.problem.workload.sequence = 4096;
    QVERIFY(!estimateAs(made, nanotronOfLlama2())->extrapolated);
    const auto beyond = [&](const std::function<void(Run&)>& change) {
        Stack stack = nanotronOfLlama2();
        for (StackRow& row : stack.rows) {
            change(row.run);
        }
        const Estimate estimate = estimateAs(made, stack).value();
        const double high = stack.memory_evidence->band.high;
        return estimate.extrapolated && estimate.peak_high == scaled(estimate.peak, high * high)
            && hasNote(estimate, "bounds of the step: beyond its runs");
    };
    QVERIFY(!beyond([](Run&) {}));
    QVERIFY(beyond([](Run& run) { run.vocabulary = 131072; }));
    QVERIFY(beyond([](Run& run) { run.vocabulary = 31999; }));
    QVERIFY(beyond([](Run& run) { run.zero = 1; }));
    QVERIFY(beyond([](Run& run) { run.recomputation = Recomputation::Full; }));
    made.plan.zero_stage = 1;
    QVERIFY(beyond([](Run& run) { run.zero = 0; }));
}

// Where a plan does not say how its tensor ranks exchange, what it takes the other way is within its bounds, and it
// fits at these; sequence parallelism says it.
void StackEstimateTest::boundsHoldBothTensorModes()
{
    const Stack stack = nanotronOfLlama2();
    const Band& memory = stack.memory_evidence->band;
    const Band& time = stack.time_evidence->band;
    Case made = tensorCase(16);
    Run run = runOf(made.problem, made.plan).value();
    QVERIFY(!run.tensor_mode);
    run.tensor_mode = TensorMode::AllReduce;
    ModelledRun whole = modelledRun(made.problem, made.plan, stack.form).value();
    QCOMPARE(whole.tensor_mode, TensorMode::ReduceScatter); // as with most pipelines
    whole.tensor_mode = TensorMode::AllReduce;
    const Bytes most = predictedMemory(memoryTerms(whole, MemoryRank::Most), valuesOf(stack.memory));
    const Seconds fast = stepTime(whole, *deviceSheet("H100"), valuesOf(stack.time));
    const Estimate open = estimateAs(made, stack).value();
    QVERIFY(!open.extrapolated && hasNote(open, "how tensor ranks exchange is not told"));
    QVERIFY(most > scaled(open.peak, memory.high) && fast < open.step * time.low); // else this shows nothing
    QVERIFY(std::abs(open.peak_high.value - most.value) <= 1);
    QCOMPARE(open.step_low.value, fast.value);
    QCOMPARE(open.peak_low, scaled(open.peak, memory.low));
    const DeviceEstimate& fullest = open.devices.front();
    DeviceType& device = made.problem.cluster.groups.front().device;
    const Bytes more(fullest.peak_high - fullest.peak);
    for (const std::int64_t room : {0, -1}) {
        device.memory.value = fullest.device_high + Bytes(room);
        QCOMPARE(estimateAs(made, stack)->devices.front().fits, room == 0);
        const auto fitting = [&](Bytes other_mode) {
            return largestFittingPeak(stack, made.costs, device, device.memory.value, fullest.collectives,
                                      {false, other_mode});
        };
        QCOMPARE(fitting(more) >= fullest.peak, room == 0);
        QVERIFY(fitting(Bytes(0)) > fullest.peak);
    }
    made.plan.sequence_parallel = true;
    const Estimate told = estimateAs(made, stack).value();
    QCOMPARE(told.peak, open.peak);
    QCOMPARE(told.peak_high, scaled(told.peak, memory.high));
    QVERIFY(!hasNote(told, "how tensor ranks exchange is not told"));
    Case alone = tensorCase(1);
    QVERIFY(!hasNote(estimateAs(alone, stack).value(), "how tensor ranks exchange is not told"));
}

// Only the rows that a quantity was fitted on are its source.
void StackEstimateTest::sourcesAreThoseOfTheQuantity()
{
    const Estimate estimate = estimateAs(caseOf("zoo:gpt-1.3b", "1x8xA100-80GB"), stackNamed("megatron")).value();
    QCOMPARE(estimate.stack->memory_source, std::string("fitted on 13 runs of megatron_golden_20.csv"));
    QCOMPARE(estimate.stack->time_source, std::string("fitted on 32 runs of seqsel_table5.csv, megatron_tables.csv"));
}

// Beyond the runs the wider bound decides, in estimates and in what the search takes for the largest peak that fits.
void StackEstimateTest::whatFitsDoesAtTheBoundThatIsShown()
{
    const Stack& stack = stackNamed("nanotron");
    Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json");
    made.problem.workload.sequence = 2048; // none of its runs had that
    DeviceType& device = made.problem.cluster.groups.front().device;
    const Estimate wide = estimateAs(made, stack).value();
    const DeviceEstimate& fullest = *std::max_element(
        wide.devices.begin(), wide.devices.end(),
        [](const DeviceEstimate& a, const DeviceEstimate& b) { return a.device_high < b.device_high; });
    QVERIFY(wide.extrapolated && fullest.device_high > fullest.peak_high);
    for (const std::int64_t room : {0, -1}) {
        device.memory.value = fullest.device_high + Bytes(room);
        const Estimate estimate = estimateAs(made, stack).value();
        QCOMPARE(estimate.fits, room == 0);
        const auto fitting = [&](bool beyond) {
            return largestFittingPeak(stack, made.costs, device, device.memory.value, fullest.collectives,
                                      {beyond, Bytes(0)});
        };
        QCOMPARE(fitting(true) >= fullest.peak, room == 0);
        QVERIFY(fitting(false) > fullest.peak); // by the band of the runs it would fit
    }
}

// What a stack does not tell apart is one number, and whose each is stands with it.
void StackEstimateTest::theThreePeaksAreInOrderAndLabelled()
{
    Stack stack = stackNamed("torchtitan");
    Case made = caseOf(llama);
    made.plan.zero_stage = 3;
    for (const MemoryKind kind : {MemoryKind::Allocated, MemoryKind::Reserved, MemoryKind::Device}) {
        stack.kind = kind;
        const Estimate estimate = estimateAs(made, stack).value();
        QCOMPARE(estimate.stack->memory_kind, kind);
        for (const DeviceEstimate& device : estimate.devices) {
            QVERIFY(device.peak <= device.reserved && device.reserved <= device.device);
            QVERIFY(device.device <= device.device_high && device.peak_high <= device.device_high);
            QCOMPARE(device.breakdown.total().value, device.peak.value);
            QVERIFY(kind == MemoryKind::Allocated || device.reserved == device.peak);
            QCOMPARE(device.device == device.reserved, kind == MemoryKind::Device);
        }
        const std::string word = kind == MemoryKind::Device ? "the device's bytes are the stack's"
                                                            : std::string(nameOf(kind)) + " bytes are the stack's";
        QVERIFY(hasNote(estimate, word));
    }
}

// Other links and another peak in the cluster's file change the stack's step, as they do in its model; and that is
// told.
void StackEstimateTest::theClustersFiguresCount()
{
    const Stack& stack = stackNamed("nanotron");
    Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json");
    made.problem.workload.sequence = 4096;
    const Estimate usual = estimateAs(made, stack).value();
    QVERIFY(!hasNote(usual, "scaled") && !usual.exposed_communication && usual.stack->tells_time);
    const Run run = runOf(made.problem, made.plan).value();
    const ModelledRun modelled = modelledRun(made.problem, made.plan, stack.form).value();
    const auto stepWith = [&](const std::function<void(ClusterGroup&)>& change, double peak, double node, double net) {
        Case other = made;
        change(other.problem.cluster.groups.front());
        const Estimate estimate = estimateAs(other, stack).value();
        DeviceSheet sheet = *deviceSheet(run.device);
        sheet.peak = sheet.peak * peak;
        sheet.node = sheet.node * node;
        sheet.network = sheet.network * net;
        QCOMPARE(estimate.step.value, stepTime(modelled, sheet, valuesOf(stack.time)).value);
        QVERIFY(estimate.step != usual.step && estimate.extrapolated && hasNote(estimate, "the step is scaled: "));
    };
    stepWith([](ClusterGroup& group) { group.device.peak_bf16->value = group.device.peak_bf16->value * 0.5; }, 0.5, 1,
             1);
    stepWith([](ClusterGroup& group) { group.intra_node.bandwidth = group.intra_node.bandwidth * 0.25; }, 1, 0.25, 1);
    stepWith([](ClusterGroup& group) { group.network.bandwidth = group.network.bandwidth * 0.125; }, 1, 1, 0.125);
    // So is a figure that the cluster leaves out.
    QVERIFY(!hasNote(usual, "the cluster does not tell"));
    Case bare = made;
    bare.problem.cluster.groups.front().device.peak_bf16.reset();
    const Estimate assumed = estimateAs(bare, stack).value();
    QCOMPARE(assumed.step.value, usual.step.value);
    QVERIFY(
        hasNote(assumed, "the cluster does not tell its peak of bf16 products: the step takes that of data sheets"));
    // What its times cannot take in is told.
    Case late = made;
    late.problem.cluster.groups.front().network.latency = Seconds(1);
    const Estimate estimate = estimateAs(late, stack).value();
    QCOMPARE(estimate.step.value, usual.step.value);
    QVERIFY(hasNote(estimate, "latencies of links are those of its runs"));
}

void StackEstimateTest::notesTellWhatBoundsAreWorth()
{
    Case made = caseOf(TEST_DATA "/configs/llama-2-7b.json");
    made.problem.workload.sequence = 4096;
    const Estimate usual = estimateAs(made, nanotronOfLlama2()).value();
    QVERIFY(hasNote(usual, "bounds of the memory: the 95 % band of 150 runs"));
    // Slow runs are in no band of times: none is called one of all.
    QVERIFY(hasNote(
        usual, "bounds of the step: the 95 % band of the 129 runs that were not slow (of all 150 it holds 81.7 %"));
    Stack few = nanotronOfLlama2();
    few.memory_evidence->cross_validated.count = 14;
    QVERIFY(hasNote(estimateAs(made, few).value(), "bounds of the memory: the range of 14 runs (which holds 86.7 %"));
    few.memory_evidence.reset();
    QVERIFY(hasNote(estimateAs(made, few).value(), "bounds of the memory: none"));
    made.problem.workload.sequence = 1024;
    QVERIFY(
        hasNote(estimateAs(made, stackNamed("nanotron")).value(), "beyond its runs; twice as far as the 95 % band"));
}

// An option whose place the stack's own way takes is told; one that it does as asked is not.
void StackEstimateTest::replacedOptionsAreTold()
{
    const Stack& stack = stackNamed("nanotron");
    Case made = caseOf(llama);
    QVERIFY(!hasNote(estimateAs(made, stack).value(), "instead of precision"));
    QVERIFY(hasNote(estimateAs(made, stack).value(), "instead of gradients eager: its own buffers of fp32"));
    made.problem.workload.precision = Precision::Bf16Autocast;
    QVERIFY(hasNote(estimateAs(made, stack).value(), "instead of precision bf16-autocast"));
    LayerDegrees degrees;
    degrees.sharding.tensor = 2;
    made.plan = withDegrees(
        uniformPlan({0, 5, static_cast<int>(made.costs.size())}, 2, 2, 8, ScheduleKind::OneForwardOneBackward),
        degrees);
    QVERIFY(hasNote(estimateAs(made, stack).value(), "instead of tensor ranks without sequence parallelism"));
    made.plan.sequence_parallel = true;
    QVERIFY(!hasNote(estimateAs(made, stack).value(), "sequence parallelism"));
}

void StackEstimateTest::whatAStackCannotTellIsRefused_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<int>("what");
    QTest::newRow("fp32") << llama << 0;
    QTest::newRow("sgd") << llama << 1;
    QTest::newRow("frozen parameters") << llama << 2;
    QTest::newRow("gpipe") << llama << 3;
    QTest::newRow("another way to keep gradients") << llama << 4;
    QTest::newRow("another ZeRO stage") << llama << 5;
    QTest::newRow("images") << std::string("zoo:resnet50") << 6;
}

void StackEstimateTest::whatAStackCannotTellIsRefused()
{
    QFETCH(std::string, source);
    QFETCH(int, what);
    Case made = caseOf(source);
    Problem& problem = made.problem;
    problem.workload.sequence = what == 6 ? 224 : 1024;
    problem.workload.precision = what == 0 ? Precision::Fp32 : Precision::Bf16Master;
    problem.workload.optimizer = what == 1 ? OptimizerKind::Sgd : OptimizerKind::AdamW;
    problem.workload.trainable = what == 2 ? *parseTrainable("lora:4") : Trainable();
    made.plan.schedule = what == 3 ? ScheduleKind::GPipe : ScheduleKind::OneForwardOneBackward;
    problem.constraints.gradients = what == 4 ? GradientHandling::WideBuffers : GradientHandling::Eager;
    made.plan.zero_stage = what == 5 ? 2 : 0;
    QVERIFY(estimatePlan(problem, made.plan, made.costs));
    const auto estimate = estimateAs(made, stackNamed("nanotron"));
    QVERIFY(!estimate);
    QCOMPARE(estimate.error().code, ErrorCode::StackCannot);
}

void StackEstimateTest::stackAndProblemMustAgree()
{
    Case made = caseOf(llama);
    made.problem.stack = "megatron";
    QCOMPARE(estimatePlan(made.problem, made.plan, made.costs, &stackNamed("nanotron")).error().code,
             ErrorCode::StackUnknown);
    QCOMPARE(estimatePlan(made.problem, made.plan, made.costs, nullptr).error().code, ErrorCode::StackUnknown);
}

QTEST_APPLESS_MAIN(StackEstimateTest)
#include "tst_stackestimate.moc"
