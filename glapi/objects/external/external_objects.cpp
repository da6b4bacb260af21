#include "glapi/objects/external/external_objects.h"

#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace glapi {

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
}

std::shared_ptr<std::byte[]> map_file(int file, uint64_t size, bool writable) {
    if (size == 0 || size > static_cast<uint64_t>(std::numeric_limits<ptrdiff_t>::max())) return nullptr;
    // Files of some kinds tell their length by seeking only (dma-buf). Pages behind the end would be a SIGBUS.
    const off_t end = ::lseek(file, 0, SEEK_END);
    if (end < 0 || static_cast<uint64_t>(end) < size) return nullptr;
#ifdef F_ADD_SEALS
    ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK);  // where it can be had, so that it stays so
#endif
    // A page behind it, since samplers read whole registers at the end of images.
    const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    const uint64_t pages = (size + page - 1) / page * page, all = pages + page;
    void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    if (::mmap(memory, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) ==
        MAP_FAILED) {
        ::munmap(memory, all);
        return nullptr;
    }
    return {static_cast<std::byte*>(memory), [all](std::byte* mapped) { ::munmap(mapped, all); }};
}

}  // namespace glapi
