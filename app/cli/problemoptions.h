// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commandfiles.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/varyoption.h"
#include "app/cli/workspacefile.h"
#include "core/problem/problem.h"

#include <string>

namespace stagecraft {

// Options of a search, except the cluster.
struct ProblemOptions {
    ModelOption model;
    WorkspaceFile workspace;
    std::int64_t global_batch = 0; // 0 if not given
    WorkloadOptions workload;
    ShapeOptions shape;
    VaryOption vary;
    std::optional<Objective> objective; // rule that selects the recommended plan
    std::optional<PeakMeasure> measure; // metric that compares peaks of different device types
    std::optional<Target> target; // program that runs the plan

    // addModel() adds MODEL and "--workspace", which come first in the help; addOthers() all other options. Without
    // `needs_batch` the global batch is optional. `--vary` offers the dimensions.
    void addModel(CLI::App& command);
    void addOthers(CLI::App& command, bool needs_batch = true, const Dimensions& offered = allDimensions());
    void addObjective(CLI::App& command); // for commands that recommend a plan

    // Returns the problem without a cluster. Errors: those of ModelOption::read(), ShapeOptions::appliedTo() and
    // VaryOption::dimensions(); OptionUnsupported for policies that a method chooses; FieldNotDivisible and
    // OptionUnsupported if global batch, micro-batches and DP disagree.
    Result<Problem> problem(const Interrupt& interrupt) const;
    // Files that these options read.
    std::vector<CommandFile> files() const;
    // Errors: OptionOutOfRange if --micro-batch and --micro-batches imply more replicas than the cluster has devices.
    Result<void> requireReplicas(const Cluster& cluster) const;
};

}
