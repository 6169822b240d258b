// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"

namespace stagecraft {

// What to measure on a dry device for the plans of a problem: each layer at usualMicroBatches(), whole and as the
// share of each tensor degree within a node, with and without sequence parallelism, kept and recomputed. Seconds in
// all, as nothing is computed. The device is the type of the cluster's first group, which must be one that can be dry.
ProfileRequest dryRequest(const Problem& problem);

}
