// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rules of the caching allocator; the requests that a stage sends to it equal the bytes of the ledger.
#include "core/cost/inputrelease.h"
#include "core/cost/prior/analyticcost.h"
#include "core/estimate/estimator.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/librarymemory.h"
#include "core/memory/allocator/replaycache.h"
#include "core/memory/allocator/stagereplay.h"
#include "core/memory/allocator/tracescript.h"
#include "core/memory/ledger.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

// Returns the bytes reserved after these requests, none of which is freed.
std::int64_t reservedFor(std::initializer_list<std::int64_t> requests, AllocatorOptions options = {})
{
    CachingAllocator allocator(options);
    for (const std::int64_t bytes : requests) {
        if (!allocator.allocate(bytes)) {
            return -1;
        }
    }
    return allocator.now().reserved.value;
}

// Makes the layers of a model from formulas.
ChainCosts priorChain(const Model& model, Workload workload, DeviceKind kind = DeviceKind::Cpu, bool recompute = false)
{
    ChainCosts chain;
    chain.optimizer = workload.optimizer;
    chain.precision = workload.precision;
    DeviceType device;
    device.kind = kind;
    const auto points = chainPoints(model, workload, 2, {{}, recompute}).value();
    for (const ProfilePoint& point : points) {
        chain.layers.push_back(analyticCost(point, device).value());
    }
    return chain;
}

ChainCosts gptCosts(int blocks, int width, DeviceKind kind)
{
    Workload workload;
    workload.sequence = 128;
    return priorChain(gptChain(blocks, width, 8, 1000, 128), workload, kind);
}

// Returns the decrease of a layer's backward peak if `bytes` are freed before a random event of its pass.
Bytes inputReleaseOf(const LayerCost& cost, const AllocationTrace& trace, bool owned, Bytes bytes, std::mt19937& random)
{
    const TraceScript script = scriptOf(cost, trace);
    const std::size_t moment = script.backward.empty() ? 0 : random() % script.backward.size();
    auto next = static_cast<std::size_t>(
        std::count_if(script.forward.begin(), script.forward.end(), [](std::int64_t event) { return event > 0; }));
    std::int64_t alive = 0;
    std::int64_t plain = 0;
    std::int64_t early = 0;
    for (std::size_t e = 0; e < script.backward.size(); ++e) {
        const std::int64_t event = script.backward[e];
        const std::size_t at = event > 0 ? next++ : static_cast<std::size_t>(-event - 1);
        const AllocationRole role = script.roles[at];
        if (role != AllocationRole::StandIn && !(owned && role == AllocationRole::OutputGradient)) {
            alive += event > 0 ? script.sizes[at] : -script.sizes[at];
        }
        plain = std::max(plain, alive);
        early = std::max(early, alive - (e >= moment ? bytes.value : 0));
    }
    return Bytes(plain - early);
}

// Frees a saved input before its backward pass ends; of several inputs one after the first. True if any decreases a
// peak.
bool releaseInputs(ChainCosts& costs, std::mt19937& random)
{
    bool any = false;
    for (std::size_t l = 1; l < costs.layers.size(); ++l) {
        LayerCost& cost = costs.layers[l];
        std::vector<BoundaryTensor>& inputs = cost.memory.inputs;
        const std::size_t i = inputs.size() > 1 ? 1 + random() % (inputs.size() - 1) : 0;
        // (A tied weight's gradient moves the peak: an early release in one backward pass then affects the other.)
        const bool tied = cost.shared_gradients > Bytes(0);
        if (tied || (i == 0 ? !inputs.empty() || !cost.memory.keeps_input : !inputs[i].kept)) {
            continue;
        }
        const auto inputRelease = [&](const AllocationTrace& trace, bool owned) {
            return inputReleaseOf(cost, trace, owned, i == 0 ? cost.memory.input : inputs[i].bytes, random);
        };
        const LayerTraces& traces = *cost.traces;
        const InputRelease all {inputRelease(traces.first, false), inputRelease(traces.later, false),
                                inputRelease(traces.first, true), inputRelease(traces.later, true)};
        any = any || all.first > Bytes(0);
        (i == 0 ? cost.memory.input_release : inputs[i].input_release) = all;
    }
    applyInputRelease(costs);
    return any;
}

}

class AllocatorTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void roundsAndPools();
    void takesTheBestFit();
    void splitsWhatIsLeftOver();
    void mergesNeighbors();
    void givesBackAtTheLimit();
    void expandableSegmentsGrow();
    void nothingIsLostOrShared_data();
    void nothingIsLostOrShared();
    void expandableSegmentsFragmentLess();
    void stageMeetsTheLedger_data();
    void stageMeetsTheLedger();
    void streamsShareNothing();
    void unitsMeetTheLedger();
    void inputsThatGoEarlyAreFreed_data();
    void inputsThatGoEarlyAreFreed();
    void fewMicroBatchesShowTheSteadyState();
    void deepPipelineIsQuick();
    void replaysAreKept();
    void replayOnlyRefuses();
    void librariesByGeneration();
};

void AllocatorTest::roundsAndPools()
{
    CachingAllocator allocator;
    const int one = allocator.allocate(1).value();
    QCOMPARE(allocator.now(), (AllocatorBytes {Bytes(1), Bytes(512), Bytes(2 * mib)}));
    allocator.allocate(513);
    QCOMPARE(allocator.now().allocated.value, 512 + 1024);
    allocator.free(one);
    QCOMPARE(allocator.now().requested.value, 513);
    QCOMPARE(allocator.peaks().allocated.value, 512 + 1024);
    QCOMPARE(reservedFor({mib}), 2 * mib); // the largest small request
    QCOMPARE(reservedFor({mib, mib, 1}), 4 * mib);
    QCOMPARE(reservedFor({mib + 1}), 20 * mib);
    QCOMPARE(reservedFor({10 * mib - 512}), 20 * mib);
    QCOMPARE(reservedFor({10 * mib}), 10 * mib); // a separate segment
    QCOMPARE(reservedFor({21 * mib + 1}), 22 * mib);
}

void AllocatorTest::takesTheBestFit()
{
    CachingAllocator allocator;
    std::vector<int> blocks;
    for (const std::int64_t bytes : {40 * mib, 24 * mib, 32 * mib}) {
        blocks.push_back(allocator.allocate(bytes).value());
    }
    const auto middle = allocator.place(blocks[1]);
    for (const int block : blocks) {
        allocator.free(block);
    }
    QCOMPARE(allocator.place(allocator.allocate(23 * mib + 1).value()), middle);
    QCOMPARE(allocator.now().reserved.value, 96 * mib);
}

void AllocatorTest::splitsWhatIsLeftOver()
{
    CachingAllocator allocator;
    const int whole = allocator.allocate(12 * mib).value();
    allocator.free(whole);
    // 1 MiB remains, too little for the large pool.
    const int most = allocator.allocate(11 * mib).value();
    QCOMPARE(allocator.place(most).second, 12 * mib);
    allocator.free(most);
    QCOMPARE(allocator.place(allocator.allocate(11 * mib - 512).value()).second, 11 * mib - 512);
    // In the small pool 512 bytes suffice.
    const int small = allocator.allocate(mib).value();
    QCOMPARE(allocator.place(allocator.allocate(mib - 512).value()).second, mib - 512);
    QCOMPARE(allocator.place(allocator.allocate(512).value()).first, allocator.place(small).first + 2 * mib - 512);
}

void AllocatorTest::mergesNeighbors()
{
    CachingAllocator allocator;
    std::vector<int> blocks;
    for (int i = 0; i < 4; ++i) {
        blocks.push_back(allocator.allocate(5 * mib).value());
    }
    for (const int i : {0, 2, 1}) { // the last one has free neighbors on both sides
        allocator.free(blocks[static_cast<std::size_t>(i)]);
    }
    allocator.allocate(15 * mib);
    QCOMPARE(allocator.now().reserved.value, 20 * mib);
}

void AllocatorTest::givesBackAtTheLimit()
{
    for (const bool expandable : {false, true}) {
        CachingAllocator allocator({expandable, Bytes(60 * mib)});
        const int large = allocator.allocate(40 * mib).value();
        const int small = allocator.allocate(100).value();
        QVERIFY(!allocator.allocate(40 * mib)); // 42 MiB are in use
        allocator.free(large);
        allocator.free(small);
        QCOMPARE(allocator.now().reserved.value, 42 * mib);
        QVERIFY(allocator.allocate(50 * mib)); // free memory is returned first
        QVERIFY(allocator.now().reserved <= Bytes(60 * mib));
        QVERIFY(!allocator.allocate(11 * mib));
    }
}

