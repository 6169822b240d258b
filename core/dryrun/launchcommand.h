// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft {

// Program that starts the processes of a training script.
enum class LaunchTool { Python, Torchrun, DeepSpeed, Accelerate };

// A training command as typed by the user: Python with a script or a module, or a launcher with its options.
struct LaunchCommand {
    LaunchTool tool = LaunchTool::Python;
    // Variables set before the command, as in "OMP_NUM_THREADS=1 torchrun ...": name and value.
    std::vector<std::pair<std::string, std::string>> environment;
    // Words of the environment manager that starts Python: {"uv", "run"}. Empty if there is none.
    std::vector<std::string> manager;
    // The Python program. Empty: the launcher's default.
    std::string python;
    // The launcher's program as typed. Empty if the command starts with Python.
    std::string launcher;
    // Arguments of Python: "train.py --lr 1", "-m torchtitan.train". For Accelerate: its own module, which then starts
    // the script.
    std::vector<std::string> arguments;
    // Option by which the launcher passes the script its rank within the node: "--local_rank". Empty if it does not.
    std::string local_rank;
    // Values of the launcher's options.
    std::optional<int> nodes;
    std::optional<int> devices_per_node;

    // True if the launcher would count the machine's GPUs or read their number from its configuration file.
    bool isWithoutCount() const
    {
        return (tool == LaunchTool::DeepSpeed || tool == LaunchTool::Accelerate) && !devices_per_node;
    }
    // Returns the file that Python runs. Empty for a module, an inline command (-c), or unknown options.
    std::string script() const;
    // Returns Python's arguments for one rank of a node.
    std::vector<std::string> argumentsOf(int local) const;
};

// Parses "python [OPTIONS] SCRIPT ...", torchrun (options of torch 2.6 to 2.11), deepspeed and "accelerate launch",
// also as "python -m" with their modules, after variables ("A=1", "env A=1") and an environment manager ("uv run",
// "poetry run", "conda run -n NAME"). Options that do not change what one rank runs are ignored; accelerate parses its
// own options. Errors: OptionUnsupported for other launchers, unknown options, and process counts that only a machine
// with GPUs can determine.
Result<LaunchCommand> parseLaunchCommand(const std::vector<std::string>& words);

}
