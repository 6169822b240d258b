// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"
#include "core/words/model.h"

#include <cmath>

namespace stagecraft {

namespace {

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t head_width = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    double norm_epsilon = 1e-6;
    double dropout = 0;
    RelativeBias bias;
    Activation activation = Activation::Relu;
    bool gated = false;
    // the head's projection shares the embedding table and scales its input; encoder and decoder share it anyway
    bool tied = true;

    std::int64_t inner() const { return heads * head_width; }
    RmsNorm norm() const { return {hidden, norm_epsilon}; }
};

// Position of a block in its stack: the first one creates the biases that all others use, the last one does not return
// them.
struct Place {
    bool first = false;
    bool last = false;
};

// Writer of blocks of either stack: norm, attention or MLP, residual.
class BlockWriter {
public:
    BlockWriter(const Sizes& sizes, std::string kind, int takes)
        : m_sizes(sizes), m_block(std::move(kind), Feed::Hidden, takes)
    {
    }

    ProgramBuilder& block() { return m_block; }

    // `bias`: value added to the scores; -1: created here.
    struct Attended {
        int hidden;
        int bias;
    };
    Attended selfAttention(int hidden, int bias, bool causal)
    {
        const int normed = m_block.add("attention.norm", m_sizes.norm(), {hidden});
        const Projected p = project("attention", normed, normed);
        if (bias < 0) {
            RelativeBias made = m_sizes.bias;
            made.bidirectional = !causal;
            bias = m_block.add("attention.bias", made, {normed});
        }
        return {attend("attention", hidden, p, bias, causal), bias};
    }
    Attended crossAttention(int hidden, int states, int bias)
    {
        const int normed = m_block.add("cross.norm", m_sizes.norm(), {hidden});
        const Projected p = project("cross", normed, states);
        if (bias < 0) {
            bias = m_block.add(ZeroBias {m_sizes.heads}, {p.query, p.key});
        }
        return {attend("cross", hidden, p, bias, false), bias};
    }

    int perceptron(int hidden)
    {
        const Linear up {m_sizes.hidden, m_sizes.intermediate, false};
        const int normed = m_block.add("mlp.norm", m_sizes.norm(), {hidden});
        int inner = m_block.add(m_sizes.gated ? "mlp.gate" : "mlp.up", up, {normed});
        inner = m_block.add(Activate {m_sizes.activation}, {inner});
        if (m_sizes.gated) {
            const int straight = m_block.add("mlp.up", up, {normed});
            inner = m_block.add(Multiply {}, {inner, straight});
        }
        inner = addDropout(m_block, m_sizes.dropout, inner);
        inner = m_block.add("mlp.down", Linear {m_sizes.intermediate, m_sizes.hidden, false}, {inner});
        inner = addDropout(m_block, m_sizes.dropout, inner);
        return m_block.add(Add {}, {hidden, inner});
    }

private:
    struct Projected {
        int query;
        int key;
        int value;
    };
    Projected project(const std::string& name, int queries, int keys)
    {
        const Linear projection {m_sizes.hidden, m_sizes.inner(), false};
        const int query = m_block.add(name + ".query", projection, {queries});
        const int key = m_block.add(name + ".key", projection, {keys});
        const int value = m_block.add(name + ".value", projection, {keys});
        return {query, key, value};
    }
    int attend(const std::string& name, int hidden, const Projected& p, int bias, bool causal)
    {
        Attention attention;
        attention.heads = attention.kv_heads = m_sizes.heads;
        attention.head_width = m_sizes.head_width;
        attention.causal = causal;
        attention.scaled = false;
        attention.biased = true;
        attention.dropout = m_sizes.dropout;
        int result = m_block.add(name, attention, {p.query, p.key, p.value, bias});
        result = m_block.add(name + ".output", Linear {m_sizes.inner(), m_sizes.hidden, false}, {result});
        result = addDropout(m_block, m_sizes.dropout, result);
        return m_block.add(Add {}, {hidden, result});
    }

