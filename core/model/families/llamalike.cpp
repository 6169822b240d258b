// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

#include "core/model/blocks.h"
#include "core/words/model.h"

#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

RmsNorm norm(const LlamaLike& sizes)
{
    return {sizes.hidden, sizes.norm_epsilon, sizes.norm_around_one, sizes.norm_wide};
}

int gatedMlp(ProgramBuilder& block, const LlamaLike& sizes, const std::string& name, std::int64_t intermediate,
             int hidden)
{
    int gate = 0;
    int up = 0;
    if (sizes.packed) {
        const int both =
            block.add(name + ".gate_up", Linear {sizes.hidden, 2 * intermediate, sizes.mlp_bias}, {hidden});
        gate = block.add(Split {2}, {both});
        up = gate + 1;
        gate = block.add(Activate {sizes.activation}, {gate});
    } else {
        gate = block.add(name + ".gate", Linear {sizes.hidden, intermediate, sizes.mlp_bias}, {hidden});
        gate = block.add(Activate {sizes.activation}, {gate});
        up = block.add(name + ".up", Linear {sizes.hidden, intermediate, sizes.mlp_bias}, {hidden});
    }
    const int inner = block.add(Multiply {}, {gate, up});
    return block.add(name + ".down", Linear {intermediate, sizes.hidden, sizes.mlp_bias}, {inner});
}

// Llama 4 adds the routed experts' output in place to the shared expert's output.
int denseExperts(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    const Experts& op = *sizes.experts;
    const int routed =
        block.add("experts", DenseExperts {op.width, op.intermediate, op.count, op.active, op.activation}, {hidden});
    const int shared = gatedMlp(block, sizes, "shared_expert", sizes.shared_intermediate, hidden);
    return block.add(Add {true}, {shared, routed});
}

int expertsWithShared(ProgramBuilder& block, const LlamaLike& sizes, int hidden)
{
    if (sizes.dense_dispatch) {
        return denseExperts(block, sizes, hidden);
    }
    if (sizes.shared_intermediate == 0) {
        return block.add("experts", *sizes.experts, {hidden});
    }
    if (!sizes.shared_switch) {
        const int routed = block.add("experts", *sizes.experts, {hidden});
        return block.add(Add {}, {routed, gatedMlp(block, sizes, "shared_expert", sizes.shared_intermediate, hidden)});
    }
    const int shared = gatedMlp(block, sizes, "shared_expert", sizes.shared_intermediate, hidden);
    const int routed = block.add("experts", *sizes.experts, {hidden});
    int gate = block.add("shared_expert.switch", Linear {sizes.hidden, 1, false}, {hidden});
    gate = block.add(Activate {Activation::Sigmoid}, {gate});
    const int weighed = block.add(Multiply {}, {gate, shared});
    return block.add(Add {}, {routed, weighed});
}

Program block(const LlamaLike& sizes, bool sparse)
{
    ProgramBuilder block("transformer_block", Feed::Hidden);
    const auto normed = [&](const char* name, int value, bool wanted = true) {
        return wanted ? block.add(name, norm(sizes), {value}) : value;
    };
    int hidden = normed("norm_1", input);
    hidden = attend(block, sizes, hidden);
    hidden = normed("attention.output_norm", hidden, sizes.output_norms);
    hidden = addDropout(block, sizes.residual_dropout, hidden);
    const int residual = block.add(Add {}, {input, hidden});
    hidden = normed("norm_2", residual);
    hidden =
        sparse ? expertsWithShared(block, sizes, hidden) : gatedMlp(block, sizes, "mlp", sizes.intermediate, hidden);
    hidden = normed("mlp.output_norm", hidden, sizes.output_norms);
    hidden = addDropout(block, sizes.residual_dropout, hidden);
    block.add(Add {}, {residual, hidden});
    return block.finish();
}

Program embedding(const LlamaLike& sizes)
{
    ProgramBuilder builder("token_embedding", Feed::TokenIds);
    const std::string shared = tiedName(sizes.tied && !sizes.head.classifies());
    const int tokens = builder.add("token", Embedding {sizes.vocabulary, sizes.hidden, shared}, {input});
    if (sizes.scaled_embedding) {
        builder.add(Scale {std::sqrt(static_cast<double>(sizes.hidden))}, {tokens});
    }
    return builder.finish();
}

Program head(const LlamaLike& sizes)
{
    if (sizes.head.classifies()) {
        return classifierHead(norm(sizes), sizes.hidden, sizes.head);
    }
    return cappedHead(norm(sizes), sizes.hidden, sizes.vocabulary, sizes.tied, sizes.softcap);
}

}

