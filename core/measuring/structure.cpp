// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/structure.h"

#include "core/cost/tracefit.h"

#include <iterator>
#include <map>
#include <string>

namespace stagecraft {

std::vector<StructureChange> structureChanges(const std::vector<Measurement>& measured)
{
    using Line = std::map<std::int64_t, const Measurement*>; // keyed by micro-batch
    std::map<std::string, std::size_t> index;
    std::vector<Line> lines;
    for (const Measurement& m : measured) {
        if (m.status != MeasurementStatus::Done || m.point.isCheck() || m.trace.events.empty()) {
            continue;
        }
        const auto [at, is_new] = index.emplace(lineKey(m.point), lines.size());
        if (is_new) {
            lines.emplace_back();
        }
        lines[at->second][m.point.micro_batch] = &m;
    }
    std::vector<StructureChange> changes;
    for (const Line& line : lines) {
        for (auto at = line.begin(); at != line.end() && std::next(at) != line.end(); ++at) {
            const auto& [larger, other] = *std::next(at);
            if (!sameStructure(*at->second, *other)) {
                changes.push_back({at->second->point, larger});
            }
        }
    }
    return changes;
}

}
