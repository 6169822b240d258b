// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/snapshotrecords.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagecraft {

// Part of a training step that a stack trace belongs to.
enum class StackKind : std::uint8_t {
    None, // no frames: if C++ frames are not recorded, the autograd engine's threads have none
    Other,
    Placement, // a module is built, loaded or moved to the device
    Forward,
    Backward,
    Optimizer,
    OptimizerState, // an optimizer initializes its states
    ZeroGrad,
    Communication,
};

// Classifies the stack traces of a snapshot by files and functions of PyTorch, Megatron-LM, DeepSpeed, Apex,
// Transformer Engine and bitsandbytes. The innermost frame that matches a rule decides, since trainers call the forward
// pass from the optimizer's step, and recomputation calls it from the backward pass. Examines each stack once. The
// snapshot must outlive this. Not thread-safe.
class StackKinds {
public:
    explicit StackKinds(const Snapshot& snapshot);

    StackKind of(std::uint32_t stack);

private:
    StackKind find(std::uint32_t stack);
    StackKind ofFrame(std::uint32_t frame);

    const Snapshot& m_snapshot;
    std::vector<std::optional<StackKind>> m_stacks;
    std::vector<std::optional<StackKind>> m_frames;
};

// True for the parts of a step in which the optimizer runs.
constexpr bool isOptimizer(StackKind kind)
{
    return kind == StackKind::Optimizer || kind == StackKind::OptimizerState || kind == StackKind::ZeroGrad;
}

}
