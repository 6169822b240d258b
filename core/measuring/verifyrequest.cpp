// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/verifyrequest.h"

#include "core/memory/stagepeaks.h"
#include "core/words/common.h"
#include "core/words/estimate.h"

namespace stagecraft {

namespace {

Result<void> within(const Message& what, std::int64_t value, std::int64_t least, std::int64_t most)
{
    if (value >= least && value <= most) {
        return {};
    }
    return failure(ErrorCode::OptionOutOfRange, {what, value, least, most});
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
                       {words::estimate::run_model, request.model.source, words::estimate::run_models});
    }
    if (!hasClosedForm(request.schedule)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::estimate::run_schedule, request.schedule, closedFormNames()});
    }
    if (const auto script = scriptOf(request.model); script && !request.trust) {
        return failure(ErrorCode::ScriptUntrusted, {}, script->file);
    }
    const auto layers = static_cast<std::int64_t>(request.model.layers.size());
    const auto& [first, last] = request.layers;
    return within(words::common::micro_batch, request.micro_batch, 1, mostSamples)
        .and_then([&] { return within(words::common::micro_batches, request.micro_batches, 1, mostSamples); })
        .and_then([&] { return within(words::common::pipeline_ranks, request.pipeline_ranks, 1, mostPipelineRanks); })
        .and_then([&] {
            return within(words::estimate::pipeline_rank, request.pipeline_rank, 0, request.pipeline_ranks - 1);
        })
        .and_then([&] { return within(words::estimate::first_layer, first, 0, layers - 1); })
        .and_then([&] { return within(words::estimate::behind_last_layer, last, first + 1, layers); })
        .and_then([&] { return pointsOfChain(request).map([](const auto&) {}); });
}

Result<std::vector<ProfilePoint>> pointsOf(const VerifyRequest& request)
{
    return pointsOfChain(request).map([&](const std::vector<ProfilePoint>& points) {
        return std::vector(points.begin() + request.layers.first, points.begin() + request.layers.last);
    });
}

}
