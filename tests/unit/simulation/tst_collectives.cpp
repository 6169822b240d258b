// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/collectives.h"
#include "core/simulation/gradientreduction.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace stagecraft;

namespace {

constexpr LinkSpeed fast {BytesPerSecond(100e9), Seconds(5e-6)};
constexpr LinkSpeed slow {BytesPerSecond(10e9), Seconds(2e-5)};

bool near(Seconds a, Seconds b)
{
    return std::abs((a - b).value) <= 1e-9 * std::max(a.value, b.value);
}

RankGroup even(int nodes, int on_each, const LinkSpeed& inside, const LinkSpeed& between)
{
    return {nodes * on_each, nodes, on_each, on_each, inside, between};
}

// Simulates a ring all-reduce message by message: each rank has one chunk per rank, and passes on the chunk that
// arrived last. Checks that all ranks end with every rank's contribution to every chunk.
Seconds simulatedRing(Bytes bytes, int ranks, const LinkSpeed& link)
{
    const auto count = static_cast<std::size_t>(ranks);
    const double message = link.latency.value + (bytes / link.bandwidth).value / ranks;
    std::vector<std::vector<std::set<int>>> sums(count, std::vector<std::set<int>>(count));
    for (int r = 0; r < ranks; ++r) {
        for (auto& chunk : sums[static_cast<std::size_t>(r)]) {
            chunk.insert(r);
        }
    }
    std::vector<double> clock(count, 0); // time at which a rank has the next chunk to send
    for (int step = 0; step < 2 * (ranks - 1); ++step) {
        const auto before = sums;
        std::vector<double> arrival(count);
        for (std::size_t r = 0; r < count; ++r) {
            const std::size_t chunk = (r + 2 * count - static_cast<std::size_t>(step)) % count;
            const std::size_t next = (r + 1) % count;
            arrival[next] = clock[r] + message;
            auto& target = sums[next][chunk];
            target.insert(before[r][chunk].begin(), before[r][chunk].end());
        }
        for (std::size_t r = 0; r < count; ++r) {
            clock[r] = std::max(clock[r] + message, arrival[r]); // after it has sent its own chunk
        }
    }
    for (const auto& rank : sums) {
        for (const auto& chunk : rank) {
            if (chunk.size() != count) {
                return Seconds(-1);
            }
        }
    }
    return Seconds(*std::max_element(clock.begin(), clock.end()));
}

}

class CollectivesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneRankCostsNothing();
    void ringMatchesSimulatedMessages();
    void neverFasterWithMoreBytesOrRanks();
    void trafficIsThatOfTheBusBandwidth();
    void treeForShortMessagesRingForLong();
    void levelsHaveTheTrafficOfOneRing();
    void levelsUseTheFasterLinks();
    void groupsAreCountedByNode();
    void bucketsAreSentOneByOne();
    void overlapHidesAtMostTheCompute();
};

void CollectivesTest::oneRankCostsNothing()
{
    const RankGroup one = even(1, 1, fast, slow);
    for (const auto collective : {allReduce, reduceScatter, allGather, allToAll, broadcast}) {
        QCOMPARE(collective(Bytes(1 << 30), one).value, 0.0);
    }
}

void CollectivesTest::ringMatchesSimulatedMessages()
{
    for (int ranks = 2; ranks <= 17; ++ranks) {
        for (const Bytes bytes : {Bytes(17), Bytes(1 << 20), Bytes(1 << 30)}) {
            QVERIFY(near(ringAllReduce(bytes, ranks, slow), simulatedRing(bytes, ranks, slow)));
        }
    }
}

// Collectives are never faster with more bytes or ranks, for groups with equal numbers of ranks per node.
void CollectivesTest::neverFasterWithMoreBytesOrRanks()
{
    for (const auto collective : {allReduce, reduceScatter, allGather, allToAll, broadcast}) {
        for (const int on_each : {1, 2, 3, 8}) {
            std::map<int, Seconds> before; // by exponent
            for (int nodes = 1; nodes <= 20; ++nodes) {
                Seconds less;
                for (int exponent = 0; exponent <= 34; ++exponent) {
                    const Bytes bytes(std::int64_t(1) << exponent);
                    const Seconds time = collective(bytes, even(nodes, on_each, fast, slow));
                    QVERIFY(time >= less);
                    QVERIFY(time >= before[exponent]);
                    QVERIFY(time >= collective(bytes, even(nodes, on_each, fast, fast)));
                    less = before[exponent] = time;
                }
            }
        }
    }
}

