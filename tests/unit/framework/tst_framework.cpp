// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Frameworks have separate implementations of layers: they save other tensors and train the same parameters.
#include "core/cost/prior/analyticcost.h"
#include "core/cost/prior/layerprior.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/plantimeline.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/reservedmemory.h"
#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/hardware/catalogue.h"
#include "core/memory/replication.h"
#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/search/baselines/uniform.h"
#include "core/search/search.h"
#include "core/search/searchspace.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"
#include "tests/support/frameworkmodels.h"

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class FrameworkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainsTheSameNumbers_data();
    void trainsTheSameNumbers();
    void megatronBlockByHand_data();
    void megatronBlockByHand();
    void megatronFp8ByHand_data();
    void megatronFp8ByHand();
    void fp8NeedsADevice();
    void megatronExpertsByHand_data();
    void megatronExpertsByHand();
    void megatronClampedExpertsByHand();
    void nanotronBlockByHand();
    void nanotronKeepsSumsAndBuckets();
    void nanotronCopiesWhatAttentionGives();
    void everyNumberIsOfOneModel_data();
    void everyNumberIsOfOneModel();
    void replaysTakeWhatTheLedgerCounts_data();
    void replaysTakeWhatTheLedgerCounts();
    void gradientsAreMegatronsOwn();
    void fsdpDividesWideCopies();
    void fsdpIsRefusedWhereUnknown();
    void zeroVariesAsTheFrameworkHasIt();
    void passesFreeWhatTheyMake();
    void worksOnEveryProductThatLearns();
};

namespace {

LayerRunOptions megatron(int tensor, bool sequence = false, bool recompute = false)
{
    return {{tensor, 1, sequence}, recompute, {Framework::MegatronCore}};
}

std::int64_t numbersOf(const LayerSpec& spec)
{
    std::int64_t count = 0;
    for (const ParameterTensor& tensor : parameterTensors(spec)) {
        count += elementCount(tensor.shape);
    }
    return count;
}

}

void FrameworkTest::trainsTheSameNumbers_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

// A framework's layer has the parameters and the work of the model's; a layer in the framework's style is unchanged.
void FrameworkTest::trainsTheSameNumbers()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    const LayerStyle& style = modeOf({Framework::MegatronCore}).style;
    const Model styled = inStyle(model, style);
    QCOMPARE(styled.layers.size(), model.layers.size());
    QVERIFY(inStyle(styled, style).layers == styled.layers);
    const Workload workload = halfPrecision(model.sample == SampleKind::Image ? model.longest_sequence : 32);
    const auto own = chainPoints(model, workload, 2);
    for (std::size_t l = 0; l < own->size(); ++l) {
        QCOMPARE(numbersOf(styled.layers[l].spec), numbersOf(model.layers[l].spec));
        const auto flops = [&](const LayerSpec& spec) {
            return forwardFlops(std::get<Program>(spec), inputShapes((*own)[l])).value;
        };
        QCOMPARE(flops(styled.layers[l].spec), flops(model.layers[l].spec));
    }
    // The framework supports the point, or an error names the obstacle.
    const auto points = chainPoints(model, workload, 2, megatron(1));
    if (!points) {
        QCOMPARE(points.error().code, ErrorCode::FrameworkUnsupported);
        QVERIFY(std::string(family.name) != "llama");
    } else {
        QVERIFY(std::all_of(points->begin(), points->end(),
                            [](const ProfilePoint& point) { return analyticCost(point, {}).has_value(); }));
    }
}

void FrameworkTest::megatronBlockByHand_data()
{
    QTest::addColumn<int>("tensor");
    QTest::newRow("whole") << 1;
    QTest::newRow("two tensor ranks with sequence parallelism") << 2;
}

