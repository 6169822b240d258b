// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"

#include <functional>
#include <vector>

namespace stagecraft {

// One step of a probe.
struct ProbeStep {
    Message subject;
    double work = 0; // operations or bytes, proportional to the expected time
    // Measures for about `most` and adds to the probe; returns the time of one call. May throw libtorch's exceptions.
    std::function<Seconds(DeviceProbe& probe, Seconds most)> measure;
};

// Steps of one kind in ascending size. If one fails or would take too long, the larger ones are skipped.
struct ProbeSeries {
    ProbePart part = ProbePart::Fixed;
    double weight = 1; // share of the time relative to the other series
    std::vector<ProbeStep> steps;
};

// Called before each step with its part, its description, the number of completed steps and the total.
using ProbeProgress = std::function<void(ProbePart part, const Message& subject, int done, int total)>;

// Runs the series one after the other in about `budget`; time that one does not need is available to later ones. The
// first step of each always runs. Skipped steps are noted in the probe.
void runSeries(const std::vector<ProbeSeries>& all, Seconds budget, const ProbeProgress& progress, DeviceProbe& probe);

}
