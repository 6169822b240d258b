// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/allocationtrace.h"

#include <optional>

namespace stagecraft {

// Converts a trace of a layer to the operations of `order`, a trace of the same layer at another micro-batch size: a
// single sample skips copies of views that several samples need. The result has the events of `order`. Common
// allocations get their size in `trace`. An allocation only in `order` that is as large there as a common one is a copy
// of it and gets its new size; all others only in `order` are kernel workspaces, which do not depend on the micro-batch
// size. `ratio`: the micro-batch size of `trace` over that of `order`. Common allocations are those of the longest
// common subsequence; two sizes match if they are equal, differ by `ratio`, or if the one in `trace` lies between.
// Empty if less than three quarters of the allocations of either are common: other kernels ran. Complexity: O(product
// of both lengths).
std::optional<AllocationTrace> inOrderOf(const AllocationTrace& order, const AllocationTrace& trace, double ratio);

}
