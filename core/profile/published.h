// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <vector>

namespace stagecraft {

// How others profile a model for a pipeline of `devices` devices: what they would run, to compare with. Both measure
// the peak of a stage that holds one layer alone, and what a layer adds to a stage before it.

// One distributed run: how many layers each device holds, and the stages whose peak is used. Stages that are not used
// hold no layers while they run (CAPSlog trims them).
struct ProfilingRun {
    std::vector<int> layers;
    std::vector<int> used_stages;

    friend bool operator==(const ProfilingRun&, const ProfilingRun&) = default;
};

// mCAP (Dreuning et al., Euro-Par 2022, doi 10.1007/978-3-031-12597-3_10; as in the authors' code): whole models, a
// stage that grows layer by layer in front of a single one. Errors: OptionOutOfRange for less than 3 devices or fewer
// layers than twice the devices less 2.
Result<std::vector<ProfilingRun>> mcapRuns(int devices, int layers);

// CAPSlog (Dreuning et al., PDP 2024; as in the authors' code): at most two layers a stage, all others trimmed. Errors:
// as above.
Result<std::vector<ProfilingRun>> capslogRuns(int devices, int layers);

// Layers that the runs train, a layer counted as often as it runs; a trimmed stage has none.
std::int64_t layerRuns(const std::vector<ProfilingRun>& runs);

}
