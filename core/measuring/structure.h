// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// A layer that runs different operations at one micro-batch size than at the next larger one. For example, a single
// sample needs no copies of views that several samples need.
struct StructureChange {
    ProfilePoint point; // the point with the smaller micro-batch
    std::int64_t larger = 0; // the larger micro-batch
};

// Returns all changes between neighboring micro-batches of a layer, in the order of layers in `measured`. Ignores
// measurements that failed, checks, and measurements without traces.
std::vector<StructureChange> structureChanges(const std::vector<Measurement>& measured);

}
