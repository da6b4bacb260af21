#include "elf_file.h"

#include <bit>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <fstream>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

class MappedFile {
  public:
    explicit MappedFile(const fs::path& path) {
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (file < 0) return;
        struct stat status;
        if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
            const auto size = static_cast<size_t>(status.st_size);
            void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
            if (bytes != MAP_FAILED) bytes_ = {static_cast<const char*>(bytes), size};
        }
        close(file);
    }
    ~MappedFile() {
        if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    std::string_view bytes() const { return bytes_; }

  private:
    std::string_view bytes_;
};

template <typename Value>
std::optional<Value> value_at(std::string_view bytes, uint64_t offset) {
    Value value;
    if (offset > bytes.size() || bytes.size() - offset < sizeof value) return {};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

// Up to the zero byte; empty where there is none.
std::string text_at(std::string_view bytes, uint64_t offset) {
    if (offset >= bytes.size()) return {};
    const size_t end = bytes.find('\0', offset);
    return end == std::string_view::npos ? "" : std::string(bytes.substr(offset, end - offset));
}

std::vector<std::string> split_list(const std::string& text) {
    std::vector<std::string> items;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(':', at), text.size());
        if (end > at) items.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return items;
}

template <typename Segment>
uint64_t offset_of_address(std::span<const Segment> segments, uint64_t address) {
    for (const Segment& segment : segments)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return segment.p_offset + (address - segment.p_vaddr);
    return ~uint64_t{0};
}

template <typename Segment, typename Entry>
void read_dynamic(std::string_view bytes, std::span<const Segment> segments, const Segment& dynamic, ElfFile& elf) {
    std::vector<Entry> entries;
    uint64_t strings = ~uint64_t{0};
    for (uint64_t at = 0; at + sizeof(Entry) <= dynamic.p_filesz; at += sizeof(Entry)) {
        const auto entry = value_at<Entry>(bytes, dynamic.p_offset + at);
        if (!entry || entry->d_tag == DT_NULL) break;
        if (entry->d_tag == DT_STRTAB) strings = offset_of_address<Segment>(segments, entry->d_un.d_ptr);
        entries.push_back(*entry);
    }
    if (strings >= bytes.size()) return;
    for (const Entry& entry : entries) {
        const auto text = [&] { return text_at(bytes, strings + entry.d_un.d_val); };
        if (entry.d_tag == DT_NEEDED) elf.needed.push_back(text());
        if (entry.d_tag == DT_SONAME) elf.soname = text();
        if (entry.d_tag == DT_RPATH) elf.rpath = split_list(text());
        if (entry.d_tag == DT_RUNPATH) elf.runpath = split_list(text());
    }
}

template <typename Header, typename Segment, typename Entry>
ElfFile read_as(std::string_view bytes, ElfKind kind) {
    ElfFile elf{kind, {}, {}, {}, {}, {}};
    const auto header = value_at<Header>(bytes, 0);
    if (!header) return elf;
    std::vector<Segment> segments;
    for (uint64_t n = 0; n < header->e_phnum; ++n) {
        const auto segment = value_at<Segment>(bytes, header->e_phoff + n * sizeof(Segment));
        if (!segment) return elf;
        segments.push_back(*segment);
    }
    for (const Segment& segment : segments) {
        if (segment.p_type == PT_INTERP) elf.interpreter = text_at(bytes, segment.p_offset);
        if (segment.p_type == PT_DYNAMIC) read_dynamic<Segment, Entry>(bytes, segments, segment, elf);
    }
    return elf;
}

std::optional<ElfKind> kind_of(std::string_view bytes) {
    if (bytes.size() < sizeof(Elf32_Ehdr) || !bytes.starts_with(ELFMAG)) return {};
    constexpr char own_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    const char bits = bytes[EI_CLASS];
    if (bytes[EI_DATA] != own_order || (bits != ELFCLASS32 && bits != ELFCLASS64)) return {};
    return ElfKind{bits == ELFCLASS64 ? 64u : 32u, *value_at<uint16_t>(bytes, offsetof(Elf32_Ehdr, e_machine))};
}

}  // namespace

ElfKind own_kind() {
    static const ElfKind kind = read_elf_kind("/proc/self/exe").value_or(ElfKind{});
    return kind;
}

std::optional<ElfFile> read_elf(const fs::path& path) {
    const MappedFile file(path);
    const auto kind = kind_of(file.bytes());
    if (!kind) return {};
    if (kind->bits == 64) return read_as<Elf64_Ehdr, Elf64_Phdr, Elf64_Dyn>(file.bytes(), *kind);
    return read_as<Elf32_Ehdr, Elf32_Phdr, Elf32_Dyn>(file.bytes(), *kind);
}

std::optional<ElfKind> read_elf_kind(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    std::ifstream file(path, std::ios::binary);
    char bytes[sizeof(Elf64_Ehdr)] = {};
    file.read(bytes, sizeof bytes);
    return kind_of({bytes, static_cast<size_t>(file.gcount())});
}

std::vector<std::string_view> words_in_file(const fs::path& path, const std::vector<std::string_view>& words) {
    const MappedFile file(path);
    std::vector<std::string_view> found;
    for (const std::string_view word : words)
        if (!file.bytes().empty() && memmem(file.bytes().data(), file.bytes().size(), word.data(), word.size()))
            found.push_back(word);
    return found;
}

}  // namespace tool::doctor
