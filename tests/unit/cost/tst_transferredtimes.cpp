// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Times transferred from one GPU to another.
#include "core/cost/comparableprobes.h"
#include "core/cost/prior/roofline.h"
#include "core/cost/transferredcost.h"
#include "core/hardware/catalogue.h"
#include "tests/support/chains.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const DeviceType& typeNamed(const char* name)
{
    return catalogue().find(name)->device;
}

// Probe of a device whose products reach a share of the peak that grows with their size.
DeviceProbe probeOf(const DeviceType& device, double least, double most)
{
    DeviceProbe probe;
    probe.device.kind = DeviceKind::Cuda;
    probe.device.name = device.driver_names.front();
    for (const std::int64_t size : {256, 8192}) {
        const double share = size == 256 ? least : most;
        probe.matrix.push_back({ProductType::Bf16, size, device.peak_bf16->value * share, {}});
    }
    probe.memory.push_back({gibibytes(1), device.memory_bandwidth->value * 0.8, {}});
    return probe;
}

ProfilePoint blockPoint(std::int64_t width)
{
    Workload workload;
    workload.sequence = 512;
    workload.precision = Precision::Bf16Master;
    return chainPoints(gptChain(1, width, 8, 100, 512), workload, 4).value()[1];
}

double forwardRatio(const CostContext& from, const CostContext& to)
{
    LayerCost measured;
    measured.forward = {Seconds(1e-3), Seconds(1e-5)};
    measured.backward = {Seconds(2e-3), Seconds(1e-5)};
    const LayerCost transferred = transferredCost(measured, from, to).value();
    return transferred.forward.median / measured.forward.median;
}

}

class TransferredTimesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneCurveServesBoth();
    void theCurveIsScaledByThePeaks();
    void withoutDataSheetBothGoWithout();
    void twoProbesStayAsTheyAre();
};

// One curve applies to both devices: neither may gain more than the ratio of peaks and bandwidths, regardless of the
// probed one.
void TransferredTimesTest::oneCurveServesBoth()
{
    const DeviceType& slow = typeNamed("A100-80GB");
    const DeviceType& fast = typeNamed("H100-80GB");
    const double peaks = slow.peak_bf16->value / fast.peak_bf16->value;
    for (const double share : {0.03, 0.9}) { // far from the assumption for devices without a probe
        const DeviceProbe of_slow = probeOf(slow, share, share);
        const DeviceProbe of_fast = probeOf(fast, share, share);
        for (const std::int64_t width : {64, 1024, 4096}) {
            const ProfilePoint point = blockPoint(width);
            for (const double ratio : {forwardRatio({point, slow, &of_slow}, {point, fast, nullptr}),
                                       forwardRatio({point, slow, nullptr}, {point, fast, &of_fast}),
                                       1 / forwardRatio({point, fast, &of_fast}, {point, slow, nullptr})}) {
                QVERIFY2(ratio >= peaks * 0.999 && ratio <= 1, qPrintable(QString::number(ratio)));
            }
        }
    }
}

void TransferredTimesTest::theCurveIsScaledByThePeaks()
{
    const DeviceType& probed = typeNamed("A100-80GB");
    const DeviceType& other = typeNamed("L40S");
    const DeviceProbe probe = probeOf(probed, 0.1, 0.7);
    const auto [same, borrowed] = comparableProbes({probed, &probe}, {other, nullptr});
    QVERIFY(same == probe);
    QCOMPARE(borrowed.matrix.size(), probe.matrix.size());
    for (std::size_t i = 0; i < probe.matrix.size(); ++i) {
        QCOMPARE(borrowed.matrix[i].size, probe.matrix[i].size);
        QVERIFY(
            std::abs(borrowed.matrix[i].rate / other.peak_bf16->value / (probe.matrix[i].rate / probed.peak_bf16->value)
                     - 1)
            < 1e-12);
    }
    QVERIFY(std::abs(borrowed.memory.front().rate / other.memory_bandwidth->value - 0.8) < 1e-9);
}

void TransferredTimesTest::withoutDataSheetBothGoWithout()
{
    const DeviceType& probed = typeNamed("A100-80GB");
    DeviceType unknown = deviceOf(DeviceKind::Cuda);
    const DeviceProbe probe = probeOf(probed, 0.1, 0.7);
    const auto [first, second] = comparableProbes({unknown, nullptr}, {probed, &probe});
    QVERIFY(first.matrix.empty() && first.memory.empty());
    QVERIFY(second.matrix.empty() && second.memory.empty());
}

void TransferredTimesTest::twoProbesStayAsTheyAre()
{
    const DeviceType& slow = typeNamed("A100-80GB");
    const DeviceType& fast = typeNamed("H100-80GB");
    const DeviceProbe a = probeOf(slow, 0.2, 0.6);
    const DeviceProbe b = probeOf(fast, 0.1, 0.5);
    const auto [first, second] = comparableProbes({slow, &a}, {fast, &b});
    QVERIFY(first == a && second == b);
}

QTEST_APPLESS_MAIN(TransferredTimesTest)
#include "tst_transferredtimes.moc"