    const Sizes& m_sizes;
    ProgramBuilder m_block;
};

// Takes the hidden state and, except in the first block, the bias.
Program encoderBlock(const Sizes& sizes, Place place)
{
    BlockWriter writer(sizes, "encoder_block", place.first ? 1 : 2);
    const auto [hidden, bias] = writer.selfAttention(0, place.first ? -1 : 1, false);
    const int result = writer.perceptron(hidden);
    return writer.block().finish(place.last ? std::vector {result} : std::vector {result, bias});
}

// Takes the hidden state, the encoder's states and, except in the first block, the biases of both attentions.
Program decoderBlock(const Sizes& sizes, Place place)
{
    constexpr int states = 1;
    BlockWriter writer(sizes, "decoder_block", place.first ? 2 : 4);
    const auto own = writer.selfAttention(0, place.first ? -1 : 2, true);
    const auto cross = writer.crossAttention(own.hidden, states, place.first ? -1 : 3);
    const int result = writer.perceptron(cross.hidden);
    return writer.block().finish(place.last ? std::vector {result}
                                            : std::vector {result, states, own.bias, cross.bias});
}

// Final norm of the encoder, and the decoder's embedding.
Program decoderEmbedding(const Sizes& sizes)
{
    ProgramBuilder block("decoder_embedding", Feed::Hidden);
    int states = block.add("norm", sizes.norm(), {ProgramBuilder::input});
    states = addDropout(block, sizes.dropout, states);
    const int targets = block.add(TargetIds {}, {states});
    int hidden = block.add("token", Embedding {sizes.vocabulary, sizes.hidden, tiedName(true)}, {targets});
    if (sizes.dropout > 0) {
        hidden = addDropout(block, sizes.dropout, block.hold(hidden));
    }
    return block.finish({hidden, states});
}

// Head of an encoder-only model.
Program tokenHead(const Sizes& sizes, const Head& head)
{
    ProgramBuilder block = headBuilder(head.kind);
    int states = block.add("norm", sizes.norm(), {ProgramBuilder::input});
    states = block.hold(addDropout(block, sizes.dropout, states));
    return classify(std::move(block), states, sizes.hidden, head);
}

Program languageHead(const Sizes& sizes)
{
    ProgramBuilder block("language_model_head", Feed::Hidden);
    int hidden = block.add("norm", sizes.norm(), {ProgramBuilder::input});
    hidden = addDropout(block, sizes.dropout, hidden);
    if (sizes.tied) {
        hidden = block.add(Scale {1 / std::sqrt(static_cast<double>(sizes.hidden))}, {hidden});
    }
    Linear projection {sizes.hidden, sizes.vocabulary, false};
    projection.shared = tiedName(sizes.tied);
    const int logits = block.hold(block.add("projection", projection, {hidden}));
    block.add("loss", CrossEntropy {sizes.vocabulary}, {logits});
    return block.finish();
}

// Reads "relu" or "gated-gelu", as transformers does. Explicit fields for its parts take precedence.
void readPerceptron(ConfigFields& fields, Sizes& sizes)
{
    constexpr std::string_view gated = "gated-";
    const std::string text = fields.textOr("feed_forward_proj", "relu");
    sizes.gated = text.starts_with(gated);
    const std::string name = sizes.gated ? text.substr(gated.size()) : text;
    const auto activation = text == "gated-gelu" ? Activation::GeluNew : fromName<Activation>(name);
    if (!activation) {
        fields.fail(
            ErrorCode::FieldUnknownValue,
            {std::string("feed_forward_proj"), text, say(words::model::each_also_gated, knownNames<Activation>())});
    }
    sizes.activation = fields.activationOr("dense_act_fn", activation.value_or(Activation::Relu));
    sizes.gated = fields.flagOr("is_gated_act", sizes.gated);
}

}

// T5Config. Raffel et al. 2019. Encoder and decoder have the same sequence length.
void readT5(ConfigFields& fields, Model& model)
{
    constexpr std::int64_t longest = 1 << 16;
    Sizes sizes;
    const std::int64_t encoders = fields.integer(fields.either("num_hidden_layers", "num_layers"), 1, maxLayers);
    // T5Config reads the decoder default only from this name.
    const std::int64_t usual_decoders = fields.integerOr("num_layers", 6, 1, maxLayers);
    const std::int64_t decoders = fields.integerOr("num_decoder_layers", usual_decoders, 1, maxLayers);
    sizes.hidden = fields.integer(fields.either("hidden_size", "d_model"), 1, maxDimension);
    sizes.heads = fields.integer(fields.either("num_attention_heads", "num_heads"), 1, maxDimension);
    sizes.head_width = fields.integer(fields.either("head_dim", "d_kv"), 1, maxDimension);
    sizes.intermediate = fields.integer("d_ff", 1, maxDimension);
    sizes.vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    sizes.norm_epsilon = fields.numberOr("layer_norm_epsilon", 1e-6, 0, 1);
    sizes.bias.heads = sizes.heads;
    sizes.bias.buckets = fields.integerOr("relative_attention_num_buckets", 32, 4, maxDimension);
    sizes.bias.distance = fields.integerOr("relative_attention_max_distance", 128, sizes.bias.buckets, maxDimension);
    sizes.tied = fields.flagOr("tie_word_embeddings", true);
    const std::int64_t positions = fields.integerOr("n_positions", 512, 1, longest);
    readPerceptron(fields, sizes);
    const Head head =
        readHead(fields, model, {"T5ForConditionalGeneration", "T5WithLMHeadModel", "T5ForTokenClassification"},
                 {"classifier_dropout", 0});
    const bool decodes = !head.classifies();
    if (decodes && !fields.flagOr("is_encoder_decoder", true)) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("is_encoder_decoder"), std::string("false"), std::string("true")});
    }
    sizes.dropout = readDropout(fields, "dropout_rate", 0.1);
    if (fields.error()) {
        return;
    }

    setPositions(model, positions);
    model.longest_sequence = longest;
    model.layers.push_back({"embedding", plainEmbedding(sizes.vocabulary, sizes.hidden, decodes, sizes.dropout)});
    const auto place = [](std::int64_t i, std::int64_t count) { return Place {i == 0, i + 1 == count}; };
    for (std::int64_t i = 0; i < encoders; ++i) {
        model.layers.push_back({"encoder block " + std::to_string(i), encoderBlock(sizes, place(i, encoders))});
    }
    if (!decodes) {
        model.layers.push_back({"head", tokenHead(sizes, head)});
        return;
    }
    model.layers.push_back({"decoder embedding", decoderEmbedding(sizes)});
    for (std::int64_t i = 0; i < decoders; ++i) {
        model.layers.push_back({"decoder block " + std::to_string(i), decoderBlock(sizes, place(i, decoders))});
    }
    model.layers.push_back({"head", languageHead(sizes)});
}

}
