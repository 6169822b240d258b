// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

#include <utility>

namespace stagecraft {

constexpr Limits dimension {1, limits::dimension};
constexpr Limits epsilon {0, 1};

template <typename Fields, Is<TokenEmbedding> T>
void listFields(Fields& fields, T& layer)
{
    fields("vocabulary", layer.vocabulary, {1, limits::vocabulary});
    fields("positions", layer.positions, {1, limits::vocabulary});
    fields("hidden", layer.hidden, dimension);
}

template <typename Fields, Is<TransformerBlock> T>
void listFields(Fields& fields, T& layer)
{
    fields("hidden", layer.hidden, dimension);
    fields("heads", layer.heads, dimension);
    fields("intermediate", layer.intermediate, dimension);
    fields("activation", layer.activation);
    fields("norm_epsilon", layer.norm_epsilon, epsilon);
}

template <typename Fields, Is<LanguageModelHead> T>
void listFields(Fields& fields, T& layer)
{
    fields("hidden", layer.hidden, dimension);
    fields("vocabulary", layer.vocabulary, {1, limits::vocabulary});
    fields("norm_epsilon", layer.norm_epsilon, epsilon);
    fields("tied", layer.tied);
}

template <typename Fields, Is<ConvolutionStem> T>
void listFields(Fields& fields, T& layer)
{
    fields("channels", layer.channels, dimension);
}

template <typename Fields, Is<Bottleneck> T>
void listFields(Fields& fields, T& layer)
{
    fields("in_channels", layer.in_channels, dimension);
    fields("width", layer.width, dimension);
    fields("stride", layer.stride, dimension);
    fields("reduction", layer.reduction, dimension);
    fields("projection", layer.projection);
}

template <typename Fields, Is<ImageClassifierHead> T>
void listFields(Fields& fields, T& layer)
{
    fields("features", layer.features, dimension);
    fields("classes", layer.classes, {1, limits::vocabulary});
    fields("reduction", layer.reduction, dimension);
}

template <typename Fields, Is<TableRow> T>
void listFields(Fields& fields, T& layer)
{
    constexpr Limits amount {0, limits::amount};
    fields("parameters", layer.parameters, amount);
    fields("state_bytes", layer.state, amount);
    fields("saved_bytes", layer.saved, amount);
    fields("transient_bytes", layer.transient, amount);
    fields("output_bytes", layer.output, amount);
    fields("keeps_input", layer.keeps_input);
    fields("keeps_output", layer.keeps_output);
    fields("forward_seconds", layer.forward, amount);
    fields("backward_seconds", layer.backward, amount);
}

template <typename Fields, Is<Model> T>
void listFields(Fields& fields, T& model)
{
    fields("name", model.name);
    fields("family", model.family);
    fields("source", model.source);
    fields("sample", model.sample);
    fields("default_sequence", model.default_sequence, {0, limits::sequence});
    fields("longest_sequence", model.longest_sequence, {0, limits::sequence});
    fields("layers", model.layers);
    fields("notes", model.notes);
}

namespace {

// Reads the fields of the alternative whose name is `kind`; false if there is none.
template <std::size_t... Index>
bool decodeKind(LayerSpec& spec, const std::string& kind, const nlohmann::json& json, const std::string& path,
                std::index_sequence<Index...>)
{
    const auto tryKind = [&]<typename Alternative>(Alternative alternative) {
        if (kindName(alternative) != kind) {
            return false;
        }
        spec = decodeFields<Alternative>(json, path);
        return true;
    };
    return (tryKind(std::variant_alternative_t<Index, LayerSpec> {}) || ...);
}

template <std::size_t... Index>
std::string kindNames(std::index_sequence<Index...>)
{
    std::string all;
    ((all += (all.empty() ? "" : ", ") + kindName(std::variant_alternative_t<Index, LayerSpec> {})), ...);
    return all;
}

constexpr auto allKinds = std::make_index_sequence<std::variant_size_v<LayerSpec>> {};

}

nlohmann::json encodeJson(const LayerSpec& spec)
{
    auto json = std::visit([](const auto& layer) { return encodeFields(layer); }, spec);
    json["kind"] = kindName(spec);
    return json;
}

template <>
LayerSpec decodeJson<LayerSpec>(const nlohmann::json& json, const std::string& path)
{
    FieldReader fields(json, path);
    std::string kind;
    fields("kind", kind);
    LayerSpec spec;
    if (!decodeKind(spec, kind, json, path, allKinds)) {
        failDecoding(ErrorCode::FieldUnknownValue, {fields.pathOf("kind"), kind, kindNames(allKinds)});
    }
    if (const auto* block = std::get_if<TransformerBlock>(&spec);
        block != nullptr && block->hidden % block->heads != 0) {
        failDecoding(ErrorCode::FieldNotDivisible,
                     {fields.pathOf("hidden"), block->hidden, std::string("heads"), block->heads});
    }
    return spec;
}

nlohmann::json encodeJson(const Layer& layer)
{
    auto json = encodeJson(layer.spec);
    json["name"] = layer.name;
    return json;
}

template <>
Layer decodeJson<Layer>(const nlohmann::json& json, const std::string& path)
{
    Layer layer;
    FieldReader fields(json, path);
    fields("name", layer.name);
    layer.spec = decodeJson<LayerSpec>(json, path);
    return layer;
}

nlohmann::json encodeJson(const Model& model)
{
    return encodeFields(model);
}

template <>
Model decodeJson<Model>(const nlohmann::json& json, const std::string& path)
{
    auto model = decodeFields<Model>(json, path);
    requireCount(pathOf(path, "layers (count)"), static_cast<double>(model.layers.size()), {1, limits::layers});
    return model;
}

}
