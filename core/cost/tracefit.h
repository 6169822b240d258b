// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/sizefit.h"
#include "core/profile/allocationtrace.h"
#include "core/profile/measurement.h"

#include <optional>
#include <vector>

namespace stagecraft {

// True if two traces differ in nothing but sizes.
bool sameOrder(const AllocationTrace& a, const AllocationTrace& b);
// The same of both recorded passes: the measured layers ran the same operations.
bool sameStructure(const Measurement& a, const Measurement& b);

// What a layer allocates and frees as a function of scale: the order is that of the measured traces, and each
// allocation has a size of its own. Peaks at other scales follow by replaying, also where another moment becomes the
// highest. Immutable.
class TraceFit {
public:
    // Nothing where the traces differ in more than sizes (other kernels ran), or are empty. `slack`: bytes by which an
    // allocator rounds.
    static std::optional<TraceFit> of(const std::vector<Extent>& at, const std::vector<const AllocationTrace*>& traces,
                                      std::int64_t slack);

    AllocationTrace operator()(const Extent& scale) const;
    // Of so many allocations no size as a function of scale is known that meets what was measured.
    int unexplained() const { return m_unexplained; }
    // Half-width of the bounds of any peak, in bytes: that of all these allocations together.
    double halfWidth(const Extent& scale) const;

private:
    AllocationTrace m_order; // sizes are those of the first trace
    std::vector<SizeFit> m_sizes; // of each allocation
    int m_unexplained = 0;
};

}
