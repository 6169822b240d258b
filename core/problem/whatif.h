// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/chosenoffers.h"
#include "core/problem/problem.h"

#include <map>
#include <optional>
#include <vector>

namespace stagecraft {

// Parameters that a what-if varies. Units: Memory in bytes per device, links in bytes per second, Price in $ per
// device-hour, Sequence as in Workload, Depth in layers of the repeated kind.
enum class WhatIfParameter { Nodes, NodeDevices, Memory, NodeLink, Network, Price, Batch, Sequence, Depth, Width };

inline constexpr int whatIfParameterCount = static_cast<int>(WhatIfParameter::Width) + 1;

// True if the parameter is an integer.
bool isWhole(WhatIfParameter parameter);

// Returns the current value; 0 for an unknown price. Errors: OptionUnsupported if the problem has no such parameter:
// hardware of clusters with several groups, sequences of layer tables, and depth or width as in repeatedLayers() and
// widthOption().
Result<double> whatIfValue(const Problem& problem, WhatIfParameter parameter);

// Returns the problem with another value; unchanged if the value is the current one. A price replaces the offer's.
// Changing the devices per node keeps the price per device. Errors: as whatIfValue(); those of withWidth();
// OptionOutOfRange for a value below the minimum: 1 for integers, leastDeviceMemory for memory, otherwise above 0 (a
// price of 0 removes it).
Result<Problem> withWhatIfValue(const Problem& problem, WhatIfParameter parameter, double value);

// Rounds to whole mebibytes, so that clusterName() gives a short name ("70878MiB" instead of all bytes). Values below
// 1 MiB are unchanged.
double wholeMebibytes(double bytes);

// Returns values to try, ascending, including the current one; memory in whole mebibytes. Empty if whatIfValue() fails.
std::vector<double> whatIfStops(const Problem& problem, WhatIfParameter parameter);

// Returns the cluster with its devices replaced by another type of the catalogue, at the chosen price of such nodes,
// otherwise at the lowest on-demand price in offers(); without a price if there is none. Errors: OptionUnsupported for
// several groups, DeviceTypeUnknown.
Result<Cluster> withDevice(const Cluster& cluster, const std::string& device, const ChosenOffers& chosen = {});

// Tentative changes to a problem.
struct WhatIf {
    std::optional<Cluster> cluster; // replaces the problem's cluster
    std::map<WhatIfParameter, double> values; // applied to that cluster and the problem

    bool isNone() const { return !cluster && values.empty(); }
    // Drops changes to the parts of the problem that differ between `before` and `after`.
    void forgetChanged(const Problem& before, const Problem& after);
    // Returns the changed problem. Nodes with another device count get the chosen offer of such nodes. Errors: those of
    // withWhatIfValue() and validateForPlanning().
    Result<Problem> of(const Problem& problem, const ChosenOffers& chosen = {}) const;

    friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

}
