// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/sizefit.h"
#include "core/profile/allocationtrace.h"
#include "core/profile/measurement.h"

#include <optional>
#include <vector>

namespace stagecraft {

// True if two traces differ only in sizes.
bool sameOrder(const AllocationTrace& a, const AllocationTrace& b);
// True if both recorded traces of two measurements differ only in sizes: the layers ran the same operations.
bool sameStructure(const Measurement& a, const Measurement& b);

// Allocations and frees of a layer as a function of scale: the order of the measured traces, with a fitted size for
// each allocation. Replaying gives peaks at other scales, even if the peak moves to another moment. Immutable.
class TraceFit {
public:
    // Fits `traces[i]` at `at[i]`. Empty if the traces differ in more than sizes (other kernels ran) or are empty.
    // `slack`: rounding of the allocator in bytes.
    static std::optional<TraceFit> of(const std::vector<Extent>& at, const std::vector<const AllocationTrace*>& traces,
                                      std::int64_t slack);

    AllocationTrace operator()(const Extent& scale) const;
    // Number of allocations whose measured sizes no exact function of scale matches.
    int unexplained() const { return m_unexplained; }
    // Half-width of the bounds of any peak, in bytes: the sum over all allocations.
    double halfWidth(const Extent& scale) const;

private:
    AllocationTrace m_order; // sizes are those of the first trace
    std::vector<SizeFit> m_sizes; // one per allocation
    int m_unexplained = 0;
};

}
