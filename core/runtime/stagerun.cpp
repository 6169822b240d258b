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
             const LayerSpec& first, const LayerSpec& last, const Shape& last_input)
        : m_check(check)
        , m_device(device)
        , m_layers(std::move(layers))
        , m_first(first)
        , m_update(check.optimizer, check.precision, distinctParameters(m_layers))
        , m_ends_in_loss(endsInLoss(last))
    {
        for (int i = 0; i < check.in_flight; ++i) {
            m_labels.push_back(makeLabels(last, last_input, device));
            m_samples.push_back(beginsChain(first) ? newInput() : torch::Tensor());
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
    torch::Tensor newInput() const
    {
        Shape shape = m_check.input;
        shape.insert(shape.begin(), m_check.micro_batch);
        return makeInput(m_first, shape, m_check.input_type, m_device);
    }

    // What is left of a forward pass.
    struct Forward {
        std::optional<GraphEnd> end;
        std::shared_ptr<torch::Tensor> received; // the gradient, until the last layer's backward pass is done
    };

    Forward forward(std::size_t micro_batch)
    {
        const auto received = std::make_shared<torch::Tensor>();
        torch::Tensor value = m_samples[micro_batch];
        if (!value.defined()) {
            value = m_check.input_gradient ? fromEarlierLayer(newInput()) : newInput();
        }
        ChainContext context;
        const PrecisionScope scope(m_check.precision, m_device);
        for (const auto& layer : m_layers) {
            if (layer == m_layers.back() && value.requires_grad()) {
                value.register_hook([received](const torch::Tensor&) { received->reset(); });
            }
            value = m_check.recompute ? recomputedForward(*layer, value, m_labels[micro_batch], context)
                                      : layer->forward(value, m_labels[micro_batch], context);
        }
        return {value.requires_grad() ? std::optional(graphEnd(value)) : std::nullopt, received};
    }

    void backward(const Forward& done)
    {
        if (!done.end) {
            return;
        }
        if (m_ends_in_loss) {
            laterLayers(*done.end).backward();
            return;
        }
        *done.received = torch::ones(done.end->shape, done.end->options);
        backwardHandingOver(*done.end, *done.received);
        done.received->reset();
    }

    const ProfilePoint& m_check;
    torch::Device m_device;
    std::vector<std::unique_ptr<LayerModule>> m_layers;
    LayerSpec m_first;
    ParameterUpdate m_update;
    bool m_ends_in_loss;
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
    std::vector<LayerSpec> shards;
    for (const ProfilePoint& point : points) {
        const auto shard = shardAt(point);
        if (!shard) {
            return failure(shard.error());
        }
        shards.emplace_back(*shard);
        auto layer = buildLayer(*shard, {point.attention, point.precision, place}, shared);
        if (!layer) {
            return failure(layer.error());
        }
        layers.push_back(*std::move(layer));
    }
    shared.clear();
    Shape last_input = points.back().input;
    last_input.insert(last_input.begin(), check.micro_batch);
    StageRun run(check, place, std::move(layers), shards.front(), shards.back(), last_input);
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
