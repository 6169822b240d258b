// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/frameworkoption.h"

#include "app/cli/options.h"
#include "core/framework/framework.h"

namespace stagecraft {

CLI::Option* FrameworkOption::add(CLI::App& command, const std::string& description)
{
    return addEnumOption(command, "--framework", m_framework, description);
}

CLI::Option* FrameworkOption::addAlias(CLI::App& command)
{
    return command.add_option("--stack", m_stack)->type_name("NAME")->group("");
}

Result<std::optional<Framework>> FrameworkOption::chosen() const
{
    if (m_stack.empty() || m_framework) {
        return m_framework;
    }
    const auto framework = frameworkOfStack(m_stack);
    return framework ? Result<std::optional<Framework>>(*framework) : failure(framework.error());
}

}
