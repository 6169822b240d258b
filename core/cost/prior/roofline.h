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

// The data sheet's peak for products of such numbers; of a type that it gives none for, that of fp32.
std::optional<FlopsPerSecond> peakOf(const DeviceType& device, ProductType type);

// How fast a device works: a kernel takes as long as its arithmetic or its memory traffic, whichever is longer
// (Williams et al. 2009), and on a GPU no less than its launch by the host. Rates of matrix products and of memory are
// from a probe where one was made, which measured both; else those of products and attention from measured tables
// (kernelTableOf()); else all from the data sheet's peaks. FP8 products that neither probe nor table has are
// faster by fp8Speedup. Immutable.
class Roofline {
public:
    // `probe`: of such a device; may be null.
    Roofline(const DeviceType& device, Precision precision, const DeviceProbe* probe = nullptr);

    // False where neither probe nor data sheet tells: then it is some processor's.
    bool known() const { return m_known; }

    // Whether the rates of products are from tables that others measured.
    bool fromTables() const { return m_table != nullptr; }

    // Figures that runs of training correct (TrainingFigures).
    double slowdown() const { return m_slowdown; }
    Seconds launch() const { return m_start; }

    // What its times rest on: runs of training or those tables; nothing where it is the data sheet or a probe.
    std::optional<Basis> basis() const;
    // Half-width of their bounds, relative, where runs of training told it.
    std::optional<double> spread() const { return m_spread; }

    // One kernel after another.
    Seconds time(const PassWork& pass) const;
    Seconds time(Bytes traffic) const { return traffic / m_memory; }

private:
    Seconds time(const Kernel& kernel) const;
    FlopsPerSecond rateAt(double size) const;
    FlopsPerSecond rateOf(const ProductShape& shape) const;
    FlopsPerSecond rateOf(const AttentionShape& shape) const;

    struct Achieved {
        double size = 0; // of square factors: n
        FlopsPerSecond rate;
    };
    std::vector<Achieved> m_curve; // the smallest first; never empty
    const KernelTable* m_table = nullptr; // in place of the curve
    double m_slowdown = 1; // of products and attention, in training
    bool m_calibrated = false;
    std::optional<double> m_spread;
    BytesPerSecond m_memory;
    Seconds m_start;
    bool m_waits = false; // for each start, beside which nothing runs
    bool m_known = true;
};

}
