// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/protocol/message.h"
#include "core/session/mailbox.h"
#include "core/session/profilejob.h"

#include <QCoreApplication>

#include <optional>
#include <stop_token>
#include <string>

namespace stagecraft {

// Runs a job (ProfileJob, ScriptDryRun) to its end in the application's event loop; an interrupt cancels it. Returns
// the error if the job failed.
template <typename Job>
std::optional<Error> runToEnd(Job& job, const Interrupt& interrupt)
{
    std::optional<Error> error;
    QObject context; // limits the lifetime of the connections
    // Queued, because a job that cannot start reports its failure before the loop runs.
    QObject::connect(
        &job, &Job::finished, &context, [] { QCoreApplication::exit(); }, Qt::QueuedConnection);
    QObject::connect(
        &job, &Job::failed, &context,
        [&](const Error& reason) {
            error = reason;
            QCoreApplication::exit();
        },
        Qt::QueuedConnection);
    Mailbox mailbox; // the stop request comes from another thread
    const std::stop_callback stop(interrupt.token(), [&] { mailbox.post([&] { job.cancel(); }); });
    job.start();
    QCoreApplication::exec();
    return error;
}

// Writes a request for a worker that is started manually and prints the next steps. Errors: those of writeFile().
Result<void> writeWorkerRequest(const WorkerRequest& request, const std::string& file, const std::string& workspace,
                                const Output& output);

}
