// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/framework.h"
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/common.h"
#include "core/words/model.h"

namespace stagecraft {

template <typename Fields, Is<Workload> T>
void listFields(Fields& fields, T& workload)
{
    fields("global_batch", workload.global_batch, {0, limits::batch});
    fields("sequence", workload.sequence, {0, limits::sequence});
    fields("precision", workload.precision);
    fields("optimizer", workload.optimizer);
    fields("attention", workload.attention);
    fields.orUsual("trainable", workload.trainable);
    fields.orUsual("dropout", workload.dropout);
}

template <typename Fields, Is<TrainingOptions> T>
void listFields(Fields& fields, T& training)
{
    fields.orUsual("offload", training.offload);
    fields.orUsual("replicas", training.replicas);
    fields.orUsual("period", training.period, {1, longestPeriod});
    fields.orUsual("compressor", training.compressor);
    fields.orUsual("compress_boundaries", training.compress_boundaries);
    fields.orUsual("in_flight_limit", training.in_flight_limit, {1, limits::batch});
}

template <typename Fields, Is<Constraints> T>
void listFields(Fields& fields, T& constraints)
{
    fields("micro_batch", constraints.micro_batch, {1, limits::batch});
    fields.orUsual("micro_batches", constraints.micro_batches, {1, limits::batch});
    fields("schedule", constraints.schedule);
    fields.orUsual("interleave", constraints.interleave, {1, mostInterleave});
    fields("pipeline", constraints.pipeline, {1, limits::layers});
    fields("data", constraints.data, {1, limits::devices});
    fields.orUsual("tensor", constraints.degrees.sharding.tensor, {1, limits::devices});
    fields.orUsual("sequence_parallel", constraints.degrees.sharding.sequence);
    fields.orUsual("context", constraints.degrees.context, {1, limits::devices});
    fields.orUsual("context_kind", constraints.degrees.context_kind);
    fields.orUsual("expert", constraints.degrees.sharding.expert, {1, limits::devices});
    fields.orUsual("expert_capacity", constraints.degrees.capacity, {1, mostExpertCapacity});
    fields("cuts", constraints.split_points, {0, limits::layers});
    fields.orUsual("zero_stage", constraints.zero, {0, 3});
    fields.orUsual("framework", constraints.framework.name);
    fields.orUsual("gradient_accumulation_fusion", constraints.framework.options.gradient_accumulation_fusion);
    fields.orUsual("cross_entropy_loss_fusion", constraints.framework.options.cross_entropy_loss_fusion);
    fields.orUsual("grad_reduce_in_bf16", constraints.framework.options.grad_reduce_in_bf16);
    fields.orUsual("recompute_modules", constraints.framework.options.recompute_modules);
    fields.orUsual("fp8_recipe", constraints.framework.options.fp8_recipe);
    fields.orUsual("compile", constraints.framework.options.compile);
    fields.orUsual("compile_loss", constraints.framework.options.compile_loss);
    fields.orUsual("gradients", constraints.gradients);
    fields.orUsual("policy", constraints.policies);
    fields.orUsual("host_bandwidth_bytes_per_second", constraints.host_bandwidth, limits::bandwidth);
    fields.orUsual("host_memory_bytes_per_second", constraints.host_memory_bandwidth, limits::bandwidth);
    fields.orUsual("training", constraints.training);
    fields("memory_reserve_bytes", constraints.memory_reserve);
    fields.orUsual("vary", constraints.vary);
    fields.orUsual("objective", constraints.objective);
    fields("max_slowdown", constraints.max_slowdown, {1, limits::slowdown});
    fields.orUsual("measure", constraints.measure);
}

template <typename Fields, Is<BillingOptions> T>
void listFields(Fields& fields, T& billing)
{
    fields.orUsual("unit", billing.unit);
    fields.orUsual("amount", billing.amount, {0, mostTrained});
    fields.orUsual("checkpoint_interval_seconds", billing.checkpoint_interval,
                   {leastCheckpointInterval.value, longestWait.value});
    fields.orUsual("checkpoint_seconds", billing.checkpoint_time, {0, longestWait.value});
    fields.orUsual("restart_seconds", billing.restart_time, {0, longestWait.value});
    fields.orUsual("preemptions_per_node_hour", billing.preemptions_per_node_hour, {0, mostPreemptions});
    fields.orUsual("power_watts_per_node", billing.power_per_node, {0, mostPower});
    fields.orUsual("energy_usd_per_kilowatt_hour", billing.energy_price, {0, mostEnergyPrice});
}

template <typename Fields, Is<Problem> T>
void listFields(Fields& fields, T& problem)
{
    fields("model", problem.model);
    fields("workload", problem.workload);
    fields("cluster", problem.cluster);
    fields("constraints", problem.constraints);
    fields.orUsual("target", problem.target);
    fields.orUsual("billing", problem.billing);
}

namespace {

// Reads a value that files contain in the form users write.
template <typename T>
T readWritten(std::optional<T> (*parse)(std::string_view), const nlohmann::json& json, const std::string& path,
              const Argument& known)
{
    const std::string& text = readText(json, path);
    auto value = parse(text);
    if (!value) {
        failDecoding(ErrorCode::FieldUnknownValue, {path, text, known});
    }
    return *std::move(value);
}

}

nlohmann::json encodeJson(const LayerPolicies& value)
{
    return policiesText(value);
}

template <>
LayerPolicies decodeJson<LayerPolicies>(const nlohmann::json& json, const std::string& path)
{
    return readWritten(parsePolicies, json, path, say(words::common::or_with_layers, knownNames<LayerPolicy>()));
}

nlohmann::json encodeJson(const Trainable& value)
{
    return trainableText(value);
}

template <>
Trainable decodeJson<Trainable>(const nlohmann::json& json, const std::string& path)
{
    return readWritten(parseTrainable, json, path, words::model::trainable_forms);
}

nlohmann::json encodeJson(const Workload& value)
{
    return encodeFields(value);
}

template <>
Workload decodeJson<Workload>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Workload>(json, path);
}

nlohmann::json encodeJson(const Compressor& value)
{
    return compressorText(value);
}

template <>
Compressor decodeJson<Compressor>(const nlohmann::json& json, const std::string& path)
{
    return readWritten(parseCompressor, json, path,
                       std::string("none, quantise:8, quantise:4/128, top-k:0.1, random-k:0.1, auto-encoder:1024/100"));
}

nlohmann::json encodeJson(const TrainingOptions& value)
{
    return encodeFields(value);
}

template <>
TrainingOptions decodeJson<TrainingOptions>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<TrainingOptions>(json, path);
}

nlohmann::json encodeJson(const Constraints& value)
{
    return encodeFields(value);
}

template <>
Constraints decodeJson<Constraints>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Constraints>(json, path);
}

nlohmann::json encodeJson(const BillingOptions& value)
{
    return encodeFields(value);
}

template <>
BillingOptions decodeJson<BillingOptions>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<BillingOptions>(json, path);
}

nlohmann::json encodeJson(const Problem& value)
{
    return encodeFields(value);
}

template <>
Problem decodeJson<Problem>(const nlohmann::json& json, const std::string& path)
{
    auto problem = decodeFields<Problem>(json, path);
    // Older files name a stack instead of a framework.
    const auto stack = json.find("stack");
    if (stack == json.end() || stack->is_null() || readText(*stack, pathOf(path, "stack")).empty()) {
        return problem;
    }
    const auto framework = frameworkOfStack(stack->get_ref<const std::string&>());
    if (!framework) {
        failDecoding(framework.error().code, framework.error().arguments);
    }
    useFramework(problem, *framework);
    return problem;
}

}
