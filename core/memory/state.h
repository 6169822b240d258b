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

// Bytes per parameter on every device before sharding: the parameter, its gradient, and the bytes that ZeRO 1 shards
// (master weights, moments, wider gradients for the step). Only trainable parameters have the last two.
struct StateRecipe {
    std::int64_t parameter = 0;
    std::int64_t gradient = 0;
    std::int64_t optimizer = 0;

    std::int64_t total() const { return parameter + gradient + optimizer; }
    friend bool operator==(const StateRecipe&, const StateRecipe&) = default;
};

// Returns the recipe of this precision and optimizer: fp32 moments (none for SGD, one with momentum, two for Adam and
// AdamW), and fp32 master weights for 16-bit parameters.
StateRecipe recipeOf(Precision precision, OptimizerKind optimizer);

// Recipe of another implementation, with the source of its bytes.
struct NamedRecipe {
    std::string_view name;
    StateRecipe recipe;
    std::string_view source;
};
std::span<const NamedRecipe> namedRecipes();

// Returns the recipe of fp32 training with L-BFGS: two fp32 vectors per remembered step (Nocedal 1980).
StateRecipe lbfgsRecipe(int history);

// State of one replica.
struct StateBytes {
    Bytes parameters;
    Bytes gradients; // all gradients, at the end of a step's backward passes
    Bytes optimizer;

    Bytes total() const { return parameters + gradients + optimizer; }
    friend bool operator==(const StateBytes&, const StateBytes&) = default;
};

// Computes the state of layers on one of `data` replicas with a ZeRO stage of 0 to 3. Tied weights count once; frozen
// parameters have no gradients and no optimizer state. Shards are padded as in layerShard() (gradients and optimizer
// state of ZeRO 2 and 3, parameters of ZeRO 3) and stageShard() (optimizer state of ZeRO 1). 0 for layer tables.
StateBytes stateBytes(std::span<const Layer> layers, const StateRecipe& recipe, int zero, int data);

// Returns the optimizer state bytes, by recipeOf(), of trainable parameters whose gradients take `gradients` bytes.
Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients);

// Returns the bytes alive at the optimizer step for any samples: parameters, gradients and optimizer state of all
// layers of a profile point. Errors: those of shardAt().
Result<Bytes> trainingStateBytes(const ProfilePoint& point);

}
