// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <string_view>
#include <vector>

namespace stagecraft {

// Reads a stream in chunks; at most one chunk is in memory. Not thread-safe.
class ByteSource {
public:
    // Thrown if the input ends within a requested item.
    struct Ended {};

    // `onChunk` is called before each chunk with the number of bytes read so far; its exceptions end the reading. The
    // stream must outlive this.
    ByteSource(std::istream& stream, std::function<void(std::int64_t)> onChunk);

    // Offset of the next byte from the start of the stream.
    std::int64_t offset() const { return m_before + (m_next - m_buffer.data()); }

    std::uint8_t byte()
    {
        if (m_next == m_end) {
            fill(1);
        }
        return static_cast<std::uint8_t>(*m_next++);
    }
    // Returns the next `count` bytes, at most chunkSize, valid until the next call. Throws Ended.
    const char* take(std::size_t count)
    {
        if (static_cast<std::size_t>(m_end - m_next) < count) {
            fill(count);
        }
        const char* taken = m_next;
        m_next += count;
        return taken;
    }
    // Reads a little-endian number of `count` bytes, 1 to 8.
    std::uint64_t number(std::size_t count)
    {
        const char* bytes = take(count);
        std::uint64_t value = 0;
        for (std::size_t i = count; i-- > 0;) {
            value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
        }
        return value;
    }
    void skip(std::uint64_t count); // any number of bytes; throws Ended

    static constexpr std::size_t chunkSize = std::size_t(1) << 18;

private:
    void fill(std::size_t count);

    std::istream& m_stream;
    std::function<void(std::int64_t)> m_onChunk;
    std::vector<char> m_buffer;
    const char* m_next;
    const char* m_end;
    std::int64_t m_before = 0; // offset of the buffer's first byte
};

}
