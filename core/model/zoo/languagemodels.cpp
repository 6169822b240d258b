// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"
#include "core/model/zoo/zoo.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stagecraft {

namespace {

// Names of published language models and the fields of their config.json that count, each with its source.
constexpr std::string_view published =
#include "embedded/core/model/zoo/languagemodels.json.inc"
    ;

// The model of such fields. "layers" changes the depth: what is said of single layers then follows its pattern.
Model build(const nlohmann::json& fields, ZooOptions& options)
{
    nlohmann::json config = fields;
    const std::int64_t layers = fields.at("num_hidden_layers").get<std::int64_t>();
    const std::int64_t wanted = options.integerOr("layers", layers, 1, maxLayers);
    config["num_hidden_layers"] = wanted;
    if (const auto pattern = fields.find("hybrid_override_pattern"); pattern != fields.end()) {
        const auto& usual = pattern->get_ref<const std::string&>();
        std::string own;
        for (std::int64_t i = 0; i < wanted; ++i) {
            own += usual[static_cast<std::size_t>(i) % usual.size()];
        }
        config["hybrid_override_pattern"] = own;
    }
    if (options.error()) {
        return {};
    }
    // Whoever edits the list is told by the tests.
    auto model = parseConfig(config.dump(), "zoo/config.json");
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
