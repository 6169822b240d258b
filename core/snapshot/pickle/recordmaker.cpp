// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/pickle/recordmaker.h"

#include "core/words/snapshot.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace stagecraft {

// Keys of the dictionaries that become records; each one's number is that of its text.
enum RecordMaker::Key : std::uint32_t {
    Action,
    Addr,
    Size,
    Time,
    Frames,
    FileName,
    Line,
    Name,
    Address,
    TotalSize,
    Blocks,
    State,
    Device,
    Segments,
    DeviceTraces,
    Stage,
    IsExpandable,
    KeyCount,
};

namespace {

constexpr std::array<std::string_view, 17> keyNames {
    "action",     "addr",   "size",  "time_us", "frames",   "filename",      "line",  "name",          "address",
    "total_size", "blocks", "state", "device",  "segments", "device_traces", "stage", "is_expandable",
};

// Actions that change no memory: free_completed follows free_requested once other streams are done.
constexpr std::array<std::string_view, 3> droppedActions {"free_completed", "snapshot", "user_defined"};
constexpr std::array actions {
    std::pair {std::string_view("alloc"), TraceAction::Alloc},
    std::pair {std::string_view("free_requested"), TraceAction::Free},
    std::pair {std::string_view("free"), TraceAction::Free},
    std::pair {std::string_view("segment_alloc"), TraceAction::SegmentAlloc},
    std::pair {std::string_view("segment_map"), TraceAction::SegmentAlloc},
    std::pair {std::string_view("segment_free"), TraceAction::SegmentFree},
    std::pair {std::string_view("segment_unmap"), TraceAction::SegmentFree},
    std::pair {std::string_view("oom"), TraceAction::OutOfMemory},
};

constexpr std::size_t mostFramesOfAStack = 1 << 14;
constexpr std::int64_t mostBytes = std::int64_t(1) << 50; // for one block; the same limit as for a layer

}

// Values of the keys that a dictionary contains.
struct RecordMaker::Fields {
    std::array<PickleValue, KeyCount> values;
    std::uint32_t present = 0;

    bool has(Key key) const { return (present >> key & 1) != 0; }
    bool hasAll(std::uint32_t keys) const { return (present & keys) == keys; }
    std::int64_t number(Key key, std::int64_t least, std::int64_t most) const
    {
        if (!has(key)) {
            return 0;
        }
        const PickleValue value = values[key];
        if (value.is(PickleTag::Opaque)) { // Python's None
            return 0;
        }
        if (!value.is(PickleTag::Whole) || value.number() < least || value.number() > most) {
            throw Unusable {say(words::snapshot::no_number, std::string(keyNames[key]))};
        }
        return value.number();
    }
    std::int64_t bytes(Key key) const { return number(key, 0, mostBytes); }
    std::uint64_t address(Key key) const
    {
        return static_cast<std::uint64_t>(number(key, 0, std::numeric_limits<std::int64_t>::max()));
    }
    std::uint32_t text(Key key, std::uint32_t other) const
    {
        return values[key].is(PickleTag::Text) ? static_cast<std::uint32_t>(values[key].payload()) : other;
    }
};

RecordMaker::RecordMaker()
{
    static_assert(keyNames.size() == KeyCount);
    for (const std::string_view name : keyNames) {
        m_snapshot.texts.add(name);
    }
}

PickleValue RecordMaker::newContainer(PickleTag tag)
{
    m_containers.push_back(PickleValue(PickleTag::Empty));
    return PickleValue(tag, m_containers.size() - 1);
}

PickleValue RecordMaker::resolved(PickleValue value) const
{
    return value.is(PickleTag::Dictionary) ? m_containers[value.payload()] : value;
}

std::string RecordMaker::words(PickleValue value) const
{
    return value.is(PickleTag::Text) ? std::string(m_snapshot.texts.text(static_cast<std::uint32_t>(value.payload())))
                                     : "";
}

std::size_t RecordMaker::bytes() const
{
    return m_snapshot.texts.bytes() + m_snapshot.frames.bytes() + m_snapshot.stacks.bytes() + m_snapshot.events.bytes()
        + m_containers.bytes() + m_blocks.bytes() + m_items.size() * sizeof(std::vector<Run>) + m_runs * sizeof(Run)
        + m_snapshot.segments.size() * sizeof(SnapshotSegment)
        + m_snapshot.annotations.size() * sizeof(SnapshotAnnotation);
}

