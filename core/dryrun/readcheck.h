// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/rankreport.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// What a script is told where it reads what only a GPU would know.
struct ReadGuess {
    int number = 0; // whole numbers
    bool otherwise = false; // truths are true, arrays hold 1 and comparisons come out the other way

    friend bool operator==(const ReadGuess&, const ReadGuess&) = default;
};

// The figures of a report by which runs with other answers are compared.
ScriptOtherwise endOf(const RankReport& report);

// Whether what a rank allocates depends on what it reads from the device, which computes nothing. A rank that reads
// whole numbers runs again and is told another one; a rank that reads anything else runs again and is told otherwise.
// Where it then allocates something else, it runs once more as the first time: scripts differ by themselves, too.
class ReadCheck {
public:
    // `told`: what numbers are, as the user says; nothing is checked then.
    explicit ReadCheck(std::optional<int> told = {}) : m_told(told) {}

    // For the run to come.
    ReadGuess guess() const;
    // True if the run to come is the first of its rank.
    bool isFirst() const { return m_next == Run::First; }
    // The report of a rank's first run, with `read_matters` and `otherwise`, once no other run of it is needed. Ranks
    // that read at the same places as an earlier one are not checked again.
    std::optional<RankReport> take(RankReport report);

private:
    enum class Run { First, OtherNumber, Otherwise, Again };
    struct Finding {
        std::optional<bool> numbers; // whether they matter
        std::optional<bool> truths;
    };

    const RankReport* run(Run run) const;
    bool saysNothing(const RankReport& report) const;
    bool differs(Run other) const;
    std::optional<Run> following() const;
    std::optional<bool> matters(Run other) const;
    RankReport settle(const Finding& finding);

    std::optional<int> m_told;
    Run m_next = Run::First;
    std::map<Run, RankReport> m_runs; // of the rank that runs
    std::map<std::vector<std::string>, Finding> m_known; // by places that read
};

}
