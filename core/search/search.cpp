// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/estimate/devicememory.h"
#include "core/estimate/estimator.h"
#include "core/estimate/fittedrange.h"
#include "core/estimate/plancosts.h"
#include "core/estimate/stackestimate.h"
#include "core/memory/allocator/stageallocations.h"
#include "core/search/baselines/uniform.h"
#include "core/search/labels.h"
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
    Bytes fitting; // the largest peak that fits a device

    bool fits() const { return least_peak <= fitting; }
};

// One call of searchPlans().
class Search {
public:
    Search(const Problem& problem, const ChainCosts& costs, const Stack* stack, std::stop_token stop,
           const std::function<void(SearchProgress)>& progress)
        : m_problem(problem), m_costs(costs), m_stack(stack), m_stop(std::move(stop)), m_progress(progress)
    {
        if (stack != nullptr) {
            m_range.emplace(*stack);
        }
    }

    Result<SearchResult> run()
    {
        if (m_problem.constraints.cuts) {
            return fixedCuts();
        }
        findConfigurations();
        if (m_stop.stop_requested() || m_error || m_configurations.empty()) {
            return finish();
        }
        chooseRecommended();
        chooseOthers();
        label();
        return finish();
    }

private:
    std::int64_t samples() const { return m_problem.workload.global_batch / m_problem.constraints.micro_batch; }

    // The largest peak that fits a device, as estimates have it. Not the same for all: collectives take memory, too.
    Bytes fittingPeak(int places, int data) const
    {
        const DeviceType& device = m_problem.cluster.groups.front().device;
        const Bytes capacity = device.memory - m_problem.constraints.memory_reserve;
        const CollectiveBytes collectives =
            collectiveBytes(m_costs, device, places, placeDegrees(m_problem.constraints.degrees, data));
        if (m_stack == nullptr) {
            return largestFittingPeak(m_costs, device, capacity, collectives);
        }
        const bool beyond = m_range->isBeyondMemory(m_stages.at(data).modelled(places));
        return largestFittingPeak(*m_stack, m_costs, device, capacity, collectives, beyond);
    }

    const PartitionSearch& searchFor(const Configuration& configuration)
    {
        auto& search = m_searches[configuration.data];
        if (!search) {
            const auto stack = m_stages.find(configuration.data);
            search = std::make_unique<PartitionSearch>(
                m_problem, m_costs, configuration.data, configuration.micro_batches,
                stack == m_stages.end() ? std::nullopt : std::optional(stack->second));
        }
        return *search;
    }

    // The deepest pipeline up to `depth` that the stack can tell of with this data degree; 0 if none.
    int expressible(const Configuration& c, int depth)
    {
        if (m_stack == nullptr) {
            return depth;
        }
        auto stages = StackStages::make(m_problem, *m_stack, c.data, c.micro_batches);
        std::string obstacle = stages ? stages->obstacle(depth) : stages.error();
        while (stages && !obstacle.empty() && !m_problem.constraints.pipeline && depth > 1) {
            obstacle = stages->obstacle(--depth);
        }
        if (!obstacle.empty()) {
            m_obstacle = obstacle;
            return 0;
        }
        m_stages.insert_or_assign(c.data, *std::move(stages));
        return depth;
    }

    void findConfigurations()
    {
        const Constraints& fixed = m_problem.constraints;
        const int devices = m_problem.cluster.devices() / fixed.degrees.ranks();
        const int layers = m_costs.size();
        for (int data = fixed.data.value_or(1); data <= fixed.data.value_or(devices); ++data) {
            if (samples() % data != 0 || data % fixed.degrees.sharding.expert != 0) {
                continue;
            }
            const int most = std::min(layers, devices / data);
            Configuration configuration {1, data, samples() / data, {}, {}};
            int depth = fixed.pipeline.value_or(most);
            if (depth > most || depth < 1 || (depth = expressible(configuration, depth)) < 1) {
                continue;
            }
            const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
            if (auto estimable = requireEstimable(fixed.schedule, {depth, depth, configuration.micro_batches},
                                                  by_layer ? layers : 0);
                !estimable) {
                m_error = estimable.error();
                return;
            }
            const auto least = searchFor(configuration).leastPeaks(depth, m_stop);
            for (int places = fixed.pipeline.value_or(1); places < static_cast<int>(least.size()); ++places) {
                configuration.places = places;
                configuration.least_peak = least[static_cast<std::size_t>(places)];
                configuration.fitting = fittingPeak(places, data);
                m_configurations.push_back(configuration);
            }
            report(0);
        }
        m_result.configurations = static_cast<std::int64_t>(m_configurations.size());
    }

