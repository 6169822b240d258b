// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/yaml.h"

#include "core/json/codec.h"
#include "core/words/common.h"
#include "core/words/launcher.h"

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <istream>
#include <optional>
#include <streambuf>
#include <vector>

namespace stagecraft {

namespace {

constexpr std::size_t depthLimit = 100;
constexpr std::size_t bracketLimit = 4 << 20;
constexpr int rawLimit = 10'000;

[[noreturn]] void fail(const YAML::Mark& mark, Message why)
{
    throw DecodeError {
        Error {ErrorCode::NotYaml, {say(words::launcher::line_mistake, mark.line + 1, std::move(why))}, {}}};
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

// Fails if lists and maps in brackets nest too deeply or are too long. Runs before the parser, which may load a whole
// one into memory, up to two hundred times its length, before it reports the first value. Brackets count at positions
// where a value may begin, or within other brackets.
class BracketDepth {
public:
    void check(std::string_view text)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            i = m_quote == 0 && beginsComment(text, i) ? std::min(text.find('\n', i), text.size() - 1) : i;
            take(text[i]);
        }
    }

private:
    bool beginsComment(std::string_view text, std::size_t at) const
    {
        return text[at] == '#' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\n');
    }

    void take(char c)
    {
        m_line += c == '\n' ? 1 : 0;
        // An apparent quote may not be one, as in a text block: the limit on open brackets therefore applies in quotes
        // too.
        m_raw = std::max(0, m_raw + (c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0));
        if (m_raw > rawLimit) {
            failHere(say(words::launcher::open_brackets, rawLimit));
        }
        m_length = m_depth == 0 && m_quote == 0 ? 0 : m_length + 1;
        if (m_length > bracketLimit) {
            failHere(words::launcher::long_brackets);
        }
        const bool closed = m_closed;
        m_closed = false;
        if (m_quote != 0 || (closed && c == '\'')) { // '' in a quoted text is one quote
            takeQuoted(c);
            return;
        }
        if ((c == '[' || c == '{') && (m_fresh || m_depth > 0)) {
            open();
        } else if ((c == ']' || c == '}') && m_depth > 0) {
            --m_depth;
        } else if ((c == '"' || c == '\'') && m_fresh) {
            m_quote = c;
        }
        takePosition(c, closed);
    }

    void takeQuoted(char c)
    {
        if (m_quote == 0) {
            m_quote = c;
            return;
        }
        m_closed = c == m_quote && !m_escaped;
        m_escaped = c == '\\' && m_quote == '"' && !m_escaped;
        m_quote = m_closed ? 0 : m_quote;
        m_fresh = false;
    }

    // Tracks whether a value may begin after this character: at the start of a line, after "- ", "? ", ": ", a tag or
    // an anchor, and after a separator within brackets.
    void takePosition(char c, bool closed)
    {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blank) {
            m_fresh = m_fresh || m_announced || c == '\n';
            m_announced = m_entry = m_property = false;
            return;
        }
        m_entry = (c == '-' || c == '?') && (m_fresh || m_entry);
        m_property = m_property || (m_fresh && (c == '!' || c == '&'));
        m_announced = c == ':' || m_entry || m_property;
        m_fresh = (c == ':' && closed) || (m_depth > 0 && (c == '[' || c == '{' || c == ',' || c == ':'));
    }

    void open()
    {
        if (++m_depth > depthLimit) {
            failHere(say(words::common::nested_too_deep, depthLimit));
        }
    }

    [[noreturn]] void failHere(Message why) const
    {
        YAML::Mark mark;
        mark.line = m_line;
        fail(mark, std::move(why));
    }

    std::size_t m_depth = 0;
    int m_raw = 0; // open brackets, including those in quotes
    std::size_t m_length = 0; // length of the outermost brackets, or of a quoted text
    int m_line = 0;
    char m_quote = 0; // open quote character; 0 if none
    bool m_escaped = false;
    bool m_closed = false; // the previous character closed a quote
    bool m_fresh = true; // a value may begin
    bool m_announced = false; // a value may begin after a blank
    bool m_entry = false; // "-", "?" or "---"
    bool m_property = false; // a tag or an anchor
};

// Builds a JSON value from the parser's events.
class JsonBuilder : public YAML::EventHandler {
public:
    nlohmann::json take() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { scalar(mark, {}, nullptr); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { fail(mark, words::launcher::aliases); }
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
    // A list or map being read. Pointers stay valid: the parent gets no other entry before this one is closed.
    struct Open {
        nlohmann::json* value;
        std::optional<std::string> key; // key of the next entry
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
            fail(mark, words::launcher::key_no_text);
        }
        if (m_open.size() >= depthLimit) {
            fail(mark, say(words::common::nested_too_deep, depthLimit));
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
    BracketDepth().check(text);
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    try {
        YAML::Parser parser(stream);
        JsonBuilder builder;
        parser.HandleNextDocument(builder);
        nlohmann::json json = builder.take();
        if (JsonBuilder second; parser.HandleNextDocument(second)) {
            throw DecodeError {Error {ErrorCode::NotYaml, {words::launcher::several_documents}, {}}};
        }
        return json;
    } catch (const YAML::Exception& exception) {
        fail(exception.mark, words::launcher::unreadable);
    }
}

}
