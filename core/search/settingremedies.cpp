// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/settingremedies.h"

#include "core/base/parallel.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t longChain = 256; // layers; searches take long for longer chains
constexpr double about = 1.01; // step ratio of plans that count as about as fast
constexpr int mostRefusals = 3; // values that estimates reject before the last ones are tried

RemedyChanges joined(RemedyChanges changes, const RemedyChanges& more)
{
    changes.insert(changes.end(), more.begin(), more.end());
    std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.kind < b.kind; });
    return changes;
}

}

SettingRemedies::SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before)
    : SettingRemedies(trials, problem, before, remedySettings(withChanges(problem, before)))
{
}

SettingRemedies::SettingRemedies(RemedyTrials& trials, const Problem& problem, RemedyChanges before,
                                 std::vector<RemedySetting> settings)
    : m_trials(trials)
    , m_problem(problem)
    , m_before(std::move(before))
    , m_base(withChanges(problem, m_before))
    , m_settings(std::move(settings))
{
}

// Returns each setting of the subset with one of its values.
RemedyChanges SettingRemedies::changesAt(const SettingSubset& subset, const std::vector<std::size_t>& values) const
{
    RemedyChanges changes;
    for (std::size_t i = 0; i < subset.size(); ++i) {
        const RemedySetting& setting = m_settings[subset[i]];
        changes.push_back({setting.kind, setting.values[values[i]]});
    }
    return changes;
}

std::vector<RemedyChanges> SettingRemedies::mildestOf(const SettingSubset& subset) const
{
    std::vector<std::size_t> values;
    for (const std::size_t setting : subset) {
        values.push_back(m_settings[setting].values.size());
    }
    std::vector<RemedyChanges> all;
    for (const auto& choice : mildestFirst(values)) {
        all.push_back(changesAt(subset, choice));
    }
    return all;
}

std::vector<RemedySetting> SettingRemedies::settingsOf(const SettingSubset& subset) const
{
    std::vector<RemedySetting> settings;
    for (const std::size_t setting : subset) {
        settings.push_back(m_settings[setting]);
    }
    return settings;
}

// Returns problems whose searches decide the settings: one, or one per number of micro-batches, which no search varies.
std::vector<Problem> SettingRemedies::opened(const std::vector<RemedySetting>& settings) const
{
    std::vector<Problem> all {withOpen(m_base, settings)};
    for (const auto& [kind, values] : settings) {
        for (std::size_t i = 0; kind == RemedyKind::MicroBatches && i < values.size(); ++i) {
            all.push_back(withChanges(all.front(), {{kind, values[i]}}));
        }
    }
    return all;
}

bool SettingRemedies::suffice(const SettingSubset& subset, int beyond) const
{
    if (!RemedyTrials::decidesSettings(m_base)) {
        return m_trials.fits(withChanges(m_base, mildestOf(subset).back()), beyond);
    }
    const std::vector<Problem> problems = opened(settingsOf(subset));
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& problem) { return m_trials.fits(problem, beyond); });
}

std::optional<Remedy> SettingRemedies::fastest(const SettingSubset& subset, const std::vector<Remedy>& known) const
{
    if (!RemedyTrials::decidesSettings(m_base)) {
        return mildest(subset);
    }
    const std::vector<RemedySetting> settings = settingsOf(subset);
    const bool fits = std::any_of(known.begin(), known.end(),
                                  [&](const Remedy& remedy) { return includes(subset, subsetOf(remedy)); });
    std::optional<Remedy> fastest;
    for (const Problem& problem : opened(settings)) {
        const auto found = fits || m_trials.fits(problem) ? m_trials.fastest(problem) : std::nullopt;
        if (found && (!fastest || found->estimate.step < fastest->estimate.step)) {
            fastest = m_trials.remedyOf(*found, joined(changesOf(found->plan, settings, m_base), m_before));
        }
    }
    return fastest;
}

