// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/workerrun.h"

#include "core/base/files.h"
#include "core/base/format.h"
#include "core/session/mailbox.h"

#include <QCoreApplication>

#include <stop_token>

namespace stagecraft {

std::optional<Error> runToEnd(ProfileJob& job, const Interrupt& interrupt)
{
    std::optional<Error> error;
    QObject context; // what is connected here ends here
    QObject::connect(&job, &ProfileJob::finished, &context, [] { QCoreApplication::exit(); });
    QObject::connect(&job, &ProfileJob::failed, &context, [&](const Error& reason) {
        error = reason;
        QCoreApplication::exit();
    });
    Mailbox mailbox; // the request to stop comes from another thread
    const std::stop_callback stop(interrupt.token(), [&] { mailbox.post([&] { job.cancel(); }); });
    job.start();
    QCoreApplication::exec();
    return error;
}

Result<void> writeWorkerRequest(const WorkerRequest& request, const std::string& file, const std::string& workspace,
                                const Output& output)
{
    if (auto written = writeFile(file, encode(request) + "\n"); !written) {
        return written;
    }
    const auto script = scriptOf(request.profile.model);
    output.print("Written: " + file
                 + (script ? "\nOn another machine: put " + script->file + " beside it, under the same name" : "")
                 + "\nRun: stagecraft-worker " + shellWord(file) + (script ? " --trust" : "")
                 + " > out.jsonl\nThen: stagecraft-cli workspace import out.jsonl --workspace " + shellWord(workspace)
                 + "\n");
    return {};
}

}
