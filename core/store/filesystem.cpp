// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/filesystem.h"

#include "core/base/newfile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace stagecraft {

namespace {

// Sources: statfs(2), linux/magic.h, and the sources of the parallel file systems.
constexpr std::array<std::uint32_t, 12> networkTypes {
    0x00006969, // NFS
    0x0000517B, // SMB
    0xFE534D42, // SMB 2
    0xFF534D42, // CIFS
    0x65735546, // FUSE: sshfs and others
    0x01021997, // 9P
    0x5346414F, // AFS
    0x73757245, // Coda
    0x00C36400, // Ceph
    0x0BD00BD0, // Lustre
    0x47504653, // GPFS
    0x19830326, // BeeGFS
};

constexpr std::array besides {"-wal", "-shm", "-journal"};

constexpr std::size_t longestEnding = std::string_view("-journal").size();
constexpr std::size_t longestPath = 511; // MAX_PATHNAME of SQLite for Unix, minus the terminator

std::size_t nameLength(const std::string& path)
{
    return std::filesystem::path(path).filename().string().size();
}

Result<void> renamed(const std::string& from, const std::string& to)
{
    if (std::rename(from.c_str(), to.c_str()) != 0) {
        return notWritten(errno, to);
    }
    syncFolderOf(to);
    return {};
}

}

bool isNetworkFileSystem(long type)
{
    return std::find(networkTypes.begin(), networkTypes.end(), static_cast<std::uint32_t>(type)) != networkTypes.end();
}

bool onNetworkFileSystem(const std::string& path)
{
    struct statfs status {};
    return ::statfs(path.c_str(), &status) == 0 && isNetworkFileSystem(static_cast<long>(status.f_type));
}

std::string realPath(const std::string& path)
{
    // Make the path absolute first: the bare name of a missing file would stay relative and have no folder.
    std::error_code status;
    const auto absolute = std::filesystem::absolute(path, status);
    const auto real = std::filesystem::weakly_canonical(absolute, status);
    return status ? absolute.string() : real.string();
}

bool opensByLength(const std::string& path)
{
    return realPath(path).size() <= longestPath;
}

bool changesByLength(const std::string& path)
{
    const std::string real = realPath(path);
    return nameLength(real) + longestEnding <= NAME_MAX && real.size() + longestEnding <= longestPath;
}

bool mayChange(const std::string& path)
{
    if (!changesByLength(path)) {
        return false;
    }
    const std::string real = realPath(path);
    const std::string folder = std::filesystem::path(real).parent_path().string();
    const auto writable = [](const std::string& name) {
        return ::faccessat(AT_FDCWD, name.c_str(), W_OK, AT_EACCESS) == 0;
    };
    return writable(real) && writable(folder);
}

bool hasSpaceForIndex(const std::string& path)
{
    constexpr off_t indexSize = 32768; // the smallest size that SQLite makes
    const std::string real = realPath(path);
    std::error_code status;
    if (const auto size = std::filesystem::file_size(real + "-shm", status); !status && size > 0) {
        return true;
    }
    const auto file = makeNewFile(real);
    if (!file) {
        return false;
    }
    const bool fits = ::posix_fallocate(file->descriptor, 0, indexSize) == 0;
    ::close(file->descriptor);
    ::unlink(file->path.c_str());
    return fits;
}

Result<void> renameToNew(const std::string& from, const std::string& to)
{
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        syncFolderOf(to);
        return {};
    }
    const bool unknown = errno == EINVAL || errno == ENOSYS; // not supported by some network file systems
    if (!unknown) {
        return notWritten(errno, to);
    }
    struct stat present {};
    if (::lstat(to.c_str(), &present) == 0) {
        return notWritten(EEXIST, to);
    }
    return renamed(from, to);
}

Result<void> renameOver(const std::string& from, const std::string& to)
{
    const int file = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return notWritten(errno, to);
    }
    const int synced = ::fsync(file);
    const int code = errno;
    ::close(file);
    if (synced != 0) {
        return notWritten(code, to);
    }
    return renamed(from, to);
}

void removeDatabase(const std::string& path)
{
    ::unlink(path.c_str());
    for (const char* suffix : besides) {
        ::unlink((path + suffix).c_str());
    }
}

bool hasPendingChanges(const std::string& path)
{
    const std::string real = realPath(path);
    return std::any_of(besides.begin(), besides.end(), [&](const char* suffix) {
        std::error_code status;
        const auto size = std::filesystem::file_size(real + suffix, status);
        return !status && size > 0;
    });
}

}
