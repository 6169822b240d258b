// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/replay.h"

#include "core/snapshot/addressmap.h"
#include "core/snapshot/blocksizes.h"
#include "core/snapshot/categories.h"
#include "core/snapshot/innerframes.h"
#include "core/words/snapshot.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::int64_t mostTotal = std::int64_t(1) << 60;
constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t eventsPerCheck = 1 << 20; // events between two checks for a stop request

// Formats a time as ISO 8601; empty for years beyond four digits.
std::string utc(std::int64_t seconds)
{
    const std::time_t at = seconds;
    std::tm parts {};
    std::array<char, 32> text {};
    if (seconds >= 253'402'300'800 || gmtime_r(&at, &parts) == nullptr) {
        return {};
    }
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

// The events of one device, counted from 0.
class DeviceEvents {
public:
    DeviceEvents(const Snapshot& snapshot, const DeviceTrace& trace) : m_snapshot(snapshot)
    {
        for (const EventRun& run : trace.runs) {
            m_runs.push_back({m_count, run});
            m_count += run.count;
        }
    }
    std::int64_t count() const { return m_count; }
    const TraceEvent& operator[](std::int64_t event) const
    {
        auto run = m_runs.begin();
        if (m_runs.size() > 1) {
            run = std::prev(std::ranges::upper_bound(m_runs, event, {}, &Run::before));
        }
        return m_snapshot.events[static_cast<std::size_t>(run->events.first + (event - run->before))];
    }

private:
    struct Run {
        std::int64_t before = 0; // number of events in earlier runs
        EventRun events;
    };

    const Snapshot& m_snapshot;
    std::vector<Run> m_runs;
    std::int64_t m_count = 0;
};

// A block that was allocated before the first event.
struct EarlierBlock {
    std::uint64_t address = 0;
    Bytes bytes;
    LiveBlock life;
};

class DeviceReplay {
public:
    DeviceReplay(const Snapshot& snapshot, const DeviceTrace& trace, StackKinds& kinds)
        : m_snapshot(snapshot)
        , m_device(trace.device)
        , m_events(snapshot, trace)
        , m_kinds(kinds)
        , m_freed(static_cast<std::size_t>(m_events.count()), never)
    {
    }

    Result<MemoryTrace> run(const std::string& name, const std::stop_token& stop)
    {
        m_trace.name = name;
        m_trace.dry_run = isDryRun();
        m_trace.device = m_device;
        m_trace.events = m_events.count();
        findEarlierMemory();
        m_parts.setFreesHaveFrames(m_freesHaveFrames);
        putEarlierMemory();
        startCurve();
        for (std::int64_t event = 0; event < m_events.count(); ++event) {
            if (event % eventsPerCheck == 0 && stop.stop_requested()) {
                return failure(ErrorCode::Cancelled);
            }
            take(event, m_events[event]);
            if (m_allocated > mostTotal || m_reserved > mostTotal) {
                return failure(ErrorCode::SnapshotUnusable, {words::snapshot::sizes_too_large});
            }
            note(event);
        }
        groupPeak();
        m_trace.steps = m_parts.steps(MemoryTrace::mostSteps);
        return std::move(m_trace);
    }

private:
    // True if a stack trace contains the files that start a dry run.
    bool isDryRun() const
    {
        for (std::uint32_t frame = 0; frame < m_snapshot.frames.size(); ++frame) {
            if (isOfDryRun(m_snapshot.texts.text(m_snapshot.frames.frame(frame).file))) {
                return true;
            }
        }
        return false;
    }

    // Finds memory allocated before the first event: blocks that are freed, or in the dump, without an allocation
    // event.
    void findEarlierMemory()
    {
        AddressMap blocks;
        std::set<std::uint64_t> segments; // made by an event
        std::int64_t change = 0; // reserved bytes
        std::int64_t least = 0;
        for (std::int64_t event = 0; event < m_events.count(); ++event) {
            const TraceEvent& now = m_events[event];
            switch (now.action) {
            case TraceAction::Alloc:
                blocks.put(now.address, static_cast<std::uint32_t>(event));
                break;
            case TraceAction::Free:
                if (const auto block = blocks.take(now.address)) {
                    // If recorded with context="alloc", a free has the stack trace of its allocation.
                    m_freesHaveFrames = m_freesHaveFrames || (now.stack != 0 && now.stack != m_events[*block].stack);
                } else {
                    m_earlier.push_back({now.address, roundedToBlocks(Bytes(now.size)), {-1, event, 0}});
                }
                break;
            case TraceAction::SegmentAlloc:
                segments.insert(now.address);
                change = std::min(mostTotal, change + now.size);
                break;
            case TraceAction::SegmentFree:
                if (segments.erase(now.address) == 0) {
                    m_sizes.addSegment(now.address, now.size);
                }
                change = std::max(-mostTotal, change - now.size);
                least = std::min(least, change);
                break;
            case TraceAction::OutOfMemory:
                break;
            }
        }
        std::int64_t reserved = 0; // at the time of the dump
        for (const SnapshotSegment& segment : m_snapshot.segments) {
            if (segment.device != m_device) {
                continue;
            }
            if (!segments.contains(segment.address)) {
                m_sizes.addSegment(segment.address, segment.size);
            }
            reserved = std::min(mostTotal, reserved + segment.size);
            for (const SnapshotBlock& block : segment.blocks) {
                if (!blocks.contains(block.address)) {
                    m_earlier.push_back({block.address, Bytes(block.size), {-1, std::nullopt, block.stack}});
                }
            }
        }
        m_reserved = std::max(reserved - change, -least);
    }

    // Adds blocks from the highest address down, so that each finds the block after it.
    void putEarlierMemory()
    {
        std::ranges::stable_sort(m_earlier, std::greater(), &EarlierBlock::address);
        for (std::size_t i = 0; i < m_earlier.size(); ++i) {
            EarlierBlock& block = m_earlier[i];
            if (block.life.freed_at && !m_snapshot.expandable) {
                block.bytes = m_sizes.allocate(block.address, block.bytes);
            } else {
                m_sizes.put(block.address, block.bytes);
            }
            m_live.put(block.address, firstEarlier() + static_cast<std::uint32_t>(i));
            m_allocated = std::min(mostTotal, m_allocated + block.bytes.value);
        }
        m_trace.before = Bytes(m_allocated);
    }

    void startCurve()
    {
        auto& perPoint = m_trace.curve.events_per_point;
        while ((m_events.count() + perPoint - 1) / perPoint > static_cast<std::int64_t>(MemoryCurve::mostPoints)) {
            perPoint *= 2;
        }
        m_start = m_events.count() > 0 ? m_events[0].time : 0;
        if (m_start > 0) {
            m_trace.recorded_at = utc(m_start / 1'000'000);
        }
    }

    // Live blocks are identified by their event, or by the number of events plus their index among the earlier blocks.
    std::uint32_t firstEarlier() const { return static_cast<std::uint32_t>(m_events.count()); }

    Bytes sizeOf(std::uint32_t block) const
    {
        if (block >= firstEarlier()) {
            return m_earlier[block - firstEarlier()].bytes;
        }
        const auto larger = m_larger.find(block);
        return larger == m_larger.end() ? roundedToBlocks(Bytes(m_events[block].size)) : larger->second;
    }

    void free(std::uint32_t block, std::int64_t event)
    {
        const bool isEarlier = block >= firstEarlier();
        const Bytes bytes = sizeOf(block);
        m_sizes.free(isEarlier ? m_earlier[block - firstEarlier()].address : m_events[block].address, bytes);
        if (!isEarlier) {
            m_freed[block] = static_cast<std::uint32_t>(event);
        } else {
            m_earlier[block - firstEarlier()].life.freed_at = event;
        }
        m_allocated -= bytes.value;
    }

    void allocate(std::int64_t event, const TraceEvent& now)
    {
        const auto block = static_cast<std::uint32_t>(event);
        // The event that freed a previous block at this address is missing.
        if (const auto before = m_live.put(now.address, block)) {
            free(*before, event);
        }
        const Bytes rounded = roundedToBlocks(Bytes(now.size));
        const Bytes bytes = m_snapshot.expandable ? rounded : m_sizes.allocate(now.address, Bytes(now.size));
        if (bytes != rounded) {
            m_larger[block] = bytes;
        }
        m_allocated += bytes.value;
    }

    void take(std::int64_t event, const TraceEvent& now)
    {
        switch (now.action) {
        case TraceAction::Alloc:
            allocate(event, now);
            m_parts.add(m_kinds.of(now.stack), false);
            return;
        case TraceAction::Free:
            takeFree(event, now);
            return;
        case TraceAction::SegmentAlloc:
            m_sizes.addSegment(now.address, now.size);
            m_reserved += now.size;
            break;
        case TraceAction::SegmentFree:
            m_sizes.removeSegment(now.address);
            m_reserved -= now.size;
            break;
        case TraceAction::OutOfMemory:
            ++m_trace.out_of_memory;
            break;
        }
        m_parts.addBetween();
    }

    void takeFree(std::int64_t event, const TraceEvent& now)
    {
        std::optional<StackKind> freed;
        if (const auto block = m_live.take(now.address)) {
            if (*block < firstEarlier()) {
                freed = m_kinds.of(m_events[*block].stack);
            }
            free(*block, event);
        }
        m_parts.add(m_freesHaveFrames ? m_kinds.of(now.stack) : StackKind::None, true, freed);
    }

    void note(std::int64_t event)
    {
        m_time = std::max(m_time, m_events[event].time - m_start);
        const TracePoint now {m_time, Bytes(m_allocated), Bytes(m_allocated), Bytes(m_reserved)};
        auto& points = m_trace.curve.points;
        if (event % m_trace.curve.events_per_point == 0) {
            points.push_back(now);
        } else {
            TracePoint& point = points.back();
            point.time = m_time;
            point.lowest = std::min(point.lowest, now.lowest);
            point.highest = std::max(point.highest, now.highest);
            point.reserved = std::max(point.reserved, now.reserved);
        }
        if (event == 0 || Bytes(m_allocated) > m_trace.peak) {
            m_trace.peak = Bytes(m_allocated);
            m_trace.peak_event = event;
            m_trace.reserved_at_peak = Bytes(m_reserved);
        }
        m_trace.peak_reserved = std::max(m_trace.peak_reserved, Bytes(m_reserved));
    }

    void groupPeak()
    {
        for (std::int64_t event = 0; event <= m_trace.peak_event && event < m_events.count(); ++event) {
            const TraceEvent& now = m_events[event];
            const std::uint32_t freed = m_freed[static_cast<std::size_t>(event)];
            if (now.action == TraceAction::Alloc && freed > m_trace.peak_event) {
                const auto end = freed == never ? std::nullopt : std::optional(std::int64_t(freed));
                count(sizeOf(static_cast<std::uint32_t>(event)), {event, end, now.stack});
            }
        }
        for (const EarlierBlock& block : m_earlier) {
            if (!block.life.freed_at || *block.life.freed_at > m_trace.peak_event) {
                count(block.bytes, block.life);
            }
        }
        listGroups();
    }

    void count(Bytes bytes, const LiveBlock& block)
    {
        const TraceCategory category = categoryOf(block, m_kinds.of(block.stack), m_parts);
        m_trace.at_peak[static_cast<std::size_t>(category)] += bytes;
        PeakGroup& group = m_groups[{category, block.stack}];
        group.category = category;
        group.bytes += bytes;
        ++group.blocks;
    }

    void listGroups()
    {
        std::vector<std::pair<std::uint32_t, PeakGroup>> all;
        for (auto& [key, group] : m_groups) {
            all.emplace_back(key.second, std::move(group));
        }
        std::ranges::stable_sort(all, std::greater(), [](const auto& one) { return one.second.bytes; });
        all.resize(std::min(all.size(), MemoryTrace::mostGroups));
        for (auto& [stack, group] : all) {
            const auto frames = m_snapshot.stacks.frames(stack);
            for (const std::uint32_t number : frames.first(std::min(frames.size(), MemoryTrace::mostFrames))) {
                const SnapshotFrame& frame = m_snapshot.frames.frame(number);
                group.frames.push_back({std::string(m_snapshot.texts.text(frame.name)),
                                        std::string(m_snapshot.texts.text(frame.file)), frame.line});
            }
            m_trace.groups.push_back(std::move(group));
        }
    }

    const Snapshot& m_snapshot;
    int m_device;
    DeviceEvents m_events;
    StackKinds& m_kinds;
    std::vector<std::uint32_t> m_freed; // event that frees each allocation
    std::vector<EarlierBlock> m_earlier;
    AddressMap m_live;
    BlockSizes m_sizes;
    std::unordered_map<std::uint32_t, Bytes> m_larger; // blocks with more bytes than their rounded request
    bool m_freesHaveFrames = false;
    StepParts m_parts;
    MemoryTrace m_trace;
    std::map<std::pair<TraceCategory, std::uint32_t>, PeakGroup> m_groups; // keyed by category and stack
    std::int64_t m_start = 0;
    std::int64_t m_time = 0;
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
};

}

Result<std::vector<MemoryTrace>> memoryTraces(const Snapshot& snapshot, const std::string& name,
                                              const std::stop_token& stop)
{
    StackKinds kinds(snapshot);
    std::vector<MemoryTrace> traces;
    for (const DeviceTrace& device : snapshot.traces) {
        auto trace = DeviceReplay(snapshot, device, kinds).run(name, stop);
        if (!trace) {
            return failure(trace.error());
        }
        traces.push_back(*std::move(trace));
    }
    return traces;
}

}
