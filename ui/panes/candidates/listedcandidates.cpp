// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/listedcandidates.h"

#include "ui/words/planrole.h"

#include <map>
#include <utility>

namespace stagecraft {

std::vector<bool> listedCandidates(const SearchResult& result)
{
    const auto& all = result.candidates;
    if (all.size() <= mostListed) {
        return {};
    }
    std::vector<bool> listed(all.size());
    std::map<std::pair<QString, ScheduleKind>, std::size_t> lowest_peak;
    const auto rank = [&all](std::size_t of) { return std::pair(!all[of].estimate.fits, all[of].estimate.peak); };
    for (std::size_t i = 0; i < all.size(); ++i) {
        listed[i] = !all[i].labels.empty() || isUserDefined(all[i]) || isBaseline(all[i]);
        const auto [kind, first] = lowest_peak.try_emplace({degreesText(all[i].plan), all[i].plan.schedule}, i);
        if (!first && rank(i) < rank(kind->second)) {
            kind->second = i;
        }
    }
    for (const auto& [kind, best] : lowest_peak) {
        listed[best] = true;
    }
    return listed;
}

}