    void chooseRecommended()
    {
        // Where none fits, the least peak of all shows what is missing.
        m_fits = std::any_of(m_configurations.begin(), m_configurations.end(),
                             [](const Configuration& c) { return c.fits(); });
        Bytes least = noLimit;
        for (const Configuration& c : m_configurations) {
            least = !m_fits || c.fits() ? std::min(least, c.least_peak) : least;
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
            const Bytes lower = m_fits ? std::min(least - Bytes(1), c.fitting) : least - Bytes(1);
            below = below || searchFor(c).feasible(c.places, lower, m_stop);
            if (c.least_peak > least || (m_fits && !c.fits())) {
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
            if (c.fits()) {
                if (const auto found = search.fastest(c.places, c.fitting, brief, m_stop)) {
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
            if (!isDominated(m_result.candidates, found->peak, found->step)) {
                add(*found, c, "stagecraft");
            }
        }
    }

    // The least peak among the plans not slower than `slowest`: the most promising configurations first, those that
    // cannot win never.
    void chooseBalanced(std::vector<std::pair<Configuration, Seconds>> fitting, Seconds slowest)
    {
        std::stable_sort(fitting.begin(), fitting.end(),
                         [](const auto& a, const auto& b) { return a.first.least_peak < b.first.least_peak; });
        Bytes limit = noLimit;
        for (const auto& [c, step] : fitting) {
            if (c.least_peak > limit || step > slowest || m_stop.stop_requested()) {
                continue;
            }
            const auto found =
                searchFor(c).leastPeakWithin(c.places, slowest, std::min(limit, c.fitting), brief, m_stop);
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
        return constrainedPlan(cuts, data, micro_batches, fixed);
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
        auto estimate = estimatePlan(m_problem, plan, m_costs, m_stack, byShare);
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
        auto estimate = estimatePlan(m_problem, plan, m_costs, m_stack);
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

    // The recommended plan is replayed, and the best of each kind where that is quick; if one then does not fit, the
    // labels are given anew. The front waits until someone looks at it.
    void label()
    {
        do {
            relabel();
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
            if (replayed || m_stop.stop_requested() || !worthReplaying(candidate)) {
                continue;
            }
            if (auto estimate = estimatePlan(m_problem, candidate.plan, m_costs, m_stack)) {
                fit = fit && estimate->fits == candidate.estimate.fits;
                candidate.estimate = *std::move(estimate);
            }
        }
        return fit;
    }

    // Whatever it costs, no plan is recommended that was not replayed.
    bool worthReplaying(const Candidate& candidate)
    {
        if (candidate.labels.empty() || candidate.labels == std::vector {Label::Front}) {
            return false;
        }
        const Plan& plan = candidate.plan;
        std::int64_t effort = 0;
        for (const Stage& stage : plan.stages) {
            const auto stages = static_cast<int>(plan.stages.size());
            const std::int64_t passes = 4 * inFlight(plan.schedule, stage.place, stages, plan.micro_batches);
            effort += passes * stage.layers.count();
        }
        if (candidate.has(Label::Recommended)) {
            return true;
        }
        if (effort > m_replay_effort) {
            return false;
        }
        m_replay_effort -= effort;
        return true;
    }

    void relabel()
    {
        auto& all = m_result.candidates;
        for (Candidate& candidate : all) {
            candidate.labels.clear();
        }
        if (all.empty() || !m_fits) {
            return;
        }
        if (!all.front().estimate.fits) { // the allocator has no room for it: the next one takes its place
            m_fits = m_passed_over = moveFittingToFront(all);
        }
        if (m_fits) {
            giveLabels(all, m_problem.constraints.max_slowdown);
        }
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
        if (all.empty() && !m_obstacle.empty()) {
            return failure(ErrorCode::StackCannot, {m_stack->name, m_obstacle});
        }
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
    const Stack* m_stack; // null: libtorch, as the ledger has it
    std::stop_token m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    bool m_fits = false;
    bool m_exact = true;
    std::map<int, StackStages> m_stages; // by data degree
    std::optional<FittedRange> m_range; // of the stack's runs
    std::string m_obstacle; // why the stack cannot tell of plans
    std::map<int, std::unique_ptr<PartitionSearch>> m_searches; // by data degree
    std::vector<Configuration> m_configurations;
    // What is left of the work that may go into the front: simulated operations and looked-at stages.
    std::int64_t m_front_effort = 5'000'000;
    // Passes of layers that may still be replayed for other plans than the recommended one: a tenth of a second.
    std::int64_t m_replay_effort = 4'000;
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
                                 const std::function<void(SearchProgress)>& progress, const Stack* stack)
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
    if (auto valid = requireOneGroup(problem); !valid) {
        return failure(valid.error());
    }
    const TrainingOptions& training = problem.constraints.training;
    if (training.replicas != ReplicaUse::Gradients) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the use of replicas of a search"), std::string(nameOf(training.replicas)),
                        std::string(nameOf(ReplicaUse::Gradients))});
    }
    if (training.in_flight_limit) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the limit of micro-batches in flight of a search"),
                        std::to_string(*training.in_flight_limit), std::string("none")});
    }
    if (training.offload == StateOffload::Parameters && problem.constraints.zero != 3) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the ZeRO stage of a search with parameters on the host"),
                        std::to_string(problem.constraints.zero), std::string("3")});
    }
    if (auto known = requireRates(problem, problem.constraints.policies, training); !known) {
        return failure(known.error());
    }
    if (const std::string given = stack != nullptr ? stack->name : ""; given != problem.stack) {
        return failure(ErrorCode::StackUnknown, {problem.stack, given});
    }
    const Constraints& fixed = problem.constraints;
    const auto chain =
        chainCosts(costs, problem, fixed.micro_batch, {fixed.policies, fixed.degrees, fixed.training, 1});
    if (!chain) {
        return failure(chain.error());
    }
    auto result = Search(problem, *chain, stack, std::move(stop), progress).run();
    if (result) {
        result->missing = chain->missing;
        result->elapsed = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return result;
}

}
