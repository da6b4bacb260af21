// For tests: a root folder with ELF files that hold nothing but what the dynamic linker reads.
#pragma once

#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "machine.h"

namespace tool::doctor {

class MadeUpRoot {
  public:
    MadeUpRoot() {
        char name[] = "/tmp/asmgl-doctor-XXXXXX";
        root_ = mkdtemp(name);
    }
    ~MadeUpRoot() { std::filesystem::remove_all(root_); }
    MadeUpRoot(const MadeUpRoot&) = delete;
    MadeUpRoot& operator=(const MadeUpRoot&) = delete;
    const std::filesystem::path& path() const { return root_; }

    void write(const std::string& file, const std::string& text) const {
        const auto path = root_ / file.substr(1);
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }

    struct Elf {
        std::vector<std::string> needed = {};
        std::string runpath = {}, rpath = {};
        std::string text = {};  // anywhere in the file
        bool of_32_bits = false;
    };
    void write_elf(const std::string& file, const Elf& elf) const {
        write(file, elf.of_32_bits ? elf_file<Elf32_Ehdr, Elf32_Phdr, Elf32_Dyn>(elf, ELFCLASS32, EM_386)
                                   : elf_file<Elf64_Ehdr, Elf64_Phdr, Elf64_Dyn>(elf, ELFCLASS64, EM_X86_64));
    }

  private:
    template <typename Header, typename Segment, typename Entry>
    static std::string elf_file(const Elf& elf, unsigned char bits, uint16_t machine) {
        std::string strings(1, '\0');
        std::vector<Entry> entries;
        const auto add = [&](auto tag, uint64_t value) {
            Entry entry{};
            entry.d_tag = tag;
            entry.d_un.d_val = static_cast<decltype(entry.d_un.d_val)>(value);
            entries.push_back(entry);
        };
        const auto add_text = [&](auto tag, const std::string& text) {
            if (text.empty()) return;
            add(tag, strings.size());
            strings += text + '\0';
        };
        for (const std::string& name : elf.needed) add_text(DT_NEEDED, name);
        add_text(DT_RUNPATH, elf.runpath);
        add_text(DT_RPATH, elf.rpath);
        const uint64_t size_of_entries = (entries.size() + 2) * sizeof(Entry);
        const uint64_t begin = sizeof(Header) + 2 * sizeof(Segment), end = begin + size_of_entries;
        add(DT_STRTAB, end);
        add(DT_NULL, 0);

        Header header{};
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = bits, header.e_ident[EI_DATA] = ELFDATA2LSB, header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_DYN, header.e_machine = machine, header.e_version = EV_CURRENT;
        header.e_phoff = sizeof(Header), header.e_phentsize = sizeof(Segment), header.e_phnum = 2;
        header.e_ehsize = sizeof(Header);
        Segment load{}, dynamic{};
        load.p_type = PT_LOAD,
        load.p_filesz = load.p_memsz = static_cast<decltype(load.p_filesz)>(end + strings.size());
        dynamic.p_type = PT_DYNAMIC, dynamic.p_offset = dynamic.p_vaddr = static_cast<decltype(load.p_offset)>(begin);
        dynamic.p_filesz = static_cast<decltype(load.p_filesz)>(size_of_entries);

        std::string file;
        const auto put = [&](const auto& value) { file.append(reinterpret_cast<const char*>(&value), sizeof value); };
        put(header), put(load), put(dynamic);
        for (const Entry& entry : entries) put(entry);
        return file + strings + elf.text;
    }

    std::filesystem::path root_;
};

}  // namespace tool::doctor
