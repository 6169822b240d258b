// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/recentcopies.h"

#include "core/runtime/dry/library/exports.h"

#include <cstring>

namespace stagecraft::dry {

namespace {

constexpr std::size_t largest = std::size_t {1} << 20;
constexpr std::size_t most = 64; // scripts that copy more without any kernel read nothing back

std::uintptr_t addressOf(const void* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer);
}

}

RecentCopies& RecentCopies::instance()
{
    static auto* all = new RecentCopies; // never destroyed: used during process exit, too
    return *all;
}

void RecentCopies::toDevice(const void* to, const void* from, std::size_t bytes)
{
    forget(to, bytes);
    if (bytes > largest) {
        return;
    }
    const auto* content = static_cast<const char*>(from);
    const std::lock_guard lock(m_mutex);
    if (m_copies.size() == most) {
        m_copies.erase(m_copies.begin());
    }
    m_copies.push_back({addressOf(to), std::vector<char>(content, content + bytes)});
    m_any = true;
}

void RecentCopies::toHost(void* to, const void* from, std::size_t bytes) const
{
    if (m_any) {
        const std::lock_guard lock(m_mutex);
        for (const Copy& copy : m_copies) {
            const std::uintptr_t offset = addressOf(from) - copy.begin;
            if (offset < copy.content.size() && bytes <= copy.content.size() - offset) {
                std::memcpy(to, copy.content.data() + offset, bytes);
                return;
            }
        }
    }
    std::memset(to, 0, bytes);
}

void RecentCopies::forget(const void* begin, std::size_t bytes)
{
    if (!m_any) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_copies, [first = addressOf(begin), bytes](const Copy& copy) {
        return first < copy.begin + copy.content.size() && copy.begin < first + bytes;
    });
}

void kernelLaunched()
{
    RecentCopies::instance().forgetAll();
}

void RecentCopies::forgetAll()
{
    if (!m_any) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_copies.clear();
    m_any = false;
}

}
