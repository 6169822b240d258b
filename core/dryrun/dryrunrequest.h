// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/dryrun/launchcommand.h"
#include "core/hardware/cluster.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

inline constexpr int mostDrySteps = 1000;
inline constexpr int mostReadNumber = 1 << 30;

// Exit status of stagecraft-worker where it cannot start a program on a dry device; few programs have it as theirs.
inline constexpr int dryRunRefused = 125;

// A dry run of a training script: which ranks of it run, one after the other, on a device of this machine's that
// computes nothing.
struct DryRunRequest {
    LaunchCommand command;
    DeviceType device; // an NVIDIA type with a compute capability
    int world = 1; // ranks that the script believes in
    int devices_per_node = 1;
    std::vector<int> ranks; // as chosenRanks() gives them
    int steps = 3; // of the optimizer, after which a rank ends
    // What whole numbers are that the script reads from the device and that are not known; empty: 0, and whether other
    // numbers make a difference is tried.
    std::optional<int> read_as;
    std::string folder; // in which the script starts; empty: that of this process
    std::string snapshot; // file for the allocator's history of the first of the ranks; empty: none

    // True if the script finds the variables of torchrun, which other launchers set, too.
    bool isDistributed() const { return world > 1 || command.nodes.has_value(); }
};

// A dry run as users ask for it.
struct DryRunChoice {
    std::vector<std::string> command; // as parseLaunchCommand() takes it
    std::string device = "H100-80GB"; // a type of the catalogue
    std::optional<int> world; // ranks in all; empty: as the launcher's options say, else 1
    std::optional<int> devices_per_node; // empty: as the launcher's options say, else 8
    std::string ranks = "first,last";
    int steps = 3;
    std::optional<int> read_as; // as in DryRunRequest
    std::string folder;
    std::string snapshot;
};

// The same, checked. Errors: DeviceTypeUnknown, those of parseLaunchCommand() and chosenRanks(), OptionOutOfRange.
Result<DryRunRequest> dryRunRequest(const DryRunChoice& choice);

}
