// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/stacktable.h"

#include "core/json/codec.h"
#include "core/store/metatable.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

StackTable::StackTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

void StackTable::set(const Stack& stack)
{
    const auto json = encodeJson(stack);
    (void)decodeJson<Stack>(json, "stack"); // nothing goes in that would not come out again
    MetaTable(m_sqlite).set("stack " + stack.name, jsonText(json));
}

std::vector<Stack> StackTable::all() const
{
    std::vector<Stack> stacks;
    SQLite::Statement select(m_sqlite, "SELECT key, value FROM meta WHERE key GLOB 'stack *' ORDER BY key");
    while (select.executeStep()) {
        stacks.push_back(
            decodeJson<Stack>(parseJson(select.getColumn(1).getString()), select.getColumn(0).getString()));
    }
    return stacks;
}

}
