// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/search/baselines/uniform.h"
#include "core/search/bestplans.h"
#include "core/search/candidatelist.h"
#include "core/search/costsweep.h"
#include "core/search/frontsweep.h"
#include "core/search/leastpeaksearch.h"
#include "core/search/mixedsearch.h"
#include "core/search/nearestplan.h"
#include "core/search/outcometext.h"
#include "core/search/planspace.h"
#include "core/search/policychoice.h"
#include "core/search/schedulesweeps.h"
#include "core/search/stagedsettings.h"
#include "core/words/search.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

namespace stagecraft {

namespace {

// Effort for alternatives; only the recommended plan is worth seconds (thoroughlyTimed).
constexpr SweepEffort brief {};
// Up to this number of configurations, each is shown with its lowest peak and with even stages.
constexpr std::int64_t fewConfigurations = 64;
// Upper limit of the plans shown besides the front.
constexpr std::size_t mostOthers = 64;

// True if the recommended plan is found without the alternatives. Degrees per stage and policies per layer are tried
// together with the front.
bool isFoundAlone(const Problem& problem)
{
    const Dimensions& vary = problem.constraints.vary;
    const bool own = varies(vary, Dimension::StageDegrees) || varies(vary, Dimension::RecomputeLayers)
        || varies(vary, Dimension::Swap);
    const Objective objective = problem.constraints.objective;
    return objective == Objective::Memory || (objective == Objective::Throughput && !own);
}

// One call of searchPlans().
class Search {
public:
    Search(const Problem& problem, const CostModel& model, std::stop_token stop,
           const std::function<void(SearchProgress)>& progress, const SearchOptions& options)
        : m_problem(problem)
        , m_model(model)
        , m_stop(stop)
        , m_progress(progress)
        , m_alone(options.recommended_alone && isFoundAlone(problem))
        , m_most_devices(options.most_devices)
        , m_replays(options.replays)
        , m_chains(options.chains)
        , m_work(options.work)
        , m_candidates(problem, model, stop, options.replays)
        , m_policies(problem, model, std::move(stop))
    {
    }

    Result<SearchResult> run()
    {
        if (m_problem.constraints.split_points) {
            return fixedSplitPoints();
        }
        const auto space = PlanSpace::make(m_problem, m_model, m_stop, m_most_devices, m_chains);
        if (!space) {
            return failure(space.error());
        }
        m_result.configurations = space->size();
        m_result.left_out = space->leftOut();
        if (space->configGroups().empty()) {
            return finish();
        }
        m_result.missing = space->search(space->configGroups().front()).costs().missing;
        chooseRecommended(*space);
        if (!m_alone) {
            chooseOthers(*space);
        } else if (m_problem.constraints.objective == Objective::Throughput) {
            chooseFastest(*space);
        }
        label();
        return finish();
    }

    // True if a plan other than the chosen one replaces it, without having been searched for.
    bool isOpen() const { return m_alone && m_candidates.passedOver(); }

private:
    void chooseRecommended(const PlanSpace& space)
    {
        const bool shown = !m_alone || m_problem.constraints.objective == Objective::Memory;
        const LeastPeak least = leastPeakOf(space, shown ? thoroughlyTimed : brief.each, m_stop);
        if (!least.best) {
            return; // stopped
        }
        m_timed = least.timed;
        m_result.missing = space.search(least.best->configuration).costs().missing;
        m_result.certificate.peak = least.best->partition.peak;
        m_result.certificate.less_is_infeasible = least.less_is_infeasible;
        m_bound = least.bound;
        addUnequal(space, least);
        if (!least.fits) {
            addNearest(space);
        }
        add(space, *least.best);
        if (least.fits && m_problem.constraints.objective == Objective::Memory) {
            m_candidates.replayAhead();
        }
        addUniform(space, least.best->configuration);
    }

    // Adds the plan whose shortfall is reported: a plan with a higher peak may have a smaller one, due to other
    // tensors and buffers.
    void addNearest(const PlanSpace& space)
    {
        const auto nearest = nearestPlanOf(space, m_problem, m_stop, m_replays);
        if (nearest && !m_stop.stop_requested()) {
            m_candidates.addNearest(nearest->plan, space.search(nearest->configuration).costs(), "stagecraft");
        }
    }

