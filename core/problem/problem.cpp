// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/problem.h"

#include "core/hardware/clusterlimits.h"
#include "core/hardware/linklimits.h"
#include "core/model/families/families.h"
#include "core/model/layertable.h"
#include "core/model/layertraits.h"
#include "core/words/common.h"
#include "core/words/problem.h"

#include <algorithm>

namespace stagecraft {

namespace {

tl::unexpected<Error> outOfRange(Message option, std::int64_t value, std::int64_t least, std::int64_t most)
{
    return failure(ErrorCode::OptionOutOfRange, {std::move(option), value, least, most});
}

constexpr std::int64_t mostDevices = 1 << 20;

// Limits the counts, so that their sums and products do not overflow elsewhere.
Result<void> validateSizes(const Problem& problem)
{
    const auto groups = static_cast<std::int64_t>(problem.cluster.groups.size());
    if (groups > maxGroups) {
        return outOfRange(words::problem::node_groups, groups, 1, maxGroups);
    }
    std::int64_t devices = 0;
    for (const ClusterGroup& group : problem.cluster.groups) {
        if (group.nodes < 1 || group.nodes > mostDevices) {
            return outOfRange(words::problem::group_nodes, group.nodes, 1, mostDevices);
        }
        if (group.devices_per_node < 1 || group.devices_per_node > mostDevices) {
            return outOfRange(words::problem::node_devices, group.devices_per_node, 1, mostDevices);
        }
        devices += std::int64_t(group.nodes) * group.devices_per_node;
    }
    if (devices < 1 || devices > mostDevices) {
        return outOfRange(words::common::number_of_devices, devices, 1, mostDevices);
    }
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    const std::int64_t most = hasGivenCosts(problem.model) ? static_cast<std::int64_t>(maxTableRows) : maxLayers;
    return layers < 1 || layers > most ? outOfRange(words::common::layers, layers, 1, most) : Result<void>();
}

// Applies the limits of the model file format.
Result<void> validateRow(const Layer& layer, const TableRow& row)
{
    constexpr double most = 1125899906842624; // 2^50
    for (const auto& [name, amount] :
         {std::pair {"parameters", static_cast<double>(row.parameters)},
          std::pair {"state_bytes", static_cast<double>(row.state.value)},
          std::pair {"saved_bytes", static_cast<double>(row.saved.value)},
          std::pair {"transient_bytes", static_cast<double>(row.transient.value)},
          std::pair {"output_bytes", static_cast<double>(row.output.value)},
          std::pair {"forward_seconds", row.forward.value}, std::pair {"backward_seconds", row.backward.value}}) {
        if (!(amount >= 0 && amount <= most)) {
            return failure(ErrorCode::OptionOutOfRange,
                           {say(words::problem::layer_field, std::string(name), layer.name), amount, 0.0, most});
        }
    }
    return {};
}

// Checks that the bytes of a layer table, times all samples of a step, fit into an integer.
Result<void> validateAmounts(const Problem& problem)
{
    constexpr double most = 4e18;
    double state = 0;
    double sample = 0;
    double parameters = 0;
    for (const Layer& layer : problem.model.layers) {
        if (const auto* row = std::get_if<TableRow>(&layer.spec)) {
            if (auto valid = validateRow(layer, *row); !valid) {
                return valid;
            }
            state += static_cast<double>(row->state.value);
            parameters += static_cast<double>(row->parameters);
            sample +=
                static_cast<double>((row->saved + row->transient).value) + 4.0 * static_cast<double>(row->output.value);
        }
    }
    const double bytes = state + sample * static_cast<double>(problem.workload.global_batch);
    if (bytes > most) {
        return failure(ErrorCode::OptionOutOfRange, {words::common::bytes_of_all, bytes, 0.0, most});
    }
    return parameters > most
        ? failure(ErrorCode::OptionOutOfRange, {words::problem::parameters_of_all, parameters, 0.0, most})
        : Result<void>();
}

}

namespace {

// Checks the parallel sizes; the layers check divisibility themselves.
Result<void> validateDegrees(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const LayerDegrees& degrees = constraints.degrees;
    const int devices = problem.cluster.devices();
    for (const auto& [what, degree] :
         {std::pair<Message, int> {words::common::tensor_degree, degrees.sharding.tensor},
          std::pair<Message, int> {words::common::context_degree, degrees.context},
          std::pair<Message, int> {words::problem::expert_degree, degrees.sharding.expert}}) {
        if (degree < 1 || degree > devices) {
            return outOfRange(what, degree, 1, devices);
        }
    }
    if (degrees.sharding.expert > 1 && !hasGivenCosts(problem.model) && !hasExperts(problem.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::problem::expert_degree_without, degrees.sharding.expert, 1});
    }
    if (!(degrees.capacity >= 1 && degrees.capacity <= mostExpertCapacity)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::problem::expert_capacity, degrees.capacity, 1.0, mostExpertCapacity});
    }
    if (constraints.data && *constraints.data % degrees.sharding.expert != 0) {
        return failure(ErrorCode::FieldNotDivisible,
                       {words::problem::field_data_degree, *constraints.data, words::common::field_expert_degree,
                        degrees.sharding.expert});
    }
    if (degrees.sharding.expert > 1 && !knowsZeroWithExperts(constraints.framework.name, constraints.zero)) {
        return failure(ErrorCode::OptionUnsupported, {words::problem::zero_with_experts, constraints.zero, 1});
    }
    // Each size is at most 2^20, so the product cannot overflow.
    std::int64_t product = constraints.pipeline.value_or(1);
    for (const int degree : {constraints.data.value_or(1), degrees.sharding.tensor, degrees.context}) {
        product = std::min(product, mostDevices + 1) * degree;
    }
    return product > devices ? outOfRange(words::problem::devices_of_degrees, product, 1, devices) : Result<void>();
}

}

