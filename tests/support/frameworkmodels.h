// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"
#include "core/problem/problem.h"

namespace stagecraft::testing {

inline Workload halfPrecision(std::int64_t sequence)
{
    Workload workload;
    workload.sequence = sequence;
    workload.precision = Precision::Bf16Master;
    return workload;
}

// Llama of published runs: hidden size 512, 8 heads of 64 with 2 key-value heads, feed-forward size 1,536.
inline Model smallLlama()
{
    return parseConfig(R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 512, "intermediate_size": 1536,
        "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 1000, "max_position_embeddings": 256})",
                       "llama")
        .value();
}

// Multi-head latent attention; 8 experts, 2 per token, and one shared expert.
inline Model smallDeepseek()
{
    return parseConfig(R"({"model_type": "deepseek_v3", "num_hidden_layers": 2, "first_k_dense_replace": 1,
        "hidden_size": 256, "intermediate_size": 512, "num_attention_heads": 4, "num_key_value_heads": 4,
        "q_lora_rank": 96, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 24,
        "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "n_shared_experts": 1,
        "n_group": 2, "topk_group": 1, "vocab_size": 1000, "max_position_embeddings": 256})",
                       "deepseek")
        .value();
}

}