// A Megatron block saves the bytes counted by hand, per token. In 2-byte numbers: inputs of two norms (one is the
// layer's input) and their outputs; queries, keys and values; the output of attention; both inputs of the gate; their
// product. In 4-byte numbers: one factor per norm, one log-sum per head. All are sharded over tensor-parallel ranks;
// those between the products by tokens.
void FrameworkTest::megatronBlockByHand()
{
    QFETCH(int, tensor);
    constexpr std::int64_t h = 512;
    constexpr std::int64_t keys = 2 * 64;
    constexpr std::int64_t f = 1536;
    constexpr std::int64_t tokens = 3 * 128;
    const auto points = chainPoints(smallLlama(), halfPrecision(128), 3, megatron(tensor, tensor > 1));
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    const std::int64_t norms = h + 2 * h;
    const std::int64_t attention = (h + 2 * keys) + h;
    const std::int64_t forward = 2 * f + f;
    QVERIFY(memory.keeps_input && !memory.keeps_output);
    QCOMPARE(memory.saved.value, tokens * (2 * (norms + attention + forward) + 4 * (2 + 8)) / tensor);
    // One tensor for the gradients of each shape of weights: two products of attention, two of the feed-forward layer.
    QCOMPARE(memory.persistent.value, 2 * h * ((h + 2 * keys) + h + 2 * f + f) / tensor);
}

void FrameworkTest::megatronFp8ByHand_data()
{
    QTest::addColumn<Fp8Recipe>("recipe");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<double>("scaled"); // bytes of an 8-bit number with its scale
    QTest::addColumn<int>("copies_on_hopper"); // copies of weights
    QTest::addColumn<int>("copies_on_blackwell");
    QTest::newRow("delayed") << Fp8Recipe::Delayed << 1 << 1.0 << 2 << 1;
    QTest::newRow("tensorwise") << Fp8Recipe::Tensorwise << 1 << 1.0 << 2 << 1;
    QTest::newRow("tensorwise, two tensor ranks") << Fp8Recipe::Tensorwise << 2 << 1.0 << 2 << 1;
    QTest::newRow("blockwise") << Fp8Recipe::Blockwise << 1 << 1 + 4 / 128.0 << 2 << 2;
    QTest::newRow("mxfp8") << Fp8Recipe::Mxfp8 << 1 << 1 + 1 / 32.0 << 2 << 2;
}

// Same bytes as megatronBlockByHand(), except that the inputs of the four products have 8 bits. Attention saves its
// output itself: with delayed scaling the following product has a separate copy, otherwise none. Copies of weights
// persist.
void FrameworkTest::megatronFp8ByHand()
{
    QFETCH(Fp8Recipe, recipe);
    QFETCH(int, tensor);
    QFETCH(double, scaled);
    constexpr std::int64_t h = 512;
    constexpr std::int64_t keys = 2 * 64;
    constexpr std::int64_t f = 1536;
    constexpr std::int64_t tokens = 3 * 128;
    LayerRunOptions run_options = megatron(tensor, tensor > 1);
    run_options.framework.options.fp8_recipe = recipe;
    const auto points = chainPoints(smallLlama(), halfPrecision(128), 3, run_options);
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    // the second norm's input, heads, result, gate and up projection
    const std::int64_t wide = h + (h + 2 * keys) + h + 2 * f;
    const std::int64_t narrow = h + (recipe == Fp8Recipe::Delayed ? h : 0) + h + f;
    QCOMPARE(memory.saved.value,
             (tokens * (2 * wide + 4 * (2 + 8)) + std::llround(static_cast<double>(tokens * narrow) * scaled))
                 / tensor);
    const std::int64_t weights = (h * (h + 2 * keys) + h * h + h * 2 * f + f * h) / tensor;
    for (const char* const name : {"H100-80GB", "B200"}) {
        const DeviceType& device = shippedCatalogue().find(name)->device;
        const bool hopper = std::string_view(name) == "H100-80GB";
        QFETCH(int, copies_on_hopper);
        QFETCH(int, copies_on_blackwell);
        const LayerCost cost = analyticCost((*points)[1], device).value();
        const double copies = hopper ? copies_on_hopper : copies_on_blackwell;
        QVERIFY(std::abs(static_cast<double>(cost.memory.buffers.value) / static_cast<double>(weights) - copies)
                < copies * 0.04);
        LayerRunOptions wide_way = megatron(tensor, tensor > 1);
        const auto wide_points = chainPoints(smallLlama(), halfPrecision(128), 3, wide_way);
        QCOMPARE(cost.memory.parameters, analyticCost((*wide_points)[1], device).value().memory.parameters);
    }
    // The projection onto the vocabulary is unchanged.
    const auto narrowed = [](const ProfilePoint& point) {
        const auto& statements = std::get<Program>(point.spec).statements();
        return std::count_if(statements.begin(), statements.end(), [](const Statement& statement) {
            const auto* linear = std::get_if<Linear>(&statement.op);
            return linear != nullptr && linear->fp8 != Fp8Recipe::None;
        });
    };
    QCOMPARE(narrowed((*points)[1]), 4);
    QCOMPARE(narrowed(points->back()), 0);
}

