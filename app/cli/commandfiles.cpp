// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commandfiles.h"

#include "core/base/workspacemark.h"
#include "core/session/ownhardware.h"
#include "core/session/ownoffers.h"
#include "core/store/workspace.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>

namespace stagecraft {

namespace {

static_assert(workspaceMark == static_cast<std::uint32_t>(Workspace::applicationId));

constexpr std::string_view workspaceSuffix = ".stagecraft";
constexpr std::array<std::string_view, 3> besideWorkspace {"-wal", "-shm", "-journal"};

// The name with links followed, as far as it exists.
std::string realName(const std::string& path)
{
    std::error_code status;
    const auto absolute = std::filesystem::absolute(path, status);
    const auto real = std::filesystem::weakly_canonical(absolute, status);
    return status ? absolute.string() : real.string();
}

bool isSameFile(const std::string& one, const std::string& other)
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

bool endsLikeWorkspace(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.ends_with(workspaceSuffix);
}

bool isWorkspace(const std::string& path)
{
    return endsLikeWorkspace(path) || endsLikeWorkspace(realName(path)) || holdsWorkspace(path);
}

// A workspace, or what SQLite keeps beside one.
bool belongsToWorkspace(const std::string& path)
{
    return isWorkspace(path) || std::any_of(besideWorkspace.begin(), besideWorkspace.end(), [&](std::string_view end) {
               return path.ends_with(end) && isWorkspace(path.substr(0, path.size() - end.size()));
           });
}

tl::unexpected<Error> refusedOutput(const CommandFile& file, const std::string& instead)
{
    return failure(ErrorCode::OptionUnsupported, {file.option, file.path, instead});
}

}

void addRead(CommandFiles& files, const std::string& option, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        files.read.push_back({option, name});
    }
}

Result<void> requireSafeOutputs(const CommandFiles& files)
{
    std::vector<CommandFile> others = files.read;
    others.push_back({"your own device types", ownHardwarePath().toStdString()});
    others.push_back({"your own offers", ownOffersPath().toStdString()});
    for (const CommandFile& file : files.written) {
        if (file.path.empty()) {
            continue;
        }
        for (const CommandFile& other : others) {
            if (!other.path.empty() && isSameFile(file.path, other.path)) {
                return refusedOutput(file, "another file than that of " + other.option);
            }
        }
        if (belongsToWorkspace(file.path)) {
            return refusedOutput(file, "a file that is no workspace and is not named like one");
        }
        others.push_back(file);
    }
    return {};
}

}
