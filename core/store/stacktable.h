// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/stack.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <vector>

namespace stagecraft {

// Stacks that were calibrated in this workspace, by name; rows of `meta`. Throws SQLite::Exception and DecodeError.
class StackTable {
public:
    explicit StackTable(SQLite::Database& sqlite);

    void set(const Stack& stack);
    std::vector<Stack> all(Damage& damage) const; // that can be read

private:
    SQLite::Database& m_sqlite;
};

}
