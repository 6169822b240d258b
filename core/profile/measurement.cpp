// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/measurement.h"

#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/model/layertraits.h"
#include "core/model/shapes.h"
#include "core/words/common.h"
#include "core/words/worker.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::string part(const char* name, std::int64_t value)
{
    return std::string(" ") + name + "=" + std::to_string(value);
}

std::string lengths(const Shape& shape)
{
    std::string text;
    for (const std::int64_t length : shape) {
        text += " " + std::to_string(length);
    }
    return text;
}

// Number types, gradients and layouts of the tensors at a boundary.
struct Flow {
    std::vector<NumberType> types;
    std::vector<bool> gradients;
    std::vector<bool> heads_last;

    friend bool operator==(const Flow&, const Flow&) = default;
};

// A row of a bias table contains all heads: the bias is a view with the heads last in memory.
std::vector<bool> headsLast(const LayerSpec& spec, std::vector<bool> values)
{
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr) {
        return {false};
    }
    for (const Statement& statement : program->statements()) {
        values.insert(values.end(), static_cast<std::size_t>(resultCount(statement.op)),
                      std::holds_alternative<RelativeBias>(statement.op));
    }
    std::vector<bool> outputs;
    for (const int value : program->gives()) {
        outputs.push_back(values[static_cast<std::size_t>(value)]);
    }
    return outputs;
}

Flow through(const LayerSpec& spec, const Flow& flow, Precision precision)
{
    return {outputTypes(spec, flow.types, precision), learningOutputs(spec, flow.gradients),
            headsLast(spec, flow.heads_last)};
}

// Derives a side input from its shapes for one and for two samples.
SideInput sideInput(const Shape& one, const Shape& two)
{
    SideInput side {one, one != two};
    if (side.per_sample) {
        side.shape.erase(side.shape.begin());
    }
    return side;
}

void setInputs(ProfilePoint& point, const Boundary& one, const Boundary& two, const Flow& flow)
{
    point.input = one.front();
    if (!point.input.empty()) {
        point.input.erase(point.input.begin()); // a point's input is that of one sample
    }
    point.input_type = flow.types.front();
    point.input_gradient = beginsChain(point.spec) || flow.gradients.front();
    point.sides.clear();
    for (std::size_t i = 1; i < one.size(); ++i) {
        SideInput side = sideInput(one[i], two[i]);
        side.type = flow.types[i];
        side.gradient = flow.gradients[i];
        side.heads_last = flow.heads_last[i];
        point.sides.push_back(std::move(side));
    }
}

Boundary inputShapes(const ProfilePoint& point, std::int64_t micro_batch)
{
    const auto whole = [&](Shape shape) {
        shape.insert(shape.begin(), micro_batch);
        return shape;
    };
    Boundary shapes {whole(point.input)};
    for (const SideInput& side : point.sides) {
        shapes.push_back(side.per_sample ? whole(side.shape) : side.shape);
    }
    return shapes;
}

}

bool measureIdentically(const MeasuredDevice& a, const MeasuredDevice& b)
{
    return a.kind == b.kind && a.name == b.name && a.software == b.software && a.threads == b.threads
        && a.isDry() == b.isDry();
}

Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                              LayerRunOptions run_options)
{
    auto trained = trainedModel(model, workload);
    if (!trained) {
        return failure(trained.error());
    }
    if (auto known = requireKnown(run_options.framework, *trained, workload, run_options.sharding); !known) {
        return failure(known.error());
    }
    if (auto known = requireKnown(run_options.framework, 1, {run_options.sharding}); !known) {
        return failure(known.error());
    }
    const ExecutionMode mode = modeOf(run_options.framework);
    if (!run_options.framework.isLibtorch()) {
        LayerStyle style = mode.style;
        style.stores_operators = run_options.selective && mode.selects_operators;
        trained = inStyle(*std::move(trained), style);
    }
    const auto shard = shardOf(*trained, run_options.sharding);
    if (!shard) {
        return failure(shard.error());
    }
    const auto one = boundaryShapes(*shard, 1, workload.sequence);
    if (!one) {
        return failure(one.error());
    }
    const auto two = boundaryShapes(*shard, 2, workload.sequence);
    if (!two) {
        return failure(two.error());
    }
    std::vector<ProfilePoint> points;
    points.reserve(model.layers.size());
    Flow flow {{sampleType(workload.precision)}, {false}, {false}};
    bool unchanged = false; // true if the previous layer left the flow unchanged
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const LayerSpec& spec = trained->layers[i].spec;
        ProfilePoint point;
        point.spec = spec;
        setInputs(point, (*one)[i], (*two)[i], flow);
        point.micro_batch = micro_batch;
        point.sequence = workload.sequence;
        // A layer that no parallel size splits is the same on every rank, and is measured once.
        const bool split = shard->layers[i].spec != spec;
        point.sharding = split ? run_options.sharding : Sharding {};
        point.precision = workload.precision;
        point.attention = workload.attention;
        point.optimizer = workload.optimizer;
        point.fused_optimizer = mode.fused_optimizer;
        point.recompute = run_options.recompute && recomputable(spec);
        // If a block leaves the flow unchanged, an identical next block does, too.
        const bool identical = unchanged && i > 0 && spec == trained->layers[i - 1].spec;
        if (!identical) {
            Flow behind = through(spec, flow, workload.precision);
            unchanged = behind == flow;
            flow = std::move(behind);
        }
        points.push_back(std::move(point));
    }
    return points;
}

