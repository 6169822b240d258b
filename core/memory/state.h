// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/problem/problem.h"
#include "core/profile/measurement.h"

#include <span>
#include <string_view>

namespace stagecraft {

// Bytes that a parameter takes on every device before anything is divided: itself, its gradient, and what ZeRO 1
// divides (master weights, moments, wider gradients for the step). Only parameters that learn have the last two.
struct StateRecipe {
    std::int64_t parameter = 0;
    std::int64_t gradient = 0;
    std::int64_t optimizer = 0;

    std::int64_t total() const { return parameter + gradient + optimizer; }
    friend bool operator==(const StateRecipe&, const StateRecipe&) = default;
};

// What a workload of this precision and optimizer takes: fp32 moments (none for SGD, one with momentum, two for Adam
// and AdamW), and fp32 master weights where the parameters are of 16 bits.
StateRecipe recipeOf(Precision precision, OptimizerKind optimizer);

// Recipes of other implementations, each with where its bytes are told.
struct NamedRecipe {
    std::string_view name;
    StateRecipe recipe;
    std::string_view source;
};
std::span<const NamedRecipe> namedRecipes();

// fp32 training with L-BFGS: two fp32 vectors for each step that it remembers (Nocedal 1980).
StateRecipe lbfgsRecipe(int history);

// State of one replica.
struct StateBytes {
    Bytes parameters;
    Bytes gradients; // all of them: at the end of a step's backward passes
    Bytes optimizer;

    Bytes total() const { return parameters + gradients + optimizer; }
    friend bool operator==(const StateBytes&, const StateBytes&) = default;
};

// The state of layers on one of `data` replicas that divide it by this ZeRO stage (0 to 3), tied weights counted once,
// frozen parameters without gradients and optimizer state. Shares are filled up as in layerShard() (gradients and
// optimizer of ZeRO 2 and 3, parameters of ZeRO 3) and stageShard() (optimizer of ZeRO 1). Layer tables have none.
StateBytes stateBytes(std::span<const Layer> layers, const StateRecipe& recipe, int zero, int data);

// Bytes of optimizer state for parameters that learn, whose gradients take `gradients` bytes: those of recipeOf().
Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients);

// What is alive at the optimizer step whatever the samples are: parameters, gradients and optimizer state of all that
// runs at a point. Errors: those of shardAt().
Result<Bytes> trainingStateBytes(const ProfilePoint& point);

}
