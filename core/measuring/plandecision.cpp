// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/plandecision.h"

#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/steptime.h"
#include "core/memory/stagepeaks.h"
#include "core/schedule/schedule.h"
#include "core/search/partitionsearch.h"
#include "core/words/worker.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

constexpr std::size_t mostPlans = 2;
constexpr SearchEffort brief {100'000};

struct Choice {
    Bytes peak;
    int pipeline_ranks = 1;
    int data = 1;
};

Message stageInWords(const Plan& plan, int stage)
{
    std::string split_points;
    for (const int split_point : plan.splitPoints()) {
        split_points += (split_points.empty() ? "" : ",") + std::to_string(split_point);
    }
    const int data = plan.stages.front().degrees.data;
    return data > 1 ? say(words::worker::stage_replicas, stage + 1, plan.stages.size(), data, std::move(split_points))
                    : say(words::worker::stage, stage + 1, plan.stages.size(), std::move(split_points));
}

class PlanDecisionMaker {
public:
    PlanDecisionMaker(const Problem& problem, const ChainCosts& costs, std::vector<std::string> lines)
        : m_problem(problem), m_costs(costs), m_lines(std::move(lines))
    {
    }

    PlanDecision make(double tolerance)
    {
        for (int l = 0; l < m_costs.size(); ++l) {
            m_decision.lines[m_lines[static_cast<std::size_t>(l)]].measured = cost(l).memory_width <= 0;
        }
        std::vector<Estimate> estimates;
        for (const Choice& choice : choices()) {
            const Plan plan = planOf(choice);
            auto estimate = plan.stages.empty()
                ? std::nullopt
                : std::optional(estimatePlan(m_problem, plan, m_costs, ReservedOptions {false, false}));
            if (estimate && *estimate) {
                addBytes(plan, **estimate);
                addTimes(plan, (*estimate)->step);
                estimates.push_back(**std::move(estimate));
            }
        }
        if (!estimates.empty()) {
            const Estimate& best = estimates.front();
            const bool narrow = (best.peak_high - best.peak) / best.peak <= tolerance;
            const bool apart = estimates.size() > 1 && best.peak_high < estimates[1].peak_low;
            const auto& missing = m_costs.missing;
            const bool measured = !missing || missing->analytic + missing->transferred == 0;
            m_decision.decided = measured && (narrow || apart);
        }
        return std::move(m_decision);
    }

private:
    const LayerCost& cost(int layer) const { return m_costs.layers[static_cast<std::size_t>(layer)]; }
    std::int64_t samples() const { return m_problem.workload.global_batch / m_problem.constraints.micro_batch; }

    // Returns the PP and DP sizes with the lowest minimal peaks; ties go to fewer devices.
    std::vector<Choice> choices() const
    {
        const Constraints& fixed = m_problem.constraints;
        if (fixed.split_points) {
            return {{Bytes(0), static_cast<int>(fixed.split_points->size()) - 1, fixed.data.value_or(1)}};
        }
        std::vector<Choice> all;
        for (const ConfigurationGroup& config_group : configurationGroups(m_problem)) {
            const auto least =
                PartitionSearch(m_problem, config_group, m_costs).leastPeaks(config_group.deepest, noPeak, {});
            for (int pipeline_ranks = config_group.shallowest; pipeline_ranks <= config_group.deepest;
                 ++pipeline_ranks) {
                all.push_back({least[static_cast<std::size_t>(pipeline_ranks)], pipeline_ranks, config_group.data()});
            }
        }
        std::stable_sort(all.begin(), all.end(), [](const Choice& a, const Choice& b) {
            return std::pair(a.peak, a.pipeline_ranks * a.data) < std::pair(b.peak, b.pipeline_ranks * b.data);
        });
        all.resize(std::min(all.size(), mostPlans));
        return all;
    }

    Plan planOf(const Choice& choice) const
    {
        const Constraints& fixed = m_problem.constraints;
        std::vector<int> split_points = fixed.split_points.value_or(std::vector<int>());
        if (split_points.empty()) {
            Problem chosen = m_problem;
            chosen.constraints.data = choice.data;
            for (const ConfigurationGroup& config_group : configurationGroups(chosen)) {
                const auto found = PartitionSearch(m_problem, config_group, m_costs)
                                       .fastest(choice.pipeline_ranks, choice.peak, brief, {});
                split_points = found ? found->split_points : split_points;
            }
        }
        return split_points.empty() ? Plan()
                                    : constrainedPlan(split_points, choice.data, samples() / choice.data, fixed);
    }

    // Adds the possible error of a device's peak from the fits of the stage's layers.
    void addBytes(const Plan& plan, const Estimate& estimate)
    {
        const auto peak = std::max_element(estimate.devices.begin(), estimate.devices.end(),
                                           [](const auto& a, const auto& b) { return a.peak < b.peak; });
        const Stage& stage = plan.stages[static_cast<std::size_t>(peak->stage)];
        const auto in_flight =
            inFlight(plan.schedule, stage.pipeline_rank, static_cast<int>(plan.stages.size()), plan.micro_batches);
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            Bytes bytes = cost(l).memory.saved * in_flight;
            if (l == peak->moment.layer) {
                bytes += std::max(cost(l).memory.backward_peak, cost(l).memory.forward_peak);
            }
            add(l, cost(l).memory_width * (bytes / estimate.peak), plan, peak->stage);
        }
    }

    // Adds the possible error of the step time from the times of the slowest stage.
    void addTimes(const Plan& plan, Seconds step)
    {
        const auto timeOf = [&](const Stage& stage) {
            const auto first = m_costs.layers.begin() + stage.layers.first;
            return std::accumulate(first, first + stage.layers.count(), Seconds(0), [](Seconds sum, const auto& layer) {
                return sum + layer.forward.median + layer.backward.median;
            });
        };
        const auto slowest = std::max_element(plan.stages.begin(), plan.stages.end(),
                                              [&](const Stage& a, const Stage& b) { return timeOf(a) < timeOf(b); });
        for (int l = slowest->layers.first; l < slowest->layers.last && step > Seconds(0); ++l) {
            const Seconds spread =
                (cost(l).forward.spread + cost(l).backward.spread) * static_cast<double>(plan.micro_batches);
            add(l, spread / step, plan, slowest->pipeline_rank);
        }
    }

    void add(int layer, double width, const Plan& plan, int stage)
    {
        const std::string& line = m_lines[static_cast<std::size_t>(layer)];
        m_decision.lines[line].width += width;
        // The total contribution of a line to one stage of one plan decides which of these it narrows most.
        double& here = m_here[{line, plan.splitPoints(), plan.stages.front().degrees.data, stage}];
        here += width;
        if (here > m_most[line]) {
            m_most[line] = here;
            m_decision.lines[line].where = stageInWords(plan, stage);
        }
    }

    const Problem& m_problem;
    const ChainCosts& m_costs;
    std::vector<std::string> m_lines; // indexed by layer
    PlanDecision m_decision;
    // Keyed by line, split points, replicas and stage.
    std::map<std::tuple<std::string, std::vector<int>, int, int>, double> m_here;
    std::map<std::string, double> m_most;
};

}

