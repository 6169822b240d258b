// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Every way in which a call can fail; core/words/errors.inc has them with their English.
enum class ErrorCode {
#define ERROR_PHRASE(code, name, text) code,
#include "core/words/errors.inc"
#undef ERROR_PHRASE
};

// A failed call: what (`code` with `arguments` for its sentence) and `where` (a file, a field, an option; may be
// empty).
struct Error {
    ErrorCode code;
    ArgumentList arguments;
    std::string where;

    friend bool operator==(const Error&, const Error&) = default;
};

// All codes, in the order of the enumeration.
std::span<const ErrorCode> allErrorCodes();

// Stable lower-case name of a code, for JSON and logs: "file_not_readable".
std::string_view errorName(ErrorCode code);

// Whether what was asked for is refused: it is wrong, lacks something, or cannot be done on this machine, and asking
// again for the same ends the same way. Other failures happen on the way (disks, other processes, memory), or the user
// cancelled.
bool isRefusal(ErrorCode code);

const Phrase& phraseOf(ErrorCode code);

// The error within another message: "WHERE: sentence", or the sentence alone.
Message messageOf(const Error& error);

}
