// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator/cachingallocator.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::int64_t mebi = 1024 * 1024;
constexpr std::int64_t leastBlock = 512;
constexpr std::int64_t mostSmall = mebi; // largest request of the small pool
constexpr std::int64_t smallSegment = 2 * mebi;
constexpr std::int64_t largeSegment = 20 * mebi;
constexpr std::int64_t leastOwnSegment = 10 * mebi; // smallest request with a segment of its own size
constexpr std::int64_t segmentStep = 2 * mebi;
// Bytes of address space of an expandable segment, in whole pages of either pool: more than any device has.
constexpr std::int64_t addressSpace = largeSegment << 26;

std::int64_t roundedUp(std::int64_t bytes, std::int64_t step)
{
    return (bytes + step - 1) / step * step;
}

std::int64_t segmentFor(std::int64_t size)
{
    if (size <= mostSmall) {
        return smallSegment;
    }
    return size < leastOwnSegment ? largeSegment : roundedUp(size, segmentStep);
}

std::int64_t pageOf(bool small)
{
    return small ? smallSegment : largeSegment;
}

}

CachingAllocator::CachingAllocator(AllocatorOptions options) : m_options(std::move(options)) {}

CachingAllocator::Pool& CachingAllocator::pool(int stream, bool small)
{
    for (int next = static_cast<int>(m_pools.size()); next <= stream; ++next) {
        m_pools.push_back({Pool {next, true}, Pool {next, false}});
    }
    return m_pools[static_cast<std::size_t>(stream)][small ? 0 : 1];
}

std::optional<int> CachingAllocator::allocate(std::int64_t bytes, int stream)
{
    if (bytes <= 0) {
        return none;
    }
    const std::int64_t size = roundedUp(bytes, leastBlock);
    Pool& from = pool(stream, size <= mostSmall);
    int taken = takeFree(from, size);
    if (taken == none) {
        taken = takeNew(from, size);
    }
    if (taken == none) {
        releaseCached();
        taken = takeNew(from, size);
    }
    if (taken == none) {
        return std::nullopt;
    }
    if (shouldSplit(block(taken), size)) {
        splitOff(taken, size);
    }
    Block& given = block(taken);
    given.allocated = true;
    given.requested = bytes;
    m_now.requested += Bytes(bytes);
    m_now.allocated += Bytes(given.size);
    m_peaks.requested = std::max(m_peaks.requested, m_now.requested);
    m_peaks.allocated = std::max(m_peaks.allocated, m_now.allocated);
    m_peaks.reserved = std::max(m_peaks.reserved, m_now.reserved);
    if (m_now.reserved > m_most_reserved) {
        m_most_reserved = m_now.reserved;
        m_fragmentation = 1 - m_now.allocated / m_now.reserved;
    }
    return taken;
}

void CachingAllocator::free(int handle)
{
    if (handle == none) {
        return;
    }
    Block& freed = block(handle);
    m_now.requested -= Bytes(freed.requested);
    m_now.allocated -= Bytes(freed.size);
    freed.allocated = false;
    freed.requested = 0;
    mergeWith(handle, freed.previous);
    mergeWith(handle, block(handle).next);
    insertFree(handle);
}

std::pair<std::int64_t, std::int64_t> CachingAllocator::place(int handle) const
{
    return {block(handle).address, block(handle).size};
}

int CachingAllocator::makeBlock(const Block& content)
{
    if (m_unused.empty()) {
        m_blocks.push_back(content);
        return static_cast<int>(m_blocks.size()) - 1;
    }
    const int index = m_unused.back();
    m_unused.pop_back();
    block(index) = content;
    return index;
}

void CachingAllocator::insertFree(int index)
{
    const Block& own = block(index);
    poolOf(own).free.insert({own.size, own.address, index});
}

void CachingAllocator::eraseFree(int index)
{
    const Block& own = block(index);
    poolOf(own).free.erase({own.size, own.address, index});
}

void CachingAllocator::reserve(std::int64_t bytes)
{
    m_now.reserved += Bytes(bytes);
}

bool CachingAllocator::hasSpace(std::int64_t bytes) const
{
    return !m_options.limit || m_now.reserved + Bytes(bytes) <= *m_options.limit;
}

void CachingAllocator::link(int index, int previous, int next)
{
    block(index).previous = previous;
    block(index).next = next;
    if (previous != none) {
        block(previous).next = index;
    }
    if (next != none) {
        block(next).previous = index;
    }
}

bool CachingAllocator::shouldSplit(const Block& found, std::int64_t size) const
{
    const std::int64_t left = found.size - size;
    return found.small || m_options.expandable_segments ? left >= leastBlock : left > mostSmall;
}

// Turns the remaining bytes into a free block after it.
void CachingAllocator::splitOff(int index, std::int64_t size)
{
    Block rest = block(index);
    rest.address += size;
    rest.size -= size;
    block(index).size = size;
    const int behind = block(index).next;
    const int left = makeBlock(rest);
    link(left, index, behind);
    insertFree(left);
}

// Merges the neighbor into the block, if it is free and as mapped as the block itself.
void CachingAllocator::mergeWith(int index, int neighbor)
{
    if (neighbor == none || block(neighbor).allocated || block(neighbor).mapped != block(index).mapped) {
        return;
    }
    Block& own = block(index);
    const Block gone = block(neighbor);
    if (gone.mapped) {
        eraseFree(neighbor);
    } else {
        poolOf(gone).unmapped.erase({gone.address, neighbor});
    }
    own.size += gone.size;
    if (own.previous == neighbor) {
        own.address = gone.address;
        link(index, gone.previous, own.next);
    } else {
        link(index, own.previous, gone.next);
    }
    m_unused.push_back(neighbor);
}

