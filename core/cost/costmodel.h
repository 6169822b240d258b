// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/chainfits.h"
#include "core/model/model.h"
#include "core/profile/deviceprobe.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Layers of a chain that were not measured on its device, and the command that measures them.
struct MissingMeasurements {
    int layers = 0; // number of layers in the chain
    int analytic = 0; // number of these with analytic costs only
    int transferred = 0; // number of these measured only on another device
    int extrapolated = 0; // number of others, measured only at smaller or only at larger sizes
    Message measured_on; // the other device
    std::string command; // command line that measures the chain

    friend bool operator==(const MissingMeasurements&, const MissingMeasurements&) = default;
};

// Costs of all layers of a model at one micro-batch size.
struct ChainCosts {
    std::vector<LayerCost> layers;
    // Rows of a layer table at this micro-batch size, one per layer; empty for other models. Their memory follows a
    // closed form (docs/formats.md), not the ledger.
    std::vector<TableRow> table;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Precision precision = Precision::Fp32;
    Basis basis = Basis::Measured;
    // basis of the layers' times; differs from `basis` after dry runs, which measure no times
    Basis time_basis = Basis::Measured;
    bool extrapolated = false;
    bool swaps = false; // true if any layer is swapped
    double memory_width = 0; // half-width of the bounds of the layers' bytes, relative; maximum over layers
    Message device; // device that measured the layers; empty if none did
    std::optional<MissingMeasurements> missing;
    // Memory of one NCCL communicator on a device; empty if no probe of a device of this type measured it.
    std::optional<Sourced<Bytes>> communicator;

    int size() const { return static_cast<int>(layers.size()); }
    bool closedForm() const { return !table.empty(); }
};

// Predicts layer costs from measurements. Exact at measured points; elsewhere LayerFit predicts from all measured
// micro-batch sizes, sequence lengths and tensor-parallel sizes (basis "scaled"; extrapolated beyond the measured
// range). Layers that no device of the type measured use measurements of other devices (transferredCost()), else
// analytic costs (analyticCost()). Immutable; cheap to copy; safe from any thread.
class CostModel {
public:
    // Builds a model from `measurements`, which may include other models and precisions. Of unsuccessful measurements
    // only out-of-memory results are used, to report LayerTooLarge. `probes` narrow the bounds of times on devices that
    // did not measure the layers.
    CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements,
              std::vector<DeviceProbe> probes = {});

    // Returns this model at another sequence length. Measurements are shared, not copied.
    CostModel atSequence(std::int64_t sequence) const;
    // Returns this model with another attention kernel. Measurements are shared, not copied.
    CostModel withAttention(AttentionKind attention) const;
    // Returns this model for another model definition. Measurements apply to layers that both have.
    CostModel ofModel(Model model) const;

    // Returns the costs at `micro_batch` on a device of type `device`, with layers run with `run_options`. If several
    // devices were measured, devices of this type come first, then devices of this kind, and among equals the device
    // that answers for the most layers. Errors: LayerTooLarge if measuring a layer there ran out of memory; for layers
    // without formulas (TorchScript) NotMeasured, with the command that measures the layer, and MeasuredElsewhere;
    // LayerMismatch.
    Result<ChainCosts> chain(std::int64_t micro_batch, const DeviceType& device,
                             LayerRunOptions run_options = {}) const;

    // Returns the measured cost of one layer of the chain, even if other layers are not measured. Of several devices
    // the first by name counts. Empty if the layer is not measured, and for layer tables.
    std::optional<LayerCost> layer(int index, std::int64_t micro_batch, DeviceKind kind) const;

private:
    struct Content;

    explicit CostModel(std::shared_ptr<Content> content);
    CostModel with(Model model, Workload workload) const;

    Result<std::shared_ptr<const ChainFits>> fitsOf(const LayerRunOptions& run_options) const;

    std::shared_ptr<Content> m_content;
};

}
