// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/problem/problem.h"

#include <compare>

namespace stagecraft {

// What plans are ordered by: the bytes of a peak, `of` 1, or what they are of a capacity. Compared as fractions, to the
// byte.
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

// The most bytes of `of` that are up to a comparable peak, or less than it (-1 where none are). No more than an int64
// holds.
Bytes mostWithin(const ComparablePeak& comparable_peak, Bytes of);
Bytes mostBelow(const ComparablePeak& comparable_peak, Bytes of);

// What a problem's peaks are compared by: bytes where all devices are of one group.
PeakMeasure measureOf(const Problem& problem);

// What of a device of the group is compared by that measure: 1 for bytes. A capacity is what the constraints leave of
// its memory, at least one byte.
Bytes scaleOf(const Problem& problem, int device_group, PeakMeasure measure);

// The same of an estimate: of its largest device, and of all.
ComparablePeak comparablePeakOf(const DeviceEstimate& device, PeakMeasure measure);
ComparablePeak comparablePeakOf(const Estimate& estimate, PeakMeasure measure);

}
