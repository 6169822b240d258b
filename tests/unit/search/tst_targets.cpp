// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Plans that the launchers support; searches respect their limits without missing the lowest peak.
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/json/codec.h"
#include "core/model/decoderfacts.h"
#include "core/search/baselines/balanced.h"
#include "core/search/partitionmethods.h"
#include "core/search/partitionsearch.h"
#include "core/search/search.h"
#include "core/search/searchspace.h"
#include "core/search/targets.h"
#include "tests/support/chains.h"
#include "tests/support/partitions.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Model modelOf(const std::string& source)
{
    const bool zoo = source.starts_with("zoo:");
    return readModel(zoo ? source : std::string(TEST_DATA "/configs/") + source).value();
}

Problem smallGpt(const std::string& cluster = "8xA100-80GB")
{
    Problem problem = problemFor(modelOf("zoo:gpt?layers=6&hidden=256&heads=4&vocabulary=4000"), cluster, 16, 1);
    problem.workload.precision = Precision::Bf16Master;
    return problem;
}

// Random bits that depend only on the stage.
StagePredicate randomStages(unsigned seed)
{
    return [seed](LayerRange layers, int pipeline_rank, int pipeline_ranks) {
        const auto mixed =
            static_cast<unsigned>(((layers.first * 31 + layers.last) * 31 + pipeline_rank) * 31 + pipeline_ranks);
        std::mt19937 random(seed ^ (mixed * 2654435761U));
        return random() % 4 != 0;
    };
}

bool allowed(const StagePredicate& stages, const std::vector<int>& split_points)
{
    const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
    for (int s = 0; s < pipeline_ranks; ++s) {
        if (!stages({split_points[static_cast<std::size_t>(s)], split_points[static_cast<std::size_t>(s) + 1]}, s,
                    pipeline_ranks)) {
            return false;
        }
    }
    return true;
}

std::set<std::string> valuesOf(const std::vector<TargetObstacle>& obstacles)
{
    std::set<std::string> values;
    for (const TargetObstacle& obstacle : obstacles) {
        values.insert(argumentText(obstacle.value));
    }
    return values;
}

}

class TargetsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void factsOfDecodersAreRead();
    void otherModelsHaveNoFacts_data();
    void otherModelsHaveNoFacts();
    void balancedPartitionsAreDeepSpeeds();
    void searchesOfSomeStagesAreExact();
    void deepspeedSearchEqualsBruteForce();
    void megatronSearchIsTheLeastOfWhatItCanExpress();
    void plansOfASearchHaveNoObstacles_data();
    void plansOfASearchHaveNoObstacles();
    void obstaclesAreNamed_data();
    void obstaclesAreNamed();
    void recomputationOfSomeBlocksHasWords();
    void givenSplitPointsThatCannotBeExpressedAreRefused();
    void modelsThatCannotBeExpressedAreRefused();
    void passesAreCombinedForExpertsAlone();
    void theTargetIsKeptInFiles();
};

void TargetsTest::factsOfDecodersAreRead()
{
    const auto llama = decoderFacts(modelOf("llama-3.1-8b.json"));
    QVERIFY2(llama, llama ? "" : describe(llama.error()).c_str());
    QCOMPARE(llama->blocks, 32);
    QCOMPARE(llama->hidden, std::int64_t(4096));
    QCOMPARE(llama->heads, std::int64_t(32));
    QCOMPARE(llama->kv_heads, std::int64_t(8));
    QCOMPARE(llama->intermediate, std::int64_t(14336));
    QCOMPARE(llama->vocabulary, std::int64_t(128256));
    QCOMPARE(llama->rotary_base, 500000.0);
    QVERIFY(llama->rms_norm && llama->gated && !llama->tied && !llama->qkv_bias && !llama->output_bias);

    const auto gpt = decoderFacts(modelOf("gpt2-xl.json"));
    QVERIFY2(gpt, gpt ? "" : describe(gpt.error()).c_str());
    QCOMPARE(gpt->blocks, 48);
    QCOMPARE(gpt->learned_positions, std::int64_t(1024));
    QCOMPARE(gpt->rotary_width, std::int64_t(0));
    QCOMPARE(gpt->embedding_dropout, 0.1);
    QCOMPARE(gpt->attention_dropout, 0.1);
    QVERIFY(!gpt->rms_norm && !gpt->gated && gpt->tied && gpt->qkv_bias && gpt->mlp_bias);

    const auto mixtral = decoderFacts(modelOf("mixtral-8x7b.json"));
    QVERIFY2(mixtral, mixtral ? "" : describe(mixtral.error()).c_str());
    QCOMPARE(mixtral->experts->count, std::int64_t(8));
    QCOMPARE(mixtral->experts->active, std::int64_t(2));
    QCOMPARE(mixtral->sparse, std::vector<bool>(32, true));
}

