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
#include <numeric>
#include <optional>
#include <vector>

namespace stagecraft {

namespace {

// The layers of a stage with their training data.
class StageRun {
public:
    StageRun(const std::vector<ProfilePoint>& points, std::vector<Operation> operations, torch::Device device,
             std::vector<std::unique_ptr<LayerModule>> layers)
        : m_points(points)
        , m_operations(std::move(operations))
        , m_device(device)
        , m_layers(std::move(layers))
        , m_update(first().optimizer, first().precision, distinctParameters(m_layers))
    {
        for (const Operation& operation : m_operations) {
            if (operation.kind != OperationKind::Forward) {
                continue;
            }
            torch::Tensor labels;
            for (std::size_t l = 0; l < m_layers.size() && !labels.defined(); ++l) {
                labels = makeLabels(m_layers[l]->spec(), inputShapes(points[l]), device);
            }
            m_labels.push_back(std::move(labels));
            m_samples.push_back(beginsChain(firstSpec()) ? newInput() : torch::Tensor());
        }
    }

    // Returns the bytes of data that no neighbor provides: labels, and storage that samples are copied from.
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

    // Runs a step with one lap per operation and one for the optimizer.
    void step(Stopwatch& stopwatch)
    {
        std::vector<Forward> forwards(m_labels.size());
        stopwatch.lap();
        for (const Operation& operation : m_operations) {
            Forward& pass = forwards[static_cast<std::size_t>(operation.micro_batch)];
            if (operation.kind == OperationKind::Forward) {
                pass = forward(static_cast<std::size_t>(operation.micro_batch));
            } else {
                backward(pass);
                pass = {};
            }
            stopwatch.lap();
        }
        m_update.step();
        stopwatch.lap();
        m_update.clearGradients();
    }

private:
    using Gradients = std::vector<torch::Tensor>;

    const ProfilePoint& first() const { return m_points.front(); }
    const LayerSpec& firstSpec() const { return m_layers.front()->spec(); }

    torch::Tensor newInput() const
    {
        return makeInput(firstSpec(), inputShapes(first()).front(), first().input_type, m_device);
    }

    std::vector<torch::Tensor> received() const
    {
        std::vector<torch::Tensor> inputs {first().input_gradient ? fromEarlierLayer(newInput()) : newInput()};
        const Boundary shapes = inputShapes(first());
        for (std::size_t i = 0; i < first().sides.size(); ++i) {
            torch::Tensor side = makeSide(shapes[i + 1], first().sides[i], m_device);
            inputs.push_back(first().sides[i].gradient
                                 ? fromFarLayer(std::move(side), std::make_shared<torch::Tensor>())
                                 : std::move(side));
        }
        return inputs;
    }

    // State kept after a forward pass.
    struct Forward {
        GraphEnd end;
        std::shared_ptr<Gradients> received; // kept until the last layer's backward pass is done
        torch::Tensor sample; // kept as a training loop keeps its loaded batch
    };

    Forward forward(std::size_t micro_batch)
    {
        const auto gradients = std::make_shared<Gradients>();
        const torch::Tensor sample =
            m_samples[micro_batch].defined() ? m_samples[micro_batch].clone() : torch::Tensor();
        std::vector<torch::Tensor> values = sample.defined() ? std::vector {sample} : received();
        ChainContext context;
        const PrecisionScope scope(first().precision, m_device);
        for (std::size_t l = 0; l < m_layers.size(); ++l) {
            LayerModule& layer = *m_layers[l];
            if (l + 1 == m_layers.size() && values.front().requires_grad()) {
                values.front().register_hook([gradients](const torch::Tensor&) { gradients->clear(); });
            }
            values = m_points[l].recompute ? recomputedForward(layer, values, m_labels[micro_batch], context)
                                           : layer.forward(values, m_labels[micro_batch], context);
        }
        return {graphEnd(values), gradients, sample};
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

    const std::vector<ProfilePoint>& m_points;
    std::vector<Operation> m_operations;
    torch::Device m_device;
    std::vector<std::unique_ptr<LayerModule>> m_layers;
    ParameterUpdate m_update;
    std::vector<torch::Tensor> m_labels; // one per micro-batch
    std::vector<torch::Tensor> m_samples; // undefined if the input is received
};

Result<std::vector<std::unique_ptr<LayerModule>>> buildLayers(const std::vector<ProfilePoint>& points,
                                                              torch::Device device)
{
    SharedTensors shared;
    std::vector<std::unique_ptr<LayerModule>> layers;
    for (const ProfilePoint& point : points) {
        const auto shard = shardAt(point);
        if (!shard) {
            return failure(shard.error());
        }
        auto layer = buildLayer(*shard, {point.attention, point.precision, device}, shared);
        if (!layer) {
            return failure(layer.error());
        }
        layers.push_back(*std::move(layer));
    }
    return layers;
}

// A stage and the peaks of its second or a later step. Owns all its memory.
class MeasuredStage {
public:
    MeasuredStage(const std::vector<ProfilePoint>& points, std::vector<Operation> operations,
                  const RuntimeDevice& device)
        : m_points(points)
        , m_operations(std::move(operations))
        , m_pipeline_rank(torchDevice(device))
        , m_meter(startMeter(device.description.kind, device.index))
        , m_stopwatch(makeStopwatch(device.description.kind))
        , m_start(m_meter->alive())
    {
    }

