// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// Profiling strategies from the literature for a pipeline of `devices` devices, for comparison: the runs that each
// would need. Both measure the peak of a stage with a single layer, and the increase per additional layer of a stage
// before it.

// One distributed run: number of layers per device, and the stages whose peak is used. Unused stages contain no layers
// while they run (CAPSlog trims them).
struct ProfilingRun {
    std::vector<int> layers;
    std::vector<int> used_stages;

    friend bool operator==(const ProfilingRun&, const ProfilingRun&) = default;
};

// Returns the runs of mCAP (Dreuning et al., Euro-Par 2022, doi 10.1007/978-3-031-12597-3_10; as in the authors' code):
// whole models with a stage that grows layer by layer in front of a single-layer stage. Errors: OptionOutOfRange for
// fewer than 3 devices or fewer layers than twice the devices minus 2.
Result<std::vector<ProfilingRun>> mcapRuns(int devices, int layers);

// Returns the runs of CAPSlog (Dreuning et al., PDP 2024; as in the authors' code): at most two layers per stage, all
// others trimmed. Errors: those of mcapRuns().
Result<std::vector<ProfilingRun>> capslogRuns(int devices, int layers);

// Counts the layers that the runs train, once per run; trimmed stages count as empty.
std::int64_t layerRuns(const std::vector<ProfilingRun>& runs);

}
