// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/wholechain.h"

#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"
#include "core/runtime/sampledata.h"
#include "core/runtime/stopwatch.h"

#include <torch/torch.h>

#include <algorithm>

namespace stagecraft {

namespace {

using Layers = std::vector<std::unique_ptr<LayerModule>>;

struct Sample {
    torch::Tensor input;
    torch::Tensor labels;
};

Result<Layers> buildLayers(const Model& model, AttentionKind attention, torch::Device device)
{
    SharedTensors shared;
    Layers layers;
    for (const Layer& layer : model.layers) {
        auto built = buildLayer(layer.spec, attention, device, shared);
        if (!built) {
            return failure(built.error());
        }
        layers.push_back(*std::move(built));
    }
    return layers;
}

// Every parameter once, though several layers may hold it.
std::vector<torch::Tensor> distinctParameters(const Layers& layers)
{
    std::vector<torch::Tensor> all;
    for (const auto& layer : layers) {
        for (const torch::Tensor& parameter : layer->parameters()) {
            if (std::none_of(all.begin(), all.end(),
                             [&](const torch::Tensor& known) { return known.is_same(parameter); })) {
                all.push_back(parameter);
            }
        }
    }
    return all;
}

torch::Tensor lossOf(const Layers& layers, const Sample& sample)
{
    ChainContext context;
    torch::Tensor hidden = sample.input;
    for (const auto& layer : layers) {
        hidden = layer->forward(hidden, sample.labels, context);
    }
    return hidden;
}

torch::Tensor runStep(const Layers& layers, const std::vector<Sample>& samples, torch::optim::Optimizer& optimizer)
{
    torch::Tensor loss;
    for (const Sample& sample : samples) {
        loss.reset();
        loss = lossOf(layers, sample);
        loss.backward();
    }
    optimizer.step();
    return loss;
}

Result<void> train(const Model& model, const Workload& workload, std::int64_t micro_batch, std::int64_t micro_batches,
                   const RuntimeDevice& device, StepPeak& result)
{
    const auto shapes = boundaryShapes(model, micro_batch, workload.sequence);
    if (!shapes) {
        return failure(shapes.error());
    }
    torch::manual_seed(1);
    const auto meter = startMeter(device.description.kind, device.index);
    const torch::Device place = torchDevice(device);
    const Bytes start = meter->alive();
    const auto layers = buildLayers(model, workload.attention, place);
    if (!layers) {
        return failure(layers.error());
    }
    const auto parameters = distinctParameters(*layers);
    for (const torch::Tensor& parameter : parameters) {
        result.parameters += Bytes(static_cast<std::int64_t>(parameter.nbytes()));
    }
    result.buffers = meter->alive() - start - result.parameters;

    Bytes before = meter->alive();
    std::vector<Sample> samples;
    for (std::int64_t i = 0; i < micro_batches; ++i) {
        samples.push_back({makeInput(model.layers.front().spec, shapes->front(), place),
                           makeLabels(model.layers.back().spec, (*shapes)[model.layers.size() - 1], place)});
    }
    result.samples = meter->alive() - before;

    const auto optimizer = makeOptimizer(workload.optimizer, parameters);
    const auto stopwatch = makeStopwatch(device.description.kind);
    before = meter->alive();
    result.first_loss = runStep(*layers, samples, *optimizer).item<double>();
    optimizer->zero_grad(true);
    result.optimizer_state = meter->alive() - before;
    meter->mark();
    stopwatch->lap();
    const torch::Tensor loss = runStep(*layers, samples, *optimizer);
    stopwatch->lap();
    result.peak = meter->peak() - start - result.samples;
    result.step = stopwatch->take().front();
    result.last_loss = loss.item<double>();
    return {};
}

}

Result<StepPeak> trainWholeChain(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                 std::int64_t micro_batches, const RuntimeDevice& device)
{
    if (micro_batch < 1 || micro_batches < 1 || workload.sequence < 1 || model.layers.empty()) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("a count of layers, samples, tokens or micro-batches"), std::int64_t(0),
                        std::int64_t(1), std::int64_t(1) << 40});
    }
    std::optional<HostMemoryLimit> limit;
    if (device.description.kind == DeviceKind::Cpu) {
        limit.emplace();
    }
    StepPeak result;
    std::optional<Error> error;
    const auto failed = runGuarded([&] {
        if (auto done = train(model, workload, micro_batch, micro_batches, device, result); !done) {
            error = done.error();
        }
    });
    if (error) {
        return failure(*error);
    }
    if (failed) {
        releaseCached(device);
        return failed->out_of_memory ? failure(
                   ErrorCode::OutOfMemory, {std::string("a training step of ") + model.name, device.description.name})
                                     : failure(ErrorCode::WorkerFailed, {failed->message});
    }
    return result;
}

}
