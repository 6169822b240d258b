// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/decoderfacts.h"

#include "core/words/framework.h"

#include <algorithm>

namespace stagecraft {

namespace {

using Refusal = tl::unexpected<Message>;

// Statements of a layer by name, with the operators of their inputs.
class Reading {
public:
    explicit Reading(const Program& program) : m_program(program) {}

    template <typename Op>
    const Op* named(std::string_view name) const
    {
        const Statement* statement = find(name);
        return statement != nullptr ? std::get_if<Op>(&statement->op) : nullptr;
    }
    template <typename Op>
    const Op* first() const
    {
        for (const Statement& statement : m_program.statements()) {
            if (const auto* op = std::get_if<Op>(&statement.op)) {
                return op;
            }
        }
        return nullptr;
    }
    // True if the statement's first input is the layer's input (takesInput) or the result of an Op (takesResultOf).
    bool takesInput(std::string_view name) const
    {
        const Statement* statement = find(name);
        return statement != nullptr && statement->inputs.front() == ProgramBuilder::input;
    }
    template <typename Op>
    bool takesResultOf(std::string_view name) const
    {
        const Statement* statement = find(name);
        const Statement* maker = statement == nullptr ? nullptr : makerOf(m_program, statement->inputs.front());
        return maker != nullptr && std::holds_alternative<Op>(maker->op);
    }

private:
    const Statement* find(std::string_view name) const
    {
        const auto& all = m_program.statements();
        const auto at = std::find_if(all.begin(), all.end(), [&](const Statement& s) { return s.name == name; });
        return at == all.end() ? nullptr : &*at;
    }

