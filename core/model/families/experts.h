// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

namespace stagecraft {

// Defaults of a family's configuration class for fields of experts. 0: the file must contain the field.
struct SigmoidDefaults {
    std::int64_t count = 0;
    std::int64_t active = 8;
    std::int64_t intermediate = 0;
    std::int64_t groups = 1;
    std::int64_t active_groups = 1;
    double scaling = 1;
};

// Reads which layers have experts: every `decoder_sparse_step`th, except those in `mlp_only_layers`.
std::vector<bool> sparseLayers(ConfigFields& fields, std::int64_t layers);

// Reads experts of `width` with a sigmoid router that chooses among groups (DeepSeek-AI 2024).
Experts readSigmoidExperts(ConfigFields& fields, std::int64_t width, Activation activation,
                           const SigmoidDefaults& defaults);

}
