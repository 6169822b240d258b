// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/pickle/slotindex.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stagecraft {

// Map from addresses to the event that allocated the live block there. Uses open addressing with linear probing, as a
// snapshot has millions of allocations, of which few are live at once. Not thread-safe.
class AddressMap {
public:
    AddressMap() : m_slots(1024) {}

    // Inserts a block. Returns the event of the block that was there before, if any.
    std::optional<std::uint32_t> put(std::uint64_t address, std::uint32_t event)
    {
        if (2 * (m_count + 1) > m_slots.size()) {
            grow();
        }
        const std::size_t at = slotOf(address);
        if (m_slots[at].used) {
            return std::exchange(m_slots[at].event, event);
        }
        m_slots[at] = {address, event, true};
        ++m_count;
        return std::nullopt;
    }
    bool contains(std::uint64_t address) const { return m_slots[slotOf(address)].used; }
    // Removes a block. Returns its event, if there is one.
    std::optional<std::uint32_t> take(std::uint64_t address)
    {
        std::size_t at = slotOf(address);
        if (!m_slots[at].used) {
            return std::nullopt;
        }
        const std::uint32_t event = m_slots[at].event;
        --m_count;
        // Entries after the gap move into it if their probe sequence would reach it.
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t next = (at + 1) & mask; m_slots[next].used; next = (next + 1) & mask) {
            const std::size_t home = mixed(0, m_slots[next].address) & mask;
            if (((next - home) & mask) >= ((next - at) & mask)) {
                m_slots[at] = m_slots[next];
                at = next;
            }
        }
        m_slots[at].used = false;
        return event;
    }

private:
    struct Slot {
        std::uint64_t address = 0;
        std::uint32_t event = 0;
        bool used = false;
    };

    // Slot of the address, or the free slot that ends its probe sequence.
    std::size_t slotOf(std::uint64_t address) const
    {
        std::size_t at = mixed(0, address) & (m_slots.size() - 1);
        while (m_slots[at].used && m_slots[at].address != address) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        return at;
    }
    void grow()
    {
        std::vector<Slot> old(2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.used) {
                m_slots[slotOf(slot.address)] = slot;
            }
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_count = 0;
};

}
