// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runsoption.h"

#include "app/cli/interrupt.h"
#include "core/runs/runsreader.h"

#include <CLI/CLI.hpp>

#include <iterator>

namespace stagecraft {

void RunsOption::add(CLI::App& command)
{
    command.add_option("RUNS", m_files, "CSV files of measured runs")->required();
    command.add_flag("--strict", m_strict, "Fail if a row cannot be used, instead of skipping it");
}

Result<std::vector<Run>> RunsOption::read() const
{
    std::vector<Run> all;
    for (const std::string& file : m_files) {
        auto runs = readRuns(file, m_strict ? BadRows::Refuse : BadRows::Skip, interruptToken());
        if (!runs) {
            return runs;
        }
        std::move(runs->begin(), runs->end(), std::back_inserter(all));
    }
    return all;
}

}
