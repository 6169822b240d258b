// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/configfields.h"

#include "core/model/zoo/zoo.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace stagecraft {

namespace {

// JSON numbers such as 1e30 and 2^63 exceed int64: they are out of range and must not wrap.
std::optional<double> asNumber(const nlohmann::json& value)
{
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

}

ConfigFields::ConfigFields(const nlohmann::json& object, std::string file, ZooOptions* options)
    : m_object(object), m_file(std::move(file)), m_options(options)
{
}

const nlohmann::json* ConfigFields::find(const char* name)
{
    const auto at = m_object.find(name);
    return at == m_object.end() || at->is_null() ? nullptr : &*at;
}

std::int64_t ConfigFields::integer(const char* name, std::int64_t least, std::int64_t most)
{
    if (find(name) == nullptr) {
        fail(ErrorCode::FieldMissing, {std::string(name)});
        return least;
    }
    return integerOr(name, least, least, most);
}

std::int64_t ConfigFields::integerOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return fallback;
    }
    const auto number = asNumber(*value);
    if (!number || *number != std::floor(*number)) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::common::a_whole_number});
        return fallback;
    }
    if (*number < static_cast<double>(least) || *number > static_cast<double>(most)) {
        fail(ErrorCode::FieldOutOfRange, {std::string(name), value->dump(), least, most});
        return fallback;
    }
    return static_cast<std::int64_t>(*number);
}

double ConfigFields::numberOr(const char* name, double fallback, double least, double most)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return fallback;
    }
    const auto number = asNumber(*value);
    if (!number) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::common::a_number});
        return fallback;
    }
    if (!(*number >= least && *number <= most)) {
        fail(ErrorCode::FieldOutOfRange, {std::string(name), value->dump(), least, most});
        return fallback;
    }
    return *number;
}

bool ConfigFields::flagOr(const char* name, bool fallback)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return fallback;
    }
    if (!value->is_boolean()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::common::true_or_false});
        return fallback;
    }
    return value->get<bool>();
}

std::string ConfigFields::textOr(const char* name, const std::string& fallback)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return fallback;
    }
    if (!value->is_string()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::common::a_text});
        return fallback;
    }
    return value->get<std::string>();
}

std::vector<std::int64_t> ConfigFields::integersOr(const char* name)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return {};
    }
    std::vector<std::int64_t> numbers;
    if (value->is_array()) {
        for (const nlohmann::json& entry : *value) {
            if (entry.is_number_integer()) {
                numbers.push_back(entry.get<std::int64_t>());
            }
        }
    }
    if (!value->is_array() || numbers.size() != value->size()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::model::whole_numbers});
    }
    return numbers;
}

std::optional<std::vector<std::string>> ConfigFields::texts(const char* name, const char* count_name,
                                                            std::int64_t count)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_array()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::model::texts});
        return std::nullopt;
    }
    if (std::cmp_not_equal(value->size(), count)) {
        fail(ErrorCode::FieldInconsistent,
             {std::string(name), say(words::model::entries_but_field, value->size(), std::string(count_name), count)});
        return std::nullopt;
    }
    std::vector<std::string> all;
    for (const nlohmann::json& entry : *value) {
        if (!entry.is_string()) {
            fail(ErrorCode::FieldWrongType, {name + ("[" + std::to_string(all.size()) + "]"), words::common::a_text});
            return std::nullopt;
        }
        all.push_back(entry.get<std::string>());
    }
    return all;
}

std::int64_t ConfigFields::sideOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr || !value->is_array()) {
        return integerOr(name, fallback, least, most);
    }
    if (value->size() != 2 || value->front() != value->back()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::model::number_or_pair});
        return fallback;
    }
    const nlohmann::json side {{name, value->front()}};
    ConfigFields inner(side, m_file);
    const std::int64_t length = inner.integer(name, least, most);
    if (inner.m_error) {
        fail(inner.m_error->code, inner.m_error->arguments);
    }
    return length;
}

void ConfigFields::within(const char* object, const std::function<void(ConfigFields&)>& read)
{
    const nlohmann::json* value = find(object);
    if (value == nullptr) {
        return;
    }
    if (!value->is_object()) {
        fail(ErrorCode::FieldWrongType, {std::string(object), words::common::an_object});
        return;
    }
    ConfigFields inner(*value, m_file);
    read(inner);
    if (inner.m_error) {
        auto arguments = inner.m_error->arguments;
        arguments.front() = object + ("." + std::get<std::string>(arguments.front()));
        fail(inner.m_error->code, std::move(arguments));
    }
}

std::int64_t ConfigFields::optionOr(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    return m_options != nullptr ? m_options->integerOr(name, fallback, least, most) : fallback;
}

double ConfigFields::numberIn(const char* object, const char* name, double fallback, double least, double most)
{
    double number = fallback;
    within(object, [&](ConfigFields& inner) { number = inner.numberOr(name, fallback, least, most); });
    return number;
}

Activation ConfigFields::activationOr(const char* name, Activation fallback)
{
    const std::string text = textOr(name, std::string(nameOf(fallback)));
    if (text == "swish") {
        return Activation::Silu;
    }
    return choiceOr(name, fallback);
}

std::int64_t ConfigFields::countOr(const char* name, std::int64_t fallback)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr) {
        return fallback;
    }
    if (!value->is_object() && !value->is_array()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::model::object_or_list});
        return fallback;
    }
    return static_cast<std::int64_t>(value->size());
}

std::optional<std::string> ConfigFields::firstOf(const char* name)
{
    const nlohmann::json* value = find(name);
    if (value == nullptr || (value->is_array() && value->empty())) {
        return std::nullopt;
    }
    if (!value->is_array() || !value->front().is_string()) {
        fail(ErrorCode::FieldWrongType, {std::string(name), words::model::texts});
        return std::nullopt;
    }
    return value->front().get<std::string>();
}

void ConfigFields::fail(ErrorCode code, ArgumentList arguments)
{
    if (!m_error) {
        m_error = Error {code, std::move(arguments), m_file};
    }
}

void ConfigFields::requireMultiple(const char* name, std::int64_t value, const char* divisor_name, std::int64_t divisor)
{
    requireMultiple(name, value, Argument(std::string(divisor_name)), divisor);
}

void ConfigFields::requireMultiple(const char* name, std::int64_t value, const Argument& divisor_name,
                                   std::int64_t divisor)
{
    if (divisor < 1 || value % divisor != 0) {
        fail(ErrorCode::FieldNotDivisible, {std::string(name), value, divisor_name, divisor});
    }
}

}
