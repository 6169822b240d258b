// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/attentionoperators.h"
#include "core/model/expertoperators.h"
#include "core/model/fp8recipe.h"
#include "core/model/imageoperators.h"
#include "core/model/recurrentoperators.h"
#include "core/model/visionoperators.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

// Operators that layers consist of. Each struct is one operator of the libraries that the models come from
// (transformers, torchvision): its name in files and its attributes, listed once for files and signatures. shapes.h,
// parameters.h and flops.h define its effect on shapes, parameters and flops; core/runtime executes it.
// b: samples, s: tokens, h: width.
namespace stagecraft {

// Embedding lookup by token ids: [b, s] to [b, s, width].
struct Embedding {
    static constexpr std::string_view name = "embedding";
    std::int64_t count = 0;
    std::int64_t width = 0;
    std::string shared {}; // layers with the same name share one tensor
    std::int64_t shards = 1; // ranks with `count` rows each; ids of other ranks' rows give zeros
    bool row_mask = false; // masks rows of other ranks by one number per token instead of one per element

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
        visit("shared", op.shared);
        visit("shards", op.shards);
        visit("row_mask", op.row_mask);
    }
    friend bool operator==(const Embedding&, const Embedding&) = default;
};

// Learned position embedding of the input's tokens: [b, s] to [1, s, width], or one copy per sample.
struct PositionEmbedding {
    static constexpr std::string_view name = "position_embedding";
    std::int64_t count = 0;
    std::int64_t width = 0;
    std::int64_t offset = 0; // index of the first position in the table
    bool per_sample = false;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
        visit("offset", op.offset);
        visit("per_sample", op.per_sample);
    }
    friend bool operator==(const PositionEmbedding&, const PositionEmbedding&) = default;
};

// Segment embedding, all tokens of segment 0: [b, s] to [b, s, width].
struct SegmentEmbedding {
    static constexpr std::string_view name = "segment_embedding";
    std::int64_t count = 0;
    std::int64_t width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
    }
    friend bool operator==(const SegmentEmbedding&, const SegmentEmbedding&) = default;
};

// Matrix product over the last dimension, with an optional bias.
struct Linear {
    static constexpr std::string_view name = "linear";
    std::int64_t in = 0;
    std::int64_t out = 0;
    bool bias = true;
    bool transposed = false; // weight [in, out], product and bias in one kernel, as GPT-2's Conv1D
    std::string shared {};
    // Variants of distributed training frameworks (core/framework).
    bool accumulates = false; // the product itself adds the weight gradient to a buffer
    bool placeholder = false; // autograd gets one persistent placeholder for the gradients of all weights of a shape
    bool regathers = false; // saves only the rank's shard of the tokens, and gathers them again in the backward pass
    bool stored = false; // recomputation of the layer keeps the result
    bool stored_sum = false; // recomputation of the layer keeps the result's sum over tensor-parallel ranks
    bool recomputed_in_backward = false; // recomputes the result in the backward pass instead of saving it
    Fp8Recipe fp8 = Fp8Recipe::None; // copies input and weight to FP8
    bool keeps_input = false; // with FP8: saves its 16-bit input, which another operator saves anyway

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("in", op.in);
        visit("out", op.out);
        visit("bias", op.bias);
        visit("transposed", op.transposed);
        visit("shared", op.shared);
        visit("accumulates", op.accumulates);
        visit("placeholder", op.placeholder);
        visit("regathers", op.regathers);
        visit("stored", op.stored);
        visit("stored_sum", op.stored_sum);
        visit("remade", op.recomputed_in_backward);
        visit("fp8", op.fp8);
        visit("keeps_input", op.keeps_input);
    }
    friend bool operator==(const Linear&, const Linear&) = default;
};

// Layer normalization over the last dimension.
struct LayerNorm {
    static constexpr std::string_view name = "layer_norm";
    std::int64_t width = 0;
    double epsilon = 1e-5;
    bool affine = true;
    bool recomputed_in_backward = false; // as Linear::recomputed_in_backward

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("width", op.width);
        visit("epsilon", op.epsilon);
        visit("affine", op.affine);
        visit("remade", op.recomputed_in_backward);
    }
    friend bool operator==(const LayerNorm&, const LayerNorm&) = default;
};

