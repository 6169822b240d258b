// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runs/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// Parsers for the cells of measured runs. Unknown words give an empty or default result.

// Parses rank and kind of measured memory: "rank 0 (first PP stage), torch max allocated".
MemoryScope scopeOf(std::string_view text);

// Parses "full", "selective (op)", "none".
Recomputation recomputationOf(std::string_view text);

// True if the number format ("fp32", "bf16 compute, fp32 params") means matrix products in 32 bits or more, which no
// framework uses for training. False if empty.
bool isWideFormat(std::string_view text);

// True if the number format means matrix products in 16 bits or fewer.
bool isNarrowFormat(std::string_view text);

// Returns the FP8 recipe that the text names ("float8 rowwise", "bf16+fp8-hybrid/tensorwise", "MXFP8"); Tensorwise if
// it names only FP8.
Fp8Recipe fp8RecipeOf(std::string_view text);

// Parses the device memory: 96 GB from "H100 96GB HBM2e".
std::optional<Bytes> deviceMemoryOf(std::string_view text);

// Parses yes, no, true, false, 1, 0.
std::optional<bool> flagOf(std::string_view text);

// Returns the device name: "H100" from "H100 80GB (8 per node)".
std::string deviceOf(std::string_view text);

// Adds the options of a Megatron-LM run, given as a JSON object of launch arguments. Returns false if the text is not a
// JSON object.
bool takeLaunchArguments(const std::string& json, Run& run);

}
