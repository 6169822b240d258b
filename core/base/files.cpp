// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include "core/base/newfile.h"
#include "core/base/systemreason.h"
#include "core/base/workspacemark.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace stagecraft {

Result<std::string> readFile(const std::string& path, Bytes limit)
{
    std::error_code status;
    if (std::filesystem::is_directory(path, status)) {
        return failure(ErrorCode::FileNotReadable, {std::string("it is a folder")}, path);
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return failure(ErrorCode::FileNotReadable, {systemReason(errno)}, path);
    }
    // Read at most one byte more than the limit: the size that the file system tells may be wrong (pipes, /proc).
    std::string content;
    std::string chunk(1 << 16, '\0');
    while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
        content.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
        if (Bytes(static_cast<std::int64_t>(content.size())) > limit) {
            const auto size = std::filesystem::file_size(path, status);
            const Bytes told =
                status ? Bytes(static_cast<std::int64_t>(content.size())) : Bytes(static_cast<std::int64_t>(size));
            return failure(ErrorCode::FileTooLarge, {told, limit}, path);
        }
    }
    if (file.bad()) {
        return failure(ErrorCode::FileNotReadable, {systemReason(errno)}, path);
    }
    return content;
}

Result<std::ifstream> openFile(const std::string& path, Bytes limit)
{
    std::error_code status;
    const auto size = std::filesystem::file_size(path, status);
    if (status) {
        return failure(ErrorCode::FileNotReadable, {systemReason(status.value())}, path);
    }
    if (size > static_cast<std::uintmax_t>(limit.value)) {
        return failure(ErrorCode::FileTooLarge, {Bytes(static_cast<std::int64_t>(size)), limit}, path);
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return failure(ErrorCode::FileNotReadable, {systemReason(errno)}, path);
    }
    return file;
}

namespace {

// Into the file itself: a device, a pipe, or a file in a folder that takes no new ones.
Result<void> writeInPlace(const std::string& path, std::string_view content, int flags)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags);
    const int reason = file < 0 ? errno : writeAndClose(file, content);
    return reason == 0 ? Result<void>() : notWritten(reason, path);
}

}

Result<void> writeFile(const std::string& path, std::string_view content)
{
    struct stat present {};
    const bool exists = ::stat(path.c_str(), &present) == 0;
    if (!exists && errno == ENAMETOOLONG) {
        return notWritten(ENAMETOOLONG, path);
    }
    if (exists && !S_ISREG(present.st_mode)) {
        return writeInPlace(path, content, 0);
    }
    if (exists && holdsWorkspace(path)) {
        return failure(ErrorCode::FileNotWritable, {std::string("it is a workspace, which no output replaces")}, path);
    }
    // A link keeps pointing where it does: the file behind it is replaced.
    std::error_code status;
    const auto real = exists ? std::filesystem::canonical(path, status) : std::filesystem::path(path);
    const std::string target = status ? path : real.string();
    const auto made = makeNewFile(target);
    if (!made) {
        return exists && ::access(target.c_str(), W_OK) == 0 && made.error().code != ErrorCode::DiskFull
            ? writeInPlace(target, content, O_TRUNC)
            : failure(made.error().code, made.error().arguments, path);
    }
    if (exists) {
        ::fchmod(made->descriptor, present.st_mode & 07777);
    }
    int reason = writeAndClose(made->descriptor, content);
    if (reason == 0 && std::rename(made->path.c_str(), target.c_str()) != 0) {
        reason = errno;
    }
    if (reason == 0) {
        syncFolderOf(target);
        return {};
    }
    std::remove(made->path.c_str());
    return notWritten(reason, path);
}

}
