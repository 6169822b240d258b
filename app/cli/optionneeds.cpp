// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/optionneeds.h"

#include <vector>

namespace stagecraft {

namespace {

struct OptionNeed {
    const char* option;
    bool given; // with another value than the usual one
    bool met;
    std::string how_given;
    const char* needed;
};

// Pipeline ranks; nothing where a search chooses them.
std::optional<int> fixedPipelineRanks(const ShapeOptions& options, const Constraints& constraints)
{
    if (constraints.cuts) {
        return (static_cast<int>(constraints.cuts->size()) - 1) / options.stagesPerRank();
    }
    return constraints.pipeline;
}

std::vector<OptionNeed> degreeNeeds(const Constraints& constraints)
{
    const LayerDegrees& degrees = constraints.degrees;
    const bool tensor = degrees.sharding.tensor > 1 || varies(constraints.vary, Dimension::Tensor);
    return {
        {"--sequence-parallel", degrees.sharding.sequence, tensor, "given without a tensor degree",
         "with --tensor 2 or more, whose ranks share the tokens"},
        {"--context-kind", degrees.context_kind != ContextKind::Ring, degrees.context > 1,
         "given without a context degree", "with --context 2 or more"},
        {"--expert-capacity", degrees.capacity != 1, degrees.sharding.expert > 1, "given without an expert degree",
         "with --expert 2 or more, in a model with experts"},
    };
}

std::vector<OptionNeed> trainingNeeds(const ShapeOptions& options, const Constraints& constraints)
{
    const TrainingOptions& training = constraints.training;
    const bool has_compressor = training.compressor.kind != CompressorKind::None;
    const ScheduleKind schedule = constraints.schedule;
    return {
        {"--period", training.period > 1, training.replicas != ReplicaUse::Gradients,
         "given where replicas exchange the gradients of every step", "with --replicas averaging or subnets"},
        {"--compressor", has_compressor,
         training.compress_boundaries || constraints.policies.has(LayerPolicy::Compress),
         "given with nothing to compress", "with --policy compress or --compress-boundaries"},
        {"--compress-boundaries", training.compress_boundaries, has_compressor, "given without a compressor",
         "with --compressor, such as quantise:8"},
        {"--compress-boundaries", training.compress_boundaries,
         fixedPipelineRanks(options, constraints).value_or(2) > 1, "given with one place, which sends nothing on",
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
    const LmsGiven& given = options.lms.given;
    const auto lmsNeed = [lms](const char* option, bool is_given) {
        return OptionNeed {option, is_given, lms, "given without lms", "with --policy lms"};
    };
    const std::string nothing_there = "given with nothing on the host";
    const char* const host = "with --offload, or with --policy swap or one that a method chooses, as karma";
    return {
        {"--host-bandwidth", options.host_bandwidth.has_value(), uses_host, nothing_there, host},
        {"--host-memory-bandwidth", options.host_memory_bandwidth.has_value(), uses_host, nothing_there, host},
        lmsNeed("--lms-threshold", given.threshold.has_value()),
        lmsNeed("--lms-tensors", given.tensors.has_value()),
        lmsNeed("--lms-ahead", given.ahead.has_value()),
        lmsNeed("--lms-group", given.group.has_value()),
        lmsNeed("--lms-sync", given.sync.has_value()),
        lmsNeed("--lms-limit", options.lms.limit.has_value()),
        {"--lms-limit", options.lms.limit && given.any(), false, "given with levels of LMS",
         "without the other options of lms: the allocator pages then"},
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
