// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>

namespace stagecraft {

// The one question that the workspace is about. Throws SQLite::Exception and DecodeError.
class QuestionTable {
public:
    explicit QuestionTable(SQLite::Database& sqlite);

    std::optional<Problem> problem() const;
    void setProblem(const Problem& problem);

private:
    SQLite::Database& m_sqlite;
};

}
