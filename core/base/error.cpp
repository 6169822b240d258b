// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include "core/words/common.h"
#include "core/words/errors.h"

#include <array>

namespace stagecraft {

std::span<const ErrorCode> allErrorCodes()
{
    static constexpr std::array codes {
#define ERROR_PHRASE(code, name, text) ErrorCode::code,
#include "core/words/errors.inc"
#undef ERROR_PHRASE
    };
    return codes;
}

const Phrase& phraseOf(ErrorCode code)
{
    return *words::errors::all[static_cast<std::size_t>(code)];
}

std::string_view errorName(ErrorCode code)
{
    return phraseOf(code).name;
}

bool isRefusal(ErrorCode code)
{
    switch (code) {
    case ErrorCode::FileNotWritable:
    case ErrorCode::WorkspaceReadOnly:
    case ErrorCode::WorkspaceBusy:
    case ErrorCode::WorkspaceFailed:
    case ErrorCode::DiskFull:
    case ErrorCode::WorkerFailed:
    case ErrorCode::WorkerProtocol:
    case ErrorCode::OutOfMemory:
    case ErrorCode::Cancelled:
        return false;
    default:
        return true;
    }
}

Message messageOf(const Error& error)
{
    Message sentence(phraseOf(error.code), error.arguments);
    return error.where.empty() ? sentence : say(words::common::at, error.where, std::move(sentence));
}

}
