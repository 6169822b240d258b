// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/bestplans.h"

#include "core/memory/stagepeaks.h"
#include "core/search/baselines/uniform.h"
#include "core/search/zerovariants.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace stagecraft {

namespace {

constexpr double none = 1e300;
constexpr double less = 1 - 1e-12; // smallest relative difference that counts as an improvement
// Work units: simulated operations per evaluated stage, and per query of a configuration.
constexpr std::int64_t lookedStage = 2;
constexpr std::int64_t asked = 200;
constexpr std::int64_t interleavedStageCost = 2'000; // per stage, for a partition with several stages per pipeline rank
constexpr std::int64_t largestPracticed = 8; // samples per micro-batch
constexpr std::size_t lookedAround = 4; // configuration groups
constexpr double aboutAsGood = 0.01;
constexpr std::size_t keptBeside = 8; // plans
constexpr double polishedWithin = 1.15; // ratio to the best value
constexpr std::int64_t polishing = 8; // multiple of the search effort per partition
constexpr int polishedPeaks = 12; // peaks per configuration, each below the peak found before
constexpr double nextPolishedPeak = 0.995;
constexpr int halvings = 6; // bisection steps before the peak goes down byte by byte

class BestPlanSearch {
public:
    BestPlanSearch(const PlanSpace& space, const std::vector<ConfiguredPartition>& plans, const BestPlansEffort& effort,
                   const std::stop_token& stop)
        : m_space(space)
        , m_plans(plans)
        , m_effort(effort)
        , m_left(effort.work)
        , m_stop(stop)
        , m_node(std::max(1, effort.devices_per_node))
    {
        for (const Configuration& config_group : space.configGroups()) {
            m_devices = std::max(m_devices, space.devices(config_group));
        }
    }

    struct Least {
        std::optional<ConfiguredPartition> plan; // better than the known plans
        double bound = 0; // lower bound over all plans that fit
    };

    // Finds the fastest (or, if `billed`, the cheapest) plan that fits in less than `best` seconds (node-seconds) per
    // step.
    Least quickest(bool billed, double best);

    // Returns the evaluated plans that are about as good as the best, as alternatives if the allocator replay shows
    // that the best does not fit.
    std::vector<ConfiguredPartition> aboutBest(bool billed) const;

    // Finds the plan with the lowest peak, below `best`, among plans with a step of at most `slowest`.
    std::optional<ConfiguredPartition> lowest(Seconds slowest, Bytes best);

    // True if the last lowest() skipped nothing that may have a lower peak.
    bool lowestIsProven() const { return m_lowest_proven; }

    // Cost per second of step time: nodes if `billed`, else 1.
    double weightOf(const Configuration& c, bool billed) const
    {
        return billed ? (m_space.devices(c) + m_node - 1) / m_node : 1;
    }

private:
    // Search order, as the work may not suffice for all configurations.
    enum class Pass { Practiced, ClosedForm, All };
    // Results for one configuration at the full memory capacity.
    struct Known {
        std::optional<Seconds> bound; // infinite if nothing fits
        bool searched = false;
        bool polished = false;
        std::optional<Partition> plan;
    };
    struct Item {
        double bound = 0;
        Configuration configuration; // deepest of the depths
        int shallowest = 1;

        // the top of a priority_queue is its largest
        friend bool operator<(const Item& a, const Item& b) { return a.bound > b.bound; }
    };
    using Items = std::priority_queue<Item>;