// RMS normalization over the last dimension, by separate operations as in transformers.
struct RmsNorm {
    static constexpr std::string_view name = "rms_norm";
    std::int64_t width = 0;
    double epsilon = 1e-6;
    bool around_one = false; // adds the weight to 1 (Gemma)
    bool wide = false; // multiplies by the weight in fp32 (gpt-oss)
    // as `wide`, with a power instead of a reciprocal root, which saves one number per row (Gemma 4)
    bool powered = false;
    bool fused = false; // one kernel, which saves its input and one number per row
    bool recomputed_in_backward = false; // as Linear::recomputed_in_backward

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("width", op.width);
        visit("epsilon", op.epsilon);
        visit("around_one", op.around_one);
        visit("wide", op.wide);
        visit("powered", op.powered);
        visit("fused", op.fused);
        visit("remade", op.recomputed_in_backward);
    }
    friend bool operator==(const RmsNorm&, const RmsNorm&) = default;
};

struct Activate {
    static constexpr std::string_view name = "activate";
    Activation kind = Activation::Relu;
    bool in_place = false;
    bool fused = false; // with the consumer of its result: saves the activation's input instead of its result

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("kind", op.kind);
        visit("in_place", op.in_place);
        visit("fused", op.fused);
    }
    friend bool operator==(const Activate&, const Activate&) = default;
};

// Activation of the first half of each row times the second half, by one kernel, which saves its input:
// [b, s, 2 x width] to [b, s, width].
struct GatedActivation {
    static constexpr std::string_view name = "gated_activation";
    Activation kind = Activation::Silu;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("kind", op.kind);
    }
    friend bool operator==(const GatedActivation&, const GatedActivation&) = default;
};

// Dropout (Srivastava et al. 2014). Per sample: all elements of a sample or none, as in stochastic depth (Huang et al.
// 2016).
struct Dropout {
    static constexpr std::string_view name = "dropout";
    double probability = 0; // probability that an element is set to 0
    bool per_sample = false;
    bool in_place = false;
    bool per_channel = false; // drops whole channels of a sample's image

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("probability", op.probability);
        visit("per_sample", op.per_sample);
        visit("in_place", op.in_place);
        visit("per_channel", op.per_channel);
    }
    friend bool operator==(const Dropout&, const Dropout&) = default;
};

// Sum of two values. In place: into the first.
struct Add {
    static constexpr std::string_view name = "add";
    bool in_place = false;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("in_place", op.in_place);
    }
    friend bool operator==(const Add&, const Add&) = default;
};

struct Multiply {
    static constexpr std::string_view name = "multiply";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const Multiply&, const Multiply&) = default;
};

struct Scale {
    static constexpr std::string_view name = "scale";
    double factor = 1;
    bool in_place = false;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("factor", op.factor);
        visit("in_place", op.in_place);
    }
    friend bool operator==(const Scale&, const Scale&) = default;
};

// Views of equal parts of the last dimension.
struct Split {
    static constexpr std::string_view name = "split";
    std::int64_t parts = 2;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
    }
    friend bool operator==(const Split&, const Split&) = default;
};

// Views of two parts of the last dimension, of these widths.
struct SplitWidths {
    static constexpr std::string_view name = "split_widths";
    std::int64_t first = 0;
    std::int64_t second = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("first", op.first);
        visit("second", op.second);
    }
    friend bool operator==(const SplitWidths&, const SplitWidths&) = default;
};

// View with the last dimension split into two: [b, s, parts x width] to [b, s, parts, width].
struct SplitDimension {
    static constexpr std::string_view name = "split_dimension";
    std::int64_t parts = 1;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
    }
    friend bool operator==(const SplitDimension&, const SplitDimension&) = default;
};

// View of the first part: [b, s, parts, width] to [b, s, width]. All layers take the first part, so they are equal; the
// choice does not change the cost.
struct SelectPart {
    static constexpr std::string_view name = "select_part";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const SelectPart&, const SelectPart&) = default;
};

// Learned token prepended to each sample: [b, s, width] to [b, s + 1, width].
struct ClassToken {
    static constexpr std::string_view name = "class_token";
    std::int64_t width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("width", op.width);
    }
    friend bool operator==(const ClassToken&, const ClassToken&) = default;
};

