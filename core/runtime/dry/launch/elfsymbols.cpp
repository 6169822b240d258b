// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/launch/elfsymbols.h"

#include "core/words/worker.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

namespace stagecraft {

namespace {

// Reads only the necessary pieces, as libraries may have gigabytes.
class ElfFile {
public:
    explicit ElfFile(const std::string& path) : m_file(path, std::ios::binary) {}

    bool isOpen() const { return m_file.is_open(); }

    // Empty if the file is too short.
    std::optional<std::vector<char>> bytes(std::uint64_t offset, std::uint64_t count)
    {
        constexpr std::uint64_t most = std::uint64_t {1} << 30;
        if (count > most) {
            return std::nullopt;
        }
        std::vector<char> content(count);
        m_file.clear();
        m_file.seekg(static_cast<std::streamoff>(offset));
        m_file.read(content.data(), static_cast<std::streamsize>(count));
        return m_file ? std::optional(std::move(content)) : std::nullopt;
    }

    template <typename Record>
    std::optional<std::vector<Record>> records(std::uint64_t offset, std::uint64_t count)
    {
        const auto content = bytes(offset, count * sizeof(Record));
        if (!content) {
            return std::nullopt;
        }
        std::vector<Record> all(count);
        std::memcpy(all.data(), content->data(), content->size());
        return all;
    }

private:
    std::ifstream m_file;
};

std::optional<ElfSymbols> symbolsOf(ElfFile& file)
{
    const auto header = file.records<Elf64_Ehdr>(0, 1);
    if (!header || std::memcmp(header->front().e_ident, ELFMAG, SELFMAG) != 0
        || header->front().e_ident[EI_CLASS] != ELFCLASS64) {
        return std::nullopt;
    }
    const auto sections = file.records<Elf64_Shdr>(header->front().e_shoff, header->front().e_shnum);
    if (!sections) {
        return std::nullopt;
    }
    ElfSymbols symbols;
    for (const Elf64_Shdr& section : *sections) {
        if (section.sh_type != SHT_DYNSYM || section.sh_link >= sections->size()) {
            continue;
        }
        const Elf64_Shdr& strings = (*sections)[section.sh_link];
        const auto entries = file.records<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
        auto names = file.bytes(strings.sh_offset, strings.sh_size);
        if (!entries || !names || names->empty()) {
            return std::nullopt;
        }
        names->back() = '\0';
        for (const Elf64_Sym& entry : *entries) {
            if (entry.st_name == 0 || entry.st_name >= names->size()) {
                continue;
            }
            auto& of = entry.st_shndx == SHN_UNDEF ? symbols.undefined : symbols.defined;
            of.insert(names->data() + entry.st_name);
        }
    }
    return symbols;
}

}

Result<ElfSymbols> readElfSymbols(const std::string& path)
{
    ElfFile file(path);
    if (!file.isOpen()) {
        return failure(ErrorCode::FileNotReadable, {path}, path);
    }
    auto symbols = symbolsOf(file);
    if (!symbols) {
        return failure(ErrorCode::DryRunUnavailable, {say(words::worker::no_library, path)}, path);
    }
    return *std::move(symbols);
}

}
