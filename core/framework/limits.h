// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Whether it is known how a framework runs all operators of a model (as it is trained) under this workload, and those
// of its ranks where layers are divided so. Errors: FrameworkUnsupported, which names what is not known of the
// framework: it is never guessed.
Result<void> requireKnown(const FrameworkChoice& framework, const Model& model, const Workload& workload,
                          const Sharding& sharding = {});

// The same of how it runs plans of so many pipeline ranks whose layers are divided so.
Result<void> requireKnown(const FrameworkChoice& framework, int pipeline_ranks, const LayerDegrees& degrees);

// Checks that the framework runs this model on so many pipeline ranks. Errors: FrameworkUnsupported.
Result<void> requirePipelineRanks(const FrameworkChoice& framework, const Model& model, int pipeline_ranks);

// The same of stages with so many replicas.
Result<void> requireReplicas(const FrameworkChoice& framework, int replicas);

// The same of the ZeRO stage of plans of so many pipeline ranks (zeroStageOf()).
Result<void> requireZeroStage(const FrameworkChoice& framework, int zero, int pipeline_ranks);

// Checks that the device supports the framework's FP8 recipe. Errors: OptionUnsupported.
Result<void> requireFp8(const FrameworkChoice& framework, const DeviceType& device);

// Checks that the framework trains as the problem says. Errors: FrameworkUnsupported.
Result<void> requirePossible(const Constraints& fixed);

}
