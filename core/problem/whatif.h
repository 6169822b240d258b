// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/chosenoffers.h"
#include "core/problem/problem.h"

#include <map>
#include <optional>
#include <vector>

namespace stagecraft {

// What of a problem is tried with other values. Memory in bytes of a device, links in bytes per second, the price in $
// per device and hour; sequence as in Workload; depth in layers of the repeated kind.
enum class WhatIfParameter { Nodes, NodeDevices, Memory, NodeLink, Network, Price, Batch, Sequence, Depth, Width };

inline constexpr int whatIfParameterCount = static_cast<int>(WhatIfParameter::Width) + 1;

// True where only whole numbers make sense.
bool isWhole(WhatIfParameter parameter);

// What it is now. A price that is not known is 0. Errors: OptionUnsupported where the problem has no such thing:
// hardware of clusters of several groups, sequences of layer tables, depth and width as repeatedLayers() and
// widthOption() have them.
Result<double> whatIfValue(const Problem& problem, WhatIfParameter parameter);

// The problem with another value; with the value that it has, as it is. Prices that are given take the place of an
// offer's; with other devices per node a device costs what it did. Errors: as whatIfValue(); those of withWidth();
// OptionOutOfRange for a value below the least: 1 of what is whole, of memory leastDeviceMemory, else above 0 (a price
// of 0: none).
Result<Problem> withWhatIfValue(const Problem& problem, WhatIfParameter parameter, double value);

// The nearest size of memory whose name is short ("70878MiB", where clusterName() else has all bytes); what is
// below 1 MiB as it is.
double wholeMebibytes(double bytes);

// Values to try, in ascending order, the problem's own among them. Empty where whatIfValue() has none. Of memory whole
// mebibytes.
std::vector<double> whatIfStops(const Problem& problem, WhatIfParameter parameter);

// The problem's cluster with as many of another type of the catalogue, at the price that was chosen for such nodes,
// else at the lowest price on demand that offers() has for them; without one at none. Errors: OptionUnsupported for
// several groups, DeviceTypeUnknown.
Result<Cluster> withDevice(const Cluster& cluster, const std::string& device, const ChosenOffers& chosen = {});

// Changes to a problem that somebody looks at before they are made.
struct WhatIf {
    std::optional<Cluster> cluster; // instead of the problem's
    std::map<WhatIfParameter, double> values; // on top of that

    bool isNone() const { return !cluster && values.empty(); }
    // Keeps what is about parts of the problem that are as they were.
    void forgetChanged(const Problem& before, const Problem& after);
    // Nodes with other numbers of devices have what was chosen for such nodes. Errors: those of withWhatIfValue() and
    // validateForPlanning().
    Result<Problem> of(const Problem& problem, const ChosenOffers& chosen = {}) const;

    friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

}
