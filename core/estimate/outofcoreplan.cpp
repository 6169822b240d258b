// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/outofcoreplan.h"

#include "core/estimate/policyhillclimb.h"
#include "core/estimate/stagetimes.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stagecraft {

namespace {

constexpr int capacityTries = 8;
constexpr std::int64_t hillClimbPasses = 3'000'000; // layer passes simulated to improve a choice
constexpr std::int64_t mostRounds = 12'000;
constexpr std::int64_t patience = 2'500; // rounds without an improvement
constexpr LayerChoice eagerly {LayerPolicy::Swap, {0, 0}}; // needs the least memory
constexpr LayerChoice swapping {LayerPolicy::Swap, {}};

// Capacity of a pipeline rank for saved activations, between the known lower and upper limits.
struct SwapCapacity {
    Bytes bytes;
    std::optional<Bytes> enough {}; // this capacity fits
    std::optional<Bytes> too_much {};

    // Updates the capacity after a choice. `lacking`: shortfall of the choice, negative if there is headroom; empty if
    // there was no choice.
    void follow(std::optional<Bytes> lacking)
    {
        (lacking && *lacking > Bytes(0) ? too_much : enough) = bytes;
        Bytes next = lacking ? bytes - *lacking : scaled(bytes, 1.5);
        const bool outside = (enough && next < *enough) || (too_much && next >= *too_much);
        if (outside && enough && too_much) {
            next = *enough + (*too_much - *enough) / 2;
        }
        bytes = std::max(next, Bytes(0));
    }
};

class OutOfCorePlan {
public:
    OutOfCorePlan(const Problem& problem, const Plan& plan, const OperationOrder& order, PolicyEvaluator& evaluator,
                  const std::vector<BytesPerSecond>& hosts, const LmsOptions& lms)
        : m_order(order), m_evaluator(evaluator), m_lms(lms), m_kept(problem.model.layers.size())
    {
        const std::vector<std::int64_t> in_flight = mostInFlight(order);
        for (std::size_t s = 0; s < plan.stages.size(); ++s) {
            double most = 1;
            for (std::size_t i = 0; i < order.stages.size(); ++i) {
                const bool same = order.stages[i].chain_stage == static_cast<int>(s);
                most = std::max(most, same ? static_cast<double>(in_flight[i]) : 1);
            }
            m_ranges.push_back(plan.stages[s].layers);
            m_stages.emplace_back(problem, evaluator.kept().of(s), m_ranges.back(), hosts[s], most);
        }
        for (const Layer& layer : problem.model.layers) {
            m_recomputable.push_back(recomputable(layer.spec));
        }
    }

    OutOfCoreChoice choose(OutOfCoreMethod method)
    {
        const std::vector<LayerChoices> choices = candidates(method);
        EvaluatedChoices best = evaluatedChoices(choices.front());
        for (const LayerChoices& other : choices) {
            PolicyEvaluation evaluation = m_evaluator.evaluate(other, best.evaluation.over());
            if (evaluation.betterThan(best.evaluation)) {
                best = {other, std::move(evaluation)};
            }
        }
        best = mixedByStage(std::move(best), choices, m_ranges, m_evaluator);
        const Seconds kept = m_evaluator.evaluate(m_kept).step;
        if (method == OutOfCoreMethod::Karma && best.choices != m_kept) {
            const std::int64_t rounds = hillClimbPasses / std::max<std::int64_t>(1, m_evaluator.passes());
            best = hillClimbed(std::move(best), m_recomputable, m_ranges, m_evaluator,
                               {std::min(mostRounds, rounds), patience, kept});
        }
        return {policiesOf(best.choices), stagesOf(best.evaluation), best.evaluation.step, kept};
    }

private:
    EvaluatedChoices evaluatedChoices(const LayerChoices& choices) { return {choices, m_evaluator.evaluate(choices)}; }

