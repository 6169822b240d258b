// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/wholechain.h"

#include "core/runtime/boundaries.h"
#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"
#include "core/runtime/recipe.h"
#include "core/runtime/recompute.h"
#include "core/runtime/sampledata.h"
#include "core/runtime/stopwatch.h"
#include "core/words/worker.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

using Layers = std::vector<std::unique_ptr<LayerModule>>;

struct Sample {
    torch::Tensor input;
    torch::Tensor labels;
};

// All layers of a chain with their run options.
struct Chain {
    Layers layers;
    Precision precision = Precision::Fp32;
    torch::Device device = torch::kCPU;
    std::vector<bool> recompute; // one entry per layer
};

Result<Chain> buildChain(const Model& model, const Workload& workload, torch::Device device, bool recompute)
{
    SharedTensors shared;
    Chain chain {{}, workload.precision, device, {}};
    for (const Layer& layer : model.layers) {
        auto built = buildLayer(layer.spec, {workload.attention, workload.precision, device}, shared);
        if (!built) {
            return failure(built.error());
        }
        chain.layers.push_back(*std::move(built));
        chain.recompute.push_back(recompute && recomputable(layer.spec));
    }
    return chain;
}

torch::Tensor lossOf(const Chain& chain, const torch::Tensor& input, const Sample& sample)
{
    ChainContext context;
    const PrecisionScope scope(chain.precision, chain.device);
    std::vector<torch::Tensor> values {input};
    for (std::size_t i = 0; i < chain.layers.size(); ++i) {
        const auto& layer = chain.layers[i];
        values = chain.recompute[i] ? recomputedForward(*layer, values, sample.labels, context)
                                    : layer->forward(values, sample.labels, context);
    }
    return values.front();
}

// Runs backward for a chain without a loss with a gradient of ones; the output is dropped after forward.
torch::Tensor backwardWithoutLoss(torch::Tensor output)
{
    torch::Tensor mean;
    {
        const torch::NoGradGuard without_graph;
        mean = output.mean();
    }
    const GraphEnd end = graphEnd({output});
    output.reset();
    laterLayers(end).backward();
    return mean;
}

torch::Tensor runStep(const Chain& chain, const std::vector<Sample>& samples, ParameterUpdate& update)
{
    torch::Tensor loss;
    for (const Sample& sample : samples) {
        loss.reset();
        const torch::Tensor input = sample.input.clone(); // kept as a training loop keeps its loaded batch
        loss = lossOf(chain, input, sample);
        if (loss.dim() > 0) {
            loss = backwardWithoutLoss(std::move(loss));
            continue;
        }
        const double scale = lossScale(chain.precision);
        loss.backward(scale == 1 ? torch::Tensor() : torch::full_like(loss, scale));
    }
    update.step();
    return loss;
}

Result<void> train(const Model& whole, const Workload& workload, std::int64_t micro_batch, std::int64_t micro_batches,
                   const RuntimeDevice& device, LayerRunOptions run_options, StepPeak& result)
{
    const auto trained = trainedModel(whole, workload);
    if (!trained) {
        return failure(trained.error());
    }
    const auto shard = shardOf(*trained, run_options.sharding);
    if (!shard) {
        return failure(shard.error());
    }
    const Model& model = *shard;
    const auto shapes = boundaryShapes(model, micro_batch, workload.sequence);
    if (!shapes) {
        return failure(shapes.error());
    }
    torch::manual_seed(1);
    const auto meter = startMeter(device.description.kind, device.index);
    const torch::Device place = torchDevice(device);
    const Bytes start = meter->alive();
    const auto chain = buildChain(model, workload, place, run_options.recompute);
    if (!chain) {
        return failure(chain.error());
    }
    const auto parameters = distinctParameters(chain->layers);
    for (const torch::Tensor& parameter : parameters) {
        result.parameters += Bytes(static_cast<std::int64_t>(parameter.nbytes()));
    }
    result.buffers = meter->alive() - start - result.parameters;

    Bytes before = meter->alive();
    std::vector<Sample> samples;
    for (std::int64_t i = 0; i < micro_batches; ++i) {
        samples.push_back(
            {makeInput(model.layers.front().spec, shapes->front().front(), sampleType(workload.precision), place),
             makeLabels(model.layers.back().spec, (*shapes)[model.layers.size() - 1], place)});
    }
    result.samples = meter->alive() - before;
    result.input = Bytes(static_cast<std::int64_t>(samples.front().input.nbytes()));

    const auto stopwatch = makeStopwatch(device.description.kind);
    before = meter->alive();
    ParameterUpdate update(workload.optimizer, workload.precision, parameters);
    result.first_loss = runStep(*chain, samples, update).item<double>();
    update.clearGradients();
    result.optimizer_state = meter->alive() - before;
    meter->mark();
    stopwatch->lap();
    const torch::Tensor loss = runStep(*chain, samples, update);
    stopwatch->lap();
    result.peak = meter->peak() - start - result.samples;
    result.step = stopwatch->take().front();
    result.last_loss = loss.item<double>();
    return {};
}

}

Result<StepPeak> trainWholeChain(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                 std::int64_t micro_batches, const RuntimeDevice& device, LayerRunOptions run_options)
{
    if (micro_batch < 1 || micro_batches < 1 || workload.sequence < 1 || model.layers.empty()) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::worker::counts, std::int64_t(0), std::int64_t(1), std::int64_t(1) << 40});
    }
    std::optional<HostMemoryLimit> limit;
    if (device.description.kind == DeviceKind::Cpu) {
        limit.emplace();
    }
    StepPeak result;
    std::optional<Error> error;
    const auto failed = runGuarded([&] {
        if (auto done = train(model, workload, micro_batch, micro_batches, device, run_options, result); !done) {
            error = done.error();
        }
    });
    if (error) {
        return failure(*error);
    }
    if (failed) {
        releaseCached(device);
        return failed->out_of_memory
            ? failure(ErrorCode::OutOfMemory, {say(words::worker::training_step, model.name), device.description.name})
            : failure(ErrorCode::WorkerFailed, {failed->message});
    }
    return result;
}

}
