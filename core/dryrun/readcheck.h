// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/rankreport.h"

#include <map>
#include <optional>

namespace stagecraft {

// Where the integers begin that the script reads in runs after its first. A prime that no count of samples or tokens
// reaches by chance, and above the least that scripts round up to; and an index into nearly any list.
inline constexpr int largeInteger = 10007;
inline constexpr int smallInteger = 3;

// What a script is told where it reads what only a GPU would know.
struct ReadGuess {
    int number = 0; // the first integer
    bool variation = false; // Booleans are true, other numbers 100, and comparisons come out the other way

    friend bool operator==(const ReadGuess&, const ReadGuess&) = default;
};

// True if a value that a rank read may have caused the error by which it ended, as a zero does in a division: not a
// file that is missing or a name that nobody defined.
bool mayComeOfAValue(const RankReport& report);

// The figures of a report by which runs with other answers are compared.
ScriptVariation endOf(const RankReport& report);

// What a rank allocates where zeros make its script fail (a division, a logarithm): that of a run that is told
// otherwise, if one ends well; its `variation` is then the end of the run that failed.
//
// Whether what a rank allocates depends on what it reads from the device, which computes nothing. A rank that reads
// integers runs again and is told large ones, and once more with small ones unless it then allocated something else; a
// rank that reads anything else runs again and is told otherwise. Where it then allocates something else, it runs once
// more as the first time: scripts differ by themselves, too. Every rank is checked: ranks that read at the same lines
// may use what they read in ways of their own.
class ReadCheck {
public:
    // `given`: what integers are, as the user says; nothing is checked then.
    explicit ReadCheck(std::optional<int> given = {}) : m_given(given) {}

    // For the run to come.
    ReadGuess guess() const;
    // True if the run to come is the first of its rank.
    bool isFirst() const { return m_next == Run::First; }
    // True if it is there for comparison alone, so that it may take a path of its own.
    bool isCheck() const { return m_next != Run::First && m_next != Run::Instead; }
    // The report of a rank's first run, with `read_matters`, `other_number` and `variation`, once no other run of it is
    // needed.
    std::optional<RankReport> take(RankReport report);

private:
    enum class Run { First, Instead, LargeNumber, SmallNumber, OtherAnswer, Again };

    const RankReport* run(Run run) const;
    bool saysNothing(Run run) const;
    bool differs(Run other) const;
    std::optional<Run> otherNumber() const;
    std::optional<Run> following() const;
    std::optional<bool> matters(std::optional<Run> other) const;
    RankReport settle();

    std::optional<int> m_given;
    Run m_next = Run::First;
    std::map<Run, RankReport> m_runs; // of the rank that runs
};

}
