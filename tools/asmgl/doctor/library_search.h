// Where the dynamic linker finds a library, told without loading anything: for programs of any class and machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "elf_file.h"

namespace tool::doctor {

// A file and who asks for it.
struct LoadedFile {
    std::filesystem::path path;  // as the program sees it, below the root
    ElfFile elf;
};

class LibrarySearch {
  public:
    // `root`: the folder that stands for "/". `library_path`: LD_LIBRARY_PATH. Reads ld.so.conf and what it includes.
    LibrarySearch(std::filesystem::path root, std::string_view library_path);

    // In the linker's order: DT_RPATH of who asks, LD_LIBRARY_PATH, its DT_RUNPATH, the system's folders. Files of
    // another kind are passed over. Empty: there is none.
    std::filesystem::path find(const std::string& name, const LoadedFile& asks) const;
    // The same without the asker's own folders.
    std::filesystem::path find(const std::string& name, ElfKind kind) const;

    // A program or library with all that it needs, itself first, each once; `missing` gets "NAME (needed by FILE)".
    std::vector<LoadedFile> load(const std::filesystem::path& path, std::vector<std::string>& missing) const;

    const std::vector<std::string>& system_folders() const { return system_folders_; }
    std::filesystem::path below_root(const std::filesystem::path& path) const;

  private:
    std::filesystem::path find_in(const std::vector<std::string>& folders, const std::string& name, ElfKind kind,
                                  const std::filesystem::path& origin) const;
    void read_configuration(const std::string& path, int depth);

    std::filesystem::path root_;
    std::vector<std::string> library_path_, system_folders_;
};

}  // namespace tool::doctor
