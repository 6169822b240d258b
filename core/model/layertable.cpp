// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/layertable.h"

#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace stagecraft {

namespace {

constexpr Bytes tableLimit(64 << 20);
// Limits a layer to 2^50 bytes (1 PiB), so that sums over all rows and micro-batches fit into int64.
constexpr double maxAmount = 1125899906842624.0;

constexpr std::array<std::string_view, 10> columns {
    "name",         "parameters",  "state_bytes",  "saved_bytes",     "transient_bytes",
    "output_bytes", "keeps_input", "keeps_output", "forward_seconds", "backward_seconds"};

std::optional<bool> flagOf(const std::string& text)
{
    if (text == "1" || text == "true") {
        return true;
    }
    if (text == "0" || text == "false") {
        return false;
    }
    return std::nullopt;
}

// Reader of the table, line by line; stops at the first error.
class TableReader {
public:
    explicit TableReader(const std::string& where) : m_where(where) {}

    Result<void> header(const std::vector<std::string>& fields)
    {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (!m_position.emplace(fields[i], i).second && !fields[i].empty()) {
                return problem(say(words::common::column_twice, fields[i]));
            }
        }
        for (const std::string_view column : columns) {
            if (!m_position.contains(std::string(column))) {
                return problem(say(words::model::column_missing, column));
            }
        }
        m_width = fields.size();
        return {};
    }

    Result<Layer> row(const std::vector<std::string>& fields)
    {
        if (fields.size() != m_width) {
            return problem(say(words::model::fields_of_line, fields.size(), m_width));
        }
        m_fields = &fields;
        m_mistake = {};
        TableRow row;
        row.parameters = whole("parameters");
        row.state = Bytes(whole("state_bytes"));
        row.saved = Bytes(whole("saved_bytes"));
        row.transient = Bytes(whole("transient_bytes"));
        row.output = Bytes(whole("output_bytes"));
        row.keeps_input = flag("keeps_input");
        row.keeps_output = flag("keeps_output");
        row.forward = Seconds(amount("forward_seconds"));
        row.backward = Seconds(amount("backward_seconds"));
        if (!m_mistake.empty()) {
            return problem(m_mistake);
        }
        return Layer {field("name"), row};
    }

    void nextLine() { ++m_line; }

    tl::unexpected<Error> problem(Argument what) const
    {
        return failure(ErrorCode::TableMalformed, {m_line, std::move(what)}, m_where);
    }

private:
    const std::string& field(const char* column) const { return (*m_fields)[m_position.at(column)]; }

    double amount(const char* column)
    {
        const auto value = csvNumber(field(column));
        if (!value || *value < 0 || *value > maxAmount) {
            mistake(column, words::model::is_no_amount);
            return 0;
        }
        return *value;
    }

    std::int64_t whole(const char* column)
    {
        const double value = amount(column);
        if (value != std::floor(value)) {
            mistake(column, words::model::is_not_whole);
        }
        return static_cast<std::int64_t>(value);
    }

    bool flag(const char* column)
    {
        const auto value = flagOf(field(column));
        if (!value) {
            mistake(column, words::model::is_no_flag);
        }
        return value.value_or(false);
    }

    void mistake(const char* column, const PhraseOf<1>& what)
    {
        if (m_mistake.empty()) {
            m_mistake = say(what, say(words::model::field_with_value, std::string(column), field(column)));
        }
    }

    const std::string& m_where;
    std::map<std::string, std::size_t> m_position;
    std::size_t m_width = 0;
    std::size_t m_line = 0;
    const std::vector<std::string>* m_fields = nullptr;
    Message m_mistake;
};

}

Result<Model> parseLayerTable(const std::string& text, const std::string& where)
{
    Model model;
    model.name = titleOfFile(where);
    model.family = "table";
    model.source = where;
    model.sample = SampleKind::Opaque;
    model.default_sequence = 1;
    model.longest_sequence = std::numeric_limits<std::int32_t>::max();

    TableReader reader(where);
    if (const auto read = readCsvRows(text, reader, model.layers, maxTableRows, words::base::layers); !read) {
        return failure(read.error());
    }
    return model;
}

Result<Model> readLayerTable(const std::string& path, const std::stop_token& stop)
{
    const auto text = readFile(path, tableLimit, stop);
    if (!text) {
        return failure(text.error());
    }
    return parseLayerTable(*text, path);
}

}
