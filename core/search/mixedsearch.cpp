// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/mixedsearch.h"

#include "core/base/format.h"
#include "core/estimate/stagetimes.h"
#include "core/estimate/trainingcost.h"
#include "core/memory/stagepeaks.h"
#include "core/search/candidatelist.h"
#include "core/search/fastplans.h"
#include "core/search/grouporders.h"
#include "core/search/groupplans.h"
#include "core/search/mixedconfigurations.h"
#include "core/search/mixedfastest.h"
#include "core/search/outcometext.h"
#include "core/search/stagedegrees.h"
#include "core/search/targets.h"
#include "core/words/common.h"
#include "core/words/framework.h"
#include "core/words/search.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stagecraft {

namespace {

constexpr int limitsOfFront = 12;
constexpr std::size_t keptTies = 4; // plans with the lowest comparable peak to be timed
constexpr double frontTolerance = 0.03; // relative, for the longest work of a stage
// Number of searches (configuration group, order and limit) for the front: a few seconds.
constexpr int frontEffort = 6000;
constexpr std::size_t promisingConfigurationGroups = 8;

// State of one call of searchMixed().
class MixedSearch {
public:
    MixedSearch(const Problem& problem, const CostModel& model, std::stop_token stop,
                const std::function<void(SearchProgress)>& progress, const SearchOptions& options)
        : m_problem(problem)
        , m_model(model)
        , m_stop(stop)
        , m_progress(progress)
        , m_measure(measureOf(problem))
        , m_orders(groupOrders(problem.cluster))
        , m_candidates(problem, model, std::move(stop), options.replays)
    {
    }

    Result<SearchResult> run()
    {
        auto config_groups = MixedConfigurationGroups::make(m_problem, m_model, m_stop);
        if (!config_groups) {
            return failure(config_groups.error());
        }
        m_config_groups = &*config_groups;
        m_result.configurations = config_groups->size() * static_cast<std::int64_t>(m_orders.orders.size());
        m_result.left_out = config_groups->leftOut();
        m_result.front_complete = false;
        m_steps = static_cast<std::int64_t>(config_groups->all().size()) * 2;
        m_fits = leastOf(m_orders.orders, true);
        if (!m_fits && !m_stop.stop_requested()) {
            m_fits = false;
            leastOf(m_orders.orders, false);
        }
        if (m_best && !m_stop.stop_requested()) {
            certify();
            boundOrders();
            addCandidates();
            if (const auto labeled = m_candidates.label(); !labeled) {
                m_error = labeled.error();
            }
        }
        return finish();
    }

private:
    // Plan with the index of its configuration group.
    struct Least {
        std::size_t config_group = 0;
        MixedPlan plan;
    };

    SearchedPipelines pipelines(const std::vector<int>& order) const
    {
        return {m_problem.constraints.pipeline, {}, m_measure, order};
    }

    // Searches the lowest comparable peak, in the order of the configuration groups' bounds. False if there is no plan.
    bool leastOf(const std::vector<std::vector<int>>& orders, bool fitting)
    {
        const auto& all = m_config_groups->all();
        for (std::size_t f = 0; f < all.size() && !m_stop.stop_requested(); ++f) {
            if (m_best && all[f].bound >= m_best->plan.comparable_peak) {
                break; // later bounds are no lower
            }
            report(static_cast<std::int64_t>(f));
            const StageTable table = m_config_groups->tableOf(all[f]);
            for (const auto& order : orders) {
                const DegreeSearch search(table, pipelines(order));
                if (const auto found = search.leastPeak(belowBest(fitting), m_stop)) {
                    m_best = Least {f, planFrom(search, table, *found)};
                    m_improving.emplace_back(f, order);
                }
            }
        }
        return m_best.has_value();
    }

    StageLimit belowBest(bool fitting) const
    {
        StageLimit limit;
        limit.fitting = fitting;
        if (m_best) {
            limit.comparable_peak = m_best->plan.comparable_peak;
            limit.below = true;
        }
        return limit;
    }

