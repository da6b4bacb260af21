#include "library_search.h"

#include <algorithm>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <glob.h>
#include <sstream>

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

constexpr int most_includes = 8;  // of ld.so.conf in one another

// Where Debian's and others' linkers look without being told, for all kinds: files of the wrong kind are passed over.
constexpr const char* usual_folders[] = {"/lib/x86_64-linux-gnu",
                                         "/usr/lib/x86_64-linux-gnu",
                                         "/lib/i386-linux-gnu",
                                         "/usr/lib/i386-linux-gnu",
                                         "/lib/aarch64-linux-gnu",
                                         "/usr/lib/aarch64-linux-gnu",
                                         "/lib64",
                                         "/usr/lib64",
                                         "/lib32",
                                         "/usr/lib32",
                                         "/lib",
                                         "/usr/lib"};

// What the linker puts for $ORIGIN, ${ORIGIN}, $LIB.
std::string expanded(std::string folder, const fs::path& origin, ElfKind kind) {
    const std::string library_folder = kind.bits == 64 ? "lib64" : "lib";
    for (const auto& [name, value] : {std::pair<std::string, std::string>{"ORIGIN", origin.string()},
                                      std::pair<std::string, std::string>{"LIB", library_folder}})
        for (const std::string& written : {"${" + name + "}", "$" + name})
            for (size_t at; (at = folder.find(written)) != std::string::npos;)
                folder.replace(at, written.size(), value);
    return folder;
}

std::vector<std::string> split_path(std::string_view text) {
    std::vector<std::string> folders;
    if (text.empty()) return folders;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find_first_of(":;", at), text.size());
        folders.emplace_back(end > at ? text.substr(at, end - at) : ".");
        at = end + 1;
    }
    return folders;
}

}  // namespace

LibrarySearch::LibrarySearch(fs::path root, std::string_view library_path)
    : root_(std::move(root)), library_path_(split_path(library_path)) {
    read_configuration("/etc/ld.so.conf", 0);
    for (const char* folder : usual_folders)
        if (std::ranges::find(system_folders_, folder) == system_folders_.end()) system_folders_.emplace_back(folder);
}

fs::path LibrarySearch::below_root(const fs::path& path) const {
    return root_ == "/" || path.is_relative() ? path : root_ / path.relative_path();
}

void LibrarySearch::read_configuration(const std::string& path, int depth) {
    std::ifstream file(below_root(path));
    for (std::string line; depth < most_includes && std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string word;
        if (!(words >> word)) continue;
        if (word != "include") {
            if (std::ranges::find(system_folders_, word) == system_folders_.end()) system_folders_.push_back(word);
            continue;
        }
        while (words >> word) {
            glob_t found{};
            if (glob(below_root(word).c_str(), 0, nullptr, &found) == 0) {
                const size_t cut = root_ == "/" ? 0 : root_.string().size();
                for (size_t n = 0; n < found.gl_pathc; ++n) read_configuration(found.gl_pathv[n] + cut, depth + 1);
            }
            globfree(&found);
        }
    }
}

fs::path LibrarySearch::find_in(const std::vector<std::string>& folders, const std::string& name, ElfKind kind,
                                const fs::path& origin) const {
    for (const std::string& folder : folders) {
        const fs::path file = fs::path(expanded(folder, origin, kind)) / name;
        if (read_elf_kind(below_root(file)) == kind) return file.lexically_normal();
    }
    return {};
}

fs::path LibrarySearch::find(const std::string& name, ElfKind kind) const {
    if (name.find('/') != std::string::npos)
        return read_elf_kind(below_root(name)) == kind ? fs::path(name) : fs::path();
    if (fs::path file = find_in(library_path_, name, kind, {}); !file.empty()) return file;
    return find_in(system_folders_, name, kind, {});
}

fs::path LibrarySearch::find(const std::string& name, const LoadedFile& asks) const {
    const ElfKind kind = asks.elf.kind;
    if (name.find('/') != std::string::npos) return find(name, kind);
    // $ORIGIN of a program is the folder of the file that its links lead to.
    std::error_code error;
    const fs::path real = asks.elf.interpreter.empty() || root_ != "/" ? asks.path : fs::canonical(asks.path, error);
    const fs::path origin = (real.empty() ? asks.path : real).parent_path();
    if (asks.elf.runpath.empty())
        if (fs::path file = find_in(asks.elf.rpath, name, kind, origin); !file.empty()) return file;
    if (fs::path file = find_in(library_path_, name, kind, {}); !file.empty()) return file;
    if (fs::path file = find_in(asks.elf.runpath, name, kind, origin); !file.empty()) return file;
    return find_in(system_folders_, name, kind, {});
}

std::vector<LoadedFile> LibrarySearch::load(const fs::path& path, std::vector<std::string>& missing) const {
    std::vector<LoadedFile> files;
    const auto first = read_elf(below_root(path));
    if (!first) return files;
    files.push_back({path, *first});
    std::vector<std::string> seen;
    for (size_t n = 0; n < files.size(); ++n) {
        for (const std::string& name : std::vector(files[n].elf.needed)) {
            if (std::ranges::find(seen, name) != seen.end()) continue;
            seen.push_back(name);
            // A program's DT_RPATH serves what its libraries need, too.
            fs::path found = find(name, files[n]);
            if (found.empty() && n > 0 && files[0].elf.runpath.empty()) found = find(name, files[0]);
            const auto elf = found.empty() ? std::nullopt : read_elf(below_root(found));
            if (elf)
                files.push_back({found, *elf});
            else
                missing.push_back(fmt::format("{} (needed by {})", name, files[n].path.filename().string()));
        }
    }
    return files;
}

}  // namespace tool::doctor
