// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/configurationsearch.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

// Settings of a plan without its partition.
struct Configuration {
    int config_group = 0; // index in the space
    int pipeline_ranks = 1;
    Bytes peak_bound; // lower bound over all its partitions
    Seconds step_bound;
};

// A configuration with one partition.
struct ConfiguredPartition {
    Configuration configuration;
    Partition partition;
};

// Every valid configuration group of a problem: its sizes divide the layers, its costs are known, the target supports
// it, and its simulation is not too long. Keeps references to its arguments. For one thread.
class PlanSpace {
public:
    // `most_devices`: upper limit of a plan's devices. `chains`: cache shared with other searches for the model; may be
    // null. Errors: the first reason, if every configuration is rejected; TargetUnsupported if the target supports
    // none. (No error and an empty space if the batch or the devices allow no configuration.)
    static Result<PlanSpace> make(const Problem& problem, const CostModel& model, const std::stop_token& stop,
                                  std::optional<int> most_devices = {}, ChainCache* chains = nullptr);

    // Returns each configuration group with bounds for all its plans: its deepest configuration, as no bound grows with
    // the depth.
    const std::vector<Configuration>& configGroups() const { return m_deepest; }
    // Returns the configurations of a group, one per depth. May omit depths whose peaks are all above `limit`;
    // incomplete once `stop` was requested.
    std::vector<Configuration> configurations(int config_group, Bytes limit = noPeak) const;
    std::int64_t size() const { return m_size; } // configurations of all configuration groups
    ConfigurationSearch& search(const Configuration& c) const
    {
        return *m_config_groups[static_cast<std::size_t>(c.config_group)];
    }
    const ConfigurationGroup& configGroup(const Configuration& c) const { return search(c).configGroup(); }
    // True if the plan of this partition fits.
    bool fits(const Configuration& c, const std::vector<int>& split_points) const;
    int devices(const Configuration& c) const { return configGroup(c).devices(c.pipeline_ranks); }
    std::int64_t leftOut() const { return m_left_out; } // number of configuration groups excluded from the space
    // Returns the subspace of the configuration groups that satisfy `asked`. Disjoint subspaces may be searched on
    // different threads.
    PlanSpace only(const std::function<bool(const ConfigurationGroup&)>& asked) const;

private:
    void add(std::shared_ptr<ConfigurationSearch> config_group);

    std::vector<std::shared_ptr<ConfigurationSearch>> m_config_groups; // by index; shared with subspaces
    std::vector<Configuration> m_deepest;
    std::int64_t m_size = 0;
    std::int64_t m_left_out = 0;
    std::stop_token m_stop;
};

}
