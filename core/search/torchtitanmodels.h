// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/decoderfacts.h"

#include <string_view>

namespace stagecraft {

// Whether torchtitan's Llama 3, its Qwen3, with or without experts, its DeepSeek-V3 or its gpt-oss can be made such a
// decoder: those of its models that plans are written for. And that in words.
bool isKnownToTorchtitan(const DecoderFacts& facts);
inline constexpr std::string_view likeTorchtitans =
    " like Llama, Qwen3, DeepSeek-V3 or gpt-oss (root mean square norms, rotary "
    "positions, gated; a Qwen3's experts in all blocks "
    "or in none, with weights that add up to 1, none of them shared)";

}
