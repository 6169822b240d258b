// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layerrun.h"

#include "core/model/shapes.h"
#include "core/runtime/recipe.h"
#include "core/runtime/recompute.h"
#include "core/runtime/sampledata.h"

#include <torch/torch.h>

#include <algorithm>
#include <chrono>

namespace stagecraft {

namespace {

Bytes bytesOf(const std::vector<torch::Tensor>& tensors)
{
    Bytes sum;
    for (const torch::Tensor& tensor : tensors) {
        sum += Bytes(static_cast<std::int64_t>(tensor.nbytes()));
    }
    return sum;
}

}

LayerRun::LayerRun(const ProfilePoint& point, LayerSpec shard, torch::Device device, MemoryMeter& meter,
                   std::unique_ptr<LayerModule> layer)
    : m_point(point)
    , m_shard(std::move(shard))
    , m_device(device)
    , m_meter(meter)
    , m_layer(std::move(layer))
    , m_labels(makeLabels(m_shard, inputShapes(point), device))
{
    for (std::size_t i = 0; i < point.sides.size(); ++i) {
        m_side_gradients.push_back(std::make_shared<torch::Tensor>());
    }
    m_inputs = newInputs();
    const auto update = [&] { m_update.emplace(point.optimizer, point.precision, m_layer->parameters()); };
    m_masters = meter.observe(update).change;
}

std::vector<torch::Tensor> LayerRun::newInputs() const
{
    const Boundary shapes = inputShapes(m_point);
    torch::Tensor first = makeInput(m_shard, shapes.front(), m_point.input_type, m_device);
    const bool wanted = !beginsChain(m_shard) && m_point.input_gradient;
    std::vector<torch::Tensor> inputs {wanted ? fromEarlierLayer(std::move(first)) : std::move(first)};
    for (std::size_t i = 0; i < m_point.sides.size(); ++i) {
        torch::Tensor side = makeSide(shapes[i + 1], m_point.sides[i], m_device);
        inputs.push_back(m_point.sides[i].gradient ? fromFarLayer(std::move(side), m_side_gradients[i])
                                                   : std::move(side));
    }
    return inputs;
}

std::vector<torch::Tensor> LayerRun::runLayer()
{
    return m_point.recompute ? recomputedForward(*m_layer, m_inputs, m_labels, m_context)
                             : m_layer->forward(m_inputs, m_labels, m_context);
}

// The outputs are released here and stay alive only if the layer's graph keeps them.
GraphEnd LayerRun::forward()
{
    const PrecisionScope scope(m_point.precision, m_device);
    return graphEnd(runLayer());
}

void LayerRun::backward(const GraphEnd& end)
{
    if (!end.empty()) {
        laterLayers(end).backward();
    }
    dropSideGradients();
}

void LayerRun::dropSideGradients()
{
    for (const auto& gradient : m_side_gradients) {
        gradient->reset();
    }
}

void LayerRun::clearGradients()
{
    m_update->clearGradients();
}

void LayerRun::warmUp(LayerMemory& memory)
{
    memory.parameters = bytesOf(m_layer->parameters());
    memory.buffers = bytesOf(m_layer->buffers());
    memory.optimizer_state = m_masters;
    for (int step = 0; step < 2; ++step) {
        const Bytes before = m_meter.alive();
        backward(forward());
        memory.gradients = step == 0 ? memory.gradients : m_meter.alive() - before;
        const PhaseBytes update = m_meter.observe([&] { m_update->step(); });
        memory.optimizer_state += update.change;
        clearGradients();
    }
    memory.context = m_context.bytes(); // the tables now exist, as they do after the first layer of a stage
}

void LayerRun::measureKept(LayerMemory& memory)
{
    const std::vector<torch::Tensor> kept = std::move(m_inputs);
    m_inputs.clear();
    const Bytes before = m_meter.alive();
    m_inputs = newInputs();
    std::vector<torch::Tensor> outputs;
    Bytes inside;
    {
        const PrecisionScope scope(m_point.precision, m_device);
        outputs = runLayer();
        inside = m_meter.alive();
    }
    memory.cached = inside - m_meter.alive();
    const GraphEnd end = graphEnd(outputs);
    measureTensors(memory, outputs, before);
    m_inputs = kept;
    if (hasSides(m_shard)) {
        measureSideGradients(memory);
    } else {
        memory.inputs.clear();
        memory.outputs.clear();
    }
}

// Drops the references to outputs and inputs one by one; a tensor that is not freed is kept by the graph.
void LayerRun::measureTensors(LayerMemory& memory, std::vector<torch::Tensor>& outputs, Bytes before)
{
    const auto drop = [&](torch::Tensor& tensor) {
        BoundaryTensor result {m_meter.footprint(Bytes(static_cast<std::int64_t>(tensor.nbytes()))), {}};
        const Bytes with = m_meter.alive();
        tensor.reset();
        result.kept = with - m_meter.alive() < result.bytes;
        return result;
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        BoundaryTensor output = drop(outputs[i]);
        output.passes = passes(m_shard, i) ? std::get<Program>(m_shard).gives()[i] : -1;
        output.kept = output.kept && output.passes < 0;
        memory.output += output.bytes;
        memory.outputs.push_back(output);
    }
    Bytes kept;
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        const bool gradient = i == 0 ? !beginsChain(m_shard) && m_point.input_gradient : m_point.sides[i - 1].gradient;
        memory.inputs.push_back(drop(m_inputs[i]));
        const BoundaryTensor& input = memory.inputs.back();
        memory.input += input.bytes;
        memory.input_gradient += gradient ? input.bytes : Bytes(0);
        kept += input.kept ? input.bytes : Bytes(0);
    }
    memory.keeps_output = memory.outputs.front().kept;
    memory.keeps_input = memory.inputs.front().kept;
    memory.saved = m_meter.alive() - before - kept;
}

