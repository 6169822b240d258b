// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/clustersizing.h"

#include "core/search/runlimits.h"
#include "core/words/sizing.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

bool fits(const SizedCluster& sized)
{
    return sized.plan && sized.plan->estimate.fits;
}

Outcome notAllTimed()
{
    return {OutcomeKind::BestFound, -1, {}, words::sizing::maybe_cheaper};
}

class ClusterSizing {
public:
    ClusterSizing(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                  const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
        : m_problem(problem), m_request(request), m_costs(costs), m_stop(stop), m_progress(progress)
    {
    }

    Result<SizingResult> run()
    {
        std::optional<Error> error;
        for (std::size_t i = 0; i < m_request.catalogue.size() && !m_stop.stop_requested(); ++i) {
            if (m_progress) {
                m_progress({static_cast<std::int64_t>(i), std::ssize(m_request.catalogue)});
            }
            ++m_result.tried;
            m_result.clusters.push_back({m_request.catalogue[i], {OutcomeKind::Infeasible, -1, {}, {}}, {}, {}});
            if (auto sized = sizeCluster(m_result.clusters.back()); !sized) {
                m_result.clusters.back().obstacle = messageOf(sized.error());
                error = error.value_or(sized.error());
            }
        }
        return finish(error);
    }

private:
    // Searches every number of nodes: only the used nodes are billed, so the fastest plan on each may be the cheapest.
    Result<void> sizeCluster(SizedCluster& sized)
    {
        const auto& groups = sized.cluster.groups;
        if (std::any_of(groups.begin(), groups.end(), [](const auto& group) { return !group.price_per_node; })) {
            sized.obstacle = words::sizing::price_not_known;
            return {};
        }
        Problem problem = m_problem;
        problem.cluster = sized.cluster;
        if (auto searched = searchOn(problem, sized); !searched) {
            return searched;
        }
        bool exact = sized.outcome.kind == OutcomeKind::Optimal;
        for (const int nodes : fewerNodes(sized.cluster, exact)) {
            SizedCluster part {sized.cluster, {}, {}, {}};
            // The constraints may fix a plan that needs more nodes.
            const bool fitting =
                searchOn(onNodesOf(problem, nodes * groups.front().devices_per_node), part) && fits(part);
            exact = exact && (!fitting || part.outcome.kind == OutcomeKind::Optimal);
            if (fitting && (!fits(sized) || isBetter(*part.plan, *sized.plan))) {
                sized.plan = std::move(part.plan);
            }
        }
        if (fits(sized)) {
            sized.outcome = exact ? Outcome() : notAllTimed();
        }
        return {};
    }

    // Compares two plans that fit; without limits all have the same distance from them.
    bool isBetter(const SizedPlan& a, const SizedPlan& b) const
    {
        const auto order = [this](const SizedPlan& p) {
            return std::tuple(distanceFrom(m_request.limits, p), costPerMillion(p)->value,
                              p.estimate.peak); // not empty: priced
        };
        return order(a) < order(b);
    }

    // Returns all smaller numbers of nodes; in large clusters only powers of two, which sets `exact` to false. Empty
    // for several groups, as their search includes plans on some of the nodes.
    static std::vector<int> fewerNodes(const Cluster& cluster, bool& exact)
    {
        constexpr int most = 8;
        std::vector<int> counts;
        const int nodes = cluster.groups.size() == 1 ? cluster.groups.front().nodes : 1;
        const bool all = nodes <= most;
        exact = exact && all;
        for (int count = 1; count < nodes; count = all ? count + 1 : count * 2) {
            counts.push_back(count);
        }
        return counts;
    }

    // Searches the plan that represents the cluster; Optimal if no other plan could replace it.
    Result<void> searchOn(const Problem& problem, SizedCluster& sized) const
    {
        const auto found = searchPlans(problem, m_costs, m_stop, {});
        if (!found) {
            return failure(found.error());
        }
        sized.outcome = found->outcome;
        if (found->candidates.empty()) {
            sized.obstacle = found->outcome.detail;
            return {};
        }
        const bool limited = m_request.limits.any();
        sized.plan = limited ? chosenWithin(m_request.limits, problem, *found) : cheapestOf(problem, *found);
        if (fits(sized)) {
            const bool proven = limited ? provesChoice(m_request.limits, problem, *found, *sized.plan)
                                        : found->front_complete || found->provenCheapest();
            sized.outcome = proven ? Outcome() : notAllTimed();
        }
        return {};
    }

    // Returns the plan with the lowest cost per step; the nearest one if none fits.
    static SizedPlan cheapestOf(const Problem& problem, const SearchResult& found)
    {
        const Candidate* cheapest = found.labeled(Label::Cheapest);
        const Candidate& chosen = cheapest != nullptr ? *cheapest : found.candidates.front();
        return {chosen.plan.devices(), problem,      chosen.plan, chosen.estimate, found.outcome.device,
                found.outcome.missing, found.missing};
    }

    // Orders plans by their distance from the limits; plans that do not fit into memory come after all that do.
    bool isNearer(const SizedPlan& a, const SizedPlan& b) const
    {
        const auto order = [this](const SizedPlan& plan) {
            const bool fits = plan.estimate.fits;
            return std::tuple(!fits, fits ? distanceFrom(m_request.limits, plan) : 0, plan.missing);
        };
        return order(a) < order(b);
    }

    Result<SizingResult> finish(const std::optional<Error>& error)
    {
        if (m_stop.stop_requested()) {
            m_result.clusters.clear();
            m_result.outcome.kind = OutcomeKind::Cancelled;
            return std::move(m_result);
        }
        const SizedCluster* best = nullptr;
        const SizedCluster* nearest = nullptr;
        bool exact = true;
        for (const SizedCluster& c : m_result.clusters) {
            const bool keeps = c.plan && obstacleOf(*c.plan, m_request.limits) == RunObstacle::None;
            best = keeps && (best == nullptr || isBetter(*c.plan, *best->plan)) ? &c : best;
            const bool nearer = c.plan && !keeps && (nearest == nullptr || isNearer(*c.plan, *nearest->plan));
            nearest = nearer ? &c : nearest;
            exact = exact && (!fits(c) || c.outcome.kind == OutcomeKind::Optimal);
        }
        if (best != nullptr) {
            m_result.best = best->plan;
            if (!exact) {
                m_result.outcome = {OutcomeKind::BestFound, -1, {}, words::sizing::clusters_not_all_timed};
            }
            return std::move(m_result);
        }
        return withoutAnswer(nearest, error);
    }

    Result<SizingResult> withoutAnswer(const SizedCluster* nearest, const std::optional<Error>& error)
    {
        if (nearest == nullptr && error) {
            return failure(*error);
        }
        if (nearest == nullptr) {
            m_result.outcome = {OutcomeKind::Infeasible, -1, {}, words::sizing::no_cluster};
            return std::move(m_result);
        }
        const bool memory = !fits(*nearest);
        m_result.outcome = memory ? nearest->outcome : Outcome {OutcomeKind::Infeasible, -1, {}, {}};
        m_result.refused = nearest->plan;
        return std::move(m_result);
    }

    const Problem& m_problem;
    const SizingRequest& m_request;
    const CostModel& m_costs;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    SizingResult m_result;
};

}

Problem onNodesOf(Problem problem, int devices)
{
    ClusterGroup& group = problem.cluster.groups.front();
    const int nodes = (devices + group.devices_per_node - 1) / group.devices_per_node;
    if (nodes < group.nodes) {
        problem.cluster.name += ", " + std::to_string(nodes) + (nodes == 1 ? " node of it" : " nodes of it");
        group.nodes = nodes;
    }
    return problem;
}

Result<SizingResult> sizeClusters(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                                  const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
{
    if (request.limits.any()) {
        if (auto valid = validateLimits(problem, request.limits); !valid) {
            return failure(valid.error());
        }
    }
    return ClusterSizing(problem, request, costs, stop, progress).run();
}

}
