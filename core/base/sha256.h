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

// SHA-256 (FIPS 180-4) of what it is given piece by piece: nobody makes other content with the same one.
class Sha256 {
public:
    void add(std::string_view bytes);
    // 64 hexadecimal digits, lower case. The last call.
    std::string finish();

private:
    void addBlock(const unsigned char* block);

    std::array<std::uint32_t, 8> m_state {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> m_block {};
    std::size_t m_filled = 0;
    std::uint64_t m_length = 0; // bytes
};

std::string sha256Of(std::string_view text);

// Of all that the stream still has; check it for errors afterwards.
std::string sha256Of(std::istream& stream);

// Of a file. Errors: those of openFile().
Result<std::string> sha256OfFile(const std::string& path, Bytes limit);

}
