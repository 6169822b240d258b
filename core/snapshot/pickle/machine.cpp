// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/pickle/machine.h"

#include "core/snapshot/pickle/opcode.h"
#include "core/words/snapshot.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t mostLevels = 256; // nesting depth of containers; snapshots have six
constexpr std::uint64_t mostLetters = 4096; // length of texts that are kept; longer ones are skipped
constexpr std::uint64_t mostMemoGap = 1024; // Python numbers memo entries consecutively
constexpr std::size_t freeBytes = std::size_t(1) << 26;
constexpr std::size_t bytesPerByteRead = 8;

[[noreturn]] void unfit(std::int64_t at)
{
    throw Unusable {say(words::snapshot::operation_misplaced, at)};
}

// Makes a name printable on one line.
std::string shown(std::string_view name)
{
    std::string text(name.substr(0, 60));
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

std::string lineOf(ByteSource& source)
{
    std::string line;
    try {
        for (char c = static_cast<char>(source.byte()); c != '\n' && line.size() < 60;
             c = static_cast<char>(source.byte())) {
            line += c;
        }
    } catch (const ByteSource::Ended&) {
        return line;
    }
    return line;
}

}

PickleValue PickleMachine::pop(std::int64_t at)
{
    if (m_stack.size() <= base()) {
        unfit(at);
    }
    const PickleValue value = m_stack.back();
    m_stack.pop_back();
    return value;
}

PickleValue PickleMachine::top(std::int64_t at, PickleTag wanted) const
{
    if (m_stack.size() <= base() || !m_stack.back().is(wanted)) {
        unfit(at);
    }
    return m_stack.back();
}

std::span<const PickleValue> PickleMachine::sinceMark(std::int64_t at) const
{
    if (m_marks.empty()) {
        unfit(at);
    }
    return std::span(m_stack).subspan(m_marks.back());
}

void PickleMachine::dropMark()
{
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
}

PickleValue PickleMachine::remembered(std::uint64_t index, std::int64_t at) const
{
    if (index >= m_memo.size() || m_memo[index].is(PickleTag::Unset)) {
        throw Unusable {say(words::snapshot::value_missing, at)};
    }
    return m_memo[index];
}

void PickleMachine::remember(std::uint64_t index, std::int64_t at)
{
    if (m_stack.size() <= base() || index > m_memo.size() + mostMemoGap) {
        unfit(at);
    }
    while (m_memo.size() <= index) {
        m_memo.push_back(PickleValue());
    }
    m_memo[index] = m_stack.back();
}

void PickleMachine::text(ByteSource& source, std::uint64_t length)
{
    if (length > mostLetters) {
        source.skip(length);
        push(PickleValue(PickleTag::Opaque));
        return;
    }
    push(m_maker.text({source.take(length), static_cast<std::size_t>(length)}));
}

bool PickleMachine::stepMemo(ByteSource& source, std::uint8_t code, std::int64_t at)
{
    switch (static_cast<Opcode>(code)) {
    case Opcode::BinGet:
        push(remembered(source.byte(), at));
        return true;
    case Opcode::LongBinGet:
        push(remembered(source.number(4), at));
        return true;
    case Opcode::Memoize:
        remember(m_memo.size(), at);
        return true;
    case Opcode::BinPut:
        remember(source.byte(), at);
        return true;
    case Opcode::LongBinPut:
        remember(source.number(4), at);
        return true;
    default:
        return false;
    }
}

bool PickleMachine::stepNumber(ByteSource& source, std::uint8_t code)
{
    const auto whole = [&](std::uint64_t length) {
        if (length > sizeof(std::int64_t)) {
            source.skip(length);
            return PickleValue(PickleTag::Wide);
        }
        const auto unused = static_cast<int>(64 - 8 * length);
        return length == 0 ? PickleValue::whole(0)
                           : PickleValue::whole(static_cast<std::int64_t>(source.number(length) << unused) >> unused);
    };
    switch (static_cast<Opcode>(code)) {
    case Opcode::BinInt1:
        push(PickleValue::whole(source.byte()));
        return true;
    case Opcode::BinInt2:
        push(PickleValue::whole(static_cast<std::int64_t>(source.number(2))));
        return true;
    case Opcode::BinInt:
        push(whole(4));
        return true;
    case Opcode::Long1:
        push(whole(source.byte()));
        return true;
    case Opcode::Long4:
        push(whole(source.number(4)));
        return true;
    case Opcode::BinFloat:
        source.take(8);
        push(PickleValue(PickleTag::Opaque));
        return true;
    case Opcode::None:
        push(PickleValue(PickleTag::Opaque));
        return true;
    case Opcode::NewTrue:
        push(PickleValue(PickleTag::Boolean, 1));
        return true;
    case Opcode::NewFalse:
        push(PickleValue(PickleTag::Boolean));
        return true;
    default:
        return false;
    }
}

bool PickleMachine::stepText(ByteSource& source, std::uint8_t code)
{
    const auto bytes = [&](std::uint64_t length) {
        source.skip(length);
        push(PickleValue(PickleTag::Opaque));
    };
    switch (static_cast<Opcode>(code)) {
    case Opcode::ShortBinUnicode:
    case Opcode::ShortBinString:
        text(source, source.byte());
        return true;
    case Opcode::BinUnicode:
    case Opcode::BinString:
        text(source, source.number(4));
        return true;
    case Opcode::BinUnicode8:
        text(source, source.number(8));
        return true;
    case Opcode::ShortBinBytes:
        bytes(source.byte());
        return true;
    case Opcode::BinBytes:
        bytes(source.number(4));
        return true;
    case Opcode::BinBytes8:
    case Opcode::ByteArray8:
        bytes(source.number(8));
        return true;
    default:
        return false;
    }
}

