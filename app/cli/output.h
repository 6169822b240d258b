// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/failure.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <string>

namespace stagecraft {

// Where a command writes: one JSON document or text for people on standard output, all else on standard error.
class Output {
public:
    explicit Output(bool json) : m_json(json) {}

    bool json() const { return m_json; }
    // Must be asked before Qt sets the locale for itself.
    static bool terminalTakesUtf8();

    // The one document of a command that succeeds, with --json; else nothing: call print() for people.
    void document(const nlohmann::json& json) const;
    // Without --json only.
    void print(const std::string& text) const;
    // True if standard output did not take everything: a full disk, a closed pipe.
    bool lost() const { return m_lost; }
    // "stagecraft-cli: TEXT" on standard error.
    void note(const std::string& text) const;
    // Reports a failure both ways and returns its exit code. With --json the one document is `found`, an object with
    // what the command has all the same, and "error" in it.
    ExitCode fail(const Failure& failure) const;
    ExitCode fail(const Failure& failure, nlohmann::json found) const;

private:
    void tell(const nlohmann::json& json) const;

    bool m_json;
    mutable std::atomic<bool> m_told {false}; // the document is out: there is one at most
    mutable bool m_lost = false;
};

}
