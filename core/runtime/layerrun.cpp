// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layerrun.h"

#include "core/model/shapes.h"
#include "core/runtime/recipe.h"
#include "core/runtime/recompute.h"
#include "core/runtime/sampledata.h"

#include <torch/torch.h>

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

LayerRun::LayerRun(const ProfilePoint& point, Program shard, torch::Device device, MemoryMeter& meter,
                   std::unique_ptr<LayerModule> layer)
    : m_point(point)
    , m_shard(std::move(shard))
    , m_device(device)
    , m_meter(meter)
    , m_layer(std::move(layer))
    , m_input(newInput())
    , m_labels(makeLabels(m_shard, inputShape(), device))
{
    const auto update = [&] { m_update.emplace(point.optimizer, point.precision, m_layer->parameters()); };
    m_masters = meter.observe(update).change;
}

Shape LayerRun::inputShape() const
{
    Shape shape = m_point.input;
    shape.insert(shape.begin(), m_point.micro_batch);
    return shape;
}

torch::Tensor LayerRun::newInput() const
{
    torch::Tensor input = makeInput(m_shard, inputShape(), m_point.input_type, m_device);
    const bool wanted = !beginsChain(m_shard) && m_point.input_gradient;
    return wanted ? fromEarlierLayer(std::move(input)) : input;
}

torch::Tensor LayerRun::runLayer()
{
    return m_point.recompute ? recomputedForward(*m_layer, m_input, m_labels, m_context)
                             : m_layer->forward(m_input, m_labels, m_context);
}

// The output goes with this function: it lives on if the layer's own graph keeps it.
std::optional<GraphEnd> LayerRun::forward()
{
    const PrecisionScope scope(m_point.precision, m_device);
    const torch::Tensor output = runLayer();
    return output.requires_grad() ? std::optional(graphEnd(output)) : std::nullopt;
}

void LayerRun::backward(const std::optional<GraphEnd>& end)
{
    if (end) {
        laterLayers(*end).backward();
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
    memory.context = m_context.bytes(); // from now on it is there, as it is behind the first layer of a stage
}

void LayerRun::measureKept(LayerMemory& memory)
{
    const torch::Tensor kept = std::move(m_input);
    m_input.reset();
    const Bytes before = m_meter.alive();
    m_input = newInput();
    memory.input = m_meter.alive() - before;
    memory.input_gradient = beginsChain(m_shard) || !m_point.input_gradient ? Bytes(0) : memory.input;

    torch::Tensor output;
    Bytes inside;
    {
        const PrecisionScope scope(m_point.precision, m_device);
        output = runLayer();
        inside = m_meter.alive();
    }
    memory.cached = inside - m_meter.alive();
    memory.output = m_meter.footprint(Bytes(static_cast<std::int64_t>(output.nbytes())));
    const auto end = output.requires_grad() ? std::optional(graphEnd(output)) : std::nullopt;
    const Bytes withOutput = m_meter.alive();
    output.reset();
    const Bytes withInput = m_meter.alive();
    m_input.reset();
    const Bytes graphOnly = m_meter.alive();

    memory.keeps_output = withOutput - withInput < memory.output;
    memory.keeps_input = withInput - graphOnly < memory.input;
    memory.saved = graphOnly - before - (memory.keeps_input ? memory.input : Bytes(0));
    m_input = kept;
}

PhaseBytes LayerRun::observeBackward(GradientOwner owner)
{
    const auto end = forward();
    if (!end) {
        return {};
    }
    if (owner == GradientOwner::Caller) {
        const torch::Tensor gradient = torch::ones(end->shape, end->options);
        return m_meter.observe([&] { backwardFrom(*end, gradient); });
    }
    const torch::Tensor later = laterLayers(*end);
    const torch::Tensor one = torch::ones_like(later);
    return m_meter.observe([&] { later.backward(one); });
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

void LayerRun::measureOptimizer(LayerMemory& memory)
{
    backward(forward());
    memory.optimizer_peak = m_meter.observe([&] { m_update->step(); }).peak;
    clearGradients();
}

AllocationTrace LayerRun::recordTrace()
{
    m_meter.startTrace();
    const auto end = forward();
    const std::int64_t forward_events = m_meter.tracedEvents();
    backward(end);
    AllocationTrace trace = m_meter.takeTrace();
    trace.forward_events = forward_events;
    clearGradients();
    return trace;
}

int LayerRun::measureTimes(Stopwatch& stopwatch, Seconds enough, Measurement& measurement)
{
    constexpr int fewest = 5;
    constexpr int most = 100;
    std::vector<Seconds> forwards;
    std::vector<Seconds> backwards;
    std::vector<Seconds> updates;
    const std::chrono::duration<double> limit(enough.value);
    const auto start = std::chrono::steady_clock::now();
    int repeats = 0;
    while (repeats < fewest || (repeats < most && std::chrono::steady_clock::now() - start < limit)) {
        stopwatch.lap();
        const auto end = forward();
        stopwatch.lap();
        backward(end);
        stopwatch.lap();
        m_update->step();
        stopwatch.lap();
        const std::vector<Seconds> laps = stopwatch.take();
        forwards.push_back(laps[0]);
        backwards.push_back(laps[1]);
        updates.push_back(laps[2]);
        clearGradients();
        ++repeats;
    }
    measurement.forward = timingOf(std::move(forwards));
    measurement.backward = timingOf(std::move(backwards));
    measurement.optimizer = timingOf(std::move(updates));
    return repeats;
}

}