    static MixedPlan planFrom(const DegreeSearch& search, const StageTable& table, const StagePartition& partition)
    {
        return {planOf(table, partition), partition.comparable_peak, guessedStep(search, table, partition)};
    }

    // Searches again, below the final peak, the configuration groups that had the lowest comparable peak for a while;
    // all others were searched below a peak that is no lower.
    void certify()
    {
        bool found = false;
        for (const auto& [f, order] : m_improving) {
            const StageTable table = m_config_groups->tableOf(m_config_groups->all()[f]);
            found = found || DegreeSearch(table, pipelines(order)).any(belowBest(m_fits), m_stop);
        }
        m_result.certificate.less_is_infeasible = m_orders.all && !found && !m_stop.stop_requested();
    }

    // Computes a bound over all orders if some were left out, by counting the devices of all groups together.
    void boundOrders()
    {
        m_bound = m_best->plan.comparable_peak;
        const auto& all = m_config_groups->all();
        for (std::size_t f = 0; f < all.size() && !m_orders.all && all[f].bound < m_bound; ++f) {
            const StageTable table = m_config_groups->tableOf(all[f]);
            const DegreeSearch search(table, pipelines({}));
            StageLimit limit {m_bound, Seconds(1e300), m_fits, true};
            if (const auto found = search.leastPeak(limit, m_stop)) {
                m_bound = found->comparable_peak;
            }
        }
    }

    void addCandidates()
    {
        const auto unit = [&](int group) { return scaleOf(m_problem, group, m_measure); };
        Bytes largest(1);
        ComparablePeak most(Bytes(1)); // a whole device
        for (int group = 0; group < static_cast<int>(m_problem.cluster.groups.size()); ++group) {
            largest = std::max(largest, unit(group));
            if (m_measure == PeakMeasure::Bytes) {
                most = std::max(most, ComparablePeak(scaleOf(m_problem, group, PeakMeasure::Share)));
            }
        }
        FastPlans quick(m_best->plan.comparable_peak, m_fits ? most : m_best->plan.comparable_peak, largest,
                        limitsOfFront, keptTies);
        quick.add(m_best->plan);
        searchFront(quick);
        if (varies(m_problem.constraints.vary, Dimension::StageDegrees)) {
            addStageDegrees();
        }
        const GroupPlans alone = plansOnGroups(m_problem, m_model, !m_config_groups->unsearched().empty(), m_stop);
        addFastestMixed(leastWith(alone, quick.plans(0)));
        for (std::size_t i = 0; i < quick.size(); ++i) {
            for (const MixedPlan& plan : quick.plans(i)) {
                add(plan.plan);
            }
        }
        for (const GroupLeast& least : alone.least) {
            add(least.plan);
        }
        if (m_fits) {
            addFastestAndCheapest(alone);
        }
    }

    // Combines the plans with the lowest comparable peak, `ties`, with those on a single group, which may have other
    // schedules: returns the plans with the lower comparable peak, or all of them if equal.
    std::vector<MixedPlan> leastWith(const GroupPlans& alone, std::vector<MixedPlan> ties)
    {
        for (const GroupLeast& least : alone.least) {
            const ComparablePeak comparable_peak(least.peak, scaleOf(m_problem, least.group, m_measure));
            if (!m_fits || comparable_peak < ties.front().comparable_peak) {
                ties.clear();
                m_fits = true;
            }
            if (ties.empty() || comparable_peak == ties.front().comparable_peak) {
                ties.push_back({least.plan, comparable_peak, least.step});
            }
        }
        return ties;
    }

