// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/verifyrequest.h"

#include "core/memory/stagepeaks.h"

namespace stagecraft {

namespace {

Result<void> within(const char* what, std::int64_t value, std::int64_t least, std::int64_t most)
{
    if (value >= least && value <= most) {
        return {};
    }
    return failure(ErrorCode::OptionOutOfRange, {std::string(what), value, least, most});
}

Result<std::vector<ProfilePoint>> pointsOfChain(const VerifyRequest& request)
{
    return chainPoints(request.model, request.workload, request.micro_batch, request.run_options);
}

}

Result<void> validate(const VerifyRequest& request)
{
    constexpr std::int64_t mostSamples = 1 << 20;
    constexpr std::int64_t mostPipelineRanks = 1 << 16;
    if (hasGivenCosts(request.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the model to run"), request.model.source,
                        std::string("a config.json, a zoo model or a TorchScript file")});
    }
    if (!hasClosedForm(request.schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the schedule of a stage that is run"), std::string(nameOf(request.schedule)),
                        closedFormNames()});
    }
    if (const auto script = scriptOf(request.model); script && !request.trust) {
        return failure(ErrorCode::ScriptUntrusted, {}, script->file);
    }
    const auto layers = static_cast<std::int64_t>(request.model.layers.size());
    const auto& [first, last] = request.layers;
    return within("the micro-batch", request.micro_batch, 1, mostSamples)
        .and_then([&] { return within("the number of micro-batches", request.micro_batches, 1, mostSamples); })
        .and_then([&] { return within("the number of pipeline ranks", request.pipeline_ranks, 1, mostPipelineRanks); })
        .and_then([&] { return within("the pipeline rank", request.pipeline_rank, 0, request.pipeline_ranks - 1); })
        .and_then([&] { return within("the stage's first layer", first, 0, layers - 1); })
        .and_then([&] { return within("the layer behind the stage's last", last, first + 1, layers); })
        .and_then([&] { return pointsOfChain(request).map([](const auto&) {}); });
}

Result<std::vector<ProfilePoint>> pointsOf(const VerifyRequest& request)
{
    return pointsOfChain(request).map([&](const std::vector<ProfilePoint>& points) {
        return std::vector(points.begin() + request.layers.first, points.begin() + request.layers.last);
    });
}

}
