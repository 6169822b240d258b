// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/runsizing.h"

#include "core/hardware/clusterlimits.h"
#include "core/hardware/clustername.h"
#include "core/hardware/clusterprice.h"
#include "core/search/runlimits.h"
#include "core/words/search.h"
#include "core/words/sizing.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagecraft {

namespace {

constexpr int triedOneByOne = 4; // largest gap of nodes searched one by one; wider gaps are bisected

// Returns the request's limit, at most the nodes that a cluster can have.
int mostNodesTried(const ClusterGroup& group, const SizingRequest& request)
{
    const std::int64_t asked = request.most.value_or(std::max<std::int64_t>(mostSizedNodes, group.nodes));
    return static_cast<int>(std::min<std::int64_t>(asked, std::max(1, maxDevices / group.devices_per_node)));
}

Problem onNodes(Problem problem, int nodes)
{
    ClusterGroup& group = problem.cluster.groups.front();
    group.nodes = nodes;
    problem.cluster.name = clusterName(group);
    return problem;
}

// Removes nodes that the plan does not use, as only used nodes are billed.
void dropIdleNodes(SizedPlan& plan)
{
    const int nodes = trainingCostOf(plan).nodes;
    plan.value = nodes;
    plan.problem = onNodes(std::move(plan.problem), nodes);
}

struct RunTrial {
    SizedCluster sized;
    bool proven = true; // the search proves its conclusion
};

class RunSizing {
public:
    RunSizing(Problem problem, const SizingRequest& request, const CostModel& costs, const std::stop_token& stop,
              const std::function<void(SearchProgress)>& progress)
        : m_problem(std::move(problem))
        , m_request(request)
        , m_costs(costs)
        , m_stop(stop)
        , m_progress(progress)
        , m_most(mostNodesTried(m_problem.cluster.groups.front(), request))
    {
    }

    Result<SizingResult> run()
    {
        for (int nodes = 1; m_does == 0 && !m_stop.stop_requested(); nodes = next(nodes)) {
            tryNodes(nodes);
            if (nodes == m_most) {
                break;
            }
        }
        for (int fails = largestFailing(); m_does - fails > 1 && !m_stop.stop_requested(); fails = largestFailing()) {
            const int nodes = m_does - fails <= triedOneByOne ? fails + 1 : (m_does + fails) / 2;
            m_skipped = m_skipped || nodes > fails + 1;
            tryNodes(nodes);
        }
        return finish();
    }

private:
    // Returns the largest tried number of nodes below the answer so far.
    int largestFailing() const
    {
        const auto does = m_tried.lower_bound(m_does);
        return does == m_tried.begin() ? 0 : std::prev(does)->first;
    }

    int next(int nodes) const
    {
        if (nodes < 4) {
            return std::min(nodes + 1, m_most);
        }
        const bool power = (nodes & (nodes - 1)) == 0; // sequence 4, 6, 8, 12, 16, 24, ...
        return std::min(power ? nodes / 2 * 3 : nodes / 3 * 4, m_most);
    }

    bool isWithin(const SizedCluster& sized) const
    {
        return sized.plan && obstacleOf(*sized.plan, m_request.limits) == RunObstacle::None;
    }

    void tryNodes(int nodes)
    {
        if (m_progress) {
            m_progress({nodes, m_most});
        }
        RunTrial trial = trialOn(onNodes(m_problem, nodes));
        ++m_count;
        if (!isWithin(trial.sized)) {
            m_tried[nodes] = std::move(trial);
            return;
        }
        dropIdleNodes(*trial.sized.plan);
        trial.sized.cluster = trial.sized.plan->problem.cluster;
        m_does = static_cast<int>(trial.sized.plan->value);
        // Drops failed trials on as many nodes or more: this plan is valid there too.
        std::erase_if(m_tried,
                      [&](const auto& tried) { return tried.first >= m_does && !isWithin(tried.second.sized); });
        m_tried[m_does] = std::move(trial);
    }

    RunTrial trialOn(const Problem& problem)
    {
        RunTrial trial;
        SizedCluster& sized = trial.sized;
        sized.cluster = problem.cluster;
        const auto found = searchPlans(problem, m_costs, m_stop, {});
        if (!found) {
            sized.obstacle = messageOf(found.error());
            m_error = m_error ? m_error : found.error();
            return trial;
        }
        sized.outcome = found->outcome;
        if (found->candidates.empty()) {
            sized.obstacle = found->outcome.detail;
            return trial;
        }
        sized.plan = chosenWithin(m_request.limits, problem, *found);
        sized.plan->value = problem.cluster.groups.front().nodes;
        trial.proven = provesChoice(m_request.limits, problem, *found, *sized.plan);
        return trial;
    }

