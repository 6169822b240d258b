// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/problem/problem.h"

namespace stagecraft {

// Checks that the operators of a model (as trained) and their sharding are modeled for a framework under this workload.
// Errors: FrameworkUnsupported with the unsupported feature: behavior of a framework is never guessed.
Result<void> requireKnown(const FrameworkChoice& framework, const Model& model, const Workload& workload,
                          const Sharding& sharding = {});

// Checks that pipelines of `pipeline_ranks` and the parallel sizes are modeled for a framework. Errors:
// FrameworkUnsupported.
Result<void> requireKnown(const FrameworkChoice& framework, int pipeline_ranks, const LayerDegrees& degrees);

// Checks that the framework's context parallelism is modeled for this model. Errors: FrameworkUnsupported.
Result<void> requireContext(const FrameworkChoice& framework, const Model& model);

// Checks that the framework runs this model on `pipeline_ranks` pipeline ranks. Errors: FrameworkUnsupported.
Result<void> requirePipelineRanks(const FrameworkChoice& framework, const Model& model, int pipeline_ranks);

// Checks that the framework trains stages with `replicas` replicas. Errors: FrameworkUnsupported.
Result<void> requireReplicas(const FrameworkChoice& framework, int replicas);

// Checks that a ZeRO stage is the one in effect with `pipeline_ranks` (zeroStageOf()). Errors: FrameworkUnsupported.
Result<void> requireZeroStage(const FrameworkChoice& framework, int zero, int pipeline_ranks);

// Checks that the device supports the framework's FP8 recipe. Errors: OptionUnsupported.
Result<void> requireFp8(const FrameworkChoice& framework, const DeviceType& device);

// Checks that the framework supports the problem's settings. Errors: FrameworkUnsupported.
Result<void> requirePossible(const Constraints& fixed);

}
