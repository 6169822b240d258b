// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stagecraft {

// Returns the precision recipe for a number type of config.json: all in bfloat16 or float16 with fp32 master parameters
// in the optimizer, or all in fp32. Ignores a "torch." prefix. Empty for other names.
std::optional<Precision> recipeFor(std::string_view number_type);

// Returns the precision given by `dtype` or `torch_dtype` in the config.json of the model. Reads that file. Empty if
// the file names none, if the model is not from such a file, or if it came from a pipe, which cannot be read twice.
std::optional<Precision> filePrecision(const Model& model);

// Returns the workload used if the user gives none: the model's image side or sequence length, the latter at most 8,192
// tokens, as long contexts come after pretraining (Llama 3, arXiv 2407.21783, section 3.4.2); the precision of its
// file, else that of a new problem. Reads that file.
Workload defaultWorkload(const Model& model);

// Returns the dimensions that a new problem varies: the tensor-parallel size; also sequence parallelism, ZeRO stage and
// recomputation if no plan fits with that alone, by its state, activations and buffers. Checks bounds of the problem's
// plans, which may take a moment.
Dimensions defaultDimensions(Problem problem);

// Returns the sequence length, or image side, of a new problem for the model.
std::int64_t defaultSequence(const Model& model);

// Returns the problem of a new workspace. Models that a CPU can measure start small, on CPUs. Language models with a
// billion parameters or more start with usual training settings: two million tokens per step (Pythia, arXiv 2304.01373;
// OPT, arXiv 2205.01068), bfloat16 with fp32 master parameters, the smallest power-of-two number of nodes of eight H100
// with memory for twice the state, and a search over every memory-saving setting. Models whose state exceeds one device
// start with the framework megatron, if its memory model covers them (docs/decisions/0014-megatron-core-by-default.md).
// `precision`: from the model's file; empty if it names none.
Problem defaultProblem(const Model& model, std::optional<Precision> precision);

}
