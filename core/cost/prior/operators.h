// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/tape.h"
#include "core/model/shapes.h"
#include "core/profile/measurement.h"

namespace stagecraft::prior {

// Inputs for recording an operator.
struct OperatorScene {
    Tape& tape;
    const Statement& statement;
    std::vector<Value> inputs;
    // [input]: this rank's tokens if the input is gathered from all ranks; else null
    std::vector<const Value*> gathered_from;
    std::vector<const Shape*> input_shapes;
    std::vector<const Shape*> result_shapes;
    Precision precision = Precision::Fp32;
    AttentionKind attention = AttentionKind::Sdpa;
    DeviceKind device = DeviceKind::Cpu;
    double expert_capacity = 1; // see layerPrior()
    Fp8Recipe taken_in = Fp8Recipe::None; // GatherTokens: common FP8 recipe of all products that read the result
};

// Records the elementary operations that libtorch runs for an operator, in the order of core/runtime/layers, with the
// tensors that each saves for backward (derivatives.yaml of PyTorch 2.11). Returns the results.
std::vector<Value> writeOperator(OperatorScene scene);

}
