// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <string>

namespace stagecraft {

// Returns the text form of a cluster with only these nodes, which parseCluster() reads: "2x8xA100-80GB:40GiB@32.77".
// Links that differ from catalogue and offer cannot be expressed; a description follows after a comma.
std::string clusterName(const ClusterGroup& group);

}
