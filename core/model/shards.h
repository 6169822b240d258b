// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

namespace stagecraft {

// Sizes of the tensor-parallel and expert-parallel groups that shard a layer.
struct Sharding {
    int tensor = 1;
    int expert = 1;
    bool sequence = false; // sequence parallelism: tokens are sharded between the tensor-parallel products

    bool whole() const { return tensor == 1 && expert == 1; }
    friend bool operator==(const Sharding&, const Sharding&) = default;
};

// Returns one rank's shard of a layer (Shoeybi et al. 2019, section 3; Korthikanti et al. 2022, section 4.2): attention
// and MLPs as a column-parallel and a row-parallel product, vocabulary-parallel embedding and loss (the vocabulary
// padded to a multiple), experts distributed over ranks. A product is column-parallel if its result reaches the next
// product only through operators that work on each column separately. All-reduces work in place and are omitted;
// gathers and scatters of tokens are operators, because their results need memory. Errors: OptionUnsupported if heads,
// widths or experts are not divisible.
Result<Program> shardOf(const Program& program, const Sharding& sharding);

// Overload for every layer of a chain. Errors: also OptionUnsupported if no layer can be sharded (`where` names model
// and layer).
Result<Model> shardOf(const Model& model, const Sharding& sharding);

// True if shardOf() has no error.
bool isDivisible(const Model& model, const Sharding& sharding);

}