void TargetsTest::otherModelsHaveNoFacts_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("why");
    QTest::newRow("encoder") << "bert-base-uncased.json"
                             << "embedding";
    QTest::newRow("norms behind the sums") << "opt-350m.json"
                                           << "embedding";
    QTest::newRow("side by side") << "gpt-neox-20b.json"
                                  << "one after the other";
    QTest::newRow("linear biases") << "falcon-rw-1b.json"
                                   << "ALiBi";
    QTest::newRow("encoder and decoder") << "flan-t5-base.json"
                                         << "";
    QTest::newRow("images") << "zoo:resnet50"
                            << "embedding";
    QTest::newRow("scaled embedding") << "gemma-2b.json"
                                      << "embedding";
}

void TargetsTest::otherModelsHaveNoFacts()
{
    QFETCH(QString, source);
    QFETCH(QString, why);
    const auto facts = decoderFacts(modelOf(source.toStdString()));
    QVERIFY(!facts);
    const std::string told = describe(facts.error());
    QVERIFY2(QString::fromStdString(told).contains(why), told.c_str());
}

// Balanced partitions equal DeepSpeed's partition_balanced().
void TargetsTest::balancedPartitionsAreDeepSpeeds()
{
    const std::vector<double> ends {5, 1, 1, 1, 1, 1, 1, 4};
    QCOMPARE(BalancedPartition(ends, 4).into(2), std::vector<int>({0, 4, 8}));
    QCOMPARE(BalancedPartition(ends, 4).into(3), std::vector<int>({0, 1, 6, 8}));
    QCOMPARE(BalancedPartition(ends, 4).into(4), std::vector<int>({0, 1, 4, 7, 8}));
    QCOMPARE(BalancedPartition({0, 1, 1, 1, 1, 1, 0}, 4).into(4), std::vector<int>({0, 3, 4, 5, 7}));
    QCOMPARE(BalancedPartition({9, 2, 2, 2, 2, 9}, 6).into(5), std::vector<int>({0, 1, 3, 4, 5, 6}));
    QCOMPARE(BalancedPartition({3, 1, 4, 1, 5, 9, 2, 6, 5}, 8).into(4), std::vector<int>({0, 3, 5, 7, 9}));
    std::vector<double> blocks(14, 1);
    blocks.front() = blocks.back() = 0;
    QCOMPARE(BalancedPartition(blocks, 9).into(5), std::vector<int>({0, 4, 7, 9, 11, 14}));
    QCOMPARE(BalancedPartition(blocks, 9).into(8), std::vector<int>({0, 3, 5, 7, 9, 10, 11, 12, 14}));
}

