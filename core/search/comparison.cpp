// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/comparison.h"

#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/memory/stagepeaks.h"
#include "core/search/baselines/baseline.h"
#include "core/search/candidatelist.h"
#include "core/search/configurationsearch.h"
#include "core/search/tableanswer.h"
#include "core/words/baseline.h"
#include "core/words/common.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

namespace {

PartitionerRow exactRow()
{
    PartitionerRow row;
    row.partitioner = "stagecraft";
    row.title = words::baseline::exact_least_peak;
    return row;
}

PartitionerRow rowOf(const Baseline& baseline)
{
    PartitionerRow row;
    row.partitioner = baseline.name;
    row.title = baseline.title;
    row.source = baseline.source;
    return row;
}

// Returns all that a plan fixes except its split points.
Constraints constraintsOf(const Constraints& given, const Plan& plan)
{
    Constraints fixed = given;
    fixed.vary.clear();
    fixed.split_points.reset();
    fixed.pipeline = plan.pipelineRanks();
    fixed.data = plan.stages.front().degrees.data;
    fixed.micro_batch = plan.microBatch();
    fixed.schedule = plan.schedule;
    fixed.zero = plan.zero_stage;
    fixed.degrees = layerDegrees(plan, plan.stages.front());
    fixed.policies = policiesOf(plan);
    fixed.training = plan.training;
    return fixed;
}

Problem withConstraints(Problem problem, Constraints constraints)
{
    problem.constraints = std::move(constraints);
    return problem;
}

std::vector<int> splitPointsOf(const std::vector<PartitionStage>& stages)
{
    std::vector<int> split_points {0};
    for (const PartitionStage& stage : stages) {
        split_points.push_back(stage.layers.last);
    }
    return split_points;
}

// State of one call of comparePartitioners().
class Comparer {
public:
    Comparer(const Problem& problem, const CostModel& model, const Plan& as, std::stop_token stop)
        : m_problem(withConstraints(problem, constraintsOf(problem.constraints, as)))
        , m_model(model)
        , m_as(as)
        , m_stop(std::move(stop))
        , m_library(m_problem, model)
    {
    }

    Result<PartitionerComparison> fair(const std::vector<const Baseline*>& chosen)
    {
        const int pipeline_ranks = m_as.pipelineRanks();
        const auto chain = m_library.chain(m_problem.constraints);
        if (!chain) {
            return failure(chain.error());
        }
        const auto best = leastPeakPlan(*chain);
        if (!best) {
            return failure(best.error());
        }
        if (!*best) {
            return PartitionerComparison {ComparisonMode::Fair, {}};
        }
        auto exact_row = fullRow(**best, (*chain)->costs, exactRow());
        if (!exact_row) {
            return failure(exact_row.error());
        }
        std::vector<PartitionerRow> rows {*std::move(exact_row)};
        const int data = m_as.stages.front().degrees.data;
        const StageTable table = StageTable::make(m_problem, m_library, m_as.microBatch() * data, m_as.micro_batches,
                                                  {m_as.stages.front().degrees});
        for (const Baseline* baseline : chosen) {
            const auto answer = baseline->run({table, m_as.devices(), pipeline_ranks, m_stop});
            if (m_stop.stop_requested()) {
                return PartitionerComparison {ComparisonMode::Fair, {}};
            }
            if (!answer) {
                rows.push_back(withoutAnswer(*baseline, answer.error()));
                continue;
            }
            const Plan plan =
                constrainedPlan(splitPointsOf(answer->stages), data, m_as.micro_batches, m_problem.constraints);
            auto row = fullRow(plan, (*chain)->costs, rowOf(*baseline));
            if (!row) {
                return failure(row.error());
            }
            row->note = answer->note;
            rows.push_back(*std::move(row));
        }
        return finished(ComparisonMode::Fair, std::move(rows));
    }

