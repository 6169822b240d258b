// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/policyclimb.h"

#include <algorithm>
#include <random>

namespace stagecraft {

namespace {

constexpr double sameTime = 1e-9; // relative
constexpr int mixingRounds = 3;
constexpr int widestOut = 12; // passes: windows of up to so many are tried
constexpr int widestBack = 8;
constexpr int longestRun = 6; // layers that change alike

class Climb {
public:
    Climb(JudgedChoices best, const std::vector<bool>& recomputable, const std::vector<LayerRange>& stages,
          PolicyJudge& judge)
        : m_best(best), m_at(std::move(best)), m_recomputable(recomputable), m_stages(stages), m_judge(judge)
    {
    }

    JudgedChoices run(const ClimbLimits& limits)
    {
        std::int64_t better = 0; // the last round that was
        for (std::int64_t round = 0; round < limits.rounds && round - better < limits.patience; ++round) {
            if (m_best.verdict.fits() && m_best.verdict.step <= limits.least * (1 + sameTime)) {
                break;
            }
            LayerChoices next = m_at.choices;
            for (int changes = 1 + upTo(3); changes > 0; --changes) {
                change(next);
            }
            if (next == m_at.choices) {
                continue;
            }
            PolicyVerdict verdict = m_judge.judged(next, m_at.verdict.over());
            if (m_at.verdict.betterThan(verdict)) {
                continue;
            }
            m_at = {std::move(next), std::move(verdict)};
            if (m_at.verdict.betterThan(m_best.verdict)) {
                m_best = m_at;
                better = round;
            }
        }
        return std::move(m_best);
    }

private:
    int upTo(int count) { return static_cast<int>(m_random() % static_cast<unsigned>(count)); }

    // A run of layers of one stage, most often of one layer, gets another choice.
    void change(LayerChoices& choices)
    {
        const LayerRange stage = m_stages[static_cast<std::size_t>(upTo(static_cast<int>(m_stages.size())))];
        if (stage.count() < 1) {
            return;
        }
        const int first = stage.first + upTo(stage.count());
        const int length = upTo(2) == 0 ? 1 : 1 + upTo(longestRun);
        const int kind = upTo(4);
        const LayerChoice swap {LayerPolicy::Swap, {upTo(widestOut + 1), upTo(widestBack + 1)}};
        const LayerChoice alike = choices[static_cast<std::size_t>(stage.first + upTo(stage.count()))];
        for (int l = first; l < std::min(first + length, stage.last); ++l) {
            LayerChoice& choice = choices[static_cast<std::size_t>(l)];
            const LayerChoice next = kind == 0 ? LayerChoice {}
                : kind == 1                    ? LayerChoice {LayerPolicy::Full, {}}
                : kind == 2                    ? swap
                                               : alike;
            if (next.policy != LayerPolicy::Full || m_recomputable[static_cast<std::size_t>(l)]) {
                choice = next;
            }
        }
    }

    JudgedChoices m_best;
    JudgedChoices m_at;
    const std::vector<bool>& m_recomputable;
    const std::vector<LayerRange>& m_stages;
    PolicyJudge& m_judge;
    std::mt19937 m_random {1};
};

}

JudgedChoices mixedByStage(JudgedChoices best, const std::vector<LayerChoices>& others,
                           const std::vector<LayerRange>& stages, PolicyJudge& judge)
{
    bool better = stages.size() > 1;
    for (int round = 0; round < mixingRounds && better; ++round) {
        better = false;
        for (const LayerRange& stage : stages) {
            for (const LayerChoices& other : others) {
                LayerChoices choices = best.choices;
                std::copy(other.begin() + stage.first, other.begin() + stage.last, choices.begin() + stage.first);
                if (choices == best.choices) {
                    continue;
                }
                PolicyVerdict verdict = judge.judged(choices, best.verdict.over());
                if (verdict.betterThan(best.verdict)) {
                    best = {std::move(choices), std::move(verdict)};
                    better = true;
                }
            }
        }
    }
    return best;
}

JudgedChoices climbed(JudgedChoices best, const std::vector<bool>& recomputable, const std::vector<LayerRange>& stages,
                      PolicyJudge& judge, const ClimbLimits& limits)
{
    return Climb(std::move(best), recomputable, stages, judge).run(limits);
}

}
