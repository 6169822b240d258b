// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>
#include <charconv>

namespace stagecraft {

namespace {

ParsedOptions complain(std::string text)
{
    return {std::nullopt, std::move(text)};
}

// Field for the value of an option; null for options without a value.
std::string* valueOf(std::string_view option, WorkerOptions& options)
{
    if (option == "--spool") {
        return &options.spool;
    }
    if (option == "--probe-rank") {
        options.role = WorkerRole::ProbeRank;
        return &options.rank_seconds;
    }
    if (option == "--dry-torch") {
        return &options.dry_torch;
    }
    if (option == "--dry-error") {
        return &options.dry_error;
    }
    return option == "--cancel-file" ? &options.cancel_file : nullptr;
}

bool readCount(std::string_view text, int& count)
{
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
    return status == std::errc() && end == text.data() + text.size() && count >= 1;
}

}

ParsedOptions parseOptions(int count, char** arguments)
{
    WorkerOptions options;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            options.role = WorkerRole::ShowHelp;
            return {options, {}};
        }
        if (argument == "--version") {
            options.role = WorkerRole::ShowVersion;
            return {options, {}};
        }
        if (argument == "--dry") {
            options.role = WorkerRole::RunDry;
            options.program.assign(arguments + std::min(i + 2, count), arguments + count);
            if (i + 2 >= count) {
                return complain("--dry needs a device type and a program");
            }
            options.dry_type = arguments[i + 1];
            return {options, {}};
        }
        if (argument == "--dry-devices") {
            if (i + 1 == count || !readCount(arguments[++i], options.dry_devices)) {
                return complain("--dry-devices needs a number of devices");
            }
        } else if (argument == "--child") {
            options.role = WorkerRole::Measure;
        } else if (argument == "--trust") {
            options.trust = true;
        } else if (std::string* value = valueOf(argument, options)) {
            if (i + 1 == count) {
                return complain(std::string(argument) + " needs the path of a file");
            }
            *value = arguments[++i];
            if (value->empty() || value->starts_with("--")) {
                return complain(std::string(argument) + " needs the path of a file, not \"" + *value + "\"");
            }
        } else if (argument.starts_with("-") && argument != "-") {
            return complain("unknown option \"" + std::string(argument) + "\"");
        } else if (!options.request.empty()) {
            return complain("more than one request: \"" + options.request + "\" and \"" + std::string(argument) + "\"");
        } else {
            options.request = argument == "-" ? "" : argument;
        }
    }
    return {options, {}};
}

std::string_view helpText()
{
    return R"(Usage: stagecraft-worker [REQUEST.json] [--trust] [--spool FILE] [--cancel-file FILE]

Measures the layers of a model or the rates of a device on this machine and prints the results as JSON, one
object per line.

  REQUEST.json        request, as written by: stagecraft-cli profile MODEL --write-request REQUEST.json
                      or stagecraft-cli probe --write-request REQUEST.json
                      Without REQUEST.json, the request is the first line of standard input, and the worker also
                      stops at a line "cancel" or when standard input is closed.
  --trust             allow loading the TorchScript file of the request, which runs code from it; a request
                      alone cannot allow this
  --spool FILE        also append every line to FILE; a worker restarted with the same request continues
                      where FILE ends
  --cancel-file FILE  stop as soon as FILE exists
  --dry TYPE PROGRAM ARGUMENTS...
                      run a program that uses libtorch with a dry GPU of this type: it has the memory of a real
                      GPU but computes nothing. TYPE is a catalogue name or a catalogue entry in JSON
  --dry-torch FOLDER, --dry-devices N, --dry-error FILE
                      before --dry: the folder "lib" of the program's torch, the number of GPUs, and where to
                      write the error as JSON if the program is not started
  --help, --version   print this text or the version

Exit status: 0 done, 1 failed, 2 invalid request or usage, or not possible on this machine, 130 cancelled.
Measurements are kept after cancelling.
)";
}

}
