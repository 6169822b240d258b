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
    bool expandable_segments = false; // as PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
    std::optional<Bytes> limit {}; // what the device has for it; none: no end

    friend bool operator==(const AllocatorOptions&, const AllocatorOptions&) = default;
};

// The same moment in three ways: what was asked for, in blocks of 512 bytes, and what the device has given.
struct AllocatorBytes {
    Bytes requested;
    Bytes allocated;
    Bytes reserved;

    friend bool operator==(const AllocatorBytes&, const AllocatorBytes&) = default;
};

// What libtorch's caching allocator of CUDA (2.11; c10/cuda/CUDACachingAllocator.cpp and c10/core/AllocatorConfig.h)
// does with a sequence of requests, without a device: what one stream frees is for that stream alone; sizes in
// multiples of 512 bytes; requests up to 1 MiB from segments of 2 MiB, larger ones from segments of 20 MiB or, from 10
// MiB on, of their size in multiples of 2 MiB; of the free blocks of their pool the smallest that suffices, the lowest
// of equals; split where enough is left over, merged with free neighbors when freed; segments go back only when the
// device has no more. Of the options that change this, expandable segments alone. New segments lie behind older ones.
// Deterministic; not thread-safe.
class CachingAllocator {
public:
    explicit CachingAllocator(AllocatorOptions options = {});

    // A handle for free(); nothing: out of memory. Requests of no bytes take none.
    // `stream`: 0 or more.
    std::optional<int> allocate(std::int64_t bytes, int stream = 0);
    void free(int handle);

    const AllocatorBytes& now() const { return m_now; }
    // The most of each, not of one moment.
    const AllocatorBytes& peaks() const { return m_peaks; }
    // Begins to look for peaks anew.
    void restartPeaks() { m_peaks = m_now; }
    // Share of the reserved bytes that no tensor had when their peak was reached.
    double fragmentation() const { return m_fragmentation; }

    // Where an allocated block lies: its first byte and its size.
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
        bool mapped = true; // unmapped: address space of an expandable segment without memory behind it
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
        std::set<FreeBlock> free {}; // mostly few, but tens of thousands where a stage has thousands of layers
        std::set<std::pair<std::int64_t, int>> unmapped {}; // address, block
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
    std::vector<int> m_unused; // entries of m_blocks
    std::deque<std::array<Pool, 2>> m_pools; // by stream: small, large
    std::int64_t m_end = 0; // of the address space so far
    AllocatorBytes m_now;
    AllocatorBytes m_peaks;
    Bytes m_most_reserved;
    double m_fragmentation = 0;
};

}
