// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/stackkind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stagecraft {

namespace {

using Text = std::string_view;

// Files whose functions only communicate; wrappers of a whole program are in none of them.
constexpr std::array communicationFiles {
    Text("torch/distributed/distributed_c10d.py"),
    Text("torch/distributed/_functional_collectives.py"),
    Text("torch/distributed/_symmetric_memory"),
    Text("torch/distributed/algorithms/ddp_comm_hooks/"),
    Text("torch/distributed/nn/functional.py"),
    Text("torch/distributed/fsdp/_flat_param.py"),
    Text("torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py"),
    Text("torch/distributed/_composable/fsdp/_fsdp_collectives.py"),
    Text("deepspeed/comm/"),
    Text("megatron/core/tensor_parallel/mappings.py"),
    Text("megatron/core/pipeline_parallel/p2p_communication.py"),
};

// Functions of DistributedDataParallel that make its buckets; its other functions run the module.
constexpr std::array bucketFunctions {
    Text("_ddp_init_helper"),
    Text("_sync_module_states"),
    Text("_pre_forward"),
};

constexpr std::array optimizerFiles {
    Text("torch/optim/"),        Text("torch/distributed/optim/"),
    Text("apex/optimizers/"),    Text("apex/contrib/optimizers/"),
    Text("deepspeed/ops/adam/"), Text("deepspeed/ops/lamb/"),
    Text("deepspeed/ops/lion/"), Text("megatron/core/optimizer/"),
    Text("bitsandbytes/optim/"), Text("transformer_engine/pytorch/optimizers/"),
};

constexpr std::array stateFunctions {
    Text("_init_group"),
    Text("_init_state"),
    Text("init_state"),
    Text("init_states"),
    Text("_initialize_state"),
    Text("initialize_state"),
    Text("initialize_optimizer_states"),
    Text("init_state_fn"),
};

constexpr std::array placementFunctions {
    Text("__init__"),        Text("reset_parameters"),      Text("from_pretrained"),
    Text("load_state_dict"), Text("_load_from_state_dict"), Text("register_parameter"),
    Text("to_empty"),
};
constexpr std::array moduleMoves {Text("_apply"), Text("to"), Text("cuda"), Text("half"), Text("bfloat16")};

template <std::size_t count>
bool isOneOf(Text name, const std::array<Text, count>& names)
{
    return std::ranges::find(names, name) != names.end();
}

template <std::size_t count>
bool isIn(Text file, const std::array<Text, count>& files)
{
    return std::ranges::any_of(files, [&](Text part) { return file.find(part) != Text::npos; });
}

StackKind kindOf(Text name, Text file)
{
    const bool isModule = file.ends_with("torch/nn/modules/module.py");
    const bool isBucket = file.ends_with("torch/nn/parallel/distributed.py") && isOneOf(name, bucketFunctions);
    if (isBucket || isIn(file, communicationFiles) || name.starts_with("c10d::")) {
        return StackKind::Communication;
    }
    if (name == "zero_grad" || name == "zero_grad_buffer") {
        return StackKind::ZeroGrad;
    }
    if (isIn(file, optimizerFiles)) {
        return isOneOf(name, stateFunctions) ? StackKind::OptimizerState : StackKind::Optimizer;
    }
    if (name == "backward" || name == "_engine_run_backward" || name.find("autograd::Engine") != Text::npos
        || name.find("autograd::python::PythonEngine") != Text::npos) {
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
    // If the snapshot has no stack traces at all, a missing one is no information.
    return frames.empty() && m_snapshot.stacks.size() > 1 ? StackKind::None : StackKind::Other;
}

}
