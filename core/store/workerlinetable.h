// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace stagecraft {

// Worker lines that were already stored, so that none is stored twice. Lines are identified by content, because a
// repeated request, perhaps on another machine, reuses the numbers for other lines. Throws SQLite::Exception.
class WorkerLineTable {
public:
    explicit WorkerLineTable(SQLite::Database& sqlite);

    // Records the line; returns false if it was recorded before.
    bool take(const MeasurementLine& line);
    // Allows lines with this content to be stored again.
    void forget(const Measurement& measurement);

private:
    SQLite::Statement m_insert;
    SQLite::Statement m_delete;
};

}
