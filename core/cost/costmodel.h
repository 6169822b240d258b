// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/model/model.h"
#include "core/profile/measurement.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Costs of one layer for one micro-batch of given size and sequence.
struct LayerCost {
    LayerMemory memory;
    Bytes shared_parameters; // bytes of parameters that another layer holds too
    Bytes shared_gradients; // bytes of the gradients of those that learn
    Timing forward;
    Timing backward;
    Timing optimizer;
    double reserved_ratio = 1; // reserved over allocated peak while it was measured
    Basis basis = Basis::Measured;
    bool extrapolated = false;

    friend bool operator==(const LayerCost&, const LayerCost&) = default;
};

// What a measurement of a single layer says of its costs.
LayerCost costOf(const Measurement& measurement);

// Costs of all layers of a model at one micro-batch.
struct ChainCosts {
    std::vector<LayerCost> layers;
    // Layer tables: their memory is defined by a closed form (docs/formats.md), not by the ledger. One row a layer, at
    // this micro-batch.
    std::vector<TableRow> table;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Precision precision = Precision::Fp32;
    Basis basis = Basis::Measured;
    bool extrapolated = false;
    std::string device; // what measured it, in words

    int size() const { return static_cast<int>(layers.size()); }
    bool closedForm() const { return !table.empty(); }
};

// Predicts layer costs from measurements. Exact at measured points; between and beyond two measured micro-batches of a
// sequence, bytes and times are linear in the micro-batch (basis "scaled"; beyond: extrapolated). Immutable; safe from
// any thread.
class CostModel {
public:
    // Measurements of other models, precisions, ... may be among them. Of those without success only what ran out of
    // memory counts, to say so.
    CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements);

    // The costs at `micro_batch` on a device of this kind, of layers that are run this way. Where several devices were
    // measured: the one with the most points. Errors: NotMeasured with the command that measures it; LayerTooLarge
    // where that was tried in vain; MeasuredElsewhere; LayerMismatch.
    Result<ChainCosts> chain(std::int64_t micro_batch, DeviceKind kind, LayerWay way = {}) const;

    // The same for one layer of the chain, whether or not the others are measured: of several devices the first by
    // name. Nothing where it is not measured, and for layer tables.
    std::optional<LayerCost> layer(int index, std::int64_t micro_batch, DeviceKind kind) const;

private:
    // What one device measured: by layer, then by micro-batch.
    struct DeviceCosts {
        std::string name;
        DeviceKind kind = DeviceKind::Cpu;
        std::map<std::string, std::map<std::int64_t, LayerCost>> layers;
        std::map<std::string, std::int64_t> full; // by layer: the least micro-batch at which memory ran out
    };

    // Of each layer of the chain.
    Result<std::vector<std::string>> keysOf(LayerWay way) const;

    Model m_model;
    Workload m_workload;
    Result<std::vector<std::string>> m_keys; // of layers that are run as usual
    std::vector<DeviceCosts> m_devices;
};

}
