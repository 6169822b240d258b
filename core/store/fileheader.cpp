// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/fileheader.h"

#include "core/base/systemreason.h"
#include "core/words/base.h"
#include "core/words/store.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace stagecraft {

namespace {

constexpr std::size_t headerSize = 100;
constexpr std::size_t readVersionAt = 19;
constexpr std::size_t userVersionAt = 60;
constexpr std::size_t applicationIdAt = 68;
constexpr std::string_view magic("SQLite format 3\0", 16);

std::uint32_t bigEndian(const char* bytes)
{
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

}

Result<FileHeader> readFileHeader(const std::string& path)
{
    std::error_code status;
    if (std::filesystem::is_directory(path, status)) {
        return failure(ErrorCode::FileNotReadable, {words::base::is_folder}, path);
    }
    if (std::filesystem::exists(path, status)
        && !std::filesystem::is_regular_file(path, status)) { // a pipe may never deliver data
        return failure(ErrorCode::FileNotReadable, {words::store::not_regular}, path);
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return failure(ErrorCode::FileNotReadable, {systemReason(errno)}, path);
    }
    std::array<char, headerSize> header {};
    if (!file.read(header.data(), headerSize) || std::string_view(header.data(), magic.size()) != magic) {
        return failure(ErrorCode::WorkspaceNotOne, {}, path);
    }
    return FileHeader {bigEndian(header.data() + userVersionAt), bigEndian(header.data() + applicationIdAt),
                       header[readVersionAt] == 2};
}

}
