// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <string>
#include <vector>

// A small model of every family with unpublished dimensions, and parameters counted by hand. No Qt.
namespace stagecraft::testing {

struct SmallFamily {
    const char* name;
    std::string config;
    std::int64_t parameters;
};

// Sets every dropout field of any family to `probability`.
inline std::string withDropout(std::string config, const std::string& probability)
{
    for (const char* field :
         {"embd_pdrop", "attn_pdrop", "resid_pdrop", "dropout", "attention_dropout", "hidden_dropout",
          "hidden_dropout_prob", "attention_probs_dropout_prob", "classifier_dropout", "dropout_rate"}) {
        config.insert(1, std::string("\"") + field + "\": " + probability + ", ");
    }
    return config;
}

inline std::vector<SmallFamily> smallFamilies()
{
    const auto config = [](const std::string& fields) { return "{" + fields + "}"; };
    // Fields of the decoders similar to Llama: 3 blocks, width 48, 4 heads, vocabulary 120.
    const std::string llama = R"("num_hidden_layers": 3, "hidden_size": 48, "intermediate_size": 80, "vocab_size": 120,
        "max_position_embeddings": 64, "num_attention_heads": 4)";
    constexpr std::int64_t h = 48;
    constexpr std::int64_t i = 80;
    constexpr std::int64_t v = 120;
    // Full-width projections and a gated multi-layer perceptron; two norms per block, and one at the end.
    constexpr std::int64_t gated = 3 * h * i;
    constexpr std::int64_t norms = 3 * 2 * h + h;
    return {
        {"gpt2", config(R"("model_type": "gpt2", "n_layer": 3, "n_embd": 48, "n_head": 4, "vocab_size": 120,
             "n_positions": 64, "n_inner": 80)"),
         v * h + 64 * h + 3 * (4 * h + 3 * h * h + 3 * h + h * h + h + 2 * h * i + i + h) + 2 * h},
        {"llama", config(R"("model_type": "llama", "num_key_value_heads": 2, )" + llama),
         2 * v * h + 3 * (2 * h * h + 2 * h * 24 + gated) + norms},
        {"gpt2, classifier of tokens", config(R"("model_type": "gpt2", "n_layer": 3, "n_embd": 48, "n_head": 4,
             "vocab_size": 120, "n_positions": 64, "n_inner": 80, "num_labels": 5,
             "architectures": ["GPT2ForTokenClassification"])"),
         v * h + 64 * h + 3 * (4 * h + 3 * h * h + 3 * h + h * h + h + 2 * h * i + i + h) + 2 * h + 5 * h + 5},
        {"llama, classifier",
         config(R"("model_type": "llama", "num_key_value_heads": 2, "num_labels": 5,
             "architectures": ["LlamaForSequenceClassification"], )"
                + llama),
         v * h + 3 * (2 * h * h + 2 * h * 24 + gated) + norms + 5 * h},
        {"llama, multi-query, tied, with biases",
         config(R"("model_type": "llama", "num_key_value_heads": 1, "attention_bias": true, "mlp_bias": true,
             "tie_word_embeddings": true, )"
                + llama),
         v * h + 3 * (2 * h * h + 2 * h * 12 + 2 * h + 2 * 12 + gated + 2 * i + h) + norms},
        {"mistral",
         config(R"("model_type": "mistral", "num_key_value_heads": 2, "head_dim": 20, "sliding_window": 16, )" + llama),
         2 * v * h + 3 * (2 * h * 80 + 2 * h * 40 + gated) + norms},
        {"qwen2", config(R"("model_type": "qwen2", "num_key_value_heads": 2, )" + llama),
         2 * v * h + 3 * (2 * h * h + 2 * h * 24 + h + 2 * 24 + gated) + norms},
        {"qwen3", config(R"("model_type": "qwen3", "num_key_value_heads": 2, "head_dim": 16, )" + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 2 * 16 + gated) + norms},
        {"gemma",
         config(R"("model_type": "gemma", "num_key_value_heads": 1, "head_dim": 16,
             "hidden_act": "gelu_pytorch_tanh", )"
                + llama),
         v * h + 3 * (2 * h * 64 + 2 * h * 16 + gated) + norms},
        {"phi3", config(R"("model_type": "phi3", "num_key_value_heads": 2, )" + llama),
         2 * v * h + 3 * (2 * h * h + 2 * h * 24 + gated) + norms},
        {"mixtral",
         config(R"("model_type": "mixtral", "num_key_value_heads": 2, "num_local_experts": 3,
             "num_experts_per_tok": 2, )"
                + llama),
         2 * v * h + 3 * (2 * h * h + 2 * h * 24 + 3 * h + 3 * gated) + norms},
        {"qwen2_moe",
         config(R"("model_type": "qwen2_moe", "num_key_value_heads": 2, "num_experts": 5,
             "num_experts_per_tok": 2, "moe_intermediate_size": 24, "shared_expert_intermediate_size": 40,
             "mlp_only_layers": [1], )"
                + llama),
         2 * v * h + 3 * (2 * h * h + 2 * h * 24 + h + 2 * 24) + gated + 2 * (5 * h + 5 * 3 * h * 24 + 3 * h * 40 + h)
             + norms},
        {"qwen3_moe",
         config(R"("model_type": "qwen3_moe", "num_key_value_heads": 2, "head_dim": 16, "num_experts": 4,
             "num_experts_per_tok": 2, "moe_intermediate_size": 24, "norm_topk_prob": true, )"
                + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 2 * 16 + 4 * h + 4 * 3 * h * 24) + norms},
        // Latent vectors of 12 and 8; heads with 8 unrotated and 4 rotary dimensions, and values of 6. One block is
        // dense.
        {"deepseek_v3",
         config(R"("model_type": "deepseek_v3", "q_lora_rank": 12, "kv_lora_rank": 8, "qk_nope_head_dim": 8,
             "qk_rope_head_dim": 4, "v_head_dim": 6, "n_routed_experts": 4, "num_experts_per_tok": 2, "n_group": 2,
             "topk_group": 1, "first_k_dense_replace": 1, "moe_intermediate_size": 24, "n_shared_experts": 2, )"
                + llama),
         2 * v * h + 3 * (h * 12 + 12 + 12 * 4 * 12 + h * (8 + 4) + 8 + 8 * 4 * (8 + 6) + 4 * 6 * h) + gated
             + 2 * (4 * h + 4 * 3 * h * 24 + 3 * h * 48) + norms},
        {"deepseek_v3, one product of queries",
         config(R"("model_type": "deepseek_v3", "q_lora_rank": null, "kv_lora_rank": 8, "qk_nope_head_dim": 8,
             "qk_rope_head_dim": 4, "v_head_dim": 12, "n_routed_experts": 4, "num_experts_per_tok": 2, "n_group": 1,
             "topk_group": 1, "first_k_dense_replace": 0, "moe_intermediate_size": 24, "attention_bias": true,
             "rope_interleave": false, )"
                + llama),
         2 * v * h + 3 * (h * 4 * 12 + h * (8 + 4) + 8 + 4 + 8 + 8 * 4 * (8 + 12) + 4 * 12 * h + h)
             + 3 * (4 * h + 4 * 3 * h * 24 + 3 * h * 24) + norms},
        {"glm4_moe",
         config(R"("model_type": "glm4_moe", "num_key_value_heads": 2, "head_dim": 16, "n_routed_experts": 4,
             "num_experts_per_tok": 2, "first_k_dense_replace": 1, "moe_intermediate_size": 24, "use_qk_norm": true,
             "attention_bias": true, )"
                + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 64 + 2 * 32 + 2 * 16) + gated
             + 2 * (4 * h + 4 * 3 * h * 24 + 3 * h * 24) + norms},
        {"minimax_m2",
         config(R"("model_type": "minimax_m2", "num_key_value_heads": 2, "head_dim": 16, "rotary_dim": 8,
             "num_local_experts": 4, "num_experts_per_tok": 2, )"
                + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 64 + 32 + 4 * h + 4 * gated) + norms},
        {"gpt_oss",
         config(R"("model_type": "gpt_oss", "num_key_value_heads": 2, "head_dim": 16, "num_local_experts": 4,
             "num_experts_per_tok": 2, "sliding_window": 16, )"
                + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 64 + 2 * 32 + h + 4 + 4 * h + 4 + 4 * (gated + 2 * i + h)) + norms},
        {"gemma3_text",
         config(R"("model_type": "gemma3_text", "num_key_value_heads": 1, "head_dim": 16, "sliding_window": 16,
             "sliding_window_pattern": 2, "final_logit_softcapping": 30.0, )"
                + llama),
         v * h + 3 * (2 * h * 64 + 2 * h * 16 + 2 * 16 + gated + 2 * h) + norms},
        {"gemma3",
         config(R"("model_type": "gemma3", "text_config": {"num_key_value_heads": 1, "head_dim": 16, )" + llama + "}"),
         v * h + 3 * (2 * h * 64 + 2 * h * 16 + 2 * 16 + gated + 2 * h) + norms},
        // Every other block has experts; the last block has no rotary embedding and full attention.
        {"llama4_text",
         config(R"("model_type": "llama4_text", "num_key_value_heads": 2, "head_dim": 16, "num_local_experts": 3,
             "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "intermediate_size_mlp": 64,
             "no_rope_layer_interval": 3, "attention_chunk_size": 16, )"
                + llama),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32) + 2 * 3 * h * 64 + 3 * h + 4 * gated + norms},
        // Every other block has attention, with a gate per query; the others have 2 key heads and 4 value heads.
        {"qwen3_5_text",
         config(R"("model_type": "qwen3_5_text", "num_key_value_heads": 2, "head_dim": 16, "partial_rotary_factor": 0.5,
             "full_attention_interval": 2, "linear_num_key_heads": 2, "linear_num_value_heads": 4,
             "linear_key_head_dim": 8, "linear_value_head_dim": 12, )"
                + llama),
         2 * v * h + (3 * h * 64 + 2 * h * 32 + 2 * 16)
             + 2 * (h * 80 + h * 48 + 2 * h * 4 + 80 * 4 + 2 * 4 + 12 + 48 * h) + 3 * gated + norms},
        {"qwen3_5_moe_text",
         config(R"("model_type": "qwen3_5_moe_text", "num_key_value_heads": 2, "head_dim": 16,
             "partial_rotary_factor": 0.5, "full_attention_interval": 3, "linear_num_key_heads": 2,
             "linear_num_value_heads": 2, "linear_key_head_dim": 8, "linear_value_head_dim": 12, "num_experts": 4,
             "num_experts_per_tok": 2, "moe_intermediate_size": 24, "shared_expert_intermediate_size": 40, )"
                + llama),
         2 * v * h + (3 * h * 64 + 2 * h * 32 + 2 * 16)
             + 2 * (h * 56 + h * 24 + 2 * h * 2 + 56 * 4 + 2 * 2 + 12 + 24 * h)
             + 3 * (4 * h + 4 * 3 * h * 24 + 3 * h * 40 + h) + norms},
        // Heads of 12, 2 groups of heads with states of 8. The experts of the second model have inputs of width 16.
        {"nemotron_h",
         config(R"("model_type": "nemotron_h", "hybrid_override_pattern": "M*E", "num_key_value_heads": 2,
             "head_dim": 16, "mamba_num_heads": 4, "mamba_head_dim": 12, "n_groups": 2, "ssm_state_size": 8,
             "chunk_size": 8, "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24,
             "moe_shared_expert_intermediate_size": 40, )"
                + llama),
         2 * v * h + (h * 132 + 80 * 4 + 80 + 3 * 4 + 48 + 48 * h) + (2 * h * 64 + 2 * h * 32)
             + (4 * h + 4 * 2 * h * 24 + 2 * h * 40) + 4 * h},
        {"nemotron_h, latent experts",
         config(R"("model_type": "nemotron_h", "layers_block_type": ["mamba", "moe", "mlp"], "mamba_num_heads": 4,
             "mamba_head_dim": 12, "n_groups": 2, "ssm_state_size": 8, "chunk_size": 8, "use_conv_bias": false,
             "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24, "moe_latent_size": 16,
             "moe_shared_expert_intermediate_size": 40, "num_key_value_heads": 2, )"
                + llama),
         2 * v * h + (h * 132 + 80 * 4 + 3 * 4 + 48 + 48 * h) + (4 * h + 2 * h * 16 + 4 * 2 * 16 * 24 + 2 * h * 40)
             + 2 * h * i + 4 * h},
        {"qwen3_vl",
         config(R"("model_type": "qwen3_vl", "text_config": {"num_key_value_heads": 2, "head_dim": 16, )" + llama
                + "}"),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 2 * 16 + gated) + norms},
        {"qwen3_vl_moe",
         config(R"("model_type": "qwen3_vl_moe", "tie_word_embeddings": true, "text_config": {"num_key_value_heads": 2,
             "head_dim": 16, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24, )"
                + llama + "}"),
         v * h + 3 * (2 * h * 64 + 2 * h * 32 + 2 * 16 + 4 * h + 4 * 3 * h * 24) + norms},
        // Images with side 16 have 16 patches and 4 tokens. Two of three blocks of the tower, of width 32, have a
        // merger, as has its end.
        {"qwen3_vl, vision tower",
         config(R"("model_type": "qwen3_vl", "text_config": {"num_key_value_heads": 2, "head_dim": 16, )" + llama
                + R"(}, "vision_config": {"depth": 3, "hidden_size": 32, "num_heads": 2, "intermediate_size": 40,
             "patch_size": 4, "num_position_embeddings": 16, "out_hidden_size": 48,
             "deepstack_visual_indexes": [0, 2]})"),
         2 * v * h + 3 * (2 * h * 64 + 2 * h * 32 + 2 * 16 + gated) + norms + 3 * 2 * 16 * 32 + 32 + 16 * 32
             + 3 * (4 * 32 * 32 + 4 * 32 + 2 * 32 * 40 + 40 + 32 + 4 * 32) + 3 * (128 * 128 + 128 + 128 * h + h)
             + 2 * 32 + 2 * 2 * 128},
        // Heads of 16 in the block with sliding-window attention, of 24 in the others; four norms per block.
        {"gemma4_text",
         config(R"("model_type": "gemma4_text", "num_key_value_heads": 2, "head_dim": 16, "global_head_dim": 24,
             "sliding_window": 16, "layer_types": ["sliding_attention", "full_attention", "full_attention"],
             "hidden_size_per_layer_input": 0, "final_logit_softcapping": 30.0, )"
                + llama),
         v * h + (2 * h * 64 + 2 * h * 32 + 2 * 16) + 2 * (2 * h * 96 + 2 * h * 48 + 2 * 24) + 3 * (gated + 2 * h)
             + norms},
        // The last block shares keys and values of the second; another embedding has 8 numbers for each block.
        {"gemma4_text, shared keys",
         config(R"("model_type": "gemma4_text", "num_key_value_heads": 2, "head_dim": 16, "global_head_dim": 24,
             "sliding_window": 16, "layer_types": ["sliding_attention", "full_attention", "full_attention"],
             "num_kv_shared_layers": 1, "use_double_wide_mlp": true, "hidden_size_per_layer_input": 8,
             "vocab_size_per_layer_input": 120, )"
                + llama),
         v * h + v * 24 + h * 24 + 8 + (2 * h * 64 + 2 * h * 32 + 2 * 16) + (2 * h * 96 + 2 * h * 48 + 2 * 24)
             + (2 * h * 96 + 24) + 4 * gated + 3 * (2 * h + 2 * h * 8 + h) + norms},
        {"gemma4, experts",
         config(R"("model_type": "gemma4", "text_config": {"num_key_value_heads": 2, "head_dim": 16,
             "global_head_dim": 24, "sliding_window": 16, "attention_k_eq_v": true, "num_global_key_value_heads": 1,
             "layer_types": ["sliding_attention", "full_attention", "full_attention"], "enable_moe_block": true,
             "hidden_size_per_layer_input": 0, "num_experts": 4, "top_k_experts": 2, "moe_intermediate_size": 24, )"
                + llama + "}"),
         v * h + (2 * h * 64 + 2 * h * 32 + 2 * 16) + 2 * (2 * h * 96 + h * 24 + 2 * 24)
             + 3 * (gated + 2 * h + 4 * h + h + 4 + 4 * 3 * h * 24 + 3 * h) + norms},
        {"gpt_neox", config(R"("model_type": "gpt_neox", "hidden_act": "gelu", )" + llama),
         2 * v * h + 3 * (4 * h + 4 * h * h + 4 * h + 2 * h * i + i + h) + 2 * h},
        {"gpt_neox, one after the other", config(R"("model_type": "gpt_neox", "use_parallel_residual": false,
             "rotary_pct": 0.5, )" + llama),
         2 * v * h + 3 * (4 * h + 4 * h * h + 4 * h + 2 * h * i + i + h) + 2 * h},
        {"opt", config(R"("model_type": "opt", "num_hidden_layers": 3, "hidden_size": 48, "ffn_dim": 80,
             "vocab_size": 120, "max_position_embeddings": 64, "num_attention_heads": 4)"),
         v * h + 66 * h + 3 * (4 * h + 4 * h * h + 4 * h + 2 * h * i + i + h) + 2 * h},
        {"opt, norms behind, projected embedding", config(R"("model_type": "opt", "num_hidden_layers": 3,
             "hidden_size": 48, "ffn_dim": 80, "vocab_size": 120, "max_position_embeddings": 64,
             "num_attention_heads": 4, "do_layer_norm_before": false, "word_embed_proj_dim": 20)"),
         v * 20 + 66 * h + 2 * 20 * h + 3 * (4 * h + 4 * h * h + 4 * h + 2 * h * i + i + h)},
        {"falcon, multi-query", config(R"("model_type": "falcon", )" + llama),
         v * h + 3 * (2 * h + h * (h + 24) + h * h + 8 * h * h) + 2 * h},
        {"falcon, grouped",
         config(R"("model_type": "falcon", "new_decoder_architecture": true, "num_kv_heads": 2, )" + llama),
         v * h + 3 * (4 * h + h * (h + 48) + h * h + 8 * h * h) + 2 * h},
        {"falcon, alibi", config(R"("model_type": "falcon", "alibi": true, "multi_query": false, "parallel_attn": false,
             "bias": true, )" + llama),
         v * h + 3 * (4 * h + 3 * h * h + 3 * h + h * h + h + 8 * h * h + 4 * h + h) + 2 * h},
        {"bert", config(R"("model_type": "bert", )" + llama),
         v * h + 2 * h + 64 * h + 2 * h + 3 * (4 * h * h + 4 * h + 4 * h + 2 * h * i + i + h) + h * h + h + 2 * h + v},
        {"bert, classifier",
         config(R"("model_type": "bert", "num_labels": 3,
             "architectures": ["BertForSequenceClassification"], )"
                + llama),
         v * h + 2 * h + 64 * h + 2 * h + 3 * (4 * h * h + 4 * h + 4 * h + 2 * h * i + i + h) + h * h + h + 3 * h + 3},
        {"t5", config(R"("model_type": "t5", "num_layers": 3, "num_decoder_layers": 2, "d_model": 48, "d_kv": 10,
             "num_heads": 4, "d_ff": 80, "vocab_size": 120, "n_positions": 64, "relative_attention_num_buckets": 8)"),
         v * h + 3 * (4 * h * 40 + 2 * h * i + 2 * h) + 2 * (8 * h * 40 + 2 * h * i + 3 * h) + 2 * 8 * 4 + 2 * h},
        {"t5, gated, untied, single blocks",
         config(R"("model_type": "t5", "num_layers": 1, "d_model": 48, "d_kv": 12, "num_heads": 4, "d_ff": 80,
             "vocab_size": 120, "n_positions": 64, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false)"),
         2 * v * h + 12 * h * 48 + 2 * 3 * h * i + 5 * h + 2 * 32 * 4 + 2 * h},
        {"vit", config(R"("model_type": "vit", "num_hidden_layers": 3, "hidden_size": 48, "intermediate_size": 80,
             "num_attention_heads": 4, "image_size": 32, "patch_size": 8, "num_labels": 10)"),
         3 * 64 * h + h + h + 17 * h + 3 * (4 * h + 4 * h * h + 4 * h + 2 * h * i + i + h) + 2 * h + 10 * h + 10},
    };
}

}
