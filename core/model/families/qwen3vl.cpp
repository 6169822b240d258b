// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/experts.h"
#include "core/model/families/llamalike.h"
#include "core/words/model.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int input = ProgramBuilder::input;

// Vision transformer of `depth` blocks. Mergers after some of them compute features, which are added after the first
// blocks of the language model (Meng et al. 2024).
struct Tower {
    ImagePatches patches;
    std::int64_t depth = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    std::int64_t positions = 0;
    std::int64_t merge = 1; // patches along a side that become one token
    std::int64_t out = 0; // width of the language model
    double rotary_base = 10000;
    Activation activation = Activation::GeluTanh;
    std::vector<std::int64_t> deep; // blocks with a merger, in order

    std::int64_t hidden() const { return patches.width; }
    std::int64_t ofToken() const { return merge * merge; }
    std::int64_t tokens() const { return patches.patches() / ofToken(); }
    LayerNorm norm(std::int64_t width) const { return {width, 1e-6}; }
};

// Returns the side at which the learned positions need no interpolation, or the next smaller multiple of the merged
// patch.
std::int64_t usualSide(const Tower& tower)
{
    const auto grid = static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(tower.positions))));
    return std::max<std::int64_t>(1, grid / tower.merge) * tower.merge * tower.patches.patch;
}

// Reads Qwen3VLVisionConfig and Qwen3VLMoeVisionConfig, without the side of the image.
Tower readTower(ConfigFields& fields)
{
    Tower tower;
    constexpr double highest_base = 1e12;
    tower.depth = fields.integerOr(fields.either("depth", "num_hidden_layers"), 27, 1, maxDescribedLayers);
    tower.patches.width = fields.integerOr("hidden_size", 1152, 1, maxDimension);
    tower.activation = fields.activationOr("hidden_act", Activation::GeluTanh);
    tower.intermediate = fields.integerOr("intermediate_size", 4304, 1, maxDimension);
    const char* heads = fields.either("num_heads", "num_attention_heads");
    tower.heads = fields.integerOr(heads, 16, 1, maxDimension);
    tower.patches.channels = fields.integerOr("in_channels", 3, 1, 64);
    tower.patches.patch = fields.sideOr("patch_size", 16, 1, 1024);
    tower.patches.frames = fields.integerOr("temporal_patch_size", 2, 1, 64);
    tower.merge = fields.integerOr("spatial_merge_size", 2, 1, 64);
    tower.out = fields.integerOr("out_hidden_size", 3584, 1, maxDimension);
    tower.positions = fields.integerOr("num_position_embeddings", 2304, 1, maxVocabulary);
    tower.rotary_base = fields.numberIn("rope_parameters", "rope_theta", 10000, 1, highest_base);
    tower.deep = fields.hasValue("deepstack_visual_indexes") ? fields.integersOr("deepstack_visual_indexes")
                                                             : std::vector<std::int64_t> {8, 16, 24};
    fields.requireMultiple("hidden_size", tower.hidden(), heads, tower.heads);
    if (!fields.error() && tower.hidden() / tower.heads % 4 != 0) {
        fields.fail(ErrorCode::FieldUnknownValue,
                    {std::string(heads), std::to_string(tower.heads), words::model::heads_divide_by_4});
    }
    std::sort(tower.deep.begin(), tower.deep.end());
    for (std::size_t i = 0; i < tower.deep.size(); ++i) {
        const bool twice = i > 0 && tower.deep[i] == tower.deep[i - 1];
        if (tower.deep[i] < 0 || tower.deep[i] >= tower.depth || twice) {
            fields.fail(ErrorCode::FieldInconsistent,
                        {std::string("deepstack_visual_indexes"),
                         twice ? say(words::model::block_twice, tower.deep[i])
                               : say(words::model::block_beyond_depth, tower.deep[i], tower.depth)});
        }
    }
    return tower;
}

// Appends a merger: concatenates neighboring rows and applies two products. The last merger normalizes single rows.
int merged(ProgramBuilder& builder, const Tower& tower, const std::string& name, int patches, bool last)
{
    const std::int64_t width = tower.hidden() * tower.ofToken();
    if (last) {
        patches = builder.add(name + ".norm", tower.norm(tower.hidden()), {patches});
    }
    int rows = builder.add(MergePatches {tower.ofToken()}, {patches});
    if (!last) {
        rows = builder.add(name + ".norm", tower.norm(width), {rows});
    }
    rows = builder.add(name + ".up", Linear {width, width}, {rows});
    rows = builder.add(Activate {Activation::Gelu}, {rows});
    return builder.add(name + ".down", Linear {width, tower.out}, {rows});
}

