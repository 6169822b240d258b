// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"
#include "core/profile/measurement.h"
#include "core/runtime/boundaries.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/optimizers.h"
#include "core/runtime/stopwatch.h"

#include <memory>
#include <optional>

namespace stagecraft {

// One layer with its optimizer and data, and the passes over it that measureLayer() puts together. The meter must
// outlive it.
class LayerRun {
public:
    // `shard`: what of the point's layer one rank has; `layer` is built from it.
    LayerRun(const ProfilePoint& point, LayerSpec shard, torch::Device device, MemoryMeter& meter,
             std::unique_ptr<LayerModule> layer);

    // Two whole steps: libraries settle, optimizer states come to be. Records what stays.
    void warmUp(LayerMemory& memory);
    // Which boundary the graph keeps, and the bytes it saves.
    void measureKept(LayerMemory& memory);
    // Peaks of forward, of the first and of a later backward, each with a gradient made inside and with one owned
    // outside.
    void measurePeaks(LayerMemory& memory);
    // How much lower these are where only the graph holds the input; call it behind measurePeaks().
    void measureInputRelease(LayerMemory& memory);
    void measureOptimizer(LayerMemory& memory);
    // What the first micro-batch of a step allocates and frees, and what a later one does.
    void recordTraces(Measurement& measurement);
    // Repeats whole steps, until it took this long but a few times at least; gives the number of repeats.
    int measureTimes(Stopwatch& stopwatch, Seconds enough, Measurement& measurement);

private:
    enum class GradientOwner { Graph, Caller };

    std::vector<torch::Tensor> newInputs() const;
    std::vector<torch::Tensor> runLayer();
    // Empty where the layer has no backward pass: neither it nor an earlier one learns.
    GraphEnd forward();
    void backward(const GraphEnd& end);
    void dropSideGradients();
    void measureTensors(LayerMemory& memory, std::vector<torch::Tensor>& outputs, Bytes before);
    void measureSideGradients(LayerMemory& memory);
    // `released`: the input that only the graph holds.
    PhaseBytes observeBackward(GradientOwner owner, std::optional<std::size_t> released = std::nullopt);
    InputRelease inputReleaseOf(std::size_t input, const LayerMemory& memory);
    AllocationTrace recordTrace();
    void clearGradients();

    ProfilePoint m_point;
    LayerSpec m_shard;
    torch::Device m_device;
    MemoryMeter& m_meter;
    std::unique_ptr<LayerModule> m_layer;
    std::optional<ParameterUpdate> m_update; // always there
    Bytes m_masters; // copies of parameters that it made
    ChainContext m_context;
    std::vector<std::shared_ptr<torch::Tensor>> m_side_gradients; // of the inputs behind the first
    std::vector<torch::Tensor> m_inputs;
    torch::Tensor m_labels;
};

}
