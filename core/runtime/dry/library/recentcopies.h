// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace stagecraft::dry {

// Small host-to-device copies since the last kernel launch. Their contents cannot have changed, so reading them back
// returns the real data (DistributedDataParallel agrees on its buckets this way). Thread-safe.
class RecentCopies {
public:
    static RecentCopies& instance();

    void toDevice(const void* to, const void* from, std::size_t bytes);
    // Fills the destination with zeros if the contents are unknown.
    void toHost(void* to, const void* from, std::size_t bytes) const;
    // Records that the range was written in another way.
    void forget(const void* begin, std::size_t bytes);
    // Records a kernel launch, which may have written anything.
    void forgetAll();

private:
    struct Copy {
        std::uintptr_t begin;
        std::vector<char> content;
    };

    std::atomic<bool> m_any {false};
    std::vector<Copy> m_copies; // the newest last
    mutable std::mutex m_mutex;
};

}
