// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/mixedfastest.h"

#include "core/search/pipelineplacements.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <tuple>

namespace stagecraft {

namespace {

constexpr std::int64_t stagesLooked = 6'000'000; // total over all placements and configuration groups
constexpr std::int64_t placementsKept = 200'000; // total over configuration groups; limits the memory
constexpr std::int64_t simulated = 2'000'000; // operations for the fastest plan, and again for the cheapest
constexpr std::int64_t ofPlacement = 60'000; // operations per placement
constexpr std::size_t shownPlans = 16;
constexpr std::size_t ofPromising = 3; // placements per promising configuration group
constexpr double never = 1e300;

// Quantity to minimize.
enum class By { Step, Cost };

// Placement of a configuration group, with the bound of its plans.
struct Known {
    Placement placement;
    Seconds bound; // lower bound over its remaining plans
    UsdPerHour price; // total price of its nodes
};

// Configuration group with its enumerated placements.
struct Opened {
    explicit Opened(const ConfigurationGroup& config_group, StageTable made)
        : table(std::move(made)), pipelines(config_group, table)
    {
    }

    StageTable table;
    PipelinePlacements pipelines;
    std::vector<Known> placements;
    bool complete = true; // true if no other placement may be faster or cheaper
};

struct Item {
    double key = 0; // lower bound over its plans
    std::size_t config_group = 0;
    int placement = -1; // index in the configuration group; -1 for all of them

    bool operator<(const Item& other) const
    {
        return std::tie(other.key, other.config_group, other.placement) < std::tie(key, config_group, placement);
    }
};

class FastestMixedSearch {
public:
    FastestMixedSearch(MixedConfigurationGroups& config_groups, const KnownFastest& known, std::stop_token stop)
        : m_config_groups(config_groups)
        , m_fastest(known.fastest)
        , m_cheapest(known.cheapest)
        , m_stop(std::move(stop))
        , m_opened(config_groups.all().size())
    {
    }

    MixedFastest run(bool priced, const std::vector<std::size_t>& promising)
    {
        m_priced = priced;
        m_operations = simulated;
        for (const std::size_t config_group : promising) {
            lookAtBest(By::Step, config_group);
            if (priced) {
                lookAtBest(By::Cost, config_group);
            }
        }
        m_found.fastest_bound = Seconds(search(By::Step));
        if (priced) {
            m_found.cheapest_bound = Usd(search(By::Cost));
        }
        const auto all = static_cast<std::ptrdiff_t>(m_found.plans.size());
        m_found.plans.erase(m_found.plans.begin(),
                            m_found.plans.begin() + std::max(std::ptrdiff_t(0), all - std::ptrdiff_t(shownPlans)));
        return std::move(m_found);
    }

private:
    double bestOf(By by) const { return by == By::Step ? m_fastest.value : m_cheapest.value; }

    static double keyOf(By by, const Known& known)
    {
        return by == By::Step ? known.bound.value : (known.price * known.bound).value;
    }

    // Searches the placements of a configuration group with the lowest bounds.
    void lookAtBest(By by, std::size_t config_group)
    {
        unfold(by, {0, config_group, -1});
        const auto& placements = m_opened[config_group]->placements;
        std::vector<int> order;
        for (std::size_t i = 0; i < placements.size(); ++i) {
            order.push_back(static_cast<int>(i));
        }
        const auto key = [&](int i) { return keyOf(by, placements[static_cast<std::size_t>(i)]); };
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
        order.resize(std::min(order.size(), ofPromising));
        for (const int placement : order) {
            look(by, {key(placement), config_group, placement});
        }
    }

    // Returns a lower bound over all plans.
    double search(By by)
    {
        m_operations = simulated;
        m_queue = {};
        for (std::size_t f = 0; f < m_opened.size(); ++f) {
            const StepLowerBound& lower_bound = m_config_groups.all()[f].lower_bound;
            m_queue.push({by == By::Step ? lower_bound.step.value : lower_bound.cost.value, f, -1});
        }
        double open = never; // lowest bound of items skipped for lack of work
        while (!m_queue.empty() && m_queue.top().key < bestOf(by) && !m_stop.stop_requested()) {
            const Item item = m_queue.top();
            m_queue.pop();
            const bool known = item.placement < 0 ? unfold(by, item) : look(by, item);
            open = known ? open : std::min(open, item.key);
        }
        const double waiting = m_stop.stop_requested() ? 0 : never;
        return std::min({open, bestOf(by), waiting});
    }

