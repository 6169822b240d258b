// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorytrace.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

namespace stagecraft {

// Distinct memory traces: JSON, and the curve as bytes. Throws SQLite::Exception and DecodeError.
class TraceTable {
public:
    explicit TraceTable(SQLite::Database& sqlite);

    bool add(const MemoryTrace& trace); // false if the identical trace exists already
    bool remove(const MemoryTrace& trace); // false if there is none
    // Returns the readable traces in the order of addition. Empty for a workspace before version 6, which has no such
    // table.
    std::vector<MemoryTrace> all(Damage& damage) const;

private:
    SQLite::Database& m_sqlite;
};

}
