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

// What the core tells people, as a code with typed arguments: words are made of it where it is shown (core/base/
// english.h for the command line, ui/support/messagetext.h for the window). Files and the protocol carry the code.
// Empty: nothing is told.
struct Message {
    const Phrase* phrase = nullptr;
    ArgumentList arguments;

    Message() = default;
    Message(const PhraseOf<0>& words) : phrase(&words) {} // implicit: a phrase without arguments says it all
    Message(const Phrase& words, ArgumentList with) : phrase(&words), arguments(std::move(with)) {}

    bool empty() const { return phrase == nullptr; }
    bool says(const Phrase& other) const { return phrase == &other; }
    friend bool operator==(const Message& a, const Message& b);
};

using ArgumentValue = std::variant<std::string, std::int64_t, double, Bytes, Seconds, Usd, Message, ArgumentList>;

// A name, a value of an option, what the system said: text that is shown letter by letter in every language; a number;
// an amount with its unit; words; or several of these. All constructors are implicit.
struct Argument : ArgumentValue {
    Argument(std::string text) : ArgumentValue(std::move(text)) {}
    Argument(std::string_view text) : ArgumentValue(std::string(text)) {}
    Argument(const char*) = delete; // words belong into core/words; std::string("--zero") for what is no sentence
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
        : ArgumentValue(std::string(nameOf(value))) {} // as options spell it
    Argument(Message words) : ArgumentValue(std::move(words)) {}
    Argument(const PhraseOf<0>& words) : ArgumentValue(Message(words)) {}
    Argument(ArgumentList list) : ArgumentValue(std::move(list)) {}
};

// The phrase with as many arguments as it has places.
template <std::size_t places, typename... Arguments>
requires(sizeof...(Arguments) == places) Message say(const PhraseOf<places>& phrase, Arguments&&... arguments)
{
    ArgumentList list;
    list.reserve(places);
    (list.emplace_back(std::forward<Arguments>(arguments)), ...);
    return {phrase, std::move(list)};
}

// Text of a file, of another program or of an older version, as it is.
Message verbatim(std::string text);
// That text; null where the message is another.
const std::string* verbatimText(const Message& message);

// The pattern with what `argument(0)` gives for %1, and so on. An argument may itself contain "%2".
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

// A pattern for the command line, with what stands in braces, and for the window, without it.
std::string withHints(std::string_view pattern);
std::string withoutHints(std::string_view pattern);

}
