// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/dryrunrequest.h"

#include "core/dryrun/rankchoice.h"
#include "core/hardware/catalogue.h"
#include "core/words/estimate.h"

#include <algorithm>

namespace stagecraft {

Result<DryRunRequest> dryRunRequest(const DryRunChoice& choice)
{
    constexpr int usualNode = 8;
    DryRunRequest request;
    const std::string dry = "dry:"; // prefix of the profile command's devices
    const std::string device = choice.device.starts_with(dry) ? choice.device.substr(dry.size()) : choice.device;
    const CatalogueEntry* entry = catalogue().find(device);
    if (entry == nullptr) {
        return failure(ErrorCode::DeviceTypeUnknown, {device, catalogue().namesLike(device)});
    }
    request.device = entry->device;
    auto command = parseLaunchCommand(choice.command);
    if (!command) {
        return failure(command.error());
    }
    request.command = *std::move(command);
    if (request.command.isWithoutCount() && !choice.world) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::estimate::ranks, std::string(), words::estimate::ways_to_count_ranks});
    }
    const std::int64_t launched =
        std::int64_t {request.command.nodes.value_or(1)} * request.command.devices_per_node.value_or(1);
    const std::int64_t world = choice.world ? *choice.world : launched;
    if (world > mostDryWorld) {
        return failure(ErrorCode::OptionOutOfRange, {words::estimate::ranks, world, 1, mostDryWorld});
    }
    request.world = static_cast<int>(world);
    const int node = std::min(request.world, usualNode);
    request.devices_per_node = choice.devices_per_node.value_or(request.command.devices_per_node.value_or(node));
    auto ranks = chosenRanks(choice.ranks, request.world);
    if (!ranks) {
        return failure(ranks.error());
    }
    request.ranks = *std::move(ranks);
    request.steps = choice.steps;
    request.read_as = choice.read_as;
    request.folder = choice.folder;
    request.snapshot = choice.snapshot;
    return request;
}

}