    Result<void> build()
    {
        auto layers = buildLayers(m_points, m_pipeline_rank);
        if (!layers) {
            return failure(layers.error());
        }
        m_run.emplace(m_points, m_operations, m_pipeline_rank, *std::move(layers));
        return {};
    }

    void measurePeaks()
    {
        for (int warm = 0; warm < 2; ++warm) {
            m_run->step(*m_stopwatch);
        }
        m_stopwatch->take();
        m_meter->mark();
        m_run->step(*m_stopwatch);
        m_stopwatch->take();
        m_peak = m_meter->peak() - m_start - m_run->given();
        m_reserved_peak = m_meter->reservedPeak();
    }

    Bytes peak() const { return m_peak; }
    Bytes reservedPeak() const { return m_reserved_peak; }

    // Measures the times of one micro-batch.
    void measureTimes(Measurement& measurement)
    {
        constexpr int repeats = 5;
        std::vector<Seconds> forward(repeats);
        std::vector<Seconds> backward(repeats);
        std::vector<Seconds> optimizer(repeats);
        for (std::size_t i = 0; i < repeats; ++i) {
            m_run->step(*m_stopwatch);
            const std::vector<Seconds> taken = m_stopwatch->take();
            for (std::size_t o = 0; o < m_operations.size(); ++o) {
                (m_operations[o].kind == OperationKind::Forward ? forward : backward)[i] += taken[o];
            }
            optimizer[i] = taken.back();
        }
        const int micro_batches = static_cast<int>(m_operations.size() / 2);
        measurement.forward = divided(timingOf(std::move(forward)), micro_batches);
        measurement.backward = divided(timingOf(std::move(backward)), micro_batches);
        measurement.optimizer = timingOf(std::move(optimizer));
        measurement.repeats = repeats;
    }

    // Measures the times of whole steps.
    std::vector<Seconds> stepTimes(Seconds enough)
    {
        constexpr std::size_t fewest = 3;
        constexpr std::size_t most = 50;
        std::vector<Seconds> steps;
        Seconds spent;
        while (steps.size() < fewest || (steps.size() < most && spent < enough)) {
            m_run->step(*m_stopwatch);
            const std::vector<Seconds> laps = m_stopwatch->take();
            steps.push_back(std::accumulate(laps.begin(), laps.end(), Seconds()));
            spent += steps.back();
        }
        return steps;
    }

private:
    static Timing divided(Timing timing, int parts)
    {
        return {timing.median * (1.0 / parts), timing.spread * (1.0 / parts)};
    }

    const std::vector<ProfilePoint>& m_points;
    std::vector<Operation> m_operations;
    torch::Device m_pipeline_rank;
    std::unique_ptr<MemoryMeter> m_meter;
    std::unique_ptr<Stopwatch> m_stopwatch;
    Bytes m_start;
    std::optional<StageRun> m_run;
    Bytes m_peak;
    Bytes m_reserved_peak;
};

}

Result<Bytes> peakOfStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                          const RuntimeDevice& device)
{
    MeasuredStage stage(layers, operations, device);
    if (const auto built = stage.build(); !built) {
        return failure(built.error());
    }
    stage.measurePeaks();
    return stage.peak();
}

Result<StageFigures> runStage(const std::vector<ProfilePoint>& layers, const std::vector<Operation>& operations,
                              const RuntimeDevice& device, Seconds enough)
{
    MeasuredStage stage(layers, operations, device);
    if (const auto built = stage.build(); !built) {
        return failure(built.error());
    }
    stage.measurePeaks();
    if (device.description.isDry()) { // a dry device has no times
        return StageFigures {stage.peak(), stage.reservedPeak(), {}, 0};
    }
    std::vector<Seconds> steps = stage.stepTimes(enough);
    const auto repeats = static_cast<int>(steps.size());
    return StageFigures {stage.peak(), stage.reservedPeak(), timingOf(std::move(steps)), repeats};
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
    MeasuredStage stage(points, operationsOf(ScheduleKind::GPipe, 0, 1, check.in_flight), device);
    if (const auto built = stage.build(); !built) {
        return failure(built.error());
    }
    stage.measurePeaks();
    measurement.allocated_peak = stage.peak();
    measurement.reserved_peak = stage.reservedPeak();
    if (!device.description.isDry()) {
        stage.measureTimes(measurement);
    }
    return {};
}

}
