// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/limits.h"

#include "core/framework/framework.h"
#include "core/model/layertraits.h"
#include "core/model/parameters.h"
#include "core/words/framework.h"

#include <algorithm>
#include <iterator>

namespace stagecraft {

namespace {

// True if a term is added to the scores, or attention is chunked.
bool hasOtherScores(const Attention& o)
{
    return o.alibi || o.biased || o.chunk > 0;
}

// True for attention features that none of the modeled frameworks has. Megatron-Core has windows and sinks.
bool isUnusual(const Attention& o)
{
    return hasOtherScores(o) || o.gated || o.plain_norm || o.value_norm || o.tempered || o.gives_keys || o.takes_keys
        || o.per_image;
}

bool hasUsualRouter(const Experts& o)
{
    return o.router_width == 0 && !o.normed_router;
}

bool isSwiglu(const Experts& o)
{
    return o.gate == ExpertGate::Halves && !o.biased && !o.transposed && o.activation == Activation::Silu;
}

// Returns the reason why an operator is not modeled for Megatron-Core; empty if it is.
struct UnknownToMegatron {
    Message operator()(const Attention& o) const
    {
        if (hasOtherScores(o)) {
            return words::framework::chunked_attention;
        }
        const bool other = isUnusual(o) || o.packing == HeadPacking::Groups || o.packing == HeadPacking::PerHead;
        return other ? words::framework::attention : Message();
    }
    Message operator()(const Embedding&) const { return {}; }
    Message operator()(const PositionEmbedding&) const { return {}; }
    Message operator()(const Linear&) const { return {}; }
    Message operator()(const LayerNorm&) const { return {}; }
    Message operator()(const RmsNorm&) const { return {}; }
    Message operator()(const Activate&) const { return {}; }
    Message operator()(const GatedActivation&) const { return {}; }
    Message operator()(const Dropout&) const { return {}; }
    Message operator()(const Add&) const { return {}; }
    Message operator()(const Multiply&) const { return {}; }
    Message operator()(const Split&) const { return {}; }
    Message operator()(const GatherTokens&) const { return {}; }
    Message operator()(const ScatterTokens&) const { return {}; }
    Message operator()(const CrossEntropy&) const { return {}; }
    Message operator()(const SplitWidths&) const { return {}; }
    Message operator()(const Experts& o) const
    {
        const bool geglu = o.gate == ExpertGate::ClampedPairs && o.biased && o.activation == Activation::Silu;
        return hasUsualRouter(o) && (isSwiglu(o) || geglu) ? Message() : words::framework::experts;
    }
    template <typename Op>
    Message operator()(const Op& o) const
    {
        return say(words::framework::operator_named, o.name);
    }
};

// Limits of torchtitan's gpt-oss: attention with sinks and experts with biases in each block.
struct UnknownToGptOss {
    Message operator()(const Attention& o) const
    {
        const bool usual = !isUnusual(o) && !o.rotary_per_sample && !o.head_norm && o.sinks
            && o.packing == HeadPacking::Separate && o.rotary_width == o.head_width && !o.joined;
        return usual ? Message() : words::framework::attention;
    }
    Message operator()(const Embedding&) const { return {}; }
    Message operator()(const Linear&) const { return {}; }
    Message operator()(const RmsNorm& o) const
    {
        return o.around_one || o.powered ? words::framework::norms : Message();
    }
    Message operator()(const Add&) const { return {}; }
    Message operator()(const GatherTokens&) const { return {}; }
    Message operator()(const ScatterTokens&) const { return {}; }
    Message operator()(const CrossEntropy&) const { return {}; }
    Message operator()(const Experts& o) const
    {
        const bool clamped = o.gate == ExpertGate::ClampedPairs && o.biased && o.score == RouterScore::ChosenSoftmax;
        return hasUsualRouter(o) && clamped ? Message() : words::framework::experts;
    }
    template <typename Op>
    Message operator()(const Op& o) const
    {
        return say(words::framework::operator_named, o.name);
    }
};

// Limits of torchtitan and nanotron: Llama, and for torchtitan also Qwen3 and DeepSeek-V3.
struct UnknownToLlamas {
    bool titan = false; // torchtitan: allows query and key norms, latent vectors, and experts

