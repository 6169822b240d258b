// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/basis.h"
#include "core/cost/prior/kernel.h"
#include "core/cost/prior/kerneltables.h"
#include "core/hardware/cluster.h"
#include "core/problem/precision.h"
#include "core/profile/deviceprobe.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Returns the data-sheet peak for products of a type, or that of fp32 if the data sheet has no such peak.
std::optional<FlopsPerSecond> peakOf(const DeviceType& device, ProductType type);

// Roofline of a device: a kernel takes as long as its arithmetic or its memory traffic, whichever is longer (Williams
// et al. 2009), and on a GPU at least its launch time on the host. Rates of matrix products and memory come from a
// probe if there is one; else rates of products and attention come from published tables (kernelTableOf()), and
// everything else from data-sheet peaks. Without measured rates, FP8 products are faster by fp8Speedup. Immutable.
class Roofline {
public:
    // Builds the roofline of a device type; `probe` of a device of the type may be null.
    Roofline(const DeviceType& device, Precision precision, const DeviceProbe* probe = nullptr);

    // False if neither probe nor data sheet has rates: an assumed processor applies.
    bool known() const { return m_known; }

    // True if rates of products come from published tables.
    bool fromTables() const { return m_table != nullptr; }

    // Figures calibrated on training runs (TrainingFigures).
    double slowdown() const { return m_slowdown; }
    Seconds launch() const { return m_start; }

    // Basis of its times: training runs or published tables; empty for data sheet or probe.
    std::optional<Basis> basis() const;
    // Half-width of the bounds of times, relative, as calibrated; empty without calibration.
    std::optional<double> spread() const { return m_spread; }

    // Returns the time of all kernels of a pass, one after another.
    Seconds time(const PassWork& pass) const;
    Seconds time(Bytes traffic) const { return traffic / m_memory; }

private:
    Seconds time(const Kernel& kernel) const;
    FlopsPerSecond rateAt(double size) const;
    FlopsPerSecond rateOf(const ProductShape& shape) const;
    FlopsPerSecond rateOf(const AttentionShape& shape) const;

    struct Achieved {
        double size = 0; // n of n x n factors
        FlopsPerSecond rate;
    };
    std::vector<Achieved> m_curve; // ascending by size; never empty
    const KernelTable* m_table = nullptr; // replaces the curve if not null
    double m_slowdown = 1; // factor on products and attention in training
    bool m_calibrated = false;
    std::optional<double> m_spread;
    BytesPerSecond m_memory;
    Seconds m_start;
    bool m_waits = false; // launch time adds to each kernel instead of overlapping
    bool m_known = true;
};

}