void TargetsTest::searchesOfSomeStagesAreExact()
{
    std::mt19937 random(21);
    int without = 0;
    for (int round = 0; round < 80; ++round) {
        const Problem problem = problemFor(gptChain(5, 64, 4, 100, 16), "4xA100-80GB", 8, 1);
        const int layers = static_cast<int>(problem.model.layers.size());
        const ChainCosts chain = randomChain(random, layers, round % 4 == 0);
        ConfigurationGroup config_group = configurationGroups(problem).front();
        config_group.stages = randomStages(static_cast<unsigned>(round));
        const PartitionSearch search(problem, config_group, chain);
        const auto found = search.leastPeaks(config_group.deepest, noPeak - Bytes(1), {});
        for (int pipeline_ranks = 1; pipeline_ranks <= config_group.deepest; ++pipeline_ranks) {
            Bytes least = noPeak;
            Seconds fastest(1e30);
            std::vector<int> split_points {0};
            forEachPartition(layers, pipeline_ranks, split_points, [&](const std::vector<int>& all) {
                if (!allowed(config_group.stages, all)) {
                    return;
                }
                const Partition partition = search.evaluate(all);
                fastest = partition.peak < least ? partition.step
                    : partition.peak == least    ? std::min(fastest, partition.step)
                                                 : fastest;
                least = std::min(least, partition.peak);
            });
            QCOMPARE(found.at(static_cast<std::size_t>(pipeline_ranks)).value, least.value);
            const auto best = search.fastest(pipeline_ranks, least, {}, {});
            if (least == noPeak) {
                ++without;
                QVERIFY(!best);
                QVERIFY(!search.feasible(pipeline_ranks, noPeak - Bytes(1), {}));
                continue;
            }
            QVERIFY(best && allowed(config_group.stages, best->split_points));
            QCOMPARE(best->peak.value, least.value);
            QCOMPARE(best->step.value, fastest.value);
            QVERIFY(search.feasible(pipeline_ranks, least, {}));
            QVERIFY(!search.feasible(pipeline_ranks, least - Bytes(1), {}));
        }
    }
    QVERIFY(without > 0); // both kinds occurred
}

void TargetsTest::deepspeedSearchEqualsBruteForce()
{
    std::mt19937 random(22);
    int bound = 0;
    for (int round = 0; round < 40; ++round) {
        const int layers = 2 + static_cast<int>(random() % 7);
        Problem problem = problemFor(randomTable(random, layers, false), "4xcpu", 4, 1);
        const CostModel costs(problem.model, problem.workload, {});
        const Bytes free_peak = searchPlans(problem, costs)->certificate.peak;
        problem.target = Target::DeepSpeed;
        Bytes least = noPeak;
        const auto methods = partitionMethods(problem, Target::DeepSpeed, 1, 4);
        QCOMPARE(methods.size(), std::size_t(3));
        for (int data = 1; data <= 4; data *= 2) {
            for (int pipeline_ranks = 1; pipeline_ranks * data <= 4 && pipeline_ranks <= layers; ++pipeline_ranks) {
                for (const PartitionMethod& method : methods) {
                    const auto& split_points = method.split_points.at(static_cast<std::size_t>(pipeline_ranks));
                    if (!split_points.empty()) {
                        const Plan plan = uniformPlan(split_points, data, 1, 4 / data, problem.constraints.schedule);
                        least = std::min(least, estimatePlan(problem, plan, costs)->peak);
                    }
                }
            }
        }
        const auto result = searchPlans(problem, costs);
        QVERIFY2(result, qPrintable(errorOf(result)));
        QCOMPARE(result->candidates.front().estimate.peak.value, least.value);
        QVERIFY(result->certificate.less_is_infeasible);
        bound += least > free_peak ? 1 : 0;
        for (const Candidate& candidate : result->candidates) {
            QVERIFY(targetObstacles(problem, candidate.plan, Target::DeepSpeed).empty());
        }
    }
    QVERIFY(bound > 10); // the target had a cost
}

void TargetsTest::megatronSearchIsTheLeastOfWhatItCanExpress()
{
    Problem problem = smallGpt("4xA100-80GB");
    const CostModel costs(problem.model, problem.workload, {});
    problem.constraints.data = 2;
    problem.constraints.vary = {Dimension::Zero, Dimension::Recompute, Dimension::Schedule};
    problem.target = Target::Megatron;
    const auto result = searchPlans(problem, costs);
    QVERIFY2(result, qPrintable(errorOf(result)));
    Bytes least = noPeak;
    for (const int zero : {0, 1}) {
        for (const LayerPolicy policy : {LayerPolicy::Keep, LayerPolicy::Full}) {
            Problem one = problem;
            one.target = Target::Any;
            one.constraints.vary.clear();
            one.constraints.zero = zero;
            one.constraints.policies.usual = policy;
            least = std::min(least, searchPlans(one, costs)->certificate.peak);
        }
    }
    QCOMPARE(result->certificate.peak.value, least.value);
    problem.target = Target::Any;
    QVERIFY(searchPlans(problem, costs)->certificate.peak < least); // ZeRO 3 would have a lower peak
}

