// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/codec.h"
#include "core/store/workspace.h"
#include "core/words/common.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace stagecraft {

// Largest length of a stored value that is one of many; real ones have a thousandth of it. Queries omit longer ones.
inline constexpr std::int64_t mostLettersOfAValue = 1 << 26;

// Decodes the value in `column`. Empty, and added to `damage`, if it cannot be read. `name()` returns the row's name.
template <typename T, typename Name>
std::optional<T> storedValue(const SQLite::Column& column, Damage& damage, const Name& name)
{
    const std::string text = column.getString();
    const auto json = jsonIn(text);
    if (!json) {
        damage.add([&] {
            const auto parsed = catchDecoding({}, [&] { return parseJson(text); });
            return say(words::common::at, name(), messageOf(parsed.error()));
        });
        return std::nullopt;
    }
    try {
        return decodeJson<T>(*json, {});
    } catch (const DecodeError& error) {
        damage.add([&] { return say(words::common::at, name(), messageOf(error.error)); });
        return std::nullopt;
    }
}

}
