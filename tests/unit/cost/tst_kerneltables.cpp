// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/kerneltables.h"
#include "core/cost/prior/roofline.h"
#include "core/hardware/catalogue.h"

#include <QTest>

#include <cmath>
#include <cstddef>

using namespace stagecraft;

class KernelTablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuredSizesHaveTheirRate();
    void between();
    void smallerKernelsTakeNoLessTime();
    void largerOnesAreNoFaster();
    void everyTableIsOfKnownDevices();
    void largeFp8ProductsAreFaster();
    void fp8RatesAreThoseOfTheTable();
    void tablesWithoutFp8UseTheUsualSpeedup();
    void fp8SpeedsUpArithmeticAlone();
    void tablesComeBeforeDataSheets();
    void kernelsFollowOneAnother();
    void runsCorrectAUserType();
};

namespace {

const RateGrid grid {{{128, 512}, {64, 256}}, {1, 4, 2, 8}};

}

void KernelTablesTest::measuredSizesHaveTheirRate()
{
    QVERIFY(qFuzzyCompare(grid.at({128, 64}).value, 1e12));
    QVERIFY(qFuzzyCompare(grid.at({128, 256}).value, 4e12));
    QVERIFY(qFuzzyCompare(grid.at({512, 64}).value, 2e12));
    QVERIFY(qFuzzyCompare(grid.at({512, 256}).value, 8e12));
}

// Interpolation is logarithmic: the geometric mean of two sizes has the geometric mean of their rates.
void KernelTablesTest::between()
{
    QVERIFY(qFuzzyCompare(grid.at({256, 64}).value, std::sqrt(2.0) * 1e12));
    QVERIFY(qFuzzyCompare(grid.at({256, 128}).value, std::sqrt(2.0) * 2e12));
}

void KernelTablesTest::smallerKernelsTakeNoLessTime()
{
    const KernelTable& table = *kernelTableOf(shippedCatalogue().find("A100-80GB")->device);
    const auto time = [&](const ProductShape& shape) { return shape.flops() / table.rateOf(shape); };
    QVERIFY(qFuzzyCompare(time({1, 32, 4096, 4096}).value, time({1, 128, 4096, 4096}).value));
    QVERIFY(qFuzzyCompare(time({1, 4096, 16, 4096}).value, time({1, 4096, 128, 4096}).value));
    QCOMPARE(table.rateOf(ProductShape {64, 16, 4096, 4096}), table.rateOf(ProductShape {1, 1024, 4096, 4096}));
}

void KernelTablesTest::largerOnesAreNoFaster()
{
    QVERIFY(qFuzzyCompare(grid.at({100000, 100000}).value, 8e12));
    QVERIFY(qFuzzyCompare(grid.at({1, 1}).value, 1e12));
}

// Rates of large products are between a quarter of the data sheet's peak and the peak; those of attention are no
// higher.
void KernelTablesTest::everyTableIsOfKnownDevices()
{
    int tables = 0;
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        const KernelTable* table = kernelTableOf(entry.device);
        if (table == nullptr) {
            continue;
        }
        ++tables;
        const double peak = peakOf(entry.device, ProductType::Bf16)->value;
        const double large = table->rateOf(ProductShape {1, 8192, 8192, 8192}).value;
        QVERIFY2(large > peak / 4 && large < peak, entry.device.name.c_str());
        const double attention = table->rateOf(AttentionShape {64, 8192, 8192, 128, 128, true, false}).value;
        QVERIFY2(attention > peak / 8 && attention < peak, entry.device.name.c_str());
        for (const std::string& name : table->devices) {
            QVERIFY2(shippedCatalogue().find(name) != nullptr, name.c_str());
        }
    }
    QCOMPARE(tables, 9);
}

// Large FP8 products are faster on every device that supports them; the device of the oldest table does not.
void KernelTablesTest::largeFp8ProductsAreFaster()
{
    int tables = 0;
    for (const CatalogueEntry& entry : shippedCatalogue().entries) {
        const KernelTable* table = kernelTableOf(entry.device);
        if (table == nullptr || !table->products_fp8) {
            continue;
        }
        ++tables;
        for (const double side : {8192.0, 16384.0}) {
            const ProductShape eight {1, side, side, side, true};
            const double ratio = table->rateOf(eight) / table->rateOf(ProductShape {1, side, side, side});
            QVERIFY2(ratio > 1.2 && ratio < 2.5, entry.device.name.c_str());
            // The same applies to its backward pass.
            QCOMPARE(table->rateOf(eight.ofInput()), table->rateOf(eight));
            QCOMPARE(table->rateOf(eight.ofWeight()), table->rateOf(eight));
        }
    }
    QCOMPARE(tables, 7);
    QVERIFY(!kernelTableOf(shippedCatalogue().find("A100-80GB")->device)->products_fp8);
}

void KernelTablesTest::fp8RatesAreThoseOfTheTable()
{
    const KernelTable& table = *kernelTableOf(shippedCatalogue().find("H100-80GB")->device);
    const RateGrid& measured = *table.products_fp8;
    std::size_t index = 0;
    for (const double rows : measured.axes[0]) {
        for (const double out : measured.axes[1]) {
            for (const double in : measured.axes[2]) {
                const double rate = table.rateOf(ProductShape {1, rows, out, in, true}).value;
                QVERIFY(qFuzzyCompare(rate, 1e12 * measured.teraflops[index++]));
            }
        }
    }
    QCOMPARE(index, measured.teraflops.size());
}

