// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/problemoptions.h"

#include "core/exchange/defaultproblem.h"
#include "core/framework/framework.h"

#include <algorithm>
#include <climits>

namespace stagecraft {

namespace {

// Global batch = micro-batch size x DP x number of micro-batches. If one of the last two is missing, it follows from
// the others. With --micro-batches alone, each DP size has a different micro-batch size.
Result<Constraints> constraintsOf(const ProblemOptions& options, const Model& model)
{
    if (options.shape.out_of_core) { // these methods require given stages
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--policy of a search"), std::string(nameOf(*options.shape.out_of_core)),
                        std::string("none, full, selective, or --vary swap")});
    }
    auto varied = options.vary.dimensions(options.shape);
    if (!varied) {
        return failure(varied.error());
    }
    Constraints open;
    if (!hasGivenCosts(model)) { // layers of a layer table have no tensor parallelism
        open.vary = *varied;
    }
    auto constraints = options.shape.appliedTo(std::move(open));
    if (!constraints) {
        return constraints;
    }
    constraints->vary = *std::move(varied);
    if (!options.shape.micro_batches || options.global_batch == 0) {
        return constraints;
    }
    if (!options.shape.micro_batch) {
        constraints->micro_batches = options.shape.micro_batches;
        return constraints;
    }
    const std::int64_t samples = constraints->micro_batch * *options.shape.micro_batches;
    if (options.global_batch % samples != 0) {
        return failure(
            ErrorCode::FieldNotDivisible,
            {std::string("global batch"), options.global_batch, std::string("micro-batch x micro-batches"), samples});
    }
    const auto data = options.global_batch / samples;
    if (constraints->data && *constraints->data != data) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--data with this --global-batch, --micro-batch and --micro-batches"),
                        std::to_string(*constraints->data), std::to_string(data)});
    }
    constraints->data = static_cast<int>(std::min<std::int64_t>(data, INT_MAX)); // exceeds any number of devices
    return constraints;
}

}

Result<void> ProblemOptions::requireReplicas(const Cluster& cluster) const
{
    if (!shape.micro_batches || !shape.micro_batch || shape.data || global_batch == 0) {
        return {};
    }
    const std::int64_t micro_batch = *shape.micro_batch;
    const std::int64_t replicas = global_batch / (micro_batch * *shape.micro_batches);
    if (replicas <= cluster.devices()) {
        return {};
    }
    return failure(ErrorCode::OptionOutOfRange,
                   {"the data-parallel size implied by --micro-batches " + std::to_string(*shape.micro_batches)
                        + " and --micro-batch " + std::to_string(micro_batch)
                        + " (give --data instead of --micro-batches, or a larger --micro-batch)",
                    replicas, std::int64_t(1), std::int64_t(cluster.devices())});
}

std::vector<CommandFile> ProblemOptions::files() const
{
    return {{"MODEL", model.source()}, {"--workspace", workspace.path()}};
}

void ProblemOptions::addModel(CLI::App& command)
{
    model.add(command, "Hugging Face config.json, zoo:NAME, a TorchScript file (.pt), or a layer table (.csv)")
        ->required();
    workspace.add(command);
}

void ProblemOptions::addOthers(CLI::App& command, bool needs_batch, const Dimensions& offered)
{
    addCountOption(command, "--global-batch", global_batch, mostGlobalBatch,
                   needs_batch ? "Samples per optimizer step" : "Samples per optimizer step; not for largest-batch")
        ->required(needs_batch);
    workload.add(command);
    shape.add(command);
    vary.add(command, offered);
    addEnumOption(command, "--target", target,
                  "Search only plans that can be exported to this program: " + knownNames<Target>()
                      + " [the framework's, else any]");
    addEnumOption(command, "--measure", measure,
                  "Comparison of peaks of different device types: " + knownNames<PeakMeasure>()
                      + " (share of each device's capacity, or bytes) [share]");
}

void ProblemOptions::addObjective(CLI::App& command)
{
    addEnumOption(
        command, "--objective", objective,
        "Recommended plan, among those that fit: lowest peak memory, balanced (lowest peak among plans not much "
        "slower than the fastest), fastest or cheapest: "
            + knownNames<Objective>() + " [memory]");
}

Result<Problem> ProblemOptions::problem(const Interrupt& interrupt) const
{
    auto read = model.read(&workspace, interrupt);
    if (!read) {
        return failure(read.error());
    }
    auto constraints = constraintsOf(*this, *read);
    if (!constraints) {
        return failure(constraints.error());
    }
    Problem problem;
    problem.workload = workload.appliedTo(defaultWorkload(*read));
    problem.workload.global_batch = global_batch;
    problem.model = std::move(*read);
    problem.constraints = std::move(*constraints);
    problem.constraints.objective = objective.value_or(Objective::Memory);
    problem.constraints.measure = measure.value_or(PeakMeasure::Share);
    problem.target = target.value_or(targetOf(problem.constraints.framework.name));
    return problem;
}

}
