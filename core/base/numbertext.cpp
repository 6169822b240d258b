// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/numbertext.h"

#include <array>
#include <charconv>

namespace stagecraft {

namespace {

// Enough for the largest double in full, with its sign and any practical number of decimals.
constexpr std::size_t mostLetters = 400;

template <typename... Format>
std::string numberText(double value, Format... format)
{
    std::array<char, mostLetters> text {};
    const auto [end, status] = std::to_chars(text.data(), text.data() + text.size(), value, format...);
    return status == std::errc() ? std::string(text.data(), end) : std::string("?");
}

}

std::string exactText(double value)
{
    return numberText(value);
}

std::string generalText(double value, int digits)
{
    return numberText(value, std::chars_format::general, digits);
}

std::string fixedText(double value, int decimals)
{
    return numberText(value, std::chars_format::fixed, decimals);
}

std::string scientificText(double value, int decimals)
{
    return numberText(value, std::chars_format::scientific, decimals);
}

}
