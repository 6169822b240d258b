// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Communication buffers of NCCL on a device; search and estimate agree on plans that fit with them.
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/estimate/steptime.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/librarymemory.h"
#include "core/json/codec.h"
#include "core/search/search.h"
#include "core/words/estimate.h"
#include "tests/support/chains.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const DeviceType& typeNamed(const char* name)
{
    return catalogue().find(name)->device;
}

constexpr std::int64_t buffer = 4 * 1024 * 1024;
constexpr std::int64_t megabyte = 1'000'000;

}

class CollectiveBytesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCommunicatorNeedsRanksAndGpus();
    void groupsOfAPlanAreCounted();
    void probesMeasureThem();
    void estimatesKeepThemApart();
    void searchAndEstimateAgree();
};

void CollectiveBytesTest::aCommunicatorNeedsRanksAndGpus()
{
    const auto high = [](const char* name, int ranks) { return communicatorBytes(typeNamed(name), ranks).high; };
    QCOMPARE(high("cpu", 8).value.value, std::int64_t(0));
    QCOMPARE(high("A100-80GB", 1).value.value, std::int64_t(0));
    QCOMPARE(high("A100-80GB", 2).value.value, 544 * megabyte);
    QCOMPARE(high("A100-80GB", 4).value.value, 688 * megabyte);
    QCOMPARE(high("A100-80GB", 512).value.value, 688 * megabyte);
    QCOMPARE(communicatorBytes(typeNamed("A100-80GB"), 2).low.value.value, buffer);
    QVERIFY(describe(high("A100-80GB", 4).source).find("issue 964") != std::string::npos);
    QVERIFY(!high("A100-80GB", 4).date.empty());
}

void CollectiveBytesTest::groupsOfAPlanAreCounted()
{
    std::mt19937 random(3);
    const DeviceType& device = typeNamed("A100-80GB");
    const ChainCosts untied = randomChain(random, 6, false);
    const ChainCosts tied = randomChain(random, 6, true);
    const auto high = [&](const ChainCosts& costs, int pipeline_ranks, int data) {
        return collectiveBytes(costs, device, pipeline_ranks, {data}).high.value / megabyte;
    };
    QCOMPARE(high(untied, 1, 1), std::int64_t(0));
    QCOMPARE(high(untied, 4, 1), std::int64_t(688));
    QCOMPARE(high(untied, 1, 2), std::int64_t(544));
    QCOMPARE(high(untied, 4, 2), std::int64_t(688 + 544));
    QCOMPARE(high(tied, 4, 2), std::int64_t(688 + 544 + 544));
    QCOMPARE(high(tied, 1, 2), std::int64_t(544)); // a single stage sends nothing
    const CollectiveBytes bytes = collectiveBytes(tied, device, 4, {2});
    QCOMPARE(bytes.low.value, 3 * buffer);
    QCOMPARE((bytes.middle - bytes.low).value, (bytes.high - bytes.low).value / 2);
    QVERIFY(collectiveBytes(untied, device, 1, {1}).source.empty());
}

void CollectiveBytesTest::probesMeasureThem()
{
    const Model model = gptChain(2, 64, 4, 100, 32);
    const Workload workload;
    const DeviceType& device = typeNamed("A100-80GB");
    DeviceProbe probe;
    probe.device.kind = DeviceKind::Cuda;
    probe.device.name = device.driver_names.front();
    probe.device.memory = device.memory;
    probe.fixed.collectives = Bytes(200 * megabyte);
    probe.measured_at = "2026-11-22T10:00:00Z";
    const auto of = [&](const DeviceType& type, std::vector<DeviceProbe> probes) {
        const ChainCosts costs = CostModel(model, workload, {}, std::move(probes)).chain(1, type).value();
        return collectiveBytes(costs, type, 2, {1});
    };
    const CollectiveBytes measured = of(device, {probe});
    QCOMPARE(measured.high.value / megabyte, std::int64_t(400)); // the pipeline, and the tied weights
    QCOMPARE(measured.low, measured.high);
    QVERIFY(measured.source.says(words::estimate::measured_on));
    QCOMPARE(of(typeNamed("H100-80GB"), {probe}).high.value / megabyte, std::int64_t(2 * 544)); // another device
    QCOMPARE(of(device, {}).high.value / megabyte, std::int64_t(2 * 544));
}

