# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""The models that measure_others.py trains and Stagecraft predicts, and at which batches and sequences.

A model is profiled at every pair of the micro-batches and sequences of `profile`; `steps` are what is compared, there and elsewhere. `note` says,
where a step differs, what the other implementation does otherwise.
"""

PROFILED = {"micro_batch": [2, 3], "sequence": [64, 96]}
STEPS = [(3, 96), (5, 128), (2, 160)]
ONE_STEP = [(4, 128)]
BEHIND_IMAGES = {"micro_batch": [2, 3], "sequence": [96, 128]}  # no sequence has fewer tokens than its image
DENOMINATOR = (
    "with so few tokens the peak is in the optimizer step: `torch.optim.AdamW` of Python keeps the denominator of one parameter until that of the "
    "next is computed, so that up to three temporary tensors exist at once; libtorch's, which Stagecraft trains with, has two."
)


def decoder(kind, architecture, **more):
    return {
        "model_type": kind, "architectures": [architecture], "vocab_size": 1500, "hidden_size": 192, "intermediate_size": 448,
        "num_hidden_layers": 4, "num_attention_heads": 6, "num_key_value_heads": 2, "max_position_embeddings": 512, "pad_token_id": 0,
        "bos_token_id": 1, "eos_token_id": 2, **more,
    }  # fmt: skip


# Four patches of 8 pixels are a token.
def vision_language(kind, name, **more):
    text = decoder(kind + "_text", "", head_dim=32, rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [8, 4, 4]}, **more)
    tower = {"depth": 4, "hidden_size": 96, "intermediate_size": 256, "num_heads": 4, "patch_size": 8, "num_position_embeddings": 36,
             "out_hidden_size": 192, "deepstack_visual_indexes": [0, 2]}  # fmt: skip
    return {"model_type": kind, "architectures": [name + "ForConditionalGeneration"], "text_config": text, "vision_config": tower,
            "image_token_id": 1499, "video_token_id": 1498, "tie_word_embeddings": False}  # fmt: skip


def encoder(kind, architecture, **more):
    return {
        "model_type": kind, "architectures": [architecture], "vocab_size": 2000, "hidden_size": 192, "intermediate_size": 768,
        "num_hidden_layers": 4, "num_attention_heads": 6, "max_position_embeddings": 512, **more,
    }  # fmt: skip


def gpt2(width=192, blocks=4, heads=6, vocabulary=2000):
    return {
        "model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": vocabulary, "n_embd": width, "n_layer": blocks, "n_head": heads,
        "n_positions": 512, "bos_token_id": 0, "eos_token_id": 0,
    }  # fmt: skip


# `image`: the side of an image in each sample, 0 for none, of models that have a vision tower.
def family(name, config, steps=None, profile=None, attention="sdpa", dropout="off", note="", image=None):
    fields = {"name": name, "config": config, "steps": steps or STEPS, "profile": profile or PROFILED, "attention": attention, "dropout": dropout,
              "note": note}  # fmt: skip
    return fields if image is None else {**fields, "image": image}


def torchvision(name, side, batches, dropout="off", note=""):
    profile = {"micro_batch": [2, 3], "sequence": [side]}
    return {"name": name + (", dropout" if dropout != "off" else ""), "torchvision": name, "steps": [(batch, side) for batch in batches],
            "profile": profile, "attention": "sdpa", "dropout": dropout, "note": note}  # fmt: skip


LLAMA = decoder("llama", "LlamaForCausalLM")
PHI3 = decoder("phi3", "Phi3ForCausalLM", original_max_position_embeddings=512)
NEOX = encoder("gpt_neox", "GPTNeoXForCausalLM", bos_token_id=1, eos_token_id=2)
BERT = encoder("bert", "BertForMaskedLM")
OPT = {**encoder("opt", "OPTForCausalLM"), "word_embed_proj_dim": 192, "ffn_dim": 768}
FALCON = encoder("falcon", "FalconForCausalLM", bos_token_id=1, eos_token_id=1)
VIT = {**encoder("vit", "ViTForImageClassification"), "image_size": 96, "patch_size": 8, "num_labels": 100}
QWEN_EXPERTS = {"head_dim": 48, "num_experts": 6, "num_experts_per_tok": 2, "moe_intermediate_size": 96, "norm_topk_prob": True}
DEEPSEEK = decoder(
    "deepseek_v3", "DeepseekV3ForCausalLM", num_key_value_heads=6, q_lora_rank=96, kv_lora_rank=64, qk_nope_head_dim=32, qk_rope_head_dim=16,
    v_head_dim=32, n_routed_experts=8, num_experts_per_tok=2, n_group=4, topk_group=2, first_k_dense_replace=1, moe_intermediate_size=96,
    n_shared_experts=1,
)  # fmt: skip
GLM = decoder(
    "glm4_moe", "Glm4MoeForCausalLM", head_dim=32, n_routed_experts=8, num_experts_per_tok=2, first_k_dense_replace=1, moe_intermediate_size=96,
    n_shared_experts=1, use_qk_norm=True, attention_bias=True,
)  # fmt: skip
EIGHT_EXPERTS = {"head_dim": 32, "intermediate_size": 96, "num_local_experts": 8, "num_experts_per_tok": 2}
MINIMAX = decoder("minimax_m2", "MiniMaxM2ForCausalLM", rotary_dim=16, **EIGHT_EXPERTS)
GPT_OSS = decoder("gpt_oss", "GptOssForCausalLM", sliding_window=48, **EIGHT_EXPERTS)
GEMMA3 = decoder("gemma3_text", "Gemma3ForCausalLM", head_dim=32, sliding_window=48, sliding_window_pattern=2)
QWEN35 = {
    "head_dim": 32, "full_attention_interval": 2, "linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 32,
    "linear_value_head_dim": 32, "pad_token_id": None,
    "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5, "mrope_section": [3, 3, 2]},
}  # fmt: skip
QWEN35_EXPERTS = {"num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 96, "shared_expert_intermediate_size": 64}
LLAMA4 = decoder(
    "llama4_text", "Llama4ForCausalLM", head_dim=32, intermediate_size=96, intermediate_size_mlp=448, num_local_experts=4, num_experts_per_tok=1,
    interleave_moe_layer_step=2, attention_chunk_size=48,
)  # fmt: skip
NEMOTRON = {
    "model_type": "nemotron_h", "architectures": ["NemotronHForCausalLM"], "vocab_size": 1500, "hidden_size": 192, "intermediate_size": 448,
    "num_attention_heads": 6, "num_key_value_heads": 2, "head_dim": 32, "max_position_embeddings": 512, "mamba_num_heads": 8, "mamba_head_dim": 32,
    "n_groups": 2, "ssm_state_size": 16, "chunk_size": 64, "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 96,
    "moe_shared_expert_intermediate_size": 64, "routed_scaling_factor": 2.5, "hybrid_override_pattern": "MEM*-",
}  # fmt: skip
QWEN3_VL = vision_language("qwen3_vl", "Qwen3VL")
QWEN3_VL_MOE = vision_language("qwen3_vl_moe", "Qwen3VLMoe", num_experts=8, num_experts_per_tok=2, moe_intermediate_size=96)
GEMMA4 = {
    "model_type": "gemma4_text", "architectures": ["Gemma4ForCausalLM"], "vocab_size": 1500, "hidden_size": 192, "intermediate_size": 448,
    "num_hidden_layers": 4, "num_attention_heads": 6, "num_key_value_heads": 2, "head_dim": 32, "global_head_dim": 64,
    "max_position_embeddings": 512, "sliding_window": 48, "final_logit_softcapping": 30.0, "hidden_size_per_layer_input": 0,
    "layer_types": ["sliding_attention", "full_attention"] * 2,
}  # fmt: skip
GEMMA4_OWN = {"hidden_size_per_layer_input": 16, "vocab_size_per_layer_input": 1500}
GEMMA4_SHARED = {**GEMMA4_OWN, "num_kv_shared_layers": 2, "use_double_wide_mlp": True}
GEMMA4_DEEP = {
    **GEMMA4, **GEMMA4_SHARED, "num_hidden_layers": 8, "num_kv_shared_layers": 5, "vocab_size": 200, "vocab_size_per_layer_input": 200,
    "layer_types": [f"{kind}_attention" for kind in "sliding sliding full sliding full sliding sliding full".split()],
}  # fmt: skip
GEMMA4_EXPERTS = {
    "enable_moe_block": True, "num_experts": 8, "top_k_experts": 2, "moe_intermediate_size": 96, "attention_k_eq_v": True,
    "num_global_key_value_heads": 1,
}  # fmt: skip
T5 = {
    "model_type": "t5", "architectures": ["T5ForConditionalGeneration"], "vocab_size": 2000, "d_model": 192, "d_kv": 32, "d_ff": 768,
    "num_layers": 3, "num_decoder_layers": 3, "num_heads": 6, "decoder_start_token_id": 0,
}  # fmt: skip

MODELS = [
    family("gpt2", gpt2()),
    family("gpt2, eager", gpt2(), ONE_STEP, attention="eager"),
    family("gpt2, dropout", gpt2(), ONE_STEP, dropout="configured"),
    family("gpt2, 8 blocks of 512", gpt2(512, 8, 8, 8000), [(2, 128)], {"micro_batch": [2], "sequence": [128]}),
    family("llama", LLAMA),
    family("llama, few tokens", decoder("llama", "LlamaForCausalLM", vocab_size=400), [(2, 8)], {"micro_batch": [2], "sequence": [8]}, note=DENOMINATOR),
    family("llama, eager", LLAMA, ONE_STEP, attention="eager"),
    family("mistral", decoder("mistral", "MistralForCausalLM", sliding_window=None)),
    family("mistral, window of 48", decoder("mistral", "MistralForCausalLM", sliding_window=48), ONE_STEP),
    family("qwen2", decoder("qwen2", "Qwen2ForCausalLM")),
    family("qwen3", decoder("qwen3", "Qwen3ForCausalLM", head_dim=48)),
    family("gemma", decoder("gemma", "GemmaForCausalLM", num_key_value_heads=1, head_dim=48)),
    family("phi3", PHI3),
    family("phi3, eager", PHI3, ONE_STEP, attention="eager"),
    family("gpt_neox", NEOX),
    family("gpt_neox, whole heads rotated", {**NEOX, "rotary_pct": 1.0}, ONE_STEP),
    family("opt", OPT),
    family("falcon", FALCON),
    family("falcon, groups of heads", {**FALCON, "new_decoder_architecture": True, "num_kv_heads": 2}, ONE_STEP),
    family("falcon, alibi", {**FALCON, "alibi": True, "multi_query": False, "parallel_attn": False, "bias": True}, ONE_STEP),
    family("bert", BERT),
    family("bert, dropout", BERT, ONE_STEP, dropout="configured"),
    family("t5", T5),
    family("t5, eager", T5, ONE_STEP, attention="eager"),
    family("mixtral", decoder("mixtral", "MixtralForCausalLM", num_local_experts=4, num_experts_per_tok=2)),
    family("qwen3_moe", decoder("qwen3_moe", "Qwen3MoeForCausalLM", **QWEN_EXPERTS), ONE_STEP),
    family("deepseek_v3", DEEPSEEK),
    family("glm4_moe", GLM, ONE_STEP),
    family("minimax_m2", MINIMAX, ONE_STEP),
    family("gpt_oss, window of 48", GPT_OSS, attention="eager"),
    family("gemma3_text, window of 48", GEMMA3, ONE_STEP),
    family("llama4_text, chunks of 48", LLAMA4, ONE_STEP),
    family("qwen3_5_text", decoder("qwen3_5_text", "Qwen3_5ForCausalLM", **QWEN35), ONE_STEP),
    family("qwen3_5_moe_text", decoder("qwen3_5_moe_text", "Qwen3_5MoeForCausalLM", **QWEN35, **QWEN35_EXPERTS), ONE_STEP),
    family("nemotron_h", NEMOTRON),
    family("nemotron_h, latent experts", {**NEMOTRON, "moe_latent_size": 64, "hybrid_override_pattern": "MEME"}, ONE_STEP),
    family("qwen3_vl, language model", QWEN3_VL, ONE_STEP, image=0),
    family("qwen3_vl_moe, language model", QWEN3_VL_MOE, ONE_STEP, image=0),
    family("qwen3_vl, images of 64 pixels", QWEN3_VL, image=64),
    family("qwen3_vl, images of 64 pixels, eager", QWEN3_VL, ONE_STEP, attention="eager", image=64),
    family("qwen3_vl, images of 144 pixels", QWEN3_VL, profile=BEHIND_IMAGES, image=144),
    family("qwen3_vl, images of 144 pixels, eager", QWEN3_VL, ONE_STEP, BEHIND_IMAGES, attention="eager", image=144),
    family("qwen3_vl_moe, images of 64 pixels", QWEN3_VL_MOE, ONE_STEP, image=64),
    family("gemma4_text, window of 48", GEMMA4),
    family("gemma4_text, inputs for each layer", {**GEMMA4, **GEMMA4_OWN}, ONE_STEP),
    family("gemma4_text, shared keys", {**GEMMA4, **GEMMA4_SHARED}, ONE_STEP),
    family("gemma4_text, 8 blocks, 5 with shared keys", GEMMA4_DEEP, [(3, 200)], {"micro_batch": [3], "sequence": [200]}),
    family("gemma4_text, experts", {**GEMMA4, **GEMMA4_EXPERTS}, ONE_STEP),
    family("vit", VIT, [(3, None), (6, None)], {"micro_batch": [2, 3]}),
    torchvision("resnet18", 96, [3, 6]),
    torchvision("resnet50", 64, [3, 6]),
    torchvision("vgg11", 64, [3, 5]),
    torchvision("densenet121", 64, [3, 6]),
    torchvision("efficientnet_b0", 64, [3, 6]),
    torchvision("efficientnet_b0", 64, [4], dropout="configured"),
    torchvision("vit_b_16", 224, [3, 4]),
]
