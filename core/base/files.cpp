// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
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
        return failure(ErrorCode::FileNotReadable, {std::string(std::strerror(errno))}, path);
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
        return failure(ErrorCode::FileNotReadable, {std::string(std::strerror(errno))}, path);
    }
    return content;
}

Result<void> writeFile(const std::string& path, std::string_view content)
{
    const std::string neighbour = path + ".part" + std::to_string(::getpid());
    std::FILE* file = std::fopen(neighbour.c_str(), "wb");
    if (file == nullptr) {
        return failure(ErrorCode::FileNotWritable, {std::string(std::strerror(errno))}, path);
    }
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) {
        const int reason = errno;
        std::remove(neighbour.c_str());
        if (reason == ENOSPC) {
            return failure(ErrorCode::DiskFull, {}, path);
        }
        return failure(ErrorCode::FileNotWritable, {std::string(std::strerror(reason))}, path);
    }
    if (std::rename(neighbour.c_str(), path.c_str()) != 0) {
        const int reason = errno;
        std::remove(neighbour.c_str());
        return failure(ErrorCode::FileNotWritable, {std::string(std::strerror(reason))}, path);
    }
    return {};
}

}
