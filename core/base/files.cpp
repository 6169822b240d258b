// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include "core/base/newfile.h"
#include "core/base/systemreason.h"
#include "core/base/terminaltext.h"
#include "core/base/workspacemark.h"
#include "core/words/base.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace stagecraft {

namespace {

// Longest wait between two pieces of a pipe or another input that may never end.
constexpr std::chrono::seconds longestSilence(10);
constexpr int untilStopIsSeen = 100; // ms

struct Descriptor {
    explicit Descriptor(int opened) : number(opened) {}
    ~Descriptor()
    {
        if (number >= 0) {
            ::close(number);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    const int number;
};

tl::unexpected<Error> notReadable(int reason, const std::string& path)
{
    return failure(ErrorCode::FileNotReadable, {systemReason(reason)}, path);
}

// Reads up to `size` bytes; returns 0 at the end. errno is ETIMEDOUT after longestSilence without data, ECANCELED if
// stopped.
ssize_t readSome(int file, char* to, std::size_t size, const std::stop_token& stop)
{
    const auto silent = std::chrono::steady_clock::now() + longestSilence;
    for (;;) {
        if (stop.stop_requested()) {
            errno = ECANCELED;
            return -1;
        }
        pollfd waiting {file, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, untilStopIsSeen);
        if (ready == 0 && std::chrono::steady_clock::now() < silent) {
            continue;
        }
        if (ready == 0) {
            errno = ETIMEDOUT;
            return -1;
        }
        const ssize_t got = ready < 0 ? -1 : ::read(file, to, size);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN)) {
            return got;
        }
    }
}

}

Result<std::string> readFile(const std::string& path, Bytes limit, const std::stop_token& stop)
{
    std::error_code status;
    if (std::filesystem::is_directory(path, status)) {
        return failure(ErrorCode::FileNotReadable, {words::base::is_folder}, path);
    }
    // O_NONBLOCK: opening a pipe without a writer would block forever.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number < 0) {
        return notReadable(errno, path);
    }
    // Read at most one byte more than the limit, as the size reported by the file system may be wrong (pipes, /proc).
    std::string content;
    std::string chunk(1 << 16, '\0');
    ssize_t got = 0;
    while ((got = readSome(file.number, chunk.data(), chunk.size(), stop)) > 0) {
        content.append(chunk, 0, static_cast<std::size_t>(got));
        if (Bytes(std::ssize(content)) > limit) {
            const auto size = std::filesystem::file_size(path, status);
            const Bytes reported = status ? Bytes(std::ssize(content)) : Bytes(static_cast<std::int64_t>(size));
            return failure(ErrorCode::FileTooLarge, {reported, limit}, path);
        }
    }
    if (got < 0 && errno == ECANCELED) {
        return failure(ErrorCode::Cancelled, {}, path);
    }
    if (got < 0 && errno == ETIMEDOUT) {
        return failure(ErrorCode::FileNotReadable, {words::base::silent}, path);
    }
    if (got < 0) {
        return notReadable(errno, path);
    }
    return content;
}

std::string titleOfFile(const std::string& path)
{
    return terminalLine(std::filesystem::path(path).stem().string());
}

bool isReadAgain(const std::string& path)
{
    std::error_code status;
    return std::filesystem::is_regular_file(path, status);
}

Result<std::ifstream> openFile(const std::string& path, Bytes limit)
{
    std::error_code status;
    const auto size = std::filesystem::file_size(path, status);
    if (status) {
        return notReadable(status.value(), path);
    }
    if (size > static_cast<std::uintmax_t>(limit.value)) {
        return failure(ErrorCode::FileTooLarge, {Bytes(static_cast<std::int64_t>(size)), limit}, path);
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    return file ? Result<std::ifstream>(std::move(file)) : notReadable(errno, path);
}

namespace {

// Returns the final target of a link, even if it does not exist yet.
std::string behindLinks(std::string path)
{
    constexpr int mostLinks = 40; // the limit of Linux
    std::error_code status;
    for (int followed = 0; followed < mostLinks; ++followed) {
        const std::filesystem::path target = std::filesystem::read_symlink(path, status);
        if (status) {
            return path;
        }
        path = (std::filesystem::path(path).parent_path() / target).string();
    }
    return path;
}

// Writes to the file itself: a device, a pipe, or a file in a folder where no files can be made.
Result<void> writeInPlace(const std::string& path, std::string_view content, int flags)
{
    // O_NONBLOCK: opening a pipe without a reader would block forever; the reader gets one second to appear.
    const auto open = [&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | flags); };
    int file = open();
    for (int tries = 0; file < 0 && errno == ENXIO && tries < 20; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        file = open();
    }
    if (file < 0 && errno == ENXIO) {
        return failure(ErrorCode::FileNotWritable, {words::base::pipe_unread}, path);
    }
    if (file >= 0) {
        ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
    }
    const int reason = file < 0 ? errno : writeAndClose(file, content);
    return reason == 0 ? Result<void>() : notWritten(reason, path);
}

}

Result<void> writeFile(const std::string& path, std::string_view content)
{
    struct stat present {};
    const bool exists = ::stat(path.c_str(), &present) == 0;
    if (const int reason = errno; !exists && (reason == ENAMETOOLONG || reason == ELOOP)) {
        return notWritten(reason, path);
    }
    if (exists && !S_ISREG(present.st_mode)) {
        return writeInPlace(path, content, 0);
    }
    if (exists && isWorkspaceFile(path)) {
        return failure(ErrorCode::FileNotWritable, {words::base::is_workspace}, path);
    }
    const std::string target = behindLinks(path); // preserves a link
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

Result<void> requirePlaceFor(const std::string& path)
{
    std::error_code status;
    const std::filesystem::path target = behindLinks(path);
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    int reason = 0;
    if (std::filesystem::is_directory(target, status)) {
        reason = EISDIR;
    } else if (!std::filesystem::is_directory(folder, status)) {
        reason = std::filesystem::exists(folder, status) ? ENOTDIR : ENOENT;
    } else if (::access(folder.c_str(), W_OK) != 0 && ::access(target.c_str(), W_OK) != 0) {
        reason = EACCES;
    }
    return reason == 0 ? Result<void>() : notWritten(reason, path);
}

}
