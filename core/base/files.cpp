// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

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

tl::unexpected<Error> notWritten(int reason, const std::string& path)
{
    return reason == ENOSPC ? failure(ErrorCode::DiskFull, {}, path)
                            : failure(ErrorCode::FileNotWritable, {systemReason(reason)}, path);
}

// Writes all of it and closes the file; the reason if that fails.
int writeAll(int file, std::string_view content)
{
    int reason = 0;
    while (!content.empty() && reason == 0) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            reason = errno;
        }
    }
    return ::close(file) != 0 && reason == 0 ? errno : reason;
}

// Into the file itself: a device, a pipe, or a file in a folder that takes no new ones.
Result<void> writeInPlace(const std::string& path, std::string_view content, int flags)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags);
    const int reason = file < 0 ? errno : writeAll(file, content);
    return reason == 0 ? Result<void>() : notWritten(reason, path);
}

}

Result<void> writeFile(const std::string& path, std::string_view content)
{
    struct stat present {};
    const bool exists = ::stat(path.c_str(), &present) == 0;
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
    const std::string neighbour = target + ".part" + std::to_string(::getpid());
    constexpr mode_t usual = 0666;
    const int file = ::open(neighbour.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual);
    if (file < 0) {
        const int reason = errno;
        return exists && reason == EACCES ? writeInPlace(target, content, O_TRUNC) : notWritten(reason, path);
    }
    if (exists) {
        ::fchmod(file, present.st_mode & 07777);
    }
    int reason = writeAll(file, content);
    if (reason == 0 && std::rename(neighbour.c_str(), target.c_str()) != 0) {
        reason = errno;
    }
    if (reason == 0) {
        return {};
    }
    std::remove(neighbour.c_str());
    return notWritten(reason, path);
}

}