// 8-bit products are rejected if the device or the framework does not support them; otherwise large models train
// faster, and the whole plan has a replay.
void FrameworkTest::fp8NeedsADevice()
{
    const auto stepOf = [](const char* cluster, Framework framework, Fp8Recipe recipe) -> Result<Seconds> {
        Problem problem;
        problem.model = readModel("zoo:llama-3.1-8b").value();
        problem.workload = halfPrecision(8192);
        problem.workload.global_batch = 8;
        problem.cluster = parseCluster(cluster).value();
        problem.constraints.degrees.sharding = {2, 1, true};
        useFramework(problem, framework);
        problem.constraints.framework.options.fp8_recipe = recipe;
        const CostModel model(problem.model, problem.workload, {});
        const std::vector<int> split_points = uniformSplitPoints(static_cast<int>(problem.model.layers.size()), 1);
        const Plan plan = constrainedPlan(split_points, 4, 2, problem.constraints);
        const auto estimate = estimatePlan(problem, plan, model);
        return estimate ? Result<Seconds>(estimate->step) : failure(estimate.error());
    };
    const auto refuses = [&](const char* cluster, Framework framework, Fp8Recipe recipe, ErrorCode code) {
        const auto step = stepOf(cluster, framework, recipe);
        return !step && step.error().code == code;
    };
    constexpr ErrorCode by_device = ErrorCode::OptionUnsupported;
    constexpr ErrorCode by_framework = ErrorCode::FrameworkUnsupported;
    QVERIFY(refuses("1x8xA100-80GB", Framework::MegatronCore, Fp8Recipe::Delayed, by_device));
    QVERIFY(refuses("1x8xA100-80GB", Framework::MegatronCore, Fp8Recipe::Blockwise, by_device));
    QVERIFY(refuses("1x8xH100-80GB", Framework::MegatronCore, Fp8Recipe::Mxfp8, by_device));
    QVERIFY(refuses("1x8xH100-80GB", Framework::Torchtitan, Fp8Recipe::Tensorwise, by_framework));
    QVERIFY(refuses("1x8xH100-80GB", Framework::Libtorch, Fp8Recipe::Tensorwise, by_framework));
    const auto wide = stepOf("1x8xH100-80GB", Framework::MegatronCore, Fp8Recipe::None);
    QVERIFY2(wide, qPrintable(errorOf(wide)));
    for (const Fp8Recipe recipe : {Fp8Recipe::Delayed, Fp8Recipe::Tensorwise, Fp8Recipe::Blockwise}) {
        const auto narrow = stepOf("1x8xH100-80GB", Framework::MegatronCore, recipe);
        QVERIFY2(narrow, qPrintable(errorOf(narrow)));
        QVERIFY(*narrow < *wide * 0.9 && *narrow > *wide * 0.5);
    }
    QVERIFY(stepOf("1x8xB200", Framework::MegatronCore, Fp8Recipe::Mxfp8));
}

void FrameworkTest::megatronExpertsByHand_data()
{
    QTest::addColumn<int>("ranks");
    QTest::newRow("one rank has all experts") << 1;
    QTest::newRow("two ranks send each other rows") << 2;
}

