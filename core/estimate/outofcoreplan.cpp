// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/outofcoreplan.h"

#include "core/estimate/collectivebytes.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/steptime.h"
#include "core/memory/outofcore/lms.h"
#include "core/memory/stageledger.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

namespace {

class OutOfCorePlan {
public:
    OutOfCorePlan(OutOfCoreMethod method, const Problem& problem, const Plan& plan, const ChainCosts& costs,
                  const OperationOrder& order, BytesPerSecond host, const std::optional<LmsSettings>& lms)
        : m_method(method)
        , m_problem(problem)
        , m_plan(plan)
        , m_costs(costs)
        , m_in_flight(mostInFlightByPlace(order))
        , m_rate {host, host}
        , m_lms(lms)
    {
    }

    OutOfCoreChoice choose()
    {
        for (std::size_t s = 0; s < m_plan.stages.size(); ++s) {
            const Stage& stage = m_plan.stages[s];
            OutOfCoreStage chosen {static_cast<int>(s)};
            if (m_method == OutOfCoreMethod::Lms) {
                tune(stage.layers, shareOfMemory(stage), chosen);
            } else {
                label(stage.layers, shareOfMemory(stage), chosen);
            }
            m_choice.stages.push_back(chosen);
        }
        return std::move(m_choice);
    }

private:
    // Bytes for the stash of one micro-batch of those in flight.
    Bytes shareOfMemory(const Stage& stage) const
    {
        const DeviceType& device = m_problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
        const Replication replication {stage.degrees.data * m_plan.context, m_plan.zero_stage,
                                       m_problem.constraints.gradients, m_plan.training.offload};
        Bytes state;
        Bytes gradients;
        for (const Stage& other : m_plan.stages) { // all that lie on this place
            if (other.place == stage.place) {
                state += StageLedger(m_costs, other.layers, replication).alive().total();
                for (int l = other.layers.first; l < other.layers.last; ++l) {
                    gradients += m_costs.layers[static_cast<std::size_t>(l)].memory.gradients;
                }
            }
        }
        // What is allocated when the upper bound of the device is just within its memory.
        const Bytes device_bytes = device.memory - m_problem.constraints.memory_reserve;
        const CollectiveBytes collectives = collectiveBytes(m_costs, device, m_plan.places(), placeDegrees(m_plan));
        const Bytes most = largestFittingPeak(m_costs, device, device_bytes, collectives);
        const MemoryBudget budget {most, state + gradients, {}, {}};
        const double in_flight = m_in_flight[static_cast<std::size_t>(stage.place)];
        return scaled(activationCapacity(m_costs, stage.layers, budget), 1 / std::max(1.0, in_flight));
    }

    void add(LayerPolicy policy, LayerRange layers)
    {
        auto& ranges = m_choice.policies.ranges;
        if (!ranges.empty() && ranges.back().policy == policy && ranges.back().last == layers.first) {
            ranges.back().last = layers.last;
        } else if (policy != LayerPolicy::Keep) {
            ranges.push_back({policy, layers.first, layers.last});
        }
    }

    void label(LayerRange range, Bytes capacity, OutOfCoreStage& chosen)
    {
        const std::int64_t parameter = bytesOf(parameterType(m_problem.workload.precision));
        const auto blocks = blocksOf(m_costs, range, leastTransfer(m_rate), parameter);
        const StreamRules rules {capacity, m_rate};
        const auto choice = m_method == OutOfCoreMethod::Karma ? chooseLabels(blocks, rules)
            : m_method == OutOfCoreMethod::EagerSwap           ? eagerSwapping(blocks, rules)
                                                               : capacitySwapping(blocks, rules);
        if (!choice) {
            return;
        }
        chosen.fits = chosen.all_kept = true;
        chosen.gap = m_method == OutOfCoreMethod::Karma ? choice->gap() : 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const BlockLabel label = choice->labels[b];
            chosen.all_kept = chosen.all_kept && label == BlockLabel::Keep;
            add(label == BlockLabel::Swap            ? LayerPolicy::Swap
                    : label == BlockLabel::Recompute ? LayerPolicy::Full
                                                     : LayerPolicy::Keep,
                blocks[b].layers);
        }
    }

    // A layer's stash is used again as many levels later as there are layers behind it, twice.
    void tune(LayerRange range, Bytes capacity, OutOfCoreStage& chosen)
    {
        const LmsGraph graph = lmsGraph(m_costs, range);
        const Bytes budget = capacity + workingSet(m_costs, range);
        auto tuning = m_lms ? givenLms(graph, budget) : tuneLms(graph, m_rate, budget);
        if (!tuning) {
            return;
        }
        chosen.fits = true;
        chosen.all_kept = !tuning->on;
        int left = tuning->settings.tensors < 0 ? range.count() : tuning->settings.tensors;
        for (int l = range.first; tuning->on && l < range.last && left > 0; ++l) {
            const int distance = 2 * (range.last - 1 - l) + 1;
            if (distance > tuning->settings.threshold) {
                add(LayerPolicy::Swap, {l, l + 1});
                --left;
            }
        }
    }

    // Nothing where it does not fit.
    std::optional<LmsTuning> givenLms(const LmsGraph& graph, Bytes budget) const
    {
        LmsTuning given {true, *m_lms, playLms(graph, *m_lms, m_rate)};
        return given.step.peak <= budget ? std::optional(given) : std::nullopt;
    }

    OutOfCoreMethod m_method;
    const Problem& m_problem;
    const Plan& m_plan;
    const ChainCosts& m_costs;
    std::vector<double> m_in_flight; // by place
    SwapRate m_rate;
    const std::optional<LmsSettings>& m_lms;
    OutOfCoreChoice m_choice;
};

}

Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const ChainCosts& costs, const std::optional<LmsSettings>& lms)
{
    const auto unsupported = [&](const char* what) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string(what), std::string(nameOf(method)), std::string("none, full, selective")});
    };
    if (costs.closedForm()) {
        return unsupported("the policy of a layer table");
    }
    const auto host = hostBandwidth(problem);
    if (!host) {
        return unsupported("the policy without the bandwidth to the host (--host-bandwidth)");
    }
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    return OutOfCorePlan(method, problem, plan, costs, *order, *host, lms).choose();
}

}
