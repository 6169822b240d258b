// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stagecraft::testing {

// Writes a pickle operation by operation, like Python's pickler with protocol 4.
class PickleText {
public:
    std::string bytes;

    PickleText& operation(std::uint8_t code)
    {
        bytes += static_cast<char>(code);
        return *this;
    }
    PickleText& begin(int protocol = 4) { return operation(0x80).operation(static_cast<std::uint8_t>(protocol)); }
    PickleText& end() { return operation('.'); }
    PickleText& mark() { return operation('('); }
    PickleText& dictionary() { return operation('}').memoize(); }
    PickleText& list() { return operation(']').memoize(); }
    PickleText& setItems() { return operation('u'); }
    PickleText& appends() { return operation('e'); }
    PickleText& memoize()
    {
        ++m_memo;
        return operation(0x94);
    }
    std::uint32_t remembered() const { return m_memo - 1; } // number of the last value in the memo
    PickleText& get(std::uint32_t number)
    {
        return number < 256 ? operation('h').number(number, 1) : operation('j').number(number, 4);
    }
    // Adds a string without memoization; use a separate memo for repeated strings.
    PickleText& text(std::string_view words)
    {
        operation(0x8c).number(words.size(), 1);
        bytes += words;
        return memoize();
    }
    PickleText& whole(std::uint64_t value)
    {
        if (value < 256) {
            return operation('K').number(value, 1);
        }
        if (value < 65536) {
            return operation('M').number(value, 2);
        }
        if (value < 1ULL << 31) {
            return operation('J').number(value, 4);
        }
        return operation(0x8a).number(8, 1).number(value, 8);
    }
    PickleText& number(std::uint64_t value, int length)
    {
        for (int i = 0; i < length; ++i) {
            bytes += static_cast<char>(value >> 8 * i);
        }
        return *this;
    }

private:
    std::uint32_t m_memo = 0;
};

}