Result<Model> trainedModel(const Model& model, const Workload& workload)
{
    return withTrainable(withDropout(model, workload.dropout), workload.trainable);
}

Result<void> validate(const Problem& problem)
{
    const Workload& workload = problem.workload;
    const Constraints& constraints = problem.constraints;
    if (auto valid = validateSizes(problem); !valid) {
        return valid;
    }
    const int devices = problem.cluster.devices();
    const auto layers = static_cast<std::int64_t>(problem.model.layers.size());
    if (workload.global_batch < 1 || workload.global_batch > mostGlobalBatch) {
        return outOfRange(words::problem::global_batch, workload.global_batch, 1, mostGlobalBatch);
    }
    if (workload.sequence < 1 || workload.sequence > problem.model.longest_sequence) {
        return outOfRange(problem.model.sample == SampleKind::Image ? Message(words::common::image_side)
                                                                    : Message(words::common::sequence_length),
                          workload.sequence, 1, problem.model.longest_sequence);
    }
    if (constraints.micro_batch < 1 || constraints.micro_batch > workload.global_batch) {
        return outOfRange(words::common::micro_batch, constraints.micro_batch, 1, workload.global_batch);
    }
    if (constraints.micro_batches
        && (*constraints.micro_batches < 1 || *constraints.micro_batches > workload.global_batch)) {
        return outOfRange(words::common::micro_batches, *constraints.micro_batches, 1, workload.global_batch);
    }
    if (const std::int64_t number = constraints.micro_batches.value_or(1) * constraints.data.value_or(1);
        constraints.micro_batches && workload.global_batch % number != 0) {
        return failure(ErrorCode::FieldNotDivisible,
                       {words::problem::field_global_batch, workload.global_batch,
                        constraints.data ? Message(words::problem::field_micro_batches_data)
                                         : Message(words::problem::field_micro_batches),
                        number});
    }
    if (workload.global_batch % constraints.micro_batch != 0) {
        return failure(ErrorCode::FieldNotDivisible,
                       {words::problem::field_global_batch, workload.global_batch, words::problem::field_micro_batch,
                        constraints.micro_batch});
    }
    if (constraints.pipeline
        && (*constraints.pipeline < 1 || *constraints.pipeline > std::min<std::int64_t>(devices, layers))) {
        return outOfRange(words::problem::pipeline_depth, *constraints.pipeline, 1,
                          std::min<std::int64_t>(devices, layers));
    }
    if (constraints.data && (*constraints.data < 1 || *constraints.data > devices)) {
        return outOfRange(words::problem::data_degree, *constraints.data, 1, devices);
    }
    if (constraints.data && workload.global_batch / constraints.micro_batch % *constraints.data != 0) {
        return failure(ErrorCode::FieldNotDivisible,
                       {words::problem::field_batches, workload.global_batch / constraints.micro_batch,
                        words::problem::field_data_degree, *constraints.data});
    }
    if (auto valid = validateDegrees(problem); !valid) {
        return valid;
    }
    for (const PolicyRange& range : constraints.policies.ranges) {
        if (range.first < 0 || range.last > layers) {
            return outOfRange(words::problem::last_policy, range.last - 1, 0, layers - 1);
        }
    }
    if (constraints.zero < 0 || constraints.zero > 3) {
        return outOfRange(words::problem::zero, constraints.zero, 0, 3);
    }
    if (const bool shares = constraints.zero > 0 || constraints.gradients != GradientHandling::Eager;
        shares && hasGivenCosts(problem.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::problem::zero_of_table, ArgumentList {constraints.zero, constraints.gradients},
                        ArgumentList {0, GradientHandling::Eager}});
    }
    if (constraints.memory_reserve < Bytes(0)) {
        return outOfRange(words::problem::memory_reserve, constraints.memory_reserve.value, 0, INT64_MAX);
    }
    if (!(constraints.max_slowdown >= 1 && constraints.max_slowdown <= 1000)) {
        return failure(ErrorCode::OptionOutOfRange, {words::problem::slowdown, constraints.max_slowdown, 1.0, 1000.0});
    }
    if (workload.trainable.kind != TrainableKind::All) {
        if (const auto trained = withTrainable(problem.model, workload.trainable); !trained) {
            return failure(trained.error());
        }
    }
    return validateAmounts(problem);
}

