// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/launch/refusinglibrary.h"

#include <elf.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stagecraft {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t stubBytes = 16;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t to)
{
    return (offset + to - 1) / to * to;
}

// The file image, which is mapped as it is: addresses equal offsets.
class Image {
public:
    template <typename Record>
    void put(std::uint64_t offset, const Record& record)
    {
        putBytes(offset, &record, sizeof record);
    }
    void putBytes(std::uint64_t offset, const void* bytes, std::size_t count)
    {
        if (m_content.size() < offset + count) {
            m_content.resize(offset + count);
        }
        std::memcpy(m_content.data() + offset, bytes, count);
    }
    std::string take() { return std::move(m_content); }

private:
    std::string m_content;
};

// Offsets of the parts of the file.
struct Layout {
    std::uint64_t symbols = 0;
    std::uint64_t strings = 0;
    std::uint64_t hash = 0;
    std::uint64_t relocations = 0;
    std::uint64_t readable_end = 0;
    std::uint64_t code = 0;
    std::uint64_t dynamic = 0;
    std::uint64_t refuse = 0; // address of stagecraft_dry_refuse(), which the loader fills in
    std::uint64_t end = 0;
};

constexpr int programHeaders = 5;
constexpr int dynamicEntries = 10;

// A header of two words, plus a bucket and a link per symbol.
constexpr std::uint64_t hashWords(std::uint64_t symbols)
{
    return 2 + 2 * symbols;
}

Layout layOut(std::size_t functions, std::size_t string_bytes)
{
    Layout at;
    const std::uint64_t symbols = functions + 2; // plus the null symbol and stagecraft_dry_refuse
    at.symbols = aligned(sizeof(Elf64_Ehdr) + programHeaders * sizeof(Elf64_Phdr), 16);
    at.strings = at.symbols + symbols * sizeof(Elf64_Sym);
    at.hash = aligned(at.strings + string_bytes, 16);
    at.relocations = aligned(at.hash + hashWords(symbols) * sizeof(Elf64_Word), 16);
    at.readable_end = at.relocations + sizeof(Elf64_Rela);
    at.code = aligned(at.readable_end, page);
    at.dynamic = aligned(at.code + functions * stubBytes, page);
    at.refuse = at.dynamic + dynamicEntries * sizeof(Elf64_Dyn);
    at.end = at.refuse + sizeof(std::uint64_t);
    return at;
}

// Hash function of the System V ABI.
Elf64_Word hashOf(const char* name)
{
    Elf64_Word hash = 0;
    for (; *name != '\0'; ++name) {
        hash = (hash << 4) + static_cast<unsigned char>(*name);
        const Elf64_Word high = hash & 0xf000'0000U;
        hash = (hash ^ (high >> 24)) & ~high;
    }
    return hash;
}

std::vector<Elf64_Word> hashTable(const std::vector<Elf64_Sym>& symbols, const std::string& strings)
{
    const auto count = static_cast<Elf64_Word>(symbols.size());
    std::vector<Elf64_Word> words(hashWords(count));
    words[0] = count;
    words[1] = count;
    for (Elf64_Word i = 1; i < count; ++i) {
        Elf64_Word& bucket = words[2 + hashOf(strings.c_str() + symbols[i].st_name) % count];
        words[2 + count + i] = bucket;
        bucket = i;
    }
    return words;
}

void putRelative(std::array<unsigned char, stubBytes>& code, std::size_t position, std::uint64_t target,
                 std::uint64_t next)
{
    const auto distance = static_cast<std::int32_t>(static_cast<std::int64_t>(target - next));
    std::memcpy(code.data() + position, &distance, sizeof distance);
}

// Code: lea rdi, [name]; jmp [refuse]
std::array<unsigned char, stubBytes> stub(std::uint64_t address, std::uint64_t name, std::uint64_t refuse)
{
    std::array<unsigned char, stubBytes> code;
    code.fill(0xcc);
    const unsigned char load[] {0x48, 0x8d, 0x3d};
    const unsigned char jump[] {0xff, 0x25};
    std::memcpy(code.data(), load, sizeof load);
    putRelative(code, 3, name, address + 7);
    std::memcpy(code.data() + 7, jump, sizeof jump);
    putRelative(code, 9, refuse, address + 13);
    return code;
}

