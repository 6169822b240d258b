// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/descriptiontable.h"

#include "core/store/metatable.h"
#include "core/store/storedvalue.h"
#include "core/words/store.h"

namespace stagecraft {

namespace {

constexpr std::string_view keyPrefix = "description ";

std::string keyOf(const std::string& file_hash)
{
    return std::string(keyPrefix) + file_hash;
}

Message nameOfKey(const std::string& key)
{
    return say(words::store::description, key.substr(keyPrefix.size()));
}

}

DescriptionTable::DescriptionTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

std::optional<Model> DescriptionTable::find(const std::string& file_hash) const
{
    SQLite::Statement select(m_sqlite, "SELECT CASE WHEN length(value) <= ? THEN value END FROM meta WHERE key = ?");
    select.bind(1, mostLettersOfAValue);
    select.bind(2, keyOf(file_hash));
    Damage unasked;
    const auto name = [&] { return nameOfKey(keyOf(file_hash)); };
    return select.executeStep() ? storedValue<Model>(select.getColumn(0), unasked, name) : std::nullopt;
}

void DescriptionTable::set(const std::string& file_hash, const Model& model)
{
    const auto json = encodeJson(model);
    (void)decodeJson<Model>(json, "model"); // reject values that could not be read again
    MetaTable(m_sqlite).set(keyOf(file_hash), jsonText(json));
}

std::vector<Model> DescriptionTable::all(Damage& damage) const
{
    std::vector<Model> models;
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT key, CASE WHEN length(value) <= ? THEN value END FROM meta WHERE key GLOB 'description *' ORDER BY key)sql");
    select.bind(1, mostLettersOfAValue);
    while (select.executeStep()) {
        const auto name = [&] { return nameOfKey(select.getColumn(0).getString()); };
        if (auto model = storedValue<Model>(select.getColumn(1), damage, name)) {
            models.push_back(*std::move(model));
        }
    }
    return models;
}

}