void TargetsTest::plansOfASearchHaveNoObstacles_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("precision");
    for (const auto& [target, name] : enumNames<Target>) {
        const bool llama = target == Target::Torchtitan;
        QTest::newRow(name.data()) << int(target) << (llama ? "tinyllama-1.1b.json" : "gpt2.json")
                                   << int(llama ? Precision::Bf16Autocast : Precision::Bf16Master);
    }
}

void TargetsTest::plansOfASearchHaveNoObstacles()
{
    QFETCH(int, target);
    QFETCH(QString, source);
    QFETCH(int, precision);
    Problem problem = problemFor(modelOf(source.toStdString()), "8xA100-80GB", 16, 1);
    problem.workload.precision = static_cast<Precision>(precision);
    problem.target = static_cast<Target>(target);
    problem.constraints.vary = {Dimension::Tensor,   Dimension::Zero,    Dimension::Recompute, Dimension::MicroBatch,
                                Dimension::Schedule, Dimension::Context, Dimension::Sequence};
    std::int64_t config_groups = 0;
    std::set<int> zeros;
    for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
        ++config_groups;
        zeros.insert(config_group.fixed.zero);
        for (const int pipeline_ranks : {config_group.shallowest, config_group.deepest}) {
            const auto obstacles =
                targetObstacles(problem, settingsOf(config_group.fixed, pipeline_ranks), problem.target);
            QVERIFY2(obstacles.empty(), obstacles.empty() ? "" : describe(messageOf(obstacles.front())).c_str());
        }
    }
    QVERIFY(config_groups > 0);
    QVERIFY(problem.target != Target::Megatron || zeros == std::set<int>({0, 1}));
    QVERIFY(problem.target != Target::DeepSpeed || zeros == std::set<int>({0, 1, 2, 3}));
    QVERIFY(problem.target != Target::Torchtitan || zeros == std::set<int>({0, 2, 3}));
}

