// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/scriptdescriptionfile.h"

#include "core/json/codec.h"
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/model.h"

#include <array>

namespace stagecraft {

template <typename Fields, Is<ScriptedContext> T>
void listFields(Fields& fields, T& context)
{
    fields("name", context.name);
    fields("shape", context.shape, {0, limits::length});
    fields("stored", context.stored, {0, limits::length});
    fields("type", context.type);
}

constexpr Limits anyWork {0, 1e24};

template <typename Fields, Is<ScriptedPass> T>
void listFields(Fields& fields, T& pass)
{
    fields("flops", pass.flops, anyWork);
    fields("flops_per_sample", pass.flops_per_sample, anyWork);
    fields("numbers", pass.numbers, anyWork);
    fields("numbers_per_sample", pass.numbers_per_sample, anyWork);
    fields("operations", pass.operations, {0, limits::length});
}

template <typename Fields, Is<ScriptedWork> T>
void listFields(Fields& fields, T& work)
{
    fields("forward", work.forward);
    fields("backward", work.backward);
}

template <typename Fields, Is<DescribedChild> T>
void listFields(Fields& fields, T& layer)
{
    fields("name", layer.name);
    fields("child", layer.child);
    fields("type", layer.type);
    fields("input", layer.input, {1, limits::length});
    fields("output", layer.output, {1, limits::length});
    fields("gives_loss", layer.gives_loss);
    fields("low_under_autocast", layer.low_under_autocast);
    fields("context", layer.context, {0, limits::length});
    fields.orUsual("work", layer.work);
}

nlohmann::json encodeJson(const ScriptedContext& value)
{
    return encodeFields(value);
}

template <>
ScriptedContext decodeJson<ScriptedContext>(const nlohmann::json& json, const std::string& path)
{
    auto context = decodeFields<ScriptedContext>(json, path);
    if (context.stored.size() != context.shape.size()) {
        failDecoding(ErrorCode::FieldInconsistent, {pathOf(path, "stored"), words::model::as_many_as_shape});
    }
    return context;
}

nlohmann::json encodeJson(const ScriptedPass& value)
{
    return encodeFields(value);
}

template <>
ScriptedPass decodeJson<ScriptedPass>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptedPass>(json, path);
}

nlohmann::json encodeJson(const ScriptedWork& value)
{
    return encodeFields(value);
}

template <>
ScriptedWork decodeJson<ScriptedWork>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ScriptedWork>(json, path);
}

template <>
DescribedChild decodeJson<DescribedChild>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<DescribedChild>(json, path);
}

namespace {

ScriptDescription decodeDescription(const nlohmann::json& json)
{
    requireFormat(json, scriptDescriptionFormat, scriptDescriptionVersion);
    const FieldReader fields(json, {});
    ScriptDescription description;
    fields("input", description.input);
    fields("context", description.context);
    fields("layers", description.layers);
    const auto shared = static_cast<double>(description.context.size());
    for (std::size_t i = 0; i < description.layers.size(); ++i) {
        const std::string path = "layers[" + std::to_string(i) + "].context";
        for (const std::int64_t taken : description.layers[i].context) {
            requireCount(path, static_cast<double>(taken), {0, shared - 1});
        }
    }
    return description;
}

}

Result<ScriptDescription> readScriptDescription(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] { return decodeDescription(parseJson(text)); });
}

}