    // Adds plans with degrees per stage or policies per layer, if requested and no worse than the best plan of the
    // space, which comes after them: the lowest peak is recommended.
    void addUnequal(const PlanSpace& space, const LeastPeak& least)
    {
        auto staged = stageDegrees(space, least);
        auto chosen = policies(space, *least.best);
        const auto addStaged = [&] {
            if (staged) {
                add(std::move(staged->plan), staged->costs, "stagecraft");
            }
        };
        if (staged || chosen) {
            m_timed = false;
        }
        const bool policies_first = chosen && (!staged || chosen->peak <= staged->peak);
        if (policies_first) {
            m_result.certificate.peak = chosen->peak;
            add(std::move(chosen->plan), chosen->costs, "stagecraft");
            addStaged();
            return;
        }
        m_result.certificate.peak = staged ? staged->peak : m_result.certificate.peak;
        addStaged();
        if (chosen) {
            add(std::move(chosen->plan), chosen->costs, "stagecraft");
        }
    }

    std::optional<StageDegreesPlan> stageDegrees(const PlanSpace& space, const LeastPeak& least)
    {
        if (!varies(m_problem.constraints.vary, Dimension::StageDegrees)) {
            return std::nullopt;
        }
        const Bytes below = least.fits ? least.best->partition.peak : noPeak;
        StagedSettingsPlans found =
            searchStagedSettings(space, m_problem, m_model, least.best->configuration, below, m_stop);
        m_quick = std::move(found.plans.quick);
        m_unsearched_degrees = !found.complete || m_policies.asked();
        return std::move(found.plans.least);
    }

    std::optional<PolicyPlan> policies(const PlanSpace& space, const ConfiguredPartition& least)
    {
        if (!m_policies.asked()) {
            return std::nullopt;
        }
        m_bound = std::min(m_bound, m_policies.bound(space));
        m_result.certificate.less_is_infeasible =
            m_result.certificate.less_is_infeasible && m_bound >= least.partition.peak;
        auto chosen = m_policies.better(space, least);
        return chosen && chosen->peak <= least.partition.peak ? std::move(chosen) : std::nullopt;
    }

    // Adds the front, plans found on the way to it, and, with few configurations, plans of each.
    void chooseOthers(const PlanSpace& space)
    {
        std::int64_t points = 0;
        const bool few = space.size() <= fewConfigurations;
        SweepEffort effort = brief;
        effort.least = m_result.certificate.peak;
        effort.points = few ? effort.points : 1; // adjacent points differ little if there are many
        const Front front = sweepFront(space, effort, m_stop, [&] { report(++points); });
        m_result.front_complete = front.complete;
        m_fastest_bound = front.fastest_bound;
        std::vector<ConfiguredPartition> shown = front.points;
        for (std::size_t i = 0; i < front.others.size() && (few || i < mostOthers); ++i) {
            shown.push_back(front.others[i]);
        }
        addBilled(space, shown, effort.points, points);
        if (!m_result.front_complete) {
            addSchedules(space, shown, effort);
            addBests(space, shown);
        } else {
            m_balanced_proven = true;
        }
        for (const ConfiguredPartition& each : shown) {
            add(space, each);
        }
        if (m_policies.asked()) {
            for (PolicyPlan& plan : m_policies.between(space, front.points)) {
                if (plan.fits) {
                    add(std::move(plan.plan), plan.costs, "stagecraft");
                }
            }
            m_result.front_complete = false;
        }
        if (m_quick) {
            add(std::move(m_quick->plan), m_quick->costs, "stagecraft");
        }
        if (few) {
            addEnds(space);
        } else if (!front.points.empty()) {
            addUniform(space, front.points.front().configuration);
        }
    }

    // Adds only the fastest plan: the first of the front, or the best found if the work does not suffice for a proof.
    void chooseFastest(const PlanSpace& space)
    {
        std::int64_t points = 0;
        SweepEffort effort = brief;
        effort.fastest_alone = true;
        effort.work = std::min(effort.work, m_work / 10); // with little work, most is for single configurations
        Front front = sweepFront(space, effort, m_stop, [&] { report(++points); });
        m_fastest_bound = front.fastest_bound;
        const bool proven = std::any_of(front.points.begin(), front.points.end(), [&](const auto& plan) {
            return plan.partition.step <= m_fastest_bound * stepBoundRounding;
        });
        if (!proven) {
            addSchedules(space, front.points, effort);
            addBests(space, front.points);
        }
        for (const ConfiguredPartition& each : front.points) {
            add(space, each);
        }
    }