void RecordMaker::append(PickleValue list, std::span<const PickleValue> values)
{
    PickleValue& now = content(list);
    if (!values.empty() && resolved(values.front()).is(PickleTag::Frame)) {
        appendFrames(now, values);
        return;
    }
    for (const PickleValue value : values) {
        appendItem(now, resolved(value));
    }
}

void RecordMaker::appendFrames(PickleValue& content, std::span<const PickleValue> values)
{
    m_frames.clear();
    if (content.is(PickleTag::Stack)) {
        const auto before = m_snapshot.stacks.frames(static_cast<std::uint32_t>(content.payload()));
        m_frames.assign(before.begin(), before.end());
    }
    for (const PickleValue value : values) {
        const PickleValue frame = resolved(value);
        if (frame.is(PickleTag::Frame)) {
            m_frames.push_back(static_cast<std::uint32_t>(frame.payload()));
        }
    }
    if (m_frames.size() > mostFramesOfAStack) {
        throw Unusable {say(words::snapshot::many_frames, mostFramesOfAStack)};
    }
    content = PickleValue(PickleTag::Stack, m_snapshot.stacks.add(m_frames));
}

void RecordMaker::appendItem(PickleValue& content, PickleValue item)
{
    const PickleTag tag = item.tag();
    if (tag != PickleTag::List && tag != PickleTag::Event && tag != PickleTag::Block) {
        return; // not needed by any record
    }
    if (!content.is(PickleTag::Items)) {
        content = PickleValue(PickleTag::Items, m_items.size());
        m_items.emplace_back();
    }
    auto& runs = m_items[content.payload()];
    if (!runs.empty() && runs.back().first.bits + runs.back().count == item.bits) {
        ++runs.back().count;
        return;
    }
    runs.push_back({item, 1});
    ++m_runs;
}

std::vector<RecordMaker::Run> RecordMaker::takeItems(PickleValue list)
{
    if (!list.is(PickleTag::List) || !content(list).is(PickleTag::Items)) {
        return {};
    }
    PickleValue& now = content(list);
    std::vector<Run> runs = std::move(m_items[now.payload()]);
    now = PickleValue(PickleTag::Empty); // a list referenced twice is not counted twice
    return runs;
}

void RecordMaker::set(PickleValue dictionary, std::span<const PickleValue> keysAndValues)
{
    PickleValue& now = content(dictionary);
    if (now.is(PickleTag::Opaque)) {
        return;
    }
    if (!now.is(PickleTag::Empty) && !now.is(PickleTag::Root)) {
        throw Unusable {words::snapshot::record_in_parts};
    }
    Fields fields;
    for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2) {
        const PickleValue key = keysAndValues[i];
        if (key.is(PickleTag::Text) && key.payload() < KeyCount) {
            fields.values[key.payload()] = keysAndValues[i + 1];
            fields.present |= std::uint32_t(1) << key.payload();
        }
    }
    if (now.is(PickleTag::Root) || fields.has(DeviceTraces) || fields.has(Segments)) {
        if (fields.has(DeviceTraces)) {
            m_traces = fields.values[DeviceTraces];
        }
        now = PickleValue(PickleTag::Root);
        m_hasRoot = true;
        return;
    }
    now = recordOf(fields).value_or(PickleValue(PickleTag::Opaque));
}

