// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/torchtitan.h"

#include "core/framework/fsdp2.h"

namespace stagecraft {

ExecutionMode torchtitan(const FrameworkOptions& options)
{
    ExecutionMode mode = fsdp2();
    mode.title = "torchtitan";
    mode.read_from = "torchtitan 0.2.2, torch 2.11";
    // torchtitan/models/llama3/model/model.py: nn.RMSNorm, one kernel in torch 2.11, and rotary positions as complex
    // numbers.
    mode.style.fused_norms = true;
    mode.style.rotary = RotaryForm::Complex;
    mode.style.keeps_normed_rotary = true; // torchtitan/models/qwen3/model/model.py, apply_rotary_emb
    mode.style.flexible_sinks = true; // torchtitan/models/gpt_oss/model/model.py
    mode.style.indexed_experts = true; // torchtitan/models/moe/moe.py
    mode.style.row_masks = true; // torch/distributed/tensor/_ops/_embedding_ops.py, _MaskPartial
    mode.style.compiled = options.compile; // apply_compile in torchtitan/models/llama3/infra/parallelize.py
    mode.style.low_loss = options.compile && options.compile_loss; // torchtitan/components/loss.py
    mode.style.loss_parallel = true; // apply_tp in torchtitan/models/llama3/infra/parallelize.py
    mode.style.given_labels = true; // torchtitan/hf_datasets/text_datasets.py
    mode.keeps_head = true; // torchtitan/models/llama3/infra/parallelize.py, apply_fsdp
    // _apply_op_sac in torchtitan/distributed/activation_checkpoint.py, with the operator list of parallelize.py.
    mode.selects_operators = true;
    mode.always_sequence_parallel = true; // apply_tp in parallelize.py
    mode.divides_either = true;
    // _templated_ring_attention() in torch/distributed/tensor/experimental/_context_parallel/_attention.py.
    mode.divides_tokens = true;
    mode.only_torch_ring = true;
    // Without FSDP it trains in fp32 or with autocast (maybe_enable_amp() in torchtitan/distributed/utils.py).
    mode.needs_replicas = true;
    // torch/distributed/pipelining/stage.py: units are gathered once per step (fully_shard() with
    // reshard_after_forward=False, apply_fsdp in parallelize.py), unsharded gradients are summed and reduced after all
    // micro-batches (perform_reduce_grad()). Buffers: _prepare_forward_infra(), _prepare_backward_infra().
    mode.pipelines = true;
    mode.pipelined_zero = 1;
    mode.counts_ends = true; // generate_llm_fqn_per_model_part() in torchtitan/distributed/pipeline_parallel.py
    return mode;
}

}