    // Adds the front of peak, step and cost, if nodes have a price and there are several.
    void addBilled(const PlanSpace& space, std::vector<ConfiguredPartition>& shown, int points, std::int64_t done)
    {
        if (!severalBilled()) {
            m_cheapest_bound = m_fastest_bound.value; // all plans cost the same per hour
            return;
        }
        CostSweepEffort effort;
        effort.points = points;
        const int each = m_problem.cluster.groups.front().devices_per_node;
        CostFront front = sweepCosts(space, each, shown, effort, m_stop, [&] { report(++done); });
        m_cheapest_bound = front.cheapest_bound;
        m_result.front_complete = m_result.front_complete && front.complete;
        std::move(front.points.begin(), front.points.end(), std::back_inserter(shown));
    }

    // True if the search looks for the cheapest plan, as plans on fewer nodes cost less per hour.
    bool severalBilled() const
    {
        const ClusterGroup& group = m_problem.cluster.groups.front();
        return !m_alone && group.nodes > 1 && group.price_per_node.value_or(UsdPerHour(0)) > UsdPerHour(0);
    }

    // Slowdown limit of the balanced plan over the fastest; empty if no balanced plan is searched for.
    std::optional<double> maxSlowdown() const
    {
        return m_alone ? std::nullopt : std::optional(m_problem.constraints.max_slowdown);
    }

    // Searches each schedule alone for plans that beat unproven ones.
    void addSchedules(const PlanSpace& space, std::vector<ConfiguredPartition>& shown, const SweepEffort& front)
    {
        const ClusterGroup& group = m_problem.cluster.groups.front();
        ScheduleSweepEffort effort {brief.each, front, {}, group.devices_per_node, Seconds(1e300), 1e300};
        if (severalBilled()) {
            effort.costs.emplace();
            effort.costs->points = front.points;
        }
        for (const ConfiguredPartition& plan : shown) {
            const Seconds step = plan.partition.step;
            effort.slowest = std::min(effort.slowest, step * maxSlowdown().value_or(1));
            effort.most_expensive =
                std::min(effort.most_expensive, effort.nodesOf(space.devices(plan.configuration)) * step.value);
        }
        auto better = sweepSchedules(space, shown, effort, m_stop);
        std::move(better.begin(), better.end(), std::back_inserter(shown));
    }

    // Adds the fastest, the cheapest and the balanced plan, for those that the sweeps had no work left for.
    void addBests(const PlanSpace& space, std::vector<ConfiguredPartition>& shown)
    {
        const int each = severalBilled() ? m_problem.cluster.groups.front().devices_per_node : 0;
        BestPlans bests = bestPlans(space, shown, {m_fastest_bound, m_cheapest_bound},
                                    {m_work, brief.each, each, maxSlowdown()}, m_stop);
        m_fastest_bound = bests.bounds.fastest;
        m_cheapest_bound = each > 0 ? bests.bounds.cheapest : m_fastest_bound.value;
        m_balanced_proven = bests.balanced_proven;
        std::move(bests.plans.begin(), bests.plans.end(), std::back_inserter(shown));
    }

    void addEnds(const PlanSpace& space)
    {
        for (const Configuration& config_group : space.configGroups()) {
            for (const Configuration& c : space.configurations(config_group.config_group)) {
                addEnd(space, c);
            }
        }
    }

    void addEnd(const PlanSpace& space, const Configuration& c)
    {
        ConfigurationSearch& config_group = space.search(c);
        if (const auto least =
                config_group.leastPeak(c.pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Any, m_stop)) {
            if (auto found = config_group.partitions(PartitionFilter::Any)
                                 .fastest(c.pipeline_ranks, *least, brief.each, m_stop)) {
                add(space, {c, *std::move(found)});
            }
        }
        addUniform(space, c);
    }

    void addUniform(const PlanSpace& space, const Configuration& c)
    {
        if (c.pipeline_ranks > 1) {
            const ConfigurationSearch& config_group = space.search(c);
            if (config_group.configGroup().stages) {
                return; // evaluated with its partitions if allowed
            }
            add(config_group.planOf(
                    uniformSplitPoints(config_group.costs().size(), config_group.stages(c.pipeline_ranks))),
                config_group.costs(), "deepspeed-uniform");
        }
    }

    void add(const PlanSpace& space, const ConfiguredPartition& found)
    {
        const ConfigurationSearch& config_group = space.search(found.configuration);
        add(config_group.planOf(found.partition.split_points), config_group.costs(), "stagecraft");
    }

    void add(Plan plan, const PlanCosts& costs, const std::string& partitioner)
    {
        if (!m_stop.stop_requested()) {
            m_candidates.add(std::move(plan), costs, partitioner);
        }
    }

    void label()
    {
        if (const auto labeled = m_candidates.label(); !labeled) {
            m_error = labeled.error();
        }
    }