    Message operator()(const Attention& o) const
    {
        const bool other_heads = o.rotary_per_sample || o.norm_around_one || o.powered_norm;
        const bool packed = o.packing != HeadPacking::Separate && !(titan && o.packing == HeadPacking::Latent);
        const bool known = !isUnusual(o) && !other_heads && !o.sinks && o.window == 0 && (titan || !o.head_norm)
            && !packed && o.rotary_width > 0;
        return known ? Message() : words::framework::attention;
    }
    Message operator()(const SplitWidths& o) const
    {
        return titan ? Message() : say(words::framework::operator_named, o.name);
    }
    Message operator()(const Embedding&) const { return {}; }
    Message operator()(const Linear& o) const { return o.bias ? words::framework::biased_products : Message(); }
    Message operator()(const RmsNorm& o) const
    {
        return o.around_one || o.wide || o.powered ? words::framework::norms : Message();
    }
    Message operator()(const Activate& o) const
    {
        return o.kind == Activation::Silu ? Message() : say(words::framework::activation_named, o.kind);
    }
    Message operator()(const Add&) const { return {}; }
    Message operator()(const Multiply&) const { return {}; }
    Message operator()(const GatherTokens&) const { return {}; }
    Message operator()(const ScatterTokens&) const { return {}; }
    Message operator()(const CrossEntropy&) const { return {}; }
    Message operator()(const Experts& o) const
    {
        const bool weighed = o.score == RouterScore::Sigmoid || (o.score == RouterScore::Softmax && o.groups == 0);
        return titan && hasUsualRouter(o) && isSwiglu(o) && weighed && o.normalised ? Message()
                                                                                    : words::framework::experts;
    }
    template <typename Op>
    Message operator()(const Op& o) const
    {
        return say(words::framework::operator_named, o.name);
    }
};

Message unknownOf(const Operator& op, Framework framework, bool sinks)
{
    const bool titan = framework == Framework::Torchtitan;
    if (titan && sinks) {
        return std::visit(UnknownToGptOss {}, op);
    }
    return titan || framework == Framework::Nanotron ? std::visit(UnknownToLlamas {titan}, op)
                                                     : std::visit(UnknownToMegatron {}, op);
}

tl::unexpected<Error> refused(const FrameworkChoice& framework, Message why, Framework instead = Framework::Libtorch)
{
    return failure(ErrorCode::FrameworkUnsupported, {framework.name, std::move(why), instead});
}

// Requires fp32 master copies of 16-bit parameters for sharding, and no tied tensors for FSDP2, whose units share none.
Result<void> requireDivided(const FrameworkChoice& framework, const Model& model, const Workload& workload)
{
    if (workload.precision != Precision::Bf16Master) {
        return refused(framework, say(words::framework::trains_in_unknown, workload.precision));
    }
    if (!modeOf(framework).shards_masters) {
        return {};
    }
    const bool tied = std::any_of(model.layers.begin(), model.layers.end(),
                                  [](const Layer& layer) { return sharedParameterCount(layer.spec) > 0; });
    return tied ? refused(framework, words::framework::tied_unknown) : Result<void>();
}

template <typename Has>
bool hasAttention(const Program& program, const Has& has)
{
    return std::any_of(program.statements().begin(), program.statements().end(), [&](const Statement& statement) {
        const auto* attention = std::get_if<Attention>(&statement.op);
        return attention != nullptr && has(*attention);
    });
}

template <typename Has>
bool hasAttention(const Model& model, const Has& has)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [&](const Layer& layer) {
        const auto* program = std::get_if<Program>(&layer.spec);
        return program != nullptr && hasAttention(*program, has);
    });
}

bool isLatent(const Attention& attention)
{
    return attention.packing == HeadPacking::Latent;
}

bool hasSinks(const Attention& attention)
{
    return attention.sinks;
}

// FP8 kernels need multiples of 16 on each rank (assert_dim_for_fp8_exec in transformer_engine/pytorch/utils.py).
bool hasSidesOf16(const Model& model, const Sharding& sharding)
{
    const std::int64_t ranks = sharding.tensor;
    const auto fits = [&](std::int64_t side) { return side % 16 == 0 && side / 16 % ranks == 0; };
    const auto isKnown = [&](const Statement& statement) {
        if (const auto* linear = std::get_if<Linear>(&statement.op)) {
            return linear->in % 16 == 0 && linear->out % 16 == 0 && (fits(linear->in) || fits(linear->out));
        }
        const auto* experts = std::get_if<Experts>(&statement.op);
        return experts == nullptr || (experts->width % 16 == 0 && fits(experts->intermediate));
    };
    // The output layer, which is last, stays in 16 bits.
    return model.layers.empty()
        || std::all_of(model.layers.begin(), std::prev(model.layers.end()), [&](const Layer& layer) {
               const auto* program = std::get_if<Program>(&layer.spec);
               return program == nullptr
                   || std::all_of(program->statements().begin(), program->statements().end(), isKnown);
           });
}

