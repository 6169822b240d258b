// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/schema.h"

#include "core/store/migrations.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::size_t mostNameLetters = 60;

struct Limit {
    int which;
    int most;
};

// One value may be a question with plans and scenarios of a model of ten thousand layers.
constexpr std::array limits {
    Limit {SQLITE_LIMIT_LENGTH, 1 << 28},
    Limit {SQLITE_LIMIT_SQL_LENGTH, 1 << 16},
    Limit {SQLITE_LIMIT_COLUMN, 100},
    Limit {SQLITE_LIMIT_EXPR_DEPTH, 100},
    Limit {SQLITE_LIMIT_VDBE_OP, 25'000},
    Limit {SQLITE_LIMIT_ATTACHED, 1}, // a copy is attached
    Limit {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
    Limit {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    Limit {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
    Limit {SQLITE_LIMIT_WORKER_THREADS, 0},
};

using Name = std::pair<std::string, std::string>; // kind, name
using Objects = std::map<Name, std::string>; // with the SQL that made them

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Without blanks that change nothing: SQLite itself leaves other ones when it alters a table.
std::string closedUp(const std::string& sql)
{
    constexpr std::string_view alone = "(),";
    std::string text;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        if (!isBlank(sql[i])) {
            text += sql[i];
            continue;
        }
        while (i + 1 < sql.size() && isBlank(sql[i + 1])) {
            ++i;
        }
        const bool between = !text.empty() && i + 1 < sql.size() && alone.find(text.back()) == std::string_view::npos
            && alone.find(sql[i + 1]) == std::string_view::npos;
        text += between ? " " : "";
    }
    return text;
}

Objects objectsOf(SQLite::Database& sqlite)
{
    Objects objects;
    SQLite::Statement select(sqlite, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema");
    while (select.executeStep()) {
        objects[{select.getColumn(0).getString(), select.getColumn(1).getString()}] =
            select.getColumn(2).getString() + ": " + closedUp(select.getColumn(3).getString());
    }
    return objects;
}

Objects objectsOfVersion(int version)
{
    SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    for (int i = 0; i < version; ++i) {
        allMigrations()[static_cast<std::size_t>(i)](fresh);
    }
    return objectsOf(fresh);
}

// As far as a terminal and a line take it.
std::string shownName(const Name& object)
{
    std::string name = object.second.substr(0, mostNameLetters);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return name;
}

}

void distrust(SQLite::Database& sqlite)
{
    sqlite3* const handle = sqlite.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const int allowed : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION}) {
        sqlite3_db_config(handle, allowed, 0, nullptr);
    }
    for (const Limit& limit : limits) {
        sqlite3_limit(handle, limit.which, limit.most);
    }
    sqlite.exec("PRAGMA cell_size_check = ON");
}

std::string schemaFault(SQLite::Database& sqlite, int version)
{
    const Objects found = objectsOf(sqlite);
    const Objects expected = objectsOfVersion(version);
    for (const auto& [object, sql] : found) {
        if (object.first == "table" && object.second.starts_with("sqlite_stat")) {
            continue; // what SQLite itself keeps after ANALYZE
        }
        const auto known = expected.find(object);
        if (known == expected.end()) {
            return "it has the " + object.first + " \"" + shownName(object) + "\", which no workspace has";
        }
        if (known->second != sql) {
            return "its " + object.first + " \"" + shownName(object) + "\" is not that of a workspace";
        }
    }
    for (const auto& [object, sql] : expected) {
        if (!found.contains(object)) {
            return "it lacks the " + object.first + " \"" + shownName(object) + "\"";
        }
    }
    return {};
}

}
