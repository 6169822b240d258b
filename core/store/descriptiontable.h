// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Descriptions of TorchScript files, keyed by SHA-256; rows of `meta`. Throws SQLite::Exception and DecodeError.
class DescriptionTable {
public:
    explicit DescriptionTable(SQLite::Database& sqlite);

    // Empty if there is none, or if it cannot be read.
    std::optional<Model> find(const std::string& file_hash) const;
    void set(const std::string& file_hash, const Model& model);
    std::vector<Model> all(Damage& damage) const; // readable ones, ordered by hash

private:
    SQLite::Database& m_sqlite;
};

}