// True for a block of gpt-oss as in torchtitan.
bool isOfGptOss(const Program& block)
{
    bool biased = true;
    bool experts = false;
    for (const Statement& statement : block.statements()) {
        const auto* linear = std::get_if<Linear>(&statement.op);
        biased = biased && (linear == nullptr || linear->bias);
        experts = experts || std::holds_alternative<Experts>(statement.op);
    }
    return biased && experts && hasAttention(block, hasSinks);
}

Message unknownOf(const Model& model, Framework framework)
{
    const LayerSpec* last = nullptr;
    bool sparse = false;
    bool dense = false;
    const bool sinks = hasAttention(model, hasSinks);
    for (const Layer& layer : model.layers) {
        if (last != nullptr && *last == layer.spec) { // blocks are equal
            continue;
        }
        last = &layer.spec;
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            return words::framework::no_operators;
        }
        bool normed_heads = false;
        bool experts = false;
        for (const Statement& statement : program->statements()) {
            if (Message unknown = unknownOf(statement.op, framework, sinks); !unknown.empty()) {
                return unknown;
            }
            const auto* attention = std::get_if<Attention>(&statement.op);
            normed_heads = normed_heads || (attention != nullptr && attention->head_norm);
            experts = experts || std::holds_alternative<Experts>(statement.op);
        }
        const bool block = hasAttention(*program, [](const Attention&) { return true; });
        if (framework == Framework::Torchtitan && sinks && block && !isOfGptOss(*program)) {
            return words::framework::other_sinks;
        }
        if (framework == Framework::Torchtitan && experts && !normed_heads && !sinks
            && !hasAttention(*program, isLatent)) { // Llama has none
            return words::framework::llama_experts;
        }
        sparse = sparse || experts;
        dense = dense || (normed_heads && !experts);
    }
    // A model is MoE as a whole, not per block (moe_enabled in torchtitan/models/qwen3/model/args.py).
    return framework == Framework::Torchtitan && sparse && dense ? words::framework::mixed_blocks : Message();
}

}

Result<void> requireKnown(const FrameworkChoice& framework, const Model& model, const Workload& workload,
                          const Sharding& sharding)
{
    if (framework.isLibtorch()) {
        return {};
    }
    const bool divides = modeOf(framework).least_zero > 0;
    if (auto possible = divides ? requireDivided(framework, model, workload) : Result<void>(); !possible) {
        return possible;
    }
    // both run the model's default operators
    if (framework.name == Framework::Fsdp2 || framework.name == Framework::DeepSpeed) {
        return {};
    }
    const bool adapted = workload.trainable.kind == TrainableKind::Lora;
    Message unknown = adapted ? words::framework::lora : unknownOf(model, framework.name);
    if (unknown.empty() && !hasMasterWeights(workload.precision)) {
        unknown = say(words::framework::training_in, workload.precision);
    }
    if (unknown.empty() && framework.options.fp8_recipe != Fp8Recipe::None && !hasSidesOf16(model, sharding)) {
        unknown = words::framework::fp8_sides;
    }
    if (unknown.empty() && workload.attention == AttentionKind::Eager) {
        unknown = words::framework::eager_attention;
    }
    if (const bool titan = framework.name == Framework::Torchtitan; titan && unknown.empty()) {
        // In torchtitan/models/deepseek_v3/infra/parallelize.py (apply_non_moe_tp) every rank has the latent vectors of
        // all tokens.
        if (sharding.tensor > 1 && hasAttention(model, isLatent)) {
            unknown = words::framework::divided_latent;
        }
        const bool sinks = hasAttention(model, hasSinks);
        if (sinks && sharding.tensor > 1) { // experts' biases are sharded too (gpt_oss/infra/expert_parallel.py)
            unknown = words::framework::divided_sinks;
        } else if (sinks && framework.options.compile) {
            unknown = words::framework::compiled_sinks;
        }
    }
    return unknown.empty() ? Result<void>()
                           : refused(framework, say(words::framework::runs_unknown, std::move(unknown)));
}

Result<void> requireKnown(const FrameworkChoice& framework, int pipeline_ranks, const LayerDegrees& degrees)
{
    const ExecutionMode mode = modeOf(framework);
    if (pipeline_ranks > 1 && !mode.pipelines) {
        return refused(framework, words::framework::pipelines_unknown);
    }
    if (degrees.context > 1 && !mode.divides_tokens) {
        return refused(framework, words::framework::tokens_unknown);
    }
    if (degrees.context > 1 && mode.only_torch_ring && pipeline_ranks > 1) {
        return refused(framework, words::framework::context_in_pipelines);
    }
    if (degrees.context > 1 && mode.only_torch_ring && degrees.context_kind != ContextKind::Ring) {
        return refused(framework, words::framework::only_ring);
    }
    if ((degrees.sharding.tensor > 1 || degrees.sharding.expert > 1) && !mode.divides_layers) {
        return refused(framework, words::framework::layers_unknown);
    }
    if (degrees.sharding.tensor > 1 && degrees.sharding.expert > 1 && mode.divides_either) {
        return refused(framework, words::framework::experts_unknown);
    }
    const bool whole = degrees.sharding.tensor > 1 && !degrees.sharding.sequence;
    if (whole && mode.always_sequence_parallel) {
        return refused(framework, words::framework::always_sequence_parallel);
    }
    return {};
}

