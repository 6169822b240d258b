# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Megatron-Core with its local layers: 2 tensor ranks, 2 pipeline ranks, its own 1F1B and distributed optimizer."""
import os

import torch
from megatron.core import parallel_state
from megatron.core.distributed import DistributedDataParallel, DistributedDataParallelConfig, finalize_model_grads
from megatron.core.models.gpt import GPTModel
from megatron.core.models.gpt.gpt_layer_specs import get_gpt_layer_local_spec
from megatron.core.optimizer import OptimizerConfig, get_megatron_optimizer
from megatron.core.pipeline_parallel import get_forward_backward_func
from megatron.core.tensor_parallel.random import model_parallel_cuda_manual_seed
from megatron.core.transformer.transformer_config import TransformerConfig

tensor, pipeline, sequence, vocabulary, micro_batches = 2, 2, 2048, 32000, 4
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
torch.distributed.init_process_group("nccl")
parallel_state.initialize_model_parallel(tensor, pipeline)
model_parallel_cuda_manual_seed(1)
config = TransformerConfig(
    num_layers=8, hidden_size=2048, num_attention_heads=16, ffn_hidden_size=8192, tensor_model_parallel_size=tensor,
    pipeline_model_parallel_size=pipeline, pipeline_dtype=torch.bfloat16, params_dtype=torch.bfloat16, bf16=True,
    gradient_accumulation_fusion=False, masked_softmax_fusion=False, persist_layer_norm=False)
model = GPTModel(
    config, get_gpt_layer_local_spec(), vocab_size=vocabulary, max_sequence_length=sequence,
    pre_process=parallel_state.is_pipeline_first_stage(), post_process=parallel_state.is_pipeline_last_stage(),
    share_embeddings_and_output_weights=False, position_embedding_type="rope").cuda().to(torch.bfloat16)
model = DistributedDataParallel(config, DistributedDataParallelConfig(
    grad_reduce_in_fp32=True, overlap_grad_reduce=True, use_distributed_optimizer=True), model)
optimizer = get_megatron_optimizer(OptimizerConfig(
    optimizer="adam", lr=1e-4, bf16=True, params_dtype=torch.bfloat16, use_distributed_optimizer=True, clip_grad=1.0),
    [model])
config.finalize_model_grads_func = finalize_model_grads
config.grad_scale_func = optimizer.scale_loss
config.no_sync_func = model.no_sync


def forward(_, part):
    tokens = torch.randint(0, vocabulary, (1, sequence)).cuda()
    positions = torch.arange(sequence).unsqueeze(0).cuda()
    mask = torch.ones(1, 1, sequence, sequence, dtype=torch.bool).tril().logical_not().cuda()
    return part(tokens, positions, mask, labels=tokens), lambda losses: (losses.float().mean(), {})


for step in range(1000):
    model.zero_grad_buffer()
    optimizer.zero_grad()
    get_forward_backward_func()(
        forward_step_func=forward, data_iterator=None, model=[model], num_microbatches=micro_batches,
        seq_length=sequence, micro_batch_size=1, forward_only=False)
    optimizer.step()
