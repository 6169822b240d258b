// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/policyevaluator.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Choices of all layers with what they come to.
struct EvaluatedChoices {
    LayerChoices choices;
    PolicyEvaluation evaluation;
};

// The stage's layers with each of `others`' choices for them, one stage after the other, as long as that is better.
EvaluatedChoices mixedByStage(EvaluatedChoices best, const std::vector<LayerChoices>& others,
                              const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator);

// How long a climb lasts: so many changes, or so many without anything better, or until the step is no longer than
// that.
struct HillClimbLimits {
    std::int64_t rounds = 0;
    std::int64_t patience = 0;
    Seconds least {};
};

// Changes the choices of a few layers at random, and keeps what is no worse: always the same random numbers.
// `recomputable`: by layer. What it gives is never worse than what it begins with.
EvaluatedChoices hillClimbed(EvaluatedChoices best, const std::vector<bool>& recomputable,
                             const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator,
                             const HillClimbLimits& limits);

}