    Result<SizingResult> finish()
    {
        SizingResult result;
        result.most = m_most;
        result.tried = m_count;
        if (m_stop.stop_requested()) {
            result.outcome.kind = OutcomeKind::Cancelled;
            return result;
        }
        bool proven = true; // for the largest failing number: plans on fewer nodes are also plans on that number
        for (const auto& [nodes, trial] : m_tried) {
            const SizedCluster& sized = trial.sized;
            result.clusters.push_back(sized);
            proven = nodes < m_does ? trial.proven : proven;
            if (m_does == 0 ? isNearer(sized, result.refused) : nodes < m_does && sized.plan) {
                result.refused = sized.plan;
            }
        }
        if (m_does == 0) {
            return withoutAnswer(std::move(result));
        }
        const RunTrial& answer = m_tried.at(m_does);
        result.best = answer.sized.plan;
        if (result.refused && result.refused->estimate.fits) { // its time and cost are those of the nodes in use
            dropIdleNodes(*result.refused);
        }
        if (m_skipped || !proven || !answer.proven) {
            result.outcome = {OutcomeKind::BestFound,
                              -1,
                              {},
                              m_skipped ? words::sizing::not_every_number_tried : words::sizing::nodes_not_all_timed};
        }
        return result;
    }

    Result<SizingResult> withoutAnswer(SizingResult result) const
    {
        if (!result.refused && m_error) {
            return failure(*m_error);
        }
        if (result.refused) {
            dropIdleNodes(*result.refused);
        }
        result.outcome.kind = OutcomeKind::Infeasible;
        result.outcome.detail = result.refused ? Message() : words::sizing::no_number_of_nodes;
        return result;
    }

    // Compares the distance to the limits; plans that do not fit into memory are farther than those that fit.
    bool isNearer(const SizedCluster& sized, const std::optional<SizedPlan>& than) const
    {
        if (!sized.plan || !than) {
            return sized.plan.has_value();
        }
        const auto order = [this](const SizedPlan& plan) {
            return std::tuple(!plan.estimate.fits, plan.estimate.fits ? distanceFrom(m_request.limits, plan) : 0,
                              plan.missing);
        };
        return order(*sized.plan) < order(*than);
    }

    Problem m_problem;
    const SizingRequest& m_request;
    const CostModel& m_costs;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    int m_most;
    std::map<int, RunTrial> m_tried; // by number of nodes; trials within the limits by the nodes that their plan uses
    int m_does = 0; // fewest nodes within the limits so far; 0 if none
    std::int64_t m_count = 0; // number of searches
    bool m_skipped = false;
    std::optional<Error> m_error; // the first error
};

Result<void> validateRun(const Problem& problem, const SizingRequest& request)
{
    if (!request.limits.any()) {
        return failure(ErrorCode::RunUnlimited);
    }
    if (auto valid = validateLimits(problem, request.limits); !valid) {
        return valid;
    }
    if (request.most.value_or(1) < 1 || request.most.value_or(1) > mostNodesOfRun) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::search::limit_of_the_run, words::search::not_above_0, words::search::number_above_0});
    }
    return {};
}

}

Problem onMostNodes(Problem problem, const SizingRequest& request)
{
    const int nodes = mostNodesTried(problem.cluster.groups.front(), request);
    return onNodes(std::move(problem), nodes);
}

Result<Problem> pricedFor(const RunLimits& limits, Problem problem)
{
    const ClusterGroup& group = problem.cluster.groups.front();
    if (!limits.budget || group.price_per_node) {
        return problem;
    }
    const auto book = offers();
    const auto offer = cheapestOnDemand(*book, group);
    if (!offer) {
        return failure(ErrorCode::PriceUnknown, {std::int64_t(group.devices_per_node), group.device.name});
    }
    problem.cluster = withOffer(problem.cluster, 0, *offer);
    return problem;
}

Result<SizingResult> sizeRun(const Problem& problem, const SizingRequest& request, const CostModel& costs,
                             const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
{
    if (auto valid = validateRun(problem, request); !valid) {
        return failure(valid.error());
    }
    if (auto valid = validateForSearch(onMostNodes(problem, request)); !valid) {
        return failure(valid.error());
    }
    auto priced = pricedFor(request.limits, problem);
    if (!priced) {
        return failure(priced.error());
    }
    return RunSizing(*std::move(priced), request, costs, stop, progress).run();
}

}
