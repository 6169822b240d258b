// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/rankreport.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Whether what a rank allocates depends on whole numbers that it reads from the device, which computes none. A rank
// that reads some runs once more and is told another number. Where it then allocates something else, it runs a third
// time, as the first: scripts differ by themselves, too.
class ReadCheck {
public:
    // `told`: what numbers are, as the user says; nothing is checked then.
    explicit ReadCheck(std::optional<int> told = {}) : m_told(told) {}

    // What such numbers are in the run to come.
    int told() const;
    // True if the run to come is the first of its rank.
    bool isFirst() const { return m_runs.empty(); }
    // The report of a rank's first run, with `read_matters`, once no other run of it is needed. Ranks that read at the
    // same places as an earlier one are not checked again.
    std::optional<RankReport> take(RankReport report);

private:
    std::optional<RankReport> settle(std::optional<bool> matters);

    std::optional<int> m_told;
    std::vector<RankReport> m_runs; // of the rank that runs
    std::map<std::vector<std::string>, std::optional<bool>> m_known; // by places that read
};

}
