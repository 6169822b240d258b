// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

namespace stagecraft {

constexpr Limits amount {0, limits::amount};

template <typename Fields, Is<MeasuredDevice> T>
void listFields(Fields& fields, T& device)
{
    fields("kind", device.kind);
    fields("name", device.name);
    fields("memory_bytes", device.memory);
    fields("software", device.software);
    fields("driver", device.driver);
    fields("threads", device.threads, {0});
}

template <typename Fields, Is<ProfilePoint> T>
void listFields(Fields& fields, T& point)
{
    fields("layer", point.spec);
    fields("input", point.input, {1, limits::length});
    fields("micro_batch", point.micro_batch, {1, limits::batch});
    fields("sequence", point.sequence, {0, limits::sequence});
    fields("tensor_parallel", point.tensor, {1, limits::devices});
    fields("precision", point.precision);
    fields("attention", point.attention);
    fields("optimizer", point.optimizer);
}

template <typename Fields, Is<Timing> T>
void listFields(Fields& fields, T& timing)
{
    fields("median_seconds", timing.median);
    fields("spread_seconds", timing.spread);
}

template <typename Fields, Is<LayerMemory> T>
void listFields(Fields& fields, T& memory)
{
    fields("parameters_bytes", memory.parameters, amount);
    fields("buffers_bytes", memory.buffers, amount);
    fields("optimizer_state_bytes", memory.optimizer_state, amount);
    fields("saved_bytes", memory.saved, amount);
    fields("context_bytes", memory.context, amount);
    fields("input_bytes", memory.input, amount);
    fields("output_bytes", memory.output, amount);
    fields("input_gradient_bytes", memory.input_gradient, amount);
    fields("gradients_bytes", memory.gradients, amount);
    fields("keeps_input", memory.keeps_input);
    fields("keeps_output", memory.keeps_output);
    fields("forward_peak_bytes", memory.forward_peak, amount);
    fields("backward_peak_bytes", memory.backward_peak, amount);
    fields("accumulate_peak_bytes", memory.accumulate_peak, amount);
    fields("owned_backward_peak_bytes", memory.owned_backward_peak, amount);
    fields("owned_accumulate_peak_bytes", memory.owned_accumulate_peak, amount);
    fields("optimizer_peak_bytes", memory.optimizer_peak, amount);
}

template <typename Fields, Is<Measurement> T>
void listFields(Fields& fields, T& measurement)
{
    fields("point", measurement.point);
    fields("device", measurement.device);
    fields("status", measurement.status);
    fields("message", measurement.message);
    fields("memory", measurement.memory);
    fields("forward", measurement.forward);
    fields("backward", measurement.backward);
    fields("optimizer", measurement.optimizer);
    fields("repeats", measurement.repeats, {0});
    fields("allocated_peak_bytes", measurement.allocated_peak, amount);
    fields("reserved_peak_bytes", measurement.reserved_peak, amount);
    fields("measured_at", measurement.measured_at);
}

template <typename Fields, Is<ProfileRequest> T>
void listFields(Fields& fields, T& request)
{
    fields("model", request.model);
    fields("workload", request.workload);
    fields("micro_batches", request.micro_batches, {1, limits::batch});
    fields("sequences", request.sequences, {1, limits::sequence});
    fields("device", request.device);
    fields("device_index", request.device_index, {0, limits::devices});
    fields("budget_seconds", request.budget);
}

nlohmann::json encodeJson(const MeasuredDevice& value)
{
    return encodeFields(value);
}

template <>
MeasuredDevice decodeJson<MeasuredDevice>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<MeasuredDevice>(json, path);
}

nlohmann::json encodeJson(const ProfilePoint& value)
{
    return encodeFields(value);
}

template <>
ProfilePoint decodeJson<ProfilePoint>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ProfilePoint>(json, path);
}

nlohmann::json encodeJson(const Timing& value)
{
    return encodeFields(value);
}

template <>
Timing decodeJson<Timing>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Timing>(json, path);
}

nlohmann::json encodeJson(const LayerMemory& value)
{
    return encodeFields(value);
}

template <>
LayerMemory decodeJson<LayerMemory>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<LayerMemory>(json, path);
}

nlohmann::json encodeJson(const Measurement& value)
{
    return encodeFields(value);
}

template <>
Measurement decodeJson<Measurement>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Measurement>(json, path);
}

nlohmann::json encodeJson(const ProfileRequest& value)
{
    return encodeFields(value);
}

template <>
ProfileRequest decodeJson<ProfileRequest>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ProfileRequest>(json, path);
}

}