    void look(bool billed, Pass pass, Least& least, double& best);
    void lookAtLikely(bool billed, Least& least, double& best);
    void lookAround(bool billed, Least& least, double& best);
    void polish(bool billed, Least& least, double& best);
    std::optional<Partition> polishedPlan(const Configuration& c);
    std::vector<std::pair<double, Configuration>> foundInOrder(bool billed) const;
    std::vector<std::vector<Configuration>> openZeroVariants(bool billed, double best);
    void take(const Configuration& c, bool billed, Least& least, double& best);
    void offer(const Configuration& c, bool billed, const Partition& partition, Least& least, double& best) const;
    std::optional<Partition> probe(const Configuration& c);
    void push(Items& items, bool billed, LayerRange depths, int config_group, double best) const;
    Known& known(const Configuration& c) { return m_known[{c.config_group, c.pipeline_ranks}]; }
    Seconds boundOf(const Configuration& c);
    const std::optional<Partition>& planOf(const Configuration& c);
    bool isPracticed(const Configuration& c, bool billed) const;
    bool isEven(const Configuration& c) const; // true if stages with equal numbers of blocks are among its partitions
    bool isOf(Pass pass, const ConfigurationGroup& config_group) const;
    void lookLower(const std::vector<Configuration>& order, Pass pass, Seconds slowest, Bytes& best,
                   std::optional<ConfiguredPartition>& found);
    void lower(const Configuration& c, Seconds slowest, Bytes& best, std::optional<ConfiguredPartition>& found);
    Seconds boundWithin(const Configuration& c, Bytes limit);
    std::optional<Partition> within(const Configuration& c, Bytes limit, Seconds slowest);
    bool spent() const { return m_left <= 0 || m_stop.stop_requested(); }