void TargetsTest::obstaclesAreNamed_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<std::function<void(PlanSettings&)>>("change");
    QTest::addColumn<QString>("value");
    using Change = std::function<void(PlanSettings&)>;
    const auto row = [](const char* name, Target target, const Change& change, const char* value) {
        QTest::newRow(name) << int(target) << change << value;
    };
    row(
        "nothing", Target::Megatron, [](PlanSettings&) {}, "");
    row(
        "any", Target::Any,
        [](PlanSettings& s) {
            s.zero = 3;
            s.schedule = ScheduleKind::Chimera;
        },
        "");
    row(
        "ZeRO 2", Target::Megatron, [](PlanSettings& s) { s.zero = 2; }, "2");
    row(
        "ZeRO 1", Target::Megatron, [](PlanSettings& s) { s.zero = 1; }, "");
    row(
        "nothing to divide", Target::Megatron,
        [](PlanSettings& s) {
            s.zero = 2;
            s.data = 1;
        },
        "");
    row(
        "ZeRO 2 in a pipeline", Target::DeepSpeed, [](PlanSettings& s) { s.zero = 2; }, "2");
    row(
        "ZeRO 3 alone", Target::DeepSpeed,
        [](PlanSettings& s) {
            s.zero = 3;
            s.pipeline_ranks = 1;
        },
        "");
    row(
        "ZeRO 3 beside tensor ranks", Target::DeepSpeed,
        [](PlanSettings& s) {
            s.zero = 3;
            s.pipeline_ranks = 1;
            s.degrees.sharding.tensor = 2;
        },
        "3");
    row(
        "ZeRO 2 beside tensor ranks", Target::DeepSpeed,
        [](PlanSettings& s) {
            s.zero = 2;
            s.pipeline_ranks = 1;
            s.degrees.sharding.tensor = 2;
        },
        "");
    row(
        "gpipe", Target::DeepSpeed, [](PlanSettings& s) { s.schedule = ScheduleKind::GPipe; }, "gpipe");
    row(
        "gpipe in torch", Target::Torchtitan,
        [](PlanSettings& s) {
            s.schedule = ScheduleKind::GPipe;
            s.zero = 3;
        },
        "");
    row(
        "replication beside stages", Target::Torchtitan, [](PlanSettings&) {}, "0");
    row(
        "replication alone", Target::Torchtitan, [](PlanSettings& s) { s.pipeline_ranks = 1; }, "");
    row(
        "no parts of tokens", Target::Torchtitan,
        [](PlanSettings& s) {
            s.zero = 3;
            s.degrees.sharding.tensor = 2;
        },
        "off");
    row(
        "parts of tokens", Target::DeepSpeed,
        [](PlanSettings& s) {
            s.degrees.sharding.tensor = 2;
            s.degrees.sharding.sequence = true;
        },
        "on");
    row(
        "ring", Target::DeepSpeed,
        [](PlanSettings& s) {
            s.pipeline_ranks = 1;
            s.degrees.context = 2;
        },
        "ring");
    row(
        "selective", Target::Torchtitan,
        [](PlanSettings& s) {
            s.zero = 3;
            s.policies.usual = LayerPolicy::Selective;
        },
        "selective");
    row(
        "swap", Target::Megatron, [](PlanSettings& s) { s.policies.usual = LayerPolicy::Swap; }, "swap");
    row(
        "offload", Target::Megatron, [](PlanSettings& s) { s.training.offload = StateOffload::Parameters; },
        "parameters");
    row(
        "offload of what is whole", Target::Megatron,
        [](PlanSettings& s) { s.training.offload = StateOffload::Optimizer; }, "optimizer");
    row(
        "offload of what is divided", Target::Megatron,
        [](PlanSettings& s) {
            s.zero = 1;
            s.training.offload = StateOffload::Optimizer;
        },
        "");
    row(
        "averaging", Target::DeepSpeed, [](PlanSettings& s) { s.training.replicas = ReplicaUse::Averaging; },
        "averaging");
    row(
        "tokens that do not divide", Target::Megatron, [](PlanSettings& s) { s.degrees.context = 3; }, "1024");
}

void TargetsTest::obstaclesAreNamed()
{
    QFETCH(int, target);
    QFETCH(std::function<void(PlanSettings&)>, change);
    QFETCH(QString, value);
    const Problem problem = smallGpt();
    PlanSettings settings;
    settings.pipeline_ranks = 2;
    settings.data = 2;
    change(settings);
    const auto obstacles = targetObstacles(problem, settings, static_cast<Target>(target));
    const std::set<std::string> expected =
        value.isEmpty() ? std::set<std::string> {} : std::set<std::string> {value.toStdString()};
    QVERIFY2(valuesOf(obstacles) == expected,
             obstacles.empty() ? "none" : describe(messageOf(obstacles.front())).c_str());
    for (const TargetObstacle& obstacle : obstacles) {
        QCOMPARE(obstacle.target, static_cast<Target>(target));
        QVERIFY(describe(messageOf(obstacle)).find(titleOf(obstacle.target)) != std::string::npos);
        QVERIFY(!obstacle.possible.empty());
    }
}

void TargetsTest::recomputationOfSomeBlocksHasWords()
{
    const Problem problem = smallGpt();
    const auto words = [&](const char* policies, Target target) {
        const Plan plan = withPolicies(uniformPlan({0, 4, 8}, 1, 1, 16, ScheduleKind::OneForwardOneBackward),
                                       parsePolicies(policies).value());
        return recomputeWords(problem, plan, target);
    };
    // Blocks are layers 1 to 6; the ends of the chain do not count.
    QCOMPARE(words("full", Target::Megatron)->policy, LayerPolicy::Full);
    QCOMPARE(words("full@1-6", Target::DeepSpeed)->policy, LayerPolicy::Full);
    QCOMPARE(words("none,full@0,full@7", Target::DeepSpeed)->policy, LayerPolicy::Keep);
    QCOMPARE(words("full@1-2,full@4-5", Target::Megatron)->first_of_stage, 2);
    QVERIFY(!words("full@1-2,full@4-5", Target::Torchtitan));
    QVERIFY(!words("full@1-2", Target::Megatron)); // different numbers in both stages
    QVERIFY(!words("full@2-3,full@4-5", Target::Megatron)); // not the first layers
    QCOMPARE(words("full@2,full@5", Target::Torchtitan)->every, 2);
    QVERIFY(!words("full@2,full@5", Target::Megatron));
    QVERIFY(!words("full@1,selective@2", Target::Megatron));
}

