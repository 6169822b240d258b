// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/nanotron.h"

namespace stagecraft {

ExecutionMode nanotron()
{
    LayerStyle style;
    // src/nanotron/models/llama.py: qkv_proj and gate_up_proj are one product each, GLUActivation multiplies the halves
    // of the latter without a fused kernel; TritonRMSNorm; FlashRotaryEmbedding; flash_attn_func on heads that are
    // copied out of the product.
    style.packed_heads = true;
    style.unpacked_heads = true;
    style.fused_norms = true;
    style.rotary = RotaryForm::Fused;
    style.row_masks = true; // TensorParallelEmbedding in src/nanotron/parallel/tensor_parallel/nn.py
    style.regathers = true; // src/nanotron/parallel/tensor_parallel/functional.py, tp_recompute_allgather
    style.given_labels = true; // label_ids of src/nanotron/data/collator.py
    // src/nanotron/optim/gradient_accumulator.py, FP32GradientAccumulator.
    ExecutionMode mode {"nanotron", "nanotron e24d248", style, GradientHandling::WideBuffers};
    // get_fp32_accum_hook in the same file: buckets of DistributedDataParallel stay in 16 bits
    mode.keeps_buckets = true;
    mode.tokens_first = true; // CausalSelfAttention.forward in llama.py
    mode.divides_by_cost = true; // get_block_compute_costs in llama.py, _get_pipeline_engine in trainer.py
    mode.divides_tokens = false;
    mode.memory_width = 0.25; // docs/frameworks.md, "nanotron"
    return mode;
}

}