// Measures the memory that the gradient of each side input keeps alive after the layer's backward pass.
void LayerRun::measureSideGradients(LayerMemory& memory)
{
    const GraphEnd end = forward();
    if (!end.empty()) {
        laterLayers(end).backward();
    }
    for (std::size_t i = 0; i < m_side_gradients.size(); ++i) {
        const Bytes with = m_meter.alive();
        m_side_gradients[i]->reset();
        const bool works = uses(m_shard, i + 1);
        memory.inputs[i + 1].gradient = works ? with - m_meter.alive() : Bytes(0);
    }
    clearGradients();
}

PhaseBytes LayerRun::observeBackward(GradientOwner owner, std::optional<std::size_t> released)
{
    const std::vector<torch::Tensor> held = m_inputs;
    if (released) {
        m_inputs[*released] = newInputs()[*released];
    }
    const GraphEnd end = forward();
    m_inputs = held; // frees the new input unless the graph keeps it
    if (end.empty()) {
        return {};
    }
    PhaseBytes bytes;
    if (owner == GradientOwner::Caller) {
        const std::vector<torch::Tensor> gradients = gradientsOf(end);
        bytes = m_meter.observe([&] { backwardFrom(end, gradients); });
    } else {
        const torch::Tensor later = laterLayers(end);
        const torch::Tensor one = torch::ones_like(later);
        bytes = m_meter.observe([&] { later.backward(one); });
    }
    dropSideGradients();
    return bytes;
}

void LayerRun::measurePeaks(LayerMemory& memory)
{
    memory.forward_peak = m_meter.observe([&] { forward(); }).peak;
    memory.backward_peak = observeBackward(GradientOwner::Graph).peak;
    memory.accumulate_peak = observeBackward(GradientOwner::Graph).peak;
    clearGradients();
    if (endsInLoss(m_shard)) {
        memory.owned_backward_peak = memory.backward_peak;
        memory.owned_accumulate_peak = memory.accumulate_peak;
        return;
    }
    memory.owned_backward_peak = observeBackward(GradientOwner::Caller).peak;
    memory.owned_accumulate_peak = observeBackward(GradientOwner::Caller).peak;
    clearGradients();
}

