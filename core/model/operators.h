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

// The operators that layers are made of. Each struct is one operator of the libraries that the models come from
// (transformers, torchvision): what it is called in files, its attributes, listed once for files and signatures. What
// it does to shapes, parameters and flops stands in shapes.h, parameters.h and flops.h; how it runs in core/runtime.
// b: samples, s: tokens, h: width.
namespace stagecraft {

// Rows of a table by token ids: [b, s] to [b, s, width].
struct Embedding {
    static constexpr std::string_view name = "embedding";
    std::int64_t count = 0;
    std::int64_t width = 0;
    std::string shared {}; // layers that name the same hold one and the same tensor
    std::int64_t shards = 1; // ranks that hold `count` rows each; ids of other ranks' rows give zeros
    bool row_mask = false; // rows that others hold are masked by a number a token, not by one for each of theirs

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

// Learned positions of as many tokens as the input has: [b, s] to [1, s, width], or a copy a sample.
struct PositionEmbedding {
    static constexpr std::string_view name = "position_embedding";
    std::int64_t count = 0;
    std::int64_t width = 0;
    std::int64_t offset = 0; // of the first position in the table
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

// The kind of segment each token belongs to, all of kind 0: [b, s] to [b, s, width].
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

// Matrix product over the last dimension, with a bias if there is one.
struct Linear {
    static constexpr std::string_view name = "linear";
    std::int64_t in = 0;
    std::int64_t out = 0;
    bool bias = true;
    bool transposed = false; // weight [in, out] and one fused product with the bias, as GPT-2 has it (Conv1D)
    std::string shared {};
    // What frameworks that train over many devices make of it (core/framework).
    bool accumulates = false; // the product itself adds the weight's gradient to a buffer
    bool placeholder =
        false; // autograd is given one tensor for the gradients of all weights of that shape, which stays
    bool regathers = false; // keeps a rank's part of the tokens alone, and gathers them again for its backward pass
    bool stored = false; // where its layer is run again, its result is not
    bool stored_sum = false; // the same of the sum of its results over tensor ranks
    bool recomputed_in_backward = false; // runs again in the backward pass, and its result is not kept till then
    Fp8Recipe fp8 = Fp8Recipe::None; // input and weight are copied to FP8
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

// Mean and variance over the last dimension taken out.
struct LayerNorm {
    static constexpr std::string_view name = "layer_norm";
    std::int64_t width = 0;
    double epsilon = 1e-5;
    bool affine = true;
    bool recomputed_in_backward = false; // as of Linear

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

// Root mean square over the last dimension taken out, by single operations as transformers does.
struct RmsNorm {
    static constexpr std::string_view name = "rms_norm";
    std::int64_t width = 0;
    double epsilon = 1e-6;
    bool around_one = false; // the weight is added to 1 (Gemma)
    bool wide = false; // multiplied by the weight in fp32 (gpt-oss)
    bool powered = false; // the same, by a power in place of a reciprocal root, which keeps a number a row (Gemma 4)
    bool fused = false; // by one kernel, which keeps what it takes and a number a row
    bool recomputed_in_backward = false; // as of Linear

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
    bool fused = false; // with what takes its result: what it takes itself is kept in the result's place

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("kind", op.kind);
        visit("in_place", op.in_place);
        visit("fused", op.fused);
    }
    friend bool operator==(const Activate&, const Activate&) = default;
};

// The activation of the first half of each row times the second, by one kernel, which keeps what it takes: [b, s, 2 x
// width] to [b, s, width].
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

// Random numbers set to 0 and the others scaled up (Srivastava et al. 2014); per sample: all of a sample's or none, as
// in stochastic depth (Huang et al. 2016).
struct Dropout {
    static constexpr std::string_view name = "dropout";
    double probability = 0; // of a number, to be set to 0
    bool per_sample = false;
    bool in_place = false;
    bool per_channel = false; // of each sample's image

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

// Sum of two values; in place: into the first.
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

// Equal parts of the last dimension, as views.
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

// Two parts of the last dimension, of these widths, as views.
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

// Equal parts of the last dimension as a dimension of their own, as a view: [b, s, parts x width] to [b, s, parts,
// width].
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

// One of such parts, as a view: [b, s, parts, width] to [b, s, width]. All layers take the first, so that they are
// alike: which one changes no cost.
struct SelectPart {
    static constexpr std::string_view name = "select_part";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const SelectPart&, const SelectPart&) = default;
};

// A learned token before all others: [b, s, width] to [b, s + 1, width].
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

// Adds a learned [1, count, width].
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

// The first token of each sample: [b, s, h] to [b, h].
struct FirstToken {
    static constexpr std::string_view name = "first_token";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const FirstToken&, const FirstToken&) = default;
};

// All ranks' parts of the tokens, one after the other (an all-gather): [b, s, h] to [b, s x parts, h].
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

// This rank's part of the tokens, of the sum over all ranks (a reduce-scatter): [b, s, h] to [b, s / parts, h].
struct ScatterTokens {
    static constexpr std::string_view name = "scatter_tokens";
    std::int64_t parts = 1;
    bool stored = false; // as of Linear

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
        visit("stored", op.stored);
    }
    friend bool operator==(const ScatterTokens&, const ScatterTokens&) = default;
};

// What a decoder reads: the labels moved on by one token. As many as the value it takes has: [b, s] or [b, s, h] to [b,
// s x parts].
struct TargetIds {
    static constexpr std::string_view name = "target_ids";
    std::int64_t parts = 1; // the value has one of so many parts of the tokens

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("parts", op.parts);
    }
    friend bool operator==(const TargetIds&, const TargetIds&) = default;
};

// What is added to the scores of attention for each distance between two tokens, learned a bucket of distances
// (Raffel et al. 2019): [b, s, h] to [1, heads, s, s].
struct RelativeBias {
    static constexpr std::string_view name = "relative_bias";
    std::int64_t heads = 0;
    std::int64_t buckets = 32;
    std::int64_t distance = 128; // all beyond share a bucket
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

// Zeros in the place of such a bias, of queries and keys: [b, s, ...] and [b, t, ...] to [1, heads, s, t].
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

// The loss against labels over the last dimension; one label a row of the input.
struct CrossEntropy {
    static constexpr std::string_view name = "cross_entropy";
    std::int64_t classes = 0;
    bool shifted = false; // each token's label is the next token
    std::int64_t shards = 1; // ranks that hold the scores of `classes` classes each
    bool in_place = false; // the gradient is written over the scores
    bool low = false; // with the scores as they come, not in fp32; where not in place, they are kept
    bool loss_parallel = false; // over ranks by single operations, as torch.distributed.tensor.parallel has it

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