// A Megatron block with experts saves the bytes counted by hand, per token. In 2-byte numbers: inputs of norms (the
// first is the layer's input) and their outputs; rotated queries and keys, values, and the output of attention; the
// rows of its experts and the inputs of their two products; the same for the shared expert. In 4-byte numbers: one
// factor per norm, one log-sum per head; scores and weights of all experts, and weights of the chosen ones. In addition
// 8 bytes for the index of each chosen expert, one flag per expert and the map of rows. Experts on other ranks change
// nothing: equal numbers of rows are sent and received.
void FrameworkTest::megatronExpertsByHand()
{
    QFETCH(int, ranks);
    constexpr std::int64_t h = 256;
    constexpr std::int64_t heads = 4;
    constexpr std::int64_t experts = 8;
    constexpr std::int64_t chosen = 2;
    constexpr std::int64_t m = 128;
    constexpr std::int64_t tokens = 3 * 128;
    LayerRunOptions run_options = megatron(1);
    run_options.sharding.expert = ranks;
    const auto points = chainPoints(smallDeepseek(), halfPrecision(128), 3, run_options);
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[2], DeviceKind::Cuda).value().memory;
    const std::int64_t norms = h + 2 * h + 2 * 96 + (64 + 16) + 64;
    const std::int64_t attention = heads * (2 * (32 + 16) + 24 + 24);
    const std::int64_t routed = chosen * (h + 2 * m + m);
    const std::int64_t shared = 2 * m + m;
    const std::int64_t numbers = 4 + heads + 2 * experts + chosen;
    const std::int64_t map = 8 * chosen + experts + 4 * (2 * experts + 1);
    QCOMPARE(memory.saved.value, tokens * (2 * (norms + attention + routed + shared) + 4 * numbers + map));
    // An expert's gradients represent those of all experts; the shared expert's products have the shapes of an
    // expert's.
    const std::int64_t products = h * 96 + 96 * heads * 48 + h * (64 + 16) + 64 * heads * (32 + 24) + heads * 24 * h;
    QCOMPARE(memory.persistent.value, 2 * (products + h * 2 * m + m * h));
}

// gpt-oss: the fused kernel handles windows and sinks, so blocks with a window save the same tensors. Both halves of
// the first product are saved before and after clamping. The router weights only the chosen experts, in 16 bits.
void FrameworkTest::megatronClampedExpertsByHand()
{
    const Model model = parseConfig(R"({"model_type": "gpt_oss", "num_hidden_layers": 2, "hidden_size": 128,
        "intermediate_size": 96, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 48,
        "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": 32, "vocab_size": 1000})",
                                    "gpt-oss")
                            .value();
    constexpr std::int64_t h = 128;
    constexpr std::int64_t heads = 4;
    constexpr std::int64_t attended = heads * 48;
    constexpr std::int64_t keys = 2 * 48;
    constexpr std::int64_t experts = 8;
    constexpr std::int64_t chosen = 2;
    constexpr std::int64_t m = 96;
    constexpr std::int64_t tokens = 3 * 128;
    const auto points = chainPoints(model, halfPrecision(128), 3, megatron(1));
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory windowed = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    const LayerMemory memory = layerPrior((*points)[2], DeviceKind::Cuda).value().memory;
    QVERIFY(!((*points)[1].spec == (*points)[2].spec));
    QCOMPARE(windowed.saved, memory.saved);
    const std::int64_t attention = (attended + 2 * keys) + attended;
    const std::int64_t routed = chosen * (h + 2 * m + 2 * m + m);
    const std::int64_t numbers = 2 + heads + chosen;
    const std::int64_t weights = experts + chosen;
    const std::int64_t map = 8 * chosen + experts + 4 * (2 * experts + 1);
    QCOMPARE(memory.saved.value, tokens * (2 * (3 * h + attention + routed + weights) + 4 * numbers + map));
    QCOMPARE(memory.persistent.value, 2 * (h * (attended + 2 * keys) + attended * h + h * 2 * m + m * h));
}

// nanotron saves the bytes of Megatron-Core's block, except at the gate: its activation and product are kernels that
// save their inputs.
void FrameworkTest::nanotronBlockByHand()
{
    constexpr std::int64_t h = 512;
    constexpr std::int64_t keys = 2 * 64;
    constexpr std::int64_t f = 1536;
    constexpr std::int64_t tokens = 3 * 128;
    const auto points = chainPoints(smallLlama(), halfPrecision(128), 3, {{}, false, {Framework::Nanotron}});
    QVERIFY2(points, qPrintable(errorOf(points)));
    const LayerMemory memory = layerPrior((*points)[1], DeviceKind::Cuda).value().memory;
    QVERIFY(memory.keeps_input && !memory.keeps_output);
    QCOMPARE(memory.saved.value, tokens * (2 * (3 * h + (h + 2 * keys) + h + 4 * f) + 4 * (2 + 8)));
}

