// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/stacktable.h"

#include "core/store/metatable.h"
#include "core/store/storedvalue.h"

namespace stagecraft {

StackTable::StackTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

void StackTable::set(const Stack& stack)
{
    const auto json = encodeJson(stack);
    (void)decodeJson<Stack>(json, "stack"); // nothing goes in that would not come out again
    MetaTable(m_sqlite).set("stack " + stack.name, jsonText(json));
}

std::vector<Stack> StackTable::all(Damage& damage) const
{
    std::vector<Stack> stacks;
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT key, CASE WHEN length(value) <= ? THEN value END FROM meta WHERE key GLOB 'stack *' ORDER BY key)sql");
    select.bind(1, mostLettersOfAValue);
    while (select.executeStep()) {
        const auto name = [&] { return select.getColumn(0).getString(); };
        if (auto stack = storedValue<Stack>(select.getColumn(1), damage, name)) {
            stacks.push_back(*std::move(stack));
        }
    }
    return stacks;
}

}