void AllocatorTest::expandableSegmentsGrow()
{
    const AllocatorOptions expandable {true, {}};
    QCOMPARE(reservedFor({1}, expandable), 2 * mib);
    QCOMPARE(reservedFor({21 * mib}, expandable), 40 * mib);
    QCOMPARE(reservedFor({21 * mib, 19 * mib, 1}, expandable), 42 * mib);
    QCOMPARE(reservedFor({21 * mib, 19 * mib + 1}, expandable), 60 * mib);
    CachingAllocator allocator(expandable);
    allocator.allocate(18 * mib);
    allocator.free(allocator.allocate(10 * mib).value());
    allocator.allocate(30 * mib); // uses free memory and one page after it
    QCOMPARE(allocator.now().reserved.value, 60 * mib);
}

void AllocatorTest::nothingIsLostOrShared_data()
{
    QTest::addColumn<bool>("expandable");
    QTest::addColumn<bool>("limited");
    for (const bool expandable : {false, true}) {
        for (const bool limited : {false, true}) {
            QTest::addRow("%s, %s", expandable ? "expandable" : "classic", limited ? "limited" : "unlimited")
                << expandable << limited;
        }
    }
}

// Random requests of all pools: live blocks do not overlap and are large enough, and the sums match.
void AllocatorTest::nothingIsLostOrShared()
{
    QFETCH(bool, expandable);
    QFETCH(bool, limited);
    std::mt19937 random(5);
    const Bytes limit(300 * mib);
    CachingAllocator allocator({expandable, limited ? std::optional(limit) : std::nullopt});
    std::vector<std::pair<int, std::int64_t>> live;
    for (int i = 0; i < 6000; ++i) {
        if (!live.empty() && random() % 100 < (live.size() > 60 ? 60U : 45U)) {
            std::swap(live[random() % live.size()], live.back());
            allocator.free(live.back().first);
            live.pop_back();
        } else {
            const std::int64_t most = std::array {2 * kib, mib, 12 * mib, 40 * mib}[random() % 4];
            const std::int64_t bytes = 1 + static_cast<std::int64_t>(random()) % most;
            if (const auto handle = allocator.allocate(bytes)) {
                live.emplace_back(*handle, bytes);
            } else {
                QVERIFY(limited);
            }
        }
        std::map<std::int64_t, std::int64_t> pipeline_ranks;
        AllocatorBytes sum;
        for (const auto& [handle, bytes] : live) {
            const auto [address, size] = allocator.place(handle);
            QVERIFY(size >= bytes && size % 512 == 0);
            pipeline_ranks[address] = address + size;
            sum.requested += Bytes(bytes);
            sum.allocated += Bytes(size);
        }
        QCOMPARE(pipeline_ranks.size(), live.size());
        std::int64_t end = 0;
        for (const auto& [first, last] : pipeline_ranks) {
            QVERIFY(first >= end);
            end = last;
        }
        QCOMPARE(allocator.now().requested, sum.requested);
        QCOMPARE(allocator.now().allocated, sum.allocated);
        QVERIFY(allocator.now().reserved >= sum.allocated && (!limited || allocator.now().reserved <= limit));
    }
    for (const auto& [handle, bytes] : live) {
        allocator.free(handle);
    }
    QCOMPARE(allocator.now().allocated, Bytes(0));
    QVERIFY(allocator.fragmentation() >= 0 && allocator.fragmentation() < 1);
}

// Expandable segments have less fragmentation: tensors that grow a little from step to step leave small gaps in
// segments of a fixed size.
void AllocatorTest::expandableSegmentsFragmentLess()
{
    Bytes reserved[2];
    for (const bool expandable : {false, true}) {
        CachingAllocator allocator({expandable, {}});
        for (int step = 0; step < 8; ++step) {
            std::vector<int> blocks;
            for (int i = 0; i < 20; ++i) {
                blocks.push_back(allocator.allocate((11 + 3 * step) * mib).value());
            }
            for (const int block : blocks) {
                allocator.free(block);
            }
        }
        reserved[expandable ? 1 : 0] = allocator.peaks().reserved;
    }
    QVERIFY(reserved[1] < reserved[0]);
    QVERIFY(reserved[1] <= Bytes(20 * 32 * mib + 20 * mib)); // those of the last step only
}

void AllocatorTest::stageMeetsTheLedger_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << index++;
    }
}

