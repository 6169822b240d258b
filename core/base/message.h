// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/words/phrase.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stagecraft {

struct Argument;
using ArgumentList = std::vector<Argument>;

// A message from the core to the user: a phrase code with typed arguments. The text is formatted where it is displayed
// (core/base/english.h for the command line, ui/support/messagetext.h for the window); files and the protocol carry the
// code. Empty if there is no message.
struct Message {
    const Phrase* phrase = nullptr;
    ArgumentList arguments;

    Message() = default;
    Message(const PhraseOf<0>& words) : phrase(&words) {} // implicit: a phrase without arguments is a complete message
    Message(const Phrase& words, ArgumentList with) : phrase(&words), arguments(std::move(with)) {}

    bool empty() const { return phrase == nullptr; }
    bool says(const Phrase& other) const { return phrase == &other; }
    friend bool operator==(const Message& a, const Message& b);
};

using ArgumentValue = std::variant<std::string, std::int64_t, double, Bytes, Seconds, Usd, Message, ArgumentList>;

// A message argument: text displayed verbatim in every language (a name, an option value, a message of the system), a
// number, an amount with its unit, a message, or a list of these. All constructors are implicit.
struct Argument : ArgumentValue {
    Argument(std::string text) : ArgumentValue(std::move(text)) {}
    Argument(std::string_view text) : ArgumentValue(std::string(text)) {}
    Argument(const char*) = delete; // sentences belong in core/words; pass std::string("--zero") for other text
    template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) Argument(Number number)
        : ArgumentValue(static_cast<std::int64_t>(number))
    {
    }
    Argument(double number) : ArgumentValue(number) {}
    Argument(Bytes bytes) : ArgumentValue(bytes) {}
    Argument(Seconds seconds) : ArgumentValue(seconds) {}
    Argument(Usd amount) : ArgumentValue(amount) {}
    template <typename Enum>
    requires(std::is_enum_v<Enum>) Argument(Enum value)
        : ArgumentValue(std::string(nameOf(value))) {} // the spelling of options
    Argument(Message words) : ArgumentValue(std::move(words)) {}
    Argument(const PhraseOf<0>& words) : ArgumentValue(Message(words)) {}
    Argument(ArgumentList list) : ArgumentValue(std::move(list)) {}
};

// Builds a message from a phrase and exactly as many arguments as the phrase has placeholders.
template <std::size_t places, typename... Arguments>
requires(sizeof...(Arguments) == places) Message say(const PhraseOf<places>& phrase, Arguments&&... arguments)
{
    ArgumentList list;
    list.reserve(places);
    (list.emplace_back(std::forward<Arguments>(arguments)), ...);
    return {phrase, std::move(list)};
}

// Wraps text of a file, of another program or of an older version verbatim.
Message verbatim(std::string text);
// Returns the text of a verbatim() message; null for any other message.
const std::string* verbatimText(const Message& message);

// Replaces %1 in the pattern by `argument(0)`, and so on. An argument may itself contain "%2".
template <typename Argue>
std::string filled(std::string_view pattern, std::size_t arguments, const Argue& argument)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        if (!place) {
            text += pattern[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(pattern[++i] - '1');
        text += index < arguments ? argument(index) : std::string("?");
    }
    return text;
}

// Return the pattern with the text in braces for the command line, and without it for the window.
std::string withHints(std::string_view pattern);
std::string withoutHints(std::string_view pattern);

}
