// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/defaultproblem.h"

#include "core/base/files.h"
#include "core/base/jsontext.h"
#include "core/framework/framework.h"
#include "core/hardware/cluster.h"
#include "core/search/feasibility.h"

#include <algorithm>
#include <string>

namespace stagecraft {

namespace {

constexpr Bytes largestConfig(4 << 20); // same as readModel()

// Bytes per parameter with fp32 Adam: parameter, gradient and two moments; the same with 16-bit numbers and fp32
// copies.
constexpr std::int64_t stateOfParameter = 16;

constexpr std::int64_t longestPretraining = 8192; // tokens per sample
constexpr std::int64_t practicalTokensOfStep = 1 << 21;
constexpr std::int64_t largeModel = 1'000'000'000; // parameters
constexpr int mostNodes = 128;
constexpr Framework practicalFramework = Framework::MegatronCore;

std::int64_t trainedSequence(const Model& model)
{
    return model.sample == SampleKind::Tokens && !scriptOf(model) ? std::min(model.default_sequence, longestPretraining)
                                                                  : model.default_sequence;
}

double memoryOf(const Cluster& cluster)
{
    double bytes = 0;
    for (const ClusterGroup& group : cluster.groups) {
        bytes += static_cast<double>(group.device.memory.value.value) * group.devices();
    }
    return bytes;
}

double stateOf(const Model& model)
{
    return static_cast<double>(parameterCount(model)) * stateOfParameter;
}

Cluster clusterFor(const Model& model)
{
    const auto nodes = [](int count) { return parseCluster(std::to_string(count) + "x8xH100-80GB").value(); };
    int count = 1;
    while (count < mostNodes && memoryOf(nodes(count)) < 2 * stateOf(model)) {
        count *= 2;
    }
    return nodes(count);
}

// True for language models of a size that is usually pretrained.
bool isLarge(const Model& model)
{
    return model.sample == SampleKind::Tokens && !hasGivenCosts(model) && parameterCount(model) >= largeModel;
}

// `named`: precision given by the model's file.
Precision usualPrecision(const Model& model, std::optional<Precision> named)
{
    return named.value_or(isLarge(model) ? Precision::Bf16Master : Workload().precision);
}

enum class Plans { None, NoneFits, Fit };

// Feasibility of the problem's plans with its framework, by their bounds. None: the layers or the framework allow no
// plan, or the costs of the layers are unknown.
Plans plansOf(const Problem& problem)
{
    const CostModel costs(problem.model, problem.workload, {});
    const std::stop_token never;
    const auto space = PlanSpace::make(problem, costs, never);
    if (!space || space->configGroups().empty()) {
        return Plans::None;
    }
    return anyFitting(*space, never) ? Plans::Fit : Plans::NoneFits;
}

// Checks plans, since activations and buffers depend on them; without any plan, compares the state only.
bool fitsAsItIs(const Problem& problem)
{
    const Plans plans = plansOf(problem);
    return plans == Plans::None ? stateOf(problem.model) <= memoryOf(problem.cluster) : plans == Plans::Fit;
}

// Returns the problem with the default framework if one device cannot hold the state and plans for the framework fit.
Problem withFramework(const Problem& problem)
{
    const auto device = static_cast<double>(problem.cluster.groups.front().device.memory.value.value);
    Problem trained = problem;
    useFramework(trained, practicalFramework);
    return stateOf(problem.model) > device && plansOf(trained) == Plans::Fit ? trained : problem;
}

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
    const std::string file = configFile(model.source);
    if (!file.ends_with(".json") || !isReadAgain(file)) { // the model has consumed the content of a pipe
        return std::nullopt;
    }
    const auto text = readFile(file, largestConfig);
    const auto json = text ? readJsonText(*text) : Result<nlohmann::json>(failure(text.error()));
    if (!json || !json->is_object()) {
        return std::nullopt;
    }
    for (const char* name : {"dtype", "torch_dtype"}) { // older files have the latter
        if (const auto field = json->find(name); field != json->end() && field->is_string()) {
            return recipeFor(field->get<std::string>());
        }
    }
    return std::nullopt;
}

Workload defaultWorkload(const Model& model)
{
    Workload workload;
    workload.sequence = trainedSequence(model);
    workload.precision = usualPrecision(model, filePrecision(model));
    return workload;
}

Dimensions defaultDimensions(Problem problem)
{
    Dimensions open {Dimension::Tensor};
    if (hasGivenCosts(problem.model)) {
        return open;
    }
    problem.constraints.vary = open;
    if (!fitsAsItIs(problem)) {
        open.insert(open.end(), {Dimension::Sequence, Dimension::Zero, Dimension::Recompute});
    }
    return open;
}

std::int64_t defaultSequence(const Model& model)
{
    constexpr std::int64_t quick = 512;
    if (scriptOf(model)) {
        return model.default_sequence;
    }
    return isLarge(model) ? trainedSequence(model) : std::min(model.default_sequence, quick);
}

Problem defaultProblem(const Model& model, std::optional<Precision> precision)
{
    Problem problem;
    problem.model = model;
    problem.workload.sequence = defaultSequence(model);
    problem.workload.precision = usualPrecision(model, precision);
    if (isLarge(model) && !scriptOf(model)) {
        problem.workload.global_batch = std::max<std::int64_t>(1, practicalTokensOfStep / problem.workload.sequence);
        problem.cluster = clusterFor(model);
        problem.constraints.vary = {Dimension::Tensor, Dimension::Sequence, Dimension::Zero, Dimension::Recompute};
        return withFramework(problem);
    }
    problem.workload.global_batch = 16;
    problem.cluster = parseCluster("4xcpu:8GiB").value();
    problem.constraints.vary = defaultDimensions(problem);
    return problem;
}

}
