// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/request.h"

#include "core/model/shapes.h"
#include "core/words/common.h"
#include "core/words/estimate.h"

namespace stagecraft {

std::vector<std::int64_t> usualMicroBatches(const DeviceChoice& device)
{
    return device.dry ? std::vector<std::int64_t> {1, 2, 3, 4, 8} : std::vector<std::int64_t> {1, 2, 4};
}

std::vector<Sharding> shardingsOf(const std::vector<int>& tensor, const std::vector<int>& expert,
                                  bool sequence_parallel)
{
    std::vector<Sharding> shardings;
    for (const int columns : tensor.empty() ? std::vector {1} : tensor) {
        for (const int experts : expert.empty() ? std::vector {1} : expert) {
            const Sharding sharding {columns, experts, sequence_parallel && columns > 1};
            if (!sharding.whole()) {
                shardings.push_back(sharding);
            }
        }
    }
    return shardings;
}

Result<void> validate(const ProfileRequest& request)
{
    constexpr std::int64_t mostSamples = 1 << 20;
    constexpr std::int64_t highestDegree = 1 << 16;
    if (hasGivenCosts(request.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::estimate::profiled_model, request.model.source, words::estimate::profiled_models});
    }
    if (const auto script = scriptOf(request.model); script && !request.trust) {
        return failure(ErrorCode::ScriptUntrusted, {}, script->file);
    }
    if (request.micro_batches.empty() || request.sequences.empty()) {
        return failure(ErrorCode::OptionOutOfRange, {words::estimate::points, 0, 1, mostSamples});
    }
    for (const std::int64_t micro_batch : request.micro_batches) {
        if (micro_batch < 1 || micro_batch > mostSamples) {
            return failure(ErrorCode::OptionOutOfRange, {words::common::micro_batch, micro_batch, 1, mostSamples});
        }
    }
    for (const Sharding& sharding : request.shardings) {
        for (const int degree : {sharding.tensor, sharding.expert}) {
            if (degree < 1 || degree > highestDegree) {
                return failure(ErrorCode::OptionOutOfRange, {words::estimate::degree, degree, 1, highestDegree});
            }
        }
    }
    for (const std::int64_t sequence : request.sequences) {
        if (sequence < 1 || sequence > request.model.longest_sequence) {
            return failure(ErrorCode::OptionOutOfRange,
                           {request.model.sample == SampleKind::Image ? Message(words::common::image_side)
                                                                      : Message(words::common::sequence_length),
                            sequence, 1, request.model.longest_sequence});
        }
        Workload workload = request.workload;
        workload.sequence = sequence;
        if (const auto points = chainPoints(request.model, workload, 1); !points) {
            return failure(points.error());
        }
        for (const Sharding& sharding : request.shardings) {
            if (const auto points = chainPoints(request.model, workload, 1, {sharding, false}); !points) {
                return failure(points.error());
            }
        }
    }
    return {};
}

}
