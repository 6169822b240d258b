// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <map>

namespace stagecraft {

// Bytes of whole blocks for an allocation, as the caching allocator rounds it.
Bytes roundedToBlocks(Bytes bytes);

// Finds the bytes that the caching allocator counts for an allocation. Events have the bytes that a program asked for.
// The allocator rounds them up to blocks of 512 bytes and splits the rest off, unless the request is larger than 1 MiB
// and the rest is not: then the block takes in the rest, up to the next live block or the segment's end. (PyTorch,
// c10/cuda/CUDACachingAllocator.cpp; with expandable segments each rest is split off, and this is not asked.)
// Logarithmic in the live blocks larger than 1 MiB. Not thread-safe.
class BlockSizes {
public:
    void addSegment(std::uint64_t address, std::int64_t size) { m_segments[address] = size; }
    void removeSegment(std::uint64_t address) { m_segments.erase(address); }

    // The bytes of a block at this address; it is live from now on.
    Bytes allocate(std::uint64_t address, Bytes requested);
    // Notes a live block whose bytes are known.
    void put(std::uint64_t address, Bytes bytes);
    void free(std::uint64_t address, Bytes requested);

private:
    std::map<std::uint64_t, std::int64_t> m_segments;
    std::map<std::uint64_t, std::int64_t> m_blocks; // live ones that are larger than 1 MiB
};

}
