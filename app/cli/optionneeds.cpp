// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/optionneeds.h"

#include <vector>

namespace stagecraft {

namespace {

struct OptionNeed {
    const char* option;
    bool given; // the value differs from the default
    bool met;
    std::string how_given;
    const char* needed;
};

// Number of pipeline ranks; empty if a search chooses it.
std::optional<int> fixedPipelineRanks(const ShapeOptions& options, const Constraints& constraints)
{
    if (constraints.split_points) {
        return (static_cast<int>(constraints.split_points->size()) - 1) / options.stagesPerRank();
    }
    return constraints.pipeline;
}

std::vector<OptionNeed> degreeNeeds(const Constraints& constraints)
{
    const LayerDegrees& degrees = constraints.degrees;
    const bool tensor = degrees.sharding.tensor > 1 || varies(constraints.vary, Dimension::Tensor);
    return {
        {"--sequence-parallel", degrees.sharding.sequence, tensor, "given without tensor parallelism",
         "with --tensor 2 or more"},
        {"--context-kind", degrees.context_kind != ContextKind::Ring, degrees.context > 1,
         "given without context parallelism", "with --context 2 or more"},
        {"--expert-capacity", degrees.capacity != 1, degrees.sharding.expert > 1, "given without expert parallelism",
         "with --expert 2 or more, in a model with experts"},
    };
}

std::vector<OptionNeed> trainingNeeds(const ShapeOptions& options, const Constraints& constraints)
{
    const TrainingOptions& training = constraints.training;
    const bool has_compressor = training.compressor.kind != CompressorKind::None;
    const ScheduleKind schedule = constraints.schedule;
    return {
        {"--period", training.period > 1, training.replicas != ReplicaUse::Gradients, "given with --replicas gradients",
         "with --replicas averaging or subnets"},
        {"--compressor", has_compressor,
         training.compress_boundaries || constraints.policies.has(LayerPolicy::Compress),
         "given with nothing to compress", "with --policy compress or --compress-boundaries"},
        {"--compress-boundaries", training.compress_boundaries, has_compressor, "given without a compressor",
         "with --compressor, such as quantise:8"},
        {"--compress-boundaries", training.compress_boundaries,
         fixedPipelineRanks(options, constraints).value_or(2) > 1, "given with one pipeline rank",
         "with --pipeline 2 or more"},
        {"--in-flight-limit", training.in_flight_limit.has_value(),
         schedule == ScheduleKind::DappleA || schedule == ScheduleKind::DappleB,
         "given with the schedule " + std::string(nameOf(schedule)), "with --schedule dapple-a or dapple-b"},
    };
}

std::vector<OptionNeed> hostNeeds(const ShapeOptions& options, const Constraints& constraints)
{
    const bool uses_host = options.out_of_core || constraints.policies.has(LayerPolicy::Swap)
        || constraints.training.offload != StateOffload::None;
    const bool lms = options.out_of_core == OutOfCoreMethod::Lms;
    const LmsOverrides& given = options.lms.given;
    const auto lmsNeed = [lms](const char* option, bool is_given) {
        return OptionNeed {option, is_given, lms, "given without lms", "with --policy lms"};
    };
    const std::string nothing_there = "given without state or activations on the host";
    const char* const host = "with --offload, --policy swap, or a method that chooses policies, such as --policy karma";
    return {
        {"--host-bandwidth", options.host_bandwidth.has_value(), uses_host, nothing_there, host},
        {"--host-memory-bandwidth", options.host_memory_bandwidth.has_value(), uses_host, nothing_there, host},
        lmsNeed("--lms-threshold", given.threshold.has_value()),
        lmsNeed("--lms-tensors", given.tensors.has_value()),
        lmsNeed("--lms-ahead", given.ahead.has_value()),
        lmsNeed("--lms-group", given.group.has_value()),
        lmsNeed("--lms-sync", given.sync.has_value()),
        lmsNeed("--lms-limit", options.lms.limit.has_value()),
        {"--lms-limit", options.lms.limit && given.any(), false, "given with other --lms options",
         "without other --lms options, because the allocator pages then"},
    };
}

}

Result<void> requireNeeds(const ShapeOptions& options, const Constraints& constraints)
{
    for (const auto& needs :
         {degreeNeeds(constraints), trainingNeeds(options, constraints), hostNeeds(options, constraints)}) {
        for (const OptionNeed& need : needs) {
            if (need.given && !need.met) {
                return failure(ErrorCode::OptionUnsupported,
                               {std::string(need.option), need.how_given, std::string(need.needed)});
            }
        }
    }
    return {};
}

}
