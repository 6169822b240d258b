// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"

#include "core/base/english.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <new>

namespace stagecraft {

Failure::Failure(const Error& error) : m_exit_code(exitCodeOf(error.code)), m_message(describe(error)), m_error(error)
{
}

Failure Failure::usage(const std::string& message, const std::string& command)
{
    Failure failure(ExitCode::Refused, "usage", message);
    failure.m_hint = "\nRun \"" + command + " --help\" for the options.";
    return failure;
}

Failure Failure::infeasible(const std::string& message)
{
    return {ExitCode::Infeasible, "infeasible", message};
}

Failure Failure::incomplete(const std::string& message)
{
    return {ExitCode::Failed, "incomplete", message};
}

Failure Failure::unexpected(const std::exception& exception)
{
    if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr) {
        return Error {ErrorCode::OutOfMemory,
                      {std::string("the data of this command"),
                       std::string("this machine, or exceeds the limit of the process (ulimit -v)")},
                      {}};
    }
    return {ExitCode::Failed, "unexpected", std::string("unexpected: ") + exception.what()};
}

Failure Failure::cancelled()
{
    return Error {ErrorCode::Cancelled, {}, {}};
}

nlohmann::json Failure::json() const
{
    nlohmann::json json {{"code", m_code}, {"arguments", nlohmann::json::array()}, {"where", ""}};
    if (m_code.empty()) {
        json = encodeJson(m_error);
    }
    json["message"] = m_message;
    return json;
}

}
