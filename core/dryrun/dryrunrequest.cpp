// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/dryrunrequest.h"

#include "core/dryrun/rankchoice.h"
#include "core/hardware/catalogue.h"

#include <algorithm>

namespace stagecraft {

Result<DryRunRequest> dryRunRequest(const DryRunChoice& choice)
{
    constexpr int usualNode = 8;
    DryRunRequest request;
    const CatalogueEntry* entry = catalogue().find(choice.device);
    if (entry == nullptr) {
        return failure(ErrorCode::DeviceTypeUnknown, {choice.device, catalogue().namesLike(choice.device)});
    }
    request.device = entry->device;
    auto command = parseLaunchCommand(choice.command);
    if (!command) {
        return failure(command.error());
    }
    request.command = *std::move(command);
    if (request.command.isWithoutCount() && !choice.world) {
        return failure(
            ErrorCode::OptionUnsupported,
            {std::string("the number of ranks"), std::string(),
             std::string("--num_gpus of deepspeed, --num_processes of accelerate launch, or --world; what the "
                         "launcher counts on a machine or reads in a file of its own is not looked up")});
    }
    const std::int64_t launched =
        std::int64_t {request.command.nodes.value_or(1)} * request.command.devices_per_node.value_or(1);
    const std::int64_t world = choice.world ? *choice.world : launched;
    if (world > mostDryWorld) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("the number of ranks"), world, std::int64_t {1}, std::int64_t {mostDryWorld}});
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
