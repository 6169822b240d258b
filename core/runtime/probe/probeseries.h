// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"

#include <functional>
#include <vector>

namespace stagecraft {

// A small piece of a probe.
struct ProbeStep {
    Message subject;
    double work = 0; // grows as its time does: operations or bytes
    // Measures for about `most` and adds to the probe; gives the time of one call. May throw what libtorch throws.
    std::function<Seconds(DeviceProbe& probe, Seconds most)> measure;
};

// Steps of one sort, the smallest first. Where one fails or would take too long, the larger ones are left out.
struct ProbeSeries {
    ProbePart part = ProbePart::Fixed;
    double weight = 1; // its share of the time, against the other series
    std::vector<ProbeStep> steps;
};

// Told before each step: its part and words, and how many steps of how many are done.
using ProbeProgress = std::function<void(ProbePart part, const Message& subject, int done, int total)>;

// Runs the series one after the other in about `budget`: time that one does not need goes to those behind it. The first
// step of each always runs. What is left out is noted in the probe.
void runSeries(const std::vector<ProbeSeries>& all, Seconds budget, const ProbeProgress& progress, DeviceProbe& probe);

}
