// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/yaml.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <istream>
#include <optional>
#include <streambuf>
#include <vector>

namespace stagecraft {

namespace {

constexpr std::size_t depthLimit = 100;

[[noreturn]] void fail(const YAML::Mark& mark, const std::string& why)
{
    throw DecodeError {Error {ErrorCode::NotYaml, {"line " + std::to_string(mark.line + 1) + ": " + why}, {}}};
}

template <typename Number>
std::optional<Number> wholly(const std::string& text)
{
    Number number {};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

nlohmann::json plainScalar(const std::string& text)
{
    if (text.empty() || text == "~" || text == "null") {
        return nullptr;
    }
    if (text == "true" || text == "false") {
        return text == "true";
    }
    if (const auto whole = wholly<std::int64_t>(text)) {
        return *whole;
    }
    if (const auto number = wholly<double>(text); number && std::isfinite(*number)) {
        return *number;
    }
    return text;
}

// Builds a JSON value from the parser's events.
class JsonBuilder : public YAML::EventHandler {
public:
    nlohmann::json take() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { scalar(mark, {}, nullptr); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        fail(mark, "aliases (*name) are not supported; write the value out");
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override
    {
        const bool plain = tag.empty() || tag == "?";
        scalar(mark, value, plain ? plainScalar(value) : nlohmann::json(value));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        begin(mark, nlohmann::json::array());
    }
    void OnSequenceEnd() override { m_open.pop_back(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        begin(mark, nlohmann::json::object());
    }
    void OnMapEnd() override { m_open.pop_back(); }

private:
    // A list or map that is being read. Pointers stay valid: its parent gets no other entry before it is closed.
    struct Open {
        nlohmann::json* value;
        std::optional<std::string> key; // of the entry that comes next
    };

    bool expectsKey() const { return !m_open.empty() && m_open.back().value->is_object() && !m_open.back().key; }

    nlohmann::json* place(nlohmann::json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Open& parent = m_open.back();
        if (parent.value->is_array()) {
            parent.value->push_back(std::move(value));
            return &parent.value->back();
        }
        nlohmann::json& entry = (*parent.value)[*parent.key];
        entry = std::move(value);
        parent.key.reset();
        return &entry;
    }

    void scalar(const YAML::Mark&, const std::string& text, nlohmann::json value)
    {
        if (expectsKey()) {
            m_open.back().key = text;
        } else {
            place(std::move(value));
        }
    }

    void begin(const YAML::Mark& mark, nlohmann::json empty)
    {
        if (expectsKey()) {
            fail(mark, "a key must be a text");
        }
        if (m_open.size() >= depthLimit) {
            fail(mark, "it is nested more than " + std::to_string(depthLimit) + " deep");
        }
        m_open.push_back({place(std::move(empty)), {}});
    }

    nlohmann::json m_root;
    std::vector<Open> m_open;
};

// Reads from memory without a copy.
class ViewBuffer : public std::streambuf {
public:
    explicit ViewBuffer(std::string_view text)
    {
        char* begin = const_cast<char*>(text.data()); // the get area is only read
        setg(begin, begin, begin + text.size());
    }
};

}

nlohmann::json yamlToJson(std::string_view text)
{
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    try {
        YAML::Parser parser(stream);
        JsonBuilder builder;
        parser.HandleNextDocument(builder);
        nlohmann::json json = builder.take();
        if (JsonBuilder second; parser.HandleNextDocument(second)) {
            throw DecodeError {Error {ErrorCode::NotYaml, {std::string("it has more than one document")}, {}}};
        }
        return json;
    } catch (const YAML::Exception& exception) {
        fail(exception.mark, "what stands there cannot be read");
    }
}

}
