// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runs/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// What the words in a row of measured runs mean. Nothing where a word means nothing known.

// "rank 0 (first PP stage), torch max allocated": whose memory, and which bytes.
MemoryScope scopeOf(std::string_view text);

// "full", "selective (op)", "none".
Recomputation recomputationOf(std::string_view text);

// Whether a row's number format ("fp32", "bf16 compute, fp32 params") says products of 32 bits and more: no framework
// trains so. An empty one says nothing.
bool isWideFormat(std::string_view text);

// Whether it says products of 16 bits and less.
bool isNarrowFormat(std::string_view text);

// FP8 recipe that the text names ("float8 rowwise", "bf16+fp8-hybrid/tensorwise", "MXFP8"); Tensorwise if it names FP8
// alone.
Fp8Recipe fp8RecipeOf(std::string_view text);

// 96 GB of "H100 96GB HBM2e".
std::optional<Bytes> deviceMemoryOf(std::string_view text);

// yes, no, true, false, 1, 0.
std::optional<bool> flagOf(std::string_view text);

// "H100" of "H100 80GB (8 per node)".
std::string deviceOf(std::string_view text);

// Takes in what the launch arguments of a Megatron-LM run say, a JSON object of its options; false if it is none.
bool takeLaunchArguments(const std::string& json, Run& run);

}
