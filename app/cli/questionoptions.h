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

// What is asked of a search but for the cluster.
struct QuestionOptions {
    ModelOption model;
    WorkspaceFile workspace;
    std::int64_t global_batch = 0; // 0: not given
    WorkloadOptions workload;
    ShapeOptions shape;
    VaryOption vary;
    std::optional<Objective> objective; // which plan is recommended
    std::optional<PeakMeasure> measure; // of peaks of unlike devices
    std::optional<Target> target; // who will run the plan

    // MODEL and "--workspace", which stand first in the help, and all others. Without `needs_batch` the batch may be
    // what is asked for. `--vary` offers the dimensions.
    void addModel(CLI::App& command);
    void addOthers(CLI::App& command, bool needs_batch = true, const Dimensions& offered = allDimensions());
    void addObjective(CLI::App& command); // where a plan is recommended

    // The problem without a cluster. Errors: those of ModelOption::read(), ShapeOptions::appliedTo() and
    // VaryOption::dimensions();
    // OptionUnsupported for policies that a method chooses; FieldNotDivisible and OptionOutOfRange where batch,
    // micro-batches and data degree disagree.
    Result<Problem> problem(const Interrupt& interrupt) const;
    // The files that it names, to be read.
    std::vector<CommandFile> files() const;
    // Where --micro-batches alone fixes the data degree: OptionOutOfRange if the cluster has fewer devices.
    Result<void> requireReplicas(const Cluster& cluster) const;
};

}