    UsdPerHour priceOf(const Opened& opened, const Placement& placement) const
    {
        UsdPerHour price;
        for (const PlacedStages& run : placement) {
            const ClusterGroup& group = opened.table.group(run.option);
            const int devices = run.stages * opened.table.devicesOf(run.option);
            const int nodes = (devices + group.devices_per_node - 1) / group.devices_per_node;
            price += group.price_per_node.value_or(UsdPerHour(0)) * nodes;
        }
        return price;
    }

    // Queues the placements of a configuration group. True if none is missing.
    bool unfold(By by, const Item& item)
    {
        auto& opened = m_opened[item.config_group];
        if (!opened) {
            const MixedConfigurationGroup& config_group = m_config_groups.all()[item.config_group];
            opened = std::make_unique<Opened>(config_group.config_group, m_config_groups.tableOf(config_group));
            const auto prunable = [&](const Placement& placement, Seconds bound) {
                return bound >= m_fastest && !(m_priced && priceOf(*opened, placement) * bound < m_cheapest);
            };
            opened->complete =
                opened->pipelines.forEach(m_looks, m_stop, prunable, [&](const Placement& placement, Seconds bound) {
                    m_looks = --m_kept > 0 ? m_looks : 0;
                    opened->placements.push_back(
                        {placement, std::max(bound, config_group.lower_bound.step), priceOf(*opened, placement)});
                });
        }
        for (std::size_t i = 0; i < opened->placements.size(); ++i) {
            m_queue.push(
                {std::max(item.key, keyOf(by, opened->placements[i])), item.config_group, static_cast<int>(i)});
        }
        return opened->complete;
    }

    // Searches a placement. True if no better plan of it can be missing.
    bool look(By by, const Item& item)
    {
        const Opened& opened = *m_opened[item.config_group];
        Known& known = m_opened[item.config_group]->placements[static_cast<std::size_t>(item.placement)];
        if (keyOf(by, known) >= bestOf(by)) {
            return true; // its bound rose after it was queued
        }
        if (m_operations <= 0) {
            return false;
        }
        const Seconds below = by == By::Step || !(known.price > UsdPerHour(0))
            ? m_fastest
            : Seconds(std::min(never, m_cheapest.value / (known.price * Seconds(1)).value));
        std::int64_t effort = std::min(ofPlacement, m_operations);
        m_operations -= effort;
        bool exact = true;
        const auto found = opened.pipelines.fastest(known.placement, below, effort, exact, m_stop);
        m_operations += effort;
        if (found) {
            take(*found, known.price);
        }
        if (exact) {
            known.bound = std::max(known.bound, found ? found->step : below);
        }
        return exact;
    }

    void take(const TimedPlan& found, UsdPerHour price)
    {
        const bool cheaper = m_priced && price * found.step < m_cheapest;
        if (found.step < m_fastest || cheaper) {
            m_found.plans.push_back(found.plan);
        }
        m_fastest = std::min(m_fastest, found.step);
        m_cheapest = cheaper ? price * found.step : m_cheapest;
    }

    MixedConfigurationGroups& m_config_groups;
    Seconds m_fastest;
    Usd m_cheapest;
    bool m_priced = false;
    std::stop_token m_stop;
    std::vector<std::unique_ptr<Opened>> m_opened; // by configuration group; null until opened
    std::priority_queue<Item> m_queue;
    std::int64_t m_looks = stagesLooked;
    std::int64_t m_kept = placementsKept;
    std::int64_t m_operations = 0;
    MixedFastest m_found;
};

}

MixedFastest searchMixedFastest(MixedConfigurationGroups& config_groups, const KnownFastest& known, bool priced,
                                const std::vector<std::size_t>& promising, const std::stop_token& stop)
{
    return FastestMixedSearch(config_groups, known, stop).run(priced, promising);
}

}
