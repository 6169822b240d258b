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

// How TorchScript files were described, by their SHA-256; rows of `meta`. Throws SQLite::Exception and DecodeError.
class DescriptionTable {
public:
    explicit DescriptionTable(SQLite::Database& sqlite);

    // Nothing where there is none, or one that cannot be read.
    std::optional<Model> find(const std::string& file_hash) const;
    void set(const std::string& file_hash, const Model& model);
    std::vector<Model> all(Damage& damage) const; // that can be read, by hash

private:
    SQLite::Database& m_sqlite;
};

}
