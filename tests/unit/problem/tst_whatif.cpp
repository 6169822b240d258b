// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// What-if values change one part of a problem; the names of the resulting clusters parse to the same clusters.
#include "core/base/english.h"
#include "core/hardware/clustername.h"
#include "core/hardware/offerbook.h"
#include "core/problem/whatif.h"
#include "tests/support/chains.h"

#include <QTest>

#include <random>

using namespace stagecraft;
using stagecraft::testing::problemFor;
using stagecraft::testing::randomTable;

namespace {

Problem gpt(const char* cluster, const char* model = "zoo:gpt?layers=8&hidden=256&heads=4&vocabulary=4000")
{
    Problem problem;
    problem.model = readModel(model).value();
    problem.workload.global_batch = 16;
    problem.workload.sequence = 256;
    problem.cluster = parseCluster(cluster).value();
    return problem;
}

Problem with(const Problem& problem, WhatIfParameter parameter, double value)
{
    return withWhatIfValue(problem, parameter, value).value();
}

}

class TestWhatIf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesOfClustersReadBack_data();
    void namesOfClustersReadBack();
    void eachWhatIfParameterChangesItsValueAlone_data();
    void eachWhatIfParameterChangesItsValueAlone();
    void aDeviceCostsTheSameInALargerNode();
    void anotherTypeComesWithItsLinksAndItsLowestPrice();
    void hardwareThereAndBackKeepsTheChosenOffer();
    void aWhatIfParameterAtItsOwnValueKeepsTheOffer();
    void depthAndWidthMakeAnotherModel();
    void whatAProblemHasNotIsRefused();
    void stopsAscendAndHaveTheProblemsOwn();
    void stopsOfMemoryHaveShortNames();
    void problemChangesRemoveTheirWhatIfValues();
};

void TestWhatIf::namesOfClustersReadBack_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"4xcpu:8GiB", "8xA100-80GB", "2x8xA100-40GB:31GiB@32.77", "3x4xA100-80GB-PCIe@14.5",
                             "8xH100-80GB@aws/p5.48xlarge", "2xcpu:60MiB"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestWhatIf::namesOfClustersReadBack()
{
    QFETCH(QString, name);
    const auto cluster = parseCluster(name.toStdString());
    QVERIFY(cluster.has_value());
    const std::string made = clusterName(cluster->groups.front());
    QCOMPARE(made, name.toStdString());
    QVERIFY(parseCluster(made)->groups == cluster->groups);
}

void TestWhatIf::eachWhatIfParameterChangesItsValueAlone_data()
{
    QTest::addColumn<int>("parameter");
    QTest::addColumn<double>("value");
    QTest::newRow("nodes") << int(WhatIfParameter::Nodes) << 3.0;
    QTest::newRow("devices") << int(WhatIfParameter::NodeDevices) << 4.0;
    QTest::newRow("memory") << int(WhatIfParameter::Memory) << 3e10;
    QTest::newRow("link") << int(WhatIfParameter::NodeLink) << 1e11;
    QTest::newRow("network") << int(WhatIfParameter::Network) << 5e10;
    QTest::newRow("price") << int(WhatIfParameter::Price) << 1.25;
    QTest::newRow("batch") << int(WhatIfParameter::Batch) << 64.0;
    QTest::newRow("sequence") << int(WhatIfParameter::Sequence) << 128.0;
    QTest::newRow("depth") << int(WhatIfParameter::Depth) << 5.0;
    QTest::newRow("width") << int(WhatIfParameter::Width) << 512.0;
}

void TestWhatIf::eachWhatIfParameterChangesItsValueAlone()
{
    QFETCH(int, parameter);
    QFETCH(double, value);
    const Problem before = gpt("2x8xA100-80GB@32");
    const Problem after = with(before, WhatIfParameter(parameter), value);
    QVERIFY(validate(after).has_value());
    for (int other = 0; other < whatIfParameterCount; ++other) {
        const double now = whatIfValue(after, WhatIfParameter(other)).value();
        QCOMPARE(now, other == parameter ? value : whatIfValue(before, WhatIfParameter(other)).value());
    }
    // A what-if value that is set and reset restores the problem, except for the sources of figures.
    const Problem back =
        with(after, WhatIfParameter(parameter), whatIfValue(before, WhatIfParameter(parameter)).value());
    QCOMPARE(back.workload, before.workload);
    QCOMPARE(back.model.layers.size(), before.model.layers.size());
    QCOMPARE(back.cluster.devices(), before.cluster.devices());
}

