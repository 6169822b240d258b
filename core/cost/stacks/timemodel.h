// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/coefficient.h"
#include "core/cost/stacks/modelledrun.h"

namespace stagecraft {

// The time of one optimizer step of 1F1B with unequal stages on machines of the sheet's devices.
Seconds stepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values);

// The same where it is known whether the pipeline stalls: whether every micro-batch loses time between machines.
Seconds stepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values, bool stalled);

// The terms of a step, which add up to stepTime().
struct StepTerms {
    Seconds slowest; // one micro-batch on the slowest stage
    int micro_batches = 1;
    Seconds computing; // all of them there
    Seconds boundaries; // between its neighbours and it
    Seconds filling; // and draining the pipeline: the other stages, once
    Seconds stalls;
    Seconds exchange; // between replicas, as far as nothing hides it
    Seconds once; // a step

    Seconds total() const { return computing + boundaries + filling + stalls + exchange + once; }
};
StepTerms stepTerms(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values);

// Whether a run's pipeline is expected to stall: on so many machines that most do.
bool stalls(const ModelledRun& run);

// No partition of the run into pipeline stages takes a shorter step if one of them has these layers; `first`: it is the
// first. Equal to the step where no other stage takes longer or has more to exchange.
Seconds leastStepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values,
                      const StageLayers& stage, bool first);

// Share of the devices' time in the pipeline of that step in which they wait: fill, drain and unequal stages.
double idleShare(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values);

// A pipeline run that lost far more than its plan explains: a fault of that run. Shown, and counted apart.
bool isSlowRun(const ModelledRun& run, Seconds measured, Seconds predicted);

// Why the model of time does not hold for a run; empty if it does.
std::string timeObstacle(const ModelledRun& run);

}
