// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stagecraft::testing {

// Llama 3.1 70B with its published sizes.
inline std::string llama70bConfig()
{
    return R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_act": "silu", "hidden_size": 8192,
 "intermediate_size": 28672, "max_position_embeddings": 131072, "num_attention_heads": 64, "num_hidden_layers": 80,
 "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "rope_theta": 500000.0, "tie_word_embeddings": false,
 "torch_dtype": "bfloat16", "vocab_size": 128256})";
}

}
