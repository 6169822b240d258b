// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/policyhillclimb.h"

#include <algorithm>
#include <random>

namespace stagecraft {

namespace {

constexpr double sameTime = 1e-9; // relative
constexpr int mixingRounds = 3;
constexpr int widestOut = 12; // largest window to try, in passes
constexpr int widestBack = 8;
constexpr int longestRun = 6; // layers changed together

class HillClimb {
public:
    HillClimb(EvaluatedChoices best, const std::vector<bool>& recomputable, const std::vector<LayerRange>& stages,
              PolicyEvaluator& evaluator)
        : m_best(best), m_at(std::move(best)), m_recomputable(recomputable), m_stages(stages), m_evaluator(evaluator)
    {
    }

    EvaluatedChoices run(const HillClimbLimits& limits)
    {
        std::int64_t better = 0; // last round with an improvement
        for (std::int64_t round = 0; round < limits.rounds && round - better < limits.patience; ++round) {
            if (m_best.evaluation.fits() && m_best.evaluation.step <= limits.least * (1 + sameTime)) {
                break;
            }
            LayerChoices next = m_at.choices;
            for (int changes = 1 + upTo(3); changes > 0; --changes) {
                change(next);
            }
            if (next == m_at.choices) {
                continue;
            }
            PolicyEvaluation evaluation = m_evaluator.evaluate(next, m_at.evaluation.over());
            if (m_at.evaluation.betterThan(evaluation)) {
                continue;
            }
            m_at = {std::move(next), std::move(evaluation)};
            if (m_at.evaluation.betterThan(m_best.evaluation)) {
                m_best = m_at;
                better = round;
            }
        }
        return std::move(m_best);
    }

private:
    int upTo(int count) { return static_cast<int>(m_random() % static_cast<unsigned>(count)); }

    // Changes the choice of a run of layers of one stage, most often of a single layer.
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
        const LayerChoice identical = choices[static_cast<std::size_t>(stage.first + upTo(stage.count()))];
        for (int l = first; l < std::min(first + length, stage.last); ++l) {
            LayerChoice& choice = choices[static_cast<std::size_t>(l)];
            const LayerChoice next = kind == 0 ? LayerChoice {}
                : kind == 1                    ? LayerChoice {LayerPolicy::Full, {}}
                : kind == 2                    ? swap
                                               : identical;
            if (next.policy != LayerPolicy::Full || m_recomputable[static_cast<std::size_t>(l)]) {
                choice = next;
            }
        }
    }

    EvaluatedChoices m_best;
    EvaluatedChoices m_at;
    const std::vector<bool>& m_recomputable;
    const std::vector<LayerRange>& m_stages;
    PolicyEvaluator& m_evaluator;
    std::mt19937 m_random {1};
};

}

EvaluatedChoices mixedByStage(EvaluatedChoices best, const std::vector<LayerChoices>& others,
                              const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator)
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
                PolicyEvaluation evaluation = evaluator.evaluate(choices, best.evaluation.over());
                if (evaluation.betterThan(best.evaluation)) {
                    best = {std::move(choices), std::move(evaluation)};
                    better = true;
                }
            }
        }
    }
    return best;
}

EvaluatedChoices hillClimbed(EvaluatedChoices best, const std::vector<bool>& recomputable,
                             const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator,
                             const HillClimbLimits& limits)
{
    return HillClimb(std::move(best), recomputable, stages, evaluator).run(limits);
}

}
