// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>

namespace stagecraft::testing {

// The peak of one training step of a published model as transformers 5 and torchvision 0.26 build it, torch 2.11,
// AdamW with foreach=False, fp32, dropout off, all allocator events counted in Python; the second step.
struct ReferenceStep {
    std::int64_t micro_batch;
    std::int64_t sequence; // or the side of an image
    Bytes peak;
};

inline constexpr ReferenceStep gpt2Small {2, 512, Bytes(3174890792)};
inline constexpr ReferenceStep resnet50 {8, 224, Bytes(1046228784)};

}