    PartitionerComparison own(const std::vector<const Baseline*>& chosen)
    {
        makeTables();
        const auto exact_row = leastPeakOfTables();
        if (!exact_row) {
            return {ComparisonMode::Own, {}};
        }
        std::vector<PartitionerRow> rows {filledRow(*exact_row, exactRow())};
        for (const Baseline* baseline : chosen) {
            rows.push_back(bestRow(*baseline));
            if (m_stop.stop_requested()) {
                return {ComparisonMode::Own, {}};
            }
        }
        return finished(ComparisonMode::Own, std::move(rows));
    }

private:
    // Empty when stopped.
    Result<std::optional<Plan>> leastPeakPlan(const std::shared_ptr<const LibraryChain>& chain)
    {
        const int pipeline_ranks = m_as.pipelineRanks();
        const ConfigurationGroup config_group {m_problem.constraints, m_as.micro_batches, pipeline_ranks,
                                               pipeline_ranks};
        SharedSearchTables parts;
        ConfigurationSearch search(m_problem, config_group, chain, parts);
        if (search.deepest() == 0) {
            return failure(*search.tooLong());
        }
        const auto least = search.leastPeak(pipeline_ranks, noPeak - Bytes(1), PartitionFilter::Any, m_stop);
        const auto found = least
            ? search.partitions(PartitionFilter::Any).fastest(pipeline_ranks, *least, {1'000'000}, m_stop)
            : std::nullopt;
        return found ? std::optional(search.planOf(found->split_points)) : std::nullopt;
    }

