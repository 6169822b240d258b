// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/outofcoreplan.h"

#include "core/estimate/collectivebytes.h"
#include "core/estimate/devicememory.h"
#include "core/estimate/placememory.h"
#include "core/estimate/plancosts.h"
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

// What a stage gets, and what it comes to.
struct StageChoice {
    OutOfCoreStage told;
    LayerPolicies policies;
};

constexpr int shareSteps = 4; // halvings
constexpr int mostTries = 8; // with less room each time

class OutOfCorePlan {
public:
    // `costs`: with everything kept.
    OutOfCorePlan(OutOfCoreMethod method, const Problem& problem, const Plan& plan, const CostModel& model,
                  const PlanCosts& costs, const OperationOrder& order, std::vector<BytesPerSecond> hosts,
                  const std::optional<LmsSettings>& lms)
        : m_method(method)
        , m_problem(problem)
        , m_plan(plan)
        , m_model(model)
        , m_costs(costs)
        , m_order(order)
        , m_placed(placedStages(problem, plan, order))
        , m_in_flight(mostInFlight(order))
        , m_hosts(std::move(hosts))
        , m_lms(lms)
        , m_withheld(m_placed.size())
    {
    }

    Result<OutOfCoreChoice> choose()
    {
        std::vector<StageChoice> now;
        for (std::size_t s = 0; s < m_plan.stages.size(); ++s) {
            now.push_back(chooseStage(static_cast<int>(s)));
        }
        std::vector<StageChoice> best;
        for (int tries = 0;; ++tries) {
            const auto lacking = lackingWith(now);
            if (!lacking) {
                return failure(lacking.error());
            }
            tell(now, *lacking);
            if (best.empty() || lackingIn(now) < lackingIn(best)) {
                best = now;
            }
            if (tries == mostTries || !chooseAgain(now, *lacking, tries + 1)) {
                break;
            }
        }
        OutOfCoreChoice choice {policiesOf(best), {}};
        for (const StageChoice& stage : best) {
            choice.stages.push_back(stage.told);
        }
        return choice;
    }

private:
    // A stage as its method sees it.
    struct StageAtWork {
        LayerRange layers;
        const ChainCosts& chain;
        SwapRate rate;
    };

    StageChoice chooseStage(int stage) const
    {
        StageChoice choice {{stage}, {}};
        const BytesPerSecond host = m_hosts[static_cast<std::size_t>(stage)];
        const StageAtWork work {m_plan.stages[static_cast<std::size_t>(stage)].layers,
                                m_costs.of(static_cast<std::size_t>(stage)),
                                {host, host}};
        const auto [capacity, in_flight] = stashes(stage, work.chain);
        if (m_method == OutOfCoreMethod::Lms) {
            tune(work, scaled(capacity, 1 / in_flight), choice);
        } else {
            label(work, capacity, in_flight, choice);
        }
        return choice;
    }

    static LayerPolicies policiesOf(const std::vector<StageChoice>& stages)
    {
        LayerPolicies policies;
        for (const StageChoice& stage : stages) {
            for (const PolicyRange& range : stage.policies.ranges) {
                addPolicy(policies, range);
            }
        }
        return policies;
    }

    // Of each place, by its ledger.
    Result<std::vector<Bytes>> lackingWith(const std::vector<StageChoice>& stages) const
    {
        const Plan plan = withPolicies(m_plan, policiesOf(stages));
        const auto costs = planCosts(m_model, m_problem, plan);
        if (!costs) {
            return failure(costs.error());
        }
        std::vector<Bytes> lacking;
        for (const PlaceMemory& place : placeMemories(m_problem, plan, *costs, m_order)) {
            lacking.push_back(place.walk.peak.peak
                              - mostAllocated(costs->of(static_cast<std::size_t>(place.first_stage)),
                                              m_plan.stages[static_cast<std::size_t>(place.first_stage)]));
        }
        return lacking;
    }

    // What is allocated when the upper bound of the device is just within its memory.
    Bytes mostAllocated(const ChainCosts& costs, const Stage& stage) const
    {
        const DeviceType& device = m_problem.cluster.groups[static_cast<std::size_t>(stage.device_group)].device;
        return largestFittingPeak(costs, device, device.memory - m_problem.constraints.memory_reserve,
                                  collectiveBytes(costs, device, m_plan.places(), placeDegrees(m_plan, stage)));
    }

    // Whether a stage of the plan lies on a place.
    bool lies(int stage, std::size_t place) const
    {
        const auto& placed = m_placed[place];
        return std::any_of(placed.begin(), placed.end(), [&](const PlacedStage& other) {
            return m_order.stages[static_cast<std::size_t>(other.stage)].chain_stage == stage;
        });
    }

