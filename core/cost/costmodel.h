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

// What of a chain was not measured on its device, and how to measure it.
struct MissingMeasurements {
    int layers = 0; // of the chain
    int analytic = 0; // of these, whose costs are of formulas alone
    int transferred = 0; // of these, that only another device measured
    int extrapolated = 0; // of the rest, that were measured at smaller sizes alone, or at larger ones
    Message measured_on; // that device
    std::string command; // that measures the chain

    friend bool operator==(const MissingMeasurements&, const MissingMeasurements&) = default;
};

// Costs of all layers of a model at one micro-batch.
struct ChainCosts {
    std::vector<LayerCost> layers;
    // Layer tables: their memory is defined by a closed form (docs/formats.md), not by the ledger. One row a layer, at
    // this micro-batch.
    std::vector<TableRow> table;
    OptimizerKind optimizer = OptimizerKind::AdamW;
    Precision precision = Precision::Fp32;
    Basis basis = Basis::Measured;
    Basis time_basis = Basis::Measured; // of the layers' times, which a dry run does not tell
    bool extrapolated = false;
    bool swaps = false; // any of its layers
    double memory_width = 0; // half-width of the bounds of the layers' bytes, relative: the widest layer's
    Message device; // what measured it; empty where nothing did
    std::optional<MissingMeasurements> missing;
    // What a communicator (NCCL) holds in a device, where a probe of such a device measured it.
    std::optional<Sourced<Bytes>> communicator;

    int size() const { return static_cast<int>(layers.size()); }
    bool closedForm() const { return !table.empty(); }
};

// Predicts layer costs from measurements. Exact at measured points; elsewhere what LayerFit makes of all measured
// micro-batches, sequences and tensor degrees (basis "scaled"; beyond the measured ones: extrapolated). Layers of which
// no such device tells: what others measured (transferredCost()), else formulas alone (analyticCost()). Immutable;
// cheap to copy; safe from any thread.
class CostModel {
public:
    // Measurements of other models, precisions, ... may be among them. Of those without success only what ran out of
    // memory counts, to say so. `probes` make times more certain on devices that did not measure the layers.
    CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements,
              std::vector<DeviceProbe> probes = {});

    // The same at another sequence, with the same measurements: they are not copied.
    CostModel atSequence(std::int64_t sequence) const;
    // The same with another kernel of attention, likewise.
    CostModel withAttention(AttentionKind attention) const;
    // The same for another model: what was measured of layers that both have counts for both.
    CostModel ofModel(Model model) const;

    // The costs at `micro_batch` on a device of this type, of layers that are run this way. Where several devices were
    // measured: those of this type first, then of this kind, of these the one that answers for the most layers. Errors:
    // LayerTooLarge where measuring a layer there was tried in vain; for layers that formulas cannot express
    // (TorchScript) NotMeasured, with the command that measures it, and MeasuredElsewhere; LayerMismatch.
    Result<ChainCosts> chain(std::int64_t micro_batch, const DeviceType& device,
                             LayerRunOptions run_options = {}) const;

    // The same for one layer of the chain, whether or not the others are measured: of several devices the first by
    // name. Nothing where it is not measured, and for layer tables.
    std::optional<LayerCost> layer(int index, std::int64_t micro_batch, DeviceKind kind) const;

private:
    struct Content;

    explicit CostModel(std::shared_ptr<Content> content);
    CostModel with(Model model, Workload workload) const;

    Result<std::shared_ptr<const ChainFits>> fitsOf(const LayerRunOptions& run_options) const;

    std::shared_ptr<Content> m_content;
};

}