// Size of a block including the unmapped space it can grow into; smaller ones are used first.
std::int64_t CachingAllocator::expandableSize(int index) const
{
    const Block& own = block(index);
    const bool grows = own.next != none && !block(own.next).mapped;
    return own.size + (grows ? block(own.next).size : 0);
}

int CachingAllocator::takeFree(Pool& pool, std::int64_t size)
{
    auto found = pool.free.lower_bound({size, 0, none});
    if (found == pool.free.end()) {
        return none;
    }
    if (m_options.expandable_segments) {
        for (auto next = std::next(found);
             next != pool.free.end() && expandableSize(next->index) < expandableSize(found->index); ++next) {
            found = next;
        }
    }
    const int index = found->index;
    pool.free.erase(found);
    return index;
}

int CachingAllocator::takeNew(Pool& pool, std::int64_t size)
{
    if (m_options.expandable_segments) {
        return takeExpanded(pool, size);
    }
    const std::int64_t segment = segmentFor(size);
    if (!hasSpace(segment)) {
        return none;
    }
    reserve(segment);
    const int index = makeBlock({m_end, segment, 0, none, none, pool.stream, pool.small, false, true});
    m_end += segment;
    return index;
}

// Returns the lowest block of an expandable segment at which enough address space is free or unmapped.
int CachingAllocator::findExpandable(Pool& pool, std::int64_t size)
{
    for (const auto& [address, unmapped] : pool.unmapped) {
        const int before = block(unmapped).previous;
        const int first = before != none && !block(before).allocated ? before : unmapped;
        std::int64_t room = 0;
        for (int at = first; at != none && room < size && !block(at).allocated; at = block(at).next) {
            room += block(at).size;
        }
        if (room >= size) {
            return first;
        }
    }
    const int index = makeBlock({m_end, addressSpace, 0, none, none, pool.stream, pool.small, false, false});
    m_end += addressSpace;
    pool.unmapped.emplace(block(index).address, index);
    return index;
}

int CachingAllocator::takeExpanded(Pool& pool, std::int64_t size)
{
    int found = findExpandable(pool, size);
    if (!block(found).mapped && !map(found, std::min(block(found).size, size))) {
        return none;
    }
    while (block(found).size < size) {
        // Mapped memory merges with the free block before it.
        const int next = block(found).next;
        if (!map(next, std::min(size - block(found).size, block(next).size))) {
            return none;
        }
        found = next;
    }
    eraseFree(found);
    return found;
}

// Maps memory to the first bytes of an unmapped block, in whole pages.
bool CachingAllocator::map(int index, std::int64_t size)
{
    Pool& own = poolOf(block(index));
    const std::int64_t bytes = roundedUp(size, pageOf(own.small));
    if (!hasSpace(bytes)) {
        return false;
    }
    own.unmapped.erase({block(index).address, index});
    block(index).mapped = true;
    if (bytes < block(index).size) {
        Block rest = block(index);
        rest.mapped = false;
        rest.address += bytes;
        rest.size -= bytes;
        block(index).size = bytes;
        const int behind = block(index).next;
        const int left = makeBlock(rest);
        link(left, index, behind);
        own.unmapped.emplace(rest.address, left);
    }
    mergeWith(index, block(index).previous);
    mergeWith(index, block(index).next);
    insertFree(index);
    reserve(bytes);
    return true;
}

// Unmaps the whole pages of a free block; the rest stays free.
void CachingAllocator::unmap(int index)
{
    const Block whole = block(index);
    const std::int64_t page = pageOf(whole.small);
    const std::int64_t first = roundedUp(whole.address, page);
    const std::int64_t last = (whole.address + whole.size) / page * page;
    if (first >= last) {
        return;
    }
    eraseFree(index);
    const auto keep = [&](std::int64_t address, std::int64_t size, int previous, int next) {
        const int kept = makeBlock({address, size, 0, none, none, whole.stream, whole.small, false, true});
        link(kept, previous, next);
        insertFree(kept);
    };
    if (first > whole.address) {
        keep(whole.address, first - whole.address, whole.previous, index);
    }
    if (last < whole.address + whole.size) {
        keep(last, whole.address + whole.size - last, index, whole.next);
    }
    block(index).address = first;
    block(index).size = last - first;
    block(index).mapped = false;
    mergeWith(index, block(index).previous);
    mergeWith(index, block(index).next);
    poolOf(whole).unmapped.emplace(block(index).address, index);
    reserve(first - last);
}

// Releases the unused segments of all pools, large ones first.
void CachingAllocator::releaseCached()
{
    for (const bool small : {false, true}) {
        for (std::size_t stream = 0; stream < m_pools.size(); ++stream) {
            releaseCached(pool(static_cast<int>(stream), small));
        }
    }
}

void CachingAllocator::releaseCached(const Pool& pool)
{
    for (const auto& [size, address, index] : std::vector(pool.free.begin(), pool.free.end())) {
        if (m_options.expandable_segments) {
            unmap(index);
        } else if (block(index).previous == none && block(index).next == none) {
            eraseFree(index);
            reserve(-block(index).size);
            m_unused.push_back(index);
        }
    }
}

}
