// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/filenames.h"

#include "core/base/workspacemark.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>

namespace stagecraft {

namespace {

constexpr std::string_view workspaceSuffix = ".stagecraft";
constexpr std::array<std::string_view, 4> besideWorkspace {"-wal", "-shm", "-journal", ".lock"};

// Returns the name with links followed, as far as it exists. A dangling link gives its target.
std::string realName(const std::string& path)
{
    constexpr int mostLinks = 40;
    std::error_code status;
    auto absolute = std::filesystem::absolute(path, status);
    for (int i = 0; i < mostLinks; ++i) {
        const auto target = std::filesystem::read_symlink(absolute, status);
        if (status) {
            break; // not a link
        }
        absolute = absolute.parent_path() / target;
    }
    const auto real = std::filesystem::weakly_canonical(absolute, status);
    return status ? absolute.string() : real.string();
}

bool endsLikeWorkspace(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.ends_with(workspaceSuffix);
}

bool isWorkspace(const std::string& path)
{
    return endsLikeWorkspace(path) || endsLikeWorkspace(realName(path)) || isWorkspaceFile(path);
}

bool isBesideWorkspace(const std::string& path)
{
    return std::any_of(besideWorkspace.begin(), besideWorkspace.end(), [&](std::string_view end) {
        return path.ends_with(end) && isWorkspace(path.substr(0, path.size() - end.size()));
    });
}

}

bool nameSameFile(const std::string& one, const std::string& other)
{
    struct stat first {};
    struct stat second {};
    const bool first_exists = ::stat(one.c_str(), &first) == 0;
    const bool second_exists = ::stat(other.c_str(), &second) == 0;
    if (first_exists && second_exists) {
        return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    }
    return realName(one) == realName(other);
}

bool belongsToWorkspace(const std::string& path)
{
    return isWorkspace(path) || isBesideWorkspace(path) || isBesideWorkspace(realName(path));
}

}
