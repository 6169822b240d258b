// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stagecraft {

// Hash index with open addressing for finding equal entries of an external table by number. Not thread-safe.
class SlotIndex {
public:
    // Returns the number of the entry with this hash that `isEqual(number)` accepts; otherwise the number of the entry
    // that `add()` appends, which must be the number of entries so far.
    template <typename IsEqual, typename Add>
    std::uint32_t findOrAdd(std::uint64_t hash, const IsEqual& isEqual, const Add& add)
    {
        if (2 * (m_hashes.size() + 1) > m_slots.size()) {
            grow();
        }
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = hash & mask;
        for (; m_slots[at] != free; at = (at + 1) & mask) {
            if (m_hashes[m_slots[at]] == hash && isEqual(m_slots[at])) {
                return m_slots[at];
            }
        }
        const std::uint32_t number = add();
        m_slots[at] = number;
        m_hashes.push_back(hash);
        return number;
    }
    std::size_t bytes() const
    {
        return m_slots.size() * sizeof(std::uint32_t) + m_hashes.size() * sizeof(std::uint64_t);
    }

private:
    static constexpr std::uint32_t free = UINT32_MAX;

    void grow()
    {
        m_slots.assign(m_slots.empty() ? 1024 : 2 * m_slots.size(), free);
        for (std::uint32_t number = 0; number < m_hashes.size(); ++number) {
            std::size_t at = m_hashes[number] & (m_slots.size() - 1);
            while (m_slots[at] != free) {
                at = (at + 1) & (m_slots.size() - 1);
            }
            m_slots[at] = number;
        }
    }

    std::vector<std::uint32_t> m_slots;
    std::vector<std::uint64_t> m_hashes;
};

// Mixes a number into a hash (the finalizer of SplitMix64: Steele, Lea, Flood 2014).
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t number)
{
    std::uint64_t z = hash + number + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

}