void TestWhatIf::aDeviceCostsTheSameInALargerNode()
{
    const Problem after = with(gpt("2x4xA100-80GB@16"), WhatIfParameter::NodeDevices, 8);
    QCOMPARE(after.cluster.groups.front().price_per_node->value, 32.0);
    QCOMPARE(after.cluster.name, std::string("2x8xA100-80GB@32"));
    const Problem none = with(after, WhatIfParameter::Price, 0);
    QVERIFY(!none.cluster.groups.front().price_per_node);
    QCOMPARE(none.cluster.name, std::string("2x8xA100-80GB"));
}

void TestWhatIf::anotherTypeComesWithItsLinksAndItsLowestPrice()
{
    const auto cluster = withDevice(parseCluster("2x8xA100-80GB").value(), "H100-80GB");
    QVERIFY(cluster.has_value());
    const ClusterGroup& group = cluster->groups.front();
    QCOMPARE(group.nodes, 2);
    const auto book = offers();
    for (const KnownOffer& known : book->offers) {
        if (known.offer.device == "H100-80GB" && known.offer.kind == OfferKind::OnDemand) {
            QVERIFY(group.price_per_node <= hourlyPrice(known.offer));
        }
    }
    QVERIFY(parseCluster(cluster->name)->groups == cluster->groups);
    QVERIFY(!withDevice(*cluster, "no-such-device"));
    QVERIFY(!withDevice(parseCluster("8xA100-80GB+8xV100-32GB").value(), "H100-80GB"));
}

void TestWhatIf::hardwareThereAndBackKeepsTheChosenOffer()
{
    // Covers an offer that is not the cheapest, a price set by hand, and no price, which is also a choice.
    for (const char* name : {"4x8xH100-80GB@coreweave/HGX-H100", "4x8xH100-80GB@99", "4x8xH100-80GB"}) {
        const Cluster before = parseCluster(name).value();
        ChosenOffers chosen;
        chosen.note(before);
        const Cluster there = withDevice(before, "A100-80GB", chosen).value();
        QVERIFY(there.groups.front().offer.has_value());
        QVERIFY(withDevice(there, "H100-80GB", chosen).value().groups == before.groups);
        const ChosenOffers none;
        ClusterGroup group = before.groups.front();
        QVERIFY(!none.apply(group));
    }
}

void TestWhatIf::aWhatIfParameterAtItsOwnValueKeepsTheOffer()
{
    const Problem before = gpt("2x8xH100-80GB@coreweave/HGX-H100");
    for (int parameter = 0; parameter < whatIfParameterCount; ++parameter) {
        QCOMPARE(with(before, WhatIfParameter(parameter), whatIfValue(before, WhatIfParameter(parameter)).value()),
                 before);
    }
    // Via nodes of four, which keep the price per device, and back.
    ChosenOffers chosen;
    chosen.note(before.cluster);
    WhatIf what_if;
    what_if.values[WhatIfParameter::NodeDevices] = 4;
    const Problem four = what_if.of(before, chosen).value();
    QVERIFY(!four.cluster.groups.front().offer);
    what_if.values[WhatIfParameter::NodeDevices] = 8;
    QVERIFY(what_if.of(four, chosen).value().cluster == before.cluster);
}

void TestWhatIf::depthAndWidthMakeAnotherModel()
{
    const Problem before = gpt("4xcpu:8GiB");
    QCOMPARE(with(before, WhatIfParameter::Depth, 20).model.layers.size(), before.model.layers.size() + 12);
    const Problem wide = with(before, WhatIfParameter::Width, 512);
    QVERIFY(parameterCount(wide.model) > 2 * parameterCount(before.model));
    QVERIFY(!withWhatIfValue(before, WhatIfParameter::Width, 500)); // not a multiple of a head
}

