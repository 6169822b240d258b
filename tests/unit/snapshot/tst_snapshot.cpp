// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Memory snapshots of PyTorch are read exactly, even if the recording begins late.
#include "core/base/english.h"
#include "core/json/tracecodec.h"
#include "core/snapshot/innerframes.h"
#include "core/snapshot/replay.h"
#include "core/snapshot/snapshotreader.h"
#include "tests/support/largesnapshot.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <sstream>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::string dataFile(const char* name)
{
    return std::string(TEST_DATA "/snapshots/") + name;
}

MemoryTrace onlyTrace(const Result<Snapshot>& snapshot)
{
    if (!snapshot) {
        qWarning("%s", describe(snapshot.error()).c_str());
        return {};
    }
    const auto traces = memoryTraces(*snapshot, "a.pickle");
    return traces && traces->size() == 1 ? traces->front() : MemoryTrace {};
}

Bytes atPeak(const MemoryTrace& trace, TraceCategory category)
{
    return trace.at_peak[static_cast<std::size_t>(category)];
}

Result<Snapshot> read(const std::string& bytes)
{
    std::istringstream stream(bytes);
    return readSnapshot(stream, Bytes(static_cast<std::int64_t>(bytes.size())));
}

struct Event {
    std::string_view action;
    std::uint64_t address;
    std::uint64_t size;
    std::string_view function {}; // function of its only frame; empty: no frames
    std::string_view file {"train.py"};
};

// Makes a snapshot with these events on device 0 and a segment with these live blocks.
std::string snapshotOf(const std::vector<Event>& events,
                       const std::vector<std::pair<std::uint64_t, std::uint64_t>>& live = {},
                       std::uint64_t reserved = 0, int protocol = 4)
{
    PickleText p;
    const auto entry = [&](std::string_view key, std::uint64_t value) { p.text(key).whole(value); };
    p.begin(protocol).dictionary().mark().text("segments").list().mark().dictionary().mark();
    entry("device", 0);
    entry("address", 4096);
    entry("total_size", reserved);
    p.text("blocks").list().mark();
    for (const auto& [address, size] : live) {
        p.dictionary().mark();
        entry("address", address);
        entry("size", size);
        p.text("state").text("active_allocated").text("frames").list().setItems();
    }
    p.appends().setItems().appends().text("device_traces").list().mark().list().mark();
    for (const Event& event : events) {
        p.dictionary().mark().text("action").text(event.action);
        entry("addr", event.address);
        entry("size", event.size);
        p.text("frames").list();
        if (!event.function.empty()) {
            p.mark().dictionary().mark().text("name").text(event.function).text("filename").text(event.file);
            entry("line", 7);
            p.setItems().appends();
        }
        p.setItems();
    }
    return p.appends().appends().setItems().end().bytes;
}

}

class TestSnapshot : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRealRun();
    void aRecordingThatBeginsLate();
    void blocksFromBeforeTheRecording();
    void categoriesFollowTheStep();
    void memoryThatAStepAsksForIsNoEndOfIt();
    void blocksTakeInSmallRests();
    void curvesKeepTheirExtremes();
    void manyEventsShareAPoint();
    void rangesOfACurve();
    void oldProtocols();
    void linesOfAScriptComeBeforeThoseOfTheAllocator();
    void whatIsNoSnapshot();
    void aDryRun();
    void aCancelledReading();
};

// A dry run is not labeled as a measurement: it starts the script from a separate file.
void TestSnapshot::aDryRun()
{
    const MemoryTrace dry =
        onlyTrace(read(snapshotOf({{"alloc", 4096, 512, "main", "/tmp/rank0/stagecraft_dryrun/run.py"}}, {}, 1 << 21)));
    QVERIFY(dry.dry_run);
    QVERIFY(decodeJson<MemoryTrace>(encodeJson(dry), "").dry_run);
    QVERIFY(!onlyTrace(read(snapshotOf({{"alloc", 4096, 512, "main", "/tmp/train.py"}}, {}, 1 << 21))).dry_run);
}

