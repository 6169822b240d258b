// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exitcode.h"
#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <exception>
#include <string>

namespace stagecraft {

// Failure of a command, with its exit code. Most are errors of the core; the others arise in the command line.
class Failure {
public:
    Failure(const Error& error); // implicit: any error can be reported as a failure
    // A usage error. `command` is the recognized part of the command line, as in "stagecraft-cli plan".
    static Failure usage(const std::string& message, const std::string& command);
    static Failure infeasible(const std::string& message);
    static Failure incomplete(const std::string& message); // part of the work failed; the rest is kept
    static Failure unexpected(const std::exception& exception); // an uncaught exception; bad_alloc becomes OutOfMemory
    static Failure cancelled();

    ExitCode exitCode() const { return m_exit_code; }
    const std::string& message() const { return m_message; }
    std::string noteText() const { return m_message + m_hint; } // with a hint at --help
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
    std::string m_code; // empty: the code of the error
};

}
