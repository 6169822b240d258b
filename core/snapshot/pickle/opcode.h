// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft {

// Operations of Python's pickle format, protocols 0 to 5, named as in Python's `pickletools`
// (https://docs.python.org/3/library/pickletools.html). The snapshot reader runs those that build plain values; the
// others are listed for error messages.
enum class Opcode : std::uint8_t {
    Mark = '(',
    Stop = '.',
    Pop = '0',
    PopMark = '1',
    BinFloat = 'G',
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    None = 'N',
    BinString = 'T',
    ShortBinString = 'U',
    BinUnicode = 'X',
    EmptyList = ']',
    Append = 'a',
    Appends = 'e',
    BinGet = 'h',
    LongBinGet = 'j',
    BinPut = 'q',
    LongBinPut = 'r',
    SetItem = 's',
    Tuple = 't',
    EmptyTuple = ')',
    SetItems = 'u',
    EmptyDict = '}',
    BinBytes = 'B',
    ShortBinBytes = 'C',
    Proto = 0x80,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    NewTrue = 0x88,
    NewFalse = 0x89,
    Long1 = 0x8a,
    Long4 = 0x8b,
    ShortBinUnicode = 0x8c,
    BinUnicode8 = 0x8d,
    BinBytes8 = 0x8e,
    EmptySet = 0x8f,
    AddItems = 0x90,
    FrozenSet = 0x91,
    Memoize = 0x94,
    Frame = 0x95,
    ByteArray8 = 0x96,
    // Refused operations. The first group names Python objects or calls them.
    Global = 'c',
    StackGlobal = 0x93,
    Reduce = 'R',
    Build = 'b',
    Inst = 'i',
    Obj = 'o',
    NewObj = 0x81,
    NewObjEx = 0x92,
    Ext1 = 0x82,
    Ext2 = 0x83,
    Ext4 = 0x84,
    PersId = 'P',
    BinPersId = 'Q',
    NextBuffer = 0x97,
    ReadonlyBuffer = 0x98,
    Dup = '2',
    Float = 'F',
    Int = 'I',
    Long = 'L',
    String = 'S',
    Unicode = 'V',
    Dict = 'd',
    Get = 'g',
    List = 'l',
    Put = 'p',
};

// Returns the name in pickletools, "GLOBAL", or "0xff" for a byte that is no operation.
std::string opcodeName(std::uint8_t code);

// True for operations that make Python import or call something.
bool wouldExecute(std::uint8_t code);

}
