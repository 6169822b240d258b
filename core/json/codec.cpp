// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/codec.h"

#include "core/base/jsontext.h"
#include "core/json/fields.h"
#include "core/words/common.h"

namespace stagecraft {

namespace {

constexpr Bytes textLimit(64 << 20);
// Stagecraft writes at most a dozen levels. Without a limit a malicious file could exhaust the stack of code that
// traverses the value.
constexpr int depthLimit = 100;
// Far above any profile: a thousand values per layer of the largest model. This many need up to a gigabyte of memory.
constexpr std::size_t valueLimit = 1 << 22;
// Larger integers are not exact in a double.
constexpr double exactLimit = 9007199254740992.0;

Argument orDocument(const std::string& path)
{
    return path.empty() ? Argument(words::common::document) : Argument(path);
}

// Returns a number in readable form for an error.
Argument plainNumber(double number)
{
    if (std::isinf(number)) {
        return number < 0 ? words::common::minus_infinity : words::common::infinity;
    }
    if (number >= 0x1p63) {
        return std::numeric_limits<std::int64_t>::max();
    }
    if (number == std::floor(number) && number >= -0x1p63) {
        return static_cast<std::int64_t>(number);
    }
    return number;
}

// `text()` formats the value for the error.
template <typename Text, typename Field>
void requireLimits(double value, const Text& text, const Field& field, Limits limits)
{
    if (!(value >= limits.least && value <= limits.most)) {
        failDecoding(ErrorCode::FieldOutOfRange, {field, text(), plainNumber(limits.least), plainNumber(limits.most)});
    }
}

[[noreturn]] void failType(const std::string& path, const PhraseOf<0>& expected)
{
    failDecoding(ErrorCode::FieldWrongType, {orDocument(path), expected});
}

}

void failDecoding(ErrorCode code, ArgumentList arguments)
{
    throw DecodeError {Error {code, std::move(arguments), {}}};
}

bool readFlag(const nlohmann::json& json, const std::string& path)
{
    if (!json.is_boolean()) {
        failType(path, words::common::true_or_false);
    }
    return json.get<bool>();
}

double readNumber(const nlohmann::json& json, const std::string& path, Limits limits)
{
    if (!json.is_number()) {
        failType(path, words::common::a_number);
    }
    const auto value = json.get<double>();
    requireLimits(
        value, [&] { return json.dump(); }, path, limits);
    return value;
}

std::int64_t readInteger(const nlohmann::json& json, const std::string& path, Limits limits)
{
    if (!json.is_number()) {
        failType(path, words::common::a_whole_number);
    }
    const auto rounded = json.get<double>();
    const auto text = [&] { return json.dump(); };
    if (json.is_number_float()) {
        if (rounded != std::floor(rounded)) {
            failType(path, words::common::a_whole_number);
        }
        requireLimits(rounded, text, path, {std::max(limits.least, -exactLimit), std::min(limits.most, exactLimit)});
        return static_cast<std::int64_t>(rounded);
    }
    const bool beyond = json.is_number_unsigned()
        && json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    requireLimits(beyond ? std::numeric_limits<double>::infinity() : rounded, text, path,
                  {limits.least, std::min(limits.most, 0x1p63)});
    return json.get<std::int64_t>();
}

const std::string& readText(const nlohmann::json& json, const std::string& path)
{
    if (!json.is_string()) {
        failType(path, words::common::a_text);
    }
    return json.get_ref<const std::string&>();
}

const nlohmann::json& requireObject(const nlohmann::json& json, const std::string& path)
{
    if (!json.is_object()) {
        failType(path, words::common::an_object);
    }
    return json;
}

const nlohmann::json& requireList(const nlohmann::json& json, const std::string& path)
{
    if (!json.is_array()) {
        failType(path, words::common::a_list);
    }
    return json;
}

void requireCount(const Argument& what, double value, Limits limits)
{
    requireLimits(
        value, [&] { return plainNumber(value); }, what, limits);
}

std::string pathOf(const std::string& path, const char* name)
{
    return path.empty() ? name : path + "." + name;
}

nlohmann::json parseJson(std::string_view text)
{
    if (const Bytes size(static_cast<std::int64_t>(text.size())); size > textLimit) {
        failDecoding(ErrorCode::FileTooLarge, {size, textLimit});
    }
    const JsonExtent extent = jsonExtent(text);
    if (extent.depth > depthLimit) {
        failDecoding(ErrorCode::NotJson, {say(words::common::nested_too_deep, depthLimit)});
    }
    if (extent.values > valueLimit) {
        failDecoding(ErrorCode::NotJson, {say(words::common::too_many_values, valueLimit)});
    }
    auto json = readJsonText(text);
    if (!json) {
        failDecoding(ErrorCode::NotJson, json.error().arguments);
    }
    return *std::move(json);
}

std::optional<nlohmann::json> jsonIn(std::string_view text)
{
    if (static_cast<std::int64_t>(text.size()) > textLimit.value) {
        return std::nullopt;
    }
    if (const JsonExtent extent = jsonExtent(text); extent.depth > depthLimit || extent.values > valueLimit) {
        return std::nullopt;
    }
    auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

std::string jsonText(const nlohmann::json& json, int indent)
{
    return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

void requireFormat(const nlohmann::json& document, std::string_view format, int version)
{
    FieldReader fields(document, {});
    std::string found;
    fields("format", found);
    if (found != format) {
        failDecoding(ErrorCode::FormatWrong, {std::string(format), found});
    }
    std::int64_t foundVersion = 0;
    fields("version", foundVersion, {1});
    if (foundVersion > version) {
        failDecoding(ErrorCode::FormatNewer, {foundVersion, std::int64_t(version)});
    }
}

template <typename T>
Result<T> readJson(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] { return decodeJson<T>(parseJson(text), {}); });
}

template Result<Error> readJson<Error>(std::string_view, const std::string&);
template Result<Model> readJson<Model>(std::string_view, const std::string&);
template Result<Workload> readJson<Workload>(std::string_view, const std::string&);
template Result<Cluster> readJson<Cluster>(std::string_view, const std::string&);
template Result<Problem> readJson<Problem>(std::string_view, const std::string&);
template Result<Measurement> readJson<Measurement>(std::string_view, const std::string&);
template Result<ProfileRequest> readJson<ProfileRequest>(std::string_view, const std::string&);
template Result<DeviceProbe> readJson<DeviceProbe>(std::string_view, const std::string&);
template Result<ProbeRequest> readJson<ProbeRequest>(std::string_view, const std::string&);
template Result<Plan> readJson<Plan>(std::string_view, const std::string&);
template Result<Estimate> readJson<Estimate>(std::string_view, const std::string&);
template Result<SearchResult> readJson<SearchResult>(std::string_view, const std::string&);
template Result<DeviceType> readJson<DeviceType>(std::string_view, const std::string&);
template Result<RankReport> readJson<RankReport>(std::string_view, const std::string&);

}
