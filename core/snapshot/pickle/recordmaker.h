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

// Why a file cannot be read as a snapshot.
struct Unusable {
    Message why;
};

// Makes the records of a snapshot of its pickled lists and dictionaries, as soon as each has its content. Knows nothing
// of the pickle format. Each throws Unusable. Not thread-safe.
class RecordMaker {
public:
    RecordMaker();

    PickleValue text(std::string_view text) { return PickleValue(PickleTag::Text, m_snapshot.texts.add(text)); }
    PickleValue newList() { return newContainer(PickleTag::List); }
    PickleValue newDictionary() { return newContainer(PickleTag::Dictionary); }
    void append(PickleValue list, std::span<const PickleValue> values);
    void set(PickleValue dictionary, std::span<const PickleValue> keysAndValues);

    // In readable form, of a text; nothing for other values.
    std::string words(PickleValue value) const;
    std::size_t bytes() const; // that this takes

    // The snapshot that `root` is. Leaves nothing here.
    Snapshot finish(PickleValue root);

private:
    enum Key : std::uint32_t;
    struct Fields;
    struct Run { // `count` values that follow one another, from `first` on
        PickleValue first;
        std::uint32_t count = 0;
    };

    PickleValue newContainer(PickleTag tag);
    PickleValue& content(PickleValue container) { return m_containers[container.payload()]; }
    PickleValue resolved(PickleValue value) const; // of a dictionary: the record that it became
    void appendFrames(PickleValue& content, std::span<const PickleValue> values);
    void appendItem(PickleValue& content, PickleValue item);
    std::optional<PickleValue> recordOf(const Fields& fields);
    PickleValue event(const Fields& fields);
    PickleValue segment(const Fields& fields);
    std::uint32_t stackOf(PickleValue frames) const;
    std::vector<Run> takeItems(PickleValue list); // and leaves none

    Snapshot m_snapshot;
    ChunkedVector<PickleValue> m_containers; // content of lists and dictionaries
    std::vector<std::vector<Run>> m_items;
    std::size_t m_runs = 0;
    ChunkedVector<SnapshotBlock> m_blocks;
    std::vector<std::uint32_t> m_frames; // of the list at hand
    PickleValue m_traces; // of the root
    bool m_hasRoot = false;
};

}
