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

// Everything of a plan but where its chain is cut.
struct Configuration {
    int config_group = 0; // of the space
    int pipeline_ranks = 1;
    Bytes peak_bound; // of all its partitions
    Seconds step_bound;
};

// A configuration with a partition of its own.
struct ConfiguredPartition {
    Configuration configuration;
    Partition partition;
};

// All configuration groups of a problem that can be told of: those whose layers divide so, whose costs are known, which
// the target has and which are not too long to simulate. Holds references to its arguments. For one thread.
class PlanSpace {
public:
    // Errors: where there is no configuration the first reason that one of them has;
    // TargetUnsupported for what the target cannot be told. (No error and no configuration: the batch or the devices
    // have none.)
    // `most_devices`: that plans take. `chains`: of other questions about the model; may be null.
    static Result<PlanSpace> make(const Problem& problem, const CostModel& model, const std::stop_token& stop,
                                  std::optional<int> most_devices = {}, ChainCache* chains = nullptr);

    // Each configuration group with what bounds all of its plans: its deepest configuration, as no bound grows with the
    // depth.
    const std::vector<Configuration>& configGroups() const { return m_deepest; }
    // The configuration group's configurations, one for each depth; maybe without some whose peaks are all above
    // `limit`, and once `stop` was requested without more of them.
    std::vector<Configuration> configurations(int config_group, Bytes limit = noPeak) const;
    std::int64_t size() const { return m_size; } // configurations of all configuration groups
    ConfigurationSearch& search(const Configuration& c) const
    {
        return *m_config_groups[static_cast<std::size_t>(c.config_group)];
    }
    const ConfigurationGroup& configGroup(const Configuration& c) const { return search(c).configGroup(); }
    // Whether a partition of it fits.
    bool fits(const Configuration& c, const std::vector<int>& split_points) const;
    int devices(const Configuration& c) const { return configGroup(c).devices(c.pipeline_ranks); }
    std::int64_t leftOut() const { return m_left_out; } // configuration groups that are none of these
    // The same space with these configuration groups alone. Spaces that have none in common may be searched on
    // different threads.
    PlanSpace only(const std::function<bool(const ConfigurationGroup&)>& asked) const;

private:
    void add(std::shared_ptr<ConfigurationSearch> config_group);

    std::vector<std::shared_ptr<ConfigurationSearch>> m_config_groups; // by their index; shared with parts of the space
    std::vector<Configuration> m_deepest;
    std::int64_t m_size = 0;
    std::int64_t m_left_out = 0;
    std::stop_token m_stop;
};

}