// For any layers, schedule and training settings: the requests of a stage's tensors reach the peak of the ledger, up to
// a scalar.
void AllocatorTest::stageMeetsTheLedger()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    std::mt19937 random(static_cast<unsigned>(index));
    for (const Precision precision : {Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master}) {
        for (const bool recompute : {false, true}) {
            Workload workload;
            workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : 32;
            workload.precision = precision;
            const ChainCosts costs = priorChain(model, workload, DeviceKind::Cpu, recompute);
            const auto sided = [](const LayerCost& cost) { return !cost.memory.inputs.empty(); };
            if (recompute && std::any_of(costs.layers.begin(), costs.layers.end(), sided)) {
                continue; // formulas only know which of several inputs the plain layer saves
            }
            for (int round = 0; round < 4; ++round) {
                const int first = round == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(costs.size()));
                const int last = round == 0
                    ? costs.size()
                    : first + 1 + static_cast<int>(random() % static_cast<unsigned>(costs.size() - first));
                const auto operations = operationsOf(
                    round % 2 == 0 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::GPipe, 0, 2, 1 + random() % 4);
                const Bytes peak = walkLedger(costs, {first, last}, operations).peak;
                CachingAllocator allocator;
                const StageReplay replay = replayOperations(costs, {first, last}, operations, allocator);
                // Formulas do not distinguish the gradients of several tensors that a stage sends: the ledger's last
                // layer then has them in addition to the received ones.
                const bool several =
                    last < costs.size() && !costs.layers[static_cast<std::size_t>(last) - 1].memory.outputs.empty();
                const Bytes twice =
                    several ? costs.layers[static_cast<std::size_t>(last)].memory.input_gradient : Bytes(0);
                const std::int64_t off = (replay.peaks.requested - peak).value;
                QVERIFY2(off <= 16 && off >= -16 - twice.value,
                         qPrintable(QStringLiteral("%1, recompute %2, layers [%3,%4), %5 operations: %6 off %7")
                                        .arg(QString::fromStdString(std::string(nameOf(precision))))
                                        .arg(recompute)
                                        .arg(first)
                                        .arg(last)
                                        .arg(operations.size())
                                        .arg(off)
                                        .arg(peak.value)));
                QVERIFY(replay.peaks.reserved >= replay.peaks.allocated);
            }
        }
    }
}

// Streams share nothing: memory freed by one stream is only reused by that stream, until the device has no more.
void AllocatorTest::streamsShareNothing()
{
    CachingAllocator allocator({false, Bytes(120 * mib)});
    allocator.free(*allocator.allocate(50 * mib, 1));
    QVERIFY(allocator.allocate(50 * mib));
    QCOMPARE(allocator.now().reserved, Bytes(100 * mib));
    QVERIFY(allocator.allocate(50 * mib, 1)); // its own memory again
    QCOMPARE(allocator.now().reserved, Bytes(100 * mib));
    CachingAllocator full({false, Bytes(60 * mib)});
    full.free(*full.allocate(50 * mib, 2));
    QVERIFY(full.allocate(50 * mib)); // returns memory first
    QCOMPARE(full.now().reserved, Bytes(50 * mib));
}

// Sharded fp32 copies, gathered and reduced unit by unit: the replay requests the bytes of the ledger, except for the
// padding of each parameter's part.
void AllocatorTest::unitsMeetTheLedger()
{
    const Model model = parseConfig(R"({"model_type": "llama", "num_hidden_layers": 3, "hidden_size": 256,
        "intermediate_size": 768, "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 2000,
        "max_position_embeddings": 256})",
                                    "llama")
                            .value();
    Workload workload;
    workload.precision = Precision::Bf16Master;
    for (const std::int64_t sequence : {8, 64, 256}) {
        workload.sequence = sequence;
        for (const bool recompute : {false, true}) {
            const ChainCosts costs = priorChain(model, workload, DeviceKind::Cuda, recompute);
            for (const int data : {1, 2, 8}) {
                for (const bool keeps_head : {false, true}) {
                    const Replication replication {data, 3,         GradientHandling::Eager, StateOffload::None, 1,
                                                   true, keeps_head};
                    for (const std::int64_t micro_batches : {1, 3}) {
                        const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, micro_batches);
                        const Bytes peak = walkLedger(costs, {0, costs.size()}, operations, replication).peak;
                        CachingAllocator allocator;
                        const StageReplay replay =
                            replayOperations(costs, {0, costs.size()}, operations, allocator, replication);
                        const double off = replay.peaks.requested / peak - 1;
                        QVERIFY2(std::abs(off) < 0.02,
                                 qPrintable(QStringLiteral("%1 tokens, %2 replicas, head %3, recompute %4: %5 %")
                                                .arg(sequence)
                                                .arg(data)
                                                .arg(keeps_head)
                                                .arg(recompute)
                                                .arg(100 * off)));
                    }
                }
            }
        }
    }
}

