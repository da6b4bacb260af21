#include "executable.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace tool {
namespace {

namespace fs = std::filesystem;

constexpr int most_interpreters = 4;  // Linux's own limit of scripts that name scripts

#if defined(__x86_64__)
constexpr unsigned own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned own_machine = EM_AARCH64;
#elif defined(__i386__)
constexpr unsigned own_machine = EM_386;
#elif defined(__riscv)
constexpr unsigned own_machine = EM_RISCV;
#elif defined(__powerpc64__)
constexpr unsigned own_machine = EM_PPC64;
#endif
constexpr unsigned own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned other_class = own_class == ELFCLASS64 ? ELFCLASS32 : ELFCLASS64;
// What the machine runs beside its own; on others than x86 its own again.
constexpr unsigned other_machine = own_machine == EM_X86_64 ? EM_386 : own_machine == EM_386 ? EM_X86_64 : own_machine;

bool is_executable_file(const fs::path& path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

// The dynamic linker takes no LD_LIBRARY_PATH and no LD_PRELOAD where the program gets rights that its caller doesn't
// have.
bool raises_privileges(const fs::path& path) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0) return false;
    if ((status.st_mode & S_ISUID) && status.st_uid != getuid()) return true;
    if ((status.st_mode & S_ISGID) && (status.st_mode & S_IXGRP) && status.st_gid != getgid()) return true;
    return getuid() != 0 && getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

// What stands behind "#!", up to the first blank. Empty where the file is no script.
std::string interpreter_of(std::string_view head) {
    if (!head.starts_with("#!")) return {};
    head = head.substr(2, head.find('\n') - 2);
    head.remove_prefix(std::min(head.find_first_not_of(" \t"), head.size()));
    return std::string(head.substr(0, head.find_first_of(" \t")));
}

// Whether an ELF file names a dynamic linker.
template <typename Header, typename Segment>
bool is_dynamic(std::ifstream& file, std::string_view head) {
    Header header;
    if (head.size() < sizeof header) return true;
    std::memcpy(&header, head.data(), sizeof header);
    std::vector<Segment> segments(header.e_phnum);
    file.clear();
    file.seekg(static_cast<std::streamoff>(header.e_phoff));
    file.read(reinterpret_cast<char*>(segments.data()),
              static_cast<std::streamsize>(segments.size() * sizeof(Segment)));
    if (!file) return true;
    for (const Segment& segment : segments)
        if (segment.p_type == PT_INTERP) return true;
    return false;
}

std::string why_elf_is_out_of_reach(std::ifstream& file, std::string_view head, Sizes sizes) {
    const unsigned bits = static_cast<unsigned char>(head[EI_CLASS]);
    if (bits == other_class && sizes == Sizes::Own)
        return fmt::format("is a {}-bit program, and there is no {}-bit asmgl here", bits == ELFCLASS32 ? 32 : 64,
                           bits == ELFCLASS32 ? 32 : 64);
    uint16_t machine;
    std::memcpy(&machine, head.data() + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
    if (machine != (bits == other_class ? other_machine : own_machine))
        return "is a program for another kind of processor";
    const bool dynamic = bits == ELFCLASS64 ? is_dynamic<Elf64_Ehdr, Elf64_Phdr>(file, head)
                                            : is_dynamic<Elf32_Ehdr, Elf32_Phdr>(file, head);
    return dynamic ? "" : "is linked statically, so that no library can be put before its own";
}

}  // namespace

std::optional<fs::path> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos)
        return is_executable_file(name) ? std::optional<fs::path>(name) : std::nullopt;
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (fs::path file = fs::path(folder.empty() ? "." : folder) / name; is_executable_file(file)) return file;
    return std::nullopt;
}

std::string why_out_of_reach(const fs::path& program, Sizes sizes) {
    fs::path path = program;
    for (int depth = 0; depth <= most_interpreters; ++depth) {
        std::ifstream file(path, std::ios::binary);
        std::array<char, 256> bytes{};
        file.read(bytes.data(), bytes.size());
        const std::string_view head(bytes.data(), static_cast<size_t>(file.gcount()));
        const std::string by = path == program ? "" : fmt::format("is run by {}, which ", path.string());
        if (head.size() >= sizeof(Elf32_Ehdr) && head.starts_with(ELFMAG)) {
            if (raises_privileges(path))
                return by +
                       "runs with another user's rights, so that the dynamic linker takes no libraries from its caller";
            const std::string reason = why_elf_is_out_of_reach(file, head, sizes);
            return reason.empty() ? "" : by + reason;
        }
        const std::string interpreter = interpreter_of(head);
        if (interpreter.empty()) return {};  // perhaps another format that the kernel knows
        path = interpreter;
    }
    return {};
}

}  // namespace tool
