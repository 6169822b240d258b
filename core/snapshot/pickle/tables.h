// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/pickle/slotindex.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Distinct texts of a snapshot. Not thread-safe while texts are added.
class SnapshotTexts {
public:
    std::uint32_t add(std::string_view text); // adds or finds a text
    std::string_view text(std::uint32_t number) const { return m_texts[number]; }
    std::size_t size() const { return m_texts.size(); }
    std::size_t bytes() const { return m_index.bytes() + m_letters + m_texts.size() * sizeof(std::string); }

private:
    std::deque<std::string> m_texts;
    std::size_t m_letters = 0;
    SlotIndex m_index;
};

// A line of a stack trace. `name` and `file` are numbers of texts.
struct SnapshotFrame {
    std::uint32_t name = 0;
    std::uint32_t file = 0;
    std::int32_t line = 0;

    friend bool operator==(const SnapshotFrame&, const SnapshotFrame&) = default;
};

// Distinct frames of a snapshot.
class SnapshotFrames {
public:
    std::uint32_t add(const SnapshotFrame& frame);
    const SnapshotFrame& frame(std::uint32_t number) const { return m_frames[number]; }
    std::size_t size() const { return m_frames.size(); }
    std::size_t bytes() const { return m_index.bytes() + m_frames.size() * sizeof(SnapshotFrame); }

private:
    std::vector<SnapshotFrame> m_frames;
    SlotIndex m_index;
};

// Distinct stack traces of a snapshot, as frames from the innermost call outward. Stack 0 is empty.
class SnapshotStacks {
public:
    SnapshotStacks();

    std::uint32_t add(std::span<const std::uint32_t> frames);
    std::span<const std::uint32_t> frames(std::uint32_t number) const
    {
        return {m_frames.data() + m_begins[number], m_begins[number + 1] - m_begins[number]};
    }
    std::size_t size() const { return m_begins.size() - 1; }
    std::size_t bytes() const
    {
        return m_index.bytes() + m_frames.size() * sizeof(std::uint32_t) + m_begins.size() * sizeof(std::size_t);
    }

private:
    std::vector<std::uint32_t> m_frames;
    std::vector<std::size_t> m_begins;
    SlotIndex m_index;
};

}
