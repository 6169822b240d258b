// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/curvebytes.h"

namespace stagecraft {

namespace {

constexpr char version = 1;
constexpr std::int64_t mostAmount = std::int64_t(1) << 62; // bytes or microseconds

// Seven bits per byte, the lowest first; the highest bit means that more follow.
void putNumber(std::string& bytes, std::uint64_t number)
{
    for (; number >= 128; number >>= 7) {
        bytes += static_cast<char>(number | 128);
    }
    bytes += static_cast<char>(number);
}

// Stores the sign in the lowest bit.
void putDifference(std::string& bytes, std::int64_t difference)
{
    const auto number = static_cast<std::uint64_t>(difference);
    putNumber(bytes, difference < 0 ? ~(number << 1) : number << 1);
}

class CurveReader {
public:
    explicit CurveReader(std::string_view bytes) : m_bytes(bytes) {}

    bool failed() const { return m_failed; }
    bool atEnd() const { return m_bytes.empty(); }
    std::uint64_t number()
    {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (m_bytes.empty()) {
                break;
            }
            const auto byte = static_cast<std::uint8_t>(m_bytes.front());
            m_bytes.remove_prefix(1);
            number |= static_cast<std::uint64_t>(byte & 127) << shift;
            if (byte < 128) {
                return number;
            }
        }
        m_failed = true;
        return 0;
    }
    // Returns `before` plus a difference; fails outside the range of amounts.
    std::int64_t next(std::int64_t before)
    {
        const std::uint64_t number = this->number();
        const auto half = static_cast<std::int64_t>(number >> 1);
        const std::int64_t after = before + ((number & 1) != 0 ? -half - 1 : half);
        m_failed = m_failed || after < 0 || after > mostAmount;
        return m_failed ? 0 : after;
    }

private:
    std::string_view m_bytes;
    bool m_failed = false;
};

}

std::string encodeCurve(const MemoryCurve& curve)
{
    std::string bytes(1, version);
    putNumber(bytes, static_cast<std::uint64_t>(curve.events_per_point));
    putNumber(bytes, curve.points.size());
    TracePoint before;
    for (const TracePoint& point : curve.points) {
        putDifference(bytes, point.time - before.time);
        putDifference(bytes, (point.lowest - before.lowest).value);
        putDifference(bytes, (point.highest - point.lowest).value);
        putDifference(bytes, (point.reserved - before.reserved).value);
        before = point;
    }
    return bytes;
}

std::optional<MemoryCurve> decodeCurve(std::string_view bytes)
{
    if (bytes.empty() || bytes.front() != version) {
        return std::nullopt;
    }
    CurveReader reader(bytes.substr(1));
    MemoryCurve curve;
    curve.events_per_point = static_cast<std::int64_t>(reader.number());
    const std::uint64_t count = reader.number();
    // Each point has four numbers.
    if (curve.events_per_point < 1 || curve.events_per_point > std::int64_t(1) << 32 || count > MemoryCurve::mostPoints
        || count > bytes.size() / 4) {
        return std::nullopt;
    }
    curve.points.resize(count);
    TracePoint before;
    for (TracePoint& point : curve.points) {
        point.time = reader.next(before.time);
        point.lowest = Bytes(reader.next(before.lowest.value));
        point.highest = Bytes(reader.next(point.lowest.value));
        point.reserved = Bytes(reader.next(before.reserved.value));
        if (reader.failed() || point.time < before.time || point.highest < point.lowest) {
            return std::nullopt;
        }
        before = point;
    }
    return reader.atEnd() ? std::optional(std::move(curve)) : std::nullopt;
}

}
