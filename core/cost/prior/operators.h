// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/tape.h"
#include "core/model/shapes.h"
#include "core/profile/measurement.h"

namespace stagecraft::prior {

// What an operator is written down with.
struct OperatorScene {
    Tape& tape;
    const Statement& statement;
    std::vector<Value> inputs;
    std::vector<const Value*> gathered_from; // of inputs that are all ranks' tokens: this rank's; null for others
    std::vector<const Shape*> input_shapes;
    std::vector<const Shape*> result_shapes;
    Precision precision = Precision::Fp32;
    AttentionKind attention = AttentionKind::Sdpa;
    DeviceKind device = DeviceKind::Cpu;
    double expert_capacity = 1; // as of layerPrior()
    Fp8Recipe taken_in = Fp8Recipe::None; // of gathered tokens: the recipe of all products that take them
};

// Writes down the elementary operations that libtorch runs for an operator, in the order of core/runtime/layers, with
// what each saves for its backward pass (PyTorch 2.11's derivatives.yaml). Gives its results.
std::vector<Value> writeOperator(OperatorScene scene);

}