// Addition of a learned [1, count, width].
struct LearnedOffset {
    static constexpr std::string_view name = "learned_offset";
    std::int64_t count = 0;
    std::int64_t width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
    }
    friend bool operator==(const LearnedOffset&, const LearnedOffset&) = default;
};

// First token of each sample: [b, s, h] to [b, h].
struct FirstToken {
    static constexpr std::string_view name = "first_token";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const FirstToken&, const FirstToken&) = default;
};

// All-gather of the token shards of all ranks: [b, s, h] to [b, s x parts, h].
struct GatherTokens {
    static constexpr std::string_view name = "gather_tokens";
    std::int64_t parts = 1;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
    }
    friend bool operator==(const GatherTokens&, const GatherTokens&) = default;
};

// Reduce-scatter of the tokens over all ranks: [b, s, h] to [b, s / parts, h].
struct ScatterTokens {
    static constexpr std::string_view name = "scatter_tokens";
    std::int64_t parts = 1;
    bool stored = false; // as Linear::stored

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
        visit("stored", op.stored);
    }
    friend bool operator==(const ScatterTokens&, const ScatterTokens&) = default;
};

// Decoder input: the labels shifted by one token, with the length of the input value: [b, s] or [b, s, h] to
// [b, s x parts].
struct TargetIds {
    static constexpr std::string_view name = "target_ids";
    std::int64_t parts = 1; // token shards, of which the input value is one

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
    }
    friend bool operator==(const TargetIds&, const TargetIds&) = default;
};

// Relative position bias of attention scores, learned per bucket of distances (Raffel et al. 2019): [b, s, h] to
// [1, heads, s, s].
struct RelativeBias {
    static constexpr std::string_view name = "relative_bias";
    std::int64_t heads = 0;
    std::int64_t buckets = 32;
    std::int64_t distance = 128; // larger distances share a bucket
    bool bidirectional = true;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("heads", op.heads);
        visit("buckets", op.buckets);
        visit("distance", op.distance);
        visit("bidirectional", op.bidirectional);
    }
    friend bool operator==(const RelativeBias&, const RelativeBias&) = default;
};

// Zeros instead of a relative bias, for queries and keys: [b, s, ...] and [b, t, ...] to [1, heads, s, t].
struct ZeroBias {
    static constexpr std::string_view name = "zero_bias";
    std::int64_t heads = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("heads", op.heads);
    }
    friend bool operator==(const ZeroBias&, const ZeroBias&) = default;
};

// Cross-entropy loss over the last dimension; one label per row of the input.
struct CrossEntropy {
    static constexpr std::string_view name = "cross_entropy";
    std::int64_t classes = 0;
    bool shifted = false; // the label of a token is the next token
    std::int64_t shards = 1; // vocabulary-parallel ranks with `classes` classes each
    bool in_place = false; // overwrites the scores with their gradient
    bool low = false; // computes in the scores' type, not in fp32; saves them unless in place
    bool loss_parallel = false; // sharded over ranks by separate operations, as torch.distributed.tensor.parallel

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("classes", op.classes);
        visit("shifted", op.shifted);
        visit("shards", op.shards);
        visit("in_place", op.in_place);
        visit("low", op.low);
        visit("loss_parallel", op.loss_parallel);
    }
    friend bool operator==(const CrossEntropy&, const CrossEntropy&) = default;
};

using Operator =
    std::variant<Embedding, PositionEmbedding, SegmentEmbedding, Linear, LayerNorm, RmsNorm, Activate, Dropout, Add,
                 Multiply, Concatenate, Scale, Split, Attention, Experts, Convolution, BatchNorm, MaxPool, AveragePool,
                 AdaptivePool, Flatten, Patches, ClassToken, LearnedOffset, FirstToken, GatherTokens, ScatterTokens,
                 CrossEntropy, TargetIds, RelativeBias, ZeroBias, InstanceNorm, Upsample, ShiftImage,
                 BinaryCrossEntropy, SplitWidths, DenseExperts, GatedDeltaRule, Mamba2, SplitDimension, SelectPart,
                 ImagePatches, GridPositions, MergePatches, PlaceFeatures, GatedActivation>;

}
