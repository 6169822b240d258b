// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/captures.h"

namespace stagecraft::dry {

Captures& Captures::instance()
{
    static auto* all = new Captures; // never destroyed: used during process exit, too
    return *all;
}

bool Captures::begin(const void* stream)
{
    const std::lock_guard lock(m_mutex);
    if (m_streams.contains(stream)) {
        return false;
    }
    m_streams[stream] = ++m_last;
    ++m_active;
    return true;
}

bool Captures::end(const void* stream)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) {
        return false;
    }
    const auto isEnded = [id = found->second](const auto& entry) { return entry.second == id; };
    std::erase_if(m_streams, isEnded);
    std::erase_if(m_events, isEnded);
    --m_active;
    return true;
}

Captures::Id Captures::of(const void* stream) const
{
    if (m_active == 0) {
        return 0;
    }
    const std::lock_guard lock(m_mutex);
    const auto found = m_streams.find(stream);
    return found != m_streams.end() ? found->second : 0;
}

void Captures::eventRecorded(const void* event, const void* stream)
{
    if (m_active == 0) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    const auto found = m_streams.find(stream);
    if (found != m_streams.end()) {
        m_events[event] = found->second;
    } else {
        m_events.erase(event);
    }
}

void Captures::eventAwaited(const void* event, const void* stream)
{
    if (m_active == 0) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_events.find(event); found != m_events.end()) {
        m_streams[stream] = found->second;
    }
}

void Captures::eventDestroyed(const void* event)
{
    if (m_active == 0) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_events.erase(event);
}

}
