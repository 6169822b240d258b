// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/descriptiontable.h"

#include "core/json/codec.h"
#include "core/store/metatable.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

std::string keyOf(const std::string& file_hash)
{
    return "description " + file_hash;
}

}

DescriptionTable::DescriptionTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

std::optional<Model> DescriptionTable::find(const std::string& file_hash) const
{
    const auto text = MetaTable(m_sqlite).get(keyOf(file_hash));
    return text ? std::optional(decodeJson<Model>(parseJson(*text), "model")) : std::nullopt;
}

void DescriptionTable::set(const std::string& file_hash, const Model& model)
{
    const auto json = encodeJson(model);
    (void)decodeJson<Model>(json, "model"); // nothing goes in that would not come out again
    MetaTable(m_sqlite).set(keyOf(file_hash), jsonText(json));
}

std::vector<Model> DescriptionTable::all() const
{
    std::vector<Model> models;
    SQLite::Statement select(m_sqlite, "SELECT key, value FROM meta WHERE key GLOB 'description *' ORDER BY key");
    while (select.executeStep()) {
        models.push_back(
            decodeJson<Model>(parseJson(select.getColumn(1).getString()), select.getColumn(0).getString()));
    }
    return models;
}

}
