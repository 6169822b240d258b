// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/workspacemark.h"

#include <array>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace stagecraft {

// File format: https://www.sqlite.org/fileformat2.html, section 1.3.
bool isWorkspaceFile(const std::string& path)
{
    constexpr std::size_t applicationIdAt = 68;
    constexpr std::string_view magic("SQLite format 3\0", 16);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // O_NONBLOCK: a pipe may never answer
    if (file < 0) {
        return false;
    }
    struct stat status {};
    std::array<char, applicationIdAt + 4> header {};
    const bool read = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode)
        && ::pread(file, header.data(), header.size(), 0) == static_cast<ssize_t>(header.size());
    ::close(file);
    std::uint32_t mark = 0;
    for (std::size_t i = applicationIdAt; i < header.size(); ++i) {
        mark = mark << 8 | static_cast<unsigned char>(header[i]);
    }
    return read && std::string_view(header.data(), magic.size()) == magic && mark == workspaceMark;
}

}
