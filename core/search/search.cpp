// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/memory/allocator/stageallocations.h"
#include "core/memory/policy.h"
#include "core/search/baselines/uniform.h"
#include "core/search/partitionsearch.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

namespace stagecraft {

namespace {

constexpr Bytes noLimit(INT64_MAX);
// The recommended plan is worth seconds; the many others that are shown beside it are not.
constexpr SearchEffort thorough {10'000'000, {}};
constexpr SearchEffort brief {200'000, {}};
// What the many candidates are estimated with; those that get a label are replayed.
constexpr ReservedOptions byShare {false, false};

// A pipeline depth with a data degree, and the partitions found for it.
struct Configuration {
    int places = 1;
    int data = 1;
    std::int64_t micro_batches = 1;
    Bytes least_peak;
};

// One call of searchPlans().
class Search {
public:
    Search(const Problem& problem, const ChainCosts& costs, std::stop_token stop,
           const std::function<void(SearchProgress)>& progress)
        : m_problem(problem), m_costs(costs), m_stop(std::move(stop)), m_progress(progress)
    {
        const ClusterGroup& group = problem.cluster.groups.front();
        m_fitting = largestFittingPeak(costs, group.device, group.device.memory - problem.constraints.memory_reserve);
    }

    Result<SearchResult> run()
    {
        if (m_problem.constraints.cuts) {
            return fixedCuts();
        }
        findConfigurations();
        if (m_stop.stop_requested() || m_configurations.empty()) {
            return finish();
        }
        chooseRecommended();
        chooseOthers();
        label();
        return finish();
    }

private:
    std::int64_t samples() const { return m_problem.workload.global_batch / m_problem.constraints.micro_batch; }

    const PartitionSearch& searchFor(const Configuration& configuration)
    {
        auto& search = m_searches[configuration.data];
        if (!search) {
            search =
                std::make_unique<PartitionSearch>(m_problem, m_costs, configuration.data, configuration.micro_batches);
        }
        return *search;
    }

    void findConfigurations()
    {
        const Constraints& fixed = m_problem.constraints;
        const int devices = m_problem.cluster.devices();
        const int layers = m_costs.size();
        for (int data = fixed.data.value_or(1); data <= fixed.data.value_or(devices); ++data) {
            if (samples() % data != 0) {
                continue;
            }
            const int most = std::min(layers, devices / data);
            const int depth = fixed.pipeline.value_or(most);
            if (depth > most || depth < 1) {
                continue;
            }
            Configuration configuration {1, data, samples() / data, {}};
            const auto least = searchFor(configuration).leastPeaks(depth, m_stop);
            for (int places = fixed.pipeline.value_or(1); places < static_cast<int>(least.size()); ++places) {
                configuration.places = places;
                configuration.least_peak = least[static_cast<std::size_t>(places)];
                m_configurations.push_back(configuration);
            }
            report(0);
        }
        m_result.configurations = static_cast<std::int64_t>(m_configurations.size());
    }

    void chooseRecommended()
    {
        Bytes least = noLimit;
        for (const Configuration& c : m_configurations) {
            least = std::min(least, c.least_peak);
        }
        // Of all plans with the least peak the fastest; then sorted peaks, fewer devices, smaller cuts.
        const auto order = [](const Partition& p, const Configuration& c) {
            std::vector<Bytes> peaks; // of all devices
            for (const Bytes peak : p.sorted_peaks) {
                peaks.insert(peaks.end(), static_cast<std::size_t>(c.data), peak);
            }
            return std::make_tuple(p.peak, p.step, peaks, c.places * c.data, p.cuts);
        };
        std::optional<std::pair<Partition, Configuration>> best;
        bool below = false;
        for (const Configuration& c : m_configurations) {
            below = below || searchFor(c).feasible(c.places, least - Bytes(1), m_stop);
            if (c.least_peak > least) {
                continue;
            }
            auto partition = searchFor(c).fastest(c.places, least, thorough, m_stop);
            if (!partition) {
                continue;
            }
            m_exact = m_exact && partition->exact;
            if (!best || order(*partition, c) < order(best->first, best->second)) {
                best = {std::move(*partition), c};
            }
        }
        if (!best) {
            return; // stopped
        }
        m_result.certificate.peak = least;
        m_result.certificate.less_is_infeasible = !below;
        m_fits = least <= m_fitting;
        add(best->first, best->second, "stagecraft");
    }

    // Per configuration: the least peak, the fastest that fits, and the uniform partition; then the balanced plan.
    void chooseOthers()
    {
        std::int64_t done = 0;
        std::vector<std::pair<Configuration, Seconds>> fitting; // with their fastest steps
        Seconds fastest(std::numeric_limits<double>::infinity());
        for (const Configuration& c : m_configurations) {
            const PartitionSearch& search = searchFor(c);
            addIfFound(search.fastest(c.places, c.least_peak, brief, m_stop), c);
            if (c.least_peak <= m_fitting) {
                if (const auto found = search.fastest(c.places, m_fitting, brief, m_stop)) {
                    fastest = std::min(fastest, found->step);
                    fitting.emplace_back(c, found->step);
                    add(*found, c, "stagecraft");
                    addFront(*found, c);
                }
            }
            addUniform(c);
            report(++done);
            if (m_stop.stop_requested()) {
                return;
            }
        }
        chooseBalanced(std::move(fitting), fastest * m_problem.constraints.max_slowdown);
    }

    // The configuration's front below `fastest`: again and again the fastest plan with a lower peak than the last one.
    void addFront(const Partition& fastest, const Configuration& c)
    {
        const PartitionSearch& search = searchFor(c);
        // Looking at all stages, and walking through the plan that is found.
        const std::int64_t stages = std::int64_t(c.places) * m_costs.size() * m_costs.size();
        const std::int64_t walk = 8 * c.micro_batches * m_costs.size();
        Bytes peak = fastest.peak;
        m_front_effort -= fastest.operations;
        m_result.front_complete = m_result.front_complete && fastest.exact;
        while (peak > c.least_peak && !m_stop.stop_requested()) {
            const auto found =
                m_front_effort >= stages ? search.fastest(c.places, peak - Bytes(1), brief, m_stop) : std::nullopt;
            if (!found) {
                m_result.front_complete = false;
                return;
            }
            m_front_effort -= stages + walk + found->operations;
            m_result.front_complete = m_result.front_complete && found->exact;
            peak = found->peak;
            if (!dominated(found->peak, found->step)) {
                add(*found, c, "stagecraft");
            }
        }
    }

    // True if a candidate that fits is at least as good in both, and better in one.
    bool dominated(Bytes peak, Seconds step) const
    {
        return std::any_of(m_result.candidates.begin(), m_result.candidates.end(), [&](const Candidate& other) {
            const Estimate& a = other.estimate;
            return a.fits && a.peak <= peak && a.step <= step && (a.peak < peak || a.step < step);
        });
    }

    // The least peak among the plans not slower than `slowest`: the most promising configurations first, those that
    // cannot win never.
    void chooseBalanced(std::vector<std::pair<Configuration, Seconds>> fitting, Seconds slowest)
    {
        std::stable_sort(fitting.begin(), fitting.end(),
                         [](const auto& a, const auto& b) { return a.first.least_peak < b.first.least_peak; });
        Bytes limit = m_fitting;
        for (const auto& [c, step] : fitting) {
            if (c.least_peak > limit || step > slowest || m_stop.stop_requested()) {
                continue;
            }
            const auto found = searchFor(c).leastPeakWithin(c.places, slowest, limit, brief, m_stop);
            if (found && found->step <= slowest) {
                add(*found, c, "stagecraft");
                limit = std::min(limit, found->peak);
            }
        }
    }

    void addIfFound(const std::optional<Partition>& partition, const Configuration& configuration)
    {
        if (partition) {
            add(*partition, configuration, "stagecraft");
        }
    }

    void addUniform(const Configuration& c)
    {
        const auto cuts = uniformCuts(m_costs.size(), c.places);
        if (c.places > 1) {
            add(searchFor(c).evaluate(cuts), c, "deepspeed-uniform");
        }
    }

    // As the problem's constraints have it.
    Plan planOf(const std::vector<int>& cuts, int data, std::int64_t micro_batches) const
    {
        const Constraints& fixed = m_problem.constraints;
        return withPolicies(uniformPlan(cuts, data, fixed.micro_batch, micro_batches, fixed.schedule, fixed.zero),
                            fixed.policies);
    }

    void add(const Partition& partition, const Configuration& c, const std::string& partitioner)
    {
        Plan plan = planOf(partition.cuts, c.data, c.micro_batches);
        const bool known =
            std::any_of(m_result.candidates.begin(), m_result.candidates.end(), [&](const Candidate& candidate) {
                return candidate.plan == plan && candidate.partitioner == partitioner;
            });
        if (known) {
            return;
        }
        auto estimate = estimatePlan(m_problem, plan, m_costs, byShare);
        if (!estimate) {
            m_error = estimate.error();
            return;
        }
        m_result.candidates.push_back({partitioner, {}, std::move(plan), std::move(*estimate)});
    }

    Result<SearchResult> fixedCuts()
    {
        const auto& cuts = *m_problem.constraints.cuts;
        const int data = m_problem.constraints.data.value_or(1);
        const Plan plan = planOf(cuts, data, samples() / data);
        auto estimate = estimatePlan(m_problem, plan, m_costs);
        if (!estimate) {
            return failure(estimate.error());
        }
        m_result.configurations = 1;
        m_result.certificate.peak = estimate->peak;
        m_fits = estimate->fits;
        m_result.candidates.push_back({"given", {}, plan, std::move(*estimate)});
        m_result.front_complete = false;
        label();
        auto result = finish();
        if (result && result->outcome.kind == OutcomeKind::Optimal) {
            result->outcome.kind = OutcomeKind::BestFound;
            result->outcome.detail = "the cuts were given: nothing was searched";
        }
        return result;
    }

    // Who gets a label is replayed; if it then does not fit, the labels are given anew.
    void label()
    {
        do {
            for (Candidate& candidate : m_result.candidates) {
                candidate.labels.clear();
            }
            giveLabels();
        } while (!labelledFit());
    }

    bool labelledFit()
    {
        bool fit = true;
        const LayerRange whole {0, m_costs.size()};
        if (m_problem.cluster.groups.front().device.kind != DeviceKind::Cuda || !canReplay(m_costs, whole)) {
            return fit;
        }
        for (Candidate& candidate : m_result.candidates) {
            const auto& devices = candidate.estimate.devices;
            const bool replayed = std::any_of(devices.begin(), devices.end(),
                                              [](const DeviceEstimate& d) { return d.fragmentation.has_value(); });
            if (candidate.labels.empty() || replayed || !worthReplaying(candidate)) {
                continue;
            }
            if (auto estimate = estimatePlan(m_problem, candidate.plan, m_costs)) {
                fit = fit && estimate->fits == candidate.estimate.fits;
                candidate.estimate = *std::move(estimate);
            }
        }
        return fit;
    }

    // Of the front, as many as can be replayed in about a second.
    bool worthReplaying(const Candidate& candidate)
    {
        const Plan& plan = candidate.plan;
        for (const Stage& stage : plan.stages) {
            const auto stages = static_cast<int>(plan.stages.size());
            const std::int64_t passes = 4 * inFlight(plan.schedule, stage.place, stages, plan.micro_batches);
            m_replay_effort -= passes * stage.layers.count();
        }
        return m_replay_effort >= 0 || candidate.labels != std::vector {Label::Front};
    }

    // Where the allocator has no room for the plan with the least peak, the next one takes its place.
    bool moveFittingToFront()
    {
        auto& all = m_result.candidates;
        const auto order = [](const Candidate& c) {
            return std::make_tuple(!c.estimate.fits, c.estimate.peak, c.estimate.step);
        };
        const auto best = std::min_element(all.begin(), all.end(),
                                           [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
        std::rotate(all.begin(), best, best + 1);
        m_passed_over = all.front().estimate.fits;
        return m_passed_over;
    }

    void giveLabels()
    {
        auto& all = m_result.candidates;
        if (all.empty() || !m_fits) {
            return;
        }
        m_fits = all.front().estimate.fits || moveFittingToFront();
        if (!m_fits) {
            return;
        }
        all.front().labels.push_back(Label::Recommended);
        Candidate* fastest =
            bestOf([](const Candidate& c) { return std::make_tuple(c.estimate.step, c.estimate.peak); });
        const Seconds slowest = fastest->estimate.step * m_problem.constraints.max_slowdown;
        fastest->labels.push_back(Label::Fastest);
        Candidate* balanced = bestOf([&](const Candidate& c) {
            return std::make_tuple(c.estimate.step > slowest, c.estimate.peak, c.estimate.step);
        });
        balanced->labels.push_back(Label::Balanced);
        if (fastest->estimate.cost_per_step) {
            bestOf([](const Candidate& c) {
                return std::make_tuple(c.estimate.cost_per_step->value, c.estimate.peak);
            })->labels.push_back(Label::Cheapest);
        }
        for (Candidate& candidate : all) {
            const Estimate& estimate = candidate.estimate;
            if (estimate.fits && !dominated(estimate.peak, estimate.step)) {
                candidate.labels.push_back(Label::Front);
            }
        }
    }

    // The candidate that fits with the least key; the earlier one of equals. There is one: the recommended plan fits.
    template <typename Key>
    Candidate* bestOf(Key key)
    {
        Candidate* best = &m_result.candidates.front();
        for (Candidate& candidate : m_result.candidates) {
            if (candidate.estimate.fits && key(candidate) < key(*best)) {
                best = &candidate;
            }
        }
        return best;
    }

    Result<SearchResult> finish()
    {
        if (m_error) {
            return failure(*m_error);
        }
        Outcome& outcome = m_result.outcome;
        if (m_stop.stop_requested()) {
            outcome.kind = OutcomeKind::Cancelled;
            return std::move(m_result);
        }
        auto& all = m_result.candidates;
        if (all.empty()) {
            outcome = {
                OutcomeKind::Infeasible, -1, {}, "no pipeline depth and data degree divides the batch as it is fixed"};
            return std::move(m_result);
        }
        setBottleneck();
        std::stable_sort(all.begin() + 1, all.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(a.estimate.peak, a.estimate.step) < std::tie(b.estimate.peak, b.estimate.step);
        });
        if (!m_fits) {
            setMissing();
        } else if (m_passed_over) {
            m_result.certificate.peak = all.front().estimate.peak;
            m_result.certificate.less_is_infeasible = false;
            outcome.kind = OutcomeKind::BestFound;
            outcome.detail = "plans with a lower peak leave the allocator no room";
        } else if (!m_exact) {
            outcome.kind = OutcomeKind::BestFound;
            outcome.detail = "the peak is the least; of the many plans that have it not all were timed";
        }
        return std::move(m_result);
    }

    void setBottleneck()
    {
        const Estimate& estimate = m_result.candidates.front().estimate;
        for (const DeviceEstimate& device : estimate.devices) {
            if (device.peak == estimate.peak) {
                m_result.certificate.bottleneck = device.stage;
                return;
            }
        }
    }

    void setMissing()
    {
        Outcome& outcome = m_result.outcome;
        outcome.kind = OutcomeKind::Infeasible;
        const auto& devices = m_result.candidates.front().estimate.devices;
        for (std::size_t i = 0; i < devices.size(); ++i) {
            if (const Bytes missing = devices[i].device_high - devices[i].capacity; missing > outcome.missing) {
                outcome.missing = missing;
                outcome.device = static_cast<int>(i);
            }
        }
    }

    void report(std::int64_t done) const
    {
        if (m_progress) {
            m_progress({done, static_cast<std::int64_t>(m_configurations.size())});
        }
    }

    const Problem& m_problem;
    const ChainCosts& m_costs;
    std::stop_token m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    Bytes m_fitting; // largest peak that fits a device
    bool m_fits = false;
    bool m_exact = true;
    std::map<int, std::unique_ptr<PartitionSearch>> m_searches; // by data degree
    std::vector<Configuration> m_configurations;
    // What is left of the work that may go into the front: simulated operations and looked-at stages.
    std::int64_t m_front_effort = 5'000'000;
    std::int64_t m_replay_effort = 40'000; // passes of layers that may still be replayed
    bool m_passed_over = false; // plans with a lower peak do not fit, once replayed
    SearchResult m_result;
    std::optional<Error> m_error;
};

}

bool Candidate::has(Label label) const
{
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

const Candidate* SearchResult::recommended() const
{
    const auto at = std::find_if(candidates.begin(), candidates.end(),
                                 [](const Candidate& c) { return c.has(Label::Recommended); });
    return at == candidates.end() ? nullptr : &*at;
}

Result<SearchResult> searchPlans(const Problem& problem, const CostModel& costs, std::stop_token stop,
                                 const std::function<void(SearchProgress)>& progress)
{
    const auto begin = std::chrono::steady_clock::now();
    if (const ScheduleKind schedule = problem.constraints.schedule; !hasClosedForm(schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the schedule of a search"), std::string(nameOf(schedule)), closedFormNames()});
    }
    if (problem.constraints.policies.has(LayerPolicy::Swap)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the policy of a search"), policiesText(problem.constraints.policies),
                        std::string("none, full, selective")});
    }
    if (auto valid = validateForPlanning(problem); !valid) {
        return failure(valid.error());
    }
    if (!problem.stack.empty()) { // its memory is not the ledger's, whose closed form makes the search exact
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the stack of a search"), problem.stack, std::string("none")});
    }
    const auto chain = chainWithPolicies(costs, problem, problem.constraints.micro_batch, problem.constraints.policies);
    if (!chain) {
        return failure(chain.error());
    }
    auto result = Search(problem, *chain, std::move(stop), progress).run();
    if (result) {
        result->missing = chain->missing;
        result->elapsed = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return result;
}

}
