// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/stackform.h"
#include "core/hardware/cluster.h"
#include "core/problem/precision.h"

#include <string>

namespace stagecraft {

// The data sheet behind a stack's times as a cluster has it: peak and bandwidths in proportion to what the catalogue
// says of the sheet's device, and the cluster's own devices a node. A cluster of the catalogue has the sheet itself.
struct ClusterSheet {
    DeviceSheet sheet;
    std::string scaled; // what is other than in the sheet: "peak x 0.500, links of a node x 2.00"; empty: nothing
    std::string not_told; // of which the sheet's own figures count, as the cluster has none: "peak of bf16 products"
    bool other_latency =
        false; // the links' latencies are not the catalogue's, and a stack's times know none but theirs
};

// For a group whose device is the sheet's.
ClusterSheet clusterSheet(const ClusterGroup& group, Precision precision, const DeviceSheet& sheet);

}
