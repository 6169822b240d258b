// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// What one layer of a chain holds and computes for one micro-batch, by arithmetic.
struct LayerSummary {
    std::int64_t parameters = 0; // shared ones too
    std::optional<Flops> forward; // of one forward pass; layer tables and TorchScript do not say
    Bytes output; // in fp32; layer tables: as given, times the micro-batch

    friend bool operator==(const LayerSummary&, const LayerSummary&) = default;
};

struct ModelSummary {
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 0;
    std::int64_t parameters = 0; // shared ones once
    std::optional<Flops> forward;
    Bytes output; // of all layers together
    std::vector<LayerSummary> layers; // of the chain, in its order
};

// Errors: LayerMismatch where the model cannot take the sequence.
Result<ModelSummary> summarize(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// Neighbors in the chain that are the same layer: equal program (row of a table, code) and equal summary.
struct LayerGroup {
    int first = 0;
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const LayerGroup&, const LayerGroup&) = default;
};

// The whole chain in groups, in its order. `summary` must be the model's.
std::vector<LayerGroup> equalNeighbors(const Model& model, const ModelSummary& summary);

// What layers are called together: "block" for "block 0" to "block 11", "layers.*.mlp" where only numbers differ; else
// the first's name.
std::string sharedName(const Model& model, const std::vector<int>& layers);

// "embedding", "block 0 .. block 11".
std::string groupName(const Model& model, const LayerGroup& group);

}
