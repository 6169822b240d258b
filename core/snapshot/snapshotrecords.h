// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/snapshot/pickle/chunkedvector.h"
#include "core/snapshot/pickle/tables.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Contents of a PyTorch memory snapshot as compact values. File format:
// https://docs.pytorch.org/docs/stable/torch_cuda_memory.html

enum class TraceAction : std::uint8_t {
    Alloc,
    Free, // free requested: the bytes count as free from this event on, as in torch.cuda.memory_allocated()
    SegmentAlloc, // or mapped, for expandable segments
    SegmentFree, // or unmapped
    OutOfMemory,
};

// One event that changes allocated or reserved memory, or failed to.
struct TraceEvent {
    std::uint64_t address = 0;
    std::int64_t size = 0; // requested bytes
    std::int64_t time = 0; // microseconds since 1970; 0 if the file has no times
    std::uint32_t stack = 0; // number in SnapshotStacks
    TraceAction action = TraceAction::Alloc;
};

// A part of a segment at the time of the dump.
struct SnapshotBlock {
    std::uint64_t address = 0; // 0: directly after the previous block
    std::int64_t size = 0; // occupied bytes
    std::uint32_t stack = 0;
    bool allocated = false;
};

// Memory that the caching allocator has reserved from CUDA at the time of the dump.
struct SnapshotSegment {
    std::uint64_t address = 0;
    std::int64_t size = 0; // bytes
    int device = 0;
    std::vector<SnapshotBlock> blocks;
};

// A named range of the run, such as an optimizer step.
struct SnapshotAnnotation {
    std::int64_t time = 0; // microseconds since 1970
    std::uint32_t name = 0; // number in SnapshotTexts
    int device = 0;
    bool ends = false;
};

// Events [first, first + count) of Snapshot::events, all of one device.
struct EventRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct DeviceTrace {
    int device = 0;
    std::vector<EventRun> runs; // in chronological order
};

struct Snapshot {
    SnapshotTexts texts;
    SnapshotFrames frames;
    SnapshotStacks stacks;
    ChunkedVector<TraceEvent> events;
    std::vector<DeviceTrace> traces; // devices with events
    std::vector<SnapshotSegment> segments;
    std::vector<SnapshotAnnotation> annotations;
    bool expandable = false; // segments grow: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
};

}
