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

// One layer with its optimizer and data, and the passes over it from which measureLayer() composes a measurement. The
// meter must outlive it.
class LayerRun {
public:
    // `shard`: the rank's share of the point's layer, from which `layer` is built.
    LayerRun(const ProfilePoint& point, LayerSpec shard, torch::Device device, MemoryMeter& meter,
             std::unique_ptr<LayerModule> layer);

    // Runs two whole steps, so that libraries initialize and optimizer states exist. Records persistent memory.
    void warmUp(LayerMemory& memory);
    // Determines which boundary tensors the graph keeps, and the saved bytes.
    void measureKept(LayerMemory& memory);
    // Measures the peaks of forward, and of the first and a later backward, each with the output's gradient made inside
    // and owned outside.
    void measurePeaks(LayerMemory& memory);
    // Measures how much lower these peaks are if only the graph owns the input. Call after measurePeaks().
    void measureInputRelease(LayerMemory& memory);
    void measureOptimizer(LayerMemory& memory);
    // Records the allocations and frees of the first and of a later micro-batch of a step.
    void recordTraces(Measurement& measurement);
    // Repeats whole steps for `enough` seconds, but at least a few times; returns the number of repeats.
    int measureTimes(Stopwatch& stopwatch, Seconds enough, Measurement& measurement);

private:
    enum class GradientOwner { Graph, Caller };

    std::vector<torch::Tensor> newInputs() const;
    std::vector<torch::Tensor> runLayer();
    // Empty if the layer has no backward pass, because neither it nor an earlier layer is trainable.
    GraphEnd forward();
    void backward(const GraphEnd& end);
    void dropSideGradients();
    void measureTensors(LayerMemory& memory, std::vector<torch::Tensor>& outputs, Bytes before);
    void measureSideGradients(LayerMemory& memory);
    // `released`: index of the input that only the graph owns.
    PhaseBytes observeBackward(GradientOwner owner, std::optional<std::size_t> released = std::nullopt);
    InputRelease inputReleaseOf(std::size_t input, const LayerMemory& memory);
    AllocationTrace recordTrace();
    void clearGradients();

    ProfilePoint m_point;
    LayerSpec m_shard;
    torch::Device m_device;
    MemoryMeter& m_meter;
    std::unique_ptr<LayerModule> m_layer;
    std::optional<ParameterUpdate> m_update; // always set after construction
    Bytes m_masters; // its copies of parameters
    ChainContext m_context;
    std::vector<std::shared_ptr<torch::Tensor>> m_side_gradients; // for the inputs after the first
    std::vector<torch::Tensor> m_inputs;
    torch::Tensor m_labels;
};

}