std::optional<Remedy> SettingRemedies::mildest(const SettingSubset& subset) const
{
    const std::vector<RemedyChanges> all = mildestOf(subset);
    int refusals = 0;
    for (std::size_t i = 0; i < all.size() && !m_trials.stopped(); ++i) {
        const RemedyChanges changes = joined(all[i], m_before);
        const bool skipped = refusals >= mostRefusals && i + 1 < all.size();
        if (skipped || !m_trials.fits(withChanges(m_problem, changes))) {
            continue;
        }
        if (auto remedy = m_trials.plan(changes)) {
            return remedy;
        }
        ++refusals;
    }
    return std::nullopt;
}

// Returns the largest subset size for which every subset is tried.
std::size_t SettingRemedies::mostTogether() const
{
    return m_problem.model.layers.size() > longChain && RemedyTrials::decidesSettings(m_base) ? 1 : 2;
}

SettingSubset SettingRemedies::subsetOf(const Remedy& remedy) const
{
    SettingSubset subset;
    for (std::size_t i = 0; i < m_settings.size(); ++i) {
        if (hasChange(remedy.changes, m_settings[i].kind)) {
            subset.push_back(i);
        }
    }
    return subset;
}

// Adds the fastest remedy of each subset of `count` settings. `best`: with all settings; if empty, only subsets without
// a sufficient part are tried.
void SettingRemedies::follow(std::size_t count, const std::optional<Remedy>& best, std::vector<Remedy>& found) const
{
    std::vector<SettingSubset> subsets = subsetsOf(count, m_settings.size());
    std::erase_if(subsets, [&](const SettingSubset& subset) {
        return std::any_of(found.begin(), found.end(), [&](const Remedy& remedy) {
            const bool settled = !best || remedy.estimate.step <= best->estimate.step * about;
            return settled && includes(subset, subsetOf(remedy));
        });
    });
    m_trials.expect(subsets.size());
    std::vector<std::optional<Remedy>> each(subsets.size());
    inParallel(subsets.size(), m_trials.stop(), [&](std::size_t i) {
        if (best || suffice(subsets[i])) {
            each[i] = fastest(subsets[i], found);
        }
    });
    for (auto& remedy : each) {
        if (remedy) {
            found.push_back(*std::move(remedy));
        }
    }
}

// Repeatedly removes one setting from a remedy if the result is about as fast.
void SettingRemedies::thin(Remedy remedy, std::size_t least, std::vector<Remedy>& found) const
{
    const Seconds enough = remedy.estimate.step * about;
    for (bool gains = true; gains;) {
        gains = false;
        const SettingSubset subset = subsetOf(remedy);
        for (std::size_t i = 0; i < subset.size() && subset.size() > least && !gains; ++i) {
            SettingSubset less = subset;
            less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
            const auto thinner = fastest(less, found);
            if (thinner) {
                found.push_back(*thinner);
                gains = thinner->estimate.step <= enough;
                remedy = gains ? *thinner : remedy;
            }
        }
    }
}

std::vector<Remedy> SettingRemedies::thinned(const SettingSubset& subset) const
{
    std::vector<Remedy> found;
    if (const auto best = mostTogether() > 1 ? fastest(subset) : std::nullopt) {
        found.push_back(*best);
        thin(*best, 0, found);
    }
    return found;
}

std::vector<Remedy> SettingRemedies::all() const
{
    std::vector<Remedy> found;
    const SettingSubset all = allOf(m_settings.size());
    const bool decides = RemedyTrials::decidesSettings(m_base);
    const std::optional<Remedy> best = decides ? fastest(all) : std::nullopt;
    if (decides ? !best : !suffice(all)) {
        return found;
    }
    if (best) {
        found.push_back(*best);
    }
    for (std::size_t count = m_before.empty() ? 1 : 0; count <= std::min(mostTogether(), all.size()); ++count) {
        follow(count, best, found);
    }
    if (best) {
        thin(*best, mostTogether() + 1, found);
    } else if (found.empty() && !all.empty()) {
        follow(all.size(), best, found);
    }
    return found;
}

}