// Token embeddings, which pass through every layer of the tower, and patches of an image.
Program embeddings(const Program& tokens, const Tower& tower)
{
    ProgramBuilder builder("token_and_image_embedding", Feed::TokenIds);
    int rows = input;
    for (const Statement& statement : tokens.statements()) {
        rows = builder.add(statement);
    }
    const int patches = builder.add("patch", tower.patches, {input});
    const int positions = builder.add("position", GridPositions {tower.positions, tower.hidden()}, {patches});
    return builder.finish({builder.add(Add {}, {patches, positions}), rows});
}

// Takes patches, tokens and `before` features of earlier blocks; returns one more feature if it has a merger.
Program visionBlock(const Tower& tower, int before, bool has_merger)
{
    const std::int64_t hidden = tower.hidden();
    Attention attention;
    attention.heads = attention.kv_heads = tower.heads;
    attention.head_width = attention.rotary_width = hidden / tower.heads;
    attention.rotary_base = tower.rotary_base;
    attention.causal = false;
    attention.packing = HeadPacking::Blocks;
    attention.per_image = true;

    ProgramBuilder block("vision_block", Feed::Hidden, 2 + before);
    int state = block.add("norm_1", tower.norm(hidden), {input});
    state = block.add("attention.qkv", Linear {hidden, 3 * hidden}, {state});
    state = block.add("attention", attention, {state});
    state = block.add("attention.output", Linear {hidden, hidden}, {state});
    const int residual = block.add(Add {}, {input, state});
    state = block.add("norm_2", tower.norm(hidden), {residual});
    state = block.add("mlp.up", Linear {hidden, tower.intermediate}, {state});
    state = block.add(Activate {tower.activation}, {state});
    state = block.add("mlp.down", Linear {tower.intermediate, hidden}, {state});
    std::vector<int> gives {block.add(Add {}, {residual, state})};
    for (int value = 1; value < 2 + before; ++value) {
        gives.push_back(value);
    }
    if (has_merger) {
        gives.push_back(merged(block, tower, "merger", gives.front(), false));
    }
    return block.finish(std::move(gives));
}

// Replaces image tokens by the image; passes the features through.
Program visionMerger(const Tower& tower)
{
    const int features = static_cast<int>(tower.deep.size());
    ProgramBuilder merger("vision_merger", Feed::Hidden, 2 + features);
    const int image = merged(merger, tower, "merger", input, true);
    std::vector<int> gives {merger.add(PlaceFeatures {}, {1, image})};
    for (int value = 2; value < 2 + features; ++value) {
        gives.push_back(value);
    }
    return merger.finish(std::move(gives));
}

// Block of the language model that adds the first of `features` to its result, and passes the others through.
Program withFeatures(const Program& block, int features)
{
    ProgramBuilder builder(block.kind(), Feed::Hidden, 1 + features);
    int result = input;
    for (Statement statement : block.statements()) {
        for (int& value : statement.inputs) {
            value += value > input ? features : 0;
        }
        result = builder.add(std::move(statement));
    }
    std::vector<int> gives {builder.add(PlaceFeatures {true}, {result, 1})};
    for (int value = 2; value < 1 + features; ++value) {
        gives.push_back(value);
    }
    return builder.finish(std::move(gives));
}

// Inserts the tower between the embedding and the blocks of a language model.
void addTower(const Tower& tower, Model& model)
{
    std::vector<Layer> layers;
    layers.push_back({"embedding", embeddings(std::get<Program>(model.layers.front().spec), tower)});
    int features = 0;
    for (std::int64_t i = 0; i < tower.depth; ++i) {
        const bool has_merger = std::find(tower.deep.begin(), tower.deep.end(), i) != tower.deep.end();
        layers.push_back({"vision block " + std::to_string(i), visionBlock(tower, features, has_merger)});
        features += has_merger ? 1 : 0;
    }
    layers.push_back({"vision merger", visionMerger(tower)});
    for (auto layer = model.layers.begin() + 1; layer != model.layers.end(); ++layer) {
        const auto& program = std::get<Program>(layer->spec);
        layers.push_back(features > 0 ? Layer {layer->name, withFeatures(program, features)} : *layer);
        features -= features > 0 ? 1 : 0;
    }
    model.layers = std::move(layers);
}

