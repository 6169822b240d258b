// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/common.h"

namespace stagecraft {

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

template <typename Fields, Is<SideInput> T>
void listFields(Fields& fields, T& side)
{
    fields("shape", side.shape, {1, limits::length});
    fields("per_sample", side.per_sample);
    fields("type", side.type);
    fields("gradient", side.gradient);
    fields.orUsual("heads_last", side.heads_last);
}

template <typename Fields, Is<ProfilePoint> T>
void listFields(Fields& fields, T& point)
{
    fields("layer", point.spec);
    fields("input", point.input, {1, limits::length});
    fields("micro_batch", point.micro_batch, {1, limits::batch});
    fields("sequence", point.sequence, {0, limits::sequence});
    fields("tensor_parallel", point.sharding.tensor, {1, limits::devices});
    fields.orUsual("expert_parallel", point.sharding.expert, {1, limits::devices});
    fields.orUsual("sequence_parallel", point.sharding.sequence);
    fields("precision", point.precision);
    fields("attention", point.attention);
    fields("optimizer", point.optimizer);
    fields.orUsual("input_type", point.input_type);
    fields.orUsual("input_gradient", point.input_gradient);
    fields.orUsual("recompute", point.recompute);
    fields.orUsual("in_flight", point.in_flight, {1, limits::inFlight});
    fields.orUsual("following", point.following);
    fields.orUsual("sides", point.sides);
}

template <typename Fields, Is<Timing> T>
void listFields(Fields& fields, T& timing)
{
    fields("median_seconds", timing.median);
    fields("spread_seconds", timing.spread);
}

template <typename Fields, Is<InputRelease> T>
void listFields(Fields& fields, T& input_release)
{
    fields("first_bytes", input_release.first, limits::anyAmount);
    fields("later_bytes", input_release.later, limits::anyAmount);
    fields("owned_first_bytes", input_release.owned_first, limits::anyAmount);
    fields("owned_later_bytes", input_release.owned_later, limits::anyAmount);
}

template <typename Fields, Is<BoundaryTensor> T>
void listFields(Fields& fields, T& tensor)
{
    fields("bytes", tensor.bytes, limits::anyAmount);
    fields("gradient_bytes", tensor.gradient, limits::anyAmount);
    fields("kept", tensor.kept);
    fields("passes", tensor.passes, {-1, limits::statements});
    fields.orUsual("relief", tensor.input_release);
}

template <typename Fields, Is<LayerMemory> T>
void listFields(Fields& fields, T& memory)
{
    fields("parameters_bytes", memory.parameters, limits::anyAmount);
    fields("buffers_bytes", memory.buffers, limits::anyAmount);
    fields("optimizer_state_bytes", memory.optimizer_state, limits::anyAmount);
    fields("saved_bytes", memory.saved, limits::anyAmount);
    fields("context_bytes", memory.context, limits::anyAmount);
    fields("input_bytes", memory.input, limits::anyAmount);
    fields("output_bytes", memory.output, limits::anyAmount);
    fields("input_gradient_bytes", memory.input_gradient, limits::anyAmount);
    fields("gradients_bytes", memory.gradients, limits::anyAmount);
    fields("keeps_input", memory.keeps_input);
    fields("keeps_output", memory.keeps_output);
    fields.orUsual("cached_bytes", memory.cached, limits::anyAmount);
    fields("forward_peak_bytes", memory.forward_peak, limits::anyAmount);
    fields("backward_peak_bytes", memory.backward_peak, limits::anyAmount);
    fields("accumulate_peak_bytes", memory.accumulate_peak, limits::anyAmount);
    fields("owned_backward_peak_bytes", memory.owned_backward_peak, limits::anyAmount);
    fields("owned_accumulate_peak_bytes", memory.owned_accumulate_peak, limits::anyAmount);
    fields.orUsual("input_relief", memory.input_release);
    fields("optimizer_peak_bytes", memory.optimizer_peak, limits::anyAmount);
    fields.orUsual("inputs", memory.inputs);
    fields.orUsual("outputs", memory.outputs);
}

template <typename Fields, Is<Measurement> T>
void listFields(Fields& fields, T& measurement)
{
    fields("point", measurement.point);
    fields("device", measurement.device);
    fields("status", measurement.status);
    fields("message", measurement.message);
    fields.orUsual("room_bytes", measurement.free_memory, limits::anyAmount);
    fields("memory", measurement.memory);
    fields("forward", measurement.forward);
    fields("backward", measurement.backward);
    fields("optimizer", measurement.optimizer);
    fields("repeats", measurement.repeats, {0});
    fields("allocated_peak_bytes", measurement.allocated_peak, limits::anyAmount);
    fields("reserved_peak_bytes", measurement.reserved_peak, limits::anyAmount);
    fields.orUsual("trace", measurement.trace);
    fields.orUsual("later_trace", measurement.later_trace);
    fields("measured_at", measurement.measured_at);
}

template <typename Fields, Is<Sharding> T>
void listFields(Fields& fields, T& sharding)
{
    fields("tensor_parallel", sharding.tensor, {1, limits::devices});
    fields.orUsual("expert_parallel", sharding.expert, {1, limits::devices});
    fields.orUsual("sequence_parallel", sharding.sequence);
}

nlohmann::json encodeJson(const Sharding& value)
{
    return encodeFields(value);
}

template <>
Sharding decodeJson<Sharding>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Sharding>(json, path);
}

template <typename Fields, Is<ProfileTarget> T>
void listFields(Fields& fields, T& target)
{
    fields("cluster", target.cluster);
    fields("constraints", target.constraints);
}

nlohmann::json encodeJson(const ProfileTarget& value)
{
    return encodeFields(value);
}

template <>
ProfileTarget decodeJson<ProfileTarget>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ProfileTarget>(json, path);
}

template <typename Fields, Is<ProfileRequest> T>
void listFields(Fields& fields, T& request)
{
    fields("model", request.model);
    fields("workload", request.workload);
    fields("micro_batches", request.micro_batches, {1, limits::batch});
    fields("sequences", request.sequences, {1, limits::sequence});
    fields("device", request.device.kind);
    fields("device_index", request.device.index, {0, limits::devices});
    fields.orUsual("dry_device", request.device.dry);
    fields("budget_seconds", request.budget);
    fields.orUsual("shardings", request.shardings);
    fields.orUsual("recompute", request.recompute);
    fields.orUsual("checks", request.checks);
    fields.orUsual("tolerance", request.tolerance, {0, 1});
    fields.orUsual("until_same_structure", request.until_same_structure);
    fields.orUsual("trust", request.trust);
    fields.orUsual("target", request.target);
}

nlohmann::json encodeJson(const AllocationTrace& value)
{
    return pack(value);
}

template <>
AllocationTrace decodeJson<AllocationTrace>(const nlohmann::json& json, const std::string& path)
{
    auto trace = unpack(readText(json, path));
    if (!trace) {
        failDecoding(ErrorCode::FieldInconsistent, {path, words::common::no_allocation_trace});
    }
    return *std::move(trace);
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

nlohmann::json encodeJson(const SideInput& value)
{
    return encodeFields(value);
}

template <>
SideInput decodeJson<SideInput>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<SideInput>(json, path);
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

nlohmann::json encodeJson(const InputRelease& value)
{
    return encodeFields(value);
}

template <>
InputRelease decodeJson<InputRelease>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<InputRelease>(json, path);
}

nlohmann::json encodeJson(const BoundaryTensor& value)
{
    return encodeFields(value);
}

template <>
BoundaryTensor decodeJson<BoundaryTensor>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<BoundaryTensor>(json, path);
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
