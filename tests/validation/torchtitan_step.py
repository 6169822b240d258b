# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a Llama, a Qwen3, a DeepSeek-V3 or a gpt-oss by torchtitan 0.2's own model, pipeline, tensor parallelism, checkpointing
and units, as its train.py does. Run by validate_dry.py in dry runs; its losses mean nothing."""
import json

import stepoptions
import torch
import torch.distributed as dist
from torch.nn.attention.flex_attention import flex_attention
from torchtitan.components.loss import build_cross_entropy_loss
from torchtitan.config import JobConfig
from torchtitan.distributed import ParallelDims, utils
from torchtitan.distributed.context_parallel import prepare_context_parallel_input
from torchtitan.distributed.pipeline_parallel import pipeline_llm
from torchtitan.models import deepseek_v3, gpt_oss, llama3, qwen3
from torchtitan.models.attention import FlexAttentionWrapper
from torchtitan.models.moe import MoEArgs

parser = stepoptions.parser(["none", "selective", "full"])
parser.add_argument("--tensor", type=int, default=1)
parser.add_argument("--expert", type=int, default=1)
parser.add_argument("--context", type=int, default=1)
parser.add_argument("--pipeline", type=int, default=1)
parser.add_argument("--schedule", default="1F1B", help="of the pipeline, as pipeline_parallel_schedule has it")
parser.add_argument("--compile", action="store_true", help="blocks and loss, as compile.enable does")
parser.add_argument("--no-compile-loss", action="store_true", help="with --compile: the blocks alone")
parser.add_argument("--attention", choices=["sdpa", "flex"], default="sdpa", help="of DeepSeek-V3")
options = parser.parse_args()

def llama_of(config):
    """The model, and what divides it."""
    sizes = llama3.TransformerModelArgs(
        dim=config["hidden_size"], n_layers=config["num_hidden_layers"], n_heads=config["num_attention_heads"],
        n_kv_heads=config["num_key_value_heads"], vocab_size=config["vocab_size"], max_seq_len=options.sequence,
        multiple_of=1, ffn_dim_multiplier=config["intermediate_size"] / (8 * config["hidden_size"] // 3) + 1e-9)
    return llama3.Transformer(sizes), llama3.parallelize_llama


def qwen3_of(config):
    experts = config.get("num_experts", 0)
    sizes = qwen3.Qwen3ModelArgs(
        dim=config["hidden_size"], n_layers=config["num_hidden_layers"], n_heads=config["num_attention_heads"],
        n_kv_heads=config["num_key_value_heads"], vocab_size=config["vocab_size"], max_seq_len=options.sequence,
        head_dim=config["head_dim"], hidden_dim=config["intermediate_size"], moe_enabled=experts > 0,
        moe_inter_dim=config.get("moe_intermediate_size", 0),
        # As torchtitan/models/qwen3/__init__.py has them.
        moe_args=MoEArgs(num_experts=experts, num_shared_experts=0, top_k=config.get("num_experts_per_tok", 1),
                         score_func="softmax", route_norm=True, score_before_experts=False))
    return qwen3.Qwen3Model(sizes), qwen3.parallelize_qwen3


def deepseek_of(config):
    sizes = deepseek_v3.DeepSeekV3ModelArgs(
        vocab_size=config["vocab_size"], dim=config["hidden_size"], inter_dim=config["intermediate_size"],
        moe_inter_dim=config["moe_intermediate_size"], n_layers=config["num_hidden_layers"],
        n_dense_layers=config["first_k_dense_replace"], n_heads=config["num_attention_heads"],
        max_seq_len=options.sequence, q_lora_rank=config["q_lora_rank"], kv_lora_rank=config["kv_lora_rank"],
        qk_nope_head_dim=config["qk_nope_head_dim"], qk_rope_head_dim=config["qk_rope_head_dim"],
        v_head_dim=config["v_head_dim"], attn_type=options.attention,
        attn_mask_type="block_causal" if options.attention == "flex" else "causal",
        # As torchtitan/models/deepseek_v3/__init__.py has them.
        moe_args=MoEArgs(num_experts=config["n_routed_experts"], num_shared_experts=config["n_shared_experts"],
                         top_k=config["num_experts_per_tok"], num_expert_groups=config["n_group"],
                         num_limited_groups=config["topk_group"], score_func="sigmoid", route_norm=True,
                         route_scale=2.5, score_before_experts=False))
    sizes.moe_impl = "standard"
    return deepseek_v3.DeepSeekV3Model(sizes), deepseek_v3.parallelize_deepseekv3


def even_rows(config):
    """gpt-oss reads from the device how many rows its experts have, which a dry run does not compute: as many as tokens have
    experts, as where all have equally many."""
    rows = options.micro_batch * options.sequence * config["num_experts_per_tok"]
    repeat = torch.Tensor.repeat_interleave
    torch.Tensor.repeat_interleave = lambda bias, counts, dim: repeat(bias, counts, dim, output_size=rows)
    gpt_oss.model.moe.int = lambda end: rows


def plain_flex():
    """Without a search for the fastest kernels of each size, which takes minutes and changes nothing that they allocate."""
    FlexAttentionWrapper._compiled_flex_attn = torch.compile(flex_attention, options={"wrap_inductor_compiled_regions": True})


def gpt_oss_of(config):
    even_rows(config)
    plain_flex()
    sizes = gpt_oss.GptOssModelArgs(
        vocab_size=config["vocab_size"], dim=config["hidden_size"], moe_inter_dim=config["intermediate_size"],
        n_layers=config["num_hidden_layers"], n_heads=config["num_attention_heads"],
        n_kv_heads=config["num_key_value_heads"], head_dim=config["head_dim"], max_seq_len=options.sequence,
        sliding_window_size=config["sliding_window"],
        # As torchtitan/models/gpt_oss/__init__.py has them.
        moe_args=MoEArgs(num_experts=config["num_local_experts"], num_shared_experts=0,
                         top_k=config["num_experts_per_tok"], score_func="softmax", route_norm=True, gate_bias=True,
                         score_before_experts=False))
    return gpt_oss.GptOssModel(sizes), gpt_oss.parallelize_gptoss


BUILDERS = {"llama": llama_of, "deepseek_v3": deepseek_of, "gpt_oss": gpt_oss_of}

with open(options.config) as file:
    config = json.load(file)
job = JobConfig()
job.training.seq_len = options.sequence
job.parallelism.tensor_parallel_degree = options.tensor
job.parallelism.context_parallel_degree = options.context
job.parallelism.expert_parallel_degree = options.expert
job.parallelism.pipeline_parallel_degree = options.pipeline
job.parallelism.pipeline_parallel_schedule = options.schedule
job.parallelism.pipeline_parallel_microbatch_size = options.micro_batch
job.training.local_batch_size = options.micro_batch * options.micro_batches
job.compile.enable = options.compile
if options.no_compile_loss:
    job.compile.components = ["model"]
job.activation_checkpoint.mode = options.recompute
job.activation_checkpoint.selective_ac_option = "op"

torch.cuda.set_device(0)
dist.init_process_group("nccl")
world = dist.get_world_size()
dims = ParallelDims(dp_replicate=1, dp_shard=world // options.tensor // options.pipeline // options.context,
                    cp=options.context, tp=options.tensor, pp=options.pipeline, ep=options.expert, etp=1, world_size=world)
dims.build_mesh()
with torch.device("meta"):
    model, parallelize = BUILDERS.get(config["model_type"], qwen3_of)(config)
if not any(config.get(name) for name in ("num_experts", "n_routed_experts", "num_local_experts")):
    assert model.layers["0"].feed_forward.w1.out_features == config["intermediate_size"]
loss_of = build_cross_entropy_loss(job)
if options.pipeline > 1:
    schedule, parts, has_first, has_last = pipeline_llm(model, dims, job, torch.device("cuda"), model.model_args, parallelize, loss_of)
else:
    parts = [parallelize(model, dims, job)]
for part in parts:
    part.to_empty(device="cuda")
    with torch.no_grad():
        if config["model_type"] == "llama":
            part.freqs_cis = part._precompute_freqs_cis().cuda()
        elif config["model_type"] == "deepseek_v3":
            part.freqs_cis = deepseek_v3.model.model.precompute_freqs_cis(part.model_args).cuda()
        else:
            part.rope_cache = part._precompute_rope_cache().cuda()
    part.train()

def tell_shapes():
    """Stages ask each other for the shapes of what they send, which ranks that run one after the other cannot where two have
    several stages each."""
    passed = torch.empty(options.micro_batch, options.sequence, config["hidden_size"], device="meta", dtype=torch.bfloat16)
    scores = torch.empty(options.micro_batch, options.sequence, config["vocab_size"], device="meta", dtype=torch.bfloat16)
    for stage in schedule._stages:
        stage.inputs_meta = (torch.empty(options.micro_batch, options.sequence, device="meta", dtype=torch.int64)
                             if stage.is_first else passed,)
        stage._configure_outputs_meta((scores if stage.is_last else passed,))


if options.pipeline > 1 and options.schedule == "Interleaved1F1B":
    tell_shapes()
parameters = [parameter for part in parts for parameter in part.parameters()]
optimizer = torch.optim.AdamW(parameters, lr=1e-4, fused=True)
context = utils.get_train_context(options.tensor > 1)


def batch_of(samples):
    return torch.randint(0, 1000, (samples, options.sequence), device="cuda")


def step_pipeline():
    samples = options.micro_batch * options.micro_batches
    tokens, labels = batch_of(samples), batch_of(samples)
    with context():
        schedule.step(*([tokens] if has_first else []), target=labels if has_last else None,
                      losses=[] if has_last else None, return_outputs=False)


def step_alone():
    tokens, labels = batch_of(options.micro_batch), batch_of(options.micro_batch)
    with context():
        more = {}
        if options.context > 1:
            mesh, device = dims.get_mesh("cp"), torch.device("cuda")
            tokens, labels, more = prepare_context_parallel_input(tokens, labels, more, mesh, device)
        if config["model_type"] == "gpt_oss":
            more["attention_masks"] = parts[0].get_attention_masks(tokens, None)
        scores = parts[0](tokens, **more)
        loss = loss_of(scores, labels) / tokens.numel()
        del scores
        loss.backward()


for _ in range(3):
    optimizer.zero_grad()
    if options.pipeline > 1:
        step_pipeline()
    else:
        for _ in range(options.micro_batches):
            step_alone()
    utils.clip_grad_norm_(parameters, 1.0, foreach=True, pp_mesh=dims.get_optional_mesh("pp"), ep_enabled=options.expert > 1)
    optimizer.step()