void KernelTablesTest::tablesWithoutFp8UseTheUsualSpeedup()
{
    KernelTable table = *kernelTableOf(shippedCatalogue().find("H100-80GB")->device);
    table.products_fp8.reset();
    for (const double side : {64.0, 1000.0, 8192.0}) {
        const double sixteen = table.rateOf(ProductShape {1, side, side, side}).value;
        QVERIFY(qFuzzyCompare(table.rateOf(ProductShape {1, side, side, side, true}).value, fp8Speedup * sixteen));
    }
}

// FP8 speeds up arithmetic only, by a probe, by tables and by data sheets; memory traffic and launches take as long.
void KernelTablesTest::fp8SpeedsUpArithmeticAlone()
{
    const DeviceType& h100 = shippedCatalogue().find("H100-80GB")->device;
    const DeviceType& v100 = shippedCatalogue().find("V100-32GB")->device;
    DeviceProbe probe;
    probe.matrix = {{ProductType::Bf16, 4096, FlopsPerSecond(5e14), FlopsPerSecond(0)}};
    const auto gain = [](const Roofline& roofline, double side, double traffic) {
        const auto time = [&](bool eight) {
            return roofline.time(PassWork {{{ProductShape {1, side, side, side, eight}, traffic}}});
        };
        return time(false) / time(true);
    };
    const Roofline measured(h100, Precision::Bf16Master);
    QVERIFY(qFuzzyCompare(gain(Roofline(h100, Precision::Bf16Master, &probe), 8192, 0), fp8Speedup));
    QVERIFY(qFuzzyCompare(gain(Roofline(v100, Precision::Fp16), 8192, 0), fp8Speedup));
    QVERIFY(gain(measured, 8192, 0) > 1.2);
    QVERIFY(qFuzzyCompare(gain(measured, 8192, 1e12), 1.0));
    QVERIFY(qFuzzyCompare(gain(measured, 128, 0), 1.0));
}

void KernelTablesTest::tablesComeBeforeDataSheets()
{
    const DeviceType& h100 = shippedCatalogue().find("H100-80GB")->device;
    const DeviceType& v100 = shippedCatalogue().find("V100-32GB")->device;
    QVERIFY(Roofline(h100, Precision::Bf16Master).fromTables());
    QVERIFY(!Roofline(h100, Precision::Fp32).fromTables()); // the tables only have products in 16 bits
    QVERIFY(!Roofline(v100, Precision::Fp16).fromTables());
    DeviceProbe probe;
    probe.matrix = {{ProductType::Bf16, 4096, FlopsPerSecond(5e14), FlopsPerSecond(0)}};
    const Roofline probed(h100, Precision::Bf16Master, &probe);
    QVERIFY(!probed.fromTables());
    const PassWork pass {{{ProductShape {1, 4096, 4096, 4096}, 0}}};
    QVERIFY(qFuzzyCompare(probed.time(pass).value, 2.0 * std::pow(4096.0, 3) / 5e14));
}

// Each kernel takes the maximum of its arithmetic, its memory traffic and its launch, and kernels run one after
// another.
void KernelTablesTest::kernelsFollowOneAnother()
{
    const DeviceType& h100 = shippedCatalogue().find("H100-80GB")->device;
    const Roofline roofline(h100, Precision::Bf16Master);
    const Kernel product {ProductShape {1, 8192, 8192, 8192}, 1e6};
    const Kernel copy {{}, 1e9};
    const Kernel small {{}, 8, 3};
    const double one = roofline.time(PassWork {{product}}).value;
    const double moved = roofline.time(PassWork {{copy}}).value;
    QVERIFY(one > 2 * std::pow(8192.0, 3) / 989e12);
    QVERIFY(qFuzzyCompare(roofline.time(PassWork {{product, copy}}).value, one + moved));
    QVERIFY(qFuzzyCompare(roofline.time(PassWork {{small}}).value, 3 * 12e-6));
}

// A user-defined type with the chip of a bundled one has its tables; its calibration replaces the corrections from
// published runs.
void KernelTablesTest::runsCorrectAUserType()
{
    const DeviceType& h100 = shippedCatalogue().find("H100-80GB")->device;
    DeviceType own = h100;
    own.name = "ours";
    QCOMPARE(kernelTableOf(own), kernelTableOf(h100));
    const PassWork product {{{ProductShape {1, 8192, 8192, 8192}, 1e6}}};
    const PassWork small {{{{}, 8, 3}}};
    const Roofline usual(h100, Precision::Bf16Master);
    own.in_training = TrainingFigures {2 * usual.slowdown(), Seconds(40e-6), 0.08, {}, {}, {}};
    const Roofline corrected(own, Precision::Bf16Master);
    QVERIFY(qFuzzyCompare(corrected.time(product).value, 2 * usual.time(product).value));
    QVERIFY(qFuzzyCompare(corrected.time(small).value, 3 * 40e-6));
    QVERIFY(corrected.basis() == Basis::Calibrated && corrected.spread() == 0.08);
    QVERIFY(usual.basis() == Basis::Tables && !usual.spread());
}

QTEST_APPLESS_MAIN(KernelTablesTest)
#include "tst_kerneltables.moc"
