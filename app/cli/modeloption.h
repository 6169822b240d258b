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
    // `kinds`: help text that lists the kinds of models.
    CLI::Option* add(CLI::App& command, const std::string& kinds);

    const std::string& source() const { return m_source; }
    bool isTrusted() const { return m_trust; }
    // Reads the model. A TorchScript file is not loaded if the workspace (may be null) has its description; otherwise
    // the worker describes it, in the application's event loop. Errors: those of readModel(), describeScript() and the
    // worker; ScriptUntrusted; OptionUnsupported without an input; Cancelled.
    Result<Model> read(const WorkspaceFile* workspace, const Interrupt& interrupt) const;

private:
    Result<Model> readScript(const WorkspaceFile* workspace, const Interrupt& interrupt) const;

    std::string m_source;
    bool m_trust = false;
    std::optional<ExampleInput> m_input;
};

}
