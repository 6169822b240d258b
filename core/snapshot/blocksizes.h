// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <map>

namespace stagecraft {

// Rounds an allocation up to whole blocks like the caching allocator.
Bytes roundedToBlocks(Bytes bytes);

// Computes the bytes that the caching allocator counts for an allocation. Events contain the requested bytes. The
// allocator rounds them up to blocks of 512 bytes and splits off the remainder, unless the request is larger than 1 MiB
// and the remainder is not: then the block includes the remainder, up to the next live block or the segment's end.
// (PyTorch, c10/cuda/CUDACachingAllocator.cpp; with expandable segments each remainder is split off, and this class is
// not used.) Logarithmic in the number of live blocks larger than 1 MiB. Not thread-safe.
class BlockSizes {
public:
    void addSegment(std::uint64_t address, std::int64_t size) { m_segments[address] = size; }
    void removeSegment(std::uint64_t address) { m_segments.erase(address); }

    // Adds a live block at this address and returns its bytes.
    Bytes allocate(std::uint64_t address, Bytes requested);
    // Adds a live block whose bytes are known.
    void put(std::uint64_t address, Bytes bytes);
    void free(std::uint64_t address, Bytes requested);

private:
    std::map<std::uint64_t, std::int64_t> m_segments;
    std::map<std::uint64_t, std::int64_t> m_blocks; // live blocks larger than 1 MiB
};

}
