// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/protocol/message.h"
#include "core/session/profilejob.h"

#include <optional>
#include <string>

namespace stagecraft {

// Runs a job to its end in the application's event loop; an interrupt cancels it. Gives why it failed, if it did.
std::optional<Error> runToEnd(ProfileJob& job, const Interrupt& interrupt);

// Writes a request for a worker that is started by hand, on whatever machine, and says how to go on.
// Errors: those of writeFile().
Result<void> writeWorkerRequest(const WorkerRequest& request, const std::string& file, const std::string& workspace,
                                const Output& output);

}
