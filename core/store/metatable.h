// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>
#include <string>

namespace stagecraft {

// Texts keyed by name. Throws SQLite::Exception.
class MetaTable {
public:
    explicit MetaTable(SQLite::Database& sqlite);

    void set(const std::string& key, const std::string& value);
    std::optional<std::string> get(const std::string& key) const;

private:
    SQLite::Database& m_sqlite;
};

}
