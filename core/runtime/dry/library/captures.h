// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace stagecraft::dry {

// Which streams are being captured into a CUDA graph (CUDA programming guide, "Stream capture"): the one on which the
// capture began, and those that wait for an event recorded in it, until it ends. Any thread.
class Captures {
public:
    using Id = unsigned long long; // 0: none

    static Captures& instance();

    // True if the capture begins: streams that are being captured begin no other.
    bool begin(const void* stream);
    // Takes all streams of the stream's capture out of it. True if there was one.
    bool end(const void* stream);
    Id of(const void* stream) const;

    void eventRecorded(const void* event, const void* stream);
    void eventAwaited(const void* event, const void* stream);
    void eventDestroyed(const void* event);

private:
    // Most programs capture nothing, and the allocator asks at every block.
    std::atomic<int> m_active {0};
    Id m_last = 0;
    std::unordered_map<const void*, Id> m_streams;
    std::unordered_map<const void*, Id> m_events; // recorded in a capture
    mutable std::mutex m_mutex;
};

}
