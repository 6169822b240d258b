// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sourced.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

// Field lists of the codecs in core/json: one list per type serves both writing and reading.
//   template <typename Fields, Is<Link> T> void listFields(Fields& fields, T& link) { fields("latency_seconds",
//   link.latency); }
namespace stagecraft {

template <typename T, typename U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

// Allowed range; both ends are included.
struct Limits {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

namespace fieldtypes {
template <typename T>
struct Quantity : std::false_type {
};
template <typename Unit, typename Rep>
struct Quantity<stagecraft::Quantity<Unit, Rep>> : std::true_type {
};
template <typename T>
struct Optional : std::false_type {
};
template <typename T>
struct Optional<std::optional<T>> : std::true_type {
};
template <typename T>
struct Vector : std::false_type {
};
template <typename T>
struct Vector<std::vector<T>> : std::true_type {
};
template <typename T>
struct Sourced : std::false_type {
};
template <typename T>
struct Sourced<stagecraft::Sourced<T>> : std::true_type {
};
}

template <typename T>
nlohmann::json encodeFields(const T& value);
template <typename T>
T decodeFields(const nlohmann::json& json, const std::string& path);

template <typename T>
nlohmann::json valueToJson(const T& value)
{
    if constexpr (std::is_floating_point_v<T>) {
        return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
    } else if constexpr (std::is_integral_v<T> || std::is_same_v<T, std::string>) {
        return value;
    } else if constexpr (std::is_enum_v<T>) {
        return nameOf(value);
    } else if constexpr (fieldtypes::Quantity<T>::value) {
        return valueToJson(value.value);
    } else if constexpr (fieldtypes::Optional<T>::value) {
        return value ? valueToJson(*value) : nlohmann::json();
    } else if constexpr (fieldtypes::Vector<T>::value) {
        auto list = nlohmann::json::array();
        for (const auto& entry : value) {
            list.push_back(valueToJson(entry));
        }
        return list;
    } else if constexpr (fieldtypes::Sourced<T>::value) {
        return encodeFields(value);
    } else {
        return encodeJson(value);
    }
}

// Throw DecodeError; `path` names the field.
bool readFlag(const nlohmann::json& json, const std::string& path);
double readNumber(const nlohmann::json& json, const std::string& path, Limits limits);
std::int64_t readInteger(const nlohmann::json& json, const std::string& path, Limits limits);
const std::string& readText(const nlohmann::json& json, const std::string& path);
const nlohmann::json& requireObject(const nlohmann::json& json, const std::string& path);
const nlohmann::json& requireList(const nlohmann::json& json, const std::string& path);
// Checks a number that is not a field itself, such as the length of a list.
void requireCount(const Argument& what, double value, Limits limits);
std::string pathOf(const std::string& path, const char* name);
[[noreturn]] void failDecoding(ErrorCode code, ArgumentList arguments);

template <typename T>
T valueFromJson(const nlohmann::json& json, const std::string& path, Limits limits)
{
    if constexpr (std::is_same_v<T, bool>) {
        return readFlag(json, path);
    } else if constexpr (std::is_floating_point_v<T>) {
        return readNumber(json, path, limits);
    } else if constexpr (std::is_integral_v<T>) {
        constexpr Limits whole {static_cast<double>(std::numeric_limits<T>::min()),
                                static_cast<double>(std::numeric_limits<T>::max())};
        return static_cast<T>(
            readInteger(json, path, {std::max(limits.least, whole.least), std::min(limits.most, whole.most)}));
    } else if constexpr (std::is_same_v<T, std::string>) {
        return readText(json, path);
    } else if constexpr (std::is_enum_v<T>) {
        const std::string& name = readText(json, path);
        const auto value = fromName<T>(name);
        if (!value) {
            failDecoding(ErrorCode::FieldUnknownValue, {path, name, knownNames<T>()});
        }
        return *value;
    } else if constexpr (fieldtypes::Quantity<T>::value) {
        return T(valueFromJson<decltype(T::value)>(json, path, {std::max(limits.least, 0.0), limits.most}));
    } else if constexpr (fieldtypes::Optional<T>::value) {
        return json.is_null() ? T() : T(valueFromJson<typename T::value_type>(json, path, limits));
    } else if constexpr (fieldtypes::Vector<T>::value) {
        T list;
        std::size_t index = 0;
        for (const auto& entry : requireList(json, path)) {
            list.push_back(
                valueFromJson<typename T::value_type>(entry, path + "[" + std::to_string(index++) + "]", limits));
        }
        return list;
    } else if constexpr (fieldtypes::Sourced<T>::value) {
        // Users may write the number alone.
        return json.is_object() ? decodeFields<T>(json, path)
                                : T {valueFromJson<decltype(T::value)>(json, path, limits), {}, {}};
    } else {
        return decodeJson<T>(json, path);
    }
}

class FieldWriter {
public:
    template <typename T>
    void operator()(const char* name, const T& value, Limits = {})
    {
        m_object[name] = valueToJson(value);
    }
    template <typename T>
    void orUsual(const char* name, const T& value, Limits = {})
    {
        (*this)(name, value);
    }
    // Writes a field that earlier versions called differently.
    template <typename T>
    void renamed(const char* name, const char*, const T& value, Limits = {})
    {
        (*this)(name, value);
    }
    // Writes a number for which 0 means unknown; null in JSON if it is not finite.
    void orZero(const char* name, double value) { m_object[name] = valueToJson(value); }
    // Writes a field whose value is fixed in this version.
    template <typename T>
    void fixed(const char* name, const T& value)
    {
        m_object[name] = value;
    }

