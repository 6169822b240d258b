// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace stagecraft {

// A vector that grows by whole chunks and never moves an element, so that tens of millions of records grow without a
// second copy of all of them. Not thread-safe.
template <typename T>
class ChunkedVector {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    std::size_t bytes() const { return m_chunks.size() * chunkSize * sizeof(T); }

    void push_back(const T& value)
    {
        if (m_size == m_chunks.size() * chunkSize) {
            m_chunks.push_back(std::make_unique<T[]>(chunkSize));
        }
        ++m_size;
        (*this)[m_size - 1] = value;
    }
    T& operator[](std::size_t index) { return m_chunks[index >> shift][index & (chunkSize - 1)]; }
    const T& operator[](std::size_t index) const { return m_chunks[index >> shift][index & (chunkSize - 1)]; }

    void clear()
    {
        m_chunks.clear();
        m_size = 0;
    }

private:
    static constexpr std::size_t shift = 14;
    static constexpr std::size_t chunkSize = std::size_t(1) << shift;

    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

}
