// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/interrupt.h"
#include "core/measuring/request.h"
#include "core/session/profilejob.h"
#include "core/store/workspace.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Result of a profile, including reused measurements.
struct ProfileOutcome {
    std::string job;
    MeasuredDevice device;
    ProfileSummary summary;
    std::vector<Measurement> measured; // measured in this run
    std::vector<Measurement> reused; // points of the request that were measured on this device before
};

// Runs the worker and stores every measurement in the workspace as it arrives. `retry`: repeats points that ran out of
// memory before. Runs the application's event loop; shows progress. An interrupt cancels the run. Errors: those of the
// worker and of the workspace; earlier measurements remain stored.
Result<ProfileOutcome> runProfile(const ProfileRequest& request, Workspace& workspace, bool retry,
                                  const Interrupt& interrupt);

}
