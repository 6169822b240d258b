// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace stagecraft {

struct AllocatorOptions {
    bool expandable_segments = false; // like PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
    std::optional<Bytes> limit {}; // bytes that the device has for the allocator; empty for no limit

    friend bool operator==(const AllocatorOptions&, const AllocatorOptions&) = default;
};

// Three counts at the same moment: bytes requested, bytes allocated (blocks of 512 bytes), bytes reserved on the
// device.
struct AllocatorBytes {
    Bytes requested;
    Bytes allocated;
    Bytes reserved;

    friend bool operator==(const AllocatorBytes&, const AllocatorBytes&) = default;
};

// Model of libtorch's CUDA caching allocator (2.11; c10/cuda/CUDACachingAllocator.cpp and c10/core/AllocatorConfig.h)
// for a sequence of requests, without a device.
// - Blocks freed on a stream are reused on that stream only.
// - Sizes are multiples of 512 bytes. Requests up to 1 MiB use segments of 2 MiB; larger ones use segments of 20 MiB
//   or, from 10 MiB on, segments of their size in multiples of 2 MiB.
// - Best fit: the smallest sufficient free block of the pool, the lowest address among equals. It is split if enough
// - Best fit: the smallest sufficient free block of the pool, the lowest address among equals. It is split if enough
//   remains, and merged with free neighbors when freed.
// - Segments are released only when the device is out of memory. New segments follow older ones in address space.
// Allocator options besides expandable segments are not modeled. Deterministic; not thread-safe.
class CachingAllocator {
public:
    explicit CachingAllocator(AllocatorOptions options = {});

    // Returns a handle for free(); empty if out of memory. Requests of 0 bytes allocate nothing.
    // `stream`: 0 or more.
    std::optional<int> allocate(std::int64_t bytes, int stream = 0);
    void free(int handle);

    const AllocatorBytes& now() const { return m_now; }
    // Maximum of each count, not of one moment.
    const AllocatorBytes& peaks() const { return m_peaks; }
    // Restarts the peaks from the current counts.
    void restartPeaks() { m_peaks = m_now; }
    // Share of the reserved bytes not allocated to tensors when the reserved peak was reached.
    double fragmentation() const { return m_fragmentation; }

    // Address and size of an allocated block, in bytes.
    std::pair<std::int64_t, std::int64_t> place(int handle) const;

private:
    static constexpr int none = -1;

    struct Block {
        std::int64_t address = 0;
        std::int64_t size = 0;
        std::int64_t requested = 0;
        int previous = none; // neighbors within the segment
        int next = none;
        int stream = 0;
        bool small = false;
        bool allocated = false;
        bool mapped = true; // false for address space of an expandable segment without memory behind it
    };
    struct FreeBlock {
        std::int64_t size = 0;
        std::int64_t address = 0;
        int index = none;

        friend auto operator<=>(const FreeBlock&, const FreeBlock&) = default;
    };
    struct Pool {
        int stream = 0;
        bool small = false;
        std::set<FreeBlock> free {}; // mostly few, but tens of thousands if a stage has thousands of layers
        std::set<std::pair<std::int64_t, int>> unmapped {}; // address, block index
    };

    Block& block(int index) { return m_blocks[static_cast<std::size_t>(index)]; }
    const Block& block(int index) const { return m_blocks[static_cast<std::size_t>(index)]; }
    Pool& poolOf(const Block& block) { return pool(block.stream, block.small); }
    Pool& pool(int stream, bool small);

    int makeBlock(const Block& content);
    void insertFree(int index);
    void eraseFree(int index);
    void reserve(std::int64_t bytes);
    bool hasSpace(std::int64_t bytes) const;

    int takeFree(Pool& pool, std::int64_t size);
    int takeNew(Pool& pool, std::int64_t size);
    int takeExpanded(Pool& pool, std::int64_t size);
    int findExpandable(Pool& pool, std::int64_t size);
    bool map(int index, std::int64_t size);
    void unmap(int index);
    void releaseCached();
    void releaseCached(const Pool& pool);
    void splitOff(int index, std::int64_t size);
    void mergeWith(int index, int neighbor);
    void link(int index, int previous, int next);
    std::int64_t expandableSize(int index) const;
    bool shouldSplit(const Block& block, std::int64_t size) const;

    AllocatorOptions m_options;
    std::vector<Block> m_blocks;
    std::vector<int> m_unused; // free indices of m_blocks
    std::deque<std::array<Pool, 2>> m_pools; // [stream], small and large
    std::int64_t m_end = 0; // end of the used address space
    AllocatorBytes m_now;
    AllocatorBytes m_peaks;
    Bytes m_most_reserved;
    double m_fragmentation = 0;
};

}
