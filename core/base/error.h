// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Every reason for which a call can fail; core/words/errors.inc lists them with their English text.
enum class ErrorCode {
#define ERROR_PHRASE(code, name, text) code,
#include "core/words/errors.inc"
#undef ERROR_PHRASE
};

// A failed call: `code` with the `arguments` of its sentence, and `where` (a file, a field, an option; may be empty).
struct Error {
    ErrorCode code;
    ArgumentList arguments;
    std::string where;

    friend bool operator==(const Error&, const Error&) = default;
};

// Returns all codes in the order of the enumeration.
std::span<const ErrorCode> allErrorCodes();

// Returns the stable lower-case name of a code for JSON and logs: "file_not_readable".
std::string_view errorName(ErrorCode code);

// True if the request itself is refused: it is invalid, incomplete, or impossible on this machine, and repeating it
// fails in the same way. False for failures at run time (disks, other processes, memory) and for cancellation by the
// user.
bool isRefusal(ErrorCode code);

const Phrase& phraseOf(ErrorCode code);

// Returns the error as a message to embed in another one: "WHERE: sentence", or the sentence alone.
Message messageOf(const Error& error);

}