// Traffic equals the bus bandwidth of nccl-tests without latencies: 2(n-1)/n of the bytes for an all-reduce, (n-1)/n
// for its halves and an all-to-all, 1 for a broadcast.
void CollectivesTest::trafficIsThatOfTheBusBandwidth()
{
    const LinkSpeed link {BytesPerSecond(1e9), Seconds(0)};
    const Bytes bytes(1'000'000'000);
    for (const int n : {2, 3, 8, 100}) {
        const double share = (n - 1.0) / n;
        for (const RankGroup& group : {even(1, n, link, slow), even(n, 1, slow, link)}) {
            QVERIFY(near(allReduce(bytes, group), Seconds(2 * share)));
            QVERIFY(near(reduceScatter(bytes, group), Seconds(share)));
            QVERIFY(near(allGather(bytes, group), Seconds(share)));
            QVERIFY(near(allToAll(bytes, group), Seconds(share)));
            QVERIFY(near(broadcast(bytes, group), Seconds(1)));
        }
    }
}

void CollectivesTest::treeForShortMessagesRingForLong()
{
    for (const int ranks : {4, 5, 64, 1000}) {
        QVERIFY(treeAllReduce(Bytes(8), ranks, slow) < ringAllReduce(Bytes(8), ranks, slow));
        QVERIFY(treeAllReduce(Bytes(1ll << 40), ranks, slow) > ringAllReduce(Bytes(1ll << 40), ranks, slow));
        for (int exponent = 0; exponent <= 40; ++exponent) {
            const Bytes bytes(1ll << exponent);
            QCOMPARE(flatAllReduce(bytes, ranks, slow).value,
                     std::min(treeAllReduce(bytes, ranks, slow), ringAllReduce(bytes, ranks, slow)).value);
        }
    }
}

// Levels have the traffic of one ring: with equal links, hierarchical collectives differ from one ring in latencies
// only, 2 (g-1) + 2 (k-1) of them instead of 2 (gk-1).
void CollectivesTest::levelsHaveTheTrafficOfOneRing()
{
    const Bytes bytes(1ll << 36); // large: rings everywhere
    for (const int nodes : {2, 3, 16}) {
        for (const int on_each : {2, 8}) {
            const RankGroup group = even(nodes, on_each, slow, slow);
            const Seconds saved = slow.latency * (2.0 * (group.ranks - 1 - (on_each - 1) - (nodes - 1)));
            QVERIFY(near(allReduce(bytes, group), ringAllReduce(bytes, group.ranks, slow) - saved));
            QVERIFY(near(reduceScatter(bytes, group), ringPass(bytes, group.ranks, slow) - saved / 2.0));
        }
    }
}

void CollectivesTest::levelsUseTheFasterLinks()
{
    const LinkSpeed inside {BytesPerSecond(100e9), Seconds(0)};
    const LinkSpeed between {BytesPerSecond(10e9), Seconds(0)};
    const Bytes bytes(8'000'000'000);
    // Inside 2 x 3/4 of 80 ms; between nodes, on a quarter of the bytes, 2 x 1/2 of 200 ms.
    QVERIFY(near(allReduce(bytes, even(2, 4, inside, between)), Seconds(0.12 + 0.2)));
    // One node has one rank: all bytes pass through it.
    const RankGroup uneven {5, 2, 1, 4, inside, between};
    QVERIFY(near(allReduce(bytes, uneven), Seconds(2 * 0.08 + 0.8)));
    QVERIFY(allReduce(bytes, uneven) <= ringAllReduce(bytes, 5, between));
    // All-to-all of 8 ranks: 3 of 7 messages of 1 GB stay on the node.
    QVERIFY(near(allToAll(bytes, even(2, 4, inside, between)), Seconds(3 * 0.01 + 4 * 0.1)));
    QVERIFY(near(broadcast(bytes, even(2, 4, inside, between)), Seconds(0.8)));
}

void CollectivesTest::groupsAreCountedByNode()
{
    std::mt19937 random(1);
    ClusterGroup group;
    for (int round = 0; round < 5000; ++round) {
        group.devices_per_node = 1 + static_cast<int>(random() % 8);
        const int first = static_cast<int>(random() % 30);
        const int count = 1 + static_cast<int>(random() % 30);
        std::map<int, int> on_node;
        for (int device = first; device < first + count; ++device) {
            ++on_node[device / group.devices_per_node];
        }
        const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
        const RankGroup ranks = consecutiveRanks(group, first, count);
        QCOMPARE(ranks.ranks, count);
        QCOMPARE(ranks.nodes, static_cast<int>(on_node.size()));
        QCOMPARE(ranks.least, std::min_element(on_node.begin(), on_node.end(), fewer)->second);
        QCOMPARE(ranks.most, std::max_element(on_node.begin(), on_node.end(), fewer)->second);
    }
}

// Buckets are sent one by one: GradientReduction equals a list of buckets that is processed in order.
void CollectivesTest::bucketsAreSentOneByOne()
{
    std::mt19937 random(2);
    for (int round = 0; round < 2000; ++round) {
        const RankGroup group = even(1 + static_cast<int>(random() % 3), 2, fast, slow);
        GradientReduction reduction(group);
        std::vector<std::pair<Seconds, Bytes>> buckets; // time at which they are full
        Bytes filling;
        Seconds clock;
        for (int layers = 1 + static_cast<int>(random() % 10); layers > 0; --layers) {
            const Seconds time(1e-4 * static_cast<double>(random() % 100));
            const Bytes gradients(static_cast<std::int64_t>(random() % 4 == 0 ? 0 : random() % (90 << 20)));
            reduction.backward(time, gradients);
            clock += time;
            filling += gradients;
            for (Bytes limit; limit = buckets.empty() ? Bytes(1 << 20) : Bytes(25 << 20), filling >= limit;) {
                buckets.emplace_back(clock, limit);
                filling -= limit;
            }
        }
        if (filling > Bytes(0)) {
            buckets.emplace_back(clock, filling);
        }
        Seconds end;
        for (const auto& [ready, bytes] : buckets) {
            end = std::max(end, ready) + allReduce(bytes, group);
        }
        QVERIFY(std::abs((reduction.exposed() - std::max(Seconds(0), end - clock)).value) < 1e-12);
    }
}

void CollectivesTest::overlapHidesAtMostTheCompute()
{
    std::mt19937 random(3);
    const RankGroup group = even(2, 4, fast, slow);
    int hidden = 0;
    for (int round = 0; round < 2000; ++round) {
        GradientReduction reduction(group);
        GradientReduction at_once(group); // the same gradients without compute
        Seconds compute;
        for (int layers = 1 + static_cast<int>(random() % 10); layers > 0; --layers) {
            const Seconds time(1e-4 * static_cast<double>(random() % 100));
            const Bytes gradients(static_cast<std::int64_t>(1 + random() % (90 << 20)));
            reduction.backward(time, gradients);
            at_once.backward(Seconds(0), gradients);
            compute += time;
        }
        const Seconds rounding = reduction.total() * 1e-12;
        QVERIFY(near(at_once.exposed(), reduction.total()));
        QVERIFY(reduction.exposed() <= reduction.total() + rounding);
        QVERIFY(reduction.exposed() >= reduction.lastBucket() - rounding);
        QVERIFY(reduction.exposed() >= reduction.total() - compute - rounding);
        hidden += reduction.exposed() < reduction.total() * 0.5 ? 1 : 0;
    }
    QVERIFY(hidden > 100); // otherwise nothing was overlapped
    QCOMPARE(GradientReduction(group).exposed().value, 0.0);
    QCOMPARE(GradientReduction(group).total().value, 0.0);
}

QTEST_APPLESS_MAIN(CollectivesTest)
#include "tst_collectives.moc"
