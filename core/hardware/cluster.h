// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/result.h"
#include "core/base/sourced.h"
#include "core/hardware/link.h"
#include "core/hardware/offer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// What sort of device: decides which measurements apply to it.
enum class DeviceKind { Cpu, Cuda };

template <>
inline constexpr auto enumNames<DeviceKind> = std::array {
    std::pair {DeviceKind::Cpu, std::string_view("cpu")},
    std::pair {DeviceKind::Cuda, std::string_view("cuda")},
};

// Of a device's memory: with less someone wrote gigabytes for bytes, more leaves sums of bytes no room.
inline constexpr Bytes leastDeviceMemory(1 << 20);
inline constexpr Bytes mostDeviceMemory(std::int64_t(1) << 50);

// What only runs of training tell of a device (core/calibration/calibration.h). A type without has what published runs
// showed.
struct TrainingFigures {
    double kernel_slowdown = 1; // times as long as tables or peaks say products and attention take in steps of training
    Seconds launch; // of a kernel, by the host
    double time_spread = 0; // half-width of the bounds of times, relative; 0: as of other figures
    Bytes workspace; // that frameworks allocate beside the tensors of layers
    Message source; // as in Sourced
    std::string date;

    friend bool operator==(const TrainingFigures&, const TrainingFigures&) = default;
};
inline constexpr double leastSlowdown = 0.1;
inline constexpr double mostSlowdown = 100;
inline constexpr Seconds mostLaunch(1);

// Memory is what the driver reports, not what the name says. Peaks are of dense matrix products of such numbers, fp32
// without TF32. Figures that no source gives are empty.
struct DeviceType {
    std::string name;
    DeviceKind kind = DeviceKind::Cpu;
    std::string vendor; // empty where not known
    std::vector<std::string> driver_names; // what nvidia-smi and libtorch call it
    std::optional<std::string> compute_capability; // as in "9.0"; NVIDIA's devices only
    std::optional<int> multiprocessors; // NVIDIA's devices only, by the data sheet
    Sourced<Bytes> memory;
    std::optional<Sourced<FlopsPerSecond>> peak_fp32;
    std::optional<Sourced<FlopsPerSecond>> peak_tf32;
    std::optional<Sourced<FlopsPerSecond>> peak_fp16;
    std::optional<Sourced<FlopsPerSecond>> peak_bf16;
    std::optional<Sourced<BytesPerSecond>> memory_bandwidth;
    std::optional<TrainingFigures> in_training {};
    Sourced<Bytes> context; // taken on the device by driver and libraries before the first tensor

    friend bool operator==(const DeviceType&, const DeviceType&) = default;
};

// NVIDIA's, as in 9.0; 0 where it is not known.
double computeCapability(const DeviceType& device);

// Whole nodes of one kind.
struct ClusterGroup {
    DeviceType device;
    int nodes = 1;
    int devices_per_node = 1;
    Link intra_node;
    Link network;
    std::optional<UsdPerHour> price_per_node; // what counts, whatever the offer says
    std::optional<Offer> offer {}; // whose nodes these are

    int devices() const { return nodes * devices_per_node; }
    friend bool operator==(const ClusterGroup&, const ClusterGroup&) = default;
};

struct Cluster {
    std::string name;
    std::vector<ClusterGroup> groups;

    int devices() const;
    friend bool operator==(const Cluster&, const Cluster&) = default;
};

// Parses the short form of a cluster, groups joined by "+", each "[NODESx]DEVICESxTYPE[:MEMORY][@PRICE]".
// "4xcpu:8GiB": one node with four devices of 8 GiB; "2x8xH100-80GB": two nodes of eight; "8xA100-80GB+2x8xV100-32GB":
// one node of eight and two of another kind. PRICE: $ per node and hour, or an offer as OfferBook::find() takes it,
// whose price and links the nodes then have; of those for such nodes alone.
// TYPE is a name that catalogue() knows. MEMORY has the limits above, and is more than driver and libraries take.
// Errors: ClusterMalformed, DeviceTypeUnknown.
Result<Cluster> parseCluster(std::string_view text);

// "8GiB", "80GB", "512MiB", "1073741824". Nothing if it is not an amount of memory.
std::optional<Bytes> parseBytes(std::string_view text);

// The link that a message from one device of the cluster to another takes (ranks count through groups and nodes).
const Link& linkBetween(const ClusterGroup& group, int first, int second);

}
