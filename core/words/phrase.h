// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace stagecraft {

// A sentence, or part of one, that the core shows to users: its code in files, and its English text with %1, %2, ...
// for arguments. Text in braces appears only on the command line: "allow that{ (--trust)}". All phrases are in
// core/words/*.inc, one per line, and nowhere else; lupdate reads them there (cmake/translations.cmake).
struct Phrase {
    std::string_view group; // "search"
    std::string_view name; // "peak_may_be_lower"
    const char* english = "";
    const char* one = nullptr; // for phrases with a count: the English text for a first argument of 1

    std::string code() const { return std::string(group) + '.' + std::string(name); }
};

// Returns the highest placeholder number.
consteval std::size_t placesIn(std::string_view english)
{
    std::size_t most = 0;
    for (std::size_t i = 0; i + 1 < english.size(); ++i) {
        const char digit = english[i + 1];
        if (english[i] == '%' && digit >= '1' && digit <= '9') {
            most = static_cast<std::size_t>(digit - '0') > most ? static_cast<std::size_t>(digit - '0') : most;
        }
    }
    return most;
}

// A phrase with its number of arguments, so that say() accepts exactly these. Messages refer to phrases, which are
// therefore not copyable.
template <std::size_t places>
struct PhraseOf : Phrase {
    consteval PhraseOf(const Phrase& phrase) : Phrase(phrase) {}
    PhraseOf(const PhraseOf&) = delete;
    PhraseOf& operator=(const PhraseOf&) = delete;
};

// Return all phrases group by group, and one by its code; null if there is none. Thread-safe.
std::span<const Phrase* const> allPhrases();
const Phrase* findPhrase(std::string_view code);

}

// An entry of core/words/*.inc. ENGLISH and ENGLISH_N are aliases of QT_TRANSLATE_NOOP and QT_TRANSLATE_N_NOOP for
// lupdate.
#define ENGLISH(context, text) text
#define ENGLISH_N(context, text) text
#define PHRASE(name, text) inline constexpr PhraseOf<placesIn(text)> name {Phrase {group, #name, text, nullptr}};
#define COUNTED(name, text_of_one, text)                                                                               \
    inline constexpr PhraseOf<placesIn(text)> name {Phrase {group, #name, text, text_of_one}};