    Result<SearchResult> fixedSplitPoints()
    {
        Constraints fixed = m_problem.constraints;
        const int data = fixed.data.value_or(1);
        if (fixed.micro_batches) {
            fixed.micro_batch = m_problem.workload.global_batch / (*fixed.micro_batches * data);
        }
        const std::int64_t samples = m_problem.workload.global_batch / fixed.micro_batch;
        const Plan plan = constrainedPlan(*fixed.split_points, data, samples / data, fixed);
        if (const auto valid = validate(plan, m_problem); !valid) {
            return failure(valid.error());
        }
        if (const auto obstacles = targetObstacles(m_problem, plan, m_problem.target); !obstacles.empty()) {
            return failure(errorOf(obstacles.front()));
        }
        const auto costs = planCosts(m_model, m_problem, plan);
        if (!costs) {
            return failure(costs.error());
        }
        m_candidates.add(plan, *costs, "given");
        m_result.configurations = 1;
        m_result.missing = costs->missing();
        m_result.front_complete = false;
        label();
        if (!m_error && !m_candidates.all().empty()) {
            m_result.certificate.peak = m_candidates.all().front().estimate.peak;
        }
        auto result = finish();
        if (result && result->outcome.kind == OutcomeKind::Optimal) {
            result->outcome.kind = OutcomeKind::BestFound;
            result->outcome.detail = words::search::nothing_searched;
        }
        return result;
    }

    Result<SearchResult> finish()
    {
        if (m_error) {
            return failure(*m_error);
        }
        Outcome& outcome = m_result.outcome;
        const bool fits = m_candidates.fits();
        const bool passed_over = m_candidates.passedOver();
        m_balanced_proven = m_balanced_proven && !m_candidates.relabeled();
        m_result.candidates = std::move(m_candidates).take();
        if (m_stop.stop_requested()) {
            outcome.kind = OutcomeKind::Cancelled;
            m_result.front_complete = false;
            return std::move(m_result);
        }
        if (m_alone) {
            for (Candidate& candidate : m_result.candidates) {
                std::erase_if(candidate.labels, [](Label label) { return label != Label::Recommended; });
            }
            m_result.front_complete = false;
        } else if (fits) {
            setBounds();
        }
        const auto& all = m_result.candidates;
        if (all.empty()) {
            outcome = {OutcomeKind::Infeasible, -1, {}, words::search::batch_not_divided};
            return std::move(m_result);
        }
        const Estimate& first = all.front().estimate;
        m_result.lowerCertificate();
        m_result.certificate.bottleneck = leastBottleneck();
        const bool proven = m_bound >= m_result.certificate.peak;
        if (!fits) {
            outcome = shortOf(first);
        } else if (passed_over) {
            certifyWhatFits();
            outcome = {OutcomeKind::BestFound, -1, {}, passedOver(m_problem.constraints.objective)};
        } else if (m_unsearched_degrees && m_problem.constraints.objective == Objective::Memory) {
            m_result.certificate.less_is_infeasible = false;
            outcome = {OutcomeKind::BestFound, -1, {}, words::search::degrees_not_searched};
        } else if (!proven && m_problem.constraints.objective == Objective::Memory) {
            setBound();
        } else if (const Message reason = openReason(); !reason.empty()) {
            outcome = {OutcomeKind::BestFound, -1, {}, reason};
        }
        return std::move(m_result);
    }

    // Sets the bounds if they cover all plans.
    void setBounds()
    {
        if (openPlans() || m_problem.constraints.split_points) {
            return;
        }
        m_result.fastest_bound = m_fastest_bound;
        if (const auto& price = m_problem.cluster.groups.front().price_per_node) {
            m_result.cheapest_bound = *price * Seconds(m_cheapest_bound);
        }
        m_result.balanced_proven = m_balanced_proven && m_result.provenFastest();
    }

    // True if the step bounds do not cover all plans: degrees per stage, or partitions that were not all examined.
    bool openPlans() const { return varies(m_problem.constraints.vary, Dimension::StageDegrees) || m_bound < noPeak; }

    // Replaces the lowest peak if its plan does not fit.
    void certifyWhatFits()
    {
        if (m_problem.constraints.objective == Objective::Memory) {
            m_result.certificate.peak = m_result.candidates.front().estimate.peak;
            m_result.certificate.less_is_infeasible = false;
        }
    }

    void setBound()
    {
        Outcome& outcome = m_result.outcome;
        outcome.kind = OutcomeKind::BestFound;
        outcome.bound = m_bound;
        outcome.gap = m_result.certificate.peak / std::max(m_bound, Bytes(1)) - 1;
        outcome.detail = openPeak(m_bound, m_result.certificate.peak);
    }

