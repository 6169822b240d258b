// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/exitcode.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Where a command writes: one JSON document or text for people on standard output, all else on standard error.
class Output {
public:
    explicit Output(bool json) : m_json(json) {}

    bool json() const { return m_json; }
    // Must be asked before Qt sets the locale for itself.
    static bool terminalTakesUtf8();

    // With --json the one document, else nothing: call print() for people.
    void document(const nlohmann::json& json) const;
    // Without --json only.
    void print(const std::string& text) const;
    // True if standard output did not take everything: a full disk, a closed pipe.
    bool lost() const { return m_lost; }
    // "stagecraft-cli: TEXT" on standard error.
    void note(const std::string& text) const;
    // Tells an error both ways; the exit code that goes with it.
    ExitCode fail(const Error& error) const;
    // The same for a command line that is not understood.
    ExitCode failUsage(const std::string& message, const std::string& command) const;

private:
    bool m_json;
    mutable bool m_lost = false;
};

}
