// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commandfiles.h"

#include "core/base/filenames.h"
#include "core/base/workspacemark.h"
#include "core/session/userhardware.h"
#include "core/session/useroffers.h"
#include "core/store/workspace.h"

namespace stagecraft {

namespace {

static_assert(workspaceMark == static_cast<std::uint32_t>(Workspace::applicationId));

tl::unexpected<Error> refusedOutput(const CommandFile& file, const std::string& instead)
{
    return failure(ErrorCode::OptionUnsupported, {file.option, file.path, instead});
}

}

void addRead(CommandFiles& files, const std::string& option, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        files.read.push_back({option, name});
    }
}

Result<void> requireSafeOutputs(const CommandFiles& files)
{
    std::vector<CommandFile> others = files.read;
    others.push_back({"the user-defined device types", userHardwarePath().toStdString()});
    others.push_back({"the user-defined offers", userOffersPath().toStdString()});
    for (const CommandFile& file : files.written) {
        if (file.path.empty()) {
            continue;
        }
        for (const CommandFile& other : others) {
            if (!other.path.empty() && nameSameFile(file.path, other.path)) {
                return refusedOutput(file, "a file other than that of " + other.option);
            }
        }
        if (belongsToWorkspace(file.path)) {
            return refusedOutput(file, "a file that is not a workspace and not named like one");
        }
        others.push_back(file);
    }
    return {};
}

}