// nanotron, a thousand 16-bit numbers: 4-byte sums throughout, and 2-byte buckets in addition if data-parallel ranks
// reduce.
void FrameworkTest::nanotronKeepsSumsAndBuckets()
{
    Problem problem;
    problem.constraints.framework = {Framework::Nanotron, {}};
    for (const int data : {1, 4}) {
        const Replication replication = replicationOf(problem.constraints, data, 1);
        const LayerShare share = shareOf(replication, Precision::Bf16Master, Bytes(2000), Bytes(2000));
        QCOMPARE(share.parameters, Bytes(2000));
        QCOMPARE(share.buffers, Bytes(4000));
        QCOMPARE(share.copies, Bytes(data > 1 ? 2000 : 0));
    }
}

// nanotron copies the output of attention for the next product if there are several samples, because tokens are the
// first dimension.
void FrameworkTest::nanotronCopiesWhatAttentionGives()
{
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1xH100-80GB").value();
    problem.constraints.framework = {Framework::Nanotron, {}};
    const CostModel costs(problem.model, problem.workload, {});
    const auto savedOf = [&](std::int64_t micro_batch) {
        Constraints fixed = problem.constraints;
        fixed.micro_batch = micro_batch;
        const Plan plan = constrainedPlan({0, 4}, 1, 8 / micro_batch, fixed, 1);
        return planCosts(costs, problem, plan)->of(0).layers[1].memory.saved.value;
    };
    QCOMPARE(savedOf(4) - 4 * savedOf(1), std::int64_t(4) * 128 * 512 * 2);
}

void FrameworkTest::everyNumberIsOfOneModel_data()
{
    QTest::addColumn<Framework>("framework");
    for (const auto& [framework, name] : enumNames<Framework>) {
        QTest::newRow(std::string(name).c_str()) << framework;
    }
}

// A plan's peak, memory bars, timeline and breakdown agree to the byte.
void FrameworkTest::everyNumberIsOfOneModel()
{
    QFETCH(Framework, framework);
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x8xH100-80GB").value();
    useFramework(problem, framework);
    problem.constraints.vary = {Dimension::Tensor, Dimension::Sequence, Dimension::MicroBatch, Dimension::Recompute};
    const CostModel costs(problem.model, problem.workload, {});
    const auto result = searchPlans(problem, costs);
    QVERIFY2(result && !result->candidates.empty(), qPrintable(errorOf(result)));
    for (const Candidate& candidate : result->candidates) {
        const auto timeline = planTimeline(problem, candidate.plan, planCosts(costs, problem, candidate.plan).value());
        QVERIFY2(timeline, qPrintable(errorOf(timeline)));
        const auto& pipeline_ranks = candidate.estimate.devices.pipelineRanks();
        QCOMPARE(pipeline_ranks.size(), timeline->memory.size());
        Bytes peak;
        for (std::size_t pipeline_rank = 0; pipeline_rank < pipeline_ranks.size(); ++pipeline_rank) {
            const DeviceEstimate& device = pipeline_ranks[pipeline_rank].first;
            QCOMPARE(device.breakdown.total(), device.peak);
            QCOMPARE(timeline->memory[pipeline_rank].peak, device.peak);
            QVERIFY(timeline->memory[pipeline_rank].breakdown == device.breakdown);
            peak = std::max(peak, device.peak);
        }
        QCOMPARE(candidate.estimate.peak, peak);
        QCOMPARE(timeline->step.step.value, candidate.estimate.step.value);
    }
}

void FrameworkTest::replaysTakeWhatTheLedgerCounts_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<int>("data");
    QTest::addColumn<int>("tensor");
    for (const Framework framework : {Framework::Libtorch, Framework::MegatronCore, Framework::Nanotron}) {
        for (const auto& [pipeline, data, tensor] :
             {std::tuple {1, 1, 1}, {1, 4, 1}, {2, 1, 2}, {2, 2, 2}, {4, 2, 1}}) {
            QTest::addRow("%s P%d D%d T%d", std::string(nameOf(framework)).c_str(), pipeline, data, tensor)
                << framework << pipeline << data << tensor;
        }
    }
    for (const Framework framework : {Framework::Fsdp2, Framework::Torchtitan}) {
        QTest::addRow("%s", std::string(nameOf(framework)).c_str()) << framework << 1 << 4 << 1;
    }
}

