// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// DeepSpeed as a framework: state kept by its ZeRO stages, and figures that follow from one ledger.
#include "core/cost/costmodel.h"
#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/hardware/catalogue.h"
#include "core/memory/ledger.h"
#include "core/memory/replication.h"
#include "core/memory/stagepeaks.h"
#include "core/search/searchspace.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

class DeepSpeedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void zeroStagesReplicateUnshardedState();
    void closedFormIsTheLedger_data();
    void closedFormIsTheLedger();
    void bucketsAreThereFromTheFirstGradientOn();
    void zeroVariesFromOneOn();
    void isRefusedWhereUnknown();
};

namespace {

Model smallLlama()
{
    return parseConfig(R"({"model_type": "llama", "num_hidden_layers": 4, "hidden_size": 512, "intermediate_size": 1536,
        "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 1000, "max_position_embeddings": 256})",
                       "llama")
        .value();
}

Workload workload()
{
    Workload workload;
    workload.sequence = 256;
    workload.precision = Precision::Bf16Master;
    return workload;
}

Problem problemOf(int zero)
{
    Problem problem;
    problem.model = smallLlama();
    problem.workload = workload();
    useFramework(problem, Framework::DeepSpeed);
    problem.constraints.zero = zero;
    return problem;
}

ChainCosts costsOf(const Problem& problem)
{
    const CostModel model(problem.model, problem.workload, {});
    const DeviceType device = parseCluster("1xH100-80GB").value().groups.front().device;
    return model.chain(1, device, {{}, false, problem.constraints.framework}).value();
}

}

// Stages keep the parts that they do not shard. A thousand parameters over four data-parallel ranks, in 16 bits: every
// stage shards the optimizer state, stages from 2 the gradients, stage 3 the parameters, with gradients in a buffer.
void DeepSpeedTest::zeroStagesReplicateUnshardedState()
{
    const Bytes parameters(2000);
    const auto of = [&](int zero) {
        return shareOf(replicationOf(problemOf(zero).constraints, 4, 1), Precision::Bf16Master, parameters, parameters);
    };
    QCOMPARE(of(1).parameters, parameters);
    QCOMPARE(of(1).gradients, parameters);
    QCOMPARE(of(2).parameters, parameters);
    QCOMPARE(of(2).gradients, Bytes(500));
    QCOMPARE(of(3).parameters, Bytes(500));
    QCOMPARE(of(3).buffers, Bytes(500));
    QCOMPARE(of(3).gradients, Bytes(0));
    for (const int zero : {1, 2, 3}) {
        const Replication replication = replicationOf(problemOf(zero).constraints, 4, 1);
        QCOMPARE(optimizerShare(replication, OptimizerKind::AdamW, Precision::Bf16Master, of(zero).divided),
                 Bytes(12 * 250));
    }
}

void DeepSpeedTest::closedFormIsTheLedger_data()
{
    QTest::addColumn<int>("zero");
    QTest::addColumn<int>("replicas");
    QTest::addColumn<int>("microBatches");
    for (const int zero : {1, 2, 3}) {
        for (const int replicas : {1, 2, 64}) {
            for (const int micro_batches : {1, 2, 5}) {
                QTest::addRow("ZeRO %d, %d replicas, %d micro-batches", zero, replicas, micro_batches)
                    << zero << replicas << micro_batches;
            }
        }
    }
}

// The closed form of a search equals the ledger of a whole chain, operation by operation.
void DeepSpeedTest::closedFormIsTheLedger()
{
    QFETCH(int, zero);
    QFETCH(int, replicas);
    QFETCH(int, microBatches);
    const Problem problem = problemOf(zero);
    const ChainCosts costs = costsOf(problem);
    const Replication replication = replicationOf(problem.constraints, replicas, 1);
    const LayerRange whole {0, costs.size()};
    const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, microBatches);
    QCOMPARE(StagePeaks(costs, replication).peak(whole, 1, microBatches),
             walkLedger(costs, whole, operations, replication).peak);
}

// Buckets exist from the first gradient on: the buffer of half a billion numbers is not allocated during the first
// micro-batch's loss, which is the peak of a step with many classes; in later micro-batches with ZeRO 1 it is.
void DeepSpeedTest::bucketsAreThereFromTheFirstGradientOn()
{
    const auto communication = [&](int zero, int micro_batches) {
        Problem problem = problemOf(zero);
        problem.model = parseConfig(R"({"model_type": "llama", "num_hidden_layers": 1, "hidden_size": 512,
            "intermediate_size": 512, "num_attention_heads": 8, "vocab_size": 2000000,
            "max_position_embeddings": 256})",
                                    "wide")
                            .value();
        const ChainCosts costs = costsOf(problem);
        const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, micro_batches);
        return walkLedger(costs, {0, costs.size()}, operations, replicationOf(problem.constraints, 1024, 1))
            .breakdown.communication;
    };
    const Bytes bucket(1'000'000'000);
    QCOMPARE(communication(1, 2), bucket);
    QVERIFY(communication(3, 1) >= bucket); // allocated throughout, with the parameters that stay gathered
}

// ZeRO 0 is not DeepSpeed's ZeRO; if the search chooses the stage, it only tries stages that shard something.
void DeepSpeedTest::zeroVariesFromOneOn()
{
    Problem problem = problemOf(0);
    useFramework(problem, Framework::DeepSpeed);
    QCOMPARE(problem.constraints.zero, 1);
    QCOMPARE(problem.target, Target::DeepSpeed);
    problem.workload.global_batch = 8;
    problem.cluster = parseCluster("1x4xH100-80GB").value();
    problem.constraints.vary = {Dimension::Zero};
    std::set<int> tried;
    for (const ConfigurationGroup& config_group : configurationGroups(problem)) {
        tried.insert(config_group.fixed.zero);
    }
    QCOMPARE(tried, (std::set<int> {1, 2, 3}));
}

void DeepSpeedTest::isRefusedWhereUnknown()
{
    const FrameworkChoice deepspeed {Framework::DeepSpeed};
    QVERIFY(requireKnown(deepspeed, smallLlama(), workload()));
    Workload wide = workload();
    wide.precision = Precision::Fp32;
    QVERIFY(!requireKnown(deepspeed, smallLlama(), wide));
    QVERIFY(requireKnown(deepspeed, 1, {}));
    QVERIFY(!requireKnown(deepspeed, 2, {}));
    QVERIFY(!requireKnown(deepspeed, 1, {{2, 1, false}}));
    QVERIFY(!requireKnown(deepspeed, 1, {{1, 2, false}}));
    QVERIFY(!requireKnown(deepspeed, 1, {{}, 2}));
    Constraints fixed = problemOf(0).constraints;
    QVERIFY(!requirePossible(fixed));
    fixed.zero = 2;
    QVERIFY(requirePossible(fixed));
    fixed.training.offload = StateOffload::Optimizer;
    QVERIFY(!requirePossible(fixed));
}

QTEST_GUILESS_MAIN(DeepSpeedTest)
#include "tst_deepspeed.moc"