// Reads Qwen3VLTextConfig and Qwen3VLMoeTextConfig: Qwen3 with positions in time, height and width. The enclosing
// configuration determines `tied`.
LlamaLike readText(ConfigFields& fields, Model& model, bool sparse, bool tied)
{
    LlamaDefaults defaults; // complete, because the file omits default values
    defaults.layers = sparse ? 24 : 32;
    defaults.hidden = sparse ? 2048 : 4096;
    defaults.intermediate_width = sparse ? 5632 : 22016;
    defaults.vocabulary = 151936;
    defaults.heads = sparse ? 16 : 32;
    defaults.kv_heads = sparse ? 16 : 32;
    defaults.head_width = sparse ? 0 : 128;
    defaults.positions = 128000;
    defaults.rotary_base = 500000;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.tied = tied;
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", false);
    sizes.head_norm = true;
    sizes.window = 0;
    sizes.rotary_share = 1;
    sizes.rotary_per_sample = true;
    std::vector<bool> which;
    if (sparse) {
        Experts experts;
        experts.width = sizes.hidden;
        experts.intermediate = fields.integerOr("moe_intermediate_size", 1408, 1, maxDimension);
        experts.count = fields.integerOr(fields.either("num_local_experts", "num_experts"), 60, 1, maxDimension);
        experts.active = fields.integerOr("num_experts_per_tok", 4, 1, experts.count);
        experts.activation = sizes.activation;
        sizes.experts = experts;
        which = sparseLayers(fields, sizes.layers);
    }
    if (!fields.error()) {
        buildLlamaLike(sizes, model, which);
    }
    return sizes;
}

// Adds the tower of the file's `vision_config`, for images with the side of the option `image`.
void readVision(ConfigFields& fields, Model& model, const LlamaLike& text)
{
    constexpr std::int64_t usual = -1;
    constexpr std::int64_t largest = 1 << 14;
    const std::int64_t side = fields.optionOr("image", usual, 0, largest);
    if (!fields.hasValue("vision_config") || side == 0) {
        model.notes.emplace_back(fields.hasValue("vision_config") ? words::model::tower_not_wanted
                                                                  : words::model::no_tower);
        return;
    }
    Tower tower;
    fields.within("vision_config", [&](ConfigFields& vision) {
        tower = readTower(vision);
        if (tower.out != text.hidden) {
            vision.fail(
                ErrorCode::FieldInconsistent,
                {std::string("out_hidden_size"),
                 say(words::model::is_but_field, tower.out, std::string("text_config.hidden_size"), text.hidden)});
        }
        if (static_cast<std::int64_t>(tower.deep.size()) > text.layers) {
            vision.fail(ErrorCode::FieldInconsistent,
                        {std::string("deepstack_visual_indexes"),
                         say(words::model::entries_but_field, tower.deep.size(),
                             std::string("text_config.num_hidden_layers"), text.layers)});
        }
    });
    if (fields.error()) {
        return;
    }
    tower.patches.side = side == usual ? usualSide(tower) : side;
    fields.requireMultiple("image", tower.patches.side, "patch_size x spatial_merge_size",
                           tower.patches.patch * tower.merge);
    if (fields.error()) {
        return;
    }
    addTower(tower, model);
    model.notes.push_back(say(words::model::image_of_each_sample, tower.patches.side, tower.tokens()));
}

void readTextAndVision(ConfigFields& fields, Model& model, const char* architecture, bool sparse)
{
    requireArchitecture(fields, {architecture});
    if (!fields.hasValue("text_config")) {
        fields.fail(ErrorCode::FieldMissing, {std::string("text_config")});
        return;
    }
    const bool tied = fields.flagOr("tie_word_embeddings", false);
    LlamaLike sizes;
    fields.within("text_config", [&](ConfigFields& text) { sizes = readText(text, model, sparse, tied); });
    if (!fields.error()) {
        readVision(fields, model, sizes);
    }
}

}

// Qwen3VLConfig. Bai et al. 2025.
void readQwen3Vl(ConfigFields& fields, Model& model)
{
    readTextAndVision(fields, model, "Qwen3VLForConditionalGeneration", false);
}

void readQwen3VlMoe(ConfigFields& fields, Model& model)
{
    readTextAndVision(fields, model, "Qwen3VLMoeForConditionalGeneration", true);
}

}
