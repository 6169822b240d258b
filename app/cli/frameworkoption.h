// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/problem/framework.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace stagecraft {

// "--framework", and its hidden alias "--stack" with the names of earlier versions.
class FrameworkOption {
public:
    CLI::Option* add(CLI::App& command, const std::string& description);
    // Alias that applies if "--framework" is not given, because remedies are appended to the options of a command.
    CLI::Option* addAlias(CLI::App& command);

    // The chosen framework; empty if neither option is given. Errors: StackUnknown.
    Result<std::optional<Framework>> chosen() const;

private:
    std::optional<Framework> m_framework;
    std::string m_stack;
};

}
