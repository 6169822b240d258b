// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/heads.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    std::int64_t vocabulary = 0;
    std::int64_t positions = 0;
    std::int64_t segments = 0;
    std::int64_t labels = 2;
    double norm_epsilon = 1e-12;
    Activation activation = Activation::Gelu;
    bool tied = true;
    double dropout = 0;
    double attention_dropout = 0;
    double classifier_dropout = 0;
};

LayerNorm norm(const Sizes& sizes)
{
    return {sizes.hidden, sizes.norm_epsilon};
}

Program embedding(const Sizes& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const int tokens =
        builder.hold(builder.add("token", Embedding {sizes.vocabulary, sizes.hidden, tiedName(sizes.tied)}, {input}));
    const int segments = builder.hold(builder.add("segment", SegmentEmbedding {sizes.segments, sizes.hidden}, {input}));
    const int sum = builder.add(Add {}, {tokens, segments});
    const int positions =
        builder.hold(builder.add("position", PositionEmbedding {sizes.positions, sizes.hidden}, {input}));
    const int all = builder.add(Add {}, {sum, positions});
    addDropout(builder, sizes.dropout, builder.add("norm", norm(sizes), {all}));
    return builder.finish();
}

// Post-norm block: norm(x + attention(x)), then norm(x + mlp(x)).
Program makeBlock(const Sizes& sizes)
{
    const Linear projection {sizes.hidden, sizes.hidden};
    Attention attention;
    attention.heads = attention.kv_heads = sizes.heads;
    attention.head_width = sizes.hidden / sizes.heads;
    attention.causal = false;
    attention.dropout = sizes.attention_dropout;

    ProgramBuilder block("transformer_block", Feed::Hidden);
    const int query = block.add("attention.query", projection, {input});
    const int key = block.add("attention.key", projection, {input});
    const int value = block.add("attention.value", projection, {input});
    int hidden = block.add("attention", attention, {query, key, value});
    hidden = block.add("attention.output", projection, {hidden});
    hidden = addDropout(block, sizes.dropout, hidden);
    hidden = block.add(Add {}, {hidden, input});
    const int residual = block.add("norm_1", norm(sizes), {hidden});
    hidden = block.add("mlp.up", Linear {sizes.hidden, sizes.intermediate}, {residual});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    hidden = block.add("mlp.down", Linear {sizes.intermediate, sizes.hidden}, {hidden});
    hidden = addDropout(block, sizes.dropout, hidden);
    hidden = block.add(Add {}, {hidden, residual});
    block.add("norm_2", norm(sizes), {hidden});
    return block.finish();
}

Program maskedHead(const Sizes& sizes)
{
    ProgramBuilder builder("masked_language_model_head", Feed::Hidden);
    int hidden = builder.add("transform", Linear {sizes.hidden, sizes.hidden}, {input});
    hidden = builder.add(Activate {sizes.activation}, {hidden});
    hidden = builder.add("norm", norm(sizes), {hidden});
    Linear projection {sizes.hidden, sizes.vocabulary};
    projection.shared = tiedName(sizes.tied);
    const int logits = builder.hold(builder.add("projection", projection, {hidden}));
    builder.add("loss", CrossEntropy {sizes.vocabulary}, {logits});
    return builder.finish();
}

Program sequenceHead(const Sizes& sizes)
{
    ProgramBuilder builder = headBuilder(HeadKind::SequenceClassifier);
    int hidden = builder.add(FirstToken {}, {input});
    hidden = builder.add("pooler", Linear {sizes.hidden, sizes.hidden}, {hidden});
    hidden = builder.add(Activate {Activation::Tanh}, {hidden});
    hidden = addDropout(builder, sizes.classifier_dropout, hidden);
    const int logits = builder.hold(builder.add("classifier", Linear {sizes.hidden, sizes.labels}, {hidden}));
    builder.add("loss", CrossEntropy {sizes.labels}, {logits});
    return builder.finish();
}

Program headOf(const Sizes& sizes, const Head& head)
{
    switch (head.kind) {
    case HeadKind::SequenceClassifier:
        return sequenceHead(sizes);
    case HeadKind::TokenClassifier:
        return classify(headBuilder(head.kind), input, sizes.hidden, head);
    case HeadKind::LanguageModel:
        break;
    }
    return maskedHead(sizes);
}

}

// BertConfig. Devlin et al. 2018.
void readBert(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    const std::int64_t layers = fields.integer("num_hidden_layers", 1, maxLayers);
    sizes.hidden = fields.integer("hidden_size", 1, maxDimension);
    sizes.heads = fields.integer("num_attention_heads", 1, maxDimension);
    sizes.intermediate = fields.integer("intermediate_size", 1, maxDimension);
    sizes.vocabulary = fields.integer("vocab_size", 1, maxVocabulary);
    sizes.positions = fields.integer("max_position_embeddings", 1, maxVocabulary);
    sizes.segments = fields.integerOr("type_vocab_size", 2, 1, maxVocabulary);
    sizes.norm_epsilon = fields.numberOr("layer_norm_eps", 1e-12, 0, 1);
    sizes.activation = fields.activationOr("hidden_act", Activation::Gelu);
    sizes.tied = fields.flagOr("tie_word_embeddings", true);
    fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    refuse(fields, {"is_decoder", "add_cross_attention"});
    sizes.dropout = readDropout(fields, "hidden_dropout_prob", 0.1);
    sizes.attention_dropout = readDropout(fields, "attention_probs_dropout_prob", 0.1);
    const Head head =
        readHead(fields, model, {"BertForMaskedLM", "BertForSequenceClassification", "BertForTokenClassification"},
                 {"hidden_dropout_prob", 0.1});
    sizes.labels = head.labels;
    sizes.classifier_dropout = readDropout(fields, "classifier_dropout", sizes.dropout);
    if (fields.error()) {
        return;
    }
    if (!sizes.tied && !head.classifies()) {
        model.notes.emplace_back(words::model::second_bias);
    }

    setPositions(model, sizes.positions);
    setLayers(model, embedding(sizes), makeBlock(sizes), layers, headOf(sizes, head));
}

}
