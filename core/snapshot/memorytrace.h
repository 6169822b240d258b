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

// Category of allocated memory, as far as stack traces determine it (categories.h).
enum class TraceCategory : std::uint8_t {
    Parameters,
    Gradients,
    Optimizer,
    Activations,
    Communication,
    Temporary,
    Unknown, // allocated before the recording, or by code that no rule matches
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

using CategoryBytes = std::array<Bytes, enumNames<TraceCategory>.size()>; // indexed by TraceCategory

struct TraceFrame {
    std::string name; // function name
    std::string file; // path on the recording machine
    int line = 0;

    friend bool operator==(const TraceFrame&, const TraceFrame&) = default;
};

// Live blocks at the peak with the same allocating stack trace.
struct PeakGroup {
    TraceCategory category = TraceCategory::Unknown;
    Bytes bytes;
    std::int64_t blocks = 0;
    std::vector<TraceFrame> frames; // innermost first; empty if the snapshot has none

    friend bool operator==(const PeakGroup&, const PeakGroup&) = default;
};

// Memory of one device over a recorded PyTorch run. Bytes are those that the caching allocator counts (blocksizes.h),
// so `peak` is comparable with torch.cuda.max_memory_allocated().
struct MemoryTrace {
    static constexpr std::size_t mostGroups = 200;
    static constexpr std::size_t mostFrames = 64; // per group
    static constexpr std::size_t mostSteps = 10'000;

    std::string name; // file name of the snapshot, without folder
    bool dry_run = false; // recorded without a GPU
    int device = 0; // device index in the recording process
    std::string recorded_at; // ISO 8601, UTC: time of the first event; empty if the snapshot has no times
    std::int64_t events = 0; // number of events that change memory
    MemoryCurve curve;
    Bytes before; // allocated before the first event
    Bytes peak; // highest allocated
    std::int64_t peak_event = 0; // event after which the peak is first reached
    Bytes reserved_at_peak;
    Bytes peak_reserved;
    std::int64_t out_of_memory = 0; // number of events at which an allocation failed
    std::vector<std::int64_t> steps; // events at which training steps begin, and at which the last complete one ends
    CategoryBytes at_peak {};
    std::vector<PeakGroup> groups; // at the peak, the largest first; smaller ones are included only in at_peak

    std::int64_t wholeSteps() const { return steps.empty() ? 0 : static_cast<std::int64_t>(steps.size()) - 1; }
    friend bool operator==(const MemoryTrace&, const MemoryTrace&) = default;
};

}
