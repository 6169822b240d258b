// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/units.h"
#include "core/model/fp8recipe.h"
#include "core/problem/framework.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stagecraft {

// Bytes that a measured memory figure includes: tensors, memory reserved by the allocator, or the whole device.
enum class MemoryKind { Unstated, Allocated, Reserved, Device };

template <>
inline constexpr auto enumNames<MemoryKind> = std::array {
    std::pair {MemoryKind::Unstated, std::string_view("unstated")},
    std::pair {MemoryKind::Allocated, std::string_view("allocated")},
    std::pair {MemoryKind::Reserved, std::string_view("reserved")},
    std::pair {MemoryKind::Device, std::string_view("device")},
};

// Rank whose memory was measured: the maximum of all ranks, the first or last stage, another rank, or the sum of all.
enum class MemoryRank { Most, First, Last, Other, Sum };

template <>
inline constexpr auto enumNames<MemoryRank> = std::array {
    std::pair {MemoryRank::Most, std::string_view("most")}, std::pair {MemoryRank::First, std::string_view("first")},
    std::pair {MemoryRank::Last, std::string_view("last")}, std::pair {MemoryRank::Other, std::string_view("other")},
    std::pair {MemoryRank::Sum, std::string_view("sum")},
};

struct MemoryScope {
    MemoryRank rank = MemoryRank::Most;
    MemoryKind kind = MemoryKind::Unstated;

    friend bool operator==(const MemoryScope&, const MemoryScope&) = default;
};

// Activation recomputation of a run. SelectiveOperators: every second product and the elementwise operators
// (torchtitan's "selective (op)"). SelectiveAttention: the core of attention (Megatron-LM's "selective").
enum class Recomputation { None, Full, SelectiveOperators, SelectiveAttention, Other };

template <>
inline constexpr auto enumNames<Recomputation> = std::array {
    std::pair {Recomputation::None, std::string_view("none")},
    std::pair {Recomputation::Full, std::string_view("full")},
    std::pair {Recomputation::SelectiveOperators, std::string_view("selective_operators")},
    std::pair {Recomputation::SelectiveAttention, std::string_view("selective_attention")},
    std::pair {Recomputation::Other, std::string_view("other")},
};

// Communication of tensor-parallel ranks: whole all-reduces, or reduce-scatters and all-gathers in pieces.
enum class TensorMode { AllReduce, ReduceScatter };

template <>
inline constexpr auto enumNames<TensorMode> = std::array {
    std::pair {TensorMode::AllReduce, std::string_view("all_reduce")},
    std::pair {TensorMode::ReduceScatter, std::string_view("reduce_scatter")},
};

// One measured training run as given in its row. Values missing from the row are empty; plannedRun() fills in the
// framework's usual values.
struct Run {
    std::string file; // file name without folder
    int line = 0;
    std::string model;
    Message obstacle; // reason why no framework's plan can express the run; empty if one may
    std::optional<Framework> framework; // framework that trained it

    std::optional<std::int64_t> layers;
    std::optional<std::int64_t> hidden;
    std::optional<std::int64_t> heads;
    std::optional<std::int64_t> kv_heads;
    std::optional<std::int64_t> ffn;
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> vocabulary;
    std::optional<std::int64_t> positions; // number of learned positions
    std::optional<std::int64_t> experts;
    std::optional<std::int64_t> experts_per_token;
    std::optional<bool> gated; // feed-forward network with three matrices
    std::optional<bool> tied; // embedding and head share their weights
    std::optional<bool> fused_attention;
    Fp8Recipe fp8 = Fp8Recipe::None; // None: 16-bit matrix products, or not stated
    bool fp8_parameters = false; // --fp8-param-gather
    bool compiled = false; // compiled with torch.compile; false if not stated
    bool compiled_loss = true; // the loss is compiled, too
    bool fused_loss = false; // Megatron-LM's --cross-entropy-loss-fusion; false if not stated

    std::string device; // "H100", the first word of the device cell
    std::optional<Bytes> device_memory; // vendor's nominal memory if the row states it: "H100 96GB"
    std::optional<std::int64_t> devices;
    std::optional<std::int64_t> pipeline;
    std::optional<std::int64_t> data;
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> context;
    std::optional<std::int64_t> expert;
    std::optional<std::int64_t> chunks; // model chunks per pipeline rank (interleaving)
    std::optional<std::int64_t> chunk_layers; // layers per model chunk, as an alternative to `chunks`
    std::optional<std::int64_t> first_layers; // layers of the first stage if stages are uneven on purpose
    std::optional<std::int64_t> last_layers;
    std::optional<std::int64_t> zero;
    std::optional<Recomputation> recomputation; // None if the file has no such column; empty if the cell is blank
    std::optional<bool> sequence_parallel;
    std::optional<TensorMode> tensor_mode;
    std::optional<std::int64_t> micro_batch;
    std::optional<std::int64_t> micro_batches;
    std::optional<std::int64_t> global_batch;

    MemoryScope scope;
    std::optional<Bytes> peak;
    bool out_of_memory = false;
    std::optional<double> throughput; // in `throughput_unit`
    std::string throughput_unit;

    friend bool operator==(const Run&, const Run&) = default;
};

}
