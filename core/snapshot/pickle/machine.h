// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/pickle/bytesource.h"
#include "core/snapshot/pickle/recordmaker.h"

#include <vector>

namespace stagecraft {

// A pickle operation that would import or call something.
struct Refused {
    std::string operation;
    std::int64_t offset = 0;
};

// Stack machine for Python's pickle format without the operations that execute anything: numbers, texts, lists,
// dictionaries, tuples, sets and the memo. Passes values to a RecordMaker. Not thread-safe.
class PickleMachine {
public:
    // Runs until the end of the pickle. Throws Refused, Unusable, std::bad_alloc, and the source's exceptions.
    Snapshot run(ByteSource& source);

    // Throws Unusable once the values need more memory than the number of bytes read allows.
    void checkMemory(std::int64_t bytesRead) const;

private:
    bool step(ByteSource& source, std::uint8_t code, std::int64_t at); // false at the end
    bool stepContainer(std::uint8_t code, std::int64_t at); // false for any other operation
    bool stepNumber(ByteSource& source, std::uint8_t code); // likewise
    bool stepText(ByteSource& source, std::uint8_t code); // likewise
    bool stepMemo(ByteSource& source, std::uint8_t code, std::int64_t at); // likewise
    [[noreturn]] void refuse(ByteSource& source, std::uint8_t code, std::int64_t at) const;

    void push(PickleValue value) { m_stack.push_back(value); }
    std::size_t base() const { return m_marks.empty() ? 0 : m_marks.back(); }
    PickleValue pop(std::int64_t at);
    PickleValue top(std::int64_t at, PickleTag wanted) const; // throws Unusable if it has another tag
    std::span<const PickleValue> sinceMark(std::int64_t at) const;
    void dropMark();
    void text(ByteSource& source, std::uint64_t length);
    PickleValue remembered(std::uint64_t index, std::int64_t at) const;
    void remember(std::uint64_t index, std::int64_t at);

    RecordMaker m_maker;
    std::vector<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;
    ChunkedVector<PickleValue> m_memo;
};

}