    nlohmann::json take() { return std::move(m_object); }

private:
    nlohmann::json m_object = nlohmann::json::object();
};

// Reads fields of an object. Unknown fields are ignored; absent fields are errors unless the type is optional.
class FieldReader {
public:
    // `object` must outlive the reader.
    FieldReader(const nlohmann::json& object, std::string path)
        : m_object(requireObject(object, path)), m_path(std::move(path))
    {
    }

    // Amounts with a unit must not be negative, whatever the limits.
    template <typename T>
    void operator()(const char* name, T& value, Limits limits = {}) const
    {
        const auto at = m_object.find(name);
        if (at != m_object.end()) {
            value = valueFromJson<T>(*at, pathOf(name), limits);
        } else if constexpr (!fieldtypes::Optional<T>::value) {
            failDecoding(ErrorCode::FieldMissing, {pathOf(name)});
        }
    }
    // Keeps the default value if the field is absent.
    template <typename T>
    void orUsual(const char* name, T& value, Limits limits = {}) const
    {
        if (m_object.contains(name)) {
            (*this)(name, value, limits);
        }
    }
    template <typename T>
    void renamed(const char* name, const char* earlier, T& value, Limits limits = {}) const
    {
        (*this)(m_object.contains(earlier) && !m_object.contains(name) ? earlier : name, value, limits);
    }
    void orZero(const char* name, double& value) const
    {
        std::optional<double> known;
        (*this)(name, known);
        value = known.value_or(0);
    }
    template <typename T>
    void fixed(const char* name, const T& value) const
    {
        const auto at = m_object.find(name);
        if (at != m_object.end() && *at != nlohmann::json(value)) {
            failDecoding(ErrorCode::FieldUnknownValue, {pathOf(name), jsonText(*at), jsonText(value)});
        }
    }

    std::string pathOf(const char* name) const { return stagecraft::pathOf(m_path, name); }

private:
    const nlohmann::json& m_object;
    std::string m_path;
};

template <typename Fields, typename T>
requires fieldtypes::Sourced<std::remove_const_t<T>>::value void listFields(Fields& fields, T& figure)
{
    fields("value", figure.value);
    fields.orUsual("source", figure.source);
    fields.orUsual("date", figure.date);
}

template <typename T>
nlohmann::json encodeFields(const T& value)
{
    FieldWriter fields;
    listFields(fields, value);
    return fields.take();
}

template <typename T>
T decodeFields(const nlohmann::json& json, const std::string& path)
{
    T value {};
    FieldReader fields(json, path);
    listFields(fields, value);
    return value;
}

}
