// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"
#include "core/snapshot/memorycurve.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stagecraft {

// What allocated memory is for, as far as stack traces show it (categories.h).
enum class TraceCategory : std::uint8_t {
    Parameters,
    Gradients,
    Optimizer,
    Activations,
    Communication,
    Temporary,
    Unknown, // allocated before the recording, or by code that no rule knows
};

template <>
inline constexpr auto enumNames<TraceCategory> = std::array {
    std::pair {TraceCategory::Parameters, std::string_view("parameters")},
    std::pair {TraceCategory::Gradients, std::string_view("gradients")},
    std::pair {TraceCategory::Optimizer, std::string_view("optimizer")},
    std::pair {TraceCategory::Activations, std::string_view("activations")},
    std::pair {TraceCategory::Communication, std::string_view("communication")},
    std::pair {TraceCategory::Temporary, std::string_view("temporary")},
    std::pair {TraceCategory::Unknown, std::string_view("unknown")},
};

using CategoryBytes = std::array<Bytes, enumNames<TraceCategory>.size()>; // by TraceCategory

struct TraceFrame {
    std::string name; // of the function
    std::string file; // path on the machine that recorded it
    int line = 0;

    friend bool operator==(const TraceFrame&, const TraceFrame&) = default;
};

// Live blocks at the peak that one stack trace allocated.
struct PeakGroup {
    TraceCategory category = TraceCategory::Unknown;
    Bytes bytes;
    std::int64_t blocks = 0;
    std::vector<TraceFrame> frames; // innermost first; empty where the snapshot has none

    friend bool operator==(const PeakGroup&, const PeakGroup&) = default;
};

// The memory of one device over a recorded run of PyTorch. Bytes count as the caching allocator counts them
// (blocksizes.h), so that `peak` compares with torch.cuda.max_memory_allocated().
struct MemoryTrace {
    static constexpr std::size_t mostGroups = 200;
    static constexpr std::size_t mostFrames = 64; // of a group
    static constexpr std::size_t mostSteps = 10'000;

    std::string name; // of the snapshot's file, without its folder
    bool dry_run = false; // recorded without a GPU
    int device = 0; // index in the process that recorded it
    std::string recorded_at; // ISO 8601, UTC: the first event's; empty where the snapshot has no times
    std::int64_t events = 0; // that change memory
    MemoryCurve curve;
    Bytes before; // allocated before the first event
    Bytes peak; // allocated
    std::int64_t peak_event = 0; // after which it is reached first
    Bytes reserved_at_peak;
    Bytes peak_reserved;
    std::int64_t out_of_memory = 0; // events at which an allocation failed
    std::vector<std::int64_t> steps; // events at which training steps begin, and the last whole one ends
    CategoryBytes at_peak {};
    std::vector<PeakGroup> groups; // at the peak, the largest first; the others count in at_peak alone

    std::int64_t wholeSteps() const { return steps.empty() ? 0 : static_cast<std::int64_t>(steps.size()) - 1; }
    friend bool operator==(const MemoryTrace&, const MemoryTrace&) = default;
};

}
