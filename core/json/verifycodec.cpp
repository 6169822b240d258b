// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

namespace stagecraft {

template <typename Fields, Is<VerifyRequest> T>
void listFields(Fields& fields, T& request)
{
    fields("model", request.model);
    fields("workload", request.workload);
    fields("first_layer", request.layers.first, {0, limits::layers});
    fields("last_layer", request.layers.last, {1, limits::layers});
    fields.orUsual("tensor_parallel", request.run_options.sharding.tensor, {1, limits::devices});
    fields.orUsual("expert_parallel", request.run_options.sharding.expert, {1, limits::devices});
    fields.orUsual("sequence_parallel", request.run_options.sharding.sequence);
    fields.orUsual("recompute", request.run_options.recompute);
    fields("micro_batch", request.micro_batch, {1, limits::batch});
    fields("micro_batches", request.micro_batches, {1, limits::batch});
    fields("schedule", request.schedule);
    fields.renamed("pipeline_rank", "place", request.pipeline_rank, {0, limits::devices});
    fields.renamed("pipeline_ranks", "places", request.pipeline_ranks, {1, limits::devices});
    fields("device", request.device.kind);
    fields("device_index", request.device.index, {0, limits::devices});
    fields.orUsual("dry_device", request.device.dry);
    fields.orUsual("trust", request.trust);
}

template <typename Fields, Is<StageMeasurement> T>
void listFields(Fields& fields, T& measurement)
{
    constexpr Limits amount {0, limits::amount};
    fields("device", measurement.device);
    fields("status", measurement.status);
    fields("message", measurement.message);
    fields("allocated_peak_bytes", measurement.allocated_peak, amount);
    fields("reserved_peak_bytes", measurement.reserved_peak, amount);
    fields("step", measurement.step);
    fields("repeats", measurement.repeats, {0});
    fields("measured_at", measurement.measured_at);
}

nlohmann::json encodeJson(const VerifyRequest& value)
{
    return encodeFields(value);
}

template <>
VerifyRequest decodeJson<VerifyRequest>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<VerifyRequest>(json, path);
}

nlohmann::json encodeJson(const StageMeasurement& value)
{
    return encodeFields(value);
}

template <>
StageMeasurement decodeJson<StageMeasurement>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<StageMeasurement>(json, path);
}

}
