// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/settings.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace stagecraft::dry {

namespace {

[[noreturn]] void giveUp(std::string_view entry)
{
    std::fprintf(stderr, "stagecraft dry run: STAGECRAFT_DRY_DEVICE has the invalid entry '%.*s'\n",
                 static_cast<int>(entry.size()), entry.data());
    std::_Exit(2);
}

template <typename Number>
Number parsed(std::string_view text, std::string_view entry)
{
    Number number {};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc {} || end != text.data() + text.size() || number < Number {}) {
        giveUp(entry);
    }
    return number;
}

void apply(Settings& settings, std::string_view entry)
{
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) {
        giveUp(entry);
    }
    const std::string_view key = entry.substr(0, equals);
    const std::string_view value = entry.substr(equals + 1);
    if (key == "name") {
        settings.name = value;
    } else if (key == "capability") {
        const std::size_t point = value.find('.');
        if (point == std::string_view::npos) {
            giveUp(entry);
        }
        settings.major = parsed<int>(value.substr(0, point), entry);
        settings.minor = parsed<int>(value.substr(point + 1), entry);
    } else if (key == "multiprocessors") {
        settings.multiprocessors = parsed<int>(value, entry);
    } else if (key == "memory") {
        settings.memory = parsed<std::uint64_t>(value, entry);
    } else if (key == "context") {
        settings.context = parsed<std::uint64_t>(value, entry);
    } else if (key == "devices") {
        settings.devices = parsed<int>(value, entry);
    } else {
        giveUp(entry);
    }
}

Settings readSettings()
{
    Settings settings;
    const char* variable = std::getenv("STAGECRAFT_DRY_DEVICE");
    std::string_view rest = variable ? variable : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        apply(settings, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return settings;
}

constexpr int kib = 1024;

// Keyed by compute capability x 10, in ascending order.
constexpr std::array<std::pair<int, Architecture>, 12> architectures {{
    {50, {64 * kib, 48 * kib, 2048, 32}},
    {52, {96 * kib, 48 * kib, 2048, 32}},
    {60, {64 * kib, 48 * kib, 2048, 32}},
    {61, {96 * kib, 48 * kib, 2048, 32}},
    {70, {96 * kib, 96 * kib, 2048, 32}},
    {75, {64 * kib, 64 * kib, 1024, 16}},
    {80, {164 * kib, 163 * kib, 2048, 32}},
    {86, {100 * kib, 99 * kib, 1536, 16}},
    {87, {164 * kib, 163 * kib, 1536, 16}},
    {89, {100 * kib, 99 * kib, 1536, 24}},
    {90, {228 * kib, 227 * kib, 2048, 32}},
    {120, {100 * kib, 99 * kib, 1536, 24}},
}};

}

const Settings& settings()
{
    static const Settings all = readSettings();
    return all;
}

const Architecture& architecture()
{
    const int capability = settings().major * 10 + settings().minor;
    const Architecture* found = &architectures.front().second;
    for (const auto& [from, values] : architectures) {
        found = from <= capability ? &values : found;
    }
    return *found;
}

}
