// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/workerrun.h"

#include "core/base/files.h"
#include "core/base/format.h"

namespace stagecraft {

Result<void> writeWorkerRequest(const WorkerRequest& request, const std::string& file, const std::string& workspace,
                                const Output& output)
{
    if (auto written = writeFile(file, encode(request) + "\n"); !written) {
        return written;
    }
    const auto script = scriptOf(request.profile.model);
    output.print(
        "Written: " + file
        + (script ? "\nOn another machine: copy " + script->file + " to the same folder, under the same name" : "")
        + "\nRun: stagecraft-worker " + shellWord(file) + (script ? " --trust" : "")
        + " > out.jsonl\nThen: stagecraft-cli workspace import out.jsonl --workspace " + shellWord(workspace) + "\n");
    return {};
}

}
