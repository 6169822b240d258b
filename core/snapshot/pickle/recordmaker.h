// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/snapshot/pickle/value.h"
#include "core/snapshot/snapshotrecords.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft {

// Reason why a file cannot be read as a snapshot.
struct Unusable {
    Message why;
};

// Converts a snapshot's pickled lists and dictionaries to records as soon as each is complete. Independent of the
// pickle format. All functions throw Unusable. Not thread-safe.
class RecordMaker {
public:
    RecordMaker();

    PickleValue text(std::string_view text) { return PickleValue(PickleTag::Text, m_snapshot.texts.add(text)); }
    PickleValue newList() { return newContainer(PickleTag::List); }
    PickleValue newDictionary() { return newContainer(PickleTag::Dictionary); }
    void append(PickleValue list, std::span<const PickleValue> values);
    void set(PickleValue dictionary, std::span<const PickleValue> keysAndValues);

    // Returns a text value in printable form; empty for other values.
    std::string words(PickleValue value) const;
    std::size_t bytes() const; // memory used by this object

    // Returns the snapshot whose root dictionary is `root`. Leaves this object empty.
    Snapshot finish(PickleValue root);

private:
    enum Key : std::uint32_t;
    struct Fields;
    struct Run { // `count` consecutive values, starting with `first`
        PickleValue first;
        std::uint32_t count = 0;
    };

    PickleValue newContainer(PickleTag tag);
    PickleValue& content(PickleValue container) { return m_containers[container.payload()]; }
    PickleValue resolved(PickleValue value) const; // for a dictionary: the record made from it
    void appendFrames(PickleValue& content, std::span<const PickleValue> values);
    void appendItem(PickleValue& content, PickleValue item);
    std::optional<PickleValue> recordOf(const Fields& fields);
    PickleValue event(const Fields& fields);
    PickleValue segment(const Fields& fields);
    std::uint32_t stackOf(PickleValue frames) const;
    std::vector<Run> takeItems(PickleValue list); // and clears the list

    Snapshot m_snapshot;
    ChunkedVector<PickleValue> m_containers; // contents of lists and dictionaries
    std::vector<std::vector<Run>> m_items;
    std::size_t m_runs = 0;
    ChunkedVector<SnapshotBlock> m_blocks;
    std::vector<std::uint32_t> m_frames; // frames of the current list
    PickleValue m_traces; // device traces of the root
    bool m_hasRoot = false;
};

}
