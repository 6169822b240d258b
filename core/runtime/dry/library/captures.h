// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace stagecraft::dry {

// Registry of the streams that are being captured into a CUDA graph (CUDA programming guide, "Stream capture"): the
// stream that began the capture and those that wait for an event recorded in it, until the capture ends. Thread-safe.
class Captures {
public:
    using Id = unsigned long long; // 0: none

    static Captures& instance();

    // Begins a capture. Returns false if the stream is already being captured.
    bool begin(const void* stream);
    // Ends the capture that includes the stream, for all its streams. Returns false if there is none.
    bool end(const void* stream);
    Id of(const void* stream) const;

    void eventRecorded(const void* event, const void* stream);
    void eventAwaited(const void* event, const void* stream);
    void eventDestroyed(const void* event);

private:
    // Fast path: most programs capture nothing, and the allocator asks for every block.
    std::atomic<int> m_active {0};
    Id m_last = 0;
    std::unordered_map<const void*, Id> m_streams;
    std::unordered_map<const void*, Id> m_events; // events recorded in a capture
    mutable std::mutex m_mutex;
};

}
