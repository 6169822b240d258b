// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/chainfits.h"
#include "core/cost/costmodel.h"
#include "core/cost/devicesimilarity.h"
#include "core/profile/deviceprobe.h"

#include <vector>

namespace stagecraft {

// Assembles the costs of a chain: each layer's from the closest measurement available. Keeps references to its
// arguments.
class ChainMaker {
public:
    struct Known {
        const Model& model;
        const Workload& workload;
        const std::vector<MeasuredLayers>& devices;
        const std::vector<DeviceProbe>& probes;
        const ChainFits& fits;
    };
    // Prepares the costs of layers run with `run_options` at `micro_batch` on a device of type `device`.
    ChainMaker(Known known, const LayerRunOptions& run_options, std::int64_t micro_batch, const DeviceType& device);

    // Errors: those of CostModel::chain().
    Result<ChainCosts> make() const;

private:
    // A device with measurements.
    struct Source {
        std::size_t index = 0;
        DeviceSimilarity similarity = DeviceSimilarity::Same;
        bool dry = false;
        int answered = 0; // number of layers that its fits cover
        int measured = 0; // number of layers measured at exactly this scale
    };
    // Costs of a layer and the device that measured them; `source` is null if the costs are analytic.
    struct Answer {
        LayerCost cost;
        const Source* source = nullptr;
    };

    void findSources();
    const DeviceProbe* probeOf(const DeviceType& device) const;
    const DeviceProbe* probeOf(const MeasuredDevice& device) const;
    std::string command() const;
    Message named(std::size_t layer) const;
    const MeasuredLayers* failedDevice(std::size_t layer) const;
    std::optional<LayerCost> costFrom(const Source& source, std::size_t layer) const;
    Result<Answer> answer(std::size_t layer) const;
    Error unanswered(std::size_t layer) const;

    Known m_known;
    LayerRunOptions m_run_options;
    std::int64_t m_micro_batch;
    const DeviceType& m_device;
    std::vector<Source> m_sources; // nearest device first
};

}
