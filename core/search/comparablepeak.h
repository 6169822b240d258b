// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

#include <compare>

namespace stagecraft {

// Peak by which plans are ordered: bytes (`of` is 1), or bytes as a fraction of a capacity. Compared as exact
// fractions.
struct ComparablePeak {
    ComparablePeak() = default;
    ComparablePeak(Bytes peak, Bytes whole = Bytes(1))
        : bytes(peak), of(whole) {} // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)

    double value() const { return static_cast<double>(bytes.value) / static_cast<double>(of.value); }
    friend std::strong_ordering operator<=>(const ComparablePeak& a, const ComparablePeak& b);
    friend bool operator==(const ComparablePeak& a, const ComparablePeak& b)
    {
        return (a <=> b) == std::strong_ordering::equal;
    }

    Bytes bytes; // not negative
    Bytes of {1}; // above 0
};

// Largest number of bytes b with b / of <= comparable_peak (mostWithin) or b / of < comparable_peak (mostBelow; -1 if
// there is none). Clamped to the largest int64.
Bytes mostWithin(const ComparablePeak& comparable_peak, Bytes of);
Bytes mostBelow(const ComparablePeak& comparable_peak, Bytes of);

// Returns the measure by which a problem's peaks are compared: bytes if all devices are of one group.
PeakMeasure measureOf(const Problem& problem);

// Returns the denominator of the measure for a device of the group: 1 for bytes; else its memory less the reserve of
// the constraints, at least one byte.
Bytes scaleOf(const Problem& problem, int device_group, PeakMeasure measure);

// Returns the comparable peak of a device, and the largest of all devices of an estimate.
ComparablePeak comparablePeakOf(const DeviceEstimate& device, PeakMeasure measure);
ComparablePeak comparablePeakOf(const Estimate& estimate, PeakMeasure measure);

}