void AllocatorTest::inputsThatGoEarlyAreFreed_data()
{
    stageMeetsTheLedger_data();
}

// Inputs released early are freed in the replay, so its peak equals the ledger's.
void AllocatorTest::inputsThatGoEarlyAreFreed()
{
    QFETCH(int, index);
    const SmallFamily family = smallFamilies()[static_cast<std::size_t>(index)];
    const Model model = parseConfig(family.config, family.name).value();
    Workload workload;
    workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : 32;
    std::mt19937 random(static_cast<unsigned>(index));
    const ChainCosts plain = priorChain(model, workload);
    bool lower = false;
    for (int round = 0; round < 12; ++round) {
        ChainCosts costs = plain;
        const bool any = releaseInputs(costs, random);
        const int first = static_cast<int>(random() % static_cast<unsigned>(costs.size()));
        const int last = round % 2 == 0
            ? costs.size()
            : first + 1 + static_cast<int>(random() % static_cast<unsigned>(costs.size() - first));
        if (last < costs.size() && !costs.layers[static_cast<std::size_t>(last) - 1].memory.outputs.empty()) {
            continue; // stageMeetsTheLedger() explains the reason
        }
        const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 2, 1 + random() % 4);
        const Bytes peak = walkLedger(costs, {first, last}, operations).peak;
        lower = lower || !any || peak < walkLedger(plain, {first, last}, operations).peak;
        CachingAllocator allocator;
        const Bytes replayed = replayOperations(costs, {first, last}, operations, allocator).peaks.requested;
        QVERIFY2(std::abs((replayed - peak).value) <= 16,
                 qPrintable(QStringLiteral("layers [%1,%2): %3 off %4")
                                .arg(first)
                                .arg(last)
                                .arg((replayed - peak).value)
                                .arg(peak.value)));
    }
    QVERIFY(lower);
}

void AllocatorTest::fewMicroBatchesShowTheSteadyState()
{
    const ChainCosts costs = gptCosts(6, 256, DeviceKind::Cuda);
    for (const bool expandable : {false, true}) {
        for (const LayerRange range : {LayerRange {0, 3}, {2, 5}, {5, 8}}) {
            const auto few =
                replayStage(costs, range, ScheduleKind::OneForwardOneBackward, 1, 4, 100, {expandable, {}});
            CachingAllocator allocator({expandable, {}});
            const auto all =
                replayOperations(costs, range, operationsOf(ScheduleKind::OneForwardOneBackward, 1, 4, 100), allocator);
            QCOMPARE(few->peaks.requested, all.peaks.requested);
            const double ratio = few->peaks.reserved / all.peaks.reserved;
            QVERIFY2(std::abs(ratio - 1) < 0.03, qPrintable(QString::number(ratio)));
        }
        // Forward passes accumulate.
        const auto few = replayStage(costs, {2, 5}, ScheduleKind::GPipe, 1, 4, 100, {expandable, {}});
        CachingAllocator allocator({expandable, {}});
        const auto all = replayOperations(costs, {2, 5}, operationsOf(ScheduleKind::GPipe, 1, 4, 100), allocator);
        const double ratio = few->peaks.reserved / all.peaks.reserved;
        QVERIFY2(std::abs(ratio - 1) < 0.03, qPrintable(QString::number(ratio)));
    }
}

