// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/yaml.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace stagecraft {

namespace {

// Plain words that some YAML readers do not read as text.
constexpr std::array<std::string_view, 9> reserved {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};

bool isSafePlain(const std::string& text)
{
    const auto isLetter = [](unsigned char c) { return std::isalpha(c) != 0 && c < 128; };
    const auto isSafe = [](unsigned char c) {
        return (std::isalnum(c) != 0 && c < 128) || c == '_' || c == '-' || c == '.' || c == '/';
    };
    if (text.empty() || !isLetter(static_cast<unsigned char>(text.front()))
        || !std::all_of(text.begin(), text.end(), isSafe)) {
        return false;
    }
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(reserved.begin(), reserved.end(), lower) == reserved.end();
}

void writeText(YAML::Emitter& out, const std::string& text)
{
    if (isSafePlain(text)) {
        out << text;
    } else {
        out << YAML::DoubleQuoted << text;
    }
}

// Adds a decimal point to the mantissa: YAML 1.1 readers parse "1e-05" as text.
std::string numberText(const nlohmann::json& number)
{
    std::string text = number.dump();
    const auto exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos) {
        text.insert(exponent, ".0");
    }
    return text;
}

void writeValue(YAML::Emitter& out, const nlohmann::json& json)
{
    if (json.is_object()) {
        out << YAML::BeginMap;
        for (const auto& [key, value] : json.items()) {
            out << YAML::Key;
            writeText(out, key);
            out << YAML::Value;
            writeValue(out, value);
        }
        out << YAML::EndMap;
    } else if (json.is_array()) {
        const bool flat =
            std::none_of(json.begin(), json.end(), [](const auto& entry) { return entry.is_structured(); });
        out << (flat ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
        for (const auto& value : json) {
            writeValue(out, value);
        }
        out << YAML::EndSeq;
    } else if (json.is_string()) {
        writeText(out, json.get_ref<const std::string&>());
    } else if (json.is_boolean()) {
        out << json.get<bool>();
    } else if (json.is_number()) {
        out << numberText(json);
    } else {
        out << YAML::Null;
    }
}

}

std::string jsonToYaml(const nlohmann::json& json)
{
    YAML::Emitter out;
    // Converts through text, which makes the strings valid UTF-8.
    writeValue(out, nlohmann::json::parse(jsonText(json)));
    return std::string(out.c_str(), out.size()) + "\n";
}

}
