// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands.h"
#include "app/cli/frameworkoption.h"
#include "core/base/names.h"
#include "core/estimate/outofcoreplan.h"
#include "core/hardware/cluster.h"
#include "core/problem/problem.h"
#include "core/profile/devicechoice.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

inline constexpr const char* clusterHelp =
    "Cluster file, or NODESxDEVICESxTYPE, as in 2x8xH100-80GB, 4xcpu:8GiB, 8xH100-80GB@98.3 ($ per node and hour) or "
    "8xH100-80GB@lambda (an offer)";
inline constexpr std::int64_t mostSamples = 1 << 20; // per micro-batch; also micro-batches per step
inline constexpr int mostDevices = 1 << 20;
inline constexpr std::int64_t mostLength = 1 << 30; // length of a sequence, or side of an image

// "--json", for every command.
void addJsonOption(CLI::App& command, Task& task);

// "--cluster", required, up to 64 times. `times`: help text about repeating the option.
void addClustersOption(CLI::App& command, std::vector<std::string>& clusters, const std::string& times);

// An option whose values are the names of an enumeration.
template <typename Enum>
CLI::Option* addEnumOption(CLI::App& command, const std::string& name, std::optional<Enum>& value,
                           const std::string& description)
{
    std::vector<std::string> names;
    for (const auto& entry : enumNames<Enum>) {
        names.emplace_back(entry.second);
    }
    return command
        .add_option_function<std::string>(
            name, [&value](const std::string& text) { value = fromName<Enum>(text); }, description)
        ->check(CLI::IsMember(names).description(""))
        ->type_name("NAME");
}

// Option with a number from 1 to `most`.
template <typename Number, typename Value>
CLI::Option* addCountOption(CLI::App& command, const std::string& name, Value& value, Number most,
                            const std::string& description)
{
    return command.add_option(name, value, description)
        ->check([most](const std::string& text) {
            Number number = 0;
            const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool whole = status == std::errc() && end == text.data() + text.size();
            return whole && number >= 1 && number <= most
                ? std::string()
                : "\"" + text + "\" is not a whole number from 1 to " + std::to_string(most);
        })
        ->type_name("N");
}

// Parses "1,2,4". Empty if an element is empty or not a number.
template <typename Number>
std::optional<std::vector<Number>> parseList(std::string_view text)
{
    std::vector<Number> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        Number number = 0;
        const auto [read, status] = std::from_chars(at, end, number);
        if (status != std::errc() || (read != end && *read != ',')) {
            return std::nullopt;
        }
        numbers.push_back(number);
        if (read == end) {
            return numbers;
        }
        at = read + 1;
    }
}

// Parses "zero,recompute" without duplicates. Empty if a name is unknown.
template <typename Name>
std::optional<std::vector<Name>> parseNames(const std::string& text)
{
    std::vector<Name> names;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto name = fromName<Name>(part);
        if (!name) {
            return std::nullopt;
        }
        if (std::find(names.begin(), names.end(), *name) == names.end()) {
            names.push_back(*name);
        }
    }
    return names.empty() ? std::nullopt : std::optional(names);
}

// Option with a comma-separated list in one argument. Repeated options add to the list.
template <typename Number>
CLI::Option* addListOption(CLI::App& command, const std::string& name, std::vector<Number>& values,
                           const std::string& description)
{
    return command
        .add_option_function<std::vector<std::string>>(
            name,
            [&values](const std::vector<std::string>& lists) {
                values.clear();
                for (const std::string& list : lists) {
                    const auto numbers = parseList<Number>(list);
                    values.insert(values.end(), numbers->begin(), numbers->end());
                }
            },
            description)
        ->allow_extra_args(false)
        ->check([](const std::string& text) {
            return parseList<Number>(text)
                ? ""
                : "\"" + text + "\" is not a list of whole numbers with commas between them, such as 1,2,4";
        })
        ->type_name("N,N,...");
}

// Validator for check(): a number in this range. CLI::Range would accept nan.
std::function<std::string(const std::string&)> numberBetween(double least, double most);

// Training settings. Values that are not given keep the base's value.
struct WorkloadOptions {
    std::optional<std::int64_t> sequence;
    std::optional<Precision> precision;
    std::optional<OptimizerKind> optimizer;
    std::optional<AttentionKind> attention;
    std::optional<Trainable> trainable;
    std::optional<DropoutUse> dropout;

    // `with_sequence` is false if the command defines its own --sequence.
    void add(CLI::App& command, bool with_sequence = true);
    Workload appliedTo(Workload base) const;
};

// Settings of a plan that the user may fix.
struct ShapeOptions {
    std::optional<int> pipeline;
    std::optional<int> data;
    std::optional<int> tensor;
    std::optional<int> context;
    std::optional<ContextKind> context_kind;
    std::optional<int> expert;
    std::optional<double> expert_capacity;
    bool sequence_parallel = false;
    std::optional<std::int64_t> micro_batch;
    std::optional<std::int64_t> micro_batches;
    std::optional<ScheduleKind> schedule;
    std::optional<int> interleave; // stages per pipeline rank
    std::optional<int> zero;
    FrameworkOption framework;
    bool fused_loss = false;
    std::vector<RecomputeModule> recompute_modules;
    std::optional<Fp8Recipe> fp8_recipe;
    bool plain_gradients = false;
    bool low_gradients = false;
    bool compile = false;
    bool plain_loss = false;
    std::optional<GradientHandling> gradients;
    std::optional<LayerPolicies> policies;
    std::optional<OutOfCoreMethod> out_of_core; // method that chooses the policies instead of the options
    std::optional<BytesPerSecond> host_bandwidth;
    std::optional<BytesPerSecond> host_memory_bandwidth;
    std::optional<StateOffload> offload;
    std::optional<ReplicaUse> replicas;
    std::optional<int> period;
    std::optional<Compressor> compressor;
    bool compress_boundaries = false;
    std::optional<int> in_flight_limit;
    LmsOptions lms;
    std::vector<int> split_points;
    std::optional<Bytes> reserve;

    // Returns the options that shape the plan.
    std::vector<CLI::Option*> add(CLI::App& command);
    // Value of --interleave, otherwise that of the schedule: 2 if it accepts any number.
    int stagesPerRank() const;
    // Applies all options except `micro_batches`. Errors: OptionOutOfRange if --pipeline and --cuts disagree; those of
    // FrameworkOption::chosen() and requireNeeds().
    Result<Constraints> appliedTo(Constraints base) const;
};

// "--device cpu", "--device cuda:N" of this machine, or "--device dry:TYPE" of the catalogue.
struct DeviceOption {
    DeviceChoice choice {};

    void add(CLI::App& command, const std::string& description);
};

// An option whose value is a time in the format of parseDuration().
CLI::Option* addDurationOption(CLI::App& command, const std::string& name, std::optional<Seconds>& value,
                               const std::string& description);

// Parses "60s", "5min", "2h" or "90" (seconds). Empty if the text is not a time.
std::optional<Seconds> parseDuration(const std::string& text);

}
