// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"

#include "core/base/format.h"
#include "core/base/shortened.h"
#include "core/base/terminaltext.h"

namespace stagecraft {

namespace {

struct EnglishArgument {
    std::string operator()(const std::string& text) const { return shortened(text, mostOfAnArgument); }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return formatNumber(number); }
    std::string operator()(Bytes bytes) const { return formatBytes(bytes); }
    std::string operator()(Seconds seconds) const { return formatSeconds(seconds); }
    std::string operator()(Usd amount) const { return formatNumber(amount.value); }
    std::string operator()(const Message& message) const { return describe(message); }
    std::string operator()(const ArgumentList& list) const
    {
        std::string text;
        for (const Argument& one : list) {
            text += (text.empty() ? "" : ", ") + argumentText(one);
        }
        return shortened(text, mostOfAnArgument);
    }
};

std::string sentence(const Phrase& phrase, const ArgumentList& arguments)
{
    const auto* count = arguments.empty() ? nullptr : std::get_if<std::int64_t>(&arguments.front());
    const bool one = phrase.one != nullptr && count != nullptr && *count == 1;
    return filled(withHints(one ? phrase.one : phrase.english), arguments.size(),
                  [&](std::size_t i) { return argumentText(arguments[i]); });
}

}

std::string argumentText(const Argument& argument)
{
    return std::visit(EnglishArgument {}, argument);
}

std::string describe(const Message& message)
{
    return message.empty() ? std::string() : sentence(*message.phrase, message.arguments);
}

std::string describe(const Error& error)
{
    const std::string text = sentence(phraseOf(error.code), error.arguments);
    return error.where.empty() ? text : terminalLine(error.where) + ": " + text;
}

}