void TestSnapshot::aRealRun()
{
    const MemoryTrace trace = onlyTrace(readSnapshot(dataFile("transformer.pickle")));
    // Values of torch.cuda.max_memory_allocated() and max_memory_reserved().
    QCOMPARE(trace.peak.value, 90'832'896);
    QCOMPARE(trace.peak_reserved.value, 109'051'904);
    QCOMPARE(trace.before.value, 0);
    QCOMPARE(trace.wholeSteps(), 3);
    QVERIFY(trace.recorded_at.starts_with("20"));
    // 653,544 parameters of fp32, each tensor in whole blocks; AdamW has two states of each.
    QCOMPARE(atPeak(trace, TraceCategory::Parameters).value, 2'614'272);
    QCOMPARE(atPeak(trace, TraceCategory::Optimizer).value, 2 * 2'614'272);
    // Two workspaces of cuBLAS of 32 MiB each, and the gradients of the activations.
    QVERIFY(atPeak(trace, TraceCategory::Temporary).value > 2 * (32 << 20));
    QVERIFY(atPeak(trace, TraceCategory::Activations).value > 8 << 20);
    QVERIFY(atPeak(trace, TraceCategory::Unknown).value <= 4096); // the ids
    Bytes all;
    for (const Bytes bytes : trace.at_peak) {
        all += bytes;
    }
    QCOMPARE(all, trace.peak);
    QVERIFY(std::ranges::is_sorted(trace.groups, std::greater(), &PeakGroup::bytes));
    const auto attention = std::ranges::find_if(trace.groups, [](const PeakGroup& group) {
        return !group.frames.empty() && group.frames.front().file == "train.py"
            && group.frames.front().name == "forward";
    });
    QVERIFY(attention != trace.groups.end());
    QCOMPARE(attention->category, TraceCategory::Activations);
}

void TestSnapshot::aRecordingThatBeginsLate()
{
    const MemoryTrace whole = onlyTrace(readSnapshot(dataFile("transformer.pickle")));
    const MemoryTrace late = onlyTrace(readSnapshot(dataFile("late.pickle")));
    QCOMPARE(late.peak, whole.peak);
    QCOMPARE(late.peak_reserved, whole.peak_reserved);
    QVERIFY(late.before.value > 70'000'000);
    QCOMPARE(atPeak(late, TraceCategory::Unknown).value, late.before.value + 4096);
    QCOMPARE(late.wholeSteps(), 3);
}

