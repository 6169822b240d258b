// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"
#include "core/hardware/linklimits.h"
#include "core/json/fields.h"
#include "core/model/families/families.h"

// Largest values that the codecs accept: far above real ones, small enough that sums and products fit into int64.
namespace stagecraft::limits {

inline constexpr int inFlight = 64; // micro-batches of a measured stage
inline constexpr double layers = maxLayers;
inline constexpr double statements = 1000; // statements of one layer
inline constexpr double attribute = mostOfAnAttribute;
inline constexpr double factor = mostOfAFactor;
inline constexpr double sequence = 2147483647;
inline constexpr double length = 2147483647; // size of one tensor dimension
inline constexpr double sample = 1 << 30; // elements that enter or leave a TorchScript child per sample
inline constexpr double batch = 1 << 24;
inline constexpr double devices = 1 << 20; // in one field
// Total of a cluster: larger than any existing one; a search with this many takes seconds and less than 1 GiB.
inline constexpr double clusterDevices = 1 << 17;
inline constexpr double multiprocessors = 1 << 16;
inline constexpr double slowdown = 1000;
inline constexpr double amount = 1125899906842624; // bytes or parameters of one layer: 2^50
inline constexpr Limits bandwidth {leastBandwidth.value, mostBandwidth.value};
inline constexpr Limits latency {0, mostLatency.value};
inline constexpr Limits anyAmount {0, amount};
inline constexpr Limits deviceMemory {static_cast<double>(leastDeviceMemory.value),
                                      static_cast<double>(mostDeviceMemory.value)};

// The driver context must leave some device memory free.
inline Limits contextOf(const DeviceType& device)
{
    return {0, static_cast<double>(device.memory.value.value) - 1};
}

}
