// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/stagerun.h"

#include "core/runtime/boundaries.h"
#include "core/runtime/failures.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"
#include "core/runtime/recipe.h"
#include "core/runtime/recompute.h"
#include "core/runtime/sampledata.h"
#include "core/runtime/stopwatch.h"

#include <torch/torch.h>

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

namespace {

// One or two layers with what they train on.
class StageRun {
public:
    StageRun(const ProfilePoint& check, torch::Device device, std::vector<std::unique_ptr<LayerModule>> layers,
             const std::vector<Boundary>& inputs)
        : m_check(check)
        , m_device(device)
        , m_layers(std::move(layers))
        , m_update(check.optimizer, check.precision, distinctParameters(m_layers))
    {
        for (int i = 0; i < check.in_flight; ++i) {
            torch::Tensor labels;
            for (std::size_t l = 0; l < m_layers.size() && !labels.defined(); ++l) {
                labels = makeLabels(m_layers[l]->spec(), inputs[l], device);
            }
            m_labels.push_back(std::move(labels));
            m_samples.push_back(beginsChain(first()) ? newInput() : torch::Tensor());
        }
    }

    // Bytes of what the stage is given by nobody: samples and labels.
    Bytes given() const
    {
        Bytes bytes;
        for (const auto& tensors : {m_labels, m_samples}) {
            for (const torch::Tensor& tensor : tensors) {
                bytes += Bytes(tensor.defined() ? static_cast<std::int64_t>(tensor.nbytes()) : 0);
            }
        }
        return bytes;
    }

    void step(Stopwatch& stopwatch)
    {
        std::vector<Forward> forwards;
        stopwatch.lap();
        for (std::size_t i = 0; i < m_labels.size(); ++i) {
            forwards.push_back(forward(i));
        }
        stopwatch.lap();
        for (Forward& done : forwards) {
            backward(done);
            done = {};
        }
        stopwatch.lap();
        m_update.step();
        stopwatch.lap();
        m_update.clearGradients();
    }

private:
    using Gradients = std::vector<torch::Tensor>;

    const LayerSpec& first() const { return m_layers.front()->spec(); }

    torch::Tensor newInput() const
    {
        return makeInput(first(), inputShapes(m_check).front(), m_check.input_type, m_device);
    }

    std::vector<torch::Tensor> received() const
    {
        std::vector<torch::Tensor> inputs {m_check.input_gradient ? fromEarlierLayer(newInput()) : newInput()};
        const Boundary shapes = inputShapes(m_check);
        for (std::size_t i = 0; i < m_check.sides.size(); ++i) {
            torch::Tensor side = makeSide(shapes[i + 1], m_check.sides[i], m_device);
            inputs.push_back(m_check.sides[i].gradient
                                 ? fromFarLayer(std::move(side), std::make_shared<torch::Tensor>())
                                 : std::move(side));
        }
        return inputs;
    }

    // What is left of a forward pass.
    struct Forward {
        GraphEnd end;
        std::shared_ptr<Gradients> received; // until the last layer's backward pass is done
    };

    Forward forward(std::size_t micro_batch)
    {
        const auto gradients = std::make_shared<Gradients>();
        std::vector<torch::Tensor> values =
            m_samples[micro_batch].defined() ? std::vector {m_samples[micro_batch]} : received();
        ChainContext context;
        const PrecisionScope scope(m_check.precision, m_device);
        for (const auto& layer : m_layers) {
            if (layer == m_layers.back() && values.front().requires_grad()) {
                values.front().register_hook([gradients](const torch::Tensor&) { gradients->clear(); });
            }
            values = m_check.recompute ? recomputedForward(*layer, values, m_labels[micro_batch], context)
                                       : layer->forward(values, m_labels[micro_batch], context);
        }
        return {graphEnd(values), gradients};
    }

    void backward(const Forward& done)
    {
        if (done.end.empty()) {
            return;
        }
        if (endsInLoss(m_layers.back()->spec())) {
            laterLayers(done.end).backward();
            return;
        }
        *done.received = gradientsOf(done.end);
        backwardHandingOver(done.end, *done.received);
        done.received->clear();
    }

    const ProfilePoint& m_check;
    torch::Device m_device;
    std::vector<std::unique_ptr<LayerModule>> m_layers;
    ParameterUpdate m_update;
    std::vector<torch::Tensor> m_labels; // one a micro-batch
    std::vector<torch::Tensor> m_samples; // undefined where the input is received
};

Timing divided(Timing timing, int parts)
{
    return {timing.median * (1.0 / parts), timing.spread * (1.0 / parts)};
}

void measureTimes(StageRun& run, int in_flight, Stopwatch& stopwatch, Measurement& measurement)
{
    constexpr int repeats = 5;
    std::vector<std::vector<Seconds>> laps(3);
    for (int i = 0; i < repeats; ++i) {
        run.step(stopwatch);
        const std::vector<Seconds> taken = stopwatch.take();
        for (std::size_t lap = 0; lap < laps.size(); ++lap) {
            laps[lap].push_back(taken[lap]);
        }
    }
    measurement.forward = divided(timingOf(std::move(laps[0])), in_flight);
    measurement.backward = divided(timingOf(std::move(laps[1])), in_flight);
    measurement.optimizer = timingOf(std::move(laps[2]));
    measurement.repeats = repeats;
}

}

Result<void> measureStage(const ProfilePoint& check, const RuntimeDevice& device, Measurement& measurement)
{
    std::vector<ProfilePoint> points {firstOf(check)};
    if (check.following) {
        const auto second = secondOf(check);
        if (!second) {
            return failure(second.error());
        }
        points.push_back(*second);
    }
    const torch::Device place = torchDevice(device);
    const auto meter = startMeter(device.description.kind, device.index);
    const Bytes start = meter->alive();
    SharedTensors shared;
    std::vector<std::unique_ptr<LayerModule>> layers;
    std::vector<Boundary> inputs;
    for (const ProfilePoint& point : points) {
        const auto shard = shardAt(point);
        if (!shard) {
            return failure(shard.error());
        }
        inputs.push_back(inputShapes(point));
        auto layer = buildLayer(*shard, {point.attention, point.precision, place}, shared);
        if (!layer) {
            return failure(layer.error());
        }
        layers.push_back(*std::move(layer));
    }
    shared.clear();
    StageRun run(check, place, std::move(layers), inputs);
    const auto stopwatch = makeStopwatch(device.description.kind);
    for (int warm = 0; warm < 2; ++warm) {
        run.step(*stopwatch);
    }
    stopwatch->take();
    meter->mark();
    run.step(*stopwatch);
    stopwatch->take();
    measurement.allocated_peak = meter->peak() - start - run.given();
    measurement.reserved_peak = meter->reservedPeak();
    measureTimes(run, check.in_flight, *stopwatch, measurement);
    return {};
}

}
