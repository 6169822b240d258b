// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/problem/precision.h"
#include "core/profile/deviceprobe.h"

#include <optional>
#include <vector>

namespace stagecraft {

// The data sheet's peak for products of such numbers; of a type that it gives none for, that of fp32.
std::optional<FlopsPerSecond> peakOf(const DeviceType& device, ProductType type);

// How fast a device works at best (Williams et al. 2009): the rate of its matrix products by their size, and that of
// its memory. From a probe where one was made, which measured both; else from the data sheet's peaks. Immutable.
class Roofline {
public:
    // `probe`: of such a device; may be null.
    Roofline(const DeviceType& device, Precision precision, const DeviceProbe* probe = nullptr);

    // False where neither probe nor data sheet tells: then it is some processor's.
    bool known() const { return m_known; }

    // Of the larger of arithmetic and memory traffic (bytes), and a start for each operation. `products`: among how
    // many matrix products the arithmetic is shared.
    Seconds time(Flops arithmetic, int products, double traffic, int operations) const;
    Seconds time(Bytes traffic) const { return traffic / m_memory; }

private:
    FlopsPerSecond rateAt(double size) const;

    struct Achieved {
        double size = 0; // of square factors: n
        FlopsPerSecond rate;
    };
    std::vector<Achieved> m_curve; // the smallest first; never empty
    BytesPerSecond m_memory;
    Seconds m_start;
    bool m_known = true;
};

}