Boundary inputShapes(const ProfilePoint& point)
{
    return inputShapes(point, point.micro_batch);
}

bool recomputable(const LayerSpec& spec)
{
    return !beginsChain(spec) && !endsInLoss(spec);
}

Result<LayerSpec> shardAt(const ProfilePoint& point)
{
    if (const auto* program = std::get_if<Program>(&point.spec)) {
        return shardOf(*program, point.sharding);
    }
    if (std::holds_alternative<ScriptedLayer>(point.spec)) {
        if (!point.sharding.whole()) {
            return failure(ErrorCode::OptionUnsupported,
                           {words::common::tensor_degree, std::to_string(point.sharding.tensor),
                            words::worker::scripts_not_split});
        }
        return point.spec;
    }
    return failure(ErrorCode::OptionUnsupported,
                   {words::worker::layer_to_build, words::worker::table_row, words::worker::built_layers});
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
    const auto one = outputShapes(*shard, inputShapes(pair, 1));
    if (!one) {
        return failure(one.error());
    }
    const auto two = outputShapes(*shard, inputShapes(pair, 2));
    if (!two) {
        return failure(two.error());
    }
    Flow flow {{pair.input_type}, {!beginsChain(pair.spec) && pair.input_gradient}, {false}};
    for (const SideInput& side : pair.sides) {
        flow.types.push_back(side.type);
        flow.gradients.push_back(side.gradient);
        flow.heads_last.push_back(side.heads_last);
    }
    ProfilePoint second = firstOf(pair);
    second.spec = pair.following.value_or(pair.spec);
    setInputs(second, *one, *two, through(pair.spec, flow, pair.precision));
    return second;
}

ArgumentList runOptionWords(const ProfilePoint& point)
{
    ArgumentList unusual;
    const auto add = [&](bool is, Message message) {
        if (is) {
            unusual.emplace_back(std::move(message));
        }
    };
    add(point.sharding.tensor > 1, say(words::worker::tensor_degree, point.sharding.tensor));
    add(point.sharding.expert > 1, say(words::worker::expert_degree, point.sharding.expert));
    add(point.sharding.sequence, words::worker::sequence_parallel);
    add(point.recompute, words::worker::with_recomputation);
    add(!point.input_gradient, words::worker::behind_frozen);
    add(point.in_flight > 1, say(words::worker::in_flight, point.in_flight));
    return unusual;
}

std::string lineKey(ProfilePoint point)
{
    point.micro_batch = 0;
    return pointKey(point);
}

std::string pointKey(const ProfilePoint& point)
{
    std::string key = signatureOf(point.spec) + " |" + lengths(point.input);
    key += part("micro_batch", point.micro_batch) + part("sequence", point.sequence)
        + part("tensor", point.sharding.tensor) + " precision=" + std::string(nameOf(point.precision))
        + " optimizer=" + std::string(nameOf(point.optimizer));
    if (usesAttention(point.spec) || (point.following && usesAttention(*point.following))) {
        key += " attention=" + std::string(nameOf(point.attention));
    }
    // Default values are omitted, so that new coordinates do not change old keys.
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
    if (point.fused_optimizer) {
        key += " fused_optimizer";
    }
    for (const SideInput& side : point.sides) {
        key += (side.per_sample ? " and" : " and all") + lengths(side.shape) + " " + std::string(nameOf(side.type))
            + (side.gradient ? "" : " no_gradient") + (side.heads_last ? " heads_last" : "");
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
