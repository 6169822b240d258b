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

// Rates that were measured at sizes on a grid.
struct RateGrid {
    std::vector<std::vector<double>> axes; // sizes, each the smallest first
    std::vector<double> teraflops; // a second; of the last axis first

    // Between sizes along the logarithms; beyond the largest and below the smallest that of the nearest. `sizes`: one
    // of each axis.
    FlopsPerSecond at(const std::vector<double>& sizes) const;
};

// Attention forwards, causal, by sequence and heads of all samples.
struct AttentionRates {
    int head_width = 0;
    RateGrid rates; // of what is done, half of the scores
};

// Rate of FP8 matrix products over that of 16-bit ones, for GPUs without measured FP8 rates: the
// median of the devices in resources/kernels/tables.json, of each that of its products of at least 4,096 on each side
// (1.9 to 2.2).
constexpr double fp8Speedup = 2;

// How fast the kernels of a device are, measured by others.
struct KernelTable {
    std::vector<std::string> devices; // types of the catalogue
    // How much longer they take in steps of training than alone: with clocks of a device under load, beside copies and
    // collectives. The rates are of kernels alone.
    double slower_in_training = 1;
    RateGrid products; // of 16 bits: rows, out, in
    std::optional<RateGrid> products_fp8; // FP8, without quantization; none: fp8Speedup
    std::vector<AttentionRates> attention; // the narrowest head first; never empty

    // Groups fill the device together. Below the smallest rows and columns a kernel takes no less time; sums over fewer
    // numbers than the shortest are bound by what they write.
    FlopsPerSecond rateOf(const ProductShape& shape) const;
    // Of AttentionShape::done(). Backwards FlashAttention reaches 0.85 of its forward rate (Dao 2023, FlashAttention-2,
    // figures 5 and 6; Shah et al. 2024, FlashAttention-3, figures 5 and 6).
    FlopsPerSecond rateOf(const AttentionShape& shape) const;
};

// What comes along (resources/kernels/tables.json): null for a type that nobody measured. Read once; thread-safe.
// Defined with the codecs (core/json), which its text needs.
const KernelTable* kernelTableOf(const DeviceType& device);

}
