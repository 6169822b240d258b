// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/allocationtrace.h"

#include <optional>

namespace stagecraft {

// A trace of a layer as it would be if it ran the operations of `order`, a trace of the same layer at another
// micro-batch: a single sample skips copies of views that several need. The result has the events of `order`. An
// allocation of both has its size in `trace`. One of `order` alone that is as large as one of both is its copy, and has
// the size of that; all others of `order` alone are a kernel's own, which depend on no micro-batch. `ratio`: the
// micro-batch of `trace` over that of `order`. Allocations of both are those of the longest common sequence; sizes are
// common that are equal, that differ by `ratio`, or that lie between. Nothing where less than three quarters of the
// allocations of either are common: other kernels ran. Takes time in proportion to the product of both lengths.
std::optional<AllocationTrace> inOrderOf(const AllocationTrace& order, const AllocationTrace& trace, double ratio);

}
