// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/message.h"

#include "core/words/common.h"

namespace stagecraft {

namespace {

std::string hinted(std::string_view pattern, bool kept)
{
    std::string text;
    bool hint = false;
    for (const char letter : pattern) {
        if (letter == '{' || letter == '}') {
            hint = letter == '{';
        } else if (kept || !hint) {
            text += letter;
        }
    }
    return text;
}

}

bool operator==(const Message& a, const Message& b)
{
    return a.phrase == b.phrase && a.arguments == b.arguments;
}

Message verbatim(std::string text)
{
    return text.empty() ? Message() : say(words::common::as_it_is, std::move(text));
}

const std::string* verbatimText(const Message& message)
{
    const bool plain = message.says(words::common::as_it_is) && message.arguments.size() == 1;
    return plain ? std::get_if<std::string>(&message.arguments.front()) : nullptr;
}

std::string withHints(std::string_view pattern)
{
    return hinted(pattern, true);
}

std::string withoutHints(std::string_view pattern)
{
    return hinted(pattern, false);
}

}
