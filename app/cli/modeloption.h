// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/interrupt.h"
#include "app/cli/workspacefile.h"
#include "core/model/model.h"

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
}

namespace stagecraft {

// MODEL, with "--trust" and "--input" for TorchScript files.
class ModelOption {
public:
    // `kinds`: what the command takes besides TorchScript files.
    CLI::Option* add(CLI::App& command, const std::string& kinds);

    const std::string& source() const { return m_source; }
    bool isTrusted() const { return m_trust; }
    // Errors: those of readModel(). A TorchScript file is not loaded where the workspace (may be null) has its
    // description; else the worker describes it, in the application's event loop: ScriptUntrusted, OptionUnsupported
    // without an input, those of describeScript() and of the worker, Cancelled.
    Result<Model> read(const WorkspaceFile* workspace, const Interrupt& interrupt) const;

private:
    Result<Model> readScript(const WorkspaceFile* workspace, const Interrupt& interrupt) const;

    std::string m_source;
    bool m_trust = false;
    std::optional<ExampleInput> m_input;
};

}
