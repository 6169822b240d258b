// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/overloaded.h"
#include "core/base/shortened.h"
#include "core/json/fields.h"

namespace stagecraft {

namespace {

// An argument carries its type, so that it is shown with its unit wherever the error arrives: {"bytes": 1024}.
nlohmann::json encodeArgument(const ErrorArgument& argument)
{
    return std::visit(overloaded {
                          [](const std::string& text) {
                              return nlohmann::json {{"text", shortened(text, mostOfAnArgument)}};
                          },
                          [](std::int64_t number) {
                              return nlohmann::json {{"integer", number}};
                          },
                          [](double number) {
                              return nlohmann::json {{"number", valueToJson(number)}};
                          },
                          [](Bytes bytes) {
                              return nlohmann::json {{"bytes", bytes.value}};
                          },
                          [](Seconds seconds) {
                              return nlohmann::json {{"seconds", valueToJson(seconds)}};
                          },
                      },
                      argument);
}

// A number that was not finite was written as null.
double numberOrNan(const nlohmann::json& json, const std::string& path)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : readNumber(json, path, {});
}

ErrorArgument decodeArgument(const nlohmann::json& json, const std::string& path)
{
    requireObject(json, path);
    if (json.size() != 1) {
        failDecoding(ErrorCode::FieldWrongType, {path, std::string("an object with one field")});
    }
    const std::string& type = json.begin().key();
    const nlohmann::json& value = *json.begin();
    const std::string at = path + "." + type;
    if (type == "text") {
        return readText(value, at);
    }
    if (type == "integer") {
        return readInteger(value, at, {});
    }
    if (type == "number") {
        return numberOrNan(value, at);
    }
    if (type == "bytes") {
        return Bytes(readInteger(value, at, {}));
    }
    if (type == "seconds") {
        return Seconds(numberOrNan(value, at));
    }
    failDecoding(ErrorCode::FieldUnknownValue, {path, type, std::string("text, integer, number, bytes, seconds")});
}

ErrorCode decodeCode(const std::string& name, const std::string& path)
{
    std::string known;
    for (const ErrorCode code : allErrorCodes()) {
        if (errorName(code) == name) {
            return code;
        }
        known += (known.empty() ? "" : ", ") + std::string(errorName(code));
    }
    failDecoding(ErrorCode::FieldUnknownValue, {path, name, known});
}

}

nlohmann::json encodeJson(const Error& error)
{
    auto arguments = nlohmann::json::array();
    for (const ErrorArgument& argument : error.arguments) {
        arguments.push_back(encodeArgument(argument));
    }
    return {{"code", errorName(error.code)},
            {"arguments", arguments},
            {"where", error.where},
            {"message", describe(error)}};
}

template <>
Error decodeJson<Error>(const nlohmann::json& json, const std::string& path)
{
    const FieldReader fields(json, path);
    std::string name;
    fields("code", name);
    Error error {decodeCode(name, fields.pathOf("code")), {}, {}};
    fields("where", error.where);
    const auto arguments = json.find("arguments");
    if (arguments == json.end()) {
        failDecoding(ErrorCode::FieldMissing, {fields.pathOf("arguments")});
    }
    const std::string at = fields.pathOf("arguments");
    for (const auto& argument : requireList(*arguments, at)) {
        error.arguments.push_back(decodeArgument(argument, at + "[" + std::to_string(error.arguments.size()) + "]"));
    }
    return error;
}

}
