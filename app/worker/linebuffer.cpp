// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "linebuffer.h"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace stagecraft {

bool LineBuffer::receive()
{
    std::array<char, 65536> chunk;
    ssize_t count = 0;
    do {
        count = ::read(m_descriptor, chunk.data(), chunk.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0) {
        return false;
    }
    m_text.append(chunk.data(), static_cast<std::size_t>(count));
    return true;
}

std::optional<std::string> LineBuffer::next()
{
    const std::size_t end = m_text.find('\n');
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string line = m_text.substr(0, end);
    m_text.erase(0, end + 1);
    return line;
}

}
