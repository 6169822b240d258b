// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"
#include "core/search/sizeaxis.h"

namespace stagecraft {

// Finds the largest size at which some plan fits, by doubling and bisection for each variant of the axis; skips a
// variant if its next size above the best so far does not fit. Fills best, refused, at_limit, most, tried and the
// outcome. `progress` counts variants. Errors: if no size has any plan, the first reason.
Result<SizingResult> largestSize(SizeAxis& axis, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress);

}
