// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/ledgersplitpoints.h"

#include "core/estimate/plancosts.h"
#include "core/estimate/rankmemory.h"
#include "core/estimate/steptime.h"
#include "core/schedule/schedule.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

class SplitPointFinder {
public:
    SplitPointFinder(const Problem& problem, const Plan& plan, const PlanCosts& costs, const OperationOrder& order)
        : m_costs(costs)
        , m_order(order)
        , m_placed(stagesOnRanks(problem, plan, order))
        , m_layers(static_cast<int>(problem.model.layers.size()))
    {
    }

    std::vector<int> least()
    {
        std::vector<int> best = unbounded();
        Bytes too_little(-1);
        for (Bytes fits = largestPeak(best); fits - too_little > Bytes(1);) {
            const Bytes bound = too_little + (fits - too_little) / 2;
            if (auto split_points = within(bound)) {
                best = *std::move(split_points);
                fits = largestPeak(best); // at most the bound, and often far below it
            } else {
                too_little = bound;
            }
        }
        return best;
    }

private:
    int pipelineRanks() const { return static_cast<int>(m_placed.size()); }

    // Returns an even split of the layers.
    std::vector<int> unbounded() const
    {
        std::vector<int> split_points;
        for (int pipeline_rank = 0; pipeline_rank <= pipelineRanks(); ++pipeline_rank) {
            split_points.push_back(
                static_cast<int>(static_cast<std::int64_t>(m_layers) * pipeline_rank / pipelineRanks()));
        }
        return split_points;
    }

    Bytes largestPeak(const std::vector<int>& split_points)
    {
        Bytes most;
        for (int pipeline_rank = 0; pipeline_rank < pipelineRanks(); ++pipeline_rank) {
            const auto at = static_cast<std::size_t>(pipeline_rank);
            most = std::max(most, peakOf(pipeline_rank, {split_points[at], split_points[at + 1]}));
        }
        return most;
    }

    Bytes peakOf(int pipeline_rank, LayerRange layers)
    {
        const auto [known, added] = m_peaks.try_emplace({pipeline_rank, layers.first, layers.last});
        if (added) {
            const auto at = static_cast<std::size_t>(pipeline_rank);
            StageOnRank stage = m_placed[at].front();
            stage.layers = layers;
            known->second =
                walkPipelineRank(m_costs.of(at), {stage}, m_order.pipeline_ranks[at], WalkDetail::Peak).peak.peak;
        }
        return known->second;
    }

    // Returns split points within the bound. Empty if the layers of some pipeline rank do not fit.
    std::optional<std::vector<int>> within(Bytes bound)
    {
        std::vector<int> split_points {0};
        for (int pipeline_rank = 0; pipeline_rank < pipelineRanks(); ++pipeline_rank) {
            const int first = split_points.back();
            // later pipeline ranks, which need at least one layer each
            const int behind = pipelineRanks() - 1 - pipeline_rank;
            int most = m_layers - behind;
            int last = behind == 0 ? most : first + 1; // the last pipeline rank gets all remaining layers
            if (peakOf(pipeline_rank, {first, last}) > bound) {
                return std::nullopt;
            }
            while (last < most) {
                const int middle = last + (most - last + 1) / 2;
                if (peakOf(pipeline_rank, {first, middle}) <= bound) {
                    last = middle;
                } else {
                    most = middle - 1;
                }
            }
            split_points.push_back(last);
        }
        return split_points;
    }

    const PlanCosts& m_costs;
    const OperationOrder& m_order;
    std::vector<std::vector<StageOnRank>> m_placed; // by pipeline rank
    int m_layers;
    std::map<std::tuple<int, int, int>, Bytes> m_peaks; // by pipeline rank and its layers
};

}

bool hasLedgerSplitPoints(const Plan& plan)
{
    const auto order = orderOf(plan.schedule, planShape(plan));
    return order && order->stages.size() == order->pipeline_ranks.size();
}

Result<std::vector<int>> ledgerSplitPoints(const Problem& problem, const Plan& plan, const CostModel& model)
{
    const auto order = orderOf(plan.schedule, planShape(plan));
    if (!order) {
        return failure(order.error());
    }
    if (order->stages.size() != order->pipeline_ranks.size()) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::estimate::ledger_schedule, plan.schedule, words::estimate::one_stage_schedules});
    }
    const auto costs = planCosts(model, problem, plan);
    if (!costs) {
        return failure(costs.error());
    }
    return SplitPointFinder(problem, plan, *costs, *order).least();
}

}