void CollectiveBytesTest::estimatesKeepThemApart()
{
    std::mt19937 random(4);
    const Problem problem = problemFor(randomTable(random, 6, false), "4xA100-80GB", 8, 1);
    const CostModel model(problem.model, problem.workload, {});
    const Estimate estimate =
        estimatePlan(problem, uniformPlan({0, 3, 6}, 2, 1, 4, ScheduleKind::OneForwardOneBackward), model).value();
    for (const DeviceEstimate& device : estimate.devices) {
        QCOMPARE(device.collectives.high.value, 2 * 544 * megabyte);
        QCOMPARE(device.device, device.reserved + device.libraries + device.context + device.collectives.middle);
        QVERIFY(device.device_high >= device.reserved + device.libraries + device.context + device.collectives.high);
        const nlohmann::json json = encodeJson(device);
        QCOMPARE(json.at("nccl_bytes").get<std::int64_t>(), device.collectives.middle.value);
        QCOMPARE(json.at("nccl_bytes_high").get<std::int64_t>(), device.collectives.high.value);
        QVERIFY(decodeJson<DeviceEstimate>(json, "") == device);
    }
}

// Search and estimate agree on devices with little memory, where some depths and parallel sizes have no space for their
// communication buffers.
void CollectiveBytesTest::searchAndEstimateAgree()
{
    std::mt19937 random(6);
    int infeasible = 0;
    int partly = 0;
    for (int memory = 601; memory < 2600; memory += 53) {
        Problem problem =
            problemFor(randomTable(random, 6, false), "4xA100-80GB:" + std::to_string(memory) + "MiB", 4, 1);
        const CostModel model(problem.model, problem.workload, {});
        std::optional<Bytes> least;
        int fitting = 0;
        int all = 0;
        for (int mask = 0; mask < 32; ++mask) { // split points
            std::vector<int> split_points {0};
            for (int split_point = 1; split_point < 6; ++split_point) {
                if ((mask >> (split_point - 1) & 1) != 0) {
                    split_points.push_back(split_point);
                }
            }
            split_points.push_back(6);
            const int pipeline_ranks = static_cast<int>(split_points.size()) - 1;
            for (const int data : {1, 2, 4}) {
                if (pipeline_ranks * data > 4) {
                    continue;
                }
                const Plan plan = uniformPlan(split_points, data, 1, 4 / data, problem.constraints.schedule);
                const Estimate estimate = estimatePlan(problem, plan, model).value();
                ++all;
                if (estimate.fits) {
                    ++fitting;
                    least = std::min(least.value_or(estimate.peak), estimate.peak);
                }
            }
        }
        const SearchResult result = searchPlans(problem, model).value();
        QCOMPARE(result.recommended() != nullptr, least.has_value());
        infeasible += least ? 0 : 1;
        partly += fitting > 0 && fitting < all ? 1 : 0;
        if (least) {
            QCOMPARE(result.recommended()->estimate.peak.value, least->value);
            QVERIFY(result.recommended()->estimate.fits);
            QCOMPARE(result.outcome.kind, OutcomeKind::Optimal);
            QVERIFY(result.certificate.less_is_infeasible);
        } else {
            QVERIFY(result.outcome.missing > Bytes(0));
        }
    }
    QVERIFY(infeasible > 0 && partly > 5);
}

QTEST_APPLESS_MAIN(CollectiveBytesTest)
#include "tst_collectivebytes.moc"
