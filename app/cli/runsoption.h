// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/runs/run.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stagecraft {

// RUNS, with "--strict": tables of measured runs.
class RunsOption {
public:
    void add(CLI::App& command);

    const std::vector<std::string>& files() const { return m_files; }
    // Reads the runs of all files. A row that cannot be used is included with its obstacle; with --strict it is an
    // error. Errors: those of readRuns().
    Result<std::vector<Run>> read() const;

private:
    std::vector<std::string> m_files;
    bool m_strict = false;
};

}
