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

// What the ranks that share one layer send each other while it runs. Nothing here takes time: collectivetimes.h does.
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

// Over which ranks.
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
    bool backward = false; // else in the forward pass
    // The whole of what it is about, as in collectives.h: all ranks' parts together; of an all-to-all what one rank
    // has, of a ring pass what all ranks' parts are together.
    Bytes bytes;
    bool overlaps = false; // the layer computes meanwhile

    friend bool operator==(const LayerCollective&, const LayerCollective&) = default;
};

// The collectives that one rank of a layer runs for a micro-batch, in their order. `point` is that of the whole layer,
// as chainPoints() has it without any sharding: all its tokens, its frozen parameters marked. Where it is recomputed
// the backward pass runs the forward pass again, and all that it sends.
//
// Tensor (Shoeybi et al. 2019, Megatron-LM, section 3). A product split by rows leaves each rank a summand: an
// all-reduce, in the forward pass. What products split by columns take has a summand of its gradient on each rank: an
// all-reduce in the backward pass, one for all products that take the same value, none where it has no gradient.
// Summands that are added to each other are reduced together (attention and multi-layer perceptron side by side: Black
// et al. 2022, GPT-NeoX-20B, section 2.1; behind two norms their gradients are still two). Vocabulary-parallel
// embedding: one all-reduce; loss: three, of a number each for a token (largest score, score of the label, sum of
// exponentials; megatron/core/tensor_parallel/cross_entropy.py).
//
// Sequence (Korthikanti et al. 2022, section 4.2.2): instead of each all-reduce a reduce-scatter there and an
// all-gather in the other pass. What was gathered is kept, as core/runtime keeps it; Megatron-LM gathers it once more
// beside the backward products, which is left out, as are the gradients of norms, all-reduced once a step.
//
// Context. Ring: the keys and values of all ranks but one's own pass through each rank; in the backward pass with
// their gradients, which are as many numbers. Ulysses: an all-to-all of queries, keys and values and one of the result,
// each way; fewer heads of keys than ranks are copied first.
//
// Expert (Lepikhin et al. 2020, GShard, section 3): each token goes to its experts and back, each way: two all-to-alls
// of tokens x experts asked x capacity in each pass. Tensor ranks send the same tokens.
//
// Numbers count as products take them: in half precision under autocast; rows of tables under autocast, and a loss
// always, in single precision.
// Errors: those of shardOf(); OptionUnsupported where tokens or heads do not divide by the context degree, and for
// layer tables and TorchScript layers where a degree is above one. Safe from any thread.
Result<std::vector<LayerCollective>> collectivesOf(const ProfilePoint& point, const LayerDegrees& degrees);

// The same of every layer of a chain, with what the framework runs again in the backward pass. Errors: as above and
// those of chainPoints(); `where` names model and layer.
Result<std::vector<std::vector<LayerCollective>>> collectivesOf(const Model& model, const Workload& workload,
                                                                std::int64_t micro_batch, const LayerDegrees& degrees,
                                                                bool recompute = false,
                                                                const FrameworkChoice& framework = {});

}
