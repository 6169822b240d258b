// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/search/outcometext.h"

#include <algorithm>

namespace stagecraft {

void Candidate::addPartitioner(const std::string& other)
{
    if (other != partitioner && std::find(also.begin(), also.end(), other) == also.end()) {
        also.push_back(other);
    }
}

bool Candidate::has(Label label) const
{
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

const Candidate* SearchResult::recommended() const
{
    return labeled(Label::Recommended);
}

const Candidate* SearchResult::labeled(Label label) const
{
    const auto at =
        std::find_if(candidates.begin(), candidates.end(), [label](const Candidate& c) { return c.has(label); });
    return at == candidates.end() ? nullptr : &*at;
}

void SearchResult::lowerCertificate()
{
    for (const Candidate& candidate : candidates) {
        if (candidate.estimate.fits && candidate.estimate.peak < certificate.peak) {
            certificate.peak = candidate.estimate.peak;
            certificate.less_is_infeasible = false;
        }
    }
}

bool SearchResult::provenFastest() const
{
    const Candidate* fastest = labeled(Label::Fastest);
    return fastest != nullptr && fastest_bound && fastest->estimate.step <= *fastest_bound * stepBoundRounding;
}

bool SearchResult::provenCheapest() const
{
    const Candidate* cheapest = labeled(Label::Cheapest);
    return cheapest != nullptr && cheapest_bound
        && *cheapest->estimate.cost_per_step <= *cheapest_bound * stepBoundRounding;
}

}
