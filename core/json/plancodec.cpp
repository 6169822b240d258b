// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"
#include "core/words/common.h"

namespace stagecraft {

template <typename Fields, Is<Stage> T>
void listFields(Fields& fields, T& stage)
{
    fields("first_layer", stage.layers.first, {0, limits::layers});
    fields("last_layer", stage.layers.last, {0, limits::layers});
    fields("tensor_parallel", stage.degrees.tensor, {1, limits::devices});
    fields("data_parallel", stage.degrees.data, {1, limits::devices});
    fields("micro_batch", stage.micro_batch, {1, limits::batch});
    fields.renamed("pipeline_rank", "place", stage.pipeline_rank, {0, limits::devices});
    fields("device_group", stage.device_group, {0, limits::devices});
    fields.orUsual("policy", stage.policies);
}

template <typename Fields, Is<Plan> T>
void listFields(Fields& fields, T& plan)
{
    fields("schedule", plan.schedule);
    fields("micro_batches", plan.micro_batches, {1, limits::batch});
    fields("zero_stage", plan.zero_stage, {0, 3});
    fields.orUsual("sequence_parallel", plan.sequence_parallel);
    fields.orUsual("context_parallel", plan.context, {1, limits::devices});
    fields.orUsual("context_kind", plan.context_kind);
    fields.orUsual("expert_parallel", plan.expert, {1, limits::devices});
    fields.orUsual("expert_capacity", plan.expert_capacity, {1, mostExpertCapacity});
    fields.orUsual("training", plan.training);
    fields("stages", plan.stages);
    fields.fixed("micro_batch", plan.microBatch()); // micro-batch size of stage 0
}

namespace {

// Keeps the arithmetic on plans inside int64 for any file.
void requireSaneSize(const Plan& plan, const std::string& path)
{
    requireCount(say(words::common::count_of, pathOf(path, "stages")), static_cast<double>(plan.stages.size()),
                 {0, limits::layers});
    double devices = 0;
    for (const Stage& stage : plan.stages) {
        const double replicas = static_cast<double>(stage.degrees.data);
        devices += replicas * stage.degrees.tensor * plan.context;
        requireCount(say(words::common::global_batch_of, pathOf(path, "stages")),
                     replicas * static_cast<double>(stage.micro_batch) * static_cast<double>(plan.micro_batches),
                     {1, limits::batch});
    }
    requireCount(say(words::common::devices_of, pathOf(path, "stages")), devices, {0, limits::devices});
}

}

nlohmann::json encodeJson(const Stage& value)
{
    return encodeFields(value);
}

template <>
Stage decodeJson<Stage>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Stage>(json, path);
}

nlohmann::json encodeJson(const Plan& value)
{
    return encodeFields(value);
}

template <>
Plan decodeJson<Plan>(const nlohmann::json& json, const std::string& path)
{
    const auto& object = requireObject(json, path);
    if (const auto stages = object.find("stages"); stages != object.end() && stages->is_array() && stages->empty()) {
        failDecoding(ErrorCode::FieldWrongType, {pathOf(path, "stages"), words::common::list_of_stages});
    }
    auto value = decodeFields<Plan>(json, path);
    requireSaneSize(value, path);
    return value;
}

}
