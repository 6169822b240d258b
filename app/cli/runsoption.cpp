// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runsoption.h"

#include "core/runs/runsreader.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iterator>

namespace stagecraft {

void RunsOption::add(CLI::App& command)
{
    command.add_option("RUNS", m_files, "Measured runs (CSV), one or several files")->required();
    command.add_flag("--strict", m_strict,
                     "Refuse a table with a row that cannot be used, instead of skipping the row");
}

Result<std::vector<Run>> RunsOption::read() const
{
    std::vector<Run> all;
    for (const std::string& file : m_files) {
        auto runs = readRuns(file, m_strict ? BadRows::Refuse : BadRows::Skip);
        if (!runs) {
            return runs;
        }
        std::move(runs->begin(), runs->end(), std::back_inserter(all));
    }
    return all;
}

std::string skippedRowsText(const std::vector<Run>& runs)
{
    std::string text;
    for (const Run& run : runs) {
        if (!run.obstacle.empty()) {
            text += "  " + run.file + ", line " + std::to_string(run.line) + ": " + run.obstacle + "\n";
        }
    }
    return text.empty() ? text : "Skipped rows:\n" + text;
}

nlohmann::json skippedRowsJson(const std::vector<Run>& runs)
{
    auto list = nlohmann::json::array();
    for (const Run& run : runs) {
        if (!run.obstacle.empty()) {
            list.push_back({{"file", run.file}, {"line", run.line}, {"model", run.model}, {"reason", run.obstacle}});
        }
    }
    return list;
}

}
