// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/pipelineplacements.h"

#include "core/estimate/stagetimes.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/search/degreesearch.h"
#include "core/search/stagedegrees.h"

#include <algorithm>
#include <limits>

namespace stagecraft {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int ringPipelineRanks = 3; // communicators of more pipeline ranks need no more memory
// Relative margin of bounds, as sums over prefixes and sums over stages round differently.
constexpr double rounding = 1 + 1e-9;
// Fixed cost of a simulation, in operations.
constexpr std::int64_t preparation = 200;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

int pipelineRanksOf(const Placement& placement)
{
    int pipeline_ranks = 0;
    for (const PlacedStages& run : placement) {
        pipeline_ranks += run.stages;
    }
    return pipeline_ranks;
}

}

PipelinePlacements::PipelinePlacements(const ConfigurationGroup& config_group, const StageTable& table)
    : m_config_group(config_group), m_table(table), m_least_before(at(table.layers()) + 1, 0)
{
    const Constraints& fixed = config_group.fixed;
    const StageUse use = stageUse(table.problem(), fixed);
    for (int option = 0; option < table.options(); ++option) {
        m_bounds.emplace_back(table.costs(option), config_group, table.group(option), use);
        int& equal_option = m_equal_options.emplace_back(option + 1);
        while (equal_option < table.options() && table.group(equal_option) != table.group(option)) {
            ++equal_option;
        }
        equal_option = equal_option < table.options() ? equal_option : -1;
        auto& capacity = m_capacity.emplace_back(1);
        for (int pipeline_ranks = 1; pipeline_ranks <= ringPipelineRanks; ++pipeline_ranks) {
            capacity.push_back(table.fitting(option, pipeline_ranks));
        }
    }
    for (int layer = 0; layer < table.layers(); ++layer) {
        double least = infinite;
        for (const StageBounds& bounds : m_bounds) {
            const LayerRange alone {layer, layer + 1};
            least = std::min(least, bounds.forward(alone) + bounds.backward(alone));
        }
        m_least_before[at(layer) + 1] = m_least_before[at(layer)] + least;
    }
}

std::int64_t PipelinePlacements::inFlightAt(int from_end) const
{
    return inFlight(m_config_group.fixed.schedule, 0, from_end, m_config_group.micro_batches);
}

Bytes PipelinePlacements::capacity(int option, int pipeline_ranks) const
{
    return m_capacity[at(option)][at(std::min(pipeline_ranks, ringPipelineRanks))];
}

std::int64_t PipelinePlacements::operationsOf(const Placement& placement) const
{
    const Constraints& fixed = m_config_group.fixed;
    const bool by_layer = simulatedByLayer(fixed.policies, fixed.zero, fixed.training);
    const int each = by_layer ? m_table.layers() : pipelineRanksOf(placement);
    return preparation + 2 * m_config_group.micro_batches * each;
}

PipelinePlacements::Reach PipelinePlacements::nothing() const
{
    const std::vector<double> none(at(m_table.layers()) + 1, infinite);
    Reach reach {none, none};
    reach.drained.back() = 0;
    reach.ended.back() = 0;
    return reach;
}

double PipelinePlacements::boundOf(const Reach& reach, int first) const
{
    return std::max(reach.drained[at(first)], reach.ended[at(first)]);
}

PipelinePlacements::Reach PipelinePlacements::extended(const Reach& behind, int option, int from_end,
                                                       int pipeline_ranks, std::int64_t& work) const
{
    const StageBounds& bounds = m_bounds[at(option)];
    const Bytes most = capacity(option, pipeline_ranks);
    const std::int64_t in_flight = inFlightAt(from_end);
    const std::vector<double> none(at(m_table.layers()) + 1, infinite);
    Reach reach {none, none};
    int furthest = m_table.layers() - from_end + 1;
    for (int first = m_table.layers() - from_end; first >= 0; --first) {
        double& drained = reach.drained[at(first)];
        double& ended = reach.ended[at(first)];
        while (furthest > first && m_table.leastInFlight({first, furthest}, option, in_flight) > most) {
            --furthest; // earlier layers cannot reach further either
            --work;
        }
        for (int last = first + 1; last <= furthest; ++last) {
            const double own = bounds.own({first, last});
            if (own >= drained && own >= ended) {
                break; // nor can more layers lower the bounds
            }
            const double forward = bounds.forward({first, last});
            const double passed = forward + bounds.backward({first, last}) + behind.drained[at(last)];
            const double led = forward + behind.ended[at(last)];
            --work;
            if ((passed < drained || led < ended) && m_table.fits({first, last}, option, in_flight, most)) {
                drained = std::min(drained, std::max(own, passed));
                ended = std::min(ended, std::max(own + bounds.after({first, last}), led));
            }
        }
    }
    return reach;
}