std::optional<PlanDecision> planDecision(const ProfileRequest& request, const std::vector<Measurement>& known)
{
    if (!request.target) {
        return std::nullopt;
    }
    Problem problem {request.model, request.workload, request.target->cluster, request.target->constraints, {}};
    problem.constraints.vary.clear(); // layers are measured with one set of run options
    // The search has closed-form peaks only for some schedules; and one micro-batch is measured, not one per DP size.
    if (!hasClosedForm(problem.constraints.schedule) || problem.constraints.micro_batches
        || !validateForPlanning(problem) || !requireOneGroup(problem, Message())) {
        return std::nullopt;
    }
    const std::int64_t micro_batch = problem.constraints.micro_batch;
    const Constraints& fixed = problem.constraints;
    const auto costs = chainCosts(CostModel(request.model, request.workload, known), problem, micro_batch,
                                  {fixed.policies, fixed.degrees, fixed.training, 1});
    const auto points = chainPoints(request.model, request.workload, micro_batch, {fixed.degrees.sharding, false});
    if (!costs || !points) {
        return std::nullopt;
    }
    std::vector<std::string> lines;
    for (const ProfilePoint& point : *points) {
        lines.push_back(lineKey(point));
    }
    return PlanDecisionMaker(problem, *costs, std::move(lines)).make(request.tolerance);
}

}
