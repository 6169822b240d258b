// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"
#include "core/model/zoo/zoo.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace stagecraft {

namespace {

// Names of published language models and the relevant fields of their config.json, each with its source.
constexpr std::string_view published =
#include "embedded/core/model/zoo/languagemodels.json.inc"
    ;

// Repeats a list or text until it has one entry per layer.
template <typename List>
List repeated(const List& pattern, std::int64_t layers)
{
    List all;
    for (std::int64_t i = 0; i < layers; ++i) {
        all.push_back(pattern[static_cast<std::size_t>(i) % pattern.size()]);
    }
    return all;
}

// Adapts per-layer fields to another depth. Layers with shared keys need an earlier layer of each type.
void setDepth(nlohmann::json& config, std::int64_t usual, std::int64_t layers)
{
    config["num_hidden_layers"] = layers;
    if (const auto pattern = config.find("hybrid_override_pattern"); pattern != config.end()) {
        *pattern = repeated(pattern->get<std::string>(), layers);
    }
    if (const auto types = config.find("layer_types"); types != config.end()) {
        const auto period = static_cast<std::int64_t>(types->size());
        if (const auto sharing = config.find("num_kv_shared_layers"); sharing != config.end()) {
            *sharing = std::clamp<std::int64_t>(layers - period, 0, sharing->get<std::int64_t>() * layers / usual);
        }
        *types = repeated(types->get<std::vector<std::string>>(), layers);
    }
}

// Returns the option "image" in the form that follows a file name. Empty if not set.
std::string imageOption(const nlohmann::json& vision, ZooOptions& options)
{
    constexpr std::int64_t usual = -1;
    constexpr std::int64_t largest = 1 << 14;
    const std::int64_t side = options.integerOr("image", usual, 0, largest);
    if (side == usual) {
        return {};
    }
    options.requireMultiple("image", side, "patch_size x spatial_merge_size",
                            vision.at("patch_size").get<std::int64_t>()
                                * vision.at("spatial_merge_size").get<std::int64_t>());
    return "?image=" + std::to_string(side);
}

// Limits the features of a vision tower to the number of blocks that add them.
void keepFeatures(nlohmann::json& vision, std::int64_t layers)
{
    auto& deep = vision.at("deepstack_visual_indexes");
    while (static_cast<std::int64_t>(deep.size()) > layers) {
        deep.erase(deep.size() - 1);
    }
}

// Builds the model from its fields. "layers" changes the depth and repeats the pattern of per-layer fields.
Model build(const nlohmann::json& fields, ZooOptions& options)
{
    nlohmann::json config = fields;
    nlohmann::json& decoder = config.contains("text_config") ? config["text_config"] : config;
    const std::int64_t layers = decoder.at("num_hidden_layers").get<std::int64_t>();
    const std::int64_t wanted = options.integerOr("layers", layers, 1, maxDescribedLayers - 2);
    const std::string with_image =
        config.contains("vision_config") ? imageOption(config["vision_config"], options) : "";
    if (options.error()) {
        return {};
    }
    setDepth(decoder, layers, wanted);
    if (config.contains("vision_config")) {
        keepFeatures(config["vision_config"], wanted);
    }
    // Tests cover the list, so parsing cannot fail here.
    auto model = parseConfig(config.dump(), "zoo/config.json" + with_image);
    return model ? *std::move(model) : Model {};
}

}

std::span<const ZooModel> languageModels()
{
    static const nlohmann::json list = nlohmann::json::parse(published);
    static const std::vector<ZooModel> all = [] {
        std::vector<ZooModel> models;
        for (const nlohmann::json& entry : list.at("models")) {
            const auto& name = entry.at("name").get_ref<const std::string&>();
            models.push_back({name, [&entry](ZooOptions& options) { return build(entry.at("config"), options); }});
        }
        return models;
    }();
    return all;
}

}