    // Adds the plans on a single group, then the faster or cheaper ones over several groups.
    void addFastestAndCheapest(const GroupPlans& alone)
    {
        const auto& groups = m_problem.cluster.groups;
        const bool priced = std::all_of(groups.begin(), groups.end(),
                                        [](const ClusterGroup& group) { return group.price_per_node.has_value(); });
        const MixedFastest mixed =
            searchMixedFastest(*m_config_groups, {alone.fastest, alone.cheapest}, priced, promising(), m_stop);
        for (const auto& plans : {alone.plans, mixed.plans}) {
            for (const Plan& plan : plans) {
                add(plan);
            }
        }
        if (varies(m_problem.constraints.vary, Dimension::StageDegrees) || !m_config_groups->unsearched().empty()) {
            return; // no bound covers the steps of these plans
        }
        m_result.fastest_bound = std::min(alone.fastest_bound, mixed.fastest_bound);
        if (priced) {
            m_result.cheapest_bound = std::min(alone.cheapest_bound, mixed.cheapest_bound);
        }
    }

    // Searches quick plans for each limit, starting with the configuration groups with the lowest step bounds.
    void searchFront(FastPlans& quick)
    {
        const auto& all = m_config_groups->all();
        std::vector<std::size_t> by_step;
        for (std::size_t f = 0; f < all.size(); ++f) {
            by_step.push_back(f);
        }
        std::stable_sort(by_step.begin(), by_step.end(), [&](std::size_t a, std::size_t b) {
            return all[a].lower_bound.step < all[b].lower_bound.step;
        });
        int left = frontEffort;
        for (std::size_t f = 0; f < by_step.size() && left > 0 && !m_stop.stop_requested(); ++f) {
            report(static_cast<std::int64_t>(all.size() + f));
            const MixedConfigurationGroup& config_group = all[by_step[f]];
            if (!mayImprove(quick, config_group)) {
                continue;
            }
            const StageTable table = m_config_groups->tableOf(config_group);
            const std::size_t loosest = quick.size() - 1;
            --left;
            if (!DegreeSearch(table, pipelines({})).any({quick.limit(loosest), Seconds(1e300), m_fits}, m_stop)) {
                continue; // no plan in any order
            }
            for (const auto& order : m_orders.orders) {
                left -= searchFrontOf(quick, config_group, table, order);
            }
        }
    }

    static bool mayImprove(const FastPlans& quick, const MixedConfigurationGroup& config_group)
    {
        for (std::size_t i = 0; i < quick.size(); ++i) {
            if (config_group.bound <= quick.limit(i) && config_group.lower_bound.step < quick.slowest(i)) {
                return true;
            }
        }
        return false;
    }

    // Searches from the loosest limit to the tightest; returns the number of searched limits.
    int searchFrontOf(FastPlans& quick, const MixedConfigurationGroup& config_group, const StageTable& table,
                      const std::vector<int>& order)
    {
        const DegreeSearch search(table, pipelines(order));
        int searched = 0;
        for (std::size_t i = quick.size(); i-- > 0;) {
            const Seconds slowest = quick.slowest(i);
            if (config_group.bound > quick.limit(i) || config_group.lower_bound.step >= slowest) {
                continue;
            }
            ++searched;
            const auto found = search.leastWork({quick.limit(i), slowest, m_fits}, frontTolerance, m_stop);
            if (found) {
                const MixedPlan plan = planFrom(search, table, *found);
                quick.add(plan);
                guess(config_group, plan);
                while (i > 0 && found->comparable_peak <= quick.limit(i - 1)) {
                    --i; // the same plan is the result for that limit
                }
            } else if (slowest.value >= 1e300) {
                break; // nor under a tighter limit
            }
        }
        return searched;
    }

    void guess(const MixedConfigurationGroup& config_group, const MixedPlan& plan)
    {
        const auto index = static_cast<std::size_t>(&config_group - m_config_groups->all().data());
        m_by_step.emplace_back(plan.step.value, index);
        if (const auto cost = costOfStep(m_problem.cluster, plan.plan, plan.step)) {
            m_by_cost.emplace_back(cost->value, index);
        }
    }

