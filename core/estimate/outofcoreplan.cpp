// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/outofcoreplan.h"

#include "core/estimate/collectivebytes.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/placememory.h"
#include "core/estimate/steptime.h"
#include "core/memory/outofcore/lms.h"
#include "core/memory/outofcore/stashwindows.h"
#include "core/memory/stageledger.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

// Labels of a stage's blocks, and what they come to.
struct LabelledStage {
    BlockLabels labels;
    std::vector<std::optional<StashWindow>> windows; // by layer
    Bytes resident; // what a micro-batch holds on the device between its passes
    Bytes crossing; // of what it does not: leaves while the next pass runs
    double gap = 0;
};

constexpr int shareSteps = 4; // halvings

class OutOfCorePlan {
public:
    OutOfCorePlan(OutOfCoreMethod method, const Problem& problem, const Plan& plan, const PlanCosts& costs,
                  const OperationOrder& order, std::vector<BytesPerSecond> hosts, const std::optional<LmsSettings>& lms)
        : m_method(method)
        , m_problem(problem)
        , m_plan(plan)
        , m_costs(costs)
        , m_order(order)
        , m_placed(placedStages(problem, plan, order))
        , m_in_flight(mostInFlight(order))
        , m_hosts(std::move(hosts))
        , m_lms(lms)
    {
    }

    OutOfCoreChoice choose()
    {
        for (std::size_t s = 0; s < m_plan.stages.size(); ++s) {
            const LayerRange layers = m_plan.stages[s].layers;
            m_chain = &m_costs.of(s);
            m_rate = {m_hosts[s], m_hosts[s]};
            OutOfCoreStage chosen {static_cast<int>(s)};
            const auto [capacity, in_flight] = stashes(static_cast<int>(s));
            if (m_method == OutOfCoreMethod::Lms) {
                tune(layers, scaled(capacity, 1 / in_flight), chosen);
            } else {
                label(layers, capacity, in_flight, chosen);
            }
            m_choice.stages.push_back(chosen);
        }
        return std::move(m_choice);
    }

private:
    struct Stashes {
        Bytes capacity; // of a device, for all of them
        double in_flight = 1;
    };

    // Of a stage of the plan: where it lies on several places, where there is the least room for it.
    Stashes stashes(int stage) const
    {
        Stashes stashes {Bytes(INT64_MAX), 1};
        for (std::size_t i = 0; i < m_order.stages.size(); ++i) {
            if (m_order.stages[i].chain_stage == stage) {
                stashes.capacity = std::min(stashes.capacity, capacity(stage, m_order.stages[i].place));
                stashes.in_flight = std::max(stashes.in_flight, static_cast<double>(m_in_flight[i]));
            }
        }
        return stashes;
    }

    // Bytes of a place for the stashes of one of its stages: an equal part for each.
    Bytes capacity(int index, int place) const
    {
        const Stage& stage = m_plan.stages[static_cast<std::size_t>(index)];
        const auto& placed = m_placed[static_cast<std::size_t>(place)];
        const DeviceType& device = m_problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
        Bytes state;
        Bytes gradients;
        Bytes sharded; // of two layers, while they are whole
        for (const PlacedStage& other : placed) {
            state += StageLedger(*m_chain, other.layers, other.replication, other.weight_copies).alive().total();
            Bytes gathered; // of the layer before
            for (int l = other.layers.first; l < other.layers.last; ++l) {
                const LayerMemory& memory = m_chain->layers[static_cast<std::size_t>(l)].memory;
                const LayerShare share =
                    shareOf(other.replication, m_chain->precision, memory.parameters, memory.gradients);
                const bool whole = other.replication.divided() < 2;
                gradients += other.replication.buffered() ? Bytes(0) : whole ? memory.gradients : share.gradients;
                sharded = std::max(sharded, gathered + share.gathered + share.bucket + share.reduced);
                gathered = share.gathered;
            }
        }
        // What is allocated when the upper bound of the device is just within its memory.
        const Bytes device_bytes = device.memory - m_problem.constraints.memory_reserve;
        const CollectiveBytes collectives =
            collectiveBytes(*m_chain, device, m_plan.places(), placeDegrees(m_plan, stage));
        const Bytes most = largestFittingPeak(*m_chain, device, device_bytes, collectives);
        const Bytes all = activationCapacity(*m_chain, stage.layers, {most, state + gradients + sharded, {}, {}});
        return scaled(all, 1.0 / static_cast<double>(placed.size()));
    }

    // One micro-batch runs and has `share`; what the others hold must fit beside it. At least an equal share does.
    void label(LayerRange range, Bytes capacity, double in_flight, OutOfCoreStage& chosen)
    {
        const std::int64_t parameter = bytesOf(parameterType(m_problem.workload.precision));
        auto blocks = blocksOf(*m_chain, range, leastTransfer(m_rate), parameter);
        for (OutOfCoreBlock& block : blocks) {
            for (int l = block.layers.first; l < block.layers.last; ++l) {
                const LayerSpec& layer = m_problem.model.layers[static_cast<std::size_t>(l)].spec;
                block.recomputable = block.recomputable && recomputable(layer);
            }
        }
        auto best = widest(blocks, capacity, in_flight, m_method);
        if (!best) { // the fastest labels of a share may keep too much; the leanest of all swaps all
            best = widest(blocks, capacity, in_flight, OutOfCoreMethod::EagerSwap);
        }
        if (best) {
            take(blocks, *best, chosen);
        }
    }

