#include "glapi/objects/buffers/sparse_storage.h"

#include <cstdint>
#include <limits>
#include <new>
#include <sys/mman.h>

namespace glapi {

std::shared_ptr<std::byte[]> reserve_storage(size_t size) {
    if (size > static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max()) - 2 * sparse_buffer_page)
        throw std::bad_alloc();
    // Whole pages of ours, at a multiple of their size.
    const size_t pages = (size + sparse_buffer_page - 1) / sparse_buffer_page * sparse_buffer_page;
    const size_t all = pages + sparse_buffer_page;
    void* const memory =
        ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    const std::shared_ptr<std::byte[]> owner(static_cast<std::byte*>(memory),
                                             [all](std::byte* mapped) { ::munmap(mapped, all); });
    const auto address = reinterpret_cast<uintptr_t>(memory);
    return {owner, owner.get() + (sparse_buffer_page - address % sparse_buffer_page) % sparse_buffer_page};
}

void give_back_pages(std::byte* first, size_t size) {
    const size_t pages = (size + sparse_buffer_page - 1) / sparse_buffer_page * sparse_buffer_page;
    ::madvise(first, pages, MADV_DONTNEED);
}

}  // namespace glapi