    // Returns the configuration groups whose quick plans seem the fastest, and those that seem the cheapest.
    std::vector<std::size_t> promising()
    {
        std::vector<std::size_t> config_groups;
        for (auto* guesses : {&m_by_step, &m_by_cost}) {
            std::sort(guesses->begin(), guesses->end());
            const std::size_t most = config_groups.size() + promisingConfigurationGroups;
            for (std::size_t i = 0; i < guesses->size() && config_groups.size() < most; ++i) {
                const std::size_t config_group = (*guesses)[i].second;
                if (std::find(config_groups.begin(), config_groups.end(), config_group) == config_groups.end()) {
                    config_groups.push_back(config_group);
                }
            }
        }
        return config_groups;
    }

    // Searches plans with different degrees per stage, with all else as in the best plan; one with a lower peak comes
    // first.
    void addStageDegrees()
    {
        const MixedConfigurationGroup& config_group = m_config_groups->all()[m_best->config_group];
        const std::int64_t samples = m_problem.workload.global_batch / config_group.config_group.fixed.micro_batch;
        std::optional<MixedPlan> quickest;
        for (int data = 1; data <= m_problem.cluster.devices() && data <= samples; ++data) {
            const auto& given = m_problem.constraints.data;
            if (samples % data != 0 || (given && data != *given) || m_stop.stop_requested()) {
                continue;
            }
            const StageTable table = m_config_groups->stageDegreesTableOf(config_group, samples / data, data);
            for (const auto& order : m_orders.orders) {
                SearchedPipelines own = pipelines(order);
                own.first_data = data;
                searchStageParallelism(DegreeSearch(table, own), table, quickest);
            }
        }
        if (m_with_stage_degrees) {
            add(m_with_stage_degrees->plan);
            m_result.certificate.less_is_infeasible = false;
        }
        if (quickest) {
            m_others.push_back(std::move(quickest->plan));
        }
    }

    void searchStageParallelism(const DegreeSearch& search, const StageTable& table, std::optional<MixedPlan>& quickest)
    {
        StageLimit limit = belowBest(m_fits);
        limit.comparable_peak = m_with_stage_degrees ? m_with_stage_degrees->comparable_peak : limit.comparable_peak;
        if (const auto least = search.quickLeastPeak(limit, m_stop)) {
            m_with_stage_degrees = planFrom(search, table, *least);
        }
        const Seconds slowest = quickest ? quickest->step : Seconds(1e300);
        if (const auto quick =
                search.leastWork({ComparablePeak(Bytes(INT64_MAX)), slowest, m_fits}, frontTolerance, m_stop)) {
            if (MixedPlan plan = planFrom(search, table, *quick); plan.step < slowest) {
                quickest = std::move(plan);
            }
        }
    }

    // Adds the fastest of the plans with the lowest comparable peak first, then the others.
    void addFastestMixed(const std::vector<MixedPlan>& ties)
    {
        const MixedPlan* fastest = &ties.front();
        Seconds shortest(1e300);
        for (const MixedPlan& tie : ties) {
            const auto costs = planCosts(m_model, m_problem, tie.plan);
            const auto estimate =
                costs ? estimatePlan(m_problem, tie.plan, *costs, bySlack) : Result<Estimate>(failure(costs.error()));
            if (estimate && estimate->step < shortest) {
                shortest = estimate->step;
                fastest = &tie;
            }
        }
        add(fastest->plan);
        for (const MixedPlan& tie : ties) {
            add(tie.plan);
        }
        for (const Plan& other : m_others) {
            add(other);
        }
    }

    void add(const Plan& plan)
    {
        if (m_stop.stop_requested()) {
            return;
        }
        const auto costs = planCosts(m_model, m_problem, plan);
        if (!costs) {
            m_error = costs.error();
            return;
        }
        m_candidates.add(plan, *costs, "stagecraft");
        if (m_candidates.all().size() == 1) {
            m_result.missing = costs->missing();
        }
    }

