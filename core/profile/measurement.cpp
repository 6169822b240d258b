// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/measurement.h"

#include "core/model/shapes.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::string part(const char* name, std::int64_t value)
{
    return std::string(" ") + name + "=" + std::to_string(value);
}

bool attends(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(),
                       [](const Statement& s) { return std::holds_alternative<Attention>(s.op); });
}

}

bool measureAlike(const MeasuredDevice& a, const MeasuredDevice& b)
{
    return a.kind == b.kind && a.name == b.name && a.software == b.software && a.threads == b.threads;
}

Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                              LayerWay way)
{
    const auto trained = withTrainable(model, workload.trainable);
    if (!trained) {
        return failure(trained.error());
    }
    const auto shard = shardOf(*trained, way.sharding);
    if (!shard) {
        return failure(shard.error());
    }
    auto inputs = boundaryShapes(*shard, 1, workload.sequence);
    if (!inputs) {
        return failure(inputs.error());
    }
    std::vector<ProfilePoint> points;
    NumberType type = sampleType(workload.precision);
    bool learned = false; // by an earlier layer
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const LayerSpec& spec = trained->layers[i].spec;
        ProfilePoint point;
        point.spec = spec;
        point.input = std::move((*inputs)[i]);
        if (!point.input.empty()) {
            point.input.erase(point.input.begin()); // a point's input is that of one sample
        }
        point.micro_batch = micro_batch;
        point.sequence = workload.sequence;
        point.sharding = way.sharding;
        point.precision = workload.precision;
        point.attention = workload.attention;
        point.optimizer = workload.optimizer;
        point.input_type = type;
        point.input_gradient = beginsChain(spec) || learned;
        point.recompute = way.recompute && recomputable(spec);
        learned = learned || learns(spec);
        if (const auto* program = std::get_if<Program>(&spec)) {
            type = outputType(*program, type, workload.precision);
        }
        points.push_back(std::move(point));
    }
    return points;
}

bool recomputable(const LayerSpec& spec)
{
    return !beginsChain(spec) && !endsInLoss(spec);
}

Result<Program> shardAt(const ProfilePoint& point)
{
    const auto* program = std::get_if<Program>(&point.spec);
    if (program == nullptr) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("a layer to build"), std::string("a layer table's row"),
                        std::string("the layers of a config.json or a zoo model")});
    }
    return shardOf(*program, point.sharding);
}

ProfilePoint firstOf(const ProfilePoint& check)
{
    ProfilePoint first = check;
    first.in_flight = 1;
    first.following.reset();
    return first;
}

Result<ProfilePoint> secondOf(const ProfilePoint& pair)
{
    const auto shard = shardAt(pair);
    if (!shard) {
        return failure(shard.error());
    }
    Shape input = pair.input;
    input.insert(input.begin(), 1);
    auto values = valueShapes(*shard, input);
    if (!values) {
        return failure(values.error());
    }
    ProfilePoint second = firstOf(pair);
    second.spec = pair.following.value_or(pair.spec);
    second.input = std::move(values->back());
    if (!second.input.empty()) {
        second.input.erase(second.input.begin());
    }
    second.input_type = outputType(*shard, pair.input_type, pair.precision);
    second.input_gradient = learns(pair.spec) || (!beginsChain(pair.spec) && pair.input_gradient);
    return second;
}

std::string wayInWords(const ProfilePoint& point)
{
    std::string words;
    const auto add = [&](bool said, const std::string& text) {
        words += !said ? "" : words.empty() ? text : ", " + text;
    };
    add(point.sharding.tensor > 1, "tensor degree " + std::to_string(point.sharding.tensor));
    add(point.sharding.expert > 1, "expert degree " + std::to_string(point.sharding.expert));
    add(point.sharding.sequence, "sequence parallel");
    add(point.recompute, "with recomputation");
    add(!point.input_gradient, "behind frozen layers");
    add(point.in_flight > 1, std::to_string(point.in_flight) + " in flight");
    return words;
}

std::string lineKey(ProfilePoint point)
{
    point.micro_batch = 0;
    return pointKey(point);
}

std::string pointKey(const ProfilePoint& point)
{
    std::string key = signatureOf(point.spec) + " |";
    for (const std::int64_t length : point.input) {
        key += " " + std::to_string(length);
    }
    key += part("micro_batch", point.micro_batch) + part("sequence", point.sequence)
        + part("tensor", point.sharding.tensor) + " precision=" + std::string(nameOf(point.precision))
        + " optimizer=" + std::string(nameOf(point.optimizer));
    if (attends(point.spec) || (point.following && attends(*point.following))) {
        key += " attention=" + std::string(nameOf(point.attention));
    }
    // What is as usual is left out: new coordinates leave the old keys as they are.
    if (point.sharding.expert > 1) {
        key += part("expert", point.sharding.expert);
    }
    if (point.sharding.sequence) {
        key += " sequence_parallel";
    }
    if (point.input_type != parameterType(point.precision)) {
        key += " input=" + std::string(nameOf(point.input_type));
    }
    if (!point.input_gradient) {
        key += " no_input_gradient";
    }
    if (point.recompute) {
        key += " recompute";
    }
    if (point.in_flight > 1) {
        key += part("in_flight", point.in_flight);
    }
    if (point.following) {
        key += " | then " + signatureOf(*point.following);
    }
    return key;
}

}