void TestSnapshot::blocksFromBeforeTheRecording()
{
    // Block A is freed, B stays to the end: neither has an allocation event.
    const MemoryTrace trace = onlyTrace(
        read(snapshotOf({{"alloc", 100'000, 1000}, {"free_requested", 8192, 2048}, {"segment_free", 1 << 20, 1 << 20}},
                        {{4096, 512}, {100'000, 1024}}, 2 << 20)));
    QCOMPARE(trace.before.value, 2048 + 512);
    QCOMPARE(trace.peak.value, 2048 + 512 + 1024);
    QCOMPARE(trace.peak_event, 0);
    QCOMPARE(trace.peak_reserved.value, 3 << 20);
    QCOMPARE(trace.curve.points.back().highest.value, 512 + 1024);
    QCOMPARE(trace.curve.points.back().reserved.value, 2 << 20);
}

void TestSnapshot::categoriesFollowTheStep()
{
    const std::string adam = "site-packages/torch/optim/adam.py";
    const std::string module = "site-packages/torch/nn/modules/module.py";
    const MemoryTrace trace = onlyTrace(read(snapshotOf({
        {"alloc", 1 << 20, 1024, "_apply", module}, // parameters
        {"alloc", 2 << 20, 2048, "forward"}, // activations
        {"alloc", 3 << 20, 512, "forward"}, // temporary: freed in the forward pass
        {"free_requested", 3 << 20, 512, "forward"},
        {"alloc", 4 << 20, 4096, "all_gather", "site-packages/torch/distributed/distributed_c10d.py"},
        {"alloc", 5 << 20, 512, "backward"}, // temporary
        {"alloc", 6 << 20, 1024, "backward"}, // gradients
        {"free_requested", 5 << 20, 512, "backward"},
        {"free_requested", 2 << 20, 2048, "backward"},
        {"alloc", 7 << 20, 8192, "_init_group", adam}, // optimizer state
        {"alloc", 8 << 20, 512, "_single_tensor_adam", adam}, // temporary
        {"free_requested", 8 << 20, 512, "_single_tensor_adam", adam},
        {"free_requested", 6 << 20, 1024, "zero_grad", "site-packages/torch/optim/optimizer.py"},
        {"alloc", 9 << 20, 512, "forward"},
        {"alloc", 10 << 20, 512, "main"},
    })));
    QCOMPARE(trace.peak_event, 10);
    QCOMPARE(atPeak(trace, TraceCategory::Parameters).value, 1024);
    QCOMPARE(atPeak(trace, TraceCategory::Gradients).value, 1024);
    QCOMPARE(atPeak(trace, TraceCategory::Optimizer).value, 8192);
    QCOMPARE(atPeak(trace, TraceCategory::Activations).value, 0);
    QCOMPARE(atPeak(trace, TraceCategory::Communication).value, 4096);
    QCOMPARE(atPeak(trace, TraceCategory::Temporary).value, 512);
    QCOMPARE(atPeak(trace, TraceCategory::Unknown).value, 0);
    QCOMPARE(trace.steps, (std::vector<std::int64_t> {1, 13}));
}

// Segments requested during a step do not end it: in its first step an optimizer requests segments between its
// allocations.
void TestSnapshot::memoryThatAStepAsksForIsNoEndOfIt()
{
    const std::string adam = "site-packages/torch/optim/adam.py";
    const MemoryTrace trace = onlyTrace(read(snapshotOf({
        {"alloc", 6 << 20, 1024, "backward"},
        {"segment_alloc", 32 << 20, 2 << 20},
        {"alloc", 32 << 20, 8192, "_init_group", adam},
        {"alloc", 33 << 20, 512, "_multi_tensor_adam", adam}, // temporary
        {"segment_alloc", 64 << 20, 2 << 20},
        {"alloc", 64 << 20, 1024, "_multi_tensor_adam", adam}, // temporary
        {"free_requested", 64 << 20, 1024, "_multi_tensor_adam", adam},
        {"free_requested", 33 << 20, 512, "_multi_tensor_adam", adam},
        {"free_requested", 6 << 20, 1024, "zero_grad", "site-packages/torch/optim/optimizer.py"},
    })));
    QCOMPARE(trace.peak_event, 5);
    QCOMPARE(atPeak(trace, TraceCategory::Optimizer).value, 8192);
    QCOMPARE(atPeak(trace, TraceCategory::Temporary).value, 512 + 1024);
    QCOMPARE(atPeak(trace, TraceCategory::Gradients).value, 1024);
}

// Blocks include small remainders: a request of more than 1 MiB gets its whole block if at most 1 MiB would remain.
void TestSnapshot::blocksTakeInSmallRests()
{
    constexpr std::uint64_t segment = 1 << 30;
    constexpr std::uint64_t mebi = 1 << 20;
    const MemoryTrace trace = onlyTrace(read(snapshotOf(
        {
            {"segment_alloc", segment, 20 * mebi},
            {"alloc", segment, 3 * mebi}, // block of 20: split
            {"alloc", segment + 3 * mebi, 4 * mebi}, // block of 17: split
            {"free_requested", segment, 3 * mebi},
            {"alloc", segment, 2 * mebi + 100}, // block of 3: not split
            {"alloc", segment + 7 * mebi, 13 * mebi - 1000}, // block of 13: not split
        },
        {}, 20 * mebi)));
    QCOMPARE(trace.peak.value, static_cast<std::int64_t>((3 + 4 + 13) * mebi));
}

void TestSnapshot::curvesKeepTheirExtremes()
{
    const MemoryTrace trace = onlyTrace(readSnapshot(dataFile("transformer.pickle")));
    QCOMPARE(trace.curve.events_per_point, 1);
    QCOMPARE(static_cast<std::int64_t>(trace.curve.points.size()), trace.events);
    QCOMPARE(trace.curve.points[static_cast<std::size_t>(trace.peak_event)].highest, trace.peak);
    QVERIFY(std::ranges::is_sorted(trace.curve.points, {}, &TracePoint::time));
}

void TestSnapshot::manyEventsShareAPoint()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("large.pickle").toStdString();
    LargeSnapshot writer(path, 2);
    QVERIFY(writer.write(50'000'000));
    const MemoryTrace trace = onlyTrace(readSnapshot(path));
    QCOMPARE(trace.events, writer.events());
    QCOMPARE(trace.curve.events_per_point, 2);
    QVERIFY(trace.curve.points.size() <= MemoryCurve::mostPoints);
    const auto highest = std::ranges::max_element(trace.curve.points, {}, &TracePoint::highest);
    QCOMPARE(highest->highest, trace.peak);
    QVERIFY(trace.steps.size() > 10);
}

void TestSnapshot::rangesOfACurve()
{
    std::mt19937 random(5);
    for (const std::size_t size : {1U, 2U, 3U, 17U, 64U, 1000U}) {
        MemoryCurve curve;
        for (std::size_t i = 0; i < size; ++i) {
            const Bytes low(static_cast<std::int64_t>(random() % 1000));
            curve.points.push_back(
                {static_cast<std::int64_t>(i), low, low + Bytes(random() % 9), Bytes(random() % 5000)});
        }
        const CurvePyramid pyramid(curve);
        QCOMPARE(pyramid.size(), size);
        for (int round = 0; round < 200; ++round) {
            const std::size_t first = random() % size;
            const std::size_t last = first + 1 + random() % (size - first);
            TracePoint wanted = curve.points[first];
            for (std::size_t i = first; i < last; ++i) {
                const TracePoint& point = curve.points[i];
                wanted = {point.time, std::min(wanted.lowest, point.lowest), std::max(wanted.highest, point.highest),
                          std::max(wanted.reserved, point.reserved)};
            }
            QCOMPARE(pyramid.over(first, last), wanted);
        }
    }
}

void TestSnapshot::oldProtocols()
{
    // Protocol 2 has no MEMOIZE and no short texts: PUT and BINUNICODE instead.
    PickleText p;
    const auto text = [&](std::string_view words) {
        p.operation('X').number(words.size(), 4);
        p.bytes += words;
        p.operation('q').number(0, 1);
    };
    p.begin(2).operation('}').operation('(');
    text("device_traces");
    p.operation(']').operation(']').operation('}').operation('(');
    text("action");
    text("alloc");
    text("size");
    p.whole(1000);
    text("addr");
    p.operation(0x8a).number(0, 1); // LONG1 with no bytes: 0
    p.setItems().operation('a').operation('a').setItems().end();
    QCOMPARE(onlyTrace(read(p.bytes)).peak.value, 1024);
    QCOMPARE(onlyTrace(read(snapshotOf({{"alloc", 512, 512}}, {}, 0, 5))).peak.value, 512);
}

// Lines of a script come before those of the allocator: C++ stacks, which PyTorch records by default, do not hide a
// script's lines.
void TestSnapshot::linesOfAScriptComeBeforeThoseOfTheAllocator()
{
    const TraceFrame allocator {"malloc", "CUDACachingAllocator.cpp", 0};
    const TraceFrame extension {"forward", "/home/me/kernel.cpp", 7};
    const TraceFrame script {"forward", "/home/me/model.py", 3};
    const TraceFrame module {"_call_impl", "/usr/lib/python3/site-packages/torch/nn/modules/module.py", 1};
    QVERIFY(innerFrames({allocator, extension, script, module}, 4) == std::vector {script});
    QVERIFY(innerFrames({allocator, extension, module}, 4) == (std::vector {allocator, extension}));
}

void TestSnapshot::whatIsNoSnapshot()
{
    const auto messageOf = [](const std::string& bytes) {
        const auto snapshot = read(bytes);
        return snapshot ? QString("(read)") : QString::fromStdString(describe(snapshot.error()));
    };
    QVERIFY(messageOf(PickleText().begin().whole(1).end().bytes).contains("not a memory snapshot"));
    QVERIFY(messageOf(snapshotOf({})).contains("_record_memory_history"));
    const std::string whole = snapshotOf({{"alloc", 512, 512}});
    QVERIFY(messageOf(whole.substr(0, whole.size() / 2)).contains("truncated"));
    QVERIFY(messageOf("").contains("truncated"));
    QCOMPARE(readSnapshot("/nowhere/a.pickle").error().code, ErrorCode::FileNotReadable);
    QVERIFY(looksLikeSnapshot(dataFile("transformer.pickle")));
    QVERIFY(!looksLikeSnapshot(dataFile("make.py")));
    QVERIFY(!looksLikeSnapshot(TEST_DATA));
}

void TestSnapshot::aCancelledReading()
{
    std::stop_source stop;
    const auto snapshot = readSnapshot(
        dataFile("transformer.pickle"), [&](Bytes, Bytes) { stop.request_stop(); }, stop.get_token());
    QVERIFY(snapshot || snapshot.error().code == ErrorCode::Cancelled);
    QCOMPARE(readSnapshot(dataFile("transformer.pickle"), {}, stop.get_token()).error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestSnapshot)
#include "tst_snapshot.moc"