    const PlanSpace& m_space;
    const std::vector<ConfiguredPartition>& m_plans; // known plans
    const BestPlansEffort& m_effort;
    std::int64_t m_left; // remaining work of the current search
    const std::stop_token& m_stop;
    int m_devices = 0; // number used by the largest plan
    int m_node; // devices that are billed together
    bool m_lowest_proven = true;
    std::map<std::pair<int, int>, Known> m_known; // by configuration group and depth
    std::set<std::pair<int, int>> m_lowered; // configurations whose lowest plan lowest() has searched
};

// True for even stages of blocks on all devices or, if whole nodes are billed, on whole nodes.
bool BestPlanSearch::isPracticed(const Configuration& c, bool billed) const
{
    const bool devices = billed ? m_space.devices(c) % m_node == 0 : m_space.devices(c) == m_devices;
    return devices && isEven(c);
}

bool BestPlanSearch::isEven(const Configuration& c) const
{
    const int blocks = m_space.search(c).costs().size() - 2; // without the first and last layer
    return c.pipeline_ranks == 1 || (blocks > 0 && blocks % c.pipeline_ranks == 0);
}

bool BestPlanSearch::isOf(Pass pass, const ConfigurationGroup& config_group) const
{
    const Constraints& fixed = config_group.fixed;
    const bool practiced = fixed.micro_batch <= largestPracticed && m_devices % config_group.devices(1) == 0;
    return pass == Pass::All || (pass == Pass::Practiced ? practiced : hasClosedForm(fixed.schedule));
}

BestPlanSearch::Least BestPlanSearch::quickest(bool billed, double best)
{
    Least least;
    m_left = m_effort.work;
    for (const Pass pass : {Pass::Practiced, Pass::ClosedForm}) {
        look(billed, pass, least, best);
    }
    lookAtLikely(billed, least, best);
    look(billed, Pass::All, least, best);
    lookAround(billed, least, best);
    polish(billed, least, best);
    return least;
}

// Searches all depths of the configuration groups of the best plans: one node fewer, or one more layer per stage, may
// be slightly better.
void BestPlanSearch::lookAround(bool billed, Least& least, double& best)
{
    m_left = m_effort.work / 4;
    std::set<int> config_groups;
    for (const auto& [value, c] : foundInOrder(billed)) {
        if (config_groups.size() == lookedAround || spent()) {
            break;
        }
        if (!config_groups.insert(c.config_group).second) {
            continue;
        }
        for (const Configuration& near : m_space.configurations(c.config_group)) {
            const auto mayBeBetter = [&](Seconds step) {
                return weightOf(near, billed) * step.value < best * (1 + aboutAsGood);
            };
            if (m_space.search(near).possible(near.pipeline_ranks) && mayBeBetter(near.step_bound) && !spent()
                && mayBeBetter(boundOf(near))) {
                take(near, billed, least, best);
            }
        }
    }
}

// Searches the best of the inexactly searched configurations again with more effort.
void BestPlanSearch::polish(bool billed, Least& least, double& best)
{
    m_left = m_effort.work / 4;
    for (const auto& [value, c] : foundInOrder(billed)) {
        if (value > best * polishedWithin || spent()) {
            return;
        }
        Known& of = known(c);
        if (of.plan && of.plan->exact) {
            continue;
        }
        if (!std::exchange(of.polished, true)) {
            of.searched = true;
            of.plan = polishedPlan(c);
        }
        take(c, billed, least, best);
    }
}

// Also searches below the peaks of the plans found: a different path through the partitions may end at a faster one.
std::optional<Partition> BestPlanSearch::polishedPlan(const Configuration& c)
{
    ConfigurationSearch& config_group = m_space.search(c);
    const SearchEffort thorough {m_effort.each.operations * polishing};
    std::optional<Partition> best;
    Bytes limit = config_group.fittingPeak(c.pipeline_ranks);
    for (int round = 0; round < polishedPeaks && !spent(); ++round) {
        auto plan =
            config_group.partitions(PartitionFilter::Fitting).fastest(c.pipeline_ranks, limit, thorough, m_stop);
        m_left -= plan ? plan->operations : asked;
        if (!plan) {
            break;
        }
        limit = scaled(plan->peak, nextPolishedPeak);
        if (!best || plan->step < best->step) {
            best = std::move(plan);
        }
    }
    return best;
}

std::vector<ConfiguredPartition> BestPlanSearch::aboutBest(bool billed) const
{
    std::vector<ConfiguredPartition> plans;
    const auto found = foundInOrder(billed);
    for (const auto& [value, c] : found) {
        const auto at = m_known.find({c.config_group, c.pipeline_ranks});
        if (plans.size() == keptBeside || value > found.front().first * (1 + aboutAsGood)) {
            break;
        }
        if (at != m_known.end() && at->second.plan) {
            plans.push_back({c, *at->second.plan});
        }
    }
    return plans;
}

// Returns the configurations with a known plan, best first.
std::vector<std::pair<double, Configuration>> BestPlanSearch::foundInOrder(bool billed) const
{
    std::vector<std::pair<double, Configuration>> found;
    for (const ConfiguredPartition& plan : m_plans) {
        found.emplace_back(weightOf(plan.configuration, billed) * plan.partition.step.value, plan.configuration);
    }
    for (const auto& [at, known] : m_known) {
        if (known.plan) {
            const Configuration c {at.first, at.second, {}, {}};
            found.emplace_back(weightOf(c, billed) * known.plan->step.value, c);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::set<std::pair<int, int>> seen;
    std::erase_if(found, [&](const auto& each) {
        return !seen.insert({each.second.config_group, each.second.pipeline_ranks}).second;
    });
    return found;
}

// Searches schedules without a closed form, whose bounds are far below their actual steps: first those that are fast
// with even stages, then those in which even stages do not fit. Has a separate work budget: in large spaces the other
// passes leave less of the common budget than they would in a part of the space.
void BestPlanSearch::lookAtLikely(bool billed, Least& least, double& best)
{
    const std::int64_t left = std::exchange(m_left, m_effort.work);
    const std::int64_t searching = m_left / 4;
    const auto mayBeBetter = [&](const Configuration& c) { return c.step_bound.value < best * less; };
    std::vector<std::pair<double, Configuration>> even;
    std::vector<Configuration> tight; // in ascending order of bounds
    const auto zero_variants = openZeroVariants(billed, best);
    for (auto like = zero_variants.begin(); like != zero_variants.end() && m_left > searching && !spent(); ++like) {
        for (auto c = like->begin(); c != like->end() && mayBeBetter(*c) && !spent(); ++c) {
            if (const auto partition = probe(*c)) {
                even.emplace_back(weightOf(*c, billed) * partition->step.value, *c);
                offer(*c, billed, *partition, least, best);
                break;
            }
            tight.push_back(*c);
        }
    }
    std::stable_sort(even.begin(), even.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto c = even.begin(); c != even.end() && m_left > searching / 2 && !spent(); ++c) {
        take(c->second, billed, least, best);
    }
    for (auto c = tight.begin(); c != tight.end() && !spent(); ++c) {
        if (mayBeBetter(*c)) {
            take(*c, billed, least, best);
        }
    }
    m_left = left;
}

// Returns the configurations of schedules without a closed form whose bounds allow an improvement. One configuration
// represents all that differ only in their ZeRO stage, as that changes the step little.
std::vector<std::vector<Configuration>> BestPlanSearch::openZeroVariants(bool billed, double best)
{
    std::vector<Configuration> open;
    for (const Configuration& config_group : m_space.configGroups()) {
        if (hasClosedForm(m_space.configGroup(config_group).fixed.schedule)) {
            continue;
        }
        for (Configuration c : m_space.configurations(config_group.config_group)) {
            c.step_bound = c.step_bound * weightOf(c, billed);
            ConfigurationSearch& search = m_space.search(c);
            if (c.step_bound.value < best * less && search.possible(c.pipeline_ranks)
                && search.peakBound(c.pipeline_ranks) <= search.fittingPeak(c.pipeline_ranks)) {
                open.push_back(c);
            }
        }
    }
    std::stable_sort(open.begin(), open.end(),
                     [](const auto& a, const auto& b) { return a.step_bound < b.step_bound; });
    return zeroVariants(m_space, open);
}

// Evaluates even stages; empty if they do not fit.
std::optional<Partition> BestPlanSearch::probe(const Configuration& c)
{
    if (boundOf(c).value >= none) {
        return std::nullopt;
    }
    ConfigurationSearch& config_group = m_space.search(c);
    const PartitionSearch& partitions = config_group.partitions(PartitionFilter::Fitting);
    const auto split_points =
        partitions.simpleSplitPoints(c.pipeline_ranks, config_group.fittingPeak(c.pipeline_ranks));
    if (!split_points) {
        return std::nullopt;
    }
    m_left -= 2 * config_group.stages(c.pipeline_ranks) * config_group.configGroup().micro_batches;
    Partition even = partitions.evaluate(*split_points);
    even.exact = false; // other partitions may be faster
    return even;
}

void BestPlanSearch::offer(const Configuration& c, bool billed, const Partition& partition, Least& least,
                           double& best) const
{
    const double value = weightOf(c, billed) * partition.step.value;
    if (value < best * less) {
        best = value;
        least.plan = ConfiguredPartition {c, partition};
    }
}

void BestPlanSearch::take(const Configuration& c, bool billed, Least& least, double& best)
{
    if (const auto& plan = planOf(c)) {
        offer(c, billed, *plan, least, best);
    }
}

// Queues a range of depths of a configuration group if one of them may be better.
void BestPlanSearch::push(Items& items, bool billed, LayerRange depths, int config_group, double best) const
{
    const auto [shallowest, deepest] = depths;
    Configuration c {config_group, deepest, {}, {}};
    ConfigurationSearch& search = m_space.search(c);
    c.step_bound = search.stepBound(deepest);
    const double bound = weightOf({config_group, shallowest, {}, {}}, billed) * c.step_bound.value;
    if (bound < best * less) {
        items.push({bound, c, shallowest});
    }
}

void BestPlanSearch::look(bool billed, Pass pass, Least& least, double& best)
{
    const std::int64_t spare = pass == Pass::All ? 0 : m_left / 2;
    Items items;
    double uncertain = none; // lower bound over inexactly searched configurations
    for (const Configuration& config_group : m_space.configGroups()) {
        if (isOf(pass, m_space.configGroup(config_group))) {
            push(items, billed, {m_space.configGroup(config_group).shallowest, config_group.pipeline_ranks},
                 config_group.config_group, best);
        }
    }
    while (!items.empty() && items.top().bound < best * less && m_left > spare && !spent()) {
        const Item item = items.top();
        items.pop();
        const Configuration& c = item.configuration;
        if (item.shallowest < c.pipeline_ranks) {
            const int middle = item.shallowest + (c.pipeline_ranks - item.shallowest) / 2;
            push(items, billed, {item.shallowest, middle}, c.config_group, best);
            push(items, billed, {middle + 1, c.pipeline_ranks}, c.config_group, best);
            continue;
        }
        if (!m_space.search(c).possible(c.pipeline_ranks) || (pass == Pass::Practiced && !isPracticed(c, billed))) {
            continue;
        }
        const double bound = weightOf(c, billed) * boundOf(c).value;
        if (bound > item.bound) { // other items may come first now
            items.push({bound, c, c.pipeline_ranks});
            continue;
        }
        take(c, billed, least, best);
        const auto& plan = planOf(c);
        uncertain = plan && plan->exact ? uncertain : std::min(uncertain, item.bound);
    }
    least.bound = std::min({uncertain, best, items.empty() ? best : items.top().bound});
}

Seconds BestPlanSearch::boundOf(const Configuration& c)
{
    Known& of = known(c);
    if (!of.bound) {
        of.bound = boundWithin(c, m_space.search(c).fittingPeak(c.pipeline_ranks));
    }
    return *of.bound;
}

Seconds BestPlanSearch::boundWithin(const Configuration& c, Bytes limit)
{
    m_left -= asked;
    ConfigurationSearch& config_group = m_space.search(c);
    if (config_group.peakBound(c.pipeline_ranks) > limit || config_group.exceeds(c.pipeline_ranks, limit)) {
        return Seconds(none);
    }
    std::int64_t looked = 0;
    const Seconds bound =
        config_group.partitions(PartitionFilter::Fitting).fastestBound(c.pipeline_ranks, limit, m_stop, &looked);
    m_left -= lookedStage * looked;
    return std::min(bound, Seconds(none));
}

const std::optional<Partition>& BestPlanSearch::planOf(const Configuration& c)
{
    Known& of = known(c);
    if (!of.searched) {
        of.searched = true;
        of.plan = within(c, m_space.search(c).fittingPeak(c.pipeline_ranks), Seconds(none));
    }
    return of.plan;
}

// Returns the fastest partition with a peak of at most `limit`; empty if its step is longer than `slowest`.
std::optional<Partition> BestPlanSearch::within(const Configuration& c, Bytes limit, Seconds slowest)
{
    ConfigurationSearch& config_group = m_space.search(c);
    m_left -= config_group.isExact() ? asked : interleavedStageCost * config_group.stages(c.pipeline_ranks);
    auto plan =
        config_group.partitions(PartitionFilter::Fitting).fastest(c.pipeline_ranks, limit, m_effort.each, m_stop);
    m_left -= plan ? plan->operations : 0;
    if (plan && plan->step <= slowest) {
        return plan;
    }
    m_lowest_proven = m_lowest_proven && (plan ? plan->exact : config_group.isExact());
    return std::nullopt;
}

std::optional<ConfiguredPartition> BestPlanSearch::lowest(Seconds slowest, Bytes best)
{
    std::optional<ConfiguredPartition> found;
    m_left = m_effort.work;
    m_lowest_proven = true;
    m_lowered.clear();
    std::vector<Configuration> order;
    std::copy_if(m_space.configGroups().begin(), m_space.configGroups().end(), std::back_inserter(order),
                 [&](const Configuration& config_group) { return config_group.step_bound <= slowest; });
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.peak_bound < b.peak_bound; });
    for (const Pass pass : {Pass::Practiced, Pass::ClosedForm, Pass::All}) {
        lookLower(order, pass, slowest, best, found);
    }
    m_lowest_proven = m_lowest_proven && !spent();
    return found;
}

// Searches these configuration groups in ascending order of their peak bounds.
void BestPlanSearch::lookLower(const std::vector<Configuration>& order, Pass pass, Seconds slowest, Bytes& best,
                               std::optional<ConfiguredPartition>& found)
{
    const std::int64_t spare = pass == Pass::All ? 0 : m_left / 2;
    for (const Configuration& config_group : order) {
        if (!isOf(pass, m_space.configGroup(config_group))) {
            continue;
        }
        m_left -= asked;
        if (m_left <= spare || spent() || config_group.peak_bound >= best) {
            return;
        }
        if (m_space.search(config_group).exceeds(best - Bytes(1))) {
            continue;
        }
        for (const Configuration& c : m_space.configurations(config_group.config_group, best - Bytes(1))) {
            const bool is_turn = pass != Pass::Practiced || isEven(c);
            if (is_turn && c.step_bound <= slowest && c.peak_bound < best && m_left > spare && !spent()
                && m_lowered.insert({c.config_group, c.pipeline_ranks}).second) {
                lower(c, slowest, best, found);
            }
        }
    }
}

// Bisects between the configuration's bounds a few times, then lowers the limit below each plan found until none
// remains. Limits at or above the known peak count as satisfied, so that the limits tried below them do not depend on
// other configurations.
void BestPlanSearch::lower(const Configuration& c, Seconds slowest, Bytes& best,
                           std::optional<ConfiguredPartition>& found)
{
    const auto finds = [&](Bytes limit) {
        auto plan = boundWithin(c, limit) <= slowest ? within(c, limit, slowest) : std::nullopt;
        if (plan) {
            best = plan->peak;
            found = ConfiguredPartition {c, *std::move(plan)};
        }
        return best <= limit;
    };
    ConfigurationSearch& config_group = m_space.search(c);
    Bytes passed = config_group.fittingPeak(c.pipeline_ranks);
    const Bytes most = std::min(best - Bytes(1), passed);
    if (most < c.peak_bound || boundWithin(c, most) > slowest || (config_group.isExact() && !finds(most))) {
        return;
    }
    Bytes refused = c.peak_bound - Bytes(1);
    for (int round = 0; round < halvings && passed - refused > Bytes(1) && !spent(); ++round) {
        const Bytes limit = refused + (passed - refused) / 2;
        (best <= limit || finds(limit) ? passed : refused) = limit;
    }
    while (best - Bytes(1) > refused && !spent() && finds(best - Bytes(1))) {}
}

}

