// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace stagecraft::dry {

// Small copies from the host to a device since a kernel was last launched: nobody can have changed what they brought,
// so that whoever reads it back gets it (DistributedDataParallel agrees on its buckets so). Any thread.
class RecentCopies {
public:
    static RecentCopies& instance();

    void toDevice(const void* to, const void* from, std::size_t bytes);
    // Zeros where nothing is known.
    void toHost(void* to, const void* from, std::size_t bytes) const;
    // The range was written in another way.
    void forget(const void* begin, std::size_t bytes);
    // A kernel was launched, which may have written anything.
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
