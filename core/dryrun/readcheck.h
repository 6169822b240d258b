// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/rankreport.h"

#include <map>
#include <optional>

namespace stagecraft {

// First integers that the script reads in its second and later runs. largeInteger is a prime that no count of samples
// or tokens equals by chance, and exceeds the sizes to which scripts round up. smallInteger is a valid index into
// nearly any list.
inline constexpr int largeInteger = 10007;
inline constexpr int smallInteger = 3;

// Values that a script gets when it reads results that only a real GPU could compute.
struct ReadGuess {
    int number = 0; // first integer
    bool variation = false; // Booleans are true, other numbers 100, and comparisons inverted

    friend bool operator==(const ReadGuess&, const ReadGuess&) = default;
};

// True if a value read from the device may have caused the error that ended the rank, as a zero does in a division.
// False for errors such as a missing file or an undefined name.
bool mayBeCausedByAValue(const RankReport& report);

// Returns the figures by which runs with different read values are compared.
ScriptVariation endOf(const RankReport& report);

// Determines if a rank's allocations depend on values that it reads from the device, which computes nothing.
//
// A rank that reads integers runs again with large ones, and once more with small ones if its allocations did not
// change. A rank that reads anything else runs again with other values. If the allocations change, the first run is
// repeated, since scripts also vary by themselves. Every rank is checked, because ranks that read at the same lines may
// use the values differently.
//
// If zeros make the script fail (a division, a logarithm), the report is that of a run with other values, if one
// succeeds; its `variation` is then the outcome of the failed run.
class ReadCheck {
public:
    // `given`: value of integers set by the user, which disables all checks.
    explicit ReadCheck(std::optional<int> given = {}) : m_given(given) {}

    // Returns the values for the next run.
    ReadGuess guess() const;
    // True if the next run is the first of its rank.
    bool isFirst() const { return m_next == Run::First; }
    // True if the next run serves only for comparison; it may follow another path than training.
    bool isCheck() const { return m_next != Run::First && m_next != Run::Instead; }
    // Adds the report of a run. Returns the report of the rank's first run with `read_matters`, `other_number` and
    // `variation` filled in once no further run of the rank is needed; empty before.
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
    std::map<Run, RankReport> m_runs; // runs of the current rank
};

}