// Source: pipelining_fn in torchtitan/models/gpt_oss/__init__.py.
Result<void> requireContext(const FrameworkChoice& framework, const Model& model)
{
    const bool known = !modeOf(framework).only_torch_ring || (!hasAttention(model, isLatent) && !hasExperts(model));
    return known ? Result<void>()
                 : refused(framework, say(words::framework::runs_unknown, words::framework::other_context));
}

Result<void> requirePipelineRanks(const FrameworkChoice& framework, const Model& model, int pipeline_ranks)
{
    return pipeline_ranks > 1 && framework.name == Framework::Torchtitan && hasAttention(model, hasSinks)
        ? refused(framework, words::framework::no_gpt_oss_pipelines)
        : Result<void>();
}

Result<void> requireReplicas(const FrameworkChoice& framework, int replicas)
{
    return replicas > 1 || !modeOf(framework).needs_replicas
        ? Result<void>()
        : refused(framework, words::framework::no_replicas_unknown);
}

Result<void> requireZeroStage(const FrameworkChoice& framework, int zero, int pipeline_ranks)
{
    const int its = zeroStageOf(framework, zero, pipeline_ranks);
    return its == zero
        ? Result<void>()
        : refused(framework, its < zero ? words::framework::pipelines_whole : words::framework::divides_all);
}

// Source: transformer_engine/pytorch/quantization.py.
Result<void> requireFp8(const FrameworkChoice& framework, const DeviceType& device)
{
    const Fp8Recipe scaling = framework.options.fp8_recipe;
    if (scaling == Fp8Recipe::None) {
        return {};
    }
    const double capability = computeCapability(device);
    const bool has = scaling == Fp8Recipe::Mxfp8 ? capability >= 10 && capability < 12
        : scaling == Fp8Recipe::Blockwise        ? capability >= 9
                                                 : capability >= 8.9;
    return has ? Result<void>()
               : failure(ErrorCode::OptionUnsupported,
                         {say(words::framework::fp8_recipe_of, device.name), scaling, words::framework::no_fp8_recipe});
}

Result<void> requirePossible(const Constraints& fixed)
{
    if (fixed.framework.options.fp8_recipe != Fp8Recipe::None && fixed.framework.name != Framework::MegatronCore) {
        return refused(fixed.framework, words::framework::no_other_fp8, Framework::MegatronCore);
    }
    if (fixed.framework.isLibtorch()) {
        return {};
    }
    const ExecutionMode mode = modeOf(fixed.framework);
    const bool divides_experts = fixed.degrees.sharding.expert > 1;
    if (divides_experts && mode.style.compiled) {
        return refused(fixed.framework, words::framework::compiled_experts_unknown);
    }
    if (divides_experts && mode.selects_operators && fixed.policies.has(LayerPolicy::Selective)) {
        return refused(fixed.framework, words::framework::sent_experts_unknown);
    }
    const bool usual = fixed.schedule == ScheduleKind::OneForwardOneBackward || fixed.schedule == ScheduleKind::GPipe
        || fixed.schedule == ScheduleKind::InterleavedRounds;
    if (mode.shards_masters && !usual) {
        return refused(fixed.framework, words::framework::schedule_unknown);
    }
    if (mode.shards_masters) {
        const bool known = fixed.zero == 3 || (mode.pipelined_zero > 0 && fixed.zero == mode.pipelined_zero);
        return known && fixed.training == TrainingOptions {} ? Result<void>()
                                                             : refused(fixed.framework, words::framework::divides_all);
    }
    if (fixed.zero < mode.least_zero) {
        return refused(fixed.framework, words::framework::no_zero_unknown);
    }
    if (fixed.zero > mode.most_zero) {
        return refused(fixed.framework, words::framework::divides_own_state);
    }
    if (!fixed.framework.options.recompute_modules.empty() && fixed.policies.has(LayerPolicy::Full)) {
        return refused(fixed.framework, words::framework::either_recompute);
    }
    if (fixed.policies.has(LayerPolicy::Swap) || fixed.policies.has(LayerPolicy::Compress)) {
        return refused(fixed.framework, words::framework::swaps_unknown);
    }
    if (fixed.training != TrainingOptions {}) {
        return refused(fixed.framework, words::framework::host_state_unknown);
    }
    return {};
}

}