    // Returns the candidates of the method; the first of equal ones wins.
    std::vector<LayerChoices> candidates(OutOfCoreMethod method)
    {
        const bool given = method == OutOfCoreMethod::Lms && m_lms.any();
        std::vector<LayerChoices> all;
        if (method != OutOfCoreMethod::EagerSwap && !given) {
            all.push_back(m_kept);
        }
        if (method == OutOfCoreMethod::Karma) {
            all.push_back(recomputed());
        }
        if (!given) {
            all.emplace_back(m_kept.size(), swapping);
            all.emplace_back(m_kept.size(), eagerly);
        }
        for (const OutOfCoreMethod other :
             {OutOfCoreMethod::EagerSwap, OutOfCoreMethod::CapacitySwap, OutOfCoreMethod::Karma}) {
            // Each method is a special case of the next.
            if (method != OutOfCoreMethod::Lms && rankOf(other) <= rankOf(method)) {
                addWithinCapacity(all, other);
            }
        }
        if (method == OutOfCoreMethod::Lms) {
            addWithinCapacity(all, method);
        }
        if (given && !m_lms.limit) {
            all.push_back(lowestMemory());
        }
        return all;
    }

    static int rankOf(OutOfCoreMethod method)
    {
        return method == OutOfCoreMethod::EagerSwap ? 0 : method == OutOfCoreMethod::CapacitySwap ? 1 : 2;
    }

    LayerChoices recomputed() const
    {
        LayerChoices choices = m_kept;
        for (std::size_t l = 0; l < choices.size(); ++l) {
            choices[l].policy = m_recomputable[l] ? LayerPolicy::Full : LayerPolicy::Keep;
        }
        return choices;
    }

    LayerChoices lowestMemory() const
    {
        LayerChoices choices;
        for (const OutOfCoreStageModel& stage : m_stages) {
            const LayerChoices own = stage.lowestMemory(m_lms.given);
            choices.insert(choices.end(), own.begin(), own.end());
        }
        return choices;
    }

    // Adds the method's choices for capacities adjusted until the ledger fits.
    void addWithinCapacity(std::vector<LayerChoices>& all, OutOfCoreMethod method)
    {
        std::vector<SwapCapacity> capacities = firstCapacities();
        for (int tries = 0; tries < capacityTries; ++tries) {
            const std::vector<SwapCapacity> before = capacities;
            std::vector<bool> known(capacities.size(), true);
            LayerChoices choices;
            for (std::size_t s = 0; s < m_stages.size(); ++s) {
                auto own = m_stages[s].chosen(method, capacityOf(static_cast<int>(s), capacities), m_lms);
                if (!own) {
                    forget(known, static_cast<int>(s));
                    own = method == OutOfCoreMethod::Lms
                        ? m_stages[s].lowestMemory(m_lms.given)
                        : LayerChoices(static_cast<std::size_t>(m_ranges[s].count()), eagerly);
                }
                choices.insert(choices.end(), own->begin(), own->end());
            }
            const PolicyEvaluation evaluation = m_evaluator.evaluate(choices, Bytes(-1));
            for (std::size_t pipeline_rank = 0; pipeline_rank < capacities.size(); ++pipeline_rank) {
                capacities[pipeline_rank].follow(known[pipeline_rank] ? std::optional(evaluation.lacking[pipeline_rank])
                                                                      : std::nullopt);
            }
            if (std::find(all.begin(), all.end(), choices) == all.end()) {
                all.push_back(std::move(choices));
            }
        }
    }

    // Returns the capacity that remains when everything swaps eagerly; at least that of a block of each stage.
    std::vector<SwapCapacity> firstCapacities()
    {
        const PolicyEvaluation lowest_memory = m_evaluator.evaluate(LayerChoices(m_kept.size(), eagerly), Bytes(-1));
        std::vector<SwapCapacity> capacities;
        for (std::size_t pipeline_rank = 0; pipeline_rank < lowest_memory.lacking.size(); ++pipeline_rank) {
            Bytes least;
            for (const StageOnRank& stage : m_evaluator.placed()[pipeline_rank]) {
                least = std::max(least, m_stages[chainStage(stage)].leastCapacity());
            }
            const auto count = static_cast<std::int64_t>(m_evaluator.placed()[pipeline_rank].size());
            capacities.push_back({std::max(-lowest_memory.lacking[pipeline_rank], least * count)});
        }
        return capacities;
    }

