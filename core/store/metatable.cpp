// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/metatable.h"

namespace stagecraft {

MetaTable::MetaTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

void MetaTable::set(const std::string& key, const std::string& value)
{
    SQLite::Statement insert(
        m_sqlite, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value");
    insert.bind(1, key);
    insert.bind(2, value);
    insert.exec();
}

std::optional<std::string> MetaTable::get(const std::string& key) const
{
    SQLite::Statement select(m_sqlite, "SELECT value FROM meta WHERE key = ?");
    select.bind(1, key);
    return select.executeStep() ? std::optional(select.getColumn(0).getString()) : std::nullopt;
}

}
