// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/knowncosts.h"

namespace stagecraft {

CostModel knownCosts(const Problem& problem, const std::shared_ptr<const Measurements>& measurements,
                     const Probes& probes)
{
    return {problem.model, problem.workload, *measurements, probes ? *probes : std::vector<DeviceProbe>()};
}

}
