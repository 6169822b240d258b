// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/failure.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <string>

namespace stagecraft {

// Output of a command: one JSON document or plain text on standard output, notes on standard error. Messages in the
// document include their English text: "text" beside their code, "message" beside that of an error (docs/output.md).
class Output {
public:
    explicit Output(bool json) : m_json(json) {}

    bool json() const { return m_json; }
    // Must be called before Qt sets the locale.
    static bool terminalTakesUtf8();

    // Prints the only document of a successful command with --json; otherwise does nothing.
    void document(const nlohmann::json& json) const;
    // Prints plain text; does nothing with --json.
    void print(const std::string& text) const;
    // True if a write to standard output failed: a full disk, a closed pipe.
    bool lost() const { return m_lost; }
    // "stagecraft-cli: TEXT" on standard error.
    void note(const std::string& text) const;
    // Reports a failure on standard error and returns its exit code. With --json prints one document: `found`, an
    // object with partial results, plus "error".
    ExitCode fail(const Failure& failure) const;
    ExitCode fail(const Failure& failure, nlohmann::json found) const;

private:
    void printJson(const nlohmann::json& json) const;

    bool m_json;
    mutable std::atomic<bool> m_reported {false}; // the document, at most one, was printed
    mutable bool m_lost = false;
};

}
