// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/pickle/tables.h"

#include <algorithm>
#include <functional>

namespace stagecraft {

std::uint32_t SnapshotTexts::add(std::string_view text)
{
    return m_index.findOrAdd(
        std::hash<std::string_view>()(text), [&](std::uint32_t number) { return m_texts[number] == text; },
        [&] {
            m_texts.emplace_back(text);
            m_letters += text.size();
            return static_cast<std::uint32_t>(m_texts.size() - 1);
        });
}

std::uint32_t SnapshotFrames::add(const SnapshotFrame& frame)
{
    const std::uint64_t hash = mixed(mixed(frame.name, frame.file), static_cast<std::uint32_t>(frame.line));
    return m_index.findOrAdd(
        hash, [&](std::uint32_t number) { return m_frames[number] == frame; },
        [&] {
            m_frames.push_back(frame);
            return static_cast<std::uint32_t>(m_frames.size() - 1);
        });
}

SnapshotStacks::SnapshotStacks() : m_begins {0}
{
    add({});
}

std::uint32_t SnapshotStacks::add(std::span<const std::uint32_t> frames)
{
    std::uint64_t hash = frames.size();
    for (const std::uint32_t frame : frames) {
        hash = mixed(hash, frame);
    }
    return m_index.findOrAdd(
        hash, [&](std::uint32_t number) { return std::ranges::equal(this->frames(number), frames); },
        [&] {
            m_frames.insert(m_frames.end(), frames.begin(), frames.end());
            m_begins.push_back(m_frames.size());
            return static_cast<std::uint32_t>(m_begins.size() - 2);
        });
}

}
