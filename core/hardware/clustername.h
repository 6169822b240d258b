// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <string>

namespace stagecraft {

// The short form of a cluster of these nodes alone, which parseCluster() reads back: "2x8xA100-80GB:40GiB@32.77". Links
// that are neither the catalogue's nor the offer's have no place in it: words behind a comma tell of them.
std::string clusterName(const ClusterGroup& group);

}
