// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// What a layer allocates and frees in its forward and first backward pass, in order, so that the behaviour of an
// allocator can be replayed. Tensors that were alive before are not in it.
struct AllocationTrace {
    // Above 0: bytes that are allocated. Below 0: the (-event)-th allocation, counted from 1, is freed.
    std::vector<std::int64_t> events;
    std::int64_t forward_events = 0; // so many of them belong to the forward pass

    friend bool operator==(const AllocationTrace&, const AllocationTrace&) = default;
};

// Most bytes of the trace that are alive at one time, and those that are at its end.
struct TraceBytes {
    std::int64_t peak = 0;
    std::int64_t left = 0;
};
TraceBytes replay(const AllocationTrace& trace);

// As text of a few characters an event: base64 (RFC 4648, without padding) of variable-length numbers; frees as
// distances back, so that they stay small.
std::string pack(const AllocationTrace& trace);
// Errors: FieldInconsistent for text that pack() does not write (`where` empty).
Result<AllocationTrace> unpack(std::string_view text);

}
