// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace stagecraft::testing {

// Calls `check` with every document that differs from `good` in one value: missing, of another type, or far out of
// range; and with the location ("/plan/micro_batch") and the new value ("" if missing).
template <typename Check>
void forEachWrongValue(const nlohmann::json& good, Check check)
{
    const nlohmann::json flat = good.flatten();
    for (const auto& [pointer, value] : flat.items()) {
        const nlohmann::json::json_pointer place(pointer);
        for (const char* wrong : {"", "null", "-2", "\"x\"", "true", "[]", "1e300", "1.5"}) {
            nlohmann::json changed = good;
            if (*wrong != '\0') {
                changed[place] = nlohmann::json::parse(wrong);
            } else if (changed[place.parent_pointer()].is_object()) {
                changed[place.parent_pointer()].erase(place.back());
            }
            check(changed, pointer, std::string(wrong));
        }
    }
}

// Validates documents against resources/schemas: the keywords that those use and, stricter than JSON Schema, no fields
// that the schema does not declare. Unknown keywords are errors, so that none is silently ignored.
class SchemaFolder {
public:
    explicit SchemaFolder(std::string folder) : m_folder(std::move(folder)) {}

    // Error of `document`; empty if it is valid.
    std::string complaint(const std::string& file, const nlohmann::json& document)
    {
        return check(schema(file), file, document, "(document)");
    }

private:
    using json = nlohmann::json;

    const json& schema(const std::string& file)
    {
        if (!m_files.contains(file)) {
            m_files[file] = json::parse(std::ifstream(m_folder + "/" + file));
        }
        return m_files[file];
    }

    static bool hasType(const std::string& type, const json& value)
    {
        return (type == "object" && value.is_object()) || (type == "array" && value.is_array())
            || (type == "null" && value.is_null()) || (type == "string" && value.is_string())
            || (type == "boolean" && value.is_boolean()) || (type == "integer" && value.is_number_integer())
            || (type == "number" && value.is_number());
    }

    std::string follow(const std::string& reference, const std::string& file, const json& value, const std::string& at)
    {
        const auto hash = reference.find('#');
        const std::string target = hash == 0 ? file : reference.substr(0, hash);
        return check(schema(target).at(json::json_pointer(reference.substr(hash + 1))), target, value, at);
    }

    std::string oneOf(const json& choices, const std::string& file, const json& value, const std::string& at)
    {
        int matches = 0;
        std::string all;
        for (const json& choice : choices) {
            const std::string wrong = check(choice, file, value, at);
            matches += wrong.empty() ? 1 : 0;
            all += wrong + "; ";
        }
        return matches == 1 ? "" : at + " matches " + std::to_string(matches) + " choices: " + all;
    }

    std::string fields(const json& schema, const std::string& file, const json& value, const std::string& at)
    {
        for (const auto& [name, field] : value.items()) {
            if (!schema.at("properties").contains(name)) {
                return at + " has \"" + name + "\", which is not declared";
            }
            if (auto wrong = check(schema["properties"][name], file, field, at + "." + name); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

    std::string items(const json& schema, const std::string& file, const json& value, const std::string& at)
    {
        if (value.size() < schema.value("minItems", 0U) || value.size() > schema.value("maxItems", 1'000'000U)) {
            return at + " has " + std::to_string(value.size()) + " entries";
        }
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (auto wrong = check(schema.at("items"), file, value[i], at + "[" + std::to_string(i) + "]");
                !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

    std::string keyword(const std::string& name, const json& rule, const std::string& file, const json& value,
                        const std::string& at)
    {
        if (name == "$ref") {
            return follow(rule, file, value, at);
        }
        if (name == "oneOf") {
            return oneOf(rule, file, value, at);
        }
        if (name == "required") {
            const auto missing = std::find_if(rule.begin(), rule.end(), [&](const json& field) {
                return value.is_object() && !value.contains(field.get<std::string>());
            });
            return missing == rule.end() ? "" : at + " lacks " + missing->dump();
        }
        bool right = true;
        if (name == "type") {
            const json types = rule.is_array() ? rule : json::array({rule});
            right = std::any_of(types.begin(), types.end(), [&](const json& type) { return hasType(type, value); });
        } else if (name == "enum") {
            right = std::find(rule.begin(), rule.end(), value) != rule.end();
        } else if (name == "const") {
            right = rule == value;
        } else if (name == "pattern") {
            right = !value.is_string()
                || std::regex_search(value.get<std::string>(),
                                     std::regex(rule.get<std::string>(), std::regex::ECMAScript));
        } else if (name == "minimum") {
            right = !value.is_number() || value >= rule;
        } else if (name == "maximum") {
            right = !value.is_number() || value <= rule;
        } else if (!m_structure.contains(name)) {
            return "this test does not know the keyword \"" + name + "\"";
        }
        return right ? "" : at + " is " + value.dump() + " against \"" + name + "\": " + rule.dump();
    }

    std::string check(const json& schema, const std::string& file, const json& value, const std::string& at)
    {
        for (const auto& [name, rule] : schema.items()) {
            if (auto wrong = keyword(name, rule, file, value, at); !wrong.empty()) {
                return wrong;
            }
        }
        if (value.is_object() && schema.contains("properties")) {
            return fields(schema, file, value, at);
        }
        return value.is_array() && schema.contains("items") ? items(schema, file, value, at) : "";
    }

    const json m_structure = {{"$schema", 0},    {"$id", 0},   {"$defs", 0},    {"title", 0},    {"description", 0},
                              {"properties", 0}, {"items", 0}, {"minItems", 0}, {"maxItems", 0}, {"default", 0}};
    std::string m_folder;
    std::map<std::string, json> m_files;
};

}
