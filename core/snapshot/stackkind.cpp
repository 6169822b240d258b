// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/stackkind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stagecraft {

namespace {

using Words = std::string_view;

// Files whose functions send or receive, and nothing else: a wrapper of a whole program is in none of them.
constexpr std::array communicationFiles {
    Words("torch/distributed/distributed_c10d.py"),
    Words("torch/distributed/_functional_collectives.py"),
    Words("torch/distributed/nn/functional.py"),
    Words("torch/distributed/fsdp/_flat_param.py"),
    Words("torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py"),
    Words("torch/distributed/_composable/fsdp/_fsdp_collectives.py"),
    Words("deepspeed/comm/"),
    Words("megatron/core/tensor_parallel/mappings.py"),
    Words("megatron/core/pipeline_parallel/p2p_communication.py"),
};

constexpr std::array optimizerFiles {
    Words("torch/optim/"),        Words("torch/distributed/optim/"),
    Words("apex/optimizers/"),    Words("apex/contrib/optimizers/"),
    Words("deepspeed/ops/adam/"), Words("deepspeed/ops/lamb/"),
    Words("deepspeed/ops/lion/"), Words("megatron/core/optimizer/"),
    Words("bitsandbytes/optim/"), Words("transformer_engine/pytorch/optimizers/"),
};

constexpr std::array stateFunctions {
    Words("_init_group"),
    Words("_init_state"),
    Words("init_state"),
    Words("init_states"),
    Words("_initialize_state"),
    Words("initialize_state"),
    Words("initialize_optimizer_states"),
    Words("init_state_fn"),
};

constexpr std::array placementFunctions {
    Words("__init__"),        Words("reset_parameters"),      Words("from_pretrained"),
    Words("load_state_dict"), Words("_load_from_state_dict"), Words("register_parameter"),
    Words("to_empty"),
};
constexpr std::array moduleMoves {Words("_apply"), Words("to"), Words("cuda"), Words("half"), Words("bfloat16")};

template <std::size_t count>
bool isOneOf(Words name, const std::array<Words, count>& names)
{
    return std::ranges::find(names, name) != names.end();
}

template <std::size_t count>
bool isIn(Words file, const std::array<Words, count>& files)
{
    return std::ranges::any_of(files, [&](Words part) { return file.find(part) != Words::npos; });
}

StackKind kindOf(Words name, Words file)
{
    const bool isModule = file.ends_with("torch/nn/modules/module.py");
    if (isIn(file, communicationFiles) || name.starts_with("c10d::")) {
        return StackKind::Communication;
    }
    if (name == "zero_grad" || name == "zero_grad_buffer") {
        return StackKind::ZeroGrad;
    }
    if (isIn(file, optimizerFiles)) {
        return isOneOf(name, stateFunctions) ? StackKind::OptimizerState : StackKind::Optimizer;
    }
    if (name == "backward" || name == "_engine_run_backward" || name.find("autograd::Engine") != Words::npos
        || name.find("autograd::python::PythonEngine") != Words::npos) {
        return StackKind::Backward;
    }
    if (name == "forward" || file.ends_with("torch/nn/functional.py")
        || (isModule && (name == "_call_impl" || name == "_wrapped_call_impl"))) {
        return StackKind::Forward;
    }
    return isOneOf(name, placementFunctions) || (isModule && isOneOf(name, moduleMoves)) ? StackKind::Placement
                                                                                         : StackKind::Other;
}

}

StackKinds::StackKinds(const Snapshot& snapshot)
    : m_snapshot(snapshot), m_stacks(snapshot.stacks.size()), m_frames(snapshot.frames.size())
{
}

StackKind StackKinds::of(std::uint32_t stack)
{
    auto& known = m_stacks[stack];
    if (!known) {
        known = find(stack);
    }
    return *known;
}

StackKind StackKinds::ofFrame(std::uint32_t frame)
{
    auto& known = m_frames[frame];
    if (!known) {
        const SnapshotFrame& of = m_snapshot.frames.frame(frame);
        known = kindOf(m_snapshot.texts.text(of.name), m_snapshot.texts.text(of.file));
    }
    return *known;
}

StackKind StackKinds::find(std::uint32_t stack)
{
    const auto frames = m_snapshot.stacks.frames(stack);
    for (const std::uint32_t frame : frames) {
        if (const StackKind kind = ofFrame(frame); kind != StackKind::Other) {
            return kind;
        }
    }
    // Without any stack traces in the snapshot, a missing one says nothing.
    return frames.empty() && m_snapshot.stacks.size() > 1 ? StackKind::None : StackKind::Other;
}

}
