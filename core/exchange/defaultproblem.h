// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stagecraft {

// How training runs in the number type that a config.json names: everything in bfloat16 or float16, with fp32 copies of
// the parameters in the optimizer, or in fp32. "torch." before the name is passed over. Nothing for other names.
std::optional<Precision> recipeFor(std::string_view number_type);

// The precision by `dtype`, or `torch_dtype`, of the config.json that the model was read from. Reads that file. Nothing
// where the file names none, or the model is of no such file; or of a pipe, which gave its text to the model.
std::optional<Precision> filePrecision(const Model& model);

// How a model is trained where nobody says: at its own image side or sequence length, of tokens at most 8,192, as long
// contexts come after pretraining (Llama 3, arXiv 2407.21783, section 3.4.2); in the precision of its file, else that
// of a new problem. Reads that file.
Workload defaultWorkload(const Model& model);

// What a new problem leaves to the search: tensor degree; where no plan fits with that alone, by its state, activations
// and buffers, sequence parallelism, ZeRO stage and recomputation as well. Looks through the problem's plans by their
// bounds, which may take a moment.
Dimensions defaultDimensions(Problem problem);

// Sequence length, or image side, of a new problem about the model.
std::int64_t defaultSequence(const Model& model);

// The problem that a new workspace begins with. Models that a processor can measure begin small, on processors;
// language models from a billion parameters on begin with what such models are trained with: two million tokens a step
// (Pythia, arXiv 2304.01373; OPT, arXiv 2205.01068), in bfloat16 with fp32 copies, on the fewest nodes of eight H100, a
// power of two, whose memory is twice the state, with all that saves memory left to the search; those whose state
// exceeds one device with the framework megatron, where its model predicts them
// (docs/decisions/0014-megatron-core-by-default.md). `precision`: of the model's file, if that names one.
Problem defaultProblem(const Model& model, std::optional<Precision> precision);

}
