// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stagecraft {

// Type of a pickled value. Containers and records are indices into the reader's tables.
enum class PickleTag : std::uint8_t {
    Unset, // memo entry that was never set
    Opaque, // a value that occurs in snapshots but is not needed: None, a float, bytes, a set, a tuple
    Boolean,
    Whole, // an integer of at most 56 bits
    Wide, // a larger integer
    Text, // index of a text
    List, // index of a container, whose content has one of the tags below or Empty
    Dictionary, // likewise
    Empty, // content of a container
    Items, // content of a list: index of its items
    Stack, // content of a list of frames: index of the stack
    Frame,
    Event,
    Dropped, // an event that does not change memory
    Block,
    Segment,
    Annotation,
    Root, // the snapshot's root dictionary
};

// A tag and a 56-bit number in eight bytes: a file of 1 GB has tens of millions of these.
struct PickleValue {
    std::uint64_t bits = 0;

    constexpr PickleValue() = default;
    constexpr PickleValue(PickleTag tag, std::uint64_t payload = 0)
        : bits(static_cast<std::uint64_t>(tag) << payloadBits | (payload & payloadMask))
    {
    }
    static constexpr PickleValue whole(std::int64_t number)
    {
        const bool fits =
            number >= -(std::int64_t(1) << (payloadBits - 1)) && number < std::int64_t(1) << (payloadBits - 1);
        return fits ? PickleValue(PickleTag::Whole, static_cast<std::uint64_t>(number)) : PickleValue(PickleTag::Wide);
    }

    constexpr PickleTag tag() const { return static_cast<PickleTag>(bits >> payloadBits); }
    constexpr std::uint64_t payload() const { return bits & payloadMask; }
    constexpr std::int64_t number() const
    {
        return static_cast<std::int64_t>(bits << (64 - payloadBits)) >> (64 - payloadBits);
    }
    constexpr bool is(PickleTag wanted) const { return tag() == wanted; }

    friend constexpr bool operator==(PickleValue, PickleValue) = default;

    static constexpr int payloadBits = 56;
    static constexpr std::uint64_t payloadMask = (std::uint64_t(1) << payloadBits) - 1;
};

}
