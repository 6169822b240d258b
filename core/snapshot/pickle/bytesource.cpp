// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/pickle/bytesource.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace stagecraft {

ByteSource::ByteSource(std::istream& stream, std::function<void(std::int64_t)> onChunk)
    : m_stream(stream)
    , m_onChunk(std::move(onChunk))
    , m_buffer(chunkSize)
    , m_next(m_buffer.data())
    , m_end(m_buffer.data())
{
}

void ByteSource::fill(std::size_t count)
{
    const auto kept = static_cast<std::size_t>(m_end - m_next);
    m_before += m_next - m_buffer.data();
    std::memmove(m_buffer.data(), m_next, kept);
    m_next = m_buffer.data();
    m_end = m_next + kept;
    m_onChunk(m_before);
    m_stream.read(m_buffer.data() + kept, static_cast<std::streamsize>(chunkSize - kept));
    m_end += m_stream.gcount();
    if (static_cast<std::size_t>(m_end - m_next) < count) {
        throw Ended {};
    }
}

void ByteSource::skip(std::uint64_t count)
{
    while (count > 0) {
        if (m_next == m_end) {
            fill(1);
        }
        const auto now = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(m_end - m_next));
        m_next += now;
        count -= now;
    }
}

}
