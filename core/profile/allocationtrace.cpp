// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/allocationtrace.h"

#include "core/words/common.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stagecraft {

namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Seven bits per byte, the lowest first; the highest bit means that more follow (as in LEB128).
void appendNumber(std::string& bytes, std::uint64_t number)
{
    while (number >= 0x80) {
        bytes += static_cast<char>((number & 0x7f) | 0x80);
        number >>= 7;
    }
    bytes += static_cast<char>(number);
}

class NumberReader {
public:
    explicit NumberReader(std::string_view bytes) : m_bytes(bytes) {}

    bool atEnd() const { return m_at == m_bytes.size(); }
    std::optional<std::uint64_t> next()
    {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 63 && m_at < m_bytes.size(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) {
                return number;
            }
        }
        return std::nullopt;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

std::string toBase64(std::string_view bytes)
{
    std::string text;
    unsigned held = 0;
    unsigned bits = 0;
    for (const char c : bytes) {
        held = (held << 8) | static_cast<unsigned char>(c);
        for (bits += 8; bits >= 6; bits -= 6) {
            text += digits[(held >> (bits - 6)) & 63];
        }
        held &= (1U << bits) - 1;
    }
    if (bits > 0) {
        text += digits[(held << (6 - bits)) & 63];
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text)
{
    std::string bytes;
    unsigned held = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        held = (held << 6) | static_cast<unsigned>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(held >> bits);
            held &= (1U << bits) - 1;
        }
    }
    return bytes;
}

tl::unexpected<Error> malformed()
{
    return failure(ErrorCode::FieldInconsistent, {std::string("trace"), words::common::no_allocation_trace});
}

}

TraceBytes replay(const AllocationTrace& trace)
{
    TraceBytes bytes;
    std::vector<std::int64_t> sizes;
    for (const std::int64_t event : trace.events) {
        if (event > 0) {
            sizes.push_back(event);
            bytes.left += event;
        } else {
            bytes.left -= sizes[static_cast<std::size_t>(-event - 1)];
        }
        bytes.peak = std::max(bytes.peak, bytes.left);
    }
    return bytes;
}

// Even number: allocation of half as many bytes. Odd number: free of the allocation half as far back.
std::string pack(const AllocationTrace& trace)
{
    std::string bytes;
    appendNumber(bytes, static_cast<std::uint64_t>(trace.forward_events));
    std::int64_t allocations = 0;
    for (const std::int64_t event : trace.events) {
        if (event > 0) {
            ++allocations;
            appendNumber(bytes, static_cast<std::uint64_t>(event) * 2);
        } else {
            appendNumber(bytes, static_cast<std::uint64_t>(allocations + event) * 2 + 1);
        }
    }
    return toBase64(bytes);
}

Result<AllocationTrace> unpack(std::string_view text)
{
    const auto bytes = fromBase64(text);
    if (!bytes) {
        return malformed();
    }
    AllocationTrace trace;
    NumberReader numbers(*bytes);
    const auto forward = numbers.next();
    if (!forward) {
        return malformed();
    }
    std::vector<bool> alive;
    while (!numbers.atEnd()) {
        const auto number = numbers.next();
        if (!number) {
            return malformed();
        }
        const std::uint64_t half = *number / 2;
        if (*number % 2 == 0) {
            if (half == 0) {
                return malformed();
            }
            alive.push_back(true);
            trace.events.push_back(static_cast<std::int64_t>(half));
            continue;
        }
        if (half >= alive.size() || !alive[alive.size() - 1 - half]) {
            return malformed();
        }
        alive[alive.size() - 1 - half] = false;
        trace.events.push_back(-static_cast<std::int64_t>(alive.size() - half));
    }
    if (*forward > trace.events.size()) {
        return malformed();
    }
    trace.forward_events = static_cast<std::int64_t>(*forward);
    return trace;
}

}