// Replays and the ledger count the same bytes: reserved bytes include the framework's allocations, such as buffers,
// buckets and sharded state.
void FrameworkTest::replaysTakeWhatTheLedgerCounts()
{
    QFETCH(Framework, framework);
    QFETCH(int, pipeline);
    QFETCH(int, data);
    QFETCH(int, tensor);
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(256);
    problem.workload.global_batch = 8 * data;
    problem.cluster = parseCluster("1x8xH100-80GB").value();
    problem.constraints.degrees.sharding.tensor = tensor;
    useFramework(problem, framework);
    const CostModel model(problem.model, problem.workload, {});
    const std::vector<int> split_points = uniformSplitPoints(static_cast<int>(problem.model.layers.size()), pipeline);
    const Plan plan = constrainedPlan(split_points, data, 8, problem.constraints);
    const PlanCosts costs = planCosts(model, problem, plan).value();
    const auto estimate = estimatePlan(problem, plan, costs, {true, false, nullptr});
    QVERIFY2(estimate, qPrintable(errorOf(estimate)));
    const auto& pipeline_ranks = estimate->devices.pipelineRanks();
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        const auto replay =
            replayed(costs.of(s), plan, plan.stages[s], replicationOf(problem, plan, plan.stages[s]), {}, nullptr);
        QVERIFY(replay);
        const double share = replay->peaks.requested / pipeline_ranks[s].first.peak;
        QVERIFY2(std::abs(share - 1) < 0.005, qPrintable(QString::number(share)));
        QVERIFY(pipeline_ranks[s].first.fragmentation); // reserved bytes are predicted
    }
}

// Megatron's gradients are in buffers of fp32 regardless of the constraints: with fp32 copies and two moments sharded
// over two data-parallel ranks, 2 + 4 + 12 / 2 bytes per parameter.
void FrameworkTest::gradientsAreMegatronsOwn()
{
    Constraints fixed;
    fixed.framework.name = Framework::MegatronCore;
    fixed.zero = 1;
    for (const GradientHandling given : {GradientHandling::Eager, GradientHandling::BucketCopies}) {
        fixed.gradients = given;
        const Replication replication = replicationOf(fixed, 2, 1);
        QCOMPARE(replication.gradients, GradientHandling::WideBuffers);
        const Bytes parameters(2000);
        const LayerShare share = shareOf(replication, Precision::Bf16Master, parameters, parameters);
        QCOMPARE(share.parameters + share.buffers, Bytes(6000));
        QCOMPARE(optimizerShare(replication, OptimizerKind::AdamW, Precision::Bf16Master, share.divided), Bytes(6000));
    }
}

// FSDP2 over four data-parallel ranks: each parameter has a sharded fp32 copy, gradient and two moments, 4 + 4 + 8
// bytes. While a layer runs, its parameters exist in 16 bits, in the forward pass together with the output of the
// all-gather; its gradients are copied to fp32 for the reduction.
void FrameworkTest::fsdpDividesWideCopies()
{
    Problem problem;
    useFramework(problem, Framework::Fsdp2);
    QCOMPARE(problem.constraints.zero, 3);
    const Replication replication = replicationOf(problem.constraints, 4, 1);
    const Bytes parameters(2000); // a thousand in 16 bits
    const LayerShare share = shareOf(replication, Precision::Bf16Master, parameters, parameters);
    QCOMPARE(share.parameters, Bytes(1000));
    QCOMPARE(share.gradients, Bytes(1000));
    QCOMPARE(optimizerShare(replication, OptimizerKind::AdamW, Precision::Bf16Master, share.divided), Bytes(2000));
    QCOMPARE(share.gathered, Bytes(2000));
    QCOMPARE(share.received, Bytes(2000));
    QCOMPARE(share.bucket, Bytes(4000));
    QCOMPARE(share.leaving, Bytes(2000 + 4000 + 1000));
    // Tensors are sharded by rows, those of experts by whole experts: half of the parameters belong to two experts, of
    // which a replica has one or none.
    const LayerShare mixture = shareOf(replication, Precision::Bf16Master, parameters, parameters, {{}, 2, 0.5, 0.5});
    QCOMPARE(mixture.parameters, Bytes(2 * (1000 / 4 + 1000 / 2)));
    QCOMPARE(mixture.gathered, 4 * Bytes(1000 / 4 + 1000 / 2)); // padded
    QCOMPARE(mixture.divided, mixture.parameters);
}

