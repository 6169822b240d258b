// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/collectivetimes.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace stagecraft;

namespace {

using Kind = CollectiveKind;
using Group = CollectiveGroup;

constexpr LinkSpeed inside {BytesPerSecond(1e9), Seconds(1e-6)};
constexpr LinkSpeed between {BytesPerSecond(1e8), Seconds(1e-5)};

bool near(Seconds a, Seconds b)
{
    return std::abs((a - b).value) <= 1e-9 * std::max(a.value, b.value);
}

}

class CollectiveTimesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void timesFollowFromTheGroups();
    void timesGrowWithBytes();
    void ringsHideBehindAttention();
    void ranksLieTensorFirst();
    void stridedRanksAreCountedOnEachNode();
};

// Times follow from the groups: each collective takes the time in collectives.h, summed by pass, kind and group; keys
// travel around all nodes at the slower rate.
void CollectiveTimesTest::timesFollowFromTheGroups()
{
    LayerGroups groups;
    groups.tensor = {2, 1, 2, 2, inside, between};
    groups.expert = {2, 2, 1, 1, inside, between};
    groups.context = {4, 2, 2, 2, inside, between};
    const Bytes part(1 << 20);
    const Bytes keys(3 << 20);
    const LayerCollectiveTimes times = timesOf({{Kind::AllReduce, Group::Tensor, false, part},
                                                {Kind::RingPass, Group::Context, false, keys, true},
                                                {Kind::AllReduce, Group::Tensor, false, part},
                                                {Kind::AllToAll, Group::Expert, false, part},
                                                {Kind::ReduceScatter, Group::Tensor, true, part},
                                                {Kind::AllGather, Group::Tensor, true, part}},
                                               groups);
    const Seconds reduced = allReduce(part, groups.tensor) * 2.0;
    const Seconds sent = allToAll(part, groups.expert);
    const Seconds passed = ringPass(keys, 4, between);
    QVERIFY(near(times.forward.of(Kind::AllReduce), reduced));
    QVERIFY(near(times.forward.of(Group::Tensor), reduced));
    QVERIFY(near(times.forward.of(Kind::AllToAll), sent));
    QVERIFY(near(times.forward.of(Group::Expert), sent));
    QVERIFY(near(times.forward.of(Kind::RingPass), passed));
    QVERIFY(near(times.forward.of(Group::Context), passed));
    QVERIFY(near(times.forward.beside, passed));
    QVERIFY(near(times.forward.waiting, reduced + sent));
    QVERIFY(near(times.forward.total(), reduced + sent + passed));
    QCOMPARE(times.forward.of(Kind::AllGather), Seconds(0));
    QVERIFY(near(times.backward.waiting, reduceScatter(part, groups.tensor) + allGather(part, groups.tensor)));
    QVERIFY(near(times.backward.of(Kind::AllGather), allGather(part, groups.tensor)));
    QVERIFY(near(times.backward.of(Group::Tensor), times.backward.waiting));
}

void CollectiveTimesTest::timesGrowWithBytes()
{
    LayerGroups groups;
    groups.tensor = {8, 2, 4, 4, inside, between};
    groups.context = {6, 2, 2, 4, inside, between};
    groups.expert = {4, 4, 1, 1, inside, between};
    for (const auto& [kind, kind_name] : enumNames<CollectiveKind>) {
        for (const auto& [group, group_name] : enumNames<CollectiveGroup>) {
            Seconds last;
            for (std::int64_t bytes = 1; bytes < std::int64_t(1) << 34; bytes = bytes * 3 + 1) {
                const Seconds time = timeOf({kind, group, false, Bytes(bytes)}, groups);
                QVERIFY(time > last);
                last = time;
            }
        }
    }
}

// Rings overlap attention block by block: the next block's keys arrive during the current one.
void CollectiveTimesTest::ringsHideBehindAttention()
{
    for (const int ranks : {2, 3, 8}) {
        for (const double attention : {0.0, 0.5, 1.0, 2.0, 40.0}) {
            const double pass = 0.25; // share of one step
            double compute = 0;
            double arrived = 0;
            for (int block = 0; block < ranks; ++block) {
                const double begin = std::max(compute, arrived);
                arrived = begin + pass;
                compute = begin + attention / ranks;
            }
            const Seconds passes((ranks - 1) * pass);
            const Seconds left = exposedPasses(passes, Seconds(attention), ranks);
            QVERIFY(std::abs(left.value - (compute - attention)) < 1e-12);
            QVERIFY(left <= passes);
        }
    }
    QCOMPARE(exposedPasses(Seconds(1), Seconds(0), 1), Seconds(0));
    PassTimes times;
    times.waiting = Seconds(2);
    times.beside = Seconds(3);
    QCOMPARE(exposed(times, Seconds(100), 4), Seconds(2));
    QCOMPARE(exposed(times, Seconds(0), 4), Seconds(5));
}

void CollectiveTimesTest::ranksLieTensorFirst()
{
    ClusterGroup cluster;
    cluster.nodes = 4;
    cluster.devices_per_node = 8;
    cluster.intra_node = {BytesPerSecond(1e9), Seconds(1e-6), {}, {}};
    cluster.network = {BytesPerSecond(1e8), Seconds(1e-5), {}, {}};
    for (int first = 0; first < 20; ++first) {
        for (int count = 1; count < 12; ++count) {
            QVERIFY(stridedRanks(cluster, first, count, 1) == consecutiveRanks(cluster, first, count));
        }
    }
    LayerDegrees degrees;
    degrees.sharding = {4, 2, false};
    degrees.context = 4;
    const LayerGroups groups = layerGroups(cluster, 0, degrees);
    const auto pipeline_ranks = [](const RankGroup& group) {
        return std::vector {group.ranks, group.nodes, group.least, group.most};
    };
    QCOMPARE(pipeline_ranks(groups.tensor), (std::vector {4, 1, 4, 4}));
    QCOMPARE(pipeline_ranks(groups.context), (std::vector {4, 2, 2, 2}));
    QCOMPARE(pipeline_ranks(groups.expert), (std::vector {2, 2, 1, 1}));
}

// Strided ranks are counted on each node, rank by rank, and also for too many ranks to visit each.
void CollectiveTimesTest::stridedRanksAreCountedOnEachNode()
{
    ClusterGroup cluster;
    cluster.nodes = 1 << 14;
    for (const int devices : {1, 6, 8}) {
        cluster.devices_per_node = devices;
        for (int stride = 1; stride <= 20; ++stride) {
            for (const int first : {0, 3, 5, 16}) {
                for (const int count : {1, 2, 7, 16, 17, 100}) {
                    std::map<int, int> on_node;
                    for (int rank = 0; rank < count; ++rank) {
                        ++on_node[(first + rank * stride) / devices];
                    }
                    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
                    const RankGroup ranks = stridedRanks(cluster, first, count, stride);
                    QCOMPARE(ranks.ranks, count);
                    QCOMPARE(ranks.nodes, int(on_node.size()));
                    QCOMPARE(ranks.least, std::min_element(on_node.begin(), on_node.end(), fewer)->second);
                    QCOMPARE(ranks.most, std::max_element(on_node.begin(), on_node.end(), fewer)->second);
                }
            }
        }
    }
}

QTEST_APPLESS_MAIN(CollectiveTimesTest)
#include "tst_collectivetimes.moc"