    Result<SearchResult> finish()
    {
        if (m_error) {
            return failure(*m_error);
        }
        Outcome& outcome = m_result.outcome;
        const bool fits = m_candidates.fits();
        const bool passed_over = m_candidates.passedOver();
        m_result.candidates = std::move(m_candidates).take();
        if (m_stop.stop_requested()) {
            outcome.kind = OutcomeKind::Cancelled;
            return std::move(m_result);
        }
        if (m_result.candidates.empty()) {
            outcome = {OutcomeKind::Infeasible, -1, {}, words::search::batch_not_divided};
            return std::move(m_result);
        }
        const Estimate& first = m_result.candidates.front().estimate;
        setCertificate(lowestPeak().estimate);
        m_result.balanced_proven = fits && !m_candidates.relabeled() && isBalanceProven();
        if (!fits) {
            outcome = shortOf(first);
            outcome.detail = unsearched();
        } else if (const Message open = unsearched(); !open.empty()) {
            m_result.certificate.less_is_infeasible = false;
            outcome = {OutcomeKind::BestFound, -1, {}, open};
        } else if (passed_over) {
            m_result.certificate.less_is_infeasible = false;
            const bool balanced = m_problem.constraints.objective == Objective::Balanced;
            outcome = {OutcomeKind::BestFound, -1, {}, passedOver(balanced ? Objective::Balanced : Objective::Memory)};
        } else {
            setFound();
        }
        return std::move(m_result);
    }

    // Returns the message for schedules that were not searched over several groups; empty if there are none.
    Message unsearched() const
    {
        ArgumentList schedules;
        for (const ScheduleKind schedule : m_config_groups->unsearched()) {
            schedules.emplace_back(schedule);
        }
        return schedules.empty() ? Message() : say(words::search::schedules_of_one_group, std::move(schedules));
    }

