// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/memorycsv.h"

#include "core/base/numbertext.h"
#include "core/memory/largestpart.h"

namespace stagecraft {

namespace {

std::string causeOf(const MemoryOverTime& memory)
{
    const PeakMoment& moment = memory.moment;
    return std::string(nameOf(moment.phase)) + ',' + std::to_string(moment.micro_batch) + ','
        + std::to_string(moment.layer) + ',' + std::string(largestPart(memory.breakdown).first);
}

}

std::string memoryCsv(const std::vector<MemoryOverTime>& memory)
{
    std::string text =
        "time_seconds,pipeline_rank,alive_bytes,highest_bytes,is_peak,phase,micro_batch,layer,largest_part\n";
    for (std::size_t pipeline_rank = 0; pipeline_rank < memory.size(); ++pipeline_rank) {
        const MemoryOverTime& of_rank = memory[pipeline_rank];
        for (std::size_t i = 0; i < of_rank.points.size(); ++i) {
            const MemoryPoint& point = of_rank.points[i];
            text += exactText(point.time.value) + ',' + std::to_string(pipeline_rank) + ','
                + std::to_string(point.alive.value) + ',' + std::to_string(point.highest.value)
                + (i == of_rank.peak_at ? ",1," + causeOf(of_rank) : std::string(",0,,,,")) + '\n';
        }
    }
    return text;
}

}