// Walks all placements with a common suffix, starting at the end of the pipeline.
class PipelinePlacements::Walk {
public:
    Walk(const PipelinePlacements& pipelines, std::int64_t& work, const std::stop_token& stop,
         const PrunePredicate& prunable, const Visit& visit)
        : m_pipelines(pipelines)
        , m_table(pipelines.m_table)
        , m_work(work)
        , m_stop(stop)
        , m_prunable(prunable)
        , m_visit(visit)
        , m_used(at(m_table.options()), false)
    {
    }

    // Handles two pipeline ranks separately: their communicators need other memory than those of more ranks.
    bool run()
    {
        const ConfigurationGroup& config_group = m_pipelines.m_config_group;
        for (m_pipeline_ranks = 2; m_pipeline_ranks <= ringPipelineRanks && m_complete; ++m_pipeline_ranks) {
            m_shallowest = std::max(config_group.shallowest, m_pipeline_ranks);
            m_deepest = m_pipeline_ranks < ringPipelineRanks ? std::min(config_group.deepest, m_pipeline_ranks)
                                                             : config_group.deepest;
            if (m_shallowest <= m_deepest) {
                grow(m_pipelines.nothing(), 0);
            }
        }
        return m_complete;
    }

private:
    void grow(const Reach& behind, int stages)
    {
        for (int option = 0; stages < m_deepest && option < m_table.options(); ++option) {
            const bool again = !m_runs.empty() && m_runs.back().option == option;
            if (!again && (m_used[at(option)] || !isNext(option))) {
                continue;
            }
            const int most = m_table.group(option).devices() / m_table.devicesOf(option);
            if (again && m_runs.back().stages == most) {
                continue;
            }
            if (m_work <= 0 || m_stop.stop_requested()) {
                m_complete = false;
                return;
            }
            const Reach reach = m_pipelines.extended(behind, option, stages + 1, m_pipeline_ranks, m_work);
            add(option, again);
            look(reach, stages + 1);
            remove(option, again);
        }
    }

    // Among equal groups, those with higher indices come later.
    bool isNext(int option) const
    {
        const int equal_option = m_pipelines.m_equal_options[at(option)];
        return equal_option < 0 || m_used[at(equal_option)];
    }

    void look(const Reach& reach, int stages)
    {
        double least = infinite;
        for (int first = 0; first < m_table.layers(); ++first) {
            least = std::min(least, m_pipelines.m_least_before[at(first)] + reach.drained[at(first)]);
        }
        Placement placement(m_runs.rbegin(), m_runs.rend());
        if (least == infinite || m_prunable(placement, Seconds(least / rounding))) {
            return;
        }
        const double bound = m_pipelines.boundOf(reach, 0);
        if (stages >= m_shallowest && placement.size() > 1 && bound < infinite) {
            m_visit(placement, Seconds(bound / rounding));
        }
        grow(reach, stages);
    }

    void add(int option, bool again)
    {
        if (again) {
            ++m_runs.back().stages;
        } else {
            m_runs.push_back({option, 1});
            m_used[at(option)] = true;
        }
    }

    void remove(int option, bool again)
    {
        if (again) {
            --m_runs.back().stages;
        } else {
            m_runs.pop_back();
            m_used[at(option)] = false;
        }
    }

    const PipelinePlacements& m_pipelines;
    const StageTable& m_table;
    std::int64_t& m_work;
    const std::stop_token& m_stop;
    const PrunePredicate& m_prunable;
    const Visit& m_visit;
    std::vector<bool> m_used; // indexed by option
    std::vector<PlacedStages> m_runs; // from the last run on
    int m_pipeline_ranks = 2;
    int m_shallowest = 2;
    int m_deepest = 2;
    bool m_complete = true;
};

bool PipelinePlacements::forEach(std::int64_t& work, const std::stop_token& stop, const PrunePredicate& prunable,
                                 const Visit& visit) const
{
    return Walk(*this, work, stop, prunable, visit).run();
}

// One call of fastest().
class PipelinePlacements::Branching {
public:
    Branching(const PipelinePlacements& pipelines, const Placement& placement, Seconds below, std::int64_t& effort,
              bool& exact, const std::stop_token& stop)
        : m_pipelines(pipelines)
        , m_table(pipelines.m_table)
        , m_below(below.value)
        , m_effort(effort)
        , m_each(pipelines.operationsOf(placement))
        , m_exact(exact)
        , m_stop(stop)
    {
        for (const PlacedStages& run : placement) {
            m_options.insert(m_options.end(), at(run.stages), run.option);
        }
        const int pipeline_ranks = pipelineRanksOf(placement);
        std::int64_t unlimited = 0; // the work of bounds was spent when the placement was found
        m_reach.assign(at(pipeline_ranks) + 1, pipelines.nothing());
        for (int s = pipeline_ranks - 1; s >= 0; --s) {
            m_reach[at(s)] =
                pipelines.extended(m_reach[at(s) + 1], m_options[at(s)], pipeline_ranks - s, pipeline_ranks, unlimited);
        }
    }

