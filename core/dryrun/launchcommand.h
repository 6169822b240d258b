// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// A command that trains, as users type it: Python with a script or a module, or torchrun with its options.
struct LaunchCommand {
    // The Python program; empty where torchrun's own is meant.
    std::string python;
    // torchrun as it was given; empty where Python was.
    std::string torchrun;
    // What Python gets: "train.py --lr 1", "-m torchtitan.train".
    std::vector<std::string> arguments;
    // As torchrun's options say.
    std::optional<int> nodes;
    std::optional<int> devices_per_node;
};

// Reads "python [OPTIONS] SCRIPT ...", "python -m torch.distributed.run ..." and "torchrun ..." (options of torch 2.6
// to 2.11; those that do not change what one rank runs are passed over). Errors: OptionUnsupported for other launchers,
// options that are not known and numbers of processes that only a machine with GPUs can tell.
Result<LaunchCommand> parseLaunchCommand(const std::vector<std::string>& words);

}