InputRelease LayerRun::inputReleaseOf(std::size_t input, const LayerMemory& memory)
{
    const auto lower = [&](GradientOwner owner, Bytes peak) {
        return std::max(Bytes(0), peak - observeBackward(owner, input).peak);
    };
    InputRelease input_release;
    input_release.first = lower(GradientOwner::Graph, memory.backward_peak);
    input_release.later = lower(GradientOwner::Graph, memory.accumulate_peak);
    clearGradients();
    if (endsInLoss(m_shard)) {
        input_release.owned_first = input_release.first;
        input_release.owned_later = input_release.later;
        return input_release;
    }
    input_release.owned_first = lower(GradientOwner::Caller, memory.owned_backward_peak);
    input_release.owned_later = lower(GradientOwner::Caller, memory.owned_accumulate_peak);
    clearGradients();
    return input_release;
}

void LayerRun::measureInputRelease(LayerMemory& memory)
{
    for (std::size_t i = 1; i < memory.inputs.size(); ++i) {
        memory.inputs[i].input_release = memory.inputs[i].kept ? inputReleaseOf(i, memory) : InputRelease {};
    }
    // A layer that is trainable as a whole needs its first input until the end.
    const auto parameters = m_layer->parameters();
    const bool learns = std::all_of(parameters.begin(), parameters.end(),
                                    [](const torch::Tensor& tensor) { return tensor.requires_grad(); });
    if (!learns && memory.keeps_input && memory.inputs.empty()) {
        memory.input_release = inputReleaseOf(0, memory);
    }
}

void LayerRun::measureOptimizer(LayerMemory& memory)
{
    backward(forward());
    memory.optimizer_peak = m_meter.observe([&] { m_update->step(); }).peak;
    clearGradients();
}

AllocationTrace LayerRun::recordTrace()
{
    m_meter.startTrace();
    const GraphEnd end = forward();
    const std::int64_t forward_events = m_meter.tracedEvents();
    backward(end);
    AllocationTrace trace = m_meter.takeTrace();
    trace.forward_events = forward_events;
    return trace;
}

void LayerRun::recordTraces(Measurement& measurement)
{
    measurement.trace = recordTrace();
    measurement.later_trace = recordTrace();
    clearGradients();
}

int LayerRun::measureTimes(Stopwatch& stopwatch, Seconds enough, Measurement& measurement)
{
    constexpr int fewest = 5;
    constexpr int most = 100;
    std::vector<Seconds> forwards;
    std::vector<Seconds> backwards;
    std::vector<Seconds> updates;
    const std::chrono::duration<double> limit(enough.value);
    // Keep the gradients: a step's later micro-batches, nearly all of a pipeline's, accumulate into existing gradients,
    // whereas the first one allocates them.
    backward(forward());
    const auto start = std::chrono::steady_clock::now();
    int repeats = 0;
    while (repeats < fewest || (repeats < most && std::chrono::steady_clock::now() - start < limit)) {
        stopwatch.lap();
        const GraphEnd end = forward();
        stopwatch.lap();
        backward(end);
        stopwatch.lap();
        m_update->step();
        stopwatch.lap();
        const std::vector<Seconds> laps = stopwatch.take();
        forwards.push_back(laps[0]);
        backwards.push_back(laps[1]);
        updates.push_back(laps[2]);
        ++repeats;
    }
    clearGradients();
    measurement.forward = timingOf(std::move(forwards));
    measurement.backward = timingOf(std::move(backwards));
    measurement.optimizer = timingOf(std::move(updates));
    return repeats;
}

}
