// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/allocationtrace.h"

#include <optional>

namespace stagecraft {

// A trace of a layer as it would be if it ran the operations of `order`, a trace of the same layer at another
// micro-batch: a single sample skips copies of views that several need. The result has the events of `order`. An
// allocation of both has its size in `trace`, and one of `order` alone grows with the micro-batch: its size there times
// `ratio`, the micro-batch of `trace` over that of `order`. Allocations of both are those of the longest common
// sequence; sizes are common that are equal, that differ by `ratio`, or that lie between.
// Nothing where less than three quarters of the allocations of either are common: other kernels ran.
// Takes time in proportion to the product of both lengths.
std::optional<AllocationTrace> inOrderOf(const AllocationTrace& order, const AllocationTrace& trace, double ratio);

}
