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

// Exit status of stagecraft-worker if it cannot start a program on a dry device. Few programs use this value.
inline constexpr int dryRunRefused = 125;

// A dry run of a training script: the selected ranks run on this machine, one after the other, on a simulated device
// that computes nothing.
struct DryRunRequest {
    LaunchCommand command;
    DeviceType device; // an NVIDIA type with a compute capability
    int world = 1; // number of ranks reported to the script
    int devices_per_node = 1;
    std::vector<int> ranks; // as returned by chosenRanks()
    int steps = 3; // optimizer steps after which a rank ends
    // Value of unknown integers that the script reads from the device. Empty: 0, and the effect of other values is
    // tested.
    std::optional<int> read_as;
    std::string folder; // working directory of the script; empty: that of this process
    std::string snapshot; // file for the allocator history of the first rank in `ranks`; empty: none

    // True if the script finds the environment variables of torchrun, which other launchers set, too.
    bool isDistributed() const { return world > 1 || command.nodes.has_value(); }
};

// A dry run as entered by the user.
struct DryRunChoice {
    std::vector<std::string> command; // as for parseLaunchCommand()
    std::string device = "H100-80GB"; // a device type of the catalogue
    std::optional<int> world; // total number of ranks; empty: from the launcher's options, else 1
    std::optional<int> devices_per_node; // empty: from the launcher's options, else 8
    std::string ranks = "first,last";
    int steps = 3;
    std::optional<int> read_as; // see DryRunRequest
    std::string folder;
    std::string snapshot;
};

// Checks a choice and converts it to a request. Errors: DeviceTypeUnknown, those of parseLaunchCommand() and
// chosenRanks(), OptionOutOfRange.
Result<DryRunRequest> dryRunRequest(const DryRunChoice& choice);

}