    void makeTables()
    {
        const std::int64_t batch = m_problem.workload.global_batch;
        std::vector<std::int64_t> all {m_as.microBatch() * m_as.stages.front().degrees.data};
        for (int data = 1; data <= m_problem.cluster.devices(); data *= 2) {
            if (batch % (m_as.microBatch() * data) == 0) {
                all.push_back(m_as.microBatch() * data);
            }
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        m_tables.reserve(all.size());
        for (const std::int64_t samples : all) {
            m_tables.push_back(
                StageTable::make(m_problem, m_library, samples, batch / samples, stageOptions(m_problem, samples)));
        }
    }

    std::optional<TableAnswer> leastPeakOfTables() const
    {
        std::optional<TableAnswer> best;
        for (const StageTable& table : m_tables) {
            auto answer = leastPeakAnswer(table, std::nullopt, m_stop);
            if (answer && (!best || precedes(*answer, *best, true))) {
                best = std::move(answer);
            }
        }
        return m_stop.stop_requested() ? std::nullopt : best;
    }

    PartitionerRow bestRow(const Baseline& baseline) const
    {
        std::optional<TableAnswer> best;
        Message reason;
        for (const StageTable& table : m_tables) {
            auto found = baseline.run({table, m_problem.cluster.devices(), std::nullopt, m_stop});
            if (!found) {
                reason = reason.empty() ? found.error() : reason;
                continue;
            }
            TableAnswer answer = tableAnswer(table, std::move(found->stages), std::move(found->note));
            if (!best || precedes(answer, *best, baseline.least_peak)) {
                best = std::move(answer);
            }
        }
        return best ? filledRow(*best, rowOf(baseline)) : withoutAnswer(baseline, reason);
    }

    static PartitionerRow withoutAnswer(const Baseline& baseline, const Message& reason)
    {
        PartitionerRow row = rowOf(baseline);
        row.reason = reason;
        return row;
    }

    Result<PartitionerRow> fullRow(const Plan& plan, const PlanCosts& costs, PartitionerRow row) const
    {
        auto estimate = estimatePlan(m_problem, plan, costs, bySlack);
        if (!estimate) {
            return failure(estimate.error());
        }
        row.stages = plan.stages;
        row.micro_batches = plan.micro_batches;
        row.devices = plan.devices();
        row.peak = estimate->peak;
        row.step = estimate->step;
        row.step_is_bound = false;
        row.fits = estimate->fits;
        row.candidate = Candidate {row.partitioner, {}, plan, *std::move(estimate)};
        return row;
    }

    PartitionerRow filledRow(const TableAnswer& answer, PartitionerRow row) const
    {
        const StageTable& table = *answer.table;
        row.note = answer.note;
        row.micro_batches = table.microBatches();
        row.peak = answer.peak;
        row.step = answer.work;
        row.step_is_bound = true;
        row.fits = answer.fits;
        for (const PartitionStage& stage : answer.stages) {
            const Degrees& degrees = table.degrees(stage.option);
            row.stages.push_back({stage.layers, degrees, static_cast<int>(row.stages.size()), 0,
                                  table.samples() / degrees.data, m_problem.constraints.policies});
            row.devices += table.devicesOf(stage.option);
        }
        if (auto full = estimated(answer, row)) {
            return *std::move(full);
        }
        return row;
    }

    // Returns the row with a full estimate; empty if the step is too long to simulate.
    std::optional<PartitionerRow> estimated(const TableAnswer& answer, const PartitionerRow& row) const
    {
        Plan plan = constrainedPlan(splitPointsOf(answer.stages), 1, row.micro_batches, m_problem.constraints);
        std::vector<std::shared_ptr<const ChainCosts>> chains;
        bool divided = false;
        for (std::size_t s = 0; s < row.stages.size(); ++s) {
            plan.stages[s].degrees = row.stages[s].degrees;
            plan.stages[s].micro_batch = row.stages[s].micro_batch;
            chains.push_back(answer.table->chain(answer.stages[s].option));
            divided = divided || row.stages[s].degrees.tensor > 1;
        }
        plan.sequence_parallel = plan.sequence_parallel && divided;
        if (plan.hasEqualStages()) {
            chains.resize(1);
        }
        auto full = fullRow(plan, PlanCosts(std::move(chains)), row);
        return full ? std::optional(*std::move(full)) : std::nullopt;
    }

    static PartitionerComparison finished(ComparisonMode mode, std::vector<PartitionerRow> rows)
    {
        const Bytes exact_row = rows.front().peak;
        for (PartitionerRow& row : rows) {
            if (row.hasAnswer() && exact_row > Bytes(0)) {
                row.peak_ratio = row.peak / exact_row;
            }
        }
        std::stable_sort(rows.begin() + 1, rows.end(), [](const PartitionerRow& a, const PartitionerRow& b) {
            return std::tuple(!a.hasAnswer(), a.peak) < std::tuple(!b.hasAnswer(), b.peak);
        });
        return {mode, std::move(rows)};
    }

    Problem m_problem; // with the constraints of the compared plan
    const CostModel& m_model;
    const Plan& m_as;
    std::stop_token m_stop;
    ChainLibrary m_library;
    std::vector<StageTable> m_tables;
};

}

const Candidate* comparedCandidate(const SearchResult& result)
{
    const auto identical = std::find_if(result.candidates.begin(), result.candidates.end(),
                                        [](const Candidate& candidate) { return candidate.plan.hasEqualStages(); });
    return identical == result.candidates.end() ? nullptr : &*identical;
}

Result<void> requireBaseline(std::string_view name)
{
    if (findBaseline(name) != nullptr) {
        return {};
    }
    ArgumentList names;
    for (const Baseline& baseline : baselines()) {
        names.emplace_back(baseline.name);
    }
    return failure(ErrorCode::OptionUnsupported, {words::baseline::partitioner, name, std::move(names)});
}

Result<PartitionerComparison> comparePartitioners(const Problem& problem, const CostModel& model, const Plan& as,
                                                  const ComparisonRequest& request, std::stop_token stop)
{
    if (auto valid = requireOneGroup(problem, words::common::partitioner_comparison); !valid) {
        return failure(valid.error());
    }
    if (!hasClosedForm(as.schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::baseline::schedule_of_a_comparison, as.schedule, closedFormNames()});
    }
    std::vector<const Baseline*> chosen;
    for (const Baseline& baseline : baselines()) {
        if (request.partitioner.empty() || request.partitioner == baseline.name) {
            chosen.push_back(&baseline);
        }
    }
    if (chosen.empty()) {
        return failure(requireBaseline(request.partitioner).error());
    }
    Comparer comparer(problem, model, as, std::move(stop));
    if (request.mode == ComparisonMode::Fair) {
        return comparer.fair(chosen);
    }
    return comparer.own(chosen);
}

}
