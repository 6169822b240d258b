// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/pickle/bytesource.h"
#include "core/snapshot/pickle/recordmaker.h"

#include <vector>

namespace stagecraft {

// An operation of a pickle that would import or call something.
struct Refused {
    std::string operation;
    std::int64_t offset = 0;
};

// The stack machine of Python's pickle format, without the operations that execute anything: numbers, texts, lists,
// dictionaries, tuples, sets and the memo. Its values go to a RecordMaker. Not thread-safe.
class PickleMachine {
public:
    // Runs until the pickle's end. Throws Refused, Unusable, std::bad_alloc, and what the source throws.
    Snapshot run(ByteSource& source);

    // Throws Unusable once the values take more memory than the bytes read so far allow.
    void checkMemory(std::int64_t bytesRead) const;

private:
    bool step(ByteSource& source, std::uint8_t code, std::int64_t at); // false: the end
    bool stepContainer(std::uint8_t code, std::int64_t at); // false: another operation
    bool stepNumber(ByteSource& source, std::uint8_t code); // the same
    bool stepText(ByteSource& source, std::uint8_t code); // the same
    bool stepMemo(ByteSource& source, std::uint8_t code, std::int64_t at); // the same
    [[noreturn]] void refuse(ByteSource& source, std::uint8_t code, std::int64_t at) const;

    void push(PickleValue value) { m_stack.push_back(value); }
    std::size_t base() const { return m_marks.empty() ? 0 : m_marks.back(); }
    PickleValue pop(std::int64_t at);
    PickleValue top(std::int64_t at, PickleTag wanted) const; // throws Unusable where it is another
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