// A pipeline of 64 stages and 512 micro-batches is quick: the time depends on the depth, not on the micro-batches.
void AllocatorTest::deepPipelineIsQuick()
{
    constexpr int stages = 64;
    const ChainCosts costs = gptCosts(2 * stages - 2, 64, DeviceKind::Cuda);
    QElapsedTimer timer;
    timer.start();
    for (int s = 0; s < stages; ++s) {
        QVERIFY(replayStage(costs, {2 * s, 2 * s + 2}, ScheduleKind::OneForwardOneBackward, s, stages, 512));
    }
    qInfo("%lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(timer.elapsed() < 60'000);
}

// Cached replays equal new ones, for stages with equal allocations only.
void AllocatorTest::replaysAreKept()
{
    ReplayCache memory;
    const ChainCosts costs = gptCosts(6, 256, DeviceKind::Cuda);
    const auto kept = memory.of(costs);
    for (int round = 0; round < 2; ++round) {
        for (const auto schedule : {ScheduleKind::OneForwardOneBackward, ScheduleKind::GPipe}) {
            for (const std::int64_t micro_batches : {3, 20, 100}) {
                for (int pipeline_rank = 0; pipeline_rank < 4; ++pipeline_rank) {
                    for (const std::optional<Bytes> limit : {std::optional<Bytes>(), std::optional(Bytes(100 << 20))}) {
                        const LayerRange range {2 * pipeline_rank, 2 * pipeline_rank + 2};
                        const auto replay =
                            kept->of(costs, {range, schedule, pipeline_rank, 4, micro_batches}, {false, limit});
                        QVERIFY(replay);
                        QVERIFY(
                            *replay
                            == *replayStage(costs, range, schedule, pipeline_rank, 4, micro_batches, {false, limit}));
                    }
                }
            }
        }
    }
    for (int first = 0; first < costs.size(); ++first) { // one of equal ones is replayed
        for (int last = first + 1; last <= costs.size(); ++last) {
            for (const int pipeline_rank : {0, 1, 2}) {
                const ReplayedStage stage {{first, last}, ScheduleKind::OneForwardOneBackward, pipeline_rank, 3, 8};
                const auto replay = kept->of(costs, stage, {});
                QVERIFY(replay && *replay == *replayStage(costs, stage.range, stage.schedule, pipeline_rank, 3, 8));
            }
        }
    }
    ChainCosts slower = costs;
    slower.layers[1].forward.median = Seconds(1e3);
    QVERIFY(memory.of(slower) == kept);
    ChainCosts larger = costs;
    larger.layers[1].memory.saved += Bytes(512);
    QVERIFY(memory.of(larger) != kept);
    QVERIFY(memory.of(costs) == kept);
    for (int i = 0; i < 40; ++i) { // others are evicted
        larger.layers[1].memory.saved += Bytes(512);
        memory.of(larger);
    }
    QVERIFY(memory.of(costs) != kept);
}

// For any capacity of the device: a plan that fits with the replay also fits by the search's criterion, and the three
// peaks stay in order.
void AllocatorTest::replayOnlyRefuses()
{
    const ChainCosts costs = gptCosts(6, 256, DeviceKind::Cuda);
    const Plan plan = uniformPlan({0, 2, 5, 8}, 1, 2, 8, ScheduleKind::OneForwardOneBackward);
    std::array<int, 2> count {};
    for (int memory = 1700; memory < 3000; memory += 25) { // NCCL uses over 1 GiB of it
        const Problem problem =
            problemFor(gptChain(6, 256, 8, 1000, 128), "4xA100-80GB:" + std::to_string(memory) + "MiB", 16, 2);
        const auto by_share = estimatePlan(problem, plan, costs, {false, false});
        const auto full = estimatePlan(problem, plan, costs);
        QVERIFY2(by_share && full, qPrintable(errorOf(full)));
        QVERIFY(by_share->fits || !full->fits);
        for (const DeviceEstimate& device : full->devices) {
            QVERIFY(device.fragmentation && device.reserved >= device.peak);
            QCOMPARE(device.device, device.reserved + device.libraries + device.context + device.collectives.middle);
            QVERIFY(device.device <= device.device_high);
            QCOMPARE(device.fits, device.device_high <= device.capacity);
        }
        ++count[full->fits ? 1 : 0];
    }
    QVERIFY(count[0] > 0 && count[1] > 0);
    const Estimate cpu =
        estimatePlan(problemFor(gptChain(6, 256, 8, 1000, 128), "4xcpu:8GiB", 16, 2), plan, costs).value();
    QVERIFY(!cpu.devices.front().fragmentation && cpu.devices.front().reserved == cpu.devices.front().peak);
}

void AllocatorTest::librariesByGeneration()
{
    const auto bytes = [](const char* name) { return libraryWorkspaces(catalogue().find(name)->device).value.value; };
    QCOMPARE(bytes("A100-80GB"), 2 * 8320 * kib);
    QCOMPARE(bytes("H100-80GB"), 2 * 32 * mib);
    QCOMPARE(bytes("MI300X"), 2 * 128 * mib);
    QCOMPARE(bytes("cpu"), std::int64_t(0));
}

QTEST_GUILESS_MAIN(AllocatorTest)
#include "tst_allocator.moc"