std::optional<PickleValue> RecordMaker::recordOf(const Fields& fields)
{
    constexpr std::uint32_t frame = 1U << FileName | 1U << Line | 1U << Name;
    constexpr std::uint32_t block = 1U << State | 1U << Size;
    constexpr std::uint32_t annotation = 1U << Stage | 1U << Name | 1U << Time;
    if (fields.has(Action)) {
        return event(fields);
    }
    if (fields.hasAll(frame)) {
        const std::uint32_t none = m_snapshot.texts.add("");
        const auto line =
            fields.number(Line, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
        return PickleValue(PickleTag::Frame,
                           m_snapshot.frames.add({fields.text(Name, none), fields.text(FileName, none),
                                                  static_cast<std::int32_t>(line)}));
    }
    if (fields.has(TotalSize)) {
        return segment(fields);
    }
    if (fields.hasAll(block)) {
        SnapshotBlock made;
        made.address = fields.address(Address);
        made.size = fields.bytes(Size);
        made.stack = stackOf(fields.values[Frames]);
        made.allocated = words(fields.values[State]) == "active_allocated";
        m_blocks.push_back(made);
        return PickleValue(PickleTag::Block, m_blocks.size() - 1);
    }
    if (fields.hasAll(annotation)) {
        SnapshotAnnotation made;
        made.time = fields.number(Time, 0, std::numeric_limits<std::int64_t>::max());
        made.name = fields.text(Name, 0);
        made.device = static_cast<int>(fields.number(Device, -1, std::numeric_limits<int>::max()));
        made.ends = words(fields.values[Stage]) == "END";
        m_snapshot.annotations.push_back(made);
        return PickleValue(PickleTag::Annotation);
    }
    return std::nullopt;
}

std::uint32_t RecordMaker::stackOf(PickleValue frames) const
{
    if (!frames.is(PickleTag::List)) {
        return 0;
    }
    const PickleValue content = m_containers[frames.payload()];
    return content.is(PickleTag::Stack) ? static_cast<std::uint32_t>(content.payload()) : 0;
}

PickleValue RecordMaker::event(const Fields& fields)
{
    if (!fields.values[Action].is(PickleTag::Text)) {
        throw Unusable {words::snapshot::action_no_text};
    }
    const auto number = static_cast<std::uint32_t>(fields.values[Action].payload());
    const std::string_view name = m_snapshot.texts.text(number);
    const auto found = std::ranges::find(actions, name, &std::pair<std::string_view, TraceAction>::first);
    if (found == actions.end()) {
        // Later versions of PyTorch may record other actions.
        return PickleValue(std::ranges::find(droppedActions, name) != droppedActions.end() ? PickleTag::Dropped
                                                                                           : PickleTag::Opaque);
    }
    m_snapshot.expandable = m_snapshot.expandable || name == "segment_map" || name == "segment_unmap";
    if (!fields.values[Size].is(PickleTag::Whole)) {
        throw Unusable {words::snapshot::size_no_number};
    }
    TraceEvent made;
    made.action = found->second;
    made.address = fields.address(Addr);
    made.size = fields.bytes(Size);
    made.time = fields.number(Time, 0, std::numeric_limits<std::int64_t>::max());
    made.stack = stackOf(fields.values[Frames]);
    if (m_snapshot.events.size() >= std::numeric_limits<std::uint32_t>::max()) {
        throw Unusable {words::snapshot::many_events};
    }
    m_snapshot.events.push_back(made);
    return PickleValue(PickleTag::Event, m_snapshot.events.size() - 1);
}

PickleValue RecordMaker::segment(const Fields& fields)
{
    SnapshotSegment made;
    made.address = fields.address(Address);
    made.size = fields.bytes(TotalSize);
    made.device = static_cast<int>(fields.number(Device, -1, std::numeric_limits<int>::max()));
    m_snapshot.expandable = m_snapshot.expandable || fields.values[IsExpandable] == PickleValue(PickleTag::Boolean, 1);
    std::uint64_t next = made.address;
    for (const Run& run : takeItems(fields.values[Blocks])) {
        for (std::uint64_t i = 0; run.first.is(PickleTag::Block) && i < run.count; ++i) {
            SnapshotBlock block = m_blocks[run.first.payload() + i];
            block.address = block.address == 0 ? next : block.address; // not written before PyTorch 2.1
            next = block.address + static_cast<std::uint64_t>(block.size);
            if (block.allocated) {
                made.blocks.push_back(block);
            }
        }
    }
    m_snapshot.segments.push_back(std::move(made));
    return PickleValue(PickleTag::Segment);
}

Snapshot RecordMaker::finish(PickleValue root)
{
    if (!m_hasRoot || !resolved(root).is(PickleTag::Root)) {
        throw Unusable {words::snapshot::no_snapshot};
    }
    int device = 0;
    for (const Run& lists : takeItems(m_traces)) {
        for (std::uint64_t i = 0; lists.first.is(PickleTag::List) && i < lists.count; ++i) {
            DeviceTrace trace {device++, {}};
            for (const Run& events : takeItems(PickleValue(PickleTag::List, lists.first.payload() + i))) {
                if (events.first.is(PickleTag::Event)) {
                    trace.runs.push_back({static_cast<std::uint32_t>(events.first.payload()), events.count});
                }
            }
            if (!trace.runs.empty()) {
                m_snapshot.traces.push_back(std::move(trace));
            }
        }
    }
    if (m_snapshot.traces.empty()) {
        throw Unusable {words::snapshot::no_history};
    }
    return std::move(m_snapshot);
}

}
