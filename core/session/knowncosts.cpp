// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/knowncosts.h"

namespace stagecraft {

Result<KnownCosts> knownCosts(const Problem& problem, const std::shared_ptr<const Measurements>& measurements,
                              const Probes& probes, const Stacks& stacks)
{
    KnownCosts known {
        CostModel(problem.model, problem.workload, *measurements, probes ? *probes : std::vector<DeviceProbe>()), {}};
    if (!problem.stack.empty()) {
        auto found = stackNamed(problem.stack, stacks ? *stacks : std::vector<FoundStack>());
        if (!found) {
            return failure(found.error());
        }
        known.found = *std::move(found);
    }
    return known;
}

}
