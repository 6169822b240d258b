// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/result.h"
#include "core/model/operators.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

class ZooOptions;

// Reads the fields of one config.json. The first thing that is wrong is remembered and ends the reading: values read
// afterwards are placeholders, and error() tells what it was. So a family reads all its fields in a row and asks once.
class ConfigFields {
public:
    // `options`: what is written behind the file's name, "?image=448"; must outlive this. Null: nothing is.
    ConfigFields(const nlohmann::json& object, std::string file, ZooOptions* options = nullptr);

    std::int64_t integer(const char* name, std::int64_t least, std::int64_t most);
    // null counts as absent, as transformers writes it.
    std::int64_t integerOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    double numberOr(const char* name, double fallback, double least, double most);
    bool flagOr(const char* name, bool fallback);
    std::string textOr(const char* name, const std::string& fallback);
    // Whole numbers of a list; empty if there is none.
    std::vector<std::int64_t> integersOr(const char* name);
    // Texts of a list, which has `count` entries; nothing if there is none.
    std::optional<std::vector<std::string>> texts(const char* name, const char* count_name, std::int64_t count);
    // The side of a square: a whole number, or a pair of equal ones.
    std::int64_t sideOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    // Reads fields of the object `object`, where there is one; errors name them as in "rope_scaling.factor".
    void within(const char* object, const std::function<void(ConfigFields&)>& read);
    // A whole number among the options.
    std::int64_t optionOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    // A number in the object `object`, where there is one.
    double numberIn(const char* object, const char* name, double fallback, double least, double most);
    // An activation function as transformers names it.
    Activation activationOr(const char* name, Activation fallback);
    // True if the field is written, even as null; with a value.
    bool isWritten(const char* name) const { return m_object.contains(name); }
    bool hasValue(const char* name) { return find(name) != nullptr; }
    // The name of the two under which the file has a value; the second if it has none.
    const char* either(const char* other, const char* name) { return hasValue(other) ? other : name; }
    // Number of entries of the object or list `name`; the fallback if there is none.
    std::int64_t countOr(const char* name, std::int64_t fallback);
    // First entry of a list of strings, or nothing.
    std::optional<std::string> firstOf(const char* name);

    template <typename Enum>
    Enum choiceOr(const char* name, Enum fallback)
    {
        const std::string text = textOr(name, std::string(nameOf(fallback)));
        if (const auto value = fromName<Enum>(text)) {
            return *value;
        }
        fail(ErrorCode::FieldUnknownValue, {std::string(name), text, knownNames<Enum>()});
        return fallback;
    }

    // Remembers an error unless there is one already.
    void fail(ErrorCode code, ArgumentList arguments);
    // Fails unless `value` is a multiple of `divisor`.
    void requireMultiple(const char* name, std::int64_t value, const char* divisor_name, std::int64_t divisor);
    void requireMultiple(const char* name, std::int64_t value, const Argument& divisor_name, std::int64_t divisor);

    const std::optional<Error>& error() const { return m_error; }
    const std::string& file() const { return m_file; }

private:
    const nlohmann::json* find(const char* name);

    const nlohmann::json& m_object;
    std::string m_file;
    ZooOptions* m_options;
    std::optional<Error> m_error;
};

}
