// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/framework.h"

#include "core/framework/fsdp2.h"
#include "core/framework/megatroncore.h"
#include "core/framework/nanotron.h"
#include "core/framework/torchtitan.h"

namespace stagecraft {

ExecutionMode modeOf(const FrameworkChoice& framework)
{
    switch (framework.name) {
    case Framework::MegatronCore:
        return megatronCore(framework.options);
    case Framework::Fsdp2:
        return fsdp2();
    case Framework::Torchtitan:
        return torchtitan(framework.options);
    case Framework::Nanotron:
        return nanotron();
    case Framework::Libtorch:
        break;
    }
    return {"PyTorch", "libtorch 2.11"};
}

Target targetOf(Framework framework)
{
    switch (framework) {
    case Framework::MegatronCore:
        return Target::Megatron;
    case Framework::Torchtitan:
        return Target::Torchtitan;
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

std::optional<int> zeroOf(Framework framework)
{
    return modeOf({framework}).shards_masters ? std::optional(3) : std::nullopt;
}

void useFramework(Problem& problem, Framework framework)
{
    if (problem.target == Target::Any || problem.target == targetOf(problem.constraints.framework.name)) {
        problem.target = targetOf(framework);
    }
    problem.constraints.framework.name = framework;
    problem.constraints.zero = zeroOf(framework).value_or(problem.constraints.zero);
}

GradientHandling gradientsOf(const Constraints& fixed)
{
    return modeOf(fixed.framework).gradients.value_or(fixed.gradients);
}

}
