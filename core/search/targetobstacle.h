// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/problem/dimension.h"
#include "core/problem/target.h"

#include <optional>

namespace stagecraft {

// Settings of plans and problems that a target may not support.
enum class TargetSetting {
    Schedule,
    ZeroStage,
    Policy,
    SearchedPolicy, // before stages are partitioned
    Offload,
    SequenceParallelism,
    ContextKind,
    ContextDegree,
    Sequence,
    ExpertDegree,
    Stages,
    Precision,
    Optimizer,
    Trainable,
    Layers,
    Model,
    Activation,
    Bias,
    ReplicaUse,
    BoundaryCompression,
    InFlightLimit,
    SplitPoints,
    Cluster,
};

// Returns the dimension that varies the setting; empty for settings fixed by the problem.
std::optional<Dimension> dimensionOf(TargetSetting setting);

// A setting of a plan that a target does not support.
struct TargetObstacle {
    Target target = Target::Any;
    TargetSetting setting = TargetSetting::Schedule;
    Argument value;
    ArgumentList possible; // one entry, or one for each kind of plan

    friend bool operator==(const TargetObstacle&, const TargetObstacle&) = default;
};

// Returns an error with ErrorCode::TargetUnsupported.
Error errorOf(const TargetObstacle& obstacle);
// "the ZeRO stage of a plan for Megatron-LM is 3; possible: 0, 1, where there are replicas"
Message messageOf(const TargetObstacle& obstacle);

}