BestPlans bestPlans(const PlanSpace& space, const std::vector<ConfiguredPartition>& known, BestBounds bounds,
                    const BestPlansEffort& effort, const std::stop_token& stop)
{
    BestPlans bests {{}, bounds};
    const auto fastest = std::min_element(
        known.begin(), known.end(), [](const auto& a, const auto& b) { return a.partition.step < b.partition.step; });
    if (fastest == known.end()) {
        return bests;
    }
    BestPlanSearch all(space, known, effort, stop);
    const auto keep = [&](const std::optional<ConfiguredPartition>& plan) {
        if (plan) {
            bests.plans.push_back(*plan);
        }
    };
    const auto keepAll = [&](std::vector<ConfiguredPartition> plans) {
        std::move(plans.begin(), plans.end(), std::back_inserter(bests.plans));
    };
    Seconds step = fastest->partition.step;
    if (bounds.fastest < step) {
        const auto found = all.quickest(false, step.value);
        step = found.plan ? found.plan->partition.step : step;
        bests.bounds.fastest = std::max(bounds.fastest, Seconds(found.bound));
        keep(found.plan);
        keepAll(all.aboutBest(false));
    }
    if (effort.devices_per_node > 0) {
        double cheapest = none;
        for (const auto& plans : {known, bests.plans}) {
            for (const ConfiguredPartition& plan : plans) {
                cheapest = std::min(cheapest, all.weightOf(plan.configuration, true) * plan.partition.step.value);
            }
        }
        const auto found = all.quickest(true, cheapest);
        bests.bounds.cheapest = std::max(bounds.cheapest, found.bound);
        keep(found.plan);
        keepAll(all.aboutBest(true));
    }
    if (!effort.max_slowdown) {
        return bests;
    }
    const Seconds slowest = step * *effort.max_slowdown;
    Bytes lowest = noPeak;
    for (const auto& plans : {known, bests.plans}) {
        for (const ConfiguredPartition& plan : plans) {
            lowest = plan.partition.step <= slowest ? std::min(lowest, plan.partition.peak) : lowest;
        }
    }
    keep(all.lowest(slowest, lowest));
    bests.balanced_proven = all.lowestIsProven();
    return bests;
}

}
