// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// A layer that runs other operations at a micro-batch than at the next larger one: a single sample, for example, needs
// no copies of views that several samples need.
struct StructureChange {
    ProfilePoint point; // at the smaller micro-batch
    std::int64_t larger = 0; // the other micro-batch
};

// All changes between neighboring micro-batches of a layer, in the order of layers in `measured`. Measurements that did
// not succeed, checks, and measurements without traces are passed over.
std::vector<StructureChange> structureChanges(const std::vector<Measurement>& measured);

}
