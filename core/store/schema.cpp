// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/schema.h"

#include "core/store/migrations.h"
#include "core/words/store.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::size_t mostNameLetters = 60;

struct Limit {
    int which;
    int most;
};

// One value may be a planning session with plans and scenarios of a model with ten thousand layers.
constexpr std::array limits {
    Limit {SQLITE_LIMIT_LENGTH, 1 << 28},
    Limit {SQLITE_LIMIT_SQL_LENGTH, 1 << 16},
    Limit {SQLITE_LIMIT_COLUMN, 100},
    Limit {SQLITE_LIMIT_EXPR_DEPTH, 100},
    Limit {SQLITE_LIMIT_VDBE_OP, 25'000},
    Limit {SQLITE_LIMIT_ATTACHED, 1}, // for VACUUM INTO
    Limit {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
    Limit {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    Limit {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
    Limit {SQLITE_LIMIT_WORKER_THREADS, 0},
};

using Name = std::pair<std::string, std::string>; // kind, name
using Objects = std::map<Name, std::string>; // with the SQL that created them

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Removes insignificant blanks, since SQLite changes blanks when it alters a table.
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

// Makes a name printable on one line.
std::string shown(std::string name)
{
    name.resize(std::min(name.size(), mostNameLetters));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return name;
}

std::string shownName(const Name& object)
{
    return shown(object.second);
}

// Watches SQLite load a schema object by object and stops it at the first unexpected one. After the last object SQLite
// would read the file's statistics (sqlite_stat1), whose columns may be computed.
class SchemaLoad {
public:
    SchemaLoad(sqlite3* handle, Objects expected, std::stop_token stop)
        : m_handle(handle), m_expected(std::move(expected)), m_stop(std::move(stop))
    {
        sqlite3_trace_v2(
            handle, SQLITE_TRACE_ROW,
            [](unsigned, void* load, void* row, void*) {
                static_cast<SchemaLoad*>(load)->take(static_cast<sqlite3_stmt*>(row));
                return 0;
            },
            this);
        sqlite3_progress_handler(
            handle, 1, [](void* load) { return static_cast<SchemaLoad*>(load)->ends() ? 1 : 0; }, this);
    }
    ~SchemaLoad()
    {
        sqlite3_trace_v2(m_handle, 0, nullptr, nullptr);
        sqlite3_progress_handler(m_handle, 0, nullptr, nullptr);
    }
    SchemaLoad(const SchemaLoad&) = delete;
    SchemaLoad& operator=(const SchemaLoad&) = delete;

    // The first unexpected object.
    const Message& fault() const { return m_fault; }
    // The first expected object that is missing.
    Message lack() const
    {
        for (const auto& [object, sql] : m_expected) {
            if (!m_found.contains(object)) {
                return say(words::store::lacks, object.first, shownName(object));
            }
        }
        return {};
    }

private:
    bool ends() const { return !m_fault.empty() || m_stop.stop_requested(); }

    void take(sqlite3_stmt* row)
    {
        constexpr int schemaColumns = 5; // type, name, tbl_name, rootpage, sql
        if (!m_fault.empty() || sqlite3_column_count(row) != schemaColumns) {
            return;
        }
        const auto text = [row](int column) {
            const unsigned char* value = sqlite3_column_text(row, column);
            return value == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(value));
        };
        const Name object {text(0), text(1)};
        const auto known = m_expected.find(object);
        if (known == m_expected.end()) {
            m_fault = say(words::store::has_alien, shown(object.first), shownName(object));
        } else if (known->second != text(2) + ": " + closedUp(text(4))) {
            m_fault = say(words::store::differs, object.first, shownName(object));
        }
        m_found.insert(object);
    }

    sqlite3* m_handle;
    Objects m_expected;
    std::stop_token m_stop;
    std::set<Name> m_found;
    Message m_fault;
};

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

Message schemaFault(SQLite::Database& sqlite, int version, const std::stop_token& stop)
{
    SchemaLoad load(sqlite.getHandle(), objectsOfVersion(version), stop);
    try {
        SQLite::Statement(sqlite, "SELECT 1 FROM sqlite_schema");
    } catch (const SQLite::Exception&) {
        if (load.fault().empty()) {
            throw;
        }
    }
    return load.fault().empty() ? load.lack() : load.fault();
}

}
