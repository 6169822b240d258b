// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/shapes.h"
#include "core/profile/measurement.h"
#include "core/runtime/boundaries.h"
#include "core/runtime/layers/layermodule.h"
#include "core/runtime/memorymeter.h"
#include "core/runtime/stopwatch.h"

#include <torch/optim/optimizer.h>

#include <memory>

namespace stagecraft {

// One layer with its optimizer and data, and the passes over it that measureLayer() puts together. The meter must
// outlive it.
class LayerRun {
public:
    LayerRun(const ProfilePoint& point, torch::Device device, MemoryMeter& meter, std::unique_ptr<LayerModule> layer);

    // Two whole steps: libraries settle, optimizer states come to be. Records what stays.
    void warmUp(LayerMemory& memory);
    // Which boundary the graph keeps, and the bytes it saves.
    void measureKept(LayerMemory& memory);
    // Peaks of forward, of the first and of a later backward, each with a gradient made inside and with one owned
    // outside.
    void measurePeaks(LayerMemory& memory);
    void measureOptimizer(LayerMemory& memory);
    // Repeats whole steps; gives the number of repeats.
    int measureTimes(Stopwatch& stopwatch, Measurement& measurement);

private:
    enum class GradientOwner { Graph, Caller };

    Shape inputShape() const;
    torch::Tensor newInput() const;
    GraphEnd forward();
    void backward(const GraphEnd& end);
    PhaseBytes observeBackward(GradientOwner owner);
    void clearGradients();

    ProfilePoint m_point;
    torch::Device m_device;
    MemoryMeter& m_meter;
    std::unique_ptr<LayerModule> m_layer;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    ChainContext m_context;
    torch::Tensor m_input;
    torch::Tensor m_labels;
};

}