LlamaLike readLlamaLike(ConfigFields& fields, const LlamaDefaults& defaults)
{
    LlamaLike sizes;
    const auto required = [&](const char* name, std::int64_t usual, std::int64_t most) {
        return usual > 0 ? fields.integerOr(name, usual, 1, most) : fields.integer(name, 1, most);
    };
    sizes.layers = required("num_hidden_layers", defaults.layers, maxLayers);
    sizes.hidden = required("hidden_size", defaults.hidden, maxDimension);
    sizes.intermediate = required(defaults.intermediate, defaults.intermediate_width, maxDimension);
    sizes.vocabulary = required("vocab_size", defaults.vocabulary, maxVocabulary);
    sizes.positions = fields.integerOr("max_position_embeddings", defaults.positions, 1, maxVocabulary);
    sizes.heads = required("num_attention_heads", defaults.heads, maxDimension);
    // null means as many as heads, as in Llama.
    const bool as_many = defaults.kv_heads == 0 || fields.isWritten("num_key_value_heads");
    const std::int64_t usual_kv_heads = as_many ? sizes.heads : defaults.kv_heads;
    sizes.kv_heads = fields.integerOr("num_key_value_heads", usual_kv_heads, 1, maxDimension);
    const std::string key_heads = "num_key_value_heads";
    fields.requireMultiple("num_attention_heads", sizes.heads,
                           fields.hasValue(key_heads.c_str())
                               ? Argument(key_heads)
                               : say(words::model::absent_by_default, key_heads, sizes.kv_heads),
                           sizes.kv_heads);
    if (!fields.hasValue("head_dim") && defaults.head_width == 0) {
        fields.requireMultiple("hidden_size", sizes.hidden, "num_attention_heads", sizes.heads);
    }
    const std::int64_t usual_width = defaults.head_width > 0 ? defaults.head_width : sizes.hidden / sizes.heads;
    sizes.head_width = fields.integerOr("head_dim", usual_width, 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("rms_norm_eps", defaults.norm_epsilon, 0, 1);
    sizes.activation = fields.activationOr("hidden_act", Activation::Silu);
    sizes.tied = fields.flagOr("tie_word_embeddings", defaults.tied);
    if (sizes.head_width % 2 != 0) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string(fields.hasValue("head_dim") ? "head_dim" : "hidden_size / num_attention_heads"),
                     std::to_string(sizes.head_width), words::model::even_numbers});
    }
    const RotaryFields rotary = readRotary(fields, defaults.rotary_base, defaults.rotary_share);
    sizes.rotary_base = rotary.base;
    sizes.rotary_share = rotary.share;
    sizes.window = fields.integerOr("sliding_window", defaults.window, 0, maxVocabulary);
    sizes.attention_dropout = readDropout(fields, "attention_dropout", 0);
    return sizes;
}

Head readLlamaLikeHead(ConfigFields& fields, Model& model, const std::string& prefix)
{
    const std::string language = prefix + "ForCausalLM";
    const std::string sequences = prefix + "ForSequenceClassification";
    const std::string tokens = prefix + "ForTokenClassification";
    Head head = readHead(fields, model, {language.c_str(), sequences.c_str(), tokens.c_str()});
    if (head.kind == HeadKind::TokenClassifier) {
        // The classifier shared by these families reads this field; other families' classifiers do not.
        head.bias = fields.flagOr("token_classification_bias", true);
    }
    return head;
}

void buildLlamaLike(const LlamaLike& sizes, Model& model, const std::vector<bool>& sparse)
{
    LlamaLike open = sizes;
    open.window = 0;
    buildLlamaLike(sizes, open, model, sparse);
}

void buildLlamaLike(const LlamaLike& sizes, const LlamaLike& open, Model& model, const std::vector<bool>& sparse)
{
    setPositions(model, sizes.positions);
    // Equal blocks share one program: [full or windowed attention][dense or sparse].
    const std::array<std::array<Program, 2>, 2> blocks {
        {{block(open, false), block(open, sizes.experts.has_value())},
         {block(sizes, false), block(sizes, sizes.experts.has_value())}}};
    model.layers.push_back({"embedding", embedding(sizes)});
    for (std::int64_t i = 0; i < sizes.layers; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const bool windowed = sizes.windowed.empty() || sizes.windowed[index];
        const bool has_experts = sparse.empty() || sparse[index];
        model.layers.push_back({"block " + std::to_string(i), blocks[windowed ? 1 : 0][has_experts ? 1 : 0]});
    }
    model.layers.push_back({"head", head(sizes)});
}

}
