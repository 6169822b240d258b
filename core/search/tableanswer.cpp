// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/tableanswer.h"

#include "core/search/degreesearch.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

TableAnswer tableAnswer(const StageTable& table, std::vector<PartitionStage> stages, Message note)
{
    const int pipeline_ranks = static_cast<int>(stages.size());
    const DegreeSearch search(table, pipeline_ranks, {});
    TableAnswer answer {&table, std::move(stages), std::move(note), 0, {}, {}, true};
    for (int s = 0; s < pipeline_ranks; ++s) {
        const PartitionStage& stage = answer.stages[static_cast<std::size_t>(s)];
        const Bytes peak = table.peak(stage.layers, stage.option, pipeline_ranks - s, pipeline_ranks);
        answer.devices += table.devicesOf(stage.option);
        answer.peak = std::max(answer.peak, peak);
        answer.work = std::max(answer.work, search.workOf(stage));
        answer.fits = answer.fits && peak <= table.fitting(stage.option, pipeline_ranks);
    }
    return answer;
}

std::optional<TableAnswer> leastPeakAnswer(const StageTable& table, std::optional<int> pipeline_ranks,
                                           const std::stop_token& stop)
{
    if (table.options() == 0) {
        return std::nullopt;
    }
    auto found = DegreeSearch(table, pipeline_ranks, {}).quickLeastPeak({}, stop);
    return found ? std::optional(tableAnswer(table, std::move(found->stages))) : std::nullopt;
}

bool precedes(const TableAnswer& a, const TableAnswer& b, bool by_peak)
{
    const bool peak = by_peak || (!a.fits && !b.fits);
    if (!peak && a.fits != b.fits) {
        return a.fits;
    }
    return peak ? std::tuple(a.peak, a.work) < std::tuple(b.peak, b.work)
                : std::tuple(a.work, a.peak) < std::tuple(b.work, b.peak);
}

}
