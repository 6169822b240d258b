// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

enum class WorkerRole { Supervise, Measure, ProbeRank, RunDry, ShowHelp, ShowVersion };

struct WorkerOptions {
    WorkerRole role = WorkerRole::Supervise;
    std::string request; // path; empty: standard input
    std::string spool; // path; empty if none
    std::string cancel_file; // path; empty if none
    bool trust = false; // allows loading TorchScript files
    std::string rank_seconds; // time limit of a probe rank
    std::string dry_type; // device type to run `program` on: a name of the catalogue, or its JSON
    std::string dry_torch; // folder of the libtorch that `program` uses; empty: the worker's libtorch
    int dry_devices = 1; // number of devices in the machine
    std::string dry_error; // path for the error, as JSON, if `program` cannot be started; empty if none
    std::vector<std::string> program; // program and its arguments
};

struct ParsedOptions {
    std::optional<WorkerOptions> options;
    std::string complaint; // error message if the options are invalid
};

ParsedOptions parseOptions(int count, char** arguments);

std::string_view helpText();

}