void putHeaders(Image& image, const Layout& at)
{
    Elf64_Ehdr header {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_phoff = sizeof header;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = programHeaders;
    header.e_shentsize = sizeof(Elf64_Shdr);
    image.put(0, header);
    const auto part = [](Elf64_Word type, Elf64_Word flags, std::uint64_t begin, std::uint64_t end,
                         std::uint64_t alignment) {
        return Elf64_Phdr {type, flags, begin, begin, begin, end - begin, end - begin, alignment};
    };
    const std::array<Elf64_Phdr, programHeaders> parts {
        part(PT_LOAD, PF_R, 0, at.readable_end, page), part(PT_LOAD, PF_R | PF_X, at.code, at.dynamic, page),
        part(PT_LOAD, PF_R | PF_W, at.dynamic, at.end, page), part(PT_DYNAMIC, PF_R | PF_W, at.dynamic, at.refuse, 8),
        part(PT_GNU_STACK, PF_R | PF_W, 0, 0, 16)};
    image.putBytes(sizeof header, parts.data(), sizeof parts);
}

void putDynamic(Image& image, const Layout& at, std::uint64_t string_bytes, Elf64_Xword name)
{
    const auto entry = [](Elf64_Sxword tag, std::uint64_t value) {
        Elf64_Dyn dynamic {};
        dynamic.d_tag = tag;
        dynamic.d_un.d_val = value;
        return dynamic;
    };
    const std::array<Elf64_Dyn, dynamicEntries> entries {entry(DT_SONAME, name),
                                                         entry(DT_HASH, at.hash),
                                                         entry(DT_STRTAB, at.strings),
                                                         entry(DT_STRSZ, string_bytes),
                                                         entry(DT_SYMTAB, at.symbols),
                                                         entry(DT_SYMENT, sizeof(Elf64_Sym)),
                                                         entry(DT_RELA, at.relocations),
                                                         entry(DT_RELASZ, sizeof(Elf64_Rela)),
                                                         entry(DT_RELAENT, sizeof(Elf64_Rela)),
                                                         entry(DT_NULL, 0)};
    image.putBytes(at.dynamic, entries.data(), sizeof entries);
}

}

std::string refusingLibrary(const std::set<std::string>& names)
{
    std::string strings(1, '\0');
    const auto addString = [&strings](const std::string& text) {
        const auto offset = static_cast<Elf64_Word>(strings.size());
        strings += text;
        strings += '\0';
        return offset;
    };
    const Elf64_Word library_name = addString("libstagecraft_refusing.so");
    const Elf64_Word refuse_name = addString("stagecraft_dry_refuse");
    std::vector<Elf64_Word> offsets;
    for (const std::string& name : names) {
        offsets.push_back(addString(name));
    }
    const Layout at = layOut(names.size(), strings.size());

    Image image;
    putHeaders(image, at);
    std::vector<Elf64_Sym> symbols(2);
    symbols[1].st_name = refuse_name;
    symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const std::uint64_t address = at.code + i * stubBytes;
        Elf64_Sym symbol {};
        symbol.st_name = offsets[i];
        symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
        symbol.st_shndx = 1; // any section: the file has no section table
        symbol.st_value = address;
        symbol.st_size = stubBytes;
        symbols.push_back(symbol);
        const auto code = stub(address, at.strings + offsets[i], at.refuse);
        image.putBytes(address, code.data(), code.size());
    }
    image.putBytes(at.symbols, symbols.data(), symbols.size() * sizeof(Elf64_Sym));
    image.putBytes(at.strings, strings.data(), strings.size());

    const auto hash = hashTable(symbols, strings);
    image.putBytes(at.hash, hash.data(), hash.size() * sizeof(Elf64_Word));
    image.put(at.relocations, Elf64_Rela {at.refuse, ELF64_R_INFO(1, R_X86_64_GLOB_DAT), 0});
    putDynamic(image, at, strings.size(), library_name);
    image.put(at.refuse, std::uint64_t {0});
    return image.take();
}

}
