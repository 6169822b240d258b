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

// Who trains, and so how layers run and what state lies where (core/framework). Libtorch: PyTorch alone, as profiled.
// Fsdp2, DeepSpeed: PyTorch's fully_shard() and DeepSpeed's ZeRO over the same layers.
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

// Parts of a block that Megatron-Core recomputes in the backward pass, by its names. The first three are made again
// where they are first needed: norms that are kernels of their own, the input of the experts' second product, and what
// latent attention makes of its latent vectors. The others run again as a whole, from their input: the MLP of a dense
// block, the experts with router and shared expert, the shared expert alone.
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

// What a framework leaves to its user, by the names and with the defaults of its own options. Of no meaning to others.
struct FrameworkOptions {
    bool gradient_accumulation_fusion = true; // Megatron-Core: products add weight gradients to their buffers
    bool cross_entropy_loss_fusion = false; // Megatron-Core: the loss by one kernel, in 16 bits
    bool grad_reduce_in_bf16 = false; // Megatron-Core: buffers of gradients are as wide as parameters
    std::vector<RecomputeModule> recompute_modules {}; // Megatron-Core: of blocks that are not run again as a whole
    Fp8Recipe fp8_recipe = Fp8Recipe::None; // Megatron-Core: of the matrix products of blocks
    bool compile = false; // torchtitan: blocks by torch.compile
    bool compile_loss = true; // torchtitan: with compile, the loss as well (compile.components)

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

// Whether it is known what replicas divide at this ZeRO stage beside expert ranks: optimizer states of experts, and of
// torchtitan, whose experts are units of their own, all (apply_fsdp in torchtitan/models/llama4/infra/parallelize.py).
constexpr bool knowsZeroWithExperts(Framework framework, int zero)
{
    return zero <= 1 || (zero == 3 && framework == Framework::Torchtitan);
}

}
