// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/snapshot/pickle/chunkedvector.h"
#include "core/snapshot/pickle/tables.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// What a memory snapshot of PyTorch records, as compact values. The file's format:
// https://docs.pytorch.org/docs/stable/torch_cuda_memory.html

enum class TraceAction : std::uint8_t {
    Alloc,
    Free, // requested: the bytes count as free from here on, as in torch.cuda.memory_allocated()
    SegmentAlloc, // or mapped, of segments that grow
    SegmentFree, // or unmapped
    OutOfMemory,
};

// One event that changes allocated or reserved memory, or failed to.
struct TraceEvent {
    std::uint64_t address = 0;
    std::int64_t size = 0; // bytes, as the program asked for them
    std::int64_t time = 0; // microseconds since 1970; 0 where the file has none
    std::uint32_t stack = 0; // SnapshotStacks
    TraceAction action = TraceAction::Alloc;
};

// A part of a segment at the moment of the dump.
struct SnapshotBlock {
    std::uint64_t address = 0; // 0: behind the block before
    std::int64_t size = 0; // bytes that it occupies
    std::uint32_t stack = 0;
    bool allocated = false;
};

// Memory that the caching allocator has from CUDA at the moment of the dump.
struct SnapshotSegment {
    std::uint64_t address = 0;
    std::int64_t size = 0; // bytes
    int device = 0;
    std::vector<SnapshotBlock> blocks;
};

// A named part of the run, such as a step of the optimizer.
struct SnapshotAnnotation {
    std::int64_t time = 0; // microseconds since 1970
    std::uint32_t name = 0; // SnapshotTexts
    int device = 0;
    bool ends = false;
};

// Events [first, first + count) of Snapshot::events, of one device.
struct EventRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct DeviceTrace {
    int device = 0;
    std::vector<EventRun> runs; // in the order in which they happened
};

struct Snapshot {
    SnapshotTexts texts;
    SnapshotFrames frames;
    SnapshotStacks stacks;
    ChunkedVector<TraceEvent> events;
    std::vector<DeviceTrace> traces; // of devices that have events
    std::vector<SnapshotSegment> segments;
    std::vector<SnapshotAnnotation> annotations;
    bool expandable = false; // segments grow: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
};

}
