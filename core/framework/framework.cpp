// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/framework.h"

#include "core/framework/deepspeed.h"
#include "core/framework/fsdp2.h"
#include "core/framework/megatroncore.h"
#include "core/framework/nanotron.h"
#include "core/framework/torchtitan.h"

#include <algorithm>

namespace stagecraft {

ExecutionMode modeOf(const FrameworkChoice& framework)
{
    switch (framework.name) {
    case Framework::MegatronCore:
        return megatronCore(framework.options);
    case Framework::Fsdp2:
        return fsdp2();
    case Framework::DeepSpeed:
        return deepSpeed();
    case Framework::Torchtitan:
        return torchtitan(framework.options);
    case Framework::Nanotron:
        return nanotron();
    case Framework::Libtorch:
        break;
    }
    ExecutionMode mode {"PyTorch", "libtorch 2.11"};
    mode.most_zero = 3;
    return mode;
}

Target targetOf(Framework framework)
{
    switch (framework) {
    case Framework::MegatronCore:
        return Target::Megatron;
    case Framework::Torchtitan:
        return Target::Torchtitan;
    case Framework::DeepSpeed:
        return Target::DeepSpeed;
    case Framework::Libtorch:
    case Framework::Fsdp2:
    case Framework::Nanotron:
        break;
    }
    return Target::Any;
}

Result<Framework> frameworkOfStack(const std::string& stack)
{
    if (stack == "none" || stack == "megatron") {
        return stack == "none" ? Framework::Libtorch : Framework::MegatronCore;
    }
    const auto framework = fromName<Framework>(stack);
    if (framework && (*framework == Framework::Torchtitan || *framework == Framework::Nanotron)) {
        return *framework;
    }
    return failure(ErrorCode::StackUnknown, {stack, knownNames<Framework>()});
}

int leastZeroStage(Framework framework)
{
    return modeOf({framework}).least_zero;
}

int zeroStageOf(const FrameworkChoice& framework, int asked, int pipeline_ranks)
{
    const ExecutionMode mode = modeOf(framework);
    if (mode.pipelined_zero == 0) {
        return asked;
    }
    return pipeline_ranks > 1 ? mode.pipelined_zero : mode.least_zero;
}

void useFramework(Problem& problem, Framework framework)
{
    if (problem.target == Target::Any || problem.target == targetOf(problem.constraints.framework.name)) {
        problem.target = targetOf(framework);
    }
    problem.constraints.framework.name = framework;
    problem.constraints.zero = std::max(leastZeroStage(framework), problem.constraints.zero);
}

GradientHandling gradientsOf(const Constraints& fixed)
{
    return modeOf(fixed.framework).gradients.value_or(fixed.gradients);
}

}
