// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/outofcore/karma.h"

#include "core/memory/outofcore/labelsearch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace stagecraft {

namespace {

constexpr int starts = 4; // number of patterns to improve
constexpr int pairReach = 16; // largest distance of two blocks whose labels change together: bounds the work
constexpr int rounds = 200;
constexpr int perturbedChanges = 4; // labels per random change

class Choosing {
public:
    Choosing(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules, Bytes host)
        : m_blocks(blocks), m_rules(rules), m_host(host)
    {
    }

    struct Found {
        BlockLabels labels;
        Seconds time = Seconds(std::numeric_limits<double>::infinity());
        Bytes host;

        bool betterThan(const Found& other) const
        {
            const double margin = sameStepTime * std::min(time, other.time).value;
            return time.value < other.time.value - margin
                || (time.value < other.time.value + margin && host < other.host);
        }
    };

    static bool reaches(const Found& found, Seconds bound)
    {
        return found.time.value <= bound.value * (1 + 10 * sameStepTime);
    }

    // Returns an infinite time if the labels do not fit.
    Found tried(BlockLabels labels) const
    {
        Found found;
        for (std::size_t b = 0; b < m_blocks.size(); ++b) {
            found.host += labels[b] == BlockLabel::Swap ? m_blocks[b].saved : Bytes(0);
        }
        if (found.host <= m_host) {
            if (const auto time = stepTime(m_blocks, labels, m_rules)) {
                found.time = *time;
            }
        }
        found.labels = std::move(labels);
        return found;
    }

    // Returns the best patterns of a first, a middle and a last part, each of one label.
    std::vector<Found> patterns() const
    {
        std::vector<Found> all;
        const std::size_t count = m_blocks.size();
        for (const BlockLabel front : everyLabel) {
            for (const BlockLabel middle : everyLabel) {
                for (std::size_t first = 0; first <= count; ++first) {
                    for (std::size_t last = first; last <= count && front != middle; ++last) {
                        BlockLabels labels(count, BlockLabel::Keep);
                        std::fill(labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(first), front);
                        std::fill(labels.begin() + static_cast<std::ptrdiff_t>(first),
                                  labels.begin() + static_cast<std::ptrdiff_t>(last), middle);
                        keepBest(all, tried(std::move(labels)));
                    }
                }
            }
        }
        return all;
    }

    // Changes one label, or two, while that helps.
    Found improved(Found best) const
    {
        for (int round = 0; round < rounds; ++round) {
            const Found better = bestNeighbor(best);
            if (!better.betterThan(best)) {
                break;
            }
            best = better;
        }
        return best;
    }

    // Repeats improved() from randomly changed labels, to leave local optima. The random numbers are always the same.
    Found perturbed(Found best, Seconds bound, std::int64_t blocks) const
    {
        std::mt19937 random(1);
        const auto upTo = [&](std::size_t most) { return random() % most; };
        const auto count = static_cast<std::int64_t>(m_blocks.size());
        for (std::int64_t kick = 0; kick * count < blocks && !reaches(best, bound); ++kick) {
            BlockLabels labels = best.labels;
            for (int change = 0; change < perturbedChanges; ++change) {
                labels[upTo(labels.size())] = everyLabel[upTo(everyLabel.size())];
            }
            if (Found found = improved(tried(std::move(labels))); found.betterThan(best)) {
                best = std::move(found);
            }
        }
        return best;
    }

private:
    static void keepBest(std::vector<Found>& best, Found found)
    {
        if (!std::isfinite(found.time.value)) {
            return;
        }
        const auto better = [](const Found& a, const Found& b) { return a.betterThan(b); };
        best.insert(std::upper_bound(best.begin(), best.end(), found, better), std::move(found));
        best.resize(std::min<std::size_t>(best.size(), starts));
    }

