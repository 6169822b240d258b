// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft {

// What starts the processes of a training script.
enum class LaunchTool { Python, Torchrun, DeepSpeed, Accelerate };

// A command that trains, as users type it: Python with a script or a module, or a launcher with its options.
struct LaunchCommand {
    LaunchTool tool = LaunchTool::Python;
    // Variables set before the command, as in "OMP_NUM_THREADS=1 torchrun ...": name and value.
    std::vector<std::pair<std::string, std::string>> environment;
    // How an environment manager starts the Python program that it chooses: {"uv", "run"}; empty: there is none.
    std::vector<std::string> manager;
    // The Python program; empty where a launcher's own is meant.
    std::string python;
    // The launcher's program as it was given; empty where Python was.
    std::string launcher;
    // What Python gets: "train.py --lr 1", "-m torchtitan.train". Of Accelerate its own module, which then starts the
    // script.
    std::vector<std::string> arguments;
    // By which the launcher tells the script its rank within the node: "--local_rank"; empty: it does not.
    std::string local_rank;
    // As the launcher's options say.
    std::optional<int> nodes;
    std::optional<int> devices_per_node;

    // True if the launcher would count the GPUs of a machine, or read how many there are in a file of its own.
    bool isWithoutCount() const
    {
        return (tool == LaunchTool::DeepSpeed || tool == LaunchTool::Accelerate) && !devices_per_node;
    }
    // The file that Python runs; empty: a module, a command of its own, or options that are not known.
    std::string script() const;
    // What Python gets for one rank of a node.
    std::vector<std::string> argumentsOf(int local) const;
};

// Reads "python [OPTIONS] SCRIPT ...", torchrun (options of torch 2.6 to 2.11), deepspeed and "accelerate launch", also
// as "python -m" and their modules, behind variables ("A=1", "env A=1") and an environment manager ("uv run", "poetry
// run", "conda run -n NAME"). Options that do not change what one rank runs are passed over; those of accelerate
// are its own to read. Errors: OptionUnsupported for other launchers, options that are not known and numbers of
// processes that only a machine with GPUs can tell.
Result<LaunchCommand> parseLaunchCommand(const std::vector<std::string>& words);

}
