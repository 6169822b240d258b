// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/question.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>

namespace stagecraft {

// The one question that the workspace is about. Throws SQLite::Exception and DecodeError.
class QuestionTable {
public:
    explicit QuestionTable(SQLite::Database& sqlite);

    std::optional<Question> question() const;
    std::optional<Problem> problem() const; // of it
    void setQuestion(const Question& question);

private:
    Comparison comparison() const;
    void setComparison(const Comparison& comparison);

    SQLite::Database& m_sqlite;
};

}
