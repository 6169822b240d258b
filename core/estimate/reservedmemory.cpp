// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/reservedmemory.h"

#include "core/memory/allocator/stageallocations.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

std::optional<ReservedMemory> replayedMemory(const ChainCosts& costs, const Plan& plan, const Stage& stage,
                                             DeviceKind kind, Bytes peak, Bytes available, bool expandable_segments)
{
    if (kind == DeviceKind::Cpu) {
        return std::nullopt;
    }
    const auto replay = [&](std::optional<Bytes> limit) {
        return replayStage(costs, stage.layers, plan.schedule, stage.place, static_cast<int>(plan.stages.size()),
                           plan.micro_batches, {expandable_segments, limit});
    };
    constexpr double faithful = 0.02;
    auto result = replay(std::nullopt);
    if (!result || std::abs(result->peaks.requested / peak - 1) > faithful) {
        return std::nullopt;
    }
    if (result->peaks.reserved > available) {
        const auto within = replay(std::max(available, Bytes(0)));
        result = within->out_of_memory ? result : within;
    }
    // Tensors are counted in blocks of 512 bytes.
    return ReservedMemory {std::max(result->peaks.reserved, peak), result->fragmentation};
}

}
