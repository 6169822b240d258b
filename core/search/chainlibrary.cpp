// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/chainlibrary.h"

#include "core/estimate/plancosts.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace stagecraft {

Result<std::shared_ptr<const LibraryChain>> ChainLibrary::chain(const Constraints& fixed, int device_group)
{
    const int subnets = fixed.training.replicas == ReplicaUse::Subnets ? *fixed.data : 1;
    const bool combines = rulesOf(fixed.schedule).combines_passes;
    const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.micro_batch == fixed.micro_batch && entry.subnets == subnets && entry.device_group == device_group
            && entry.degrees == fixed.degrees && entry.policies == fixed.policies && entry.combines_passes == combines;
    });
    if (known != m_entries.end()) {
        return known->costs;
    }
    auto made = chainCosts(m_model, m_problem, fixed.micro_batch,
                           {fixed.policies, fixed.degrees, fixed.training, subnets, device_group, 0, combines});
    Entry entry {fixed.micro_batch, fixed.degrees, fixed.policies, subnets, device_group, combines, nullptr};
    if (made) {
        entry.costs = std::make_shared<const LibraryChain>(*std::move(made));
    } else {
        entry.costs = failure(made.error());
    }
    m_entries.push_back(entry);
    return entry.costs;
}

}
