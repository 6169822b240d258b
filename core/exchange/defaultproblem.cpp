// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/defaultproblem.h"

#include "core/base/files.h"
#include "core/base/jsontext.h"

namespace stagecraft {

namespace {

constexpr Bytes largestConfig(4 << 20); // as readModel() has it

// fp32 Adam: parameter, gradient and two moments; with 16-bit numbers and fp32 copies it is as much.
constexpr std::int64_t stateOfParameter = 16;

}

std::optional<Precision> recipeFor(std::string_view number_type)
{
    constexpr std::string_view prefix = "torch.";
    if (number_type.starts_with(prefix)) {
        number_type.remove_prefix(prefix.size());
    }
    if (number_type == "bfloat16") {
        return Precision::Bf16Master;
    }
    if (number_type == "float16") {
        return Precision::Fp16;
    }
    return number_type == "float32" ? std::optional(Precision::Fp32) : std::nullopt;
}

std::optional<Precision> filePrecision(const Model& model)
{
    if (!model.source.ends_with(".json")) {
        return std::nullopt;
    }
    const auto text = readFile(model.source, largestConfig);
    const auto json = text ? readJsonText(*text) : Result<nlohmann::json>(failure(text.error()));
    if (!json || !json->is_object()) {
        return std::nullopt;
    }
    for (const char* name : {"dtype", "torch_dtype"}) { // the latter in older files
        if (const auto field = json->find(name); field != json->end() && field->is_string()) {
            return recipeFor(field->get<std::string>());
        }
    }
    return std::nullopt;
}

Workload defaultWorkload(const Model& model)
{
    Workload workload;
    workload.sequence = model.default_sequence;
    workload.precision = filePrecision(model).value_or(workload.precision);
    return workload;
}

Dimensions defaultDimensions(const Problem& problem)
{
    Dimensions open {Dimension::Tensor};
    if (hasGivenCosts(problem.model)) {
        return open;
    }
    double capacity = 0;
    for (const ClusterGroup& group : problem.cluster.groups) {
        capacity += static_cast<double>(group.device.memory.value.value) * group.devices();
    }
    if (static_cast<double>(parameterCount(problem.model)) * stateOfParameter > capacity) {
        open.insert(open.end(), {Dimension::Sequence, Dimension::Zero, Dimension::Recompute});
    }
    return open;
}

}
