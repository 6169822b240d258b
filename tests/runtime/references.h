// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>

namespace stagecraft::testing {

// Peak of the second training step of a published model as built by transformers 5 and torchvision 0.26, torch 2.11,
// AdamW with foreach=False, fp32, no dropout, from all allocator events counted in Python.
struct ReferenceStep {
    std::int64_t micro_batch;
    std::int64_t sequence; // sequence length, or side of an image
    Bytes peak;
};

inline constexpr ReferenceStep gpt2Small {2, 512, Bytes(3174890792)};
inline constexpr ReferenceStep resnet50 {8, 224, Bytes(1046228784)};

}
