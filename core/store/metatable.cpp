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

}
