// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/blocksizes.h"

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

constexpr std::int64_t leastBlock = 512;
constexpr Bytes mostSmall(1 << 20); // largest request of the small pool, and largest remainder that is not split off
}

Bytes roundedToBlocks(Bytes bytes)
{
    return Bytes((std::max(bytes.value, std::int64_t(1)) + leastBlock - 1) / leastBlock * leastBlock);
}

Bytes BlockSizes::allocate(std::uint64_t address, Bytes requested)
{
    const Bytes size = roundedToBlocks(requested);
    if (size <= mostSmall) {
        return size;
    }
    Bytes bytes = size;
    const auto after = m_segments.upper_bound(address);
    if (after != m_segments.begin()) {
        const auto& [begin, length] = *std::prev(after);
        auto end = begin + static_cast<std::uint64_t>(length);
        if (const auto next = m_blocks.upper_bound(address); next != m_blocks.end()) {
            end = std::min(end, next->first);
        }
        const auto room = end > address ? Bytes(static_cast<std::int64_t>(end - address)) : Bytes(0);
        bytes = room > size && room - size <= mostSmall ? room : size;
    }
    m_blocks[address] = bytes.value;
    return bytes;
}

void BlockSizes::put(std::uint64_t address, Bytes bytes)
{
    if (bytes > mostSmall) {
        m_blocks[address] = bytes.value;
    }
}

void BlockSizes::free(std::uint64_t address, Bytes requested)
{
    if (roundedToBlocks(requested) > mostSmall) {
        m_blocks.erase(address);
    }
}

}
