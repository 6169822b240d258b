// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace stagecraft {

// Facts about the file itself, by name. Throws SQLite::Exception.
class MetaTable {
public:
    explicit MetaTable(SQLite::Database& sqlite);

    void set(const std::string& key, const std::string& value);

private:
    SQLite::Database& m_sqlite;
};

}
