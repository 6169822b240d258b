// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/format.h"

#include "core/base/numbertext.h"

#include <array>
#include <cmath>
#include <string_view>

namespace stagecraft {

std::string formatNumber(double value)
{
    if (value == 0 || !std::isfinite(value)) {
        return value == 0 ? "0" : "?";
    }
    const int digitsBeforePoint = static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
    const int decimals = digitsBeforePoint >= 3 ? 0 : 3 - digitsBeforePoint;
    const bool digitByDigit = digitsBeforePoint <= 18 && decimals <= 18; // longer numbers are unreadable in this form
    return digitByDigit ? fixedText(value, decimals) : scientificText(value, 2);
}

bool isDistinguishable(double ratio)
{
    constexpr double same = 0.0005;
    return std::fabs(ratio - 1) > same;
}

std::string formatBytes(Bytes bytes)
{
    const double magnitude = std::fabs(static_cast<double>(bytes.value));
    if (magnitude < 1024) {
        return std::to_string(bytes.value) + " B";
    }
    struct Unit {
        double size;
        const char* name;
    };
    constexpr std::array units {Unit {1073741824.0 * 1024, " TiB"}, Unit {1073741824.0, " GiB"},
                                Unit {1048576.0, " MiB"}, Unit {1024.0, " KiB"}};
    for (const Unit& unit : units) {
        if (magnitude >= unit.size) {
            return formatNumber(static_cast<double>(bytes.value) / unit.size) + unit.name;
        }
    }
    return std::to_string(bytes.value) + " B";
}

std::string shellWord(const std::string& text)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) {
        return text;
    }
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return quoted + "'";
}

std::string formatSeconds(Seconds seconds)
{
    const double value = seconds.value;
    if (value < 1e-3) {
        return formatNumber(value * 1e6) + " us";
    }
    if (value < 1) {
        return formatNumber(value * 1e3) + " ms";
    }
    if (value < 120) {
        return formatNumber(value) + " s";
    }
    constexpr double century = 100.0 * 365 * 24 * 3600;
    if (!(value < century)) {
        return "more than a century";
    }
    const auto whole = static_cast<long long>(std::llround(value));
    if (whole < 7200) {
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    }
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

}