    // With the largest share of the capacity that was found to leave enough to the others.
    std::optional<LabelledStage> widest(const std::vector<OutOfCoreBlock>& blocks, Bytes capacity, double in_flight,
                                        OutOfCoreMethod method) const
    {
        if (in_flight <= 1) {
            return labelled(blocks, capacity, method);
        }
        double least = 1 / in_flight;
        double most = 1;
        auto best = labelled(blocks, scaled(capacity, least), method);
        for (int step = 0; step < shareSteps; ++step) {
            const double share = step == 0 ? most : (least + most) / 2;
            const Bytes own = scaled(capacity, share);
            auto more = labelled(blocks, own, method);
            const bool fits = more && own + scaled(more->resident, in_flight - 1) + more->crossing <= capacity;
            if (fits) {
                best = std::move(more);
            }
            // Without any labels so far a share may be too small as well as too large.
            (fits || (!more && !best) ? least : most) = share;
            if (fits && step == 0) {
                break;
            }
        }
        return best;
    }

    std::optional<LabelledStage> labelled(const std::vector<OutOfCoreBlock>& blocks, Bytes capacity,
                                          OutOfCoreMethod method) const
    {
        const StreamRules rules {capacity, m_rate};
        const auto choice = method == OutOfCoreMethod::Karma ? chooseLabels(blocks, rules)
            : method == OutOfCoreMethod::EagerSwap           ? eagerSwapping(blocks, rules)
                                                             : capacitySwapping(blocks, rules);
        auto windows = choice ? stashWindows(blocks, choice->labels, rules) : std::nullopt;
        if (!windows) {
            return std::nullopt;
        }
        LabelledStage stage {choice->labels, *std::move(windows), {}, {}, choice->gap()};
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const int first = blocks[b].layers.first - blocks.front().layers.first;
            switch (stage.labels[b]) {
            case BlockLabel::Keep:
                stage.resident += blocks[b].stashed;
                break;
            case BlockLabel::Recompute:
                stage.resident += checkpointOf(blocks, static_cast<int>(b));
                break;
            case BlockLabel::Swap:
                stage.crossing +=
                    stage.windows[static_cast<std::size_t>(first)]->crosses ? blocks[b].stashed : Bytes(0);
                break;
            }
        }
        return stage;
    }

    void take(const std::vector<OutOfCoreBlock>& blocks, const LabelledStage& stage, OutOfCoreStage& chosen)
    {
        chosen.fits = chosen.all_kept = true;
        chosen.gap = m_method == OutOfCoreMethod::Karma ? stage.gap : 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const BlockLabel label = stage.labels[b];
            chosen.all_kept = chosen.all_kept && label == BlockLabel::Keep;
            for (int l = blocks[b].layers.first; l < blocks[b].layers.last; ++l) {
                const auto& window = stage.windows[static_cast<std::size_t>(l - blocks.front().layers.first)];
                addPolicy(m_choice.policies,
                          {label == BlockLabel::Swap            ? LayerPolicy::Swap
                               : label == BlockLabel::Recompute ? LayerPolicy::Full
                                                                : LayerPolicy::Keep,
                           l, l + 1, window ? window->window : SwapWindow {}});
            }
        }
    }

    // A layer's stash is used again as many levels later as there are layers behind it, twice.
    void tune(LayerRange range, Bytes capacity, OutOfCoreStage& chosen)
    {
        const LmsGraph graph = lmsGraph(*m_chain, range);
        const Bytes budget = capacity + workingSet(*m_chain, range);
        auto tuning = m_lms ? givenLms(graph, budget) : tuneLms(graph, m_rate, budget);
        if (!tuning) {
            return;
        }
        chosen.fits = true;
        chosen.all_kept = !tuning->on;
        int left = tuning->settings.tensors < 0 ? range.count() : tuning->settings.tensors;
        const LmsSync sync = tuning->settings.sync; // playLms()
        const SwapWindow window {sync == LmsSync::Out || sync == LmsSync::Both ? 0 : 1,
                                 sync == LmsSync::In || sync == LmsSync::Both ? 0 : tuning->settings.ahead};
        for (int l = range.first; tuning->on && l < range.last && left > 0; ++l) {
            const int distance = 2 * (range.last - 1 - l) + 1;
            if (distance > tuning->settings.threshold) {
                addPolicy(m_choice.policies, {LayerPolicy::Swap, l, l + 1, window});
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
    const PlanCosts& m_costs;
    const OperationOrder& m_order;
    std::vector<std::vector<PlacedStage>> m_placed; // by place
    std::vector<std::int64_t> m_in_flight; // by stage of the order
    std::vector<BytesPerSecond> m_hosts; // by stage
    const ChainCosts* m_chain = nullptr; // of the stage at work
    SwapRate m_rate; // the same
    const std::optional<LmsSettings>& m_lms;
    OutOfCoreChoice m_choice;
};

}

Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const PlanCosts& costs, const std::optional<LmsSettings>& lms)
{
    const auto unsupported = [&](const char* what) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string(what), std::string(nameOf(method)), std::string("none, full, selective")});
    };
    if (costs.of(0).closedForm()) {
        return unsupported("the policy of a layer table");
    }
    std::vector<BytesPerSecond> hosts;
    for (const Stage& stage : plan.stages) {
        const auto host = hostBandwidth(problem, stage.device_group);
        if (!host) {
            return unsupported("the policy without the bandwidth to the host (--host-bandwidth)");
        }
        hosts.push_back(*host);
    }
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    return OutOfCorePlan(method, problem, plan, costs, *order, std::move(hosts), lms).choose();
}

}
