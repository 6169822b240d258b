// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/model/fp8recipe.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// Training framework; determines how layers run and where state is kept (core/framework). Libtorch: plain PyTorch, as
// profiled. Fsdp2, DeepSpeed: PyTorch's fully_shard() and DeepSpeed's ZeRO over the same layers.
enum class Framework : std::uint8_t { Libtorch, MegatronCore, Fsdp2, DeepSpeed, Torchtitan, Nanotron };

template <>
inline constexpr auto enumNames<Framework> = std::array {
    std::pair {Framework::Libtorch, std::string_view("libtorch")},
    std::pair {Framework::MegatronCore, std::string_view("megatron-core")},
    std::pair {Framework::Fsdp2, std::string_view("fsdp2")},
    std::pair {Framework::DeepSpeed, std::string_view("deepspeed")},
    std::pair {Framework::Torchtitan, std::string_view("torchtitan")},
    std::pair {Framework::Nanotron, std::string_view("nanotron")},
};

// Modules of a block that Megatron-Core recomputes in the backward pass, by its names. The first three discard their
// output and recompute it where it is first needed: norms with separate kernels, the input of the experts' second
// matrix product, and the up-projections of latent attention. The others are checkpointed as a whole, from their input:
// the MLP of a dense block, the experts with router and shared expert, the shared expert alone.
enum class RecomputeModule : std::uint8_t {
    LayerNorm,
    ExpertActivation,
    LatentProjection,
    Mlp,
    MoeLayer,
    SharedExperts
};

template <>
inline constexpr auto enumNames<RecomputeModule> = std::array {
    std::pair {RecomputeModule::LayerNorm, std::string_view("layernorm")},
    std::pair {RecomputeModule::ExpertActivation, std::string_view("moe_act")},
    std::pair {RecomputeModule::LatentProjection, std::string_view("mla_up_proj")},
    std::pair {RecomputeModule::Mlp, std::string_view("mlp")},
    std::pair {RecomputeModule::MoeLayer, std::string_view("moe")},
    std::pair {RecomputeModule::SharedExperts, std::string_view("shared_experts")},
};

// User options of the frameworks, with each framework's own names and defaults. Ignored by other frameworks.
struct FrameworkOptions {
    bool gradient_accumulation_fusion = true; // Megatron-Core: matrix products add weight gradients to buffers
    bool cross_entropy_loss_fusion = false; // Megatron-Core: one kernel for the loss, in 16 bits
    bool grad_reduce_in_bf16 = false; // Megatron-Core: gradient buffers have the parameters' type
    std::vector<RecomputeModule> recompute_modules {}; // Megatron-Core: in blocks without full recomputation
    Fp8Recipe fp8_recipe = Fp8Recipe::None; // Megatron-Core: for the matrix products of blocks
    bool compile = false; // torchtitan: torch.compile on blocks
    bool compile_loss = true; // torchtitan: with compile, also on the loss (compile.components)

    bool recomputes(RecomputeModule module) const
    {
        return std::find(recompute_modules.begin(), recompute_modules.end(), module) != recompute_modules.end();
    }
    friend bool operator==(const FrameworkOptions&, const FrameworkOptions&) = default;
};

struct FrameworkChoice {
    Framework name = Framework::Libtorch;
    FrameworkOptions options {};

    bool isLibtorch() const { return name == Framework::Libtorch; }
    friend bool operator==(const FrameworkChoice&, const FrameworkChoice&) = default;
};

// True if the sharding at this ZeRO stage is known together with expert parallelism: up to ZeRO 1 the optimizer state
// of experts; ZeRO 3 for torchtitan, which shards experts as separate FSDP units (apply_fsdp in
// torchtitan/models/llama4/infra/parallelize.py).
constexpr bool knowsZeroWithExperts(Framework framework, int zero)
{
    return zero <= 1 || (zero == 3 && framework == Framework::Torchtitan);
}

}