    std::size_t chainStage(const StageOnRank& stage) const
    {
        return static_cast<std::size_t>(m_order.stages[static_cast<std::size_t>(stage.stage)].chain_stage);
    }

    // True if a stage of the plan is on the pipeline rank.
    bool lies(int stage, std::size_t pipeline_rank) const
    {
        const auto& placed = m_evaluator.placed()[pipeline_rank];
        return std::any_of(placed.begin(), placed.end(), [&](const StageOnRank& other) {
            return chainStage(other) == static_cast<std::size_t>(stage);
        });
    }

    // Returns the capacity of a stage. Stages of one pipeline rank share its capacity evenly; a stage on several
    // pipeline ranks gets the smallest.
    Bytes capacityOf(int stage, const std::vector<SwapCapacity>& capacities) const
    {
        Bytes least(INT64_MAX);
        for (std::size_t pipeline_rank = 0; pipeline_rank < capacities.size(); ++pipeline_rank) {
            const auto count = static_cast<std::int64_t>(m_evaluator.placed()[pipeline_rank].size());
            least = lies(stage, pipeline_rank) ? std::min(least, capacities[pipeline_rank].bytes / count) : least;
        }
        return least;
    }

    void forget(std::vector<bool>& known, int stage) const
    {
        for (std::size_t pipeline_rank = 0; pipeline_rank < known.size(); ++pipeline_rank) {
            known[pipeline_rank] = known[pipeline_rank] && !lies(stage, pipeline_rank);
        }
    }

    std::vector<OutOfCoreStage> stagesOf(const PolicyEvaluation& evaluation) const
    {
        std::vector<OutOfCoreStage> stages;
        for (int s = 0; s < static_cast<int>(m_stages.size()); ++s) {
            OutOfCoreStage stage {s, Bytes(INT64_MIN)};
            for (std::size_t pipeline_rank = 0; pipeline_rank < evaluation.lacking.size(); ++pipeline_rank) {
                stage.lacking =
                    lies(s, pipeline_rank) ? std::max(stage.lacking, evaluation.lacking[pipeline_rank]) : stage.lacking;
            }
            if (const Bytes least = m_lms.limit ? m_stages[static_cast<std::size_t>(s)].leastLimit() : Bytes(0);
                m_lms.limit && *m_lms.limit < least) {
                stage.least_limit = least;
            }
            stages.push_back(stage);
        }
        return stages;
    }

    const OperationOrder& m_order;
    PolicyEvaluator& m_evaluator;
    const LmsOptions& m_lms;
    LayerChoices m_kept;
    std::vector<LayerRange> m_ranges; // this and the next are by stage of the plan
    std::vector<OutOfCoreStageModel> m_stages;
    std::vector<bool> m_recomputable; // by layer
};

}

Result<OutOfCoreChoice> chooseOutOfCore(OutOfCoreMethod method, const Problem& problem, const Plan& plan,
                                        const CostModel& model, const LmsOptions& lms)
{
    const auto unsupported = [&](const Message& what) {
        return failure(ErrorCode::OptionUnsupported, {what, method, std::string("none, full, selective")});
    };
    std::vector<BytesPerSecond> hosts;
    for (const Stage& stage : plan.stages) {
        const auto host = hostBandwidth(problem, stage.device_group);
        if (!host) {
            return unsupported(words::estimate::policy_without_bandwidth);
        }
        hosts.push_back(*host);
    }
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    const Plan keeping = withPolicies(plan, {});
    auto evaluator = PolicyEvaluator::of(problem, keeping, model, *order);
    if (!evaluator) {
        return failure(evaluator.error());
    }
    if (evaluator->kept().of(0).closedForm()) {
        return unsupported(words::estimate::policy_of_table);
    }
    return OutOfCorePlan(problem, keeping, *order, *evaluator, hosts, lms).choose(method);
}

}