void TargetsTest::givenSplitPointsThatCannotBeExpressedAreRefused()
{
    std::mt19937 random(3);
    Problem problem = problemFor(randomTable(random, 8, false), "2xcpu", 4, 1);
    const CostModel costs(problem.model, problem.workload, {});
    problem.constraints.split_points = std::vector<int> {0, 7, 8};
    problem.constraints.pipeline = 2;
    for (const Target target : {Target::Any, Target::Megatron, Target::Torchtitan}) {
        problem.target = target;
        QVERIFY(searchPlans(problem, costs));
    }
    problem.target = Target::DeepSpeed;
    const auto refused = searchPlans(problem, costs);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::TargetUnsupported);
    QVERIFY2(errorOf(refused).contains("0,7,8") && errorOf(refused).contains("0,4,8 (uniform)"),
             qPrintable(errorOf(refused)));
    problem.constraints.split_points = std::vector<int> {0, 4, 8};
    QVERIFY(searchPlans(problem, costs));
}

void TargetsTest::modelsThatCannotBeExpressedAreRefused()
{
    Problem problem = problemFor(modelOf("bert-base-uncased.json"), "2xA100-80GB", 4, 1);
    const CostModel costs(problem.model, problem.workload, {});
    for (const Target target : {Target::Megatron, Target::Torchtitan}) {
        problem.target = target;
        const auto refused = searchPlans(problem, costs);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::TargetUnsupported);
        QVERIFY(errorOf(refused).contains(QString::fromUtf8(titleOf(target).data())));
    }
    problem.target = Target::DeepSpeed;
    QVERIFY(searchPlans(problem, costs));
}

void TargetsTest::theTargetIsKeptInFiles()
{
    Problem problem = smallGpt();
    problem.target = Target::Torchtitan;
    auto json = encodeJson(problem);
    QCOMPARE(json.at("target").get<std::string>(), std::string("torchtitan"));
    QVERIFY(decodeJson<Problem>(json, "problem").target == Target::Torchtitan);
    json.erase("target"); // as in older files
    QVERIFY(decodeJson<Problem>(json, "problem").target == Target::Any);
}

// Combined passes require expert parallelism and no full recomputation
// (megatron/core/transformer/transformer_config.py).
void TargetsTest::passesAreCombinedForExpertsAlone()
{
    Problem problem = problemFor(modelOf("zoo:qwen3-30b-a3b"), "8xH100-80GB", 8, 1);
    problem.workload.precision = Precision::Bf16Master;
    PlanSettings settings {ScheduleKind::Combined, 1, 1, 8};
    const auto obstacles = [&](const PlanSettings& reported) {
        std::string text;
        for (const TargetObstacle& obstacle : targetObstacles(problem, reported, Target::Megatron)) {
            text += describe(messageOf(obstacle)) + "\n";
        }
        return QString::fromStdString(text);
    };
    QVERIFY2(
        obstacles(settings).contains("the expert-parallel size of a plan for Megatron-LM is 1; possible: at least 2"),
        qPrintable(obstacles(settings)));
    settings.degrees.sharding.expert = 8;
    QCOMPARE(obstacles(settings), QString());
    settings.policies.usual = LayerPolicy::Full;
    QVERIFY2(obstacles(settings).contains("policy"), qPrintable(obstacles(settings)));
}

QTEST_APPLESS_MAIN(TargetsTest)
#include "tst_targets.moc"
