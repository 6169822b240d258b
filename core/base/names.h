// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stagecraft {

// Names of an enumeration's values in files, options and tables. Specialize it beside each enumeration:
//   template <> inline constexpr auto enumNames<Color> = std::array {std::pair {Color::Red, std::string_view("red")},
//   ...};
template <typename Enum>
inline constexpr auto enumNames = std::array<std::pair<Enum, std::string_view>, 0> {};

template <typename Enum>
constexpr std::string_view nameOf(Enum value)
{
    for (const auto& [candidate, name] : enumNames<Enum>) {
        if (candidate == value) {
            return name;
        }
    }
    return "unknown";
}

template <typename Enum>
constexpr std::optional<Enum> fromName(std::string_view text)
{
    for (const auto& [candidate, name] : enumNames<Enum>) {
        if (name == text) {
            return candidate;
        }
    }
    return std::nullopt;
}

// Lists all names for error messages: "sgd, momentum, adam".
template <typename Enum>
std::string knownNames()
{
    std::string all;
    for (const auto& entry : enumNames<Enum>) {
        all += (all.empty() ? "" : ", ") + std::string(entry.second);
    }
    return all;
}

}