    std::optional<TimedPlan> run()
    {
        if (!prunable(m_pipelines.boundOf(m_reach.front(), 0))) {
            extend({});
        }
        return std::move(m_best);
    }

private:
    // State of the stages already placed.
    struct Front {
        int first = 0; // first layer after them
        double forward = 0; // seconds per micro-batch
        double backward = 0;
        double bound = 0;
    };

    bool prunable(double bound) const { return bound == infinite || bound > m_below * rounding; }

    void extend(const Front& front)
    {
        const int pipeline_rank = static_cast<int>(m_stages.size());
        const int pipeline_ranks = static_cast<int>(m_options.size());
        if (pipeline_rank == pipeline_ranks) {
            take();
            return;
        }
        std::vector<Front> branches;
        const int begin = pipeline_rank + 1 == pipeline_ranks ? m_table.layers() : front.first + 1;
        for (int last = begin; last <= m_table.layers() - (pipeline_ranks - pipeline_rank) + 1; ++last) {
            if (const Front next = with({front.first, last}, front); !prunable(next.bound)) {
                branches.push_back(next);
            }
        }
        std::stable_sort(branches.begin(), branches.end(),
                         [](const Front& a, const Front& b) { return a.bound < b.bound; });
        for (const Front& branch : branches) {
            if (prunable(branch.bound)) {
                break;
            }
            if ((m_tried && m_effort <= 0) || m_stop.stop_requested()) {
                m_exact = false;
                return;
            }
            m_stages.push_back({{front.first, branch.first}, m_options[at(pipeline_rank)]});
            extend(branch);
            m_stages.pop_back();
        }
    }

    Front with(LayerRange range, const Front& front) const
    {
        const auto pipeline_rank = m_stages.size();
        const Reach& behind = m_reach[pipeline_rank + 1];
        const int option = m_options[pipeline_rank];
        const int pipeline_ranks = static_cast<int>(m_options.size());
        Front next {range.last, front.forward, front.backward, infinite};
        const double rest = m_pipelines.boundOf(behind, range.last);
        const std::int64_t in_flight = m_pipelines.inFlightAt(pipeline_ranks - static_cast<int>(pipeline_rank));
        if (prunable(rest) || !m_table.fits(range, option, in_flight, m_pipelines.capacity(option, pipeline_ranks))) {
            return next;
        }
        const StageBounds& bounds = m_pipelines.m_bounds[at(option)];
        const double own = front.forward + bounds.own(range);
        next.forward += bounds.forward(range);
        next.backward += bounds.backward(range);
        next.bound = std::max({front.bound, own + std::max(front.backward, bounds.after(range)),
                               next.forward + next.backward + behind.drained[at(range.last)],
                               next.forward + behind.ended[at(range.last)]});
        return next;
    }

    void take()
    {
        m_effort -= m_each;
        m_tried = true;
        StagePartition partition;
        partition.stages = m_stages;
        Plan plan = planOf(m_table, partition);
        const auto order = orderOf(plan.schedule, planShape(plan));
        if (!order) {
            return; // configuration groups only have depths with an order
        }
        std::vector<std::shared_ptr<const ChainCosts>> chains;
        for (const PartitionStage& stage : m_stages) {
            chains.push_back(m_table.chain(stage.option));
        }
        const Seconds step = simulatePlan(m_table.problem(), plan, PlanCosts(std::move(chains)), *order).step;
        if (step.value < m_below) {
            m_below = step.value;
            m_best = {std::move(plan), step};
        }
    }

    const PipelinePlacements& m_pipelines;
    const StageTable& m_table;
    double m_below;
    std::int64_t& m_effort;
    std::int64_t m_each;
    bool& m_exact;
    const std::stop_token& m_stop;
    std::vector<int> m_options; // indexed by pipeline rank
    std::vector<Reach> m_reach; // for the stages from a pipeline rank on
    std::vector<PartitionStage> m_stages;
    bool m_tried = false;
    std::optional<TimedPlan> m_best;
};

std::optional<TimedPlan> PipelinePlacements::fastest(const Placement& placement, Seconds below, std::int64_t& effort,
                                                     bool& exact, const std::stop_token& stop) const
{
    exact = true;
    return Branching(*this, placement, below, effort, exact, stop).run();
}

}
