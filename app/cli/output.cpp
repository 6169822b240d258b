// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include "core/base/english.h"
#include "core/base/terminaltext.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <clocale>
#include <cstdio>
#include <cstring>
#include <langinfo.h>

namespace stagecraft {

namespace {

bool write(std::FILE* file, const std::string& text)
{
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

// Adds the English text to messages, which have a code and arguments, and to errors, which also have a location. Other
// objects may have fields with these names.
void addEnglish(nlohmann::json& json)
{
    if (!json.is_structured()) {
        return;
    }
    for (nlohmann::json& value : json) {
        addEnglish(value);
    }
    if (!json.is_object() || !json.contains("code") || !json.contains("arguments") || json.contains("message")) {
        return;
    }
    try {
        if (json.contains("where")) {
            json["message"] = describe(decodeJson<Error>(json, {}));
        } else {
            json["text"] = describe(decodeJson<Message>(json, {}));
        }
    } catch (const DecodeError&) {
        return;
    }
}

}

bool Output::terminalTakesUtf8()
{
    static const bool takes = [] {
        std::setlocale(LC_CTYPE, "");
        return std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
    }();
    return takes;
}

void Output::document(const nlohmann::json& json) const
{
    printJson(json);
}

void Output::printJson(const nlohmann::json& json) const
{
    if (m_json && !m_reported.exchange(true)) {
        nlohmann::json document = json;
        addEnglish(document);
        m_lost = !write(stdout, jsonText(document, 2) + "\n") || m_lost;
    }
}

void Output::print(const std::string& text) const
{
    if (!m_json) {
        m_lost = !write(stdout, terminalText(text)) || m_lost;
    }
}

void Output::note(const std::string& text) const
{
    write(stderr, "stagecraft-cli: " + terminalText(text) + "\n");
}

ExitCode Output::fail(const Failure& failure) const
{
    return fail(failure, nlohmann::json::object());
}

ExitCode Output::fail(const Failure& failure, nlohmann::json found) const
{
    note(failure.noteText());
    found["error"] = failure.json();
    printJson(found);
    return failure.exitCode();
}

}