    // Returns the reason why the recommended plan may not be the best by the objective; empty if it is.
    Message openReason() const
    {
        const Estimate& estimate = m_result.candidates.front().estimate;
        switch (m_problem.constraints.objective) {
        case Objective::Balanced:
            return m_result.balanced_proven ? Message() : openBalance(leastPart(estimate));
        case Objective::Throughput:
            return gap(words::search::faster, words::search::time, estimate.step.value, m_fastest_bound.value);
        case Objective::Cost:
            return gap(words::search::cheaper, words::search::cost, nodeSeconds(m_result.candidates.front()),
                       m_cheapest_bound);
        case Objective::Memory:
            break;
        }
        return m_timed ? Message() : words::search::least_peak_not_all_timed;
    }

    // Returns the lower bound of the lowest peak of plans that fit, as a fraction of this plan's peak; empty if
    // unknown.
    std::optional<double> leastPart(const Estimate& estimate) const
    {
        const Certificate& least = m_result.certificate;
        const bool known = (least.less_is_infeasible || m_bound < noPeak)
            && !varies(m_problem.constraints.vary, Dimension::StageDegrees);
        return known ? std::optional(std::min(m_bound, least.peak) / estimate.peak) : std::nullopt;
    }

    double nodeSeconds(const Candidate& candidate) const
    {
        const int each = m_problem.cluster.groups.front().devices_per_node;
        const int nodes =
            m_problem.cluster.groups.front().nodes == 1 ? 1 : (candidate.plan.devices() + each - 1) / each;
        return nodes * candidate.estimate.step.value;
    }

    Message gap(const Message& better, const Message& what, double own, double bound) const
    {
        return openPlans() || own > bound * stepBoundRounding
            ? openStep(better, what, openPlans() ? std::nullopt : std::optional(bound / own))
            : Message();
    }

    // Returns the bottleneck of the plan with the lowest peak, whichever plan is recommended.
    int leastBottleneck() const
    {
        const auto& all = m_result.candidates;
        const auto least = std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
            return std::pair(!a.estimate.fits, a.estimate.peak) < std::pair(!b.estimate.fits, b.estimate.peak);
        });
        const bool recommended = m_problem.constraints.objective == Objective::Memory && all.front().estimate.fits;
        return bottleneckOf(recommended ? all.front().estimate : least->estimate, PeakMeasure::Bytes);
    }

    void report(std::int64_t done) const
    {
        if (m_progress) {
            m_progress({done, std::max<std::int64_t>(done + 1, brief.points)});
        }
    }

    const Problem& m_problem;
    const CostModel& m_model;
    std::stop_token m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    bool m_alone;
    std::optional<int> m_most_devices;
    ReplayCache* m_replays;
    ChainCache* m_chains;
    std::int64_t m_work;
    CandidateList m_candidates;
    PolicyChoice m_policies;
    std::optional<StageDegreesPlan> m_quick;
    bool m_unsearched_degrees = false; // degrees per stage were not searched under all settings
    bool m_timed = true;
    Seconds m_fastest_bound; // lower bound of the step of plans with equal degrees that fit
    double m_cheapest_bound = 0; // lower bound of nodes x seconds of the same plans
    bool m_balanced_proven = false; // for the candidates, if the fastest is among them
    Bytes m_bound = noPeak; // lower bound of the peak of plans that were not all examined
    SearchResult m_result;
    std::optional<Error> m_error;
};

}

namespace {

Result<SearchResult> searchEqual(const Problem& problem, const CostModel& model, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress, SearchOptions options)
{
    ReplayCache own;
    options.replays = options.replays != nullptr ? options.replays : &own;
    Search search(problem, model, stop, progress, options);
    auto result = search.run();
    if (!search.isOpen()) {
        return result;
    }
    options.recommended_alone = false;
    return Search(problem, model, stop, progress, options).run();
}

}

Result<SearchResult> searchPlans(const Problem& problem, const CostModel& costs, std::stop_token stop,
                                 const std::function<void(SearchProgress)>& progress, const SearchOptions& options)
{
    const auto begin = std::chrono::steady_clock::now();
    if (const auto valid = validateForSearch(problem); !valid) {
        return failure(valid.error());
    }
    auto result = problem.cluster.groups.size() > 1 ? searchMixed(problem, costs, std::move(stop), progress, options)
                                                    : searchEqual(problem, costs, stop, progress, options);
    if (result) {
        result->ranges = searchedRanges(problem);
        result->elapsed = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return result;
}

}
