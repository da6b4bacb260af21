// What an ELF file says to the dynamic linker.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool::doctor {

// What decides whether one file can be loaded into another's process.
struct ElfKind {
    unsigned bits = 0;     // 32 or 64
    uint16_t machine = 0;  // EM_X86_64, …
    bool operator==(const ElfKind&) const = default;
};
ElfKind own_kind();

struct ElfFile {
    ElfKind kind;
    std::string interpreter, soname;          // empty: none
    std::vector<std::string> needed;          // DT_NEEDED, in its order
    std::vector<std::string> rpath, runpath;  // as they are written, $ORIGIN and all
};

// Nothing where the file can't be read or is no ELF file of this byte order. What is broken in it is left out.
std::optional<ElfFile> read_elf(const std::filesystem::path& path);

// The first bytes alone: enough to tell whether the dynamic linker would pass over it.
std::optional<ElfKind> read_elf_kind(const std::filesystem::path& path);

// Which of the words stand anywhere in the file: what a program opens by name, it has the name of.
std::vector<std::string_view> words_in_file(const std::filesystem::path& path,
                                            const std::vector<std::string_view>& words);

}  // namespace tool::doctor
