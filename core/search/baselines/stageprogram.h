// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/baselines/baseline.h"
#include "core/search/baselines/chainsplitpoints.h"

#include <cstdint>
#include <optional>
#include <vector>

// Dynamic programs over remaining layers and devices, for rules that choose split points and degrees of each stage
// together. Devices are identical, so only their number matters.
namespace stagecraft::baseline {

// Cost and size of one parallelism option for the layers [i, j). Options that the rule forbids are omitted.
struct StageOption {
    double cost = 0;
    int option = 0;
    int units = 1; // devices, in units of StageOptionTable::units()
    std::int64_t most_behind = 0; // upper limit of the total weight of the later stages, for rules that have one
};

// Parallelism options of every layer range, precomputed. `of` returns the cost and limit of an option; empty if the
// rule forbids it.
class StageOptionTable {
public:
    struct Cost {
        double cost = 0;
        std::int64_t most_behind = std::int64_t(1) << 60;
    };
    using Rule = std::function<std::optional<Cost>(LayerRange range, int option)>;

    // Returns the reason if the table would exceed 128 MiB; else empty.
    static std::optional<Message> tooMany(const BaselineTask& task, const std::vector<int>& options);

    StageOptionTable(const BaselineTask& task, const std::vector<int>& options, const Rule& of);

    int layers() const { return m_layers; }
    // Available units; a unit is the number of devices that divides the size of every option.
    int units() const { return m_units; }
    int mostStages() const { return m_most_stages; }
    const std::vector<StageOption>& optionsOf(int first, int last) const { return m_stage_options[index(first, last)]; }
    std::vector<double> costs() const; // distinct, ascending

    // Drops options that another option with the same devices matches or beats in cost and limit.
    void dropDominated();

private:
    std::size_t index(int first, int last) const
    {
        return static_cast<std::size_t>(last) * static_cast<std::size_t>(last - 1) / 2
            + static_cast<std::size_t>(first);
    }

    int m_layers;
    int m_units;
    int m_most_stages;
    std::vector<std::vector<StageOption>> m_stage_options;
};

struct StageOptionPlan {
    std::vector<PartitionStage> stages;
    double value = 0;
};

// Entry P: the plan of P stages with the smallest largest cost, for P = 1 .. most (entry 0 is unused); empty if there
// is none. Returns no entries when stopped. O(most x layers^2 x units x options).
std::vector<std::optional<StageOptionPlan>> leastLargestByDepth(const StageOptionTable& stage_options, int most,
                                                                const std::stop_token& stop);

// Returns the plan with the smallest largest cost within the limits: the weights of the stages after a stage add up to
// at most that stage's `most_behind`. `weight`: weight of an option. `pipeline_ranks`: their number, if fixed. Bisects
// over the costs; a threshold is feasible by the least total weight of the stages from a layer on, since less weight is
// never worse. O(log(costs) x layers^2 x units x options), times the pipeline ranks if fixed. Empty if there is no
// plan, or when stopped.
std::optional<StageOptionPlan> leastLargestWithin(const StageOptionTable& stage_options,
                                                  const std::function<int(int option)>& weight,
                                                  std::optional<int> pipeline_ranks, const std::stop_token& stop);

}
