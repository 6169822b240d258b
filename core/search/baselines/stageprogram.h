// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/baselines/baseline.h"
#include "core/search/baselines/chainsplitpoints.h"

#include <cstdint>
#include <optional>
#include <vector>

// Dynamic programs over the layers and the devices that are left, for rules that choose split points and degrees of
// each stage at once. Devices are alike, so their number is all that counts.
namespace stagecraft::baseline {

// A way to spread the layers [i, j): what it costs and takes. What the rule forbids is left out.
struct StageOption {
    double cost = 0;
    int option = 0;
    int units = 1; // of devices
    std::int64_t most_behind = 0; // of what is counted of the stages behind it, for rules that limit that
};

// Ways to spread every range of layers, kept. `of` tells cost and limit of one; none where the rule forbids it.
class StageOptionTable {
public:
    struct Cost {
        double cost = 0;
        std::int64_t most_behind = std::int64_t(1) << 60;
    };
    using Rule = std::function<std::optional<Cost>(LayerRange range, int option)>;

    // Why there are too many to keep (128 MiB); nothing if there are not.
    static std::optional<Message> tooMany(const BaselineTask& task, const std::vector<int>& options);

    StageOptionTable(const BaselineTask& task, const std::vector<int>& options, const Rule& of);

    int layers() const { return m_layers; }
    int units() const { return m_units; } // that there are; of so many devices that every option takes some of them
    int mostStages() const { return m_most_stages; }
    const std::vector<StageOption>& optionsOf(int first, int last) const { return m_stage_options[index(first, last)]; }
    std::vector<double> costs() const; // distinct, ascending

    // Leaves out what another way is no worse than in cost and limit, with as many devices.
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

// Entry P: the plan of P stages whose largest cost is least, for P = 1 .. most (entry 0 is unused); none where there is
// none. Empty when stopped. O(most x layers^2 x units x options).
std::vector<std::optional<StageOptionPlan>> leastLargestByDepth(const StageOptionTable& stage_options, int most,
                                                                const std::stop_token& stop);

// The plan whose largest cost is least among those that keep to the limits: a stage whose option counts `weight` lets
// the stages behind it count no more than its way's `most_behind`. `pipeline_ranks`: their number, if fixed. Found by
// bisection over the costs: for a threshold the least that the stages from a layer on can count decides, as less is
// never worse. O(log(costs) x layers^2 x units x options), times the pipeline ranks if fixed. None if there is none or
// when stopped.
std::optional<StageOptionPlan> leastLargestWithin(const StageOptionTable& stage_options,
                                                  const std::function<int(int option)>& weight,
                                                  std::optional<int> pipeline_ranks, const std::stop_token& stop);

}
