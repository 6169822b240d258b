// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/megatroncore.h"

namespace stagecraft {

namespace {

LayerStyle layers(const FrameworkOptions& options)
{
    LayerStyle style;
    // linear_qkv and linear_fc1 (megatron/core/models/gpt/gpt_layer_specs.py); SwiGLU in one kernel that saves the
    // output of linear_fc1 (megatron/core/fusions/fused_bias_swiglu.py).
    style.packed_heads = true;
    style.packed_gates = true;
    style.fused_gelu = true; // megatron/core/fusions/fused_bias_gelu.py
    style.row_masks = true; // VocabParallelEmbedding in megatron/core/tensor_parallel/layers.py
    style.fused_norms = true; // transformer_engine/pytorch/module/layernorm_linear.py
    style.rotary = RotaryForm::Fused; // transformer_engine/pytorch/attention/rope.py
    // Heads that are parts of linear_qkv's result have a layout that the kernels do not support, and are copied
    // (transformer_engine/pytorch/attention/dot_product_attention/utils.py, get_qkv_layout).
    style.unpacked_heads = true;
    // The cuDNN kernel supports both (transformer_engine/pytorch/attention/dot_product_attention/backends.py,
    // FusedAttention: window_size, softmax_offset).
    style.fused_scores = true;
    // --recompute-granularity selective: CheckpointWithoutOutput in megatron/core/transformer/transformer_layer.py,
    // moe/experts.py and multi_latent_attention.py.
    style.recomputed_norms = options.recomputes(RecomputeModule::LayerNorm);
    style.recomputed_activations = options.recomputes(RecomputeModule::ExpertActivation);
    style.recomputed_latent_heads = options.recomputes(RecomputeModule::LatentProjection);
    // tensor_parallel.checkpoint() in megatron/core/transformer/transformer_layer.py (recompute_mlp), moe/moe_layer.py
    // (moe_layer_recompute, shared_experts_recompute). The MLP of a dense block begins with its norm, which is fused
    // into linear_fc1.
    style.reruns_mlps = options.recomputes(RecomputeModule::Mlp);
    style.reruns_experts = options.recomputes(RecomputeModule::MoeLayer);
    style.reruns_shared_experts = options.recomputes(RecomputeModule::SharedExperts);
    // transformer_engine/pytorch/module: linear.py, layernorm_linear.py, grouped_linear.py. Except with delayed
    // scaling, products share the saved outputs of attention and the router's saved input (set_save_original_input() in
    // megatron/core/transformer/attention.py and moe/shared_experts.py).
    style.fp8 = options.fp8_recipe;
    style.permuted_experts = true; // megatron/core/transformer/moe, --moe-grouped-gemm and --moe-permute-fusion
    // megatron/core/tensor_parallel/layers.py: with sequence parallelism a rank saves its part of the input; gradients
    // accumulate into param.main_grad, and autograd gets a placeholder, of which Transformer Engine keeps one per shape
    // (transformer_engine/pytorch/module/base.py, get_dummy_wgrad).
    style.regathers = true;
    style.accumulates = options.gradient_accumulation_fusion;
    style.placeholders = options.gradient_accumulation_fusion;
    // megatron/core/tensor_parallel/cross_entropy.py casts the logits to fp32 and works on them in place; the kernel of
    // transformer_engine/pytorch/cross_entropy.py overwrites the logits with the gradient.
    style.in_place_loss = true;
    style.low_loss = options.cross_entropy_loss_fusion;
    style.given_labels = true; // megatron/core/datasets/gpt_dataset.py
    return style;
}

}

ExecutionMode megatronCore(const FrameworkOptions& options)
{
    ExecutionMode mode {"Megatron-Core", "Megatron-LM 23e00ed, Transformer Engine 2.11", layers(options),
                        options.grad_reduce_in_bf16 ? GradientHandling::BucketViews : GradientHandling::WideBuffers};
    // _copy_model_grads_to_main_grads() in megatron/core/optimizer/distrib_optimizer.py and optimizer.py.
    mode.widens_gradients = options.grad_reduce_in_bf16;
    mode.fused_optimizer = true;
    // transformer_engine/pytorch/attention/dot_product_attention/context_parallel.py, since 2.8.
    mode.keeps_exchanged = true;
    // Published peaks differ by less than 1.1 % of the total (docs/validation/frameworks.md).
    mode.memory_width = 0.05;
    return mode;
}

}