    // Returns the candidate with the lowest peak, regardless of the recommendation.
    const Candidate& lowestPeak() const
    {
        const auto& all = m_result.candidates;
        const auto order = [&](const Candidate& c) {
            return std::pair(!c.estimate.fits, comparablePeakOf(c.estimate, m_measure));
        };
        return *std::min_element(all.begin(), all.end(),
                                 [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
    }

    void setCertificate(const Estimate& least)
    {
        const ComparablePeak comparable_peak = comparablePeakOf(least, m_measure);
        m_result.certificate.peak = comparable_peak.bytes;
        m_result.certificate.bottleneck = bottleneckOf(least, m_measure);
        if (m_measure == PeakMeasure::Share) {
            m_result.certificate.share = comparable_peak.value();
        }
    }

    // True if the balanced plan has the lowest peak of all plans and the fastest plan is proven.
    bool isBalanceProven() const
    {
        const ComparablePeak least = m_best->plan.comparable_peak;
        return m_result.provenFastest() && (m_result.certificate.less_is_infeasible || m_bound == least)
            && comparablePeakOf(m_result.labeled(Label::Balanced)->estimate, m_measure) <= least;
    }

    void setFoundBalanced()
    {
        if (!m_result.balanced_proven) {
            const double own = comparablePeakOf(m_result.candidates.front().estimate, m_measure).value();
            const bool known = own > 0 && !varies(m_problem.constraints.vary, Dimension::StageDegrees);
            m_result.outcome.kind = OutcomeKind::BestFound;
            m_result.outcome.detail = openBalance(known ? std::optional(m_bound.value() / own) : std::nullopt);
        }
    }

    void setFoundByStep()
    {
        const bool by_time = m_problem.constraints.objective == Objective::Throughput;
        if (by_time ? m_result.provenFastest() : m_result.provenCheapest()) {
            return;
        }
        const Estimate& own = m_result.candidates.front().estimate;
        std::optional<double> bound;
        if (by_time && m_result.fastest_bound) {
            bound = *m_result.fastest_bound / own.step;
        } else if (!by_time && m_result.cheapest_bound && *own.cost_per_step > Usd(0)) {
            bound = *m_result.cheapest_bound / *own.cost_per_step;
        }
        m_result.outcome.kind = OutcomeKind::BestFound;
        m_result.outcome.detail = by_time ? openStep(words::search::faster, words::search::time, bound)
                                          : openStep(words::search::cheaper, words::search::cost, bound);
    }

    // Sets the outcome; optimal only by the measure, as not all equally good plans were timed.
    void setFound()
    {
        Outcome& outcome = m_result.outcome;
        if (m_problem.constraints.objective == Objective::Balanced) {
            setFoundBalanced();
        } else if (m_problem.constraints.objective != Objective::Memory) {
            setFoundByStep();
        } else if (varies(m_problem.constraints.vary, Dimension::StageDegrees)) {
            outcome.kind = OutcomeKind::BestFound;
            outcome.detail = words::search::degrees_not_searched;
        } else if (!m_orders.all && m_bound < m_best->plan.comparable_peak) {
            outcome.kind = OutcomeKind::BestFound;
            outcome.gap = m_best->plan.comparable_peak.value() / m_bound.value() - 1;
            const Argument bound = m_measure == PeakMeasure::Share
                ? Argument(say(words::search::share_of_device, 100 * m_bound.value()))
                : Argument(m_bound.bytes);
            outcome.detail = say(words::search::some_orders, m_orders.orders.size(), m_problem.cluster.groups.size(),
                                 bound, 100 * *outcome.gap);
        } else {
            m_result.certificate.less_is_infeasible =
                m_result.certificate.less_is_infeasible || m_bound == m_best->plan.comparable_peak;
        }
    }

    void report(std::int64_t done) const
    {
        if (m_progress) {
            m_progress({done, std::max(m_steps, done + 1)});
        }
    }

    const Problem& m_problem;
    const CostModel& m_model;
    std::stop_token m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    PeakMeasure m_measure;
    GroupOrders m_orders;
    CandidateList m_candidates;
    MixedConfigurationGroups* m_config_groups = nullptr;
    std::int64_t m_steps = 0; // total for progress reports
    bool m_fits = false; // true if some plan fits; then only plans that fit are searched
    std::optional<Least> m_best; // with equal degrees
    std::vector<std::pair<std::size_t, std::vector<int>>> m_improving; // configuration group and order
    ComparablePeak m_bound; // lower bound over all orders
    std::optional<MixedPlan> m_with_stage_degrees; // best plan with degrees per stage, if better than m_best
    std::vector<Plan> m_others;
    std::vector<std::pair<double, std::size_t>>
        m_by_step; // guessed step of a quick plan, index of its configuration group
    std::vector<std::pair<double, std::size_t>> m_by_cost;
    SearchResult m_result;
    std::optional<Error> m_error;
};

tl::unexpected<Error> unsupported(const PhraseOf<0>& what, const Argument& value, const Argument& known)
{
    return failure(ErrorCode::OptionUnsupported, {say(words::search::over_several_groups, what), value, known});
}

}

Result<void> validateForMixedSearch(const Problem& problem)
{
    if (problem.cluster.groups.size() < 2) {
        return {};
    }
    if (problem.target != Target::Any) {
        return failure(errorOf(TargetObstacle {
            problem.target, TargetSetting::Cluster, words::framework::several_groups, {words::framework::one_group}}));
    }
    if (const ScheduleKind schedule = problem.constraints.schedule; !hasClosedForm(schedule)) {
        return unsupported(words::search::the_schedule, schedule, closedFormNames());
    }
    for (const Dimension dimension : {Dimension::Interleave, Dimension::RecomputeLayers, Dimension::Swap}) {
        if (varies(problem.constraints.vary, dimension)) {
            return unsupported(words::search::what_varies, dimension, words::search::all_but_varied);
        }
    }
    if (problem.constraints.split_points) {
        return unsupported(words::search::given_cuts, problem.constraints.split_points->size(), words::common::none);
    }
    return {};
}

Result<SearchResult> searchMixed(const Problem& problem, const CostModel& costs, std::stop_token stop,
                                 const std::function<void(SearchProgress)>& progress, const SearchOptions& options)
{
    return MixedSearch(problem, costs, std::move(stop), progress, options).run();
}

}
