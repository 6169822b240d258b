// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/planspace.h"
#include "core/search/sizeaxis.h"

namespace stagecraft {

// The largest size at which some plan fits: way by way, each by doubling and bisection; a way whose next size above the
// best so far does not fit has none. Fills best, refused, at_limit, most, tried and the outcome. `progress` is told of
// ways. Errors: where no size has any plan, the first reason why.
Result<SizingResult> largestSize(SizeAxis& axis, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress);

}