    const Program& m_program;
};

tl::expected<void, Message> readEmbedding(const Program& program, DecoderFacts& facts)
{
    const Reading layer(program);
    const auto* token = layer.first<Embedding>();
    if (token == nullptr || program.feed() != Feed::TokenIds) {
        return Refusal(words::framework::no_token_embedding);
    }
    if (layer.first<ImagePatches>() != nullptr) {
        return Refusal(words::framework::vision_tower);
    }
    if (layer.first<Scale>() != nullptr || layer.first<Linear>() != nullptr
        || layer.first<SegmentEmbedding>() != nullptr || layer.first<LayerNorm>() != nullptr) {
        return Refusal(words::framework::other_embedding);
    }
    const auto* positions = layer.first<PositionEmbedding>();
    const auto* dropout = layer.first<Dropout>();
    facts.vocabulary = token->count;
    facts.hidden = token->width;
    facts.tied = !token->shared.empty();
    facts.learned_positions = positions != nullptr ? positions->count - positions->offset : 0;
    facts.embedding_dropout = dropout != nullptr ? dropout->probability : 0;
    return {};
}

// Reads both norms of a pre-norm block; the second one follows the first residual sum.
tl::expected<void, Message> readNorms(const Reading& layer, DecoderFacts& facts)
{
    if (!layer.takesInput("norm_1") || !layer.takesResultOf<Add>("norm_2")) {
        return Refusal(words::framework::other_blocks);
    }
    const auto* rms = layer.named<RmsNorm>("norm_1");
    const auto* norm = layer.named<LayerNorm>("norm_1");
    if (rms == nullptr && (norm == nullptr || !norm->affine)) {
        return Refusal(words::framework::weightless_norms);
    }
    if (layer.named<RmsNorm>("attention.output_norm") != nullptr) {
        return Refusal(words::framework::normed_results);
    }
    facts.rms_norm = rms != nullptr;
    facts.norm_around_one = rms != nullptr && rms->around_one;
    facts.norm_epsilon = rms != nullptr ? rms->epsilon : norm->epsilon;
    return {};
}

tl::expected<void, Message> readLatent(const Reading& layer, const Attention& attention, DecoderFacts& facts)
{
    const auto* query = layer.named<Linear>("attention.query");
    const auto* query_down = layer.named<Linear>("attention.query_a");
    const auto* down = layer.named<Linear>("attention.latent");
    const auto* output = layer.named<Linear>("attention.output");
    if ((query == nullptr && query_down == nullptr) || down == nullptr || output == nullptr || !attention.causal) {
        return Refusal(words::framework::not_causal);
    }
    if (down->bias || output->bias) {
        return Refusal(words::framework::biased_latent);
    }
    const std::int64_t query_rank = query_down != nullptr ? query_down->out : 0;
    facts.latent = LatentFacts {query_rank, down->out - attention.rotary_width,
                                attention.head_width - attention.rotary_width, attention.valueWidth()};
    facts.heads = attention.heads;
    facts.kv_heads = attention.heads;
    facts.head_width = attention.head_width;
    facts.rotary_width = attention.rotary_width;
    facts.rotary_base = attention.rotary_base;
    facts.head_norm = true; // norms of the latent vectors
    facts.attention_dropout = attention.dropout;
    return {};
}

tl::expected<void, Message> readAttention(const Reading& layer, DecoderFacts& facts)
{
    const auto* attention = layer.named<Attention>("attention");
    const auto* output = layer.named<Linear>("attention.output");
    const Linear* packed = layer.named<Linear>("attention.qkv");
    if (attention != nullptr && attention->packing == HeadPacking::Latent) {
        return readLatent(layer, *attention, facts);
    }
    if (attention != nullptr
        && (attention->chunk > 0 || attention->tempered || attention->plain_norm || attention->gated)) {
        return Refusal(words::framework::other_attention);
    }
    if (layer.takesResultOf<RmsNorm>("attention")) {
        return Refusal(words::framework::normed_over_heads);
    }
    const Linear* query = packed != nullptr ? packed : layer.named<Linear>("attention.query");
    if (attention == nullptr || output == nullptr || query == nullptr || !attention->causal || attention->biased) {
        return Refusal(words::framework::not_causal);
    }
    if (attention->alibi) {
        return Refusal(words::framework::alibi);
    }
    facts.heads = attention->heads;
    facts.kv_heads = attention->kv_heads;
    facts.head_width = attention->head_width;
    facts.rotary_width = attention->rotary_width;
    facts.rotary_base = attention->rotary_base;
    facts.head_norm = attention->head_norm;
    facts.window = attention->window;
    facts.sinks = attention->sinks;
    facts.attention_dropout = attention->dropout;
    facts.qkv_bias = query->bias;
    facts.output_bias = output->bias;
    return {};
}

tl::expected<void, Message> readPerceptron(const Reading& layer, DecoderFacts& facts)
{
    if (const auto* experts = layer.first<Experts>()) {
        if (experts->gate == ExpertGate::None || (experts->gate == ExpertGate::Halves && experts->biased)) {
            return Refusal(words::framework::other_experts);
        }
        const auto* shared = layer.named<Linear>("shared_expert.down");
        facts.shared_switch = layer.named<Linear>("shared_expert.switch") != nullptr;
        facts.experts = *experts;
        facts.shared_expert = shared != nullptr ? shared->in : 0;
        facts.gated = true;
        facts.activation = experts->activation;
        return {};
    }
    if (layer.first<DenseExperts>() != nullptr) {
        return Refusal(words::framework::dense_experts);
    }
    const auto* down = layer.named<Linear>("mlp.down");
    const auto* activate = layer.first<Activate>();
    if (down == nullptr || activate == nullptr) {
        return Refusal(words::framework::no_perceptron);
    }
    facts.intermediate = down->in;
    facts.mlp_bias = down->bias;
    facts.gated = layer.first<Multiply>() != nullptr;
    facts.activation = activate->kind;
    return {};
}

tl::expected<DecoderFacts, Message> readBlock(const Program& program, const DecoderFacts& embedding)
{
    DecoderFacts facts = embedding;
    const Reading layer(program);
    const auto* dropout = layer.first<Dropout>();
    facts.residual_dropout = dropout != nullptr ? dropout->probability : 0;
    for (const auto read : {readNorms, readAttention, readPerceptron}) {
        if (auto done = read(layer, facts); !done) {
            return Refusal(done.error());
        }
    }
    return facts;
}

// Merges a block into the facts. Blocks may alternate between dense and sparse, and between windowed and full
// attention; everything else must be equal.
tl::expected<void, Message> join(const DecoderFacts& block, bool first, DecoderFacts& facts)
{
    DecoderFacts joined = block;
    joined.sparse = facts.sparse;
    joined.sparse.push_back(block.experts.has_value());
    joined.windowed = facts.windowed;
    joined.windowed.push_back(block.window > 0);
    joined.blocks = facts.blocks + 1;
    if (!first) {
        joined.experts = block.experts ? block.experts : facts.experts;
        joined.shared_expert = std::max(block.shared_expert, facts.shared_expert);
        joined.shared_switch = block.shared_switch || facts.shared_switch;
        joined.intermediate = std::max(block.intermediate, facts.intermediate);
        joined.window = block.window > 0 ? block.window : facts.window;
        DecoderFacts before = facts;
        before.sparse = joined.sparse;
        before.windowed = joined.windowed;
        before.window = facts.window > 0 ? facts.window : joined.window;
        before.blocks = joined.blocks;
        before.experts = joined.experts;
        before.shared_expert = joined.shared_expert;
        before.shared_switch = joined.shared_switch;
        before.intermediate = joined.intermediate;
        if (!(before == joined)) {
            return Refusal(words::framework::unlike_blocks);
        }
    }
    facts = std::move(joined);
    return {};
}

bool isHead(const Program& program, const DecoderFacts& facts)
{
    const Reading layer(program);
    const auto* projection = layer.named<Linear>("projection");
    const auto* loss = layer.first<CrossEntropy>();
    const bool normed = layer.named<RmsNorm>("norm") != nullptr || layer.named<LayerNorm>("norm") != nullptr;
    const bool bounded = layer.first<Activate>() != nullptr; // logits capped by a hyperbolic tangent
    return projection != nullptr && loss != nullptr && normed && !bounded && !projection->bias && loss->shifted
        && projection->out == facts.vocabulary && projection->in == facts.hidden;
}

}

tl::expected<DecoderFacts, Message> decoderFacts(const Model& model)
{
    const auto count = model.layers.size();
    std::vector<const Program*> programs;
    for (const Layer& layer : model.layers) {
        programs.push_back(std::get_if<Program>(&layer.spec));
        if (programs.back() == nullptr) {
            return Refusal(words::framework::unknown_layers);
        }
    }
    if (count < 3) {
        return Refusal(words::framework::no_blocks);
    }
    DecoderFacts facts;
    if (auto read = readEmbedding(*programs.front(), facts); !read) {
        return Refusal(read.error());
    }
    const DecoderFacts embedding = facts;
    std::optional<DecoderFacts> last;
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const bool again = last && *programs[i] == *programs[i - 1];
        auto block = again ? tl::expected<DecoderFacts, Message>(*last) : readBlock(*programs[i], embedding);
        if (!block) {
            return block;
        }
        last = *block;
        if (auto joined = join(*block, i == 1, facts); !joined) {
            return Refusal(joined.error());
        }
    }
    if (!isHead(*programs.back(), facts)) {
        return Refusal(words::framework::other_head);
    }
    if (!facts.experts) {
        facts.sparse.clear();
    } else if (facts.experts->gate == ExpertGate::ClampedPairs && facts.intermediate > 0) {
        return Refusal(words::framework::mixed_activations);
    }
    if (facts.window == 0) {
        facts.windowed.clear();
    }
    return facts;
}

}
