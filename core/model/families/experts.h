// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

namespace stagecraft {

// Defaults of a configuration class, where a file leaves fields of its experts out. 0: the file must say it.
struct SigmoidDefaults {
    std::int64_t count = 0;
    std::int64_t active = 8;
    std::int64_t intermediate = 0;
    std::int64_t groups = 1;
    std::int64_t active_groups = 1;
    double scaling = 1;
};

// Which layers have experts: every `decoder_sparse_step`th, without those in `mlp_only_layers`.
std::vector<bool> sparseLayers(ConfigFields& fields, std::int64_t layers);

// Experts whose router scores each by itself and chooses among groups (DeepSeek-AI 2024), of `width`.
Experts readSigmoidExperts(ConfigFields& fields, std::int64_t width, Activation activation,
                           const SigmoidDefaults& defaults);

}
