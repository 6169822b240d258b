// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/questiontable.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

QuestionTable::QuestionTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

std::optional<Problem> QuestionTable::problem() const
{
    SQLite::Statement select(m_sqlite, "SELECT problem FROM question");
    if (!select.executeStep()) {
        return std::nullopt;
    }
    return decodeJson<Problem>(parseJson(select.getColumn(0).getString()), "problem");
}

void QuestionTable::setProblem(const Problem& problem)
{
    const auto json = encodeJson(problem);
    (void)decodeJson<Problem>(json, "problem"); // nothing goes in that would not come out again
    SQLite::Statement insert(m_sqlite, R"sql(
        INSERT INTO question (id, problem, edited_at) VALUES (1, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
        ON CONFLICT (id) DO UPDATE SET problem = excluded.problem, edited_at = excluded.edited_at)sql");
    insert.bind(1, jsonText(json));
    insert.exec();
}

}
