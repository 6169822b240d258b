// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedysubsets.h"
#include "core/search/remedytrials.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Remedies that change settings after the same initial changes (framework, tensor-parallel size, nodes, or none). Keeps
// references to the trials and to the problem, which is infeasible.
class SettingRemedies {
public:
    SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before);
    // Uses these settings instead of those left by the problem after the initial changes.
    SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before,
                    std::vector<RemedySetting> settings);

    // True if the bounds allow a plan that fits on more than `beyond` devices with these settings at some of their
    // values.
    bool suffice(const SettingSubset& subset, int beyond = 0) const;

    // Returns the remedy with the fastest plan that fits, over all values of these settings; it may change fewer of
    // them. On several device groups, or with given split points, uses the mildest values that suffice. Empty if none
    // fits, or when stopped. `known`: remedies after the same changes, which save searches.
    std::optional<Remedy> fastest(const SettingSubset& subset, const std::vector<Remedy>& known = {}) const;

    // Returns the fastest remedy with these settings together, and those with fewer settings that are about as fast.
    // Not for models of more than 256 layers.
    std::vector<Remedy> thinned(const SettingSubset& subset) const;

    // Returns the fastest remedy for each single setting and each pair (for models of more than 256 layers, each single
    // setting), unless a subset is about as fast as all settings together; and for all settings, without those that
    // gain nothing. On several device groups, or with given split points, uses no more settings than suffice.
    std::vector<Remedy> all() const;

private:
    RemedyChanges changesAt(const SettingSubset& subset, const std::vector<std::size_t>& values) const;
    std::vector<RemedyChanges> mildestOf(const SettingSubset& subset) const;
    std::vector<RemedySetting> settingsOf(const SettingSubset& subset) const;
    std::vector<Problem> opened(const std::vector<RemedySetting>& settings) const;
    std::optional<Remedy> mildest(const SettingSubset& subset) const;
    std::size_t mostTogether() const;
    SettingSubset subsetOf(const Remedy& remedy) const;
    void follow(std::size_t count, const std::optional<Remedy>& best, std::vector<Remedy>& found) const;
    // Removes settings down to `least` of them.
    void thin(Remedy remedy, std::size_t least, std::vector<Remedy>& found) const;

    RemedyTrials& m_trials;
    const Problem& m_problem;
    const RemedyChanges m_before;
    const Problem m_base; // problem after the initial changes
    const std::vector<RemedySetting> m_settings;
};

}
