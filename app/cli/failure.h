// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exitcode.h"
#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <exception>
#include <string>

namespace stagecraft {

// Why a command fails, with its exit code. Most failures are errors of the core; the others are the command line's own.
class Failure {
public:
    Failure(const Error& error); // converts, as an error is a failure wherever one is told
    // A command line that is not understood; `command` as far as it is, as in "stagecraft-cli plan".
    static Failure usage(const std::string& message, const std::string& command);
    static Failure infeasible(const std::string& message);
    static Failure incomplete(const std::string& message); // some of the work failed, the rest is kept
    static Failure unexpected(const std::exception& exception); // that nothing caught; of memory it says so
    static Failure cancelled();

    ExitCode exitCode() const { return m_exit_code; }
    const std::string& message() const { return m_message; }
    std::string noteText() const { return m_message + m_hint; } // for people: and where to look
    // {"code", "arguments", "where", "message"}, the same for every command (docs/formats.md).
    nlohmann::json json() const;

private:
    Failure(ExitCode exit_code, std::string code, std::string message)
        : m_exit_code(exit_code)
        , m_message(std::move(message))
        , m_error {ErrorCode::Cancelled, {}, {}}
        , m_code(std::move(code))
    {
    }

    ExitCode m_exit_code;
    std::string m_message;
    std::string m_hint;
    Error m_error;
    std::string m_code; // empty: the error's
};

}
