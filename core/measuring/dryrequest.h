// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"

namespace stagecraft {

// Returns the dry-device measurements needed to plan a problem: each layer at usualMicroBatches(), whole and as the
// share of each TP size within a node, with and without sequence parallelism, with and without recomputation. Takes
// seconds in total, as nothing is computed. The device is the type of the cluster's first group, which must support dry
// runs.
ProfileRequest dryRequest(const Problem& problem);

}