    void tell(std::vector<StageChoice>& stages, const std::vector<Bytes>& lacking) const
    {
        for (StageChoice& stage : stages) {
            stage.told.lacking = Bytes(INT64_MIN);
            for (std::size_t place = 0; place < lacking.size(); ++place) {
                stage.told.lacking =
                    lies(stage.told.stage, place) ? std::max(stage.told.lacking, lacking[place]) : stage.told.lacking;
            }
        }
    }

    static Bytes lackingIn(const std::vector<StageChoice>& stages)
    {
        Bytes sum;
        for (const StageChoice& stage : stages) {
            sum += std::max(Bytes(0), stage.told.lacking);
        }
        return sum;
    }

    // With as much less room as is lacking, more of it each time. False if nothing else can be chosen.
    bool chooseAgain(std::vector<StageChoice>& stages, const std::vector<Bytes>& lacking, int times)
    {
        for (std::size_t place = 0; place < lacking.size(); ++place) {
            m_withheld[place] += std::max(Bytes(0), lacking[place]) * times;
        }
        bool again = false;
        for (StageChoice& stage : stages) {
            if (stage.told.fits() || !stage.told.chosen) {
                continue;
            }
            if (StageChoice next = chooseStage(stage.told.stage); next.told.chosen) {
                stage = std::move(next);
                again = true;
            }
        }
        return again;
    }

    struct Stashes {
        Bytes capacity; // of a device, for all of them
        double in_flight = 1;
    };

    // Of a stage of the plan: where it lies on several places, where there is the least room for it.
    Stashes stashes(int stage, const ChainCosts& chain) const
    {
        Stashes stashes {Bytes(INT64_MAX), 1};
        for (std::size_t i = 0; i < m_order.stages.size(); ++i) {
            if (m_order.stages[i].chain_stage == stage) {
                stashes.capacity = std::min(stashes.capacity, capacity(stage, m_order.stages[i].place, chain));
                stashes.in_flight = std::max(stashes.in_flight, static_cast<double>(m_in_flight[i]));
            }
        }
        return stashes;
    }

    // Bytes of a place for the stashes of one of its stages: an equal part for each.
    Bytes capacity(int index, int place, const ChainCosts& chain) const
    {
        const Stage& stage = m_plan.stages[static_cast<std::size_t>(index)];
        const auto& placed = m_placed[static_cast<std::size_t>(place)];
        Bytes state;
        Bytes gradients;
        Bytes sharded; // of two layers, while they are whole
        for (const PlacedStage& other : placed) {
            state += StageLedger(chain, other.layers, other.replication, other.weight_copies).alive().total();
            Bytes gathered; // of the layer before
            for (int l = other.layers.first; l < other.layers.last; ++l) {
                const LayerMemory& memory = chain.layers[static_cast<std::size_t>(l)].memory;
                const LayerShare share =
                    shareOf(other.replication, chain.precision, memory.parameters, memory.gradients);
                const bool whole = other.replication.divided() < 2;
                gradients += other.replication.buffered() ? Bytes(0) : whole ? memory.gradients : share.gradients;
                sharded = std::max(sharded, gathered + share.gathered + share.bucket + share.reduced);
                gathered = share.gathered;
            }
        }
        const Bytes most = mostAllocated(chain, stage) - m_withheld[static_cast<std::size_t>(place)];
        const Bytes all = activationCapacity(chain, stage.layers, {most, state + gradients + sharded, {}, {}});
        return scaled(all, 1.0 / static_cast<double>(placed.size()));
    }

    // One micro-batch runs and has `share`; what the others hold must fit beside it. At least an equal share does.
    void label(const StageAtWork& work, Bytes capacity, double in_flight, StageChoice& choice) const
    {
        const std::int64_t parameter = bytesOf(parameterType(m_problem.workload.precision));
        auto blocks = blocksOf(work.chain, work.layers, leastTransfer(work.rate), parameter);
        for (OutOfCoreBlock& block : blocks) {
            for (int l = block.layers.first; l < block.layers.last; ++l) {
                const LayerSpec& layer = m_problem.model.layers[static_cast<std::size_t>(l)].spec;
                block.recomputable = block.recomputable && recomputable(layer);
            }
        }
        auto best = widest(blocks, {capacity, work.rate}, in_flight, m_method);
        if (!best) { // the fastest labels of a share may keep too much; the leanest of all swaps all
            best = widest(blocks, {capacity, work.rate}, in_flight, OutOfCoreMethod::EagerSwap);
        }
        if (best) {
            take(blocks, *best, choice);
        }
    }

