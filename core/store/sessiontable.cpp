// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/sessiontable.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

// Encodes a value; rejects values that could not be read again.
template <typename T>
std::string checkedText(const T& value, const std::string& what)
{
    const auto json = encodeJson(value);
    (void)decodeJson<T>(json, what);
    return jsonText(json);
}

template <typename T>
T decoded(const SQLite::Column& column, const std::string& what)
{
    return decodeJson<T>(parseJson(column.getString()), what);
}

}

SessionTable::SessionTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

std::optional<Problem> SessionTable::problem() const
{
    SQLite::Statement select(m_sqlite, "SELECT problem FROM question");
    return select.executeStep() ? std::optional(decoded<Problem>(select.getColumn(0), "problem")) : std::nullopt;
}

std::optional<PlanningSession> SessionTable::session() const
{
    auto stored = problem();
    if (!stored) {
        return std::nullopt;
    }
    PlanningSession session {*std::move(stored)};
    if (!m_sqlite.tableExists("own_plan")) {
        return session; // an older file, opened read-only
    }
    SQLite::Statement plans(m_sqlite, "SELECT name, plan FROM own_plan ORDER BY position");
    while (plans.executeStep()) {
        session.plans.push_back({plans.getColumn(0).getString(), decoded<Plan>(plans.getColumn(1), "plan")});
    }
    SQLite::Statement scenarios(m_sqlite, "SELECT name, problem, plan FROM scenario ORDER BY position");
    while (scenarios.executeStep()) {
        session.scenarios.push_back({scenarios.getColumn(0).getString(),
                                     decoded<Problem>(scenarios.getColumn(1), "problem"),
                                     decoded<Plan>(scenarios.getColumn(2), "plan")});
    }
    session.comparison = comparison();
    return session;
}

Comparison SessionTable::comparison() const
{
    Comparison found;
    if (!m_sqlite.tableExists("compared")) {
        return found; // an older file, opened read-only
    }
    SQLite::Statement columns(m_sqlite, "SELECT name, plan, problem, baseline FROM compared ORDER BY position");
    while (columns.executeStep()) {
        if (columns.getColumn(3).getInt() != 0) {
            found.baseline = static_cast<int>(found.columns.size());
        }
        found.columns.push_back({columns.getColumn(0).getString(), decoded<Plan>(columns.getColumn(1), "plan"), {}});
        if (!columns.getColumn(2).isNull()) {
            found.columns.back().problem = decoded<Problem>(columns.getColumn(2), "problem");
        }
    }
    return found;
}

void SessionTable::setSession(const PlanningSession& session)
{
    SQLite::Statement problem(m_sqlite, R"sql(
        INSERT INTO question (id, problem, edited_at) VALUES (1, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
        ON CONFLICT (id) DO UPDATE SET problem = excluded.problem, edited_at = excluded.edited_at)sql");
    problem.bind(1, checkedText(session.problem, "problem"));
    problem.exec();

    m_sqlite.exec("DELETE FROM own_plan");
    for (std::size_t i = 0; i < session.plans.size(); ++i) {
        SQLite::Statement insert(m_sqlite, "INSERT INTO own_plan (position, name, plan) VALUES (?, ?, ?)");
        insert.bind(1, static_cast<std::int64_t>(i));
        insert.bind(2, session.plans[i].name);
        insert.bind(3, checkedText(session.plans[i].plan, "plan"));
        insert.exec();
    }

    m_sqlite.exec("DELETE FROM scenario");
    for (std::size_t i = 0; i < session.scenarios.size(); ++i) {
        SQLite::Statement insert(m_sqlite, "INSERT INTO scenario (position, name, problem, plan) VALUES (?, ?, ?, ?)");
        insert.bind(1, static_cast<std::int64_t>(i));
        insert.bind(2, session.scenarios[i].name);
        insert.bind(3, checkedText(session.scenarios[i].problem, "problem"));
        insert.bind(4, checkedText(session.scenarios[i].plan, "plan"));
        insert.exec();
    }
    setComparison(session.comparison);
}

void SessionTable::setComparison(const Comparison& comparison)
{
    m_sqlite.exec("DELETE FROM compared");
    for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
        const Compared& column = comparison.columns[i];
        SQLite::Statement insert(
            m_sqlite, "INSERT INTO compared (position, name, problem, plan, baseline) VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, static_cast<std::int64_t>(i));
        insert.bind(2, column.name);
        if (column.problem) {
            insert.bind(3, checkedText(*column.problem, "problem"));
        }
        insert.bind(4, checkedText(column.plan, "plan"));
        insert.bind(5, static_cast<int>(i) == comparison.baseline ? 1 : 0);
        insert.exec();
    }
}

}
