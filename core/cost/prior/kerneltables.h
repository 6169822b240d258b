// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/cost/prior/kernel.h"
#include "core/hardware/cluster.h"

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Rates measured at sizes on a grid.
struct RateGrid {
    std::vector<std::vector<double>> axes; // sizes in ascending order, one list per axis
    std::vector<double> teraflops; // TFLOP/s in row-major order: the last axis varies fastest

    // Returns the rate at `sizes`, one per axis: interpolated in logarithms between sizes, that of the nearest size
    // outside of the grid.
    FlopsPerSecond at(const std::vector<double>& sizes) const;
};

// Rates of causal attention forward by sequence length and heads x samples.
struct AttentionRates {
    int head_width = 0;
    RateGrid rates; // per executed FLOP: half of the scores
};

// Ratio of FP8 to 16-bit matrix-product rates, for GPUs without measured FP8 rates: the median over the devices in
// resources/kernels/tables.json, for products of at least 4,096 on each side (1.9 to 2.2).
constexpr double fp8Speedup = 2;

// Published kernel rates of a device.
struct KernelTable {
    std::vector<std::string> devices; // catalogue types
    // Ratio of kernel times in training steps to times of isolated kernels, as in these rates: clocks under load,
    // concurrent copies and collectives.
    double slower_in_training = 1;
    RateGrid products; // 16-bit products by rows, out, in
    std::optional<RateGrid> products_fp8; // FP8 without quantization; empty: fp8Speedup applies
    std::vector<AttentionRates> attention; // in ascending order of head width; never empty

    // Returns the rate of a product. All groups fill the device together. Below the smallest rows and columns of the
    // grid a kernel takes no less time; sums shorter than the smallest are limited by their writes.
    FlopsPerSecond rateOf(const ProductShape& shape) const;
    // Returns the rate for AttentionShape::done(). In the backward pass FlashAttention reaches 0.85 of its forward rate
    // (Dao 2023, FlashAttention-2, figures 5 and 6; Shah et al. 2024, FlashAttention-3, figures 5 and 6).
    FlopsPerSecond rateOf(const AttentionShape& shape) const;
};

// Returns the shipped table (resources/kernels/tables.json) of a type; null if it has none. Read once; thread-safe.
// Defined with the codecs (core/json), which parse its text.
const KernelTable* kernelTableOf(const DeviceType& device);

}