// Other number types, weights shared by two units, other ZeRO stages and state on the host are rejected with the
// reason.
void FrameworkTest::fsdpIsRefusedWhereUnknown()
{
    const FrameworkChoice fsdp {Framework::Fsdp2};
    const Model model = smallLlama();
    QVERIFY(requireKnown(fsdp, model, halfPrecision(128)));
    Workload wide = halfPrecision(128);
    wide.precision = Precision::Fp32;
    QVERIFY(!requireKnown(fsdp, model, wide));
    const Model tied = parseConfig(R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
        "intermediate_size": 64, "num_attention_heads": 4, "vocab_size": 1000, "tie_word_embeddings": true})",
                                   "tied")
                           .value();
    QVERIFY(!requireKnown(fsdp, tied, halfPrecision(128)));
    Constraints fixed;
    fixed.framework = fsdp;
    QVERIFY(!requirePossible(fixed));
    fixed.zero = 3;
    QVERIFY(requirePossible(fixed));
    fixed.training.offload = StateOffload::Optimizer;
    QVERIFY(!requirePossible(fixed));
}

// If the ZeRO stage is searched, no plan is tried or estimated that its framework does not support.
void FrameworkTest::zeroVariesAsTheFrameworkHasIt()
{
    Problem problem;
    problem.model = smallLlama();
    problem.workload = halfPrecision(128);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x4xH100-80GB").value();
    problem.constraints.vary = {Dimension::Zero};
    const std::pair<Framework, std::set<int>> cases[] {
        {Framework::Fsdp2, {3}}, {Framework::Torchtitan, {1, 3}}, {Framework::MegatronCore, {0, 1}}};
    for (const auto& [framework, possible] : cases) {
        useFramework(problem, framework);
        std::set<int> tried;
        for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
            tried.insert(config_group.fixed.zero);
        }
        QCOMPARE(tried, possible);
    }
}

// The tensors of a micro-batch are freed after its backward pass, except gradients that the first one leaves and no
// buffer contains.
void FrameworkTest::passesFreeWhatTheyMake()
{
    for (const Model& model : {smallLlama(), smallDeepseek()}) {
        for (const int variant : {0, 1, 2, 3}) {
            const int tensor = 1 + variant / 2;
            const auto points =
                chainPoints(model, halfPrecision(128), 2, megatron(tensor, tensor > 1, variant % 2 == 1));
            QVERIFY2(points, qPrintable(errorOf(points)));
            for (const ProfilePoint& point : *points) {
                const auto prior = layerPrior(point, DeviceKind::Cuda);
                QVERIFY2(prior, qPrintable(errorOf(prior)));
                QCOMPARE(replay(prior->later_trace).left, std::int64_t(0));
                QVERIFY(prior->memory.accumulate_peak <= prior->memory.backward_peak);
                QCOMPARE(prior->memory.optimizer_peak, Bytes(0));
            }
        }
    }
}

// Products that add weight gradients to buffers have a backward product like others: the number is that of a framework
// with a separate tensor per gradient.
void FrameworkTest::worksOnEveryProductThatLearns()
{
    LayerRunOptions plain = megatron(1);
    plain.framework.options.gradient_accumulation_fusion = false;
    const auto fused = chainPoints(smallLlama(), halfPrecision(128), 2, megatron(1));
    const auto apart = chainPoints(smallLlama(), halfPrecision(128), 2, plain);
    for (std::size_t l = 0; l < fused->size(); ++l) {
        const LayerPrior a = layerPrior((*fused)[l], DeviceKind::Cuda).value();
        const LayerPrior b = layerPrior((*apart)[l], DeviceKind::Cuda).value();
        QCOMPARE(a.backward.operations(), b.backward.operations());
        QCOMPARE(a.backward.flops().value, b.backward.flops().value);
        QCOMPARE(a.memory.saved, b.memory.saved);
        QCOMPARE(b.memory.persistent, Bytes(0));
    }
}

QTEST_GUILESS_MAIN(FrameworkTest)
#include "tst_framework.moc"
