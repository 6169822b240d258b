// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/newfile.h"

#include "core/base/identity.h"
#include "core/base/systemreason.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace stagecraft {

namespace {

constexpr int mostTries = 100;

std::string folderOf(const std::string& path)
{
    const auto folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

int writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

// Devices and pipes cannot be synced.
int syncFile(int descriptor)
{
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : errno;
}

}

tl::unexpected<Error> notWritten(int reason, const std::string& path)
{
    return reason == ENOSPC || reason == EDQUOT ? failure(ErrorCode::DiskFull, {}, path)
                                                : failure(ErrorCode::FileNotWritable, {systemReason(reason)}, path);
}

// The name has a fixed length, so that it fits wherever the real name does.
Result<NewFile> makeNewFile(const std::string& path)
{
    constexpr mode_t usual = 0666;
    const std::string folder = folderOf(path);
    int reason = 0;
    for (int i = 0; i < mostTries; ++i) {
        const std::string name = folder + "/.stagecraft-" + newUuid() + ".part";
        const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, usual);
        if (descriptor >= 0) {
            return NewFile {descriptor, name};
        }
        reason = errno;
        if (reason != EEXIST) {
            break;
        }
    }
    return notWritten(reason, path);
}

int writeAndClose(int descriptor, std::string_view content)
{
    int reason = writeAll(descriptor, content);
    if (reason == 0) {
        reason = syncFile(descriptor);
    }
    return ::close(descriptor) != 0 && reason == 0 ? errno : reason;
}

void syncFolderOf(const std::string& path)
{
    const int folder = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
}

}
