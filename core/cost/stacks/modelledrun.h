// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/stackform.h"
#include "core/runs/run.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Layers of a pipeline stage, and whether it has the head. The embedding is on the first.
struct StageLayers {
    int layers = 0;
    bool head = false;

    friend bool operator==(const StageLayers&, const StageLayers&) = default;
};

// A run in the terms of a stack's model: what its row left out filled in as the stack does it.
struct ModelledRun {
    StackForm form = StackForm::Nanotron;
    int layers = 1;
    double hidden = 1;
    double kv_hidden = 1; // width of keys, and of values
    double heads = 1;
    double ffn = 1;
    double sequence = 1;
    double vocabulary = 0;
    double positions = 0;
    int experts = 0; // 0: a dense model
    int experts_per_token = 1;
    bool gated = false;
    bool tied = false;
    bool fused_attention = true;
    bool eight_bit = false; // products of 8 bits, kept tensors of 16

    int devices = 1;
    int pipeline = 1;
    int data = 1;
    int tensor = 1;
    int context = 1;
    int expert = 1;
    int chunks = 1; // that a pipeline rank holds
    int first_layers = 0; // 0: even stages
    int last_layers = 0;
    std::vector<StageLayers> placed {}; // where a plan places the layers itself; empty: as the stack does
    int zero = 0;
    Recomputation recomputation = Recomputation::None;
    bool sequence_parallel = true;
    TensorMode tensor_mode = TensorMode::AllReduce;
    double micro_batch = 1;
    int micro_batches = 1;
    bool micro_batches_known = true; // else taken as enough to fill the pipeline

    friend bool operator==(const ModelledRun&, const ModelledRun&) = default;
};

// A run, or why the form cannot express it. Of products of 8 bits torchtitan's memory alone is known: its float8 layers
// keep the tensors of 16 bits (torchao, matmul_with_hp_or_float8_args; with and without them its published runs take
// 76.8 and 77.0, 61.8 and 62.0 GiB). Transformer Engine, in the other forms, keeps those of 8 bits.
using Modelled = tl::expected<ModelledRun, std::string>;
Modelled modelledRun(const Run& run, StackForm form);

// How tensor ranks exchange where a row does not tell it: as most published runs of the form do.
TensorMode usualTensorMode(StackForm form, int pipeline);

// The run with its ranks exchanging the other way, where `told` (by its row, or its plan) leaves it open and the form
// knows both: nanotron's rows do not print it, and no rule tells it.
std::optional<ModelledRun> otherModeOf(const ModelledRun& run, const std::optional<TensorMode>& told);

// What makes a model of this size, whatever its name: layers, widths and experts. (Not the vocabulary, which rows leave
// out and stacks pad, nor the sequence.) Equal texts are one size.
std::string architectureOf(const ModelledRun& run);

// The measured time of a step, or why the row gives none. `modelled` is modelledRun(run).
tl::expected<Seconds, std::string> measuredStep(const Run& run, const ModelledRun& modelled);

// The tokens that a step takes. `modelled` is modelledRun(run).
double tokensOfStep(const Run& run, const ModelledRun& modelled);

// Why the run's measured memory cannot be held against a prediction of `kind`; empty if it can.
std::string memoryObstacle(const Run& run, MemoryKind kind);

// Why the run has no speed to compare; empty if it has one.
std::string speedObstacle(const Run& run);

// Why a quantity of a run is left out, where the row `lacks` it (one of the two above; empty: it does not): what keeps
// any stack from expressing the run, then what it lacks, then what the form of `modelled` cannot express. Empty: it is
// not left out.
std::string skipReason(const Run& run, const Modelled& modelled, const std::string& lacks);

}
