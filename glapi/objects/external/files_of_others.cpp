#include "glapi/objects/external/files_of_others.h"

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// Sizes and numbers of files have 64 bits here on every machine.

namespace glapi {

static constexpr unsigned long dma_buf_file_system = 0x444d4142;  // DMA_BUF_MAGIC of linux/magic.h

bool keeps_size(int file) {
    struct stat64 facts {};
    if (::fstat64(file, &facts) != 0) return false;
    if (!S_ISREG(facts.st_mode)) return true;
    ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK);
    const int seals = ::fcntl(file, F_GET_SEALS);
    if (seals >= 0 && (seals & F_SEAL_SHRINK)) return true;
    // The file systems of dma-bufs may call them regular files.
    struct statfs64 system {};
    return ::fstatfs64(file, &system) == 0 && system.f_type == dma_buf_file_system;
}

bool is_counter(int file) {
    struct stat64 facts {};
    if (::fstat64(file, &facts) != 0 || (facts.st_mode & S_IFMT) != 0) return false;
    // Only /proc tells the kind of files without a name; where there is none, the first use will.
    std::array<char, 64> kind{};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t length = ::readlink(link.c_str(), kind.data(), kind.size());
    return length < 0 || std::string_view(kind.data(), static_cast<size_t>(length)) == "anon_inode:[eventfd]";
}

std::shared_ptr<std::byte[]> map_file(int file, uint64_t size, bool writable) {
    if (size == 0 || size > static_cast<uint64_t>(std::numeric_limits<ptrdiff_t>::max())) return nullptr;
    // First, so that the length stays what it is found to be. Pages behind the end would be a SIGBUS.
    if (!keeps_size(file)) return nullptr;
    // Files of some kinds tell their length by seeking only (dma-buf).
    const off64_t end = ::lseek64(file, 0, SEEK_END);
    if (end < 0 || static_cast<uint64_t>(end) < size || size > PTRDIFF_MAX / 2) return nullptr;
    // A page behind it, since samplers read whole registers at the end of images.
    const auto bytes = static_cast<size_t>(size), page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    const size_t pages = (bytes + page - 1) / page * page, all = pages + page;
    void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    if (::mmap(memory, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) ==
        MAP_FAILED) {
        ::munmap(memory, all);
        return nullptr;
    }
    return {static_cast<std::byte*>(memory), [all](std::byte* mapped) { ::munmap(mapped, all); }};
}

}  // namespace glapi
