// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/experts.h"
#include "core/model/families/heads.h"
#include "core/words/model.h"

#include <map>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

struct Sizes {
    std::int64_t hidden = 0;
    std::int64_t vocabulary = 0;
    std::int64_t intermediate = 0;
    double norm_epsilon = 1e-5;
    Activation activation = Activation::SquaredRelu;
    bool mlp_bias = false;
    bool mamba_bias = false; // for the mixer's projections
    Mamba2 mamba;
    Attention attention;
    Experts experts;
    std::int64_t latent = 0; // width of the experts' input; 0: hidden
    std::int64_t shared_intermediate = 0; // width of the shared expert

    RmsNorm norm() const { return {hidden, norm_epsilon, false, true}; }
};

int mix(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    const Mamba2& op = sizes.mamba;
    hidden = block.add("mamba.input", Linear {sizes.hidden, op.inputWidth(), sizes.mamba_bias}, {hidden});
    hidden = block.add("mamba", op, {hidden});
    return block.add("mamba.output", Linear {op.resultWidth(), sizes.hidden, sizes.mamba_bias}, {hidden});
}

int attend(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    const Attention& op = sizes.attention;
    const Linear keys {sizes.hidden, op.kv_heads * op.head_width, false};
    const int query = block.add("attention.query", Linear {sizes.hidden, op.queryWidth(), false}, {hidden});
    const int key = block.add("attention.key", keys, {hidden});
    const int value = block.add("attention.value", keys, {hidden});
    const int attended = block.add("attention", op, {query, key, value});
    return block.add("attention.output", Linear {op.resultWidth(), sizes.hidden, false}, {attended});
}

int perceptron(ProgramBuilder& block, const Sizes& sizes, const std::string& name, std::int64_t intermediate,
               int hidden)
{
    hidden = block.add(name + ".up", Linear {sizes.hidden, intermediate, sizes.mlp_bias}, {hidden});
    hidden = block.add(Activate {sizes.activation}, {hidden});
    return block.add(name + ".down", Linear {intermediate, sizes.hidden, sizes.mlp_bias}, {hidden});
}

// Experts may work on a narrower vector; their router takes the full width.
int experts(ProgramBuilder& block, const Sizes& sizes, int hidden)
{
    int routed = 0;
    if (sizes.latent > 0) {
        const int narrow = block.add("experts.narrow", Linear {sizes.hidden, sizes.latent, sizes.mlp_bias}, {hidden});
        routed = block.add("experts", sizes.experts, {narrow, hidden});
        routed = block.add("experts.widen", Linear {sizes.latent, sizes.hidden, sizes.mlp_bias}, {routed});
    } else {
        routed = block.add("experts", sizes.experts, {hidden});
    }
    return block.add(Add {}, {routed, perceptron(block, sizes, "shared_expert", sizes.shared_intermediate, hidden)});
}

Program makeBlock(const Sizes& sizes, char kind)
{
    const char* name = kind == 'M' ? "mamba_block"
        : kind == '*'              ? "attention_block"
        : kind == 'E'              ? "experts_block"
                                   : "mlp_block";
    ProgramBuilder block(name, Feed::Hidden);
    int hidden = block.add("norm", sizes.norm(), {input});
    switch (kind) {
    case 'M':
        hidden = mix(block, sizes, hidden);
        break;
    case '*':
        hidden = attend(block, sizes, hidden);
        break;
    case 'E':
        hidden = experts(block, sizes, hidden);
        break;
    default:
        hidden = perceptron(block, sizes, "mlp", sizes.intermediate, hidden);
        break;
    }
    block.add(Add {}, {input, hidden});
    return block.finish();
}

Program head(const Sizes& sizes)
{
    ProgramBuilder builder = headBuilder(HeadKind::LanguageModel);
    const int hidden = builder.add("norm", sizes.norm(), {input});
    const int logits = builder.add("projection", Linear {sizes.hidden, sizes.vocabulary, false}, {hidden});
    builder.add("loss", CrossEntropy {sizes.vocabulary, true}, {logits});
    return builder.finish();
}

Mamba2 readMamba(ConfigFields& fields, double norm_epsilon)
{
    Mamba2 op;
    op.heads = fields.integerOr("mamba_num_heads", 128, 1, maxDimension);
    op.head_width = fields.integerOr("mamba_head_dim", 64, 1, maxDimension);
    op.groups = fields.integerOr(fields.either("mamba_n_groups", "n_groups"), 8, 1, maxDimension);
    op.state_width = fields.integerOr("ssm_state_size", 128, 1, maxDimension);
    op.kernel = fields.integerOr(fields.either("mamba_d_conv", "conv_kernel"), 4, 1, 64);
    op.chunk = fields.integerOr(fields.either("mamba_chunk_size", "chunk_size"), 128, 1, maxDimension);
    op.bias = fields.flagOr(fields.either("mamba_conv_bias", "use_conv_bias"), true);
    op.norm_epsilon = norm_epsilon;
    fields.requireMultiple("mamba_num_heads", op.heads, "n_groups", op.groups);
    if (fields.activationOr("mamba_hidden_act", Activation::Silu) != Activation::Silu) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("mamba_hidden_act"), fields.textOr("mamba_hidden_act", ""), std::string("silu")});
    }
    return op;
}

