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

// Reader of the fields of one config.json. The first error is recorded; all later reads return placeholders. A family
// reads all of its fields in a row and then checks error() once.
class ConfigFields {
public:
    // `options`: options after the file name, as in "?image=448"; must outlive this object. Null: none.
    ConfigFields(const nlohmann::json& object, std::string file, ZooOptions* options = nullptr);

    std::int64_t integer(const char* name, std::int64_t least, std::int64_t most);
    // Treats null as absent, as transformers writes it.
    std::int64_t integerOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    double numberOr(const char* name, double fallback, double least, double most);
    bool flagOr(const char* name, bool fallback);
    std::string textOr(const char* name, const std::string& fallback);
    // Integers of a list; empty if the field is absent.
    std::vector<std::int64_t> integersOr(const char* name);
    // Strings of a list with `count` entries. Empty if the field is absent.
    std::optional<std::vector<std::string>> texts(const char* name, const char* count_name, std::int64_t count);
    // Side of a square: an integer, or a pair of equal integers.
    std::int64_t sideOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    // Reads fields of the nested object `object`, if present; errors name them as in "rope_scaling.factor".
    void within(const char* object, const std::function<void(ConfigFields&)>& read);
    // Integer option from the part after the file name.
    std::int64_t optionOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    // Number in the nested object `object`, if present.
    double numberIn(const char* object, const char* name, double fallback, double least, double most);
    // Activation function, by its name in transformers.
    Activation activationOr(const char* name, Activation fallback);
    // isWritten(): true if the field is present, even as null. hasValue(): true if it is not null.
    bool isWritten(const char* name) const { return m_object.contains(name); }
    bool hasValue(const char* name) { return find(name) != nullptr; }
    // Returns `other` if the file has a value for it, otherwise `name`.
    const char* either(const char* other, const char* name) { return hasValue(other) ? other : name; }
    // Number of entries of the object or list `name`; the fallback if absent.
    std::int64_t countOr(const char* name, std::int64_t fallback);
    // First entry of a list of strings. Empty if absent.
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

    // Records an error unless one is recorded already.
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
