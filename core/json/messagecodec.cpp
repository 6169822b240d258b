// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/overloaded.h"
#include "core/base/shortened.h"
#include "core/json/fields.h"
#include "core/words/common.h"

namespace stagecraft {

namespace {

nlohmann::json encodeArguments(const ArgumentList& arguments);

// Writes an argument with its type, so that it is displayed with its unit wherever the message arrives: {"bytes":
// 1024}.
nlohmann::json encodeArgument(const Argument& argument)
{
    using Json = nlohmann::json;
    return std::visit(overloaded {
                          [](const std::string& text) {
                              return Json {{"text", shortened(text, mostOfAnArgument)}};
                          },
                          [](std::int64_t number) {
                              return Json {{"integer", number}};
                          },
                          [](double number) {
                              return Json {{"number", valueToJson(number)}};
                          },
                          [](Bytes bytes) {
                              return Json {{"bytes", bytes.value}};
                          },
                          [](Seconds seconds) {
                              return Json {{"seconds", valueToJson(seconds)}};
                          },
                          [](Usd amount) {
                              return Json {{"usd", valueToJson(amount)}};
                          },
                          [](const Message& message) {
                              return Json {{"message", encodeJson(message)}};
                          },
                          [](const ArgumentList& list) {
                              return Json {{"list", encodeArguments(list)}};
                          },
                      },
                      argument);
}

nlohmann::json encodeArguments(const ArgumentList& arguments)
{
    auto json = nlohmann::json::array();
    for (const Argument& argument : arguments) {
        json.push_back(encodeArgument(argument));
    }
    return json;
}

// Reads a number; null, written for a number that is not finite, becomes NaN.
double numberOrNan(const nlohmann::json& json, const std::string& path)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : readNumber(json, path, {});
}

ArgumentList decodeArguments(const nlohmann::json& json, const std::string& path);

Argument decodeArgument(const nlohmann::json& json, const std::string& path)
{
    requireObject(json, path);
    if (json.size() != 1) {
        failDecoding(ErrorCode::FieldWrongType, {path, words::common::object_of_one_field});
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
    if (type == "usd") {
        return Usd(numberOrNan(value, at));
    }
    if (type == "message") {
        return decodeJson<Message>(value, at);
    }
    if (type == "list") {
        return decodeArguments(value, at);
    }
    failDecoding(ErrorCode::FieldUnknownValue,
                 {path, type, std::string("text, integer, number, bytes, seconds, usd, message, list")});
}

ArgumentList decodeArguments(const nlohmann::json& json, const std::string& path)
{
    ArgumentList arguments;
    for (const auto& argument : requireList(json, path)) {
        arguments.push_back(decodeArgument(argument, path + "[" + std::to_string(arguments.size()) + "]"));
    }
    return arguments;
}

const nlohmann::json& fieldOf(const nlohmann::json& json, const std::string& path, const char* name)
{
    const auto found = requireObject(json, path).find(name);
    if (found == json.end()) {
        failDecoding(ErrorCode::FieldMissing, {pathOf(path, name)});
    }
    return *found;
}

ErrorCode decodeCode(const std::string& name, const std::string& path)
{
    ArgumentList known;
    for (const ErrorCode code : allErrorCodes()) {
        if (errorName(code) == name) {
            return code;
        }
        known.emplace_back(errorName(code));
    }
    failDecoding(ErrorCode::FieldUnknownValue, {path, name, known});
}

}

// Verbatim text and empty messages are written as a string, like all messages in older versions.
nlohmann::json encodeJson(const Message& message)
{
    if (message.empty()) {
        return "";
    }
    if (const std::string* text = verbatimText(message)) {
        return *text;
    }
    return {{"code", message.phrase->code()}, {"arguments", encodeArguments(message.arguments)}};
}

template <>
Message decodeJson<Message>(const nlohmann::json& json, const std::string& path)
{
    if (json.is_string()) {
        return verbatim(json.get<std::string>());
    }
    const std::string& code = readText(fieldOf(json, path, "code"), pathOf(path, "code"));
    ArgumentList arguments = decodeArguments(fieldOf(json, path, "arguments"), pathOf(path, "arguments"));
    const Phrase* phrase = findPhrase(code);
    return phrase != nullptr ? Message(*phrase, std::move(arguments)) : say(words::common::unknown, code);
}

nlohmann::json encodeJson(const Error& error)
{
    return {{"code", errorName(error.code)}, {"arguments", encodeArguments(error.arguments)}, {"where", error.where}};
}

template <>
Error decodeJson<Error>(const nlohmann::json& json, const std::string& path)
{
    const FieldReader fields(json, path);
    std::string name;
    fields("code", name);
    Error error {decodeCode(name, fields.pathOf("code")), {}, {}};
    fields("where", error.where);
    error.arguments = decodeArguments(fieldOf(json, path, "arguments"), fields.pathOf("arguments"));
    return error;
}

}
