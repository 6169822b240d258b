// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Device memory for given tensors if no replay predicts the overhead of the allocator.
#include "core/estimate/devicememory.h"
#include "core/hardware/catalogue.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const DeviceType& h100 = catalogue().find("H100-80GB")->device;

// Costs of a GPT whose last layer reserved half as much again as it allocated when measured alone.
ChainCosts costsOf(int blocks)
{
    Workload workload;
    workload.sequence = 128;
    const Model model = gptChain(blocks, 256, 8, 1000, 128);
    ChainCosts costs = CostModel(model, workload, {}).chain(2, h100).value();
    costs.layers.back().reserved_ratio = 1.5;
    return costs;
}

}

class DeviceMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slackIsThatOfOneLayer();
    void slackFollowsTheLayer();
    void whatFitsIsWithinTheDevice();
};

// The slack of a stage is a layer's share of its bytes, regardless of the number of tensors in the stage.
void DeviceMemoryTest::slackIsThatOfOneLayer()
{
    const ChainCosts few = costsOf(2);
    const Bytes slack = reservedSlack(few);
    QVERIFY(slack > Bytes(0));
    QCOMPARE(reservedSlack(costsOf(40)), slack);
    for (const std::int64_t peak : {1, 10, 60}) {
        const DeviceMemory memory = deviceMemory(few, h100, {gibibytes(peak), gibibytes(peak + 5)});
        QCOMPARE(memory.reserved, gibibytes(peak) + slack);
        QCOMPARE(memory.device_high, gibibytes(peak + 5) + slack + memory.libraries + memory.context);
    }
    ChainCosts plain = few;
    plain.layers.back().reserved_ratio = 1;
    QCOMPARE(reservedSlack(plain), Bytes(0));
}

// The slack is half of a layer's states, and half of the peak of its passes.
void DeviceMemoryTest::slackFollowsTheLayer()
{
    ChainCosts costs = costsOf(2);
    const Bytes slack = reservedSlack(costs);
    LayerMemory& memory = costs.layers.back().memory;
    memory.optimizer_state += gibibytes(2);
    QCOMPARE(reservedSlack(costs), slack + gibibytes(1));
    memory.forward_peak += gibibytes(64);
    QVERIFY(reservedSlack(costs) > slack + gibibytes(31));
}

void DeviceMemoryTest::whatFitsIsWithinTheDevice()
{
    const ChainCosts costs = costsOf(2);
    const Bytes largest = largestFittingPeak(costs, h100, gibibytes(70));
    QCOMPARE(deviceMemory(costs, h100, {gibibytes(1), largest}).device_high, gibibytes(70));
    QVERIFY(largestFittingPeak(costs, h100, Bytes(1)) < Bytes(0));
}

QTEST_APPLESS_MAIN(DeviceMemoryTest)
#include "tst_devicememory.moc"
