// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/policyevaluator.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Choices of all layers with their evaluation.
struct EvaluatedChoices {
    LayerChoices choices;
    PolicyEvaluation evaluation;
};

// Tries each of `others`' choices for the layers of each stage in turn, and keeps improvements.
EvaluatedChoices mixedByStage(EvaluatedChoices best, const std::vector<LayerChoices>& others,
                              const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator);

// Termination criteria of a hill climb: the number of changes, the number of changes without an improvement, or a step
// of at most `least`.
struct HillClimbLimits {
    std::int64_t rounds = 0;
    std::int64_t patience = 0;
    Seconds least {};
};

// Changes the choices of a few layers at random and keeps changes that are no worse. Deterministic: the random seed is
// fixed. `recomputable`: by layer. The result is never worse than `best`.
EvaluatedChoices hillClimbed(EvaluatedChoices best, const std::vector<bool>& recomputable,
                             const std::vector<LayerRange>& stages, PolicyEvaluator& evaluator,
                             const HillClimbLimits& limits);

}
