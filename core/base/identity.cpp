// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/identity.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <random>

namespace stagecraft {

std::string newUuid()
{
    thread_local std::mt19937_64 generator {[] {
        std::random_device device;
        return (static_cast<std::uint64_t>(device()) << 32) | device();
    }()};
    const std::uint64_t high = (generator() & 0xffffffffffff0fffULL) | 0x0000000000004000ULL;
    const std::uint64_t low = (generator() & 0x3fffffffffffffffULL) | 0x8000000000000000ULL;
    std::array<char, 40> text {};
    std::snprintf(text.data(), text.size(), "%08x-%04x-%04x-%04x-%012llx", static_cast<unsigned>(high >> 32),
                  static_cast<unsigned>(high >> 16 & 0xffff), static_cast<unsigned>(high & 0xffff),
                  static_cast<unsigned>(low >> 48), static_cast<unsigned long long>(low & 0xffffffffffffULL));
    return text.data();
}

std::string contentHash(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    }
    std::array<char, 20> digits {};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

}