    // With the largest share of the capacity that was found to leave enough to the others.
    std::optional<LabelledStage> widest(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& all,
                                        double in_flight, OutOfCoreMethod method) const
    {
        if (in_flight <= 1) {
            return labelled(blocks, all, method);
        }
        double least = 1 / in_flight;
        double most = 1;
        auto best = labelled(blocks, {scaled(all.capacity, least), all.rate}, method);
        for (int step = 0; step < shareSteps; ++step) {
            const double share = step == 0 ? most : (least + most) / 2;
            const Bytes own = scaled(all.capacity, share);
            auto more = labelled(blocks, {own, all.rate}, method);
            const bool fits = more && own + scaled(more->resident, in_flight - 1) + more->crossing <= all.capacity;
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

    std::optional<LabelledStage> labelled(const std::vector<OutOfCoreBlock>& blocks, const StreamRules& rules,
                                          OutOfCoreMethod method) const
    {
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

    void take(const std::vector<OutOfCoreBlock>& blocks, const LabelledStage& stage, StageChoice& choice) const
    {
        OutOfCoreStage& chosen = choice.told;
        chosen.chosen = true;
        chosen.gap = m_method == OutOfCoreMethod::Karma ? stage.gap : 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const BlockLabel label = stage.labels[b];
            for (int l = blocks[b].layers.first; l < blocks[b].layers.last; ++l) {
                const auto& window = stage.windows[static_cast<std::size_t>(l - blocks.front().layers.first)];
                addPolicy(choice.policies,
                          {label == BlockLabel::Swap            ? LayerPolicy::Swap
                               : label == BlockLabel::Recompute ? LayerPolicy::Full
                                                                : LayerPolicy::Keep,
                           l, l + 1, window ? window->window : SwapWindow {}});
            }
        }
    }

    // A layer's stash is used again as many levels later as there are layers behind it, twice.
    void tune(const StageAtWork& work, Bytes capacity, StageChoice& choice) const
    {
        const LayerRange range = work.layers;
        const LmsGraph graph = lmsGraph(work.chain, range);
        const Bytes budget = capacity + workingSet(work.chain, range);
        auto tuning = m_lms ? givenLms(graph, work.rate, budget) : tuneLms(graph, work.rate, budget);
        if (!tuning) {
            return;
        }
        choice.told.chosen = true;
        int left = tuning->settings.tensors < 0 ? range.count() : tuning->settings.tensors;
        const LmsSync sync = tuning->settings.sync; // playLms()
        const SwapWindow window {sync == LmsSync::Out || sync == LmsSync::Both ? 0 : 1,
                                 sync == LmsSync::In || sync == LmsSync::Both ? 0 : tuning->settings.ahead};
        for (int l = range.first; tuning->on && l < range.last && left > 0; ++l) {
            const int distance = 2 * (range.last - 1 - l) + 1;
            if (distance > tuning->settings.threshold) {
                addPolicy(choice.policies, {LayerPolicy::Swap, l, l + 1, window});
                --left;
            }
        }
    }

    // Nothing where it does not fit.
    std::optional<LmsTuning> givenLms(const LmsGraph& graph, const SwapRate& rate, Bytes budget) const
    {
        LmsTuning given {true, *m_lms, playLms(graph, *m_lms, rate)};
        return given.step.peak <= budget ? std::optional(given) : std::nullopt;
    }

    OutOfCoreMethod m_method;
    const Problem& m_problem;
    const Plan& m_plan;
    const CostModel& m_model;
    const PlanCosts& m_costs;
    const OperationOrder& m_order;
    std::vector<std::vector<PlacedStage>> m_placed; // by place
    std::vector<std::int64_t> m_in_flight; // by stage of the order
    std::vector<BytesPerSecond> m_hosts; // by stage
    const std::optional<LmsSettings>& m_lms;
    std::vector<Bytes> m_withheld; // by place
};

}

Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const CostModel& model, const std::optional<LmsSettings>& lms)
{
    const auto unsupported = [&](const char* what) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string(what), std::string(nameOf(method)), std::string("none, full, selective")});
    };
    const Plan keeping = withPolicies(plan, {});
    const auto costs = planCosts(model, problem, keeping);
    if (!costs) {
        return failure(costs.error());
    }
    if (costs->of(0).closedForm()) {
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
    return OutOfCorePlan(method, problem, keeping, model, *costs, *order, std::move(hosts), lms).choose();
}

}
