// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/replay.h"

#include "core/snapshot/addressmap.h"
#include "core/snapshot/categories.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::int64_t blockSize = 512;
constexpr std::int64_t mostTotal = std::int64_t(1) << 60;
constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t eventsPerCheck = 1 << 20; // of a stop

// ISO 8601; empty beyond the years of four digits.
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
        std::int64_t before = 0; // events of earlier runs
        EventRun events;
    };

    const Snapshot& m_snapshot;
    std::vector<Run> m_runs;
    std::int64_t m_count = 0;
};

// A block that was allocated before the first event.
struct EarlierBlock {
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
        m_trace.device = m_device;
        m_trace.events = m_events.count();
        noteFreesWithFrames();
        startCurve();
        for (std::int64_t event = 0; event < m_events.count(); ++event) {
            if (event % eventsPerCheck == 0 && stop.stop_requested()) {
                return failure(ErrorCode::Cancelled);
            }
            take(event, m_events[event]);
            if (m_allocated > mostTotal || m_allocated < -mostTotal || m_reserved > mostTotal
                || m_reserved < -mostTotal) {
                return failure(ErrorCode::SnapshotUnusable,
                               {std::string("its sizes add up to more than a device can have")});
            }
            note(event);
        }
        addEarlierMemory();
        groupPeak();
        m_trace.steps = m_parts.steps(MemoryTrace::mostSteps);
        return std::move(m_trace);
    }

private:
    void noteFreesWithFrames()
    {
        for (std::int64_t event = 0; event < m_events.count(); ++event) {
            if (m_events[event].action == TraceAction::Free && m_events[event].stack != 0) {
                m_parts.setFreesHaveFrames();
                return;
            }
        }
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

    Bytes sizeOf(std::int64_t event) const { return roundedToBlocks(Bytes(m_events[event].size)); }

    void free(std::int64_t allocation, std::int64_t event)
    {
        m_freed[static_cast<std::size_t>(allocation)] = static_cast<std::uint32_t>(event);
        m_allocated -= sizeOf(allocation).value;
    }

    void take(std::int64_t event, const TraceEvent& now)
    {
        switch (now.action) {
        case TraceAction::Alloc:
            // The event that freed an earlier block there is missing.
            if (const auto earlier = m_live.put(now.address, static_cast<std::uint32_t>(event))) {
                free(*earlier, event);
            }
            m_allocated += sizeOf(event).value;
            break;
        case TraceAction::Free:
            if (const auto allocation = m_live.take(now.address)) {
                free(*allocation, event);
            } else {
                m_earlier.push_back({sizeOf(event), {-1, event, 0}});
                m_allocated -= sizeOf(event).value;
            }
            break;
        case TraceAction::SegmentAlloc:
            m_reserved += now.size;
            break;
        case TraceAction::SegmentFree:
            m_reserved -= now.size;
            break;
        case TraceAction::OutOfMemory:
            ++m_trace.out_of_memory;
            break;
        }
        const bool isMemory = now.action == TraceAction::Alloc || now.action == TraceAction::Free;
        m_parts.add(isMemory ? m_kinds.of(now.stack) : StackKind::Other, now.action != TraceAction::Alloc);
    }

    // Bytes relative to those at the first event; addEarlierMemory() adds these.
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
        if (event == 0 || m_allocated > m_trace.peak.value) {
            m_trace.peak = Bytes(m_allocated);
            m_trace.peak_event = event;
            m_trace.reserved_at_peak = Bytes(m_reserved);
        }
        m_leastReserved = std::min(m_leastReserved, m_reserved);
        m_mostReserved = std::max(m_mostReserved, m_reserved);
    }

    void addEarlierMemory()
    {
        std::int64_t reserved = 0;
        for (const SnapshotSegment& segment : m_snapshot.segments) {
            if (segment.device != m_device) {
                continue;
            }
            reserved = std::min(mostTotal, reserved + segment.size);
            for (const SnapshotBlock& block : segment.blocks) {
                if (!m_live.contains(block.address)) {
                    m_earlier.push_back({Bytes(block.size), {-1, std::nullopt, block.stack}});
                }
            }
        }
        std::int64_t allocated = 0;
        for (const EarlierBlock& block : m_earlier) {
            allocated = std::min(mostTotal, allocated + block.bytes.value);
        }
        const Bytes before(allocated);
        const Bytes reservedBefore(std::max(reserved - m_reserved, -m_leastReserved));
        m_trace.before = before;
        for (TracePoint& point : m_trace.curve.points) {
            point.lowest += before;
            point.highest += before;
            point.reserved += reservedBefore;
        }
        m_trace.peak += before;
        m_trace.reserved_at_peak += reservedBefore;
        m_trace.peak_reserved = Bytes(m_mostReserved) + reservedBefore;
    }

    void groupPeak()
    {
        for (std::int64_t event = 0; event <= m_trace.peak_event && event < m_events.count(); ++event) {
            const TraceEvent& now = m_events[event];
            const std::uint32_t freed = m_freed[static_cast<std::size_t>(event)];
            if (now.action == TraceAction::Alloc && freed > m_trace.peak_event) {
                const auto end = freed == never ? std::nullopt : std::optional(std::int64_t(freed));
                count(sizeOf(event), {event, end, now.stack});
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
    std::vector<std::uint32_t> m_freed; // of each allocation: the event that frees it
    AddressMap m_live;
    std::vector<EarlierBlock> m_earlier;
    StepParts m_parts;
    MemoryTrace m_trace;
    std::map<std::pair<TraceCategory, std::uint32_t>, PeakGroup> m_groups; // by stack
    std::int64_t m_start = 0;
    std::int64_t m_time = 0;
    std::int64_t m_allocated = 0;
    std::int64_t m_reserved = 0;
    std::int64_t m_leastReserved = 0;
    std::int64_t m_mostReserved = 0;
};

}

Bytes roundedToBlocks(Bytes bytes)
{
    return Bytes((std::max(bytes.value, std::int64_t(1)) + blockSize - 1) / blockSize * blockSize);
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
