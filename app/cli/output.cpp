// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <clocale>
#include <cstdio>
#include <cstring>
#include <langinfo.h>

namespace stagecraft {

namespace {

// Names come from files of others: what a terminal would obey is shown as a question mark.
std::string harmless(std::string text)
{
    for (char& c : text) {
        const auto byte = static_cast<unsigned char>(c);
        c = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f ? '?' : c;
    }
    return text;
}

bool write(std::FILE* file, const std::string& text)
{
    return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
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
    if (m_json) {
        m_lost = !write(stdout, jsonText(json, 2) + "\n") || m_lost;
    }
}

void Output::print(const std::string& text) const
{
    if (!m_json) {
        m_lost = !write(stdout, harmless(text)) || m_lost;
    }
}

void Output::note(const std::string& text) const
{
    write(stderr, "stagecraft-cli: " + harmless(text) + "\n");
}

ExitCode Output::fail(const Error& error) const
{
    note(describe(error));
    document({{"error", encodeJson(error)}});
    return exitCodeOf(error.code);
}

ExitCode Output::failUsage(const std::string& message, const std::string& command) const
{
    note(message + "\nRun \"" + command + " --help\" for the options.");
    document(
        {{"error", {{"code", "usage"}, {"arguments", nlohmann::json::array()}, {"where", ""}, {"message", message}}}});
    return ExitCode::BadInput;
}

}
