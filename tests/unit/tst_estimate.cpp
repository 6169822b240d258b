// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// What an estimate says beyond memory and time.
#include "core/estimate/estimator.h"
#include "tests/support/chains.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::optional<double> utilisation(const std::string& cluster, Precision precision)
{
    std::mt19937 random(1);
    Problem problem = problemFor(gptChain(2, 64, 4, 100, 16), cluster, 8, 1);
    problem.workload.precision = precision;
    const int layers = static_cast<int>(problem.model.layers.size());
    const Plan plan = uniformPlan({0, layers}, 1, 1, 8, ScheduleKind::GPipe);
    const auto estimate = estimatePlan(problem, plan, randomChain(random, layers, true));
    if (!estimate) {
        qFatal("%s", qPrintable(errorOf(estimate)));
    }
    return estimate->mfu;
}

}

class EstimateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void utilisationIsOfThePeakForThePrecision();
    void utilisationIsAbsentWithoutAPeak();
};

// The same work in the same time: only the peak differs.
void EstimateTest::utilisationIsOfThePeakForThePrecision()
{
    const DeviceType device = parseCluster("1xA30")->groups.front().device;
    const double fp32 = utilisation("1xA30", Precision::Fp32).value();
    QVERIFY(fp32 > 0);
    const auto check = [&](Precision precision, const FlopsPerSecond& peak) {
        const double expected = fp32 * (device.peak_fp32->value / peak);
        QVERIFY(std::abs(utilisation("1xA30", precision).value() / expected - 1) < 1e-12);
    };
    check(Precision::Bf16Autocast, *device.peak_bf16);
    check(Precision::Bf16Master, *device.peak_bf16);
    check(Precision::Fp16, *device.peak_fp16);
}

void EstimateTest::utilisationIsAbsentWithoutAPeak()
{
    QVERIFY(utilisation("1xT4", Precision::Fp16));
    QVERIFY(!utilisation("1xT4", Precision::Bf16Autocast));
    QVERIFY(!utilisation("1xT4", Precision::Bf16Master));
    QVERIFY(!utilisation("1xcpu", Precision::Fp32));
}

QTEST_APPLESS_MAIN(EstimateTest)
#include "tst_estimate.moc"
