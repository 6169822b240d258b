// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

namespace stagecraft {

// How a layer is spread over the ranks of a tensor-parallel (and expert-parallel) group.
struct Sharding {
    int tensor = 1;
    int expert = 1;
    bool sequence = false; // between the split products each rank has its part of the tokens (sequence parallelism)

    bool whole() const { return tensor == 1 && expert == 1; }
    friend bool operator==(const Sharding&, const Sharding&) = default;
};

// One rank's share of a layer (Shoeybi et al. 2019, section 3; Korthikanti et al. 2022, section 4.2): attention and
// multi-layer perceptrons as a product split by columns and one by rows, vocabulary-parallel embedding and loss (the
// vocabulary filled up to a multiple), experts spread over ranks. Which products are split follows from where their
// results go: whatever passes only through operators that work on columns alone until the next product. All-reduces
// work in place and are left out; gathers and scatters of tokens are operators, because their results take room.
// Errors: OptionUnsupported where heads, widths or experts do not divide.
Result<Program> shardOf(const Program& program, const Sharding& sharding);

// The same of every layer of a chain. Errors: as above, and OptionUnsupported where nothing of the model can be split
// (`where` names model and layer).
Result<Model> shardOf(const Model& model, const Sharding& sharding);

// True where that has no error.
bool isDivisible(const Model& model, const Sharding& sharding);

}
