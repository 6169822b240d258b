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
    std::string text = "time_seconds,place,alive_bytes,highest_bytes,is_peak,phase,micro_batch,layer,largest_part\n";
    for (std::size_t place = 0; place < memory.size(); ++place) {
        const MemoryOverTime& of_place = memory[place];
        for (std::size_t i = 0; i < of_place.points.size(); ++i) {
            const MemoryPoint& point = of_place.points[i];
            text += exactText(point.time.value) + ',' + std::to_string(place) + ',' + std::to_string(point.alive.value)
                + ',' + std::to_string(point.highest.value)
                + (i == of_place.peak_at ? ",1," + causeOf(of_place) : std::string(",0,,,,")) + '\n';
        }
    }
    return text;
}

}