bool PickleMachine::stepContainer(std::uint8_t code, std::int64_t at)
{
    switch (static_cast<Opcode>(code)) {
    case Opcode::Mark:
        if (m_marks.size() >= mostLevels) {
            throw Unusable {say(words::snapshot::levels, mostLevels)};
        }
        m_marks.push_back(m_stack.size());
        return true;
    case Opcode::EmptyDict:
        push(m_maker.newDictionary());
        return true;
    case Opcode::EmptyList:
        push(m_maker.newList());
        return true;
    case Opcode::EmptyTuple:
    case Opcode::EmptySet:
        push(PickleValue(PickleTag::Opaque));
        return true;
    case Opcode::SetItems: {
        const auto values = sinceMark(at);
        if (m_marks.back() == 0 || !m_stack[m_marks.back() - 1].is(PickleTag::Dictionary) || values.size() % 2 != 0) {
            unfit(at);
        }
        m_maker.set(m_stack[m_marks.back() - 1], values);
        dropMark();
        return true;
    }
    case Opcode::SetItem: {
        const PickleValue value = pop(at);
        const std::array<PickleValue, 2> pair {pop(at), value};
        m_maker.set(top(at, PickleTag::Dictionary), pair);
        return true;
    }
    case Opcode::Appends:
        (void)sinceMark(at);
        if (m_marks.back() == 0 || !m_stack[m_marks.back() - 1].is(PickleTag::List)) {
            unfit(at);
        }
        m_maker.append(m_stack[m_marks.back() - 1], sinceMark(at));
        dropMark();
        return true;
    case Opcode::Append: {
        const std::array<PickleValue, 1> value {pop(at)};
        m_maker.append(top(at, PickleTag::List), value);
        checkMemory(at); // growing a list by single frames stores a stack for each of its lengths
        return true;
    }
    case Opcode::Tuple:
    case Opcode::FrozenSet:
        (void)sinceMark(at);
        dropMark();
        push(PickleValue(PickleTag::Opaque));
        return true;
    case Opcode::Tuple3:
        pop(at);
        [[fallthrough]];
    case Opcode::Tuple2:
        pop(at);
        [[fallthrough]];
    case Opcode::Tuple1:
        pop(at);
        push(PickleValue(PickleTag::Opaque));
        return true;
    case Opcode::AddItems:
    case Opcode::PopMark:
        (void)sinceMark(at);
        dropMark();
        return true;
    case Opcode::Pop:
        if (!m_marks.empty() && m_stack.size() == m_marks.back()) {
            m_marks.pop_back();
        } else {
            pop(at);
        }
        return true;
    default:
        return false;
    }
}

void PickleMachine::refuse(ByteSource& source, std::uint8_t code, std::int64_t at) const
{
    const std::string name = opcodeName(code);
    if (!wouldExecute(code)) {
        throw Unusable {say(words::snapshot::operation_unknown, name, at)};
    }
    std::string what;
    if (code == static_cast<std::uint8_t>(Opcode::Global) || code == static_cast<std::uint8_t>(Opcode::Inst)) {
        const std::string module = lineOf(source);
        what = module + "." + lineOf(source);
    } else if (code == static_cast<std::uint8_t>(Opcode::StackGlobal) && m_stack.size() >= 2) {
        what = m_maker.words(m_stack[m_stack.size() - 2]) + "." + m_maker.words(m_stack.back());
    }
    throw Refused {what.empty() ? name : name + " " + shown(what), at};
}

bool PickleMachine::step(ByteSource& source, std::uint8_t code, std::int64_t at)
{
    switch (static_cast<Opcode>(code)) {
    case Opcode::Stop:
        return false;
    case Opcode::Proto:
        if (const std::uint8_t protocol = source.byte(); protocol < 2 || protocol > 5) {
            throw Unusable {say(words::snapshot::pickle_protocol, protocol)};
        }
        return true;
    case Opcode::Frame:
        source.take(8); // a hint for buffered reading
        return true;
    default:
        refuse(source, code, at);
    }
}

void PickleMachine::checkMemory(std::int64_t bytesRead) const
{
    const std::size_t bytes = m_maker.bytes() + m_memo.bytes() + m_stack.size() * sizeof(PickleValue);
    if (bytes > freeBytes + bytesPerByteRead * static_cast<std::size_t>(bytesRead)) {
        throw Unusable {say(words::snapshot::values_too_large, bytesRead, bytes >> 20)};
    }
}

Snapshot PickleMachine::run(ByteSource& source)
{
    for (;;) {
        const std::int64_t at = source.offset();
        const std::uint8_t code = source.byte();
        if (!stepMemo(source, code, at) && !stepNumber(source, code) && !stepText(source, code)
            && !stepContainer(code, at) && !step(source, code, at)) {
            const PickleValue root = pop(at);
            m_memo.clear();
            return m_maker.finish(root);
        }
    }
}

}
