// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include "app/cli/optionneeds.h"
#include "core/base/csv.h"
#include "core/base/english.h"
#include "core/base/numbertext.h"
#include "core/framework/framework.h"
#include "core/hardware/catalogue.h"
#include "core/schedule/schedule.h"

#include <array>
#include <charconv>
#include <cmath>
#include <tuple>

namespace stagecraft {

namespace {

constexpr double mostHostRate = 100'000; // GB/s

constexpr std::string_view dryPrefix = "dry:";

// "cpu", "cuda:N" or "dry:TYPE".
std::optional<DeviceChoice> parseDevice(std::string_view text)
{
    if (text == "cpu") {
        return DeviceChoice {};
    }
    if (text.starts_with(dryPrefix)) {
        const CatalogueEntry* entry = catalogue().find(std::string(text.substr(dryPrefix.size())));
        return entry != nullptr ? std::optional(DeviceChoice {entry->device.kind, 0, entry->device}) : std::nullopt;
    }
    const std::string_view prefix = "cuda:";
    int index = 0;
    const char* const end = text.data() + text.size();
    if (!text.starts_with(prefix)) {
        return std::nullopt;
    }
    const auto [read, status] = std::from_chars(text.data() + prefix.size(), end, index);
    return status == std::errc() && read == end && index >= 0
        ? std::optional(DeviceChoice {DeviceKind::Cuda, index, std::nullopt})
        : std::nullopt;
}

std::string checkDevice(const std::string& text)
{
    if (const auto choice = parseDevice(text)) {
        const bool dry = choice->dry.has_value();
        return dry && !choice->dry->compute_capability
            ? "\"" + text + "\" is not possible: dry runs need an NVIDIA device, and " + choice->dry->name + " is none"
            : std::string();
    }
    if (text.starts_with(dryPrefix)) {
        const std::string type = text.substr(dryPrefix.size());
        return "there is no device type \"" + type + "\" (" + argumentText(catalogue().namesLike(type)) + ")";
    }
    return "\"" + text + "\" is not a device; use cpu, cuda:N or dry:TYPE";
}

}

void DeviceOption::add(CLI::App& command, const std::string& description)
{
    command
        .add_option_function<std::string>(
            "--device", [this](const std::string& text) { choice = *parseDevice(text); },
            description + ": cpu, cuda:N, or dry:TYPE for a GPU that this machine does not have (memory only) [cpu]")
        ->check(checkDevice);
}

CLI::Option* addDurationOption(CLI::App& command, const std::string& name, std::optional<Seconds>& value,
                               const std::string& description)
{
    return command
        .add_option_function<std::string>(
            name, [&value](const std::string& text) { value = parseDuration(text); }, description)
        ->check([](const std::string& text) {
            return parseDuration(text) ? "" : "\"" + text + "\" is not a time, such as 60s or 5min";
        })
        ->type_name("TIME");
}

std::function<std::string(const std::string&)> numberBetween(double least, double most)
{
    return [least, most](const std::string& text) {
        const auto number = csvNumber(text);
        const auto words = [](double value) { return generalText(value, 6); };
        return number && *number >= least && *number <= most
            ? std::string()
            : "\"" + text + "\" is not a number from " + words(least) + " to " + words(most);
    };
}

void addClustersOption(CLI::App& command, std::vector<std::string>& clusters, const std::string& times)
{
    constexpr int most = 64;
    command.add_option("--cluster", clusters, std::string(clusterHelp) + "; " + times)
        ->required()
        ->allow_extra_args(false)
        ->expected(1, most)
        ->type_name("CLUSTER");
}

void addJsonOption(CLI::App& command, Task& task)
{
    command.add_flag("--json", task.json, "Print one JSON document instead of text");
}

void WorkloadOptions::add(CLI::App& command, bool with_sequence)
{
    if (with_sequence) {
        addCountOption(command, "--sequence", sequence, mostLength,
                       "Tokens per sample, or image side in pixels [the model's, at most 8192 tokens]");
    }
    addEnumOption(command, "--precision", precision,
                  "Training precision: " + knownNames<Precision>()
                      + " [as the model file specifies, else bf16-master for language models with at least 1B "
                        "parameters, else fp32]");
    addEnumOption(command, "--optimizer", optimizer, "Optimizer: " + knownNames<OptimizerKind>() + " [adamw]");
    addEnumOption(command, "--attention", attention,
                  "Attention implementation: " + knownNames<AttentionKind>() + " [sdpa]");
    command
        .add_option_function<std::string>(
            "--trainable", [this](const std::string& text) { trainable = parseTrainable(text); },
            "Trainable parameters: all, lora:RANK, lora:RANK:PATTERN (linear layers), or a name pattern such as *.bias "
            "[all]")
        ->check([](const std::string& text) {
            return parseTrainable(text) ? "" : "\"" + text + "\" is not all, lora:RANK or a pattern";
        })
        ->type_name("WHAT");
    addEnumOption(command, "--dropout", dropout, "Dropout: configured (as the model has it) or off [configured]");
}

Workload WorkloadOptions::appliedTo(Workload base) const
{
    base.sequence = sequence.value_or(base.sequence);
    base.precision = precision.value_or(base.precision);
    base.optimizer = optimizer.value_or(base.optimizer);
    base.attention = attention.value_or(base.attention);
    base.trainable = trainable.value_or(base.trainable);
    base.dropout = dropout.value_or(base.dropout);
    return base;
}

namespace {

// "--policy": policies of layers, or a method that chooses them.
CLI::Option* addPolicyOption(CLI::App& command, ShapeOptions& shape)
{
    return command
        .add_option_function<std::string>(
            "--policy",
            [&shape](const std::string& text) {
                shape.out_of_core = fromName<OutOfCoreMethod>(text);
                shape.policies = shape.out_of_core ? std::nullopt : parsePolicies(text);
            },
            "Handling of saved activations: " + knownNames<LayerPolicy>()
                + "; per layer, as in full@1-12,swap@13; or a method that chooses: " + knownNames<OutOfCoreMethod>()
                + " [none]")
        ->check([](const std::string& text) {
            return parsePolicies(text) || fromName<OutOfCoreMethod>(text)
                ? ""
                : "\"" + text + "\" is not a policy such as full, full@1-12,swap@13 or karma";
        })
        ->type_name("POLICY");
}

CLI::Option* addCompressorOption(CLI::App& command, std::optional<Compressor>& compressor)
{
    return command
        .add_option_function<std::string>(
            "--compressor", [&compressor](const std::string& text) { compressor = parseCompressor(text); },
            "Compressor of layers with the policy compress and of stage inputs/outputs: quantise:BITS[/GROUP], "
            "top-k:SHARE, random-k:SHARE, auto-encoder:HIDDEN/CODE [none]")
        ->check([](const std::string& text) {
            return parseCompressor(text) ? ""
                                         : "\"" + text
                    + "\" is not a compressor such as quantise:8, quantise:4/128, top-k:0.1 "
                      "or auto-encoder:1024/100";
        })
        ->type_name("COMPRESSOR");
}

// Parameters of LMS; those that are not given are tuned.
std::vector<CLI::Option*> addLmsOptions(CLI::App& command, LmsOptions& lms)
{
    constexpr int most = 1 << 20;
    LmsOverrides& given = lms.given;
    return {
        addCountOption(command, "--lms-threshold", given.threshold, most,
                       "--policy lms: swap tensors whose next use is more than N levels later [tuned]"),
        addCountOption(command, "--lms-tensors", given.tensors, most,
                       "--policy lms: swap at most the first N such layers of a stage [all]"),
        addCountOption(command, "--lms-ahead", given.ahead, most,
                       "--policy lms: prefetch N levels before the next use [tuned]"),
        command
            .add_option("--lms-group", given.group,
                        "--policy lms: later uses at most N levels apart share one copy back; affects only LMS's "
                        "tuning, because "
                        "the layers of a plan have one use [tuned]")
            ->check(CLI::Range(0, most).description(""))
            ->type_name("N"),
        addEnumOption(command, "--lms-sync", given.sync,
                      "--policy lms: copies that block computation: " + knownNames<LmsSync>() + " [tuned]"),
        command
            .add_option_function<std::string>(
                "--lms-limit", [&lms](const std::string& text) { lms.limit = parseBytes(text); },
                "--policy lms: memory limit of a stage's activations, above which the least recently used are swapped, "
                "as in 8GiB; replaces the level options [none]")
            ->check([](const std::string& text) {
                return parseBytes(text) ? "" : "\"" + text + "\" is not an amount of memory, such as 8GiB";
            })
            ->type_name("BYTES"),
    };
}

}

std::vector<CLI::Option*> ShapeOptions::add(CLI::App& command)
{
    std::vector<CLI::Option*> options {
        addCountOption(command, "--pipeline", pipeline, mostDevices,
                       "Pipeline-parallel (PP) size: number of pipeline ranks"),
        addCountOption(command, "--data", data, mostDevices, "Data-parallel (DP) size: replicas of each stage"),
        addCountOption(command, "--micro-batch", micro_batch, mostSamples,
                       "Micro-batch size: samples per replica and pass [1, or as --micro-batches implies]"),
        addCountOption(command, "--micro-batches", micro_batches, mostSamples,
                       "Number of micro-batches per step (gradient accumulation steps) [from the global batch]"),
        addEnumOption(command, "--schedule", schedule, "Pipeline schedule: " + knownNames<ScheduleKind>() + " [1f1b]"),
        addCountOption(command, "--interleave", interleave, 1 << 10,
                       "Stages per pipeline rank (VPP), for interleaved schedules [2]"),
        addCountOption(command, "--tensor", tensor, mostDevices, "Tensor-parallel (TP) size [1]"),
        command.add_flag("--sequence-parallel", sequence_parallel,
                         "Enable sequence parallelism: split activations along the sequence outside TP regions"),
        addCountOption(command, "--context", context, mostDevices, "Context-parallel (CP) size [1]"),
        addEnumOption(command, "--context-kind", context_kind,
                      "Context-parallel attention: " + knownNames<ContextKind>() + " [ring]"),
        addCountOption(command, "--expert", expert, mostDevices,
                       "Expert-parallel (EP) size; divides the data-parallel size [1]"),
        command.add_option("--expert-capacity", expert_capacity, "Expert capacity factor, with --expert [1]")
            ->check(numberBetween(1, mostExpertCapacity))
            ->type_name("X"),
        command
            .add_option(
                "--zero", zero,
                "ZeRO stage, 0 to 3: shard optimizer state (1), gradients (2), parameters (3) over the replicas [0]")
            ->check(CLI::Range(0, 3).description(""))
            ->type_name("N"),
        framework.add(command,
                      "Training framework: " + knownNames<Framework>()
                          + " (libtorch: generic PyTorch, uncalibrated) [libtorch]"),
        framework.addAlias(command),
        command.add_flag("--cross-entropy-loss-fusion", fused_loss,
                         "Option of Megatron-Core: fused cross-entropy loss"),
        command.add_flag("--no-gradient-accumulation-fusion", plain_gradients,
                         "Option of Megatron-Core: separate weight gradients before accumulation"),
        command.add_flag("--grad-reduce-in-bf16", low_gradients,
                         "Option of Megatron-Core: accumulate and reduce gradients in 16 bits"),
        command
            .add_option_function<std::string>(
                "--recompute-modules",
                [this](const std::string& text) { recompute_modules = *parseNames<RecomputeModule>(text); },
                "Option of Megatron-Core: modules to recompute: " + knownNames<RecomputeModule>())
            ->check([](const std::string& text) {
                return parseNames<RecomputeModule>(text)
                    ? ""
                    : "\"" + text + "\" is not a list of " + knownNames<RecomputeModule>();
            })
            ->type_name("LIST"),
        addEnumOption(command, "--fp8-recipe", fp8_recipe,
                      "FP8 recipe of Megatron-Core: " + knownNames<Fp8Recipe>() + " [none]"),
        command.add_flag("--compile", compile, "With torchtitan: compile blocks and loss with torch.compile"),
        command.add_flag("--no-compile-loss", plain_loss, "With --compile: compile only the blocks"),
        addEnumOption(command, "--gradients", gradients,
                      "Gradient storage: " + knownNames<GradientHandling>() + " [eager]"),
        addPolicyOption(command, *this),
        command
            .add_option_function<double>(
                "--host-bandwidth", [this](double rate) { host_bandwidth = BytesPerSecond(rate * 1e9); },
                "GB/s between a device and its host, per direction [PCI Express of the device's generation]")
            ->check(numberBetween(1, mostHostRate))
            ->type_name("GB/S"),
        command
            .add_option_function<double>(
                "--host-memory-bandwidth", [this](double rate) { host_memory_bandwidth = BytesPerSecond(rate * 1e9); },
                "GB/s of the host memory of a node, for optimizers on the host [200]")
            ->check(numberBetween(1, mostHostRate))
            ->type_name("GB/S"),
        addEnumOption(command, "--offload", offload,
                      "State to offload to host memory: " + knownNames<StateOffload>() + " [none]"),
        addEnumOption(command, "--replicas", replicas,
                      "Exchange between replicas: " + knownNames<ReplicaUse>()
                          + "; searches support only gradients [gradients]"),
        addCountOption(command, "--period", period, longestPeriod,
                       "Steps between two exchanges, with --replicas averaging or subnets [1]"),
        addCompressorOption(command, compressor),
        command.add_flag("--compress-boundaries", compress_boundaries,
                         "Compress stage inputs/outputs between pipeline ranks (--compressor)"),
        addCountOption(command, "--in-flight-limit", in_flight_limit, int(mostSamples),
                       "Maximum number of micro-batches before the first backward pass, for dapple-a and dapple-b (not "
                       "in searches)"),
        addListOption(command, "--cuts", split_points,
                      "Split points: layer indices at which stages begin, with both ends, as in 0,5,9,12"),
    };
    for (CLI::Option* option : addLmsOptions(command, lms)) {
        options.push_back(option);
    }
    command
        .add_option_function<std::string>(
            "--memory-reserve",
            [this](const std::string& text) { reserve = text == "0" ? Bytes(0) : parseBytes(text); },
            "Memory to keep free on each device, as in 1GiB [0]")
        ->check([](const std::string& text) {
            const bool good = text == "0" || parseBytes(text);
            return good ? "" : "\"" + text + "\" is not an amount of memory, such as 1GiB";
        })
        ->type_name("BYTES");
    return options;
}

int ShapeOptions::stagesPerRank() const
{
    return interleave.value_or(schedule ? stagecraft::stagesPerRank(*schedule, pipeline.value_or(1), 2) : 1);
}

Result<Constraints> ShapeOptions::appliedTo(Constraints base) const
{
    const int fixed = schedule ? rulesOf(*schedule).stages_per_rank : 1;
    if (interleave && fixed != 0 && *interleave != fixed) {
        return failure(ErrorCode::OptionUnsupported,
                       {"--interleave of " + std::string(nameOf(schedule.value_or(base.schedule))),
                        std::to_string(*interleave), std::to_string(fixed)});
    }
    const auto trains = framework.chosen();
    if (!trains) {
        return failure(trains.error());
    }
    base.micro_batch = micro_batch.value_or(base.micro_batch);
    base.schedule = schedule.value_or(base.schedule);
    base.interleave = interleave.value_or(base.interleave);
    base.zero = zero.value_or(*trains ? std::max(leastZeroStage(**trains), base.zero) : base.zero);
    base.framework.name = trains->value_or(base.framework.name);
    base.framework.options.cross_entropy_loss_fusion |= fused_loss;
    base.framework.options.gradient_accumulation_fusion &= !plain_gradients;
    base.framework.options.grad_reduce_in_bf16 |= low_gradients;
    if (!recompute_modules.empty()) {
        base.framework.options.recompute_modules = recompute_modules;
    }
    base.framework.options.fp8_recipe = fp8_recipe.value_or(base.framework.options.fp8_recipe);
    base.framework.options.compile |= compile;
    base.framework.options.compile_loss &= !plain_loss;
    base.gradients = gradients.value_or(base.gradients);
    base.policies = policies.value_or(base.policies);
    base.host_bandwidth = host_bandwidth ? host_bandwidth : base.host_bandwidth;
    base.host_memory_bandwidth = host_memory_bandwidth ? host_memory_bandwidth : base.host_memory_bandwidth;
    TrainingOptions& training = base.training;
    training.offload = offload.value_or(training.offload);
    training.replicas = replicas.value_or(training.replicas);
    training.period = period.value_or(training.period);
    training.compressor = compressor.value_or(training.compressor);
    training.compress_boundaries = training.compress_boundaries || compress_boundaries;
    training.in_flight_limit = in_flight_limit ? in_flight_limit : training.in_flight_limit;
    base.memory_reserve = reserve.value_or(base.memory_reserve);
    base.pipeline = pipeline ? pipeline : base.pipeline;
    base.data = data ? data : base.data;
    LayerDegrees& degrees = base.degrees;
    degrees.sharding.tensor = tensor.value_or(degrees.sharding.tensor);
    degrees.sharding.sequence = degrees.sharding.sequence || sequence_parallel;
    degrees.sharding.expert = expert.value_or(degrees.sharding.expert);
    degrees.context = context.value_or(degrees.context);
    degrees.context_kind = context_kind.value_or(degrees.context_kind);
    degrees.capacity = expert_capacity.value_or(degrees.capacity);
    if (!split_points.empty()) {
        const auto stages = static_cast<std::int64_t>(split_points.size()) - 1;
        const std::int64_t wanted = std::int64_t(pipeline.value_or(0)) * stagesPerRank();
        if (pipeline && wanted != stages) {
            return failure(ErrorCode::OptionUnsupported,
                           {"the number of --cuts with --pipeline " + std::to_string(*pipeline),
                            std::to_string(stages + 1), std::to_string(wanted + 1)});
        }
        base.split_points = split_points;
    }
    if (auto met = requireNeeds(*this, base); !met) {
        return failure(met.error());
    }
    return base;
}

std::optional<Seconds> parseDuration(const std::string& text)
{
    double number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || !std::isfinite(number) || number <= 0) {
        return std::nullopt;
    }
    constexpr std::array units {std::pair {std::string_view("h"), 3600.0}, std::pair {std::string_view("min"), 60.0},
                                std::pair {std::string_view("s"), 1.0}, std::pair {std::string_view(""), 1.0}};
    for (const auto& [suffix, size] : units) {
        if (std::string_view(end, text.data() + text.size()) == suffix) {
            return Seconds(number * size);
        }
    }
    return std::nullopt;
}

}