namespace {

tl::unexpected<Error> notBetween(Message what, Argument value, Argument least, Argument most)
{
    return failure(ErrorCode::OptionOutOfRange, {std::move(what), std::move(value), std::move(least), std::move(most)});
}

// Checks that driver and libraries leave memory on the device.
Result<void> validateMemory(const DeviceType& device)
{
    const Bytes memory = device.memory.value;
    if (memory < Bytes(1) || memory > mostDeviceMemory) {
        return notBetween(say(words::problem::device_field, std::string("memory_bytes")), memory, Bytes(1),
                          mostDeviceMemory);
    }
    if (device.context < Bytes(0) || device.context >= memory) {
        return notBetween(say(words::problem::device_field, std::string("context_bytes")), device.context.value,
                          Bytes(0), memory - Bytes(1));
    }
    return {};
}

constexpr double mostPrice = 1e9; // $ per hour

Result<void> validateLinks(const ClusterGroup& group)
{
    for (const auto& [name, link] :
         {std::pair {"intra_node", &group.intra_node}, std::pair {"network", &group.network}}) {
        const std::string field = name;
        if (!(link->bandwidth >= leastBandwidth && link->bandwidth <= mostBandwidth)) {
            return notBetween(say(words::problem::link_field, field + ".bandwidth_bytes_per_second"),
                              link->bandwidth.value, leastBandwidth.value, mostBandwidth.value);
        }
        if (!(link->latency >= Seconds(0) && link->latency <= mostLatency)) {
            return notBetween(say(words::problem::link_field, field + ".latency_seconds"), link->latency, Seconds(0),
                              mostLatency);
        }
    }
    return {};
}

Result<void> validateRates(const DeviceType& device)
{
    constexpr double most = 1e18;
    for (const auto& [name, peak] : {std::pair {"peak_fp32_flops_per_second", &device.peak_fp32},
                                     std::pair {"peak_tf32_flops_per_second", &device.peak_tf32},
                                     std::pair {"peak_fp16_flops_per_second", &device.peak_fp16},
                                     std::pair {"peak_bf16_flops_per_second", &device.peak_bf16}}) {
        if (*peak && !((*peak)->value.value >= 1 && (*peak)->value.value <= most)) {
            return notBetween(say(words::problem::device_field, std::string(name)), (*peak)->value.value, 1.0, most);
        }
    }
    if (const auto& rate = device.memory_bandwidth; rate && !(rate->value.value >= 1 && rate->value.value <= most)) {
        return notBetween(say(words::problem::device_field, std::string("memory_bandwidth_bytes_per_second")),
                          rate->value.value, 1.0, most);
    }
    return {};
}

}

Result<void> validateForPlanning(const Problem& problem)
{
    if (auto valid = validate(problem); !valid) {
        return valid;
    }
    for (const ClusterGroup& group : problem.cluster.groups) {
        if (auto valid = validateLinks(group); !valid) {
            return valid;
        }
        if (const auto price = group.price_per_node; price && !(price->value >= 0 && price->value <= mostPrice)) {
            return notBetween(words::problem::node_price, price->value, 0.0, mostPrice);
        }
        if (auto valid = validateRates(group.device); !valid) {
            return valid;
        }
        if (auto valid = validateMemory(group.device); !valid) {
            return valid;
        }
    }
    const auto& groups = problem.cluster.groups;
    const DeviceType& largest =
        std::max_element(groups.begin(), groups.end(), [](const ClusterGroup& a, const ClusterGroup& b) {
            return a.device.memory.value < b.device.memory.value;
        })->device;
    if (const Bytes reserve = problem.constraints.memory_reserve; reserve > largest.memory) {
        return notBetween(say(words::problem::memory_reserve_of, largest.name), reserve, Bytes(0),
                          largest.memory.value);
    }
    return {};
}

Result<void> requireOneGroup(const Problem& problem, const Message& what)
{
    if (problem.cluster.groups.size() == 1) {
        return {};
    }
    return failure(ErrorCode::OptionUnsupported,
                   {say(words::problem::device_groups_of, what), problem.cluster.groups.size(), 1});
}

}