    Found bestNeighbor(const Found& from) const
    {
        Found best = from;
        const auto look = [&](BlockLabels labels) {
            if (Found found = tried(std::move(labels)); found.betterThan(best)) {
                best = std::move(found);
            }
        };
        for (std::size_t b = 0; b < m_blocks.size(); ++b) {
            for (const BlockLabel label : everyLabel) {
                BlockLabels labels = from.labels;
                labels[b] = label;
                look(std::move(labels));
            }
        }
        if (best.betterThan(from)) {
            return best;
        }
        for (std::size_t a = 0; a < m_blocks.size(); ++a) {
            for (std::size_t b = a + 1; b < std::min(m_blocks.size(), a + pairReach); ++b) {
                for (std::size_t pair = 0; pair < everyLabel.size() * everyLabel.size(); ++pair) {
                    BlockLabels labels = from.labels;
                    labels[a] = everyLabel[pair / everyLabel.size()];
                    labels[b] = everyLabel[pair % everyLabel.size()];
                    if (labels[a] != from.labels[a] && labels[b] != from.labels[b]) {
                        look(std::move(labels));
                    }
                }
            }
        }
        return best;
    }

    const std::vector<OutOfCoreBlock>& m_blocks;
    const StreamRules& m_rules;
    Bytes m_host;
};

std::optional<LabelChoice> uniform(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                   BlockLabel label)
{
    LabelChoice choice {BlockLabels(blocks.size(), label), {}, {}, false};
    const auto time = stepTime(blocks, choice.labels, rules);
    if (!time) {
        return std::nullopt;
    }
    choice.time = *time;
    choice.bound = labelsBound(blocks, choice.labels, rules);
    return choice;
}

}

std::optional<LabelChoice> chooseLabels(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                        const KarmaLimits& limits)
{
    if (blocks.empty()) {
        return LabelChoice {{}, {}, {}, true};
    }
    const Choosing choosing(blocks, rules, limits.host);
    const Seconds bound = stepBound(blocks, rules, limits.host);
    Choosing::Found best;
    for (Choosing::Found& start : choosing.patterns()) {
        if (Choosing::Found found = choosing.improved(std::move(start)); found.betterThan(best)) {
            best = std::move(found);
        }
    }
    const bool all = static_cast<int>(blocks.size()) <= limits.exact_blocks;
    if (!all && std::isfinite(best.time.value)) {
        best = choosing.perturbed(std::move(best), bound, limits.perturbed);
    }
    LabelSearch search {std::move(best.labels), best.time, {}, Choosing::reaches(best, bound)};
    if (!search.complete && (all || limits.choices > 0)) {
        search = searchLabels(blocks, rules, limits.host, std::move(search), all ? INT64_MAX : limits.choices);
    }
    if (!std::isfinite(search.time.value)) {
        return std::nullopt;
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        search.labels[b] = workingLabel(blocks[b], search.labels[b]);
    }
    const Seconds proven = search.complete ? search.time : std::min(search.time, std::max(bound, search.bound));
    return LabelChoice {std::move(search.labels), search.time, proven, search.complete};
}

std::optional<LabelChoice> eagerSwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules)
{
    return uniform(blocks, rules, BlockLabel::Swap);
}

std::optional<LabelChoice> fullRecompute(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules)
{
    return uniform(blocks, rules, BlockLabel::Recompute);
}

std::optional<LabelChoice> capacitySwapping(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                            Bytes host)
{
    std::optional<LabelChoice> best;
    BlockLabels labels(blocks.size(), BlockLabel::Swap);
    for (std::size_t kept = 0; kept <= blocks.size(); ++kept) {
        if (kept > 0) {
            labels[blocks.size() - kept] = BlockLabel::Keep;
        }
        Bytes swapped;
        for (std::size_t b = 0; b + kept < blocks.size(); ++b) {
            swapped += blocks[b].saved;
        }
        const auto time = swapped <= host ? stepTime(blocks, labels, rules) : std::nullopt;
        if (time && (!best || time->value < best->time.value * (1 - sameStepTime))) {
            best = LabelChoice {labels, *time, labelsBound(blocks, labels, rules), false};
        }
    }
    return best;
}

}
