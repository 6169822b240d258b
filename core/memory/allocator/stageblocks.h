// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/allocator/cachingallocator.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace stagecraft {

// Blocks of a stage in the caching allocator, by handle. After a refused request no more requests are made. Keeps a
// reference to the allocator.
class StageBlocks {
public:
    static constexpr int none = -1; // freed or refused block; freeing it does nothing

    explicit StageBlocks(CachingAllocator& allocator) : m_allocator(allocator) {}

    bool refused() const { return m_refused; }

    int allocate(std::int64_t bytes, int stream = 0)
    {
        const auto handle = m_refused ? std::nullopt : m_allocator.allocate(bytes, stream);
        m_refused = m_refused || !handle;
        return handle.value_or(none);
    }
    int allocate(Bytes bytes, int stream = 0) { return allocate(bytes.value, stream); }

    void free(int& handle) { m_allocator.free(std::exchange(handle, none)); }
    void free(std::vector<int>& handles)
    {
        for (int& handle : handles) {
            free(handle);
        }
    }

private:
    CachingAllocator& m_allocator;
    bool m_refused = false;
};

}
