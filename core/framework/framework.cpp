// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/framework.h"

#include "core/framework/megatroncore.h"

namespace stagecraft {

ExecutionMode modeOf(const FrameworkChoice& framework)
{
    switch (framework.name) {
    case Framework::MegatronCore:
        return megatronCore(framework.options);
    case Framework::Libtorch:
        break;
    }
    return {"PyTorch", "libtorch 2.11"};
}

Target targetOf(Framework framework)
{
    return framework == Framework::MegatronCore ? Target::Megatron : Target::Any;
}

void useFramework(Problem& problem, Framework framework)
{
    if (problem.target == Target::Any || problem.target == targetOf(problem.constraints.framework.name)) {
        problem.target = targetOf(framework);
    }
    problem.constraints.framework.name = framework;
}

GradientHandling gradientsOf(const Constraints& fixed)
{
    return modeOf(fixed.framework).gradients.value_or(fixed.gradients);
}

}
