// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/probeseries.h"

#include "core/runtime/failures.h"
#include "core/runtime/probe/timedcalls.h"
#include "core/words/common.h"
#include "core/words/worker.h"

#include <algorithm>
#include <chrono>

namespace stagecraft {

namespace {

constexpr Seconds mostOfAStep(0.4);

class Deadline {
public:
    explicit Deadline(Seconds budget) : m_budget(budget) {}

    Seconds left() const
    {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_start;
        return std::max(Seconds(0), m_budget - Seconds(passed.count()));
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    Seconds m_budget;
};

// Runs a step. Returns the reason of a failure; empty after success.
Message tryStep(const ProbeStep& step, Seconds most, DeviceProbe& probe, Seconds& call)
{
    const auto failed = runGuarded([&] { call = step.measure(probe, most); });
    return failed ? failed->message : Message();
}

// Runs the steps of a series until one does not fit into the time or fails.
void runSteps(const ProbeSeries& series, const Deadline& deadline, int done, int total, const ProbeProgress& progress,
              DeviceProbe& probe)
{
    Seconds call;
    for (std::size_t i = 0; i < series.steps.size(); ++i) {
        const ProbeStep& step = series.steps[i];
        const Seconds least =
            i == 0 ? Seconds(0) : call * (step.work / series.steps[i - 1].work) * (untimedCalls + leastLaps);
        if (least > deadline.left()) {
            probe.left_out.push_back({series.part, say(words::worker::no_time, step.subject)});
            return;
        }
        progress(series.part, step.subject, done + static_cast<int>(i), total);
        if (const Message reason = tryStep(step, std::min(mostOfAStep, deadline.left()), probe, call);
            !reason.empty()) {
            probe.left_out.push_back({series.part, say(words::common::at, step.subject, reason)});
            return;
        }
    }
}

}

void runSeries(const std::vector<ProbeSeries>& all, Seconds budget, const ProbeProgress& progress, DeviceProbe& probe)
{
    const Deadline whole(budget);
    int total = 0;
    double weight = 0;
    for (const ProbeSeries& series : all) {
        total += static_cast<int>(series.steps.size());
        weight += series.weight;
    }
    int done = 0;
    for (const ProbeSeries& series : all) {
        runSteps(series, Deadline(whole.left() * (series.weight / weight)), done, total, progress, probe);
        done += static_cast<int>(series.steps.size());
        weight -= series.weight;
    }
}

}