void TestWhatIf::whatAProblemHasNotIsRefused()
{
    const Problem groups = gpt("8xA100-80GB+8xV100-32GB");
    QCOMPARE(whatIfValue(groups, WhatIfParameter::Memory).error().code, ErrorCode::OptionUnsupported);
    QCOMPARE(withWhatIfValue(groups, WhatIfParameter::Nodes, 2).error().code, ErrorCode::OptionUnsupported);
    QVERIFY(whatIfStops(groups, WhatIfParameter::Nodes).empty());
    std::mt19937 random(1);
    const Problem table = problemFor(randomTable(random, 4, false), "2xcpu:8GiB", 4, 1);
    QVERIFY(!whatIfValue(table, WhatIfParameter::Sequence));
    QVERIFY(!whatIfValue(table, WhatIfParameter::Width));
    const Problem problem = gpt("4xcpu:8GiB");
    for (const double wrong : {0.0, -3.0, 1e30, std::nan("")}) {
        QCOMPARE(withWhatIfValue(problem, WhatIfParameter::Batch, wrong).error().code, ErrorCode::OptionOutOfRange);
        QCOMPARE(withWhatIfValue(problem, WhatIfParameter::Memory, wrong).error().code, ErrorCode::OptionOutOfRange);
    }
    // Messages contain the name and unit of the parameter, and the tried value.
    const auto words = [&](WhatIfParameter parameter, double value) {
        return QString::fromStdString(describe(withWhatIfValue(problem, parameter, value).error()));
    };
    QCOMPARE(words(WhatIfParameter::NodeLink, 9.999999e15),
             QStringLiteral("the what-if bandwidth within a node (GB/s) is 9999999 but must be between 0.00000000100 "
                            "and 1000000"));
    QCOMPARE(words(WhatIfParameter::Price, 1e10),
             QStringLiteral("the what-if price per device ($ per hour) is 10000000000 but must be between 0 "
                            "and 1000000000"));
    QCOMPARE(words(WhatIfParameter::Memory, 1024),
             QStringLiteral("the what-if device memory is 1.00 KiB but must be between 1.00 MiB and 1024 "
                            "TiB"));
    QCOMPARE(words(WhatIfParameter::Nodes, 3e7),
             QStringLiteral("the what-if number of nodes is 30000000 but must be between 1 and 16777216"));
    WhatIf too_little;
    too_little.values[WhatIfParameter::Memory] = 1000;
    QVERIFY(!too_little.of(problem));
}

void TestWhatIf::stopsAscendAndHaveTheProblemsOwn()
{
    const Problem problem = gpt("3x8xA100-80GB@32");
    for (int l = 0; l < whatIfParameterCount; ++l) {
        const auto stops = whatIfStops(problem, WhatIfParameter(l));
        QVERIFY2(stops.size() >= 3, qPrintable(QString::number(l)));
        QVERIFY(std::is_sorted(stops.begin(), stops.end()));
        QCOMPARE(std::count(stops.begin(), stops.end(), whatIfValue(problem, WhatIfParameter(l)).value()), 1);
        for (const double stop : stops) {
            WhatIf what_if;
            what_if.values[WhatIfParameter(l)] = stop;
            QVERIFY2(what_if.of(problem).has_value(), qPrintable(QStringLiteral("%1: %2").arg(l).arg(stop)));
        }
    }
}

// The rule also applies to types whose memory is not a whole number of mebibytes.
void TestWhatIf::stopsOfMemoryHaveShortNames()
{
    const Problem problem = gpt("1x8xH100-80GB@32");
    for (const double stop : whatIfStops(problem, WhatIfParameter::Memory)) {
        const std::string name = with(problem, WhatIfParameter::Memory, stop).cluster.name;
        QVERIFY2(name == problem.cluster.name || name.ends_with("iB@32"), name.c_str());
    }
    QCOMPARE(wholeMebibytes(1.6 * (1 << 20)), 2.0 * (1 << 20));
    QCOMPARE(wholeMebibytes(1000), 1000.0); // rejected later
}

void TestWhatIf::problemChangesRemoveTheirWhatIfValues()
{
    const Problem before = gpt("4xcpu:8GiB");
    WhatIf what_if;
    what_if.values = {{WhatIfParameter::Nodes, 2}, {WhatIfParameter::Batch, 32}, {WhatIfParameter::Depth, 4}};
    QCOMPARE(what_if.of(before)->cluster.devices(), 8);
    WhatIf kept = what_if;
    kept.forgetChanged(before, before);
    QCOMPARE(kept, what_if);
    kept.forgetChanged(before, gpt("6xcpu:8GiB"));
    QCOMPARE(kept.values.count(WhatIfParameter::Nodes), std::size_t(0));
    QCOMPARE(kept.values.count(WhatIfParameter::Batch), std::size_t(1));
    kept.forgetChanged(before, gpt("4xcpu:8GiB", "zoo:gpt?layers=2&hidden=256&heads=4&vocabulary=4000"));
    kept.forgetChanged(before, with(before, WhatIfParameter::Batch, 8));
    QVERIFY(kept.isNone());
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_whatif.moc"
