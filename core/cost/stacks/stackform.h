// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/runs/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// How a family of training stacks lays a model out and what it keeps: the model that a stack's corrections are for.
// Nanotron: Llama-like models, layers placed by cost, tensor ranks shard all activations. Megatron: GPT-like models,
// even stages, interleaving, experts. Torchtitan: fully sharded data parallelism (FSDP2), 16 bytes a parameter sharded.
enum class StackForm { Nanotron, Megatron, Torchtitan };

template <>
inline constexpr auto enumNames<StackForm> = std::array {
    std::pair {StackForm::Nanotron, std::string_view("nanotron")},
    std::pair {StackForm::Megatron, std::string_view("megatron")},
    std::pair {StackForm::Torchtitan, std::string_view("torchtitan")},
};

inline constexpr int devicesPerNode = 8; // of the machines behind those data sheets and of all published runs

// What the data sheets say of a device in its maker's machine of eight.
struct DeviceSheet {
    std::string_view name;
    std::string_view type; // in the catalogue, of such a machine
    FlopsPerSecond peak; // 16 bits, dense
    BytesPerSecond node; // to the others of its machine, each way
    BytesPerSecond network; // to other machines, each way
    std::string_view source;
    int devices_per_node = devicesPerNode;
};

// Nothing for a device that is not known.
std::optional<DeviceSheet> deviceSheet(std::string_view name);

// Which bytes the measured runs of a form count where they do not say it.
MemoryKind usualKind(StackForm form);

}
