// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/problem/layerdegrees.h"
#include "core/profile/measurement.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

// Communication among the ranks that share one layer, while it runs. No times here: see collectivetimes.h.
namespace stagecraft {

enum class CollectiveKind : std::uint8_t { AllReduce, AllGather, ReduceScatter, AllToAll, RingPass };

template <>
inline constexpr auto enumNames<CollectiveKind> = std::array {
    std::pair {CollectiveKind::AllReduce, std::string_view("all_reduce")},
    std::pair {CollectiveKind::AllGather, std::string_view("all_gather")},
    std::pair {CollectiveKind::ReduceScatter, std::string_view("reduce_scatter")},
    std::pair {CollectiveKind::AllToAll, std::string_view("all_to_all")},
    std::pair {CollectiveKind::RingPass, std::string_view("ring_pass")},
};

// Parallel group of a collective.
enum class CollectiveGroup : std::uint8_t { Tensor, Context, Expert };

template <>
inline constexpr auto enumNames<CollectiveGroup> = std::array {
    std::pair {CollectiveGroup::Tensor, std::string_view("tensor")},
    std::pair {CollectiveGroup::Context, std::string_view("context")},
    std::pair {CollectiveGroup::Expert, std::string_view("expert")},
};

// One collective of one micro-batch in one layer.
struct LayerCollective {
    CollectiveKind kind = CollectiveKind::AllReduce;
    CollectiveGroup group = CollectiveGroup::Tensor;
    bool backward = false; // true in the backward pass, false in the forward pass
    // Total bytes as in collectives.h: all ranks' parts together (also for a ring pass); for an all-to-all the bytes of
    // one rank.
    Bytes bytes;
    bool overlaps = false; // runs during the layer's compute

    friend bool operator==(const LayerCollective&, const LayerCollective&) = default;
};

// Returns the collectives of one rank of a layer for a micro-batch, in execution order. `point`: the whole layer, as
// from chainPoints() without sharding: all its tokens, its frozen parameters marked. If it is recomputed, the backward
// pass repeats the communication of the forward pass.
//
// Tensor parallelism (Shoeybi et al. 2019, Megatron-LM, section 3). A row-parallel product leaves a partial sum on each
// rank: an all-reduce in the forward pass. The input of column-parallel products has a partial gradient on each rank:
// an all-reduce in the backward pass, one for all products with the same input, none if it has no gradient. Partial
// sums that are added to each other are reduced together (parallel attention and MLP: Black et al. 2022, GPT-NeoX-20B,
// section 2.1; with two norms their gradients are still two). Vocabulary-parallel embedding: one all-reduce; loss:
// three, of one number per token each (largest score, score of the label, sum of exponentials;
// megatron/core/tensor_parallel/cross_entropy.py).
//
// Sequence parallelism (Korthikanti et al. 2022, section 4.2.2): each all-reduce becomes a reduce-scatter and an
// all-gather in the opposite pass. The gathered input is saved, as in core/runtime; Megatron-LM's second all-gather
// during the backward products is not modeled, nor is the all-reduce of norm gradients once per step.
//
// Context parallelism. Ring: the keys and values of all other ranks pass through each rank; in the backward pass with
// their gradients, which are as many numbers. Ulysses: an all-to-all of queries, keys and values and one of the result,
// in each pass; if there are fewer key heads than ranks, they are copied first.
//
// Expert parallelism (Lepikhin et al. 2020, GShard, section 3): each token is sent to its experts and back: two
// all-to-alls of tokens x active experts x capacity in each pass. Tensor-parallel ranks send the same tokens.
//
// Number types are those of the products: half precision under autocast; embedding tables under autocast, and losses
// always, use single precision.
// Errors: those of shardOf(); OptionUnsupported if tokens or heads are not divisible by the context-parallel size, and
// for layer tables and TorchScript layers with a parallel size above one. Thread-safe.
Result<std::vector<LayerCollective>> collectivesOf(const ProfilePoint& point, const LayerDegrees& degrees);

// Returns the same for every layer of a chain, including the framework's own recomputation. Errors: as above and those
// of chainPoints(); `where` names model and layer.
Result<std::vector<std::vector<LayerCollective>>> collectivesOf(const Model& model, const Workload& workload,
                                                                std::int64_t micro_batch, const LayerDegrees& degrees,
                                                                bool recompute = false,
                                                                const FrameworkChoice& framework = {});

}
