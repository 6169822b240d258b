// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/pickle/opcode.h"

#include <array>
#include <string_view>
#include <utility>

namespace stagecraft {

namespace {

// Names of the refused operations.
constexpr std::array names {
    std::pair {Opcode::Global, std::string_view("GLOBAL")},
    std::pair {Opcode::StackGlobal, std::string_view("STACK_GLOBAL")},
    std::pair {Opcode::Reduce, std::string_view("REDUCE")},
    std::pair {Opcode::Build, std::string_view("BUILD")},
    std::pair {Opcode::Inst, std::string_view("INST")},
    std::pair {Opcode::Obj, std::string_view("OBJ")},
    std::pair {Opcode::NewObj, std::string_view("NEWOBJ")},
    std::pair {Opcode::NewObjEx, std::string_view("NEWOBJ_EX")},
    std::pair {Opcode::Ext1, std::string_view("EXT1")},
    std::pair {Opcode::Ext2, std::string_view("EXT2")},
    std::pair {Opcode::Ext4, std::string_view("EXT4")},
    std::pair {Opcode::PersId, std::string_view("PERSID")},
    std::pair {Opcode::BinPersId, std::string_view("BINPERSID")},
    std::pair {Opcode::NextBuffer, std::string_view("NEXT_BUFFER")},
    std::pair {Opcode::ReadonlyBuffer, std::string_view("READONLY_BUFFER")},
    std::pair {Opcode::Dup, std::string_view("DUP")},
    std::pair {Opcode::Float, std::string_view("FLOAT")},
    std::pair {Opcode::Int, std::string_view("INT")},
    std::pair {Opcode::Long, std::string_view("LONG")},
    std::pair {Opcode::String, std::string_view("STRING")},
    std::pair {Opcode::Unicode, std::string_view("UNICODE")},
    std::pair {Opcode::Dict, std::string_view("DICT")},
    std::pair {Opcode::Get, std::string_view("GET")},
    std::pair {Opcode::List, std::string_view("LIST")},
    std::pair {Opcode::Put, std::string_view("PUT")},
};

}

std::string opcodeName(std::uint8_t code)
{
    for (const auto& [opcode, name] : names) {
        if (static_cast<std::uint8_t>(opcode) == code) {
            return std::string(name);
        }
    }
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[code >> 4], digits[code & 15]};
}

bool wouldExecute(std::uint8_t code)
{
    switch (static_cast<Opcode>(code)) {
    case Opcode::Global:
    case Opcode::StackGlobal:
    case Opcode::Reduce:
    case Opcode::Build:
    case Opcode::Inst:
    case Opcode::Obj:
    case Opcode::NewObj:
    case Opcode::NewObjEx:
    case Opcode::Ext1:
    case Opcode::Ext2:
    case Opcode::Ext4:
    case Opcode::PersId:
    case Opcode::BinPersId:
        return true;
    default:
        return false;
    }
}

}
