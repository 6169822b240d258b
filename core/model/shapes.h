// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/layer.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Shapes of a layer's input and output for `micro_batch` samples of a sequence length or image side `sequence`.
// Empty for the loss (a scalar) and for layer tables. The token embedding's input holds int64, all else floats.
std::vector<std::int64_t> inputShape(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence);
std::vector<std::int64_t> outputShape(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence);

// True if the layer ends in the loss.
bool endsInLoss(const LayerSpec& spec);

// Floating-point operations of one forward pass; a multiply-add counts two. Matrix products, convolutions and attention
// only. Backward counts twice that. (Kaplan et al. 2020, appendix B; causal attention is counted in full, as published
// MFU figures do.)
Flops forwardFlops(const LayerSpec& spec, std::int64_t micro_batch, std::int64_t sequence);

}