Attention readAttention(ConfigFields& fields)
{
    Attention op;
    op.heads = fields.integerOr("num_attention_heads", 32, 1, maxDimension);
    const std::int64_t usual = fields.isWritten("num_key_value_heads") ? op.heads : 8;
    op.kv_heads = fields.integerOr("num_key_value_heads", usual, 1, maxDimension);
    op.head_width = fields.integerOr("head_dim", 128, 1, maxDimension);
    op.dropout = readDropout(fields, "attention_dropout", 0);
    fields.requireMultiple("num_attention_heads", op.heads, "num_key_value_heads", op.kv_heads);
    return op;
}

// Reads one letter per block: M (Mamba-2), * (attention), E (experts), - (MLP). Their number is the number of layers,
// regardless of num_hidden_layers.
std::string readPattern(ConfigFields& fields)
{
    constexpr const char* letters = "M*E-";
    const std::map<std::string, char> types {{"linear_attention", 'M'}, {"mamba", 'M'}, {"full_attention", '*'},
                                             {"attention", '*'},        {"moe", 'E'},   {"mlp", '-'}};
    const char* list = fields.either("layers_block_type", "layer_types");
    std::string pattern;
    if (fields.hasValue(list)) {
        const std::int64_t count = fields.countOr(list, 0);
        const auto named = fields.texts(list, list, count);
        for (std::size_t i = 0; named && i < named->size(); ++i) {
            const auto at = types.find((*named)[i]);
            if (at == types.end()) {
                fields.fail(ErrorCode::FieldUnknownValue,
                            {list + ("[" + std::to_string(i) + "]"), (*named)[i],
                             std::string("linear_attention, full_attention, moe, mlp")});
                return {};
            }
            pattern += at->second;
        }
    } else {
        pattern = fields.textOr("hybrid_override_pattern", "ME*-");
    }
    const std::size_t wrong = pattern.find_first_not_of(letters);
    if (pattern.empty() || wrong != std::string::npos) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string("hybrid_override_pattern"),
                     pattern.empty() ? Argument(words::model::nothing) : Argument(pattern.substr(wrong, 1)),
                     words::model::pattern_letters});
    } else if (pattern.size() > static_cast<std::size_t>(maxDescribedLayers)) {
        fields.fail(ErrorCode::FieldOutOfRange,
                    {std::string("hybrid_override_pattern"), static_cast<std::int64_t>(pattern.size()), std::int64_t(1),
                     maxDescribedLayers});
    }
    return pattern;
}

}

// NemotronHConfig. NVIDIA 2025.
void readNemotronH(ConfigFields& fields, Model& model)
{
    Sizes sizes;
    sizes.hidden = fields.integerOr("hidden_size", 4096, 1, maxDimension);
    sizes.vocabulary = fields.integerOr("vocab_size", 131072, 1, maxVocabulary);
    sizes.intermediate = fields.integerOr("intermediate_size", 21504, 1, maxDimension);
    sizes.norm_epsilon = fields.numberOr("layer_norm_epsilon", 1e-5, 0, 1);
    sizes.activation = fields.activationOr("mlp_hidden_act", Activation::SquaredRelu);
    sizes.mlp_bias = fields.flagOr("mlp_bias", false);
    sizes.mamba_bias = fields.flagOr("use_bias", false);
    const std::int64_t positions = fields.integerOr("max_position_embeddings", 4096, 1, maxVocabulary);
    const std::string pattern = readPattern(fields);
    sizes.mamba = readMamba(fields, sizes.norm_epsilon);
    sizes.attention = readAttention(fields);
    if (pattern.find('E') != std::string::npos) {
        sizes.latent = fields.integerOr("moe_latent_size", 0, 1, maxDimension);
        const std::int64_t width = sizes.latent > 0 ? sizes.latent : sizes.hidden;
        sizes.experts =
            readSigmoidExperts(fields, width, sizes.activation, {.count = 8, .active = 2, .intermediate = 7688});
        sizes.experts.gate = ExpertGate::None;
        sizes.experts.router_width = sizes.latent > 0 ? sizes.hidden : 0;
        sizes.shared_intermediate = fields.integerOr("moe_shared_expert_intermediate_size", 7688, 1, maxDimension);
    }
    requireArchitecture(fields, {"NemotronHForCausalLM"});
    if (fields.error()) {
        return;
    }

    setPositions(model, positions);
    std::map<char, Program> blocks; // equal blocks share one program
    for (const char kind : pattern) {
        if (!blocks.contains(kind)) {
            blocks.emplace(kind, makeBlock(sizes, kind));
        }
    }
    model.layers.push_back({"embedding", plainEmbedding(sizes.vocabulary, sizes.hidden, false)});
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        model.layers.push_back({"block " + std::to_string(i), blocks.at(pattern[i])});
    }
    model.layers.push_back({"head", head(sizes)});
}

}
