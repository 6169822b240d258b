// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Allocations and frees of a layer in its forward and first backward pass, in order, for replaying the behavior of an
// allocator. Excludes tensors that were alive before.
struct AllocationTrace {
    // Positive: bytes allocated. Negative: the (-event)-th allocation, counted from 1, is freed.
    std::vector<std::int64_t> events;
    std::int64_t forward_events = 0; // number of events at the beginning that belong to the forward pass

    friend bool operator==(const AllocationTrace&, const AllocationTrace&) = default;
};

// Peak of the live bytes of a trace, and the bytes still alive at its end.
struct TraceBytes {
    std::int64_t peak = 0;
    std::int64_t left = 0;
};
TraceBytes replay(const AllocationTrace& trace);

// Encodes a trace as text with a few characters per event: base64 (RFC 4648, without padding) of variable-length
// numbers, with frees as backward distances so that they stay small.
std::string pack(const AllocationTrace& trace);
// Decodes pack()'s text. Errors: FieldInconsistent for any other text (`where` empty).
Result<AllocationTrace> unpack(std::string_view text);

}
