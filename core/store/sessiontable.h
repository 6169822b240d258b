// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/planningsession.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>

namespace stagecraft {

// The workspace's single planning session. Throws SQLite::Exception and DecodeError.
class SessionTable {
public:
    explicit SessionTable(SQLite::Database& sqlite);

    std::optional<PlanningSession> session() const;
    std::optional<Problem> problem() const; // the session's problem
    void setSession(const PlanningSession& session);

private:
    Comparison comparison() const;
    void setComparison(const Comparison& comparison);

    SQLite::Database& m_sqlite;
};

}
