// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/problem/dimension.h"
#include "core/problem/target.h"

#include <optional>

namespace stagecraft {

// Settings of plans and problems that a target may have no word for.
enum class TargetSetting {
    Schedule,
    ZeroStage,
    Policy,
    SearchedPolicy, // before stages are cut
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

// What varies the setting; nothing for what a problem fixes.
std::optional<Dimension> dimensionOf(TargetSetting setting);

// Something that a plan asks for and a target has no word for.
struct TargetObstacle {
    Target target = Target::Any;
    TargetSetting setting = TargetSetting::Schedule;
    Argument value;
    ArgumentList possible; // one, or one for each kind of plan

    friend bool operator==(const TargetObstacle&, const TargetObstacle&) = default;
};

// ErrorCode::TargetUnsupported.
Error errorOf(const TargetObstacle& obstacle);
// "the ZeRO stage of a plan for Megatron-LM is 3; possible: 0, 1, where there are replicas"
Message messageOf(const TargetObstacle& obstacle);

}
