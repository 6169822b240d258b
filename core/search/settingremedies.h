// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedysubsets.h"
#include "core/search/remedytrials.h"

#include <optional>
#include <vector>

namespace stagecraft {

// The remedies of one kind: after the same first changes (of the framework, the tensor degree or the nodes; or none)
// those of settings. Holds references to the trials and to the problem, which no plan fits.
class SettingRemedies {
public:
    SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before);
    // Of these settings, instead of those that the problem has after the changes before.
    SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before,
                    std::vector<RemedySetting> settings);

    // Whether bounds let a plan fit that takes more than `beyond` devices, with these settings at some of their values.
    bool suffice(const SettingSubset& subset, int beyond = 0) const;

    // With the fastest plan that fits with these settings at any of their values; it may change fewer of them. Over
    // several groups of devices, and with given split points, at the mildest values that suffice. Nothing where none
    // fits, or when stopped. `known`: remedies after the same changes, which spare questions.
    std::optional<Remedy> fastest(const SettingSubset& subset, const std::vector<Remedy>& known = {}) const;

    // The fastest of these settings together, and with fewer of them what is about as fast. Not of models of more than
    // 256 layers.
    std::vector<Remedy> thinned(const SettingSubset& subset) const;

    // The fastest of each one and two settings (of models of more than 256 layers of each one alone), unless a part of
    // them is about as fast as all are together; and of all, without those that gain nothing. Over several groups of
    // devices, and with given split points, of no more settings than suffice.
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
    // To no fewer than `least` settings.
    void thin(Remedy remedy, std::size_t least, std::vector<Remedy>& found) const;

    RemedyTrials& m_trials;
    const Problem& m_problem;
    const RemedyChanges m_before;
    const Problem m_base; // the problem with the changes before
    const std::vector<RemedySetting> m_settings;
};

}
