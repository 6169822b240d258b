// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace stagecraft {

// Incremental SHA-256 (FIPS 180-4). Collision-resistant, so equal digests mean equal content.
class Sha256 {
public:
    void add(std::string_view bytes);
    // Returns 64 hexadecimal digits in lower case. Must be the last call.
    std::string finish();

private:
    void addBlock(const unsigned char* block);

    std::array<std::uint32_t, 8> m_state {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> m_block {};
    std::size_t m_filled = 0;
    std::uint64_t m_length = 0; // in bytes
};

std::string sha256Of(std::string_view text);

// Hashes the rest of the stream. The caller checks the stream for errors afterwards.
std::string sha256Of(std::istream& stream);

// Hashes a file. Errors: those of openFile().
Result<std::string> sha256OfFile(const std::string& path, Bytes limit);

}
