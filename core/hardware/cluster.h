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

// Kind of device, which determines the measurements that apply to it.
enum class DeviceKind { Cpu, Cuda };

template <>
inline constexpr auto enumNames<DeviceKind> = std::array {
    std::pair {DeviceKind::Cpu, std::string_view("cpu")},
    std::pair {DeviceKind::Cuda, std::string_view("cuda")},
};

// Limits of device memory: below, the unit is probably missing; above, sums of bytes could overflow.
inline constexpr Bytes leastDeviceMemory(1 << 20);
inline constexpr Bytes mostDeviceMemory(std::int64_t(1) << 50);

// Figures of a device that only training runs show (core/calibration/calibration.h). A type without them uses those of
// published runs.
struct TrainingFigures {
    double kernel_slowdown = 1; // factor on times of products and attention from tables or peaks, in training steps
    Seconds launch; // launch time of a kernel on the host
    double time_spread = 0; // half-width of the bounds of times, relative; 0: same as for uncalibrated figures
    Bytes workspace; // bytes that frameworks allocate in addition to the tensors of layers
    Message source; // see Sourced
    std::string date;

    friend bool operator==(const TrainingFigures&, const TrainingFigures&) = default;
};
inline constexpr double leastSlowdown = 0.1;
inline constexpr double mostSlowdown = 100;
inline constexpr Seconds mostLaunch(1);

// A device type. Memory is as reported by the driver, not as in the name. Peaks are of dense matrix products in the
// given type, fp32 without TF32. Figures without a source are empty.
struct DeviceType {
    std::string name;
    DeviceKind kind = DeviceKind::Cpu;
    std::string vendor; // empty if unknown
    std::vector<std::string> driver_names; // names in nvidia-smi and libtorch
    std::optional<std::string> compute_capability; // such as "9.0"; NVIDIA only
    std::optional<int> multiprocessors; // by the data sheet; NVIDIA only
    Sourced<Bytes> memory;
    std::optional<Sourced<FlopsPerSecond>> peak_fp32;
    std::optional<Sourced<FlopsPerSecond>> peak_tf32;
    std::optional<Sourced<FlopsPerSecond>> peak_fp16;
    std::optional<Sourced<FlopsPerSecond>> peak_bf16;
    std::optional<Sourced<BytesPerSecond>> memory_bandwidth;
    std::optional<TrainingFigures> in_training {};
    Sourced<Bytes> context; // used by driver and libraries before the first tensor

    friend bool operator==(const DeviceType&, const DeviceType&) = default;
};

// Returns the CUDA compute capability, such as 9.0; 0 if unknown.
double computeCapability(const DeviceType& device);

// Identical nodes of a cluster.
struct ClusterGroup {
    DeviceType device;
    int nodes = 1;
    int devices_per_node = 1;
    Link intra_node;
    Link network;
    std::optional<UsdPerHour> price_per_node; // takes precedence over the offer's price
    std::optional<Offer> offer {}; // offer that the nodes are rented by

    int devices() const { return nodes * devices_per_node; }
    friend bool operator==(const ClusterGroup&, const ClusterGroup&) = default;
};

struct Cluster {
    std::string name;
    std::vector<ClusterGroup> groups;

    int devices() const;
    friend bool operator==(const Cluster&, const Cluster&) = default;
};

// Parses the text form of a cluster: groups joined by "+", each "[NODESx]DEVICESxTYPE[:MEMORY][@PRICE]". "4xcpu:8GiB":
// one node with four devices of 8 GiB; "2x8xH100-80GB": two nodes of eight; "8xA100-80GB+2x8xV100-32GB": one node of
// eight and two of another kind. PRICE: USD per node and hour, or the name of an offer for such nodes
// (OfferBook::find()), whose price and links then apply. TYPE: a name in catalogue(). MEMORY: within the limits above
// and more than DeviceType::context. Errors: ClusterMalformed, DeviceTypeUnknown.
Result<Cluster> parseCluster(std::string_view text);

// Parses an amount of memory: "8GiB", "80GB", "512MiB", "1073741824". Empty if it is malformed.
std::optional<Bytes> parseBytes(std::string_view text);

// Returns the link between two devices, given by their ranks within the group, counted node by node.
const Link& linkBetween(const ClusterGroup& group, int first, int second);

}
