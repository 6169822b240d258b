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

// Analytic size and work of one layer of a chain for one micro-batch.
struct LayerSummary {
    std::int64_t parameters = 0; // including shared ones
    std::optional<Flops> forward; // one forward pass; empty for layer tables and TorchScript
    Bytes output; // in fp32; layer tables: the given bytes times the micro-batch size

    friend bool operator==(const LayerSummary&, const LayerSummary&) = default;
};

struct ModelSummary {
    std::int64_t micro_batch = 1;
    std::int64_t sequence = 0;
    std::int64_t parameters = 0; // shared ones count once
    std::optional<Flops> forward;
    Bytes output; // total over all layers
    std::vector<LayerSummary> layers; // in chain order
};

// Returns the summary. Errors: LayerMismatch if the model does not accept the sequence length.
Result<ModelSummary> summarize(const Model& model, std::int64_t micro_batch, std::int64_t sequence);

// Consecutive layers of the chain with equal program (table row, code) and equal summary.
struct LayerGroup {
    int first = 0;
    int count = 1;

    int last() const { return first + count - 1; }
    friend bool operator==(const LayerGroup&, const LayerGroup&) = default;
};

// Returns the groups of the whole chain, in order. `summary` must be the model's.
std::vector<LayerGroup> equalNeighbors(const Model& model, const ModelSummary& summary);

// Returns a common name: "block" for "block 0" to "block 11", "layers.*.mlp" if the names differ only in numbers,
// otherwise the first layer's name.
std::string sharedName(const Model& model, const std::vector<int>& layers);

// Returns a name such as "embedding" or "block 0 .. block 11".
std::string groupName(const Model& model, const LayerGroup& group);

}
